"""Matrix products on one thread.

A page is too small to share among threads: NumPy's OpenBLAS would wake a second one for a tenth of a millisecond, which then spins
until the next page, which doubles the processor time of everything. One thread also makes results the same on every machine.
"""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

# The library that comes with NumPy's wheels, and what its functions are called there and elsewhere.
_FOLDERS = ("../numpy.libs", ".dylibs")
_PREFIXES, _SUFFIXES = ("scipy_openblas", "openblas"), ("64_", "")


@contextmanager
def one_thread() -> Iterator[None]:
    """Inside, OpenBLAS uses one thread; other libraries are left as they are."""
    found = _controls()
    threads = found[0]() if found else 1
    if found is None or threads == 1:
        yield
        return
    found[1](1)
    try:
        yield
    finally:
        found[1](threads)


@cache
def _controls() -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """The functions that get and set the number of threads."""
    for folder in _FOLDERS:
        for path in sorted(Path(np.__file__).parent.joinpath(folder).glob("*openblas*")):
            try:
                library = ctypes.CDLL(str(path))
            except OSError:
                continue
            for name in (f"{prefix}_{{}}_num_threads{suffix}" for prefix in _PREFIXES for suffix in _SUFFIXES):
                tell, choose = (getattr(library, name.format(verb), None) for verb in ("get", "set"))
                if tell and choose:
                    return tell, choose
    return None
