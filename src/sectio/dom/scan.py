"""Loads the compiled twins of `dom/markup.py` and `dom/chars.py`, where they could be built; without them all takes longer."""

import ctypes
from ctypes import byref
from ctypes import c_int64 as _Count
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

LIBRARY, VERSION = "_scan.so", 1
# Arrays of `Columns` in scan.c, in its order, and how many places each needs per tag.
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


def count(
    bits: NDArray[np.uint16], gaps: NDArray[np.int64], mark: NDArray[np.int64], marks: int
) -> NDArray[np.int32] | None:
    """Words, length, first and last bits and the marks of each text, one in each row; None where that cannot be said."""
    found = library()
    if found is None or gaps.dtype != np.int64 or bits.dtype != np.uint16:
        return None
    texts = len(gaps) - 1
    out = np.zeros((4 + marks, texts), np.int32)
    bits_at, gaps_at, mark_at, out_at = (ctypes.c_void_p(array.ctypes.data) for array in (bits, gaps, mark, out))
    return None if found.sectio_count(bits_at, gaps_at, _Count(texts), mark_at, out_at) else out


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


@cache
def library() -> ctypes.CDLL | None:
    """The compiled library, or None if there is none, or one of another version."""
    path = Path(__file__).with_name(LIBRARY)
    try:
        found = ctypes.CDLL(str(path)) if path.exists() else None
        return found if found and found.sectio_version() == VERSION else None
    except (OSError, AttributeError):
        return None


def scan(source: bytes, names: Names) -> dict[str, NDArray[Any]] | None:
    """The columns of clean markup by name; None without the library, or if the markup is not clean."""
    found = library()
    if found is None:
        return None
    size = int(np.count_nonzero(np.frombuffer(source, np.uint8) == ord("<")))
    arrays: dict[str, NDArray[Any]] = {}
    columns = _Columns()
    for kind, table in _ARRAYS:
        whole = np.empty(size * sum(table.values()), kind)
        address, at = whole.ctypes.data, 0
        for name, places in table.items():
            arrays[name] = whole[at : at + places * size]
            setattr(columns, name, address + at * whole.itemsize)
            at += places * size
    failed = found.sectio_scan(source, _Count(len(source)), _Count(size), byref(names.pointers), byref(columns))
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
