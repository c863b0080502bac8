"""Clean markup to columns by `markup.c`."""

import ctypes
from ctypes import byref, c_int64, c_uint8
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio import native

# Arrays of `Columns` in markup.c, in its order, and how many places each needs per tag.
_INT32 = {
    **dict.fromkeys(("opened", "closed", "number", "step", "text_start", "text_end"), 1),
    **dict.fromkeys(("value_row", "value_start", "value_end"), 2),
    "stack": 1,
    **dict.fromkeys(("parent", "end", "depth", "own"), 2),
}
_INT16 = {"code": 1, "tag": 2}
_UINT8 = {"is_end": 1, "after_blank": 1, "value_name": 2}
_COUNTS = ("tags", "rows", "texts", "values")


class _Columns(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in (*_INT32, *_INT16, *_UINT8)),
        *((name, ctypes.c_int64) for name in _COUNTS),
    )


class _Names(ctypes.Structure):
    _fields_ = (
        ("words", ctypes.c_void_p),
        ("codes", ctypes.c_void_p),
        ("size", ctypes.c_uint64),
        ("is_void", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("interests", ctypes.c_int64),
    )


@dataclass(frozen=True, eq=False)
class Names:
    """The table of tag names, as `dom/markup.py` looks them up, and the attributes of interest."""

    words: NDArray[np.uint64]
    codes: NDArray[np.int16]
    is_void: NDArray[np.bool_]
    attributes: NDArray[np.uint64]

    @cached_property
    def pointers(self) -> _Names:
        """The same for the library."""
        arrays = (self.words, self.codes, self.is_void, self.attributes)
        words, codes, void, attributes = (array.ctypes.data for array in arrays)
        return _Names(words, codes, len(self.words), void, attributes, len(self.attributes))


def scan(source: bytes, names: Names) -> dict[str, NDArray[Any]] | None:
    """The columns of clean markup by name; None without the library, or if the markup is not clean."""
    found = native.library()
    if found is None:
        return None
    size = int(np.count_nonzero(np.frombuffer(source, np.uint8) == ord("<")))
    arrays: dict[str, NDArray[Any]] = {}
    columns = _Columns()
    for kind, table in _ARRAYS:
        whole = np.empty(size * sum(table.values()), kind)
        address, at = ctypes.addressof(native.address(whole)), 0
        for name, places in table.items():
            arrays[name] = whole[at : at + places * size]
            setattr(columns, name, address + at * whole.itemsize)
            at += places * size
    failed = found.sectio_scan(source, c_int64(len(source)), c_int64(size), byref(names.pointers), byref(columns))
    if failed:
        return None
    counts = {name: getattr(columns, name) for name in _COUNTS}
    return {name: arrays[name][: counts[count]] for name, count in _COUNTED.items()}


_ARRAYS: tuple[tuple[Any, dict[str, int]], ...] = ((np.int32, _INT32), (np.int16, _INT16), (np.uint8, _UINT8))
_COUNTED = {
    **dict.fromkeys(("opened", "closed", "number", "step", "code", "is_end"), "tags"),
    **dict.fromkeys(("parent", "end", "depth", "own", "tag"), "rows"),
    **dict.fromkeys(("text_start", "text_end", "after_blank"), "texts"),
    **dict.fromkeys(("value_row", "value_start", "value_end", "value_name"), "values"),
}


def join(source: bytes, starts: native.Places, ends: native.Places, mark: bytes) -> memoryview | None:
    """What stands from each start to its end, joined by a mark; None without the library, or if that is not in the source."""
    found = native.library()
    room = int((ends - starts).sum()) + len(starts)
    if found is None or room < 1:
        return None
    out = np.empty(room, np.uint8)
    arrays = [native.address(array) for array in (starts, ends, out)]
    size, parts = c_int64(len(source)), c_int64(len(starts))
    failed = found.sectio_join(source, size, *arrays[:2], parts, c_uint8(mark[0]), arrays[2], c_int64(room))
    return None if failed else out.data[:-1]
