"""Classes of subtrees: identical subtrees of a page set share one number, and are compared once.

What a matcher needs to know about a class is in plain lists, indexed by the number: its label, what deleting or
inserting the whole subtree costs, and the classes of its children. In patterns a class can be a wildcard
(`nodepatterns.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sectio.sites.rtdm.trees import Tree

LabelCost = float | Callable[[str], float]
PairCost = float | Callable[[str, str], float]

ONE, OPTIONAL, SOME, ANY = ".", "?", "+", "*"
WILDCARDS: Final = (ONE, OPTIONAL, SOME, ANY)
# Wildcards that may match nothing, and wildcards that take many siblings.
MAY_MISS: Final = (OPTIONAL, ANY)
TAKES_MANY: Final = (SOME, ANY)


@dataclass(frozen=True)
class Costs:
    """What an edit costs: numbers, or functions of the labels."""

    delete: LabelCost = 1.0
    insert: LabelCost = 1.0
    replace: PairCost = 1.0

    @property
    def uniform(self) -> bool:
        """True when size differences bound costs: deleting and inserting cost the same everywhere."""
        return not callable(self.delete) and not callable(self.insert) and self.delete == self.insert > 0


UNIT: Final = Costs()


class Classes:
    """The classes of all trees added so far."""

    def __init__(self, costs: Costs = UNIT, *, wildcards: bool = False) -> None:
        self._costs, self._wildcards = costs, wildcards
        self._number: dict[int, int] = {}
        self.name: list[str] = []
        self.kids: list[tuple[int, ...]] = []
        self.drop: list[float] = []
        self.gain: list[float] = []
        # The same without the node itself.
        self.drop_below: list[float] = []
        self.gain_below: list[float] = []
        self.wild: list[str] = []
        self.has_wild: list[bool] = []

    def __len__(self) -> int:
        """The number of classes."""
        return len(self.kids)

    def add(self, tree: Tree) -> list[int]:
        """The class of each row of a tree."""
        prints, first, which = np.unique(tree.classes, return_index=True, return_inverse=True)
        known = len(self._number)
        numbers = [self._number.setdefault(found, len(self._number)) for found in prints.tolist()]
        of_row = np.array(numbers, np.int64)[which.reshape(-1)]
        new = sorted((number, row) for number, row in zip(numbers, first.tolist(), strict=True) if number >= known)
        self._append(tree, of_row, [row for _, row in new])
        found: list[int] = of_row.tolist()
        return found

    def _append(self, tree: Tree, of_row: NDArray[np.int64], rows: list[int]) -> None:
        """Record the subtrees at these rows."""
        order, starts = tree.child_lists
        children, bounds = of_row[order].tolist(), starts.tolist()
        self.kids += [tuple(children[bounds[row] : bounds[row + 1]]) for row in rows]
        names = [tree.name(row) for row in rows]
        self.name += names
        self.wild += [name if self._wildcards and name in WILDCARDS else "" for name in names]
        wild = np.array([self._wildcards and name in WILDCARDS for name in tree.names], bool)
        self.has_wild += (_subtree_sums(tree, wild[tree.label])[rows] > 0).tolist()
        for cost, whole, below in (
            (self._costs.delete, self.drop, self.drop_below),
            (self._costs.insert, self.gain, self.gain_below),
        ):
            own = np.array([self._cost(cost, name) for name in tree.names], np.float64)[tree.label]
            sums = _subtree_sums(tree, own)[rows]
            whole += sums.tolist()
            below += (sums - own[rows]).tolist()

    def _cost(self, cost: LabelCost, name: str) -> float:
        if self._wildcards and name in MAY_MISS:
            return 0.0
        return float(cost(name)) if callable(cost) else float(cost)


def _subtree_sums(tree: Tree, values: NDArray[Any]) -> NDArray[np.float64]:
    running = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    return running[tree.end] - running[:-1]
