"""Sums over the tree: the verbs every method is written in.

Each takes a page and one value per node and returns one value per node, in time linear in the page (a few need
log(depth) sweeps). No recursion, no loops over nodes.
"""

from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Column, Floats, Ints, Mask, Page, covered

__all__ = [
    "ancestor_any", "child_count", "child_sum", "children_of", "covered", "fingerprints", "lowest_common_ancestor",
    "nearest_ancestor", "nearest_or_root", "path_max", "path_sum", "postorder", "preorder", "sibling_index",
    "subtree_any", "subtree_max", "subtree_size", "subtree_sum",
]  # fmt: skip


class Rows(Protocol):
    """What the verbs about shape need: a `Page` has it, and so does any other tree in preorder arrays."""

    @property
    def parent(self) -> Ints:
        """The row above each row."""

    @property
    def end(self) -> Ints:
        """The row after each subtree."""

    @property
    def depth(self) -> Ints:
        """Number of ancestors."""

    def __len__(self) -> int: ...


def subtree_sum(page: Page, values: Column) -> Floats:
    """Sum over each node's subtree, the node included."""
    running = np.zeros(len(page) + 1)
    np.cumsum(values, dtype=np.float64, out=running[1:])
    return running[page.end] - running[:-1]


def subtree_size(page: Rows) -> Ints:
    """Number of nodes in each subtree, the node included."""
    return (page.end - np.arange(len(page))).astype(np.int32)


def subtree_any(page: Page, mask: Mask) -> Mask:
    """True where some node of the subtree, the node included, is marked."""
    running = np.zeros(len(page) + 1, np.int32)
    np.cumsum(mask, dtype=np.int32, out=running[1:])
    return np.asarray(running[page.end] > running[:-1])


def subtree_max(page: Rows, values: Column) -> Floats:
    """Largest value in each subtree, the node included.

    A table of maxima over runs of 1, 2, 4 … rows answers every interval with two look-ups.
    """
    level = values.astype(np.float64)
    size = subtree_size(page)
    power = np.floor(np.log2(size)).astype(np.int64)
    starts = np.arange(len(page))
    result = np.empty(len(page))
    for exponent in range(int(power.max()) + 1):
        now = power == exponent
        result[now] = np.maximum(level[starts[now]], level[page.end[now] - (1 << exponent)])
        if len(level) > 1 << exponent:
            level = np.maximum(level[: -(1 << exponent)], level[1 << exponent :])
    return result


def child_sum(page: Page, values: Column) -> Floats:
    """Sum over each node's children, the node not included."""
    return np.bincount(page.parent[1:], weights=values[1:], minlength=len(page)).astype(np.float64, copy=False)


def child_count(page: Page) -> Ints:
    """Number of children of each node."""
    return np.bincount(page.parent[1:], minlength=len(page)).astype(np.int32)


def path_sum(page: Page, values: Column) -> Floats:
    """Sum along the path from the root to each node, the node included."""
    closed = np.bincount(page.end, weights=values, minlength=len(page) + 1)
    return np.cumsum(values - closed[:-1])


def ancestor_any(page: Page, mask: Mask) -> Mask:
    """True where some proper ancestor is marked."""
    return covered(page, mask)[page.parent] & (np.arange(len(page)) > 0)


def path_max(page: Page, values: Column) -> Floats:
    """Largest value on the path from the root to each node, the node included."""
    best: Floats = values.astype(np.float64)
    for jump in page.jumps:
        np.maximum(best, best.take(jump), out=best)
    np.maximum(best, best[0], out=best)
    return best


def nearest_ancestor(page: Page, mask: Mask, *, include_self: bool = False) -> Ints:
    """The nearest marked ancestor of each node, or -1."""
    nearest = nearest_or_root(page, mask)
    found = np.where(mask.take(nearest), nearest, -1).astype(np.int32)
    if include_self:
        return found
    above = found[page.parent]
    above[0] = -1
    return above


def nearest_or_root(page: Page, mask: Mask) -> NDArray[np.intp]:
    """The nearest marked node on the way up from each node, itself included; the root if there is none.

    Each node points at itself where marked, else at its parent; pointer doubling makes every chain end at a mark or at
    the root.
    """
    jump, marked = page.parent.astype(np.intp), mask.nonzero()[0]
    jump[marked] = marked
    for _ in range(page.doublings):
        jump = jump.take(jump)
    return jump


