"""Random choices that are the same on every Python and under every hash seed.

Only `random.Random.random` is used: Python promises its sequence, but not that of `choice` or `shuffle`.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def hashed(*key: object) -> int:
    """A fixed 64-bit number for a key, so that a choice can hang on a name alone."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, key)).encode()).digest()[:8], "big")


class Rng:
    """A stream of choices named by its key."""

    def __init__(self, *key: object) -> None:
        self._random = random.Random(hashed(*key)).random

    def below(self, n: int) -> int:
        """An integer in 0 … n-1."""
        return int(self._random() * n)

    def between(self, low: int, high: int) -> int:
        """An integer in low … high, both included."""
        return low + self.below(high - low + 1)

    def skewed(self, low: int, high: int) -> int:
        """Like `between`, small values more often."""
        u = self._random()
        return low + int(u * u * (high - low + 1))

    def chance(self, p: float) -> bool:
        """True with probability p."""
        return self._random() < p

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Up to k different items, in random order."""
        pool = list(items)
        k = min(k, len(pool))
        for i in range(k):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All items in random order."""
        return self.sample(items, len(items))
