"""The forest's logits by `forest.c`."""

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio import native


class _Forest(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("feature", "border", "leaf")),
        *((name, ctypes.c_int64) for name in ("trees", "levels")),
    )


def run(
    feature: NDArray[Any], border: NDArray[np.float32], leaf: NDArray[np.float32], columns: NDArray[np.float32]
) -> NDArray[np.float32] | None:
    """Logits from features, one in each row; None without the library, or if the forest is not one."""
    found = native.library()
    levels, trees = feature.shape
    if found is None or border.shape != feature.shape or leaf.shape != (trees, 1 << levels):
        return None
    asked = feature.astype(np.int64)
    borders, leaves, held = (array.astype(np.float32, "C", copy=False) for array in (border, leaf, columns))
    forest = _Forest(asked.ctypes.data, borders.ctypes.data, leaves.ctypes.data, trees, levels)
    features, blocks = (ctypes.c_int64(size) for size in columns.shape)
    out = np.empty(columns.shape[1], np.float32)
    failed = found.sectio_forest(ctypes.byref(forest), native.address(held), features, blocks, native.address(out))
    return None if failed else out
