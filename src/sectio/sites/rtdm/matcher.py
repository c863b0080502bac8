"""The distance of two subtrees under restricted top-down mappings, by class: exact, lazy, without recursion.

The recurrence is RTDM's (Reis et al., WWW 2004; `docs/methods/tree_matching.md`). Three things make it quick.
Results are kept per pair of classes, so repeated subtrees cost nothing. A pair of children is only compared
when pairing them could still beat deleting and inserting, and only as far as needed to know. Long child lists
are laid out in arrays.

A comparison is a generator that yields the pairs it needs; one loop keeps the open ones on a stack.
"""

import math
from collections.abc import Generator, Sequence
from itertools import accumulate
from typing import NamedTuple

from sectio import deadline
from sectio.sites.rtdm.align import Comparison, Kids, Request, Step, Table, fill_long, long_cells, trace
from sectio.sites.rtdm.classes import TAKES_MANY, UNIT, Classes, Costs
from sectio.sites.rtdm.trees import Tree

LONG_CELLS = 12_000  # above, a pair of child lists is laid out in arrays; measured on real pages
ARRAY_GAIN = 8  # how many array cells take the time of one plain one
MAX_CELLS = 30_000_000  # cells one distance may fill before the rest is estimated: about ten seconds


class _Side(NamedTuple):
    """What the rows of a table need to know of the other list's children."""

    kids: Kids
    names: list[str]
    gains: list[float]
    below: list[float]
    inner: list[bool]

    @classmethod
    def of(cls, kids: Kids, classes: Classes) -> "_Side":
        """Look it up once for all rows."""
        return cls(
            kids,
            [classes.name[kid] for kid in kids],
            [classes.gain[kid] for kid in kids],
            [classes.gain_below[kid] for kid in kids],
            [bool(classes.kids[kid]) for kid in kids],
        )


