"""The time limit: how long all calls together may work on one page.

A `Deadline` is a budget of seconds. It runs only inside `with deadline:`, so a user who reads `text` now and `sections`
an hour later spends only what the two calls take. Everything below, however deep, may call `check` inside a long loop;
which deadline is running is kept per thread.
"""

import threading
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self, TypeVar

from sectio import compiled
from sectio.errors import TimeLimit

Item = TypeVar("Item")

# A step of any loop takes well below a millisecond.
BETWEEN_LOOKS = 256


class _Running(threading.local):
    """When the work of this thread must be done, and the limit behind it."""

    until = float("inf")
    limit = float("inf")


_running = _Running()


def check() -> None:
    """Raise `TimeLimit` if the running deadline has passed; long loops call this."""
    if time.monotonic() > _running.until:
        raise _too_late(_running.limit)


def watched(items: Iterable[Item]) -> Iterator[Item]:
    """The items of a long loop; every few hundred of them the deadline is looked at."""
    if isinstance(items, tuple | range) and len(items) <= BETWEEN_LOOKS:
        # Most loops are short, and a generator takes as long as what is done with an item. (A list may grow meanwhile.)
        check()
        return iter(items)
    return _watched(items)


def _watched(items: Iterable[Item]) -> Iterator[Item]:
    for number, item in enumerate(items):
        if not number % BETWEEN_LOOKS:
            check()
        yield item


def _too_late(limit: float) -> TimeLimit:
    return TimeLimit(f"the page was not done after timeout={limit:g} s; raise the option `timeout` to go on")


class Deadline:
    """A budget of seconds for one page, shared by all calls that work on it.

    Inside another deadline the stricter one applies.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.left = limit
        self._started: list[tuple[float, float, float]] = []

    def __getstate__(self) -> tuple[float, float]:
        return self.limit, self.left

    def __setstate__(self, state: tuple[float, float]) -> None:
        self.limit, self.left = state
        self._started = []

    def __enter__(self) -> Self:
        if self.left <= 0:
            raise _too_late(self.limit)
        now = time.monotonic()
        self._started.append((now, _running.until, _running.limit))
        if len(self._started) == 1 and now + self.left < _running.until:
            _run_until(now + self.left, self.limit)
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        started, until, limit = self._started.pop()
        if self._started:  # entered again from inside: the outermost call keeps the time
            return
        self.left -= time.monotonic() - started
        if until != _running.until:
            _run_until(until, limit)
        if kind is None and self.left <= 0:
            raise _too_late(self.limit)


def _run_until(until: float, limit: float) -> None:
    _running.until, _running.limit = until, limit
    if compiled.core:
        compiled.core.set_deadline(until - time.monotonic())
