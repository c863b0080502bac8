"""Words of class and id attributes by `words.c`."""

import ctypes
from ctypes import byref, c_int64
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sectio import native

Numbers = NDArray[np.int64]
# As in words.c: the letters of a slot, at least one more than the longest word has, and those of a value that are read.
WIDTH, LONGEST = 16, 300


class _Lists(ctypes.Structure):
    _fields_ = (("letters", ctypes.c_void_p), ("bits", ctypes.c_void_p), ("slots", ctypes.c_int64))


@dataclass(frozen=True)
class Lists:
    """Words and their bits."""

    bit: dict[bytes, int]

    @cached_property
    def slots(self) -> tuple[NDArray[np.bytes_], Numbers]:
        """The words in slots by their hash, or in the next free ones, and their bits; more than half are free."""
        size = 1 << (2 * len(self.bit)).bit_length()
        letters, bits = np.zeros(size, f"S{WIDTH}"), np.zeros(size, np.int64)
        for word, bit in self.bit.items():
            slot = _hash(word) % size
            while bits[slot]:
                slot = (slot + 1) % size
            letters[slot], bits[slot] = word, bit
        return letters, bits

    @cached_property
    def pointers(self) -> _Lists:
        """The same for the library."""
        letters, bits = self.slots
        return _Lists(letters.ctypes.data, bits.ctypes.data, len(bits))


def _hash(word: bytes) -> int:
    value = 0
    for letter in word:
        value = (value * 31 + letter) % (1 << 32)
    return value


def read(source: bytes, starts: native.Places, ends: native.Places, lists: Lists) -> tuple[Numbers, Numbers] | None:
    """Bits and number of each value; -1 is the number of one that is not plain ASCII. None without the library."""
    found = native.library()
    if found is None:
        return None
    bits, numbers = np.empty((2, len(starts)), np.int64)
    arrays = [native.address(array) for array in (starts, ends, bits, numbers)]
    size, values = c_int64(len(source)), c_int64(len(starts))
    found.sectio_words(source, size, *arrays[:2], values, byref(lists.pointers), *arrays[2:])
    return bits, numbers