class Matcher:
    """Distances among the trees added to it; later comparisons reuse the results of earlier ones."""

    def __init__(
        self,
        costs: Costs = UNIT,
        *,
        zero_border: bool = False,
        wildcards: bool = False,
        max_cells: int = MAX_CELLS,
    ) -> None:
        self.classes = Classes(costs, wildcards=wildcards)
        self.zero_border, self._wildcards = zero_border, wildcards
        self.approximate = False
        self._replace, self._max_cells, self._cells = costs.replace, max_cells, 0
        self._bounded = costs.uniform and not zero_border
        self._known: list[dict[int, float]] = []
        # Distances known only to be larger than this.
        self._above: list[dict[int, float]] = []

    def add(self, tree: Tree) -> list[int]:
        """The class of each row of a tree."""
        rows = self.classes.add(tree)
        for store in (self._known, self._above):
            store += [{} for _ in range(len(self.classes) - len(store))]
        return rows

    def distance(self, left: int, right: int, limit: float = math.inf) -> float:
        """The distance of two classes; infinite when it is above the limit."""
        self._cells = 0
        cost = self.pair_cost(left, right)
        if cost is None and not self._may_cost(left, right, limit):
            return math.inf
        if cost is None:
            cost = self._run(left, right, limit, self._compare(left, right, limit))
        return cost if cost <= limit else math.inf

    def steps(self, left: int, right: int, *, replace: bool = True) -> list[Step]:
        """How the children of two classes are best aligned, as positions: pairs, deletions, insertions.

        With `replace=False` two children of different labels are a deletion and an insertion.
        """
        start, ones, others = self._middle(left, right, keep_start=not replace)
        table: Table = []
        if ones and others:
            self._run(left, right, math.inf, self._fill(ones, others, math.inf, table))
        steps: list[Step] = [(place, place) for place in range(start)]
        for i, j in trace(self, ones, others, table, replace=replace):
            steps.append((None if i is None else i + start, None if j is None else j + start))
        more = zip(
            range(start + len(ones), len(self.classes.kids[left])),
            range(start + len(others), len(self.classes.kids[right])),
            strict=True,
        )
        return [*steps, *more]

    def pair_cost(self, left: int, right: int) -> float | None:
        """The cost of pairing two subtrees; None if that needs an alignment that has not been made yet."""
        classes = self.classes
        if left == right or classes.wild[left]:
            return 0.0
        if classes.name[left] == classes.name[right] and classes.kids[left] and classes.kids[right]:
            return self._known[left].get(right)
        return self._unpaired(left, right)

    def _unpaired(self, left: int, right: int) -> float:
        """The most pairing two subtrees can cost: their children stay without partners."""
        below = self.classes.drop_below[left] + self.classes.gain_below[right]
        same = self.classes.name[left] == self.classes.name[right]
        return below if same else below + self.swap(self.classes.name[left], self.classes.name[right])

    def swap(self, left: str, right: str) -> float:
        """The cost of replacing a label."""
        return float(self._replace(left, right) if callable(self._replace) else self._replace)

    # One comparison at a time

    def _run(self, left: int, right: int, limit: float, work: Comparison) -> float:
        stack = [(left, right, limit, work)]
        answer = math.nan
        fresh = True
        while stack:
            deadline.check()
            left, right, limit, work = stack[-1]
            try:
                request = next(work) if fresh else work.send(answer)
            except StopIteration as finished:
                answer, fresh = finished.value, False
                self._remember(left, right, limit, answer)
                stack.pop()
            else:
                stack.append((*request, self._compare(*request)))
                fresh = True
        return answer

    def _remember(self, left: int, right: int, limit: float, cost: float) -> None:
        if cost <= limit:
            self._known[left][right] = cost
        else:
            self._above[left][right] = limit

    def _compare(self, left: int, right: int, limit: float) -> Comparison:
        """The distance of two classes of equal label that have children."""
        _, ones, others = self._middle(left, right)
        if ones and others:
            return (yield from self._fill(ones, others, limit, None))
        return self._total(self.classes.drop, ones) + self._total(self.classes.gain, others)

    def _middle(self, left: int, right: int, *, keep_start: bool = False) -> tuple[int, Kids, Kids]:
        """How many equal children two lists start with, and the lists without equal starts and ends.

        Pairing equal ones is never worse: any other partner is off by at least the difference in size. Among
        equally good alignments it is an early one; `keep_start` leaves the choice to the way back, if possible.
        """
        ones, others = self.classes.kids[left], self.classes.kids[right]
        start, most = 0, min(len(ones), len(others)) if self._bounded else 0
        keep_start &= len(ones) * len(others) <= LONG_CELLS
        while not keep_start and start < most and ones[start] == others[start] and not self.classes.wild[ones[start]]:
            start += 1
        stop, most = 0, most - start
        while stop < most and ones[-1 - stop] == others[-1 - stop] and not self.classes.wild[ones[-1 - stop]]:
            stop += 1
        return start, ones[start : len(ones) - stop], others[start : len(others) - stop]

    @staticmethod
    def _total(weights: Sequence[float], kids: Kids) -> float:
        return sum(weights[kid] for kid in kids)

    # Filling the table of one pair of child lists

    def _fill(self, ones: Kids, others: Kids, limit: float, table: Table | None) -> Comparison:
        """The cost of the best alignment, or more than the limit; fills the table when one is given."""
        long = len(ones) * len(others) > LONG_CELLS
        self._cells += long_cells(len(ones), len(others)) // ARRAY_GAIN if long else len(ones) * len(others)
        if self._cells > self._max_cells:
            self.approximate = True
            return self._total(self.classes.drop, ones) + self._total(self.classes.gain, others)
        if long:
            return (yield from fill_long(self, ones, others, table))
        side = _Side.of(others, self.classes)
        row = [0.0, *accumulate(side.gains)]
        tails = [row[-1] - passed for passed in row]
        if self.zero_border:
            row = [0.0] * len(row)
        left = self._total(self.classes.drop, ones)
        for kid in ones:
            if table is not None:
                table.append((0, row))
            if self.classes.wild[kid]:
                row = self._wild_row(kid, row, side.gains)
            else:
                row = yield from self._row(kid, row, side)
            left -= self.classes.drop[kid]
            if limit < math.inf and self._hopeless(row, left, tails, limit):
                return math.inf
        if table is not None:
            table.append((0, row))
        return row[-1]

    def _hopeless(self, row: list[float], left: float, tails: list[float], limit: float) -> bool:
        """Whether every way on from a row is above the limit, because what is left differs in size."""
        if not self._bounded:
            return min(row) > limit
        if self._wildcards:  # they take any surplus of the other side
            return min(cost + max(left - tail, 0.0) for cost, tail in zip(row, tails, strict=True)) > limit
        return min(cost + abs(left - tail) for cost, tail in zip(row, tails, strict=True)) > limit

    def _wild_row(self, kid: int, above: list[float], gains: list[float]) -> list[float]:
        """A row of a wildcard: it takes a subtree at no cost, some go on taking."""
        drop, stays = self.classes.drop[kid], self.classes.wild[kid] in TAKES_MANY
        row = [best := above[0] + drop]
        for diagonal, up, gain in zip(above, above[1:], gains, strict=False):
            row.append(best := min(diagonal, up + drop, best if stays else best + gain))
        return row

    def _row(self, kid: int, above: list[float], side: _Side) -> Generator[Request, float, list[float]]:
        """A row of a subtree: delete it, insert others, or pair it where that can still be cheaper."""
        drop, name = self.classes.drop[kid], self.classes.name[kid]
        known, inner, below = self._known[kid], bool(self.classes.kids[kid]), self.classes.drop_below[kid]
        best = 0.0 if self.zero_border else above[0] + drop
        row = [best]
        for other, diagonal, up, label, gain, gain_below, other_inner in zip(
            side.kids, above, above[1:], side.names, side.gains, side.below, side.inner, strict=False
        ):
            best = up + drop if up + drop < best + gain else best + gain
            if diagonal <= best:
                cost: float | None
                if kid == other:
                    cost = 0.0
                elif name != label:
                    cost = below + gain_below + self.swap(name, label)
                elif not inner or not other_inner:
                    cost = below + gain_below
                else:
                    cost = known.get(other)
                    if cost is None and self._may_cost(kid, other, best - diagonal):
                        seen = other in self._above[kid]
                        cost = yield kid, other, math.inf if seen else best - diagonal
                if cost is not None and diagonal + cost < best:
                    best = diagonal + cost
            row.append(best)
        return row

    def _may_cost(self, kid: int, other: int, limit: float) -> bool:
        """Whether a distance can be as small as the limit, judging by what is known without comparing."""
        if self._above[kid].get(other, -1.0) >= limit:
            return False
        if not self._bounded:
            return True
        surplus = self.classes.gain[other] - self.classes.drop[kid]
        return (-surplus if self.classes.has_wild[kid] else abs(surplus)) <= limit
