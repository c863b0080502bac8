"""Values that are computed when they are first read, and kept.

`functools.cached_property` of Python 3.11 holds one lock for all objects of a class while it computes, so threads that work on
different pages wait for each other, even while compiled code has released the interpreter. Here nothing is locked: two threads that
read the same value of the same object for the first time may both compute it, with the same result.
"""

from typing import TYPE_CHECKING, Any

__all__ = ["once"]

if TYPE_CHECKING:
    from functools import cached_property as once
else:

    class once:  # noqa: N801
        """A property that is computed once."""

        def __init__(self, compute: Any) -> None:
            self._compute, self._name, self.__doc__ = compute, compute.__name__, compute.__doc__

        def __get__(self, owner: Any, kind: type | None = None) -> Any:
            if owner is None:
                return self
            value = owner.__dict__[self._name] = self._compute(owner)
            return value