def lowest_common_ancestor(page: Page, nodes: NDArray[np.integer]) -> int:
    """The deepest node whose subtree contains all these nodes."""
    low, high = int(np.min(nodes)), int(np.max(nodes))
    while page.end[low] <= high:
        low = int(page.parent[low])
    return low


def sibling_index(page: Page) -> Ints:
    """Position of each node among its siblings, from 0."""
    order = np.argsort(page.parent[1:], kind="stable") + 1
    parents = page.parent[order]
    new = np.ones(len(order), bool)
    new[1:] = parents[1:] != parents[:-1]
    place = np.arange(len(order))
    index = np.zeros(len(page), np.int32)
    index[order] = place - np.maximum.accumulate(np.where(new, place, 0))
    return index


def children_of(page: Rows) -> tuple[Ints, Ints]:
    """All child lists in one array: the children of `n` are `children[starts[n]:starts[n+1]]`."""
    order = (np.argsort(page.parent[1:], kind="stable") + 1).astype(np.int32)
    starts = np.zeros(len(page) + 1, np.int32)
    np.cumsum(np.bincount(page.parent[1:], minlength=len(page)), out=starts[1:])
    return order, starts


def preorder(page: Page) -> Ints:
    """Number of each node in document order: its row."""
    return np.arange(len(page), dtype=np.int32)


def postorder(page: Page) -> Ints:
    """Number of each node when children are counted before their parent.

    Before a node come the rows up to the end of its subtree, except itself and its ancestors.
    """
    return (page.end - 1 - page.depth).astype(np.int32)


def fingerprints(page: Rows, labels: Column) -> NDArray[np.int64]:
    """Subtree ids: two subtrees, of one page or of two, have equal ids when shape and labels are equal.

    A subtree is a run of rows, identified by labels and by depths below its root. Two polynomial hashes over that run,
    modulo two primes, make a 62-bit id; differences of running sums give those of all subtrees at once. Unequal
    subtrees share an id with a chance of about one in 10^18 per pair.
    """
    high, low = (_run_hashes(page, labels, *numbers) for numbers in _HASHES)
    return (high << np.uint64(31) | low).astype(np.int64)


# prime, base for positions, base for depths
_HASHES = ((2147483647, 1103515245, 907633515), (2147483629, 1664525021, 362437069))


def _run_hashes(page: Rows, labels: Column, prime: int, base: int, deep: int) -> NDArray[np.uint64]:
    size, modulus = len(page), np.uint64(prime)
    forward, backward = _powers(base, size, prime), _powers(pow(base, -1, prime), size, prime)
    levels = int(page.depth.max()) + 1
    down, up = _powers(deep, levels, prime)[page.depth], _powers(pow(deep, -1, prime), levels, prime)[page.depth]
    terms = _scatter(labels) % modulus * forward % modulus * down % modulus
    running = np.zeros(size + 1, np.uint64)
    np.cumsum(terms, out=running[1:])  # below 2^31 each, so a million rows stay below 2^51
    own = (running[page.end] - running[:-1]) % modulus
    return own * backward % modulus * up % modulus


def _powers(base: int, count: int, prime: int) -> NDArray[np.uint64]:
    """base^0 … base^(count-1) modulo the prime."""
    # Pages need the same few tables again and again; large ones are not kept.
    size = 1 << max(count - 1, 255).bit_length()
    return (_kept_powers if size <= 1 << 15 else _new_powers)(base, size, prime)[:count]


def _new_powers(base: int, count: int, prime: int) -> NDArray[np.uint64]:
    """The same by doubling."""
    powers = np.ones(count, np.uint64)
    filled, factor = 1, base % prime
    while filled < count:
        more = min(filled, count - filled)
        powers[filled : filled + more] = powers[:more] * np.uint64(factor) % np.uint64(prime)
        filled, factor = filled + more, factor * factor % prime
    return powers


_kept_powers = lru_cache(maxsize=64)(_new_powers)


def _scatter(labels: Column) -> NDArray[np.uint64]:
    """Spread label numbers over 64 bits (the finaliser of splitmix64), so that small labels do not make small terms."""
    mixed = labels.astype(np.int64).view(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
