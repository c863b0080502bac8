"""A page as the template sees it: labels, child lists, subtree ids, signatures.

Two things are computed for all rows at once: fingerprints, so that equal subtrees are worked on once, and
signatures, the sets of downward label paths that measure how similar two subtrees are (spec §3). Both are built
from numbers that mean the same on every page: the code of a known tag, otherwise a hash of the label.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Final, Literal, cast

import numpy as np
from numpy.typing import NDArray

from sectio.dom import tags
from sectio.dom.page import Ints, Page
from sectio.dom.tree import fingerprints
from sectio.once import once

LabelKind = Literal["tag", "tag+class"]

SIG_DEPTH: Final = 3
_BITS: Final = 43  # of a path hash; the rest of the 64 is the row
_MASK: Final = (1 << _BITS) - 1
_FACTOR: Final = 0x5851F42D4C957F2D
_WORD: Final = (1 << 64) - 1


@lru_cache(maxsize=4096)
def label_id(label: str) -> int:
    """The number of a label, the same on every page."""
    code = tags.CODE.get(label)
    if code is not None:
        return code
    return (1 << 20) + int.from_bytes(blake2b(label.encode("utf-8", "replace"), digest_size=5).digest(), "big")


@lru_cache(maxsize=4096)
def seed(number: int) -> int:
    """A label's number spread over the bits of a path hash (the finaliser of splitmix64)."""
    mixed = (number + 0x9E3779B97F4A7C15) & _WORD
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _WORD
    return (mixed ^ (mixed >> 31)) & _MASK


def lengthen(start: int, path: int) -> int:
    """The hash of a path with a label's seed prepended."""
    return (path * _FACTOR + start) & _MASK


@dataclass(eq=False)
class Shape:
    """A tree without a page behind it."""

    parent: Ints
    end: Ints
    depth: Ints

    def __len__(self) -> int:
        """How many rows."""
        return len(self.parent)


@dataclass(eq=False)
class View:
    """A page (or a bare shape) ready for aligning; rows are those of the page."""

    shape: Page | Shape
    label: list[str]
    numbers: NDArray[np.int64]
    root: int = 0
    _sigs: dict[int, frozenset[int]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        """How many rows."""
        return len(self.label)

    @once
    def end(self) -> list[int]:
        """Where each row's subtree ends."""
        return cast(list[int], self.shape.end.tolist())

    @once
    def prints(self) -> list[int]:
        """Subtree ids: equal for equal subtrees, on this page or any other."""
        return cast(list[int], fingerprints(cast(Page, self.shape), self.numbers).tolist())

    def children(self, node: int) -> list[int]:
        """The children of a row."""
        end = self.end
        found: list[int] = []
        child, stop = node + 1, end[node]
        while child < stop:
            found.append(child)
            child = end[child]
        return found

    def sig(self, node: int) -> frozenset[int]:
        """The downward label paths of a row, hashed."""
        found = self._sigs.get(node)
        if found is None:
            paths, starts = self._paths
            found = self._sigs[node] = frozenset(paths[starts[node] : starts[node + 1]])
        return found

    @once
    def _paths(self) -> tuple[list[int], list[int]]:
        """All signatures end to end, and where each row's begins.

        A path ends at some row and begins at that row or at one of its nearest ancestors.
        """
        rows = np.arange(len(self), dtype=np.int64)
        parent = np.asarray(self.shape.parent, np.int64)
        seeds = _seeds(self.numbers)
        top, path = rows, seeds
        keys = [(top << _BITS) | path]
        for _ in range(SIG_DEPTH):
            inner = top != parent[top]
            top, path = parent[top[inner]], path[inner]
            path = (path * np.int64(_FACTOR) + seeds[top]) & _MASK
            keys.append((top << _BITS) | path)
        unique = np.unique(np.concatenate(keys))
        starts = np.searchsorted(unique, rows << _BITS)
        return (unique & _MASK).tolist(), [*starts.tolist(), len(unique)]


def _seeds(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    known, places = np.unique(numbers, return_inverse=True)
    return np.array([seed(number) for number in known.tolist()], np.int64)[places.reshape(-1)]


def view_page(page: Page, *, label: LabelKind = "tag", known: frozenset[str] | None = None) -> View:
    """See a page with labels of one kind; of class labels only the `known` ones count."""
    names = page.tag_names
    labels = [names[code] for code in page.tag.tolist()]
    numbers = page.tag.astype(np.int64)
    for code in range(len(tags.NAMES), len(names)):
        numbers[page.tag == code] = label_id(names[code])
    if label == "tag+class":
        for row, name in class_labels(page).items():
            if known is None or name in known:
                labels[row] = name
                numbers[row] = label_id(name)
    return View(page, labels, numbers, root=min(1, len(page) - 1))


def class_labels(page: Page) -> dict[int, str]:
    """The `tag.class` label, by its first class token, of each row below the body that has a class."""
    tag, names, found = page.tag.tolist(), page.tag_names, {}
    known: dict[tuple[int, str], str] = {}  # most elements have the tag and class of another
    for row, value in page.classes.items():
        key = tag[row], value
        label = known.get(key)
        if label is None:
            token = value.split(None, 1)[:1]
            label = known[key] = f"{names[tag[row]]}.{token[0].lower()}" if token else ""
        if label and row > 1:
            found[row] = label
    return found
