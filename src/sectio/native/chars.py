"""Words, lengths and marks of texts by `chars.c`."""

from ctypes import c_int64

import numpy as np
from numpy.typing import NDArray

from sectio import native


def count(
    bits: NDArray[np.uint16], gaps: NDArray[np.int64], mark: NDArray[np.int64], marks: int
) -> NDArray[np.int32] | None:
    """Words, length, first and last bits and the marks of each text, one in each row; None where that cannot be said."""
    found = native.library()
    if found is None or gaps.dtype != np.int64 or bits.dtype != np.uint16:
        return None
    texts = len(gaps) - 1
    out = np.zeros((4 + marks, texts), np.int32)
    bits_at, gaps_at, mark_at, out_at = (native.address(array) for array in (bits, gaps, mark, out))
    return None if found.sectio_count(bits_at, gaps_at, c_int64(texts), mark_at, out_at) else out
