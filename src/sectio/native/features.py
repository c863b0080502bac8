"""What the model sees of each text block, by `features.c`."""

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio import native

Matrix = NDArray[np.float32]

# Arrays of `Page` in features.c, in its order.
_ARRAYS: dict[str, Any] = {
    **dict.fromkeys(("parent", "end", "depth"), np.int32),
    "tag": np.int16,
    **dict.fromkeys(("in_link", "hidden"), np.bool_),
    **dict.fromkeys(("spoken", "marked", "class_numbers"), np.int64),
    **dict.fromkeys(("text_rows", "words", "length", "marks"), np.int32),
    **dict.fromkeys(("first_bits", "last_bits"), np.uint16),
    **dict.fromkeys(("first", "last"), np.int32),
    "logs": np.float32,
}
# Of `Tables`.
_TABLES = {"is_block": np.bool_, **dict.fromkeys(("heading", "kind", "as_parent"), np.int8)}
_NUMBERS = (
    "tags", "paragraph", "stop", "comma", "upper", "digit", "rule", "comment", "price", "whole", "roles", "groups",
    "parents",
)  # fmt: skip


class _Page(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int64) for name in ("rows", "texts", "blocks")),
        *((name, ctypes.c_void_p) for name in _ARRAYS),
        ("tag_names", ctypes.c_int64),
    )


class _Tables(ctypes.Structure):
    _fields_ = (*((name, ctypes.c_void_p) for name in _TABLES), *((name, ctypes.c_int64) for name in _NUMBERS))


@dataclass(frozen=True, eq=False)
class Tables:
    """What the library must know of tags and bits."""

    arrays: Mapping[str, NDArray[Any]]
    numbers: Mapping[str, int]

    @cached_property
    def pointers(self) -> _Tables:
        """The same for the library."""
        addresses = (self.arrays[name].ctypes.data for name in _TABLES)
        return _Tables(*addresses, *(self.numbers[name] for name in _NUMBERS))


def fill(columns: Mapping[str, NDArray[Any]], tag_names: int, tables: Tables, out: Matrix, whole: Matrix) -> bool:
    """Fill the features, one in each row of `out`, and those of the whole page; False without the library."""
    found = native.library()
    if found is None:
        return False
    held = [columns[name].astype(kind, "C", copy=False) for name, kind in _ARRAYS.items()]  # until the call is over
    sizes = (len(columns[name]) for name in ("parent", "text_rows", "first"))
    page = _Page(*sizes, *(array.ctypes.data for array in held), tag_names)
    to, whole_to = native.address(out), native.address(whole)
    return not found.sectio_features(ctypes.byref(page), ctypes.byref(tables.pointers), to, whole_to)
