"""An upper bound on how similar two trees can be, by counting label paths.

In a restricted top-down mapping all ancestors of partners are partners of equal labels. So partners of equal
labels are at the end of equal label paths, and all partners below equal paths. Counting paths therefore
bounds the pairs, and with them the similarity, from above: similarity ≤ (common paths + common paths of
parents) / (|A| + |B|).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats
from sectio.sites.rtdm.trees import Tree, paths

Numbers = NDArray[np.uint64]


@dataclass(frozen=True)
class Counted:
    """The different label paths of a tree and of the parents of its nodes, sorted, with how often each occurs."""

    size: int
    paths: Numbers
    times: Floats

    @classmethod
    def of(cls, tree: Tree) -> Self:
        """Count the paths of a tree."""
        own = paths(tree)
        above = own[tree.parent] if len(tree) else own
        above[:1] = 0
        # One sorted list holds both kinds: the lowest bit says which.
        marked = np.concatenate((own << np.uint64(1), (above << np.uint64(1)) | np.uint64(1)))
        values, counts = np.unique(marked, return_counts=True)
        return cls(len(tree), values, counts.astype(np.float64))


@dataclass(frozen=True)
class Bank:
    """The counts of many trees in one row, so that another tree is compared with all of them at once."""

    sizes: Floats
    paths: Numbers
    times: Floats
    owner: NDArray[np.intp]

    @classmethod
    def of(cls, trees: Sequence[Counted]) -> Self:
        """Put counts side by side."""
        lengths = [len(tree.paths) for tree in trees]
        return cls(
            np.array([tree.size for tree in trees], np.float64),
            np.concatenate([tree.paths for tree in trees]) if trees else np.zeros(0, np.uint64),
            np.concatenate([tree.times for tree in trees]) if trees else np.zeros(0),
            np.repeat(np.arange(len(trees)), lengths),
        )

    def bounds(self, tree: Counted) -> Floats:
        """An upper bound of the RTDM similarity of a tree with each tree of the bank."""
        common = np.zeros(len(self.sizes))
        if len(tree.paths) and len(self.paths):
            place = np.minimum(np.searchsorted(tree.paths, self.paths), len(tree.paths) - 1)
            shared = np.where(tree.paths[place] == self.paths, np.minimum(tree.times[place], self.times), 0.0)
            common += np.bincount(self.owner, shared, len(self.sizes))
        total = self.sizes + tree.size
        return np.where(total > 0, common / np.maximum(total, 1), 1.0)


def similarity_bounds(trees: Sequence[Tree]) -> Floats:
    """An upper bound of the RTDM similarity of each pair; 1 on the diagonal."""
    counted = [Counted.of(tree) for tree in trees]
    bank = Bank.of(counted)
    return np.array([bank.bounds(tree) for tree in counted]).reshape(len(trees), len(trees))
