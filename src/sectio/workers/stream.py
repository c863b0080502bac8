"""Many items through a pool: the first result comes when the first item is done, and memory stays bounded."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sectio.workers.pool import Chunk, Pool

MOST_ITEMS, MOST_BYTES = 64, 8_000_000
# A chunk that takes less than this makes the next ones longer, one that takes longer makes them shorter.
_QUICK, _SLOW = 0.25, 1.0


class Growing:
    """The length of the next chunk: one item at first, twice as many after every quick chunk, up to 64."""

    def __init__(self) -> None:
        self.items = 1

    def heed(self, seconds: float) -> None:
        """Learn from how long a chunk took."""
        if seconds < _QUICK:
            self.items = min(2 * self.items, MOST_ITEMS)
        elif seconds > _SLOW:
            self.items = max(self.items // 2, 1)


def gather(items: Iterator[Any], most: int, size: Callable[[Any], int]) -> list[Any]:
    """The next items: at most this many, and no more once they are 8 MB."""
    found: list[Any] = []
    total = 0
    while len(found) < most and total < MOST_BYTES:
        try:
            found.append(next(items))
        except StopIteration:
            break
        total += size(found[-1])
    return found


def stream(
    pool: Pool, items: Iterable[Any], *, size: Callable[[Any], int] = lambda item: 0, fixed: int | None = None
) -> Iterator[Chunk]:
    """Send items through the pool in chunks that grow (or have `fixed` items), and yield the finished chunks in order."""
    source, growing = iter(items), Growing()
    waiting: deque[Chunk] = deque()  # in order; the first is the next to yield
    ready = gather(source, fixed or growing.items, size)
    while ready or waiting:
        # A chunk ahead of the slowest one is held back, so that one slow page does not pile up what comes after it.
        while ready and pool.free and len(waiting) < 4 * pool.workers:
            waiting.append(chunk := Chunk(ready))
            pool.give(chunk)
            ready = gather(source, fixed or growing.items, size)
        for chunk in pool.take():
            growing.heed(chunk.seconds)
        while waiting and waiting[0].done:
            yield waiting.popleft()


def as_finished(pool: Pool, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Send chunks through the pool and yield each as soon as it is finished, in any order."""
    for chunk in chunks:
        while not pool.free:
            yield from pool.take()
        pool.give(chunk)
    while pool.busy:
        yield from pool.take()
