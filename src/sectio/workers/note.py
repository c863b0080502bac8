"""The note in shared memory that says which item a child is at, and since when."""

import ctypes
import time
from multiprocessing.context import BaseContext
from typing import Any

_NOWHERE = -1.0


class Note:
    """Two numbers that the child writes and the supervisor reads, also when the child is dead.

    The clock is the system's monotonic one: it is the same in all processes and does not jump.
    """

    def __init__(self, context: BaseContext) -> None:
        self._numbers: Any = context.RawArray(ctypes.c_double, [_NOWHERE, 0.0])

    def enter(self, at: int) -> None:
        """The child begins an item."""
        # The time first: a reader in between sees a young item, not an old one.
        self._numbers[1] = time.monotonic()
        self._numbers[0] = at

    def leave(self) -> None:
        """The child is between items."""
        self._numbers[0] = _NOWHERE

    @property
    def at(self) -> int | None:
        """The item the child is at; None between items."""
        at = int(self._numbers[0])
        return None if at < 0 else at

    @property
    def since(self) -> float:
        """When the child began its last item, by the monotonic clock."""
        return float(self._numbers[1])
