"""Words, lengths and marks of texts by `chars.c`."""

from ctypes import c_int64

import numpy as np
from numpy.typing import NDArray

from sectio import native


def count(
    source: bytes,
    starts: native.Places,
    ends: native.Places,
    table: NDArray[np.uint16],
    mark: NDArray[np.int8],
    marks: int,
) -> NDArray[np.int32] | None:
    """Words, length, first and last bits and the marks of each text, one in each row; None without the library.

    A text with characters beyond the first plane has -1 words.
    """
    found = native.library()
    if found is None:
        return None
    texts = len(starts)
    out = np.zeros((4 + marks, texts), np.int32)
    arrays = [native.address(array) for array in (starts, ends, table, mark, out)]
    found.sectio_count(source, c_int64(len(source)), *arrays[:2], c_int64(texts), *arrays[2:])
    return out
