"""With and without compiled code."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sectio import compiled

built = pytest.mark.skipif(compiled.core is None, reason="installed without compiled code")


def core() -> compiled.Core:
    """The compiled core, in tests that are marked as `built`."""
    assert compiled.core is not None
    return compiled.core


@contextmanager
def uncompiled() -> Iterator[None]:
    """Inside, array code does all the work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "core", None)
        yield
