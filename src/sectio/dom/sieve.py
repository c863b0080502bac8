"""Which words a page may have: a table of bits by the hash of a word, made and asked by compiled code (`native/styles.c`).

A sieve may hold back too little, never too much. So it only saves work: what passes is looked at by plain code, and without
compiled code everything is.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio import compiled

Sieve = NDArray[np.uint8]
# Bytes as written, and where each value starts and ends.
Values = tuple[bytes, NDArray[np.int32], NDArray[np.int32]]

_SIZE = 8192  # as in native/styles.c
_FEW = 64
_WORD = re.compile("[a-zA-Z0-9_-]")


def of_values(parts: Iterable[tuple[bytes, Values]]) -> Sieve | None:
    """The words of values, each kind with its sign: `.` for classes, `#` for ids."""
    if compiled.core is None:
        return None
    sieve = np.zeros(_SIZE, np.uint8)
    for sign, values in parts:
        compiled.core.sieve_words(*values, sign, sieve)
    return sieve


def of_names(names: Iterable[str]) -> Sieve | None:
    """The same of names as style sheets write them, `.class` and `#id`; None if one is made of other characters than words are."""
    names = [*names]
    return of_values(_written(names)) if all(map(_WORD.search, names)) else None


def of_classes(words: frozenset[str]) -> Sieve | None:
    """The same of class names. Few words are probably those of our own code, which are asked for on every page: their sieve is kept."""
    return _kept(words) if len(words) <= _FEW else of_names(f".{word}" for word in words)


@lru_cache(maxsize=64)
def _kept(words: frozenset[str]) -> Sieve | None:
    return of_names(f".{word}" for word in words)


def _written(names: Iterable[str]) -> Iterator[tuple[bytes, Values]]:
    for sign in (".", "#"):
        encoded = [name[1:].encode("utf-8", "replace") for name in names if name[0] == sign]
        ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
        yield sign.encode(), (b"".join(encoded), ends[:-1].copy(), ends[1:].copy())


def passing(values: Values, sign: bytes, sieve: Sieve) -> NDArray[Any]:
    """The numbers of the values that may have a word of a sieve."""
    assert compiled.core is not None
    return np.frombuffer(compiled.core.sieved_values(*values, sign, sieve), np.int32)
