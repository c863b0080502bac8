"""One Ray for all tests of a process: starting it takes seconds."""

from collections.abc import Iterator
from typing import Any

import pytest

from sectio.batch.ray_engine import cluster


@pytest.fixture(scope="session")
def ray() -> Iterator[Any]:
    with cluster("local", workers=2) as (found, _):
        yield found
