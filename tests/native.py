"""With and without compiled code."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sectio import native

built = pytest.mark.skipif(native.library() is None, reason="nothing could be compiled here")


@contextmanager
def uncompiled() -> Iterator[None]:
    """Inside, array code does all the work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "library", lambda: None)
        yield
