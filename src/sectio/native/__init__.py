"""Compiled twins of array code: what is done for every page, in one pass instead of many.

Each C file is named as the module whose work it does; a module beside it hands the arrays over. Plain C without Python's headers, so
one build serves all versions. Where no compiler was, `library` gives None and the array code does the same, only slower; tests hold
the two against each other.
"""

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int32]  # in markup: what is too long for them is left to the array code
LIBRARY, VERSION = "_native.so", 4


@cache
def library() -> ctypes.CDLL | None:
    """The compiled library, or None if there is none, or one of another version."""
    path = Path(__file__).with_name(LIBRARY)
    try:
        found = ctypes.CDLL(str(path)) if path.exists() else None
        return found if found and found.sectio_version() == VERSION else None
    except (OSError, AttributeError):
        return None


_Start = ctypes.c_char * 0


def address(array: Any) -> Any:  # types of arrays do not say that they are buffers
    """Where an array's numbers stand, for the library; `array.ctypes` alone takes five times as long."""
    return _Start.from_buffer(array) if array.flags.writeable else ctypes.c_void_p(array.ctypes.data)
