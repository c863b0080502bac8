"""Aligning two child lists: long ones as array rows, and the way back through a filled table.

A row of the table is a window `(first column, values)`; columns outside a window cost infinitely much.
"""

import math
from collections.abc import Callable, Generator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats
from sectio.sites.rtdm.classes import ANY, SOME, TAKES_MANY, Classes

Kids = tuple[int, ...]
Row = tuple[int, Sequence[float] | Floats]
Table = list[Row]
# A pair of classes and how large its distance may get before it no longer matters.
Request = tuple[int, int, float]
Comparison = Generator[Request, float, float]
Step = tuple[int | None, int | None]

FULL_CELLS = 4_000_000  # a table beyond this is banded
BAND_CELLS = 10_000_000
BAND = (50, 500)  # smallest and largest half width
MAX_PAIRS = 50_000  # distinct pairs of classes compared for one pair of long lists
NEAR = 1e-9


class PairCosts(Protocol):
    """What aligning needs to know of a matcher."""

    classes: Classes
    approximate: bool

    @property
    def zero_border(self) -> bool:
        """True when leading deletions and insertions are free."""

    def pair_cost(self, left: int, right: int) -> float | None:
        """The cost of pairing two subtrees as far as it is known."""

    def swap(self, left: str, right: str) -> float:
        """The cost of replacing a label."""


def fill_long(costs: PairCosts, ones: Kids, others: Kids, table: Table | None) -> Comparison:
    """Fill the table row by row with array operations; all pairs of classes are compared first.

    With W the running insertion costs, M[i,j] = W[j] + min over k ≤ j of (candidate[k] - W[k]).
    """
    drop, gain, wild = costs.classes.drop, costs.classes.gain, costs.classes.wild
    pair_costs = yield from _pair_costs(costs, ones, others)
    running = np.concatenate(([0.0], np.cumsum([gain[kid] for kid in others])))
    flat = np.zeros(len(running))
    half = _half_width(len(ones), len(others))
    costs.approximate |= half < len(others)
    low, row = 0, flat if costs.zero_border else running
    if table is not None:
        table.append((0, row))
    for place, kid in enumerate(ones, 1):
        middle = place * len(others) // len(ones)
        start, stop = max(middle - half, 0), min(middle + half, len(others)) + 1
        above = _window(row, low, start - 1, stop)
        candidate = above[1:] + drop[kid]
        paired = above[:-1].copy()
        paired[1 - min(start, 1) :] += pair_costs(place - 1, max(start - 1, 0), stop - 1)
        np.minimum(candidate, paired, out=candidate)
        if start == 0 and costs.zero_border:
            candidate[0] = 0.0
        base = (flat if wild[kid] in TAKES_MANY else running)[start:stop]
        low, row = start, np.minimum.accumulate(candidate - base) + base
        if table is not None:
            table.append((low, row))
    return float(row[-1])


def long_cells(rows: int, columns: int) -> int:
    """How many cells `fill_long` fills."""
    return rows * min(columns + 1, 2 * _half_width(rows, columns) + 1)


def _half_width(rows: int, columns: int) -> int:
    """How far from the diagonal to look; the band follows the slope of lists of unequal length."""
    if rows * columns <= FULL_CELLS:
        return rows + columns
    least, greatest = BAND
    return max(min(BAND_CELLS // (2 * rows), greatest), least, columns // rows + 1)


def _window(row: NDArray[np.float64], low: int, start: int, stop: int) -> Floats:
    """The columns `start … stop-1` of a row that begins at `low`; infinite where it has none."""
    found = np.full(stop - start, math.inf)
    first, last = max(start, low), min(stop, low + len(row))
    found[first - start : last - start] = row[first - low : last - low]
    return found


PairRow = Callable[[int, int, int], Floats]


def _pair_costs(costs: PairCosts, ones: Kids, others: Kids) -> Generator[Request, float, PairRow]:
    """A function that gives the costs of pairing one child with some of the others.

    Each pair of classes is compared, if there are not too many; otherwise children of unequal pairs get no partners.
    """
    rows, row_of = np.unique(ones, return_inverse=True)
    columns, column_of = np.unique(others, return_inverse=True)
    if len(rows) * len(columns) > MAX_PAIRS:
        costs.approximate = True
        return _estimates(costs, ones, others)
    matrix = np.empty((len(rows), len(columns)))
    for i, one in enumerate(rows.tolist()):
        for j, other in enumerate(columns.tolist()):
            cost = costs.pair_cost(one, other)
            matrix[i, j] = (yield one, other, math.inf) if cost is None else cost
    return lambda place, start, stop: matrix[row_of[place]][column_of[start:stop]]


def _estimates(costs: PairCosts, ones: Kids, others: Kids) -> PairRow:
    """The same without comparing: equal classes cost nothing, all others the maximum for a pair."""
    classes = costs.classes
    kinds = {kind: place for place, kind in enumerate(dict.fromkeys(classes.name[kid] for kid in others))}
    kind_of = np.array([kinds[classes.name[kid]] for kid in others])
    below, numbers = np.array([classes.gain_below[kid] for kid in others]), np.array(others)

    def row(place: int, start: int, stop: int) -> Floats:
        kid = ones[place]
        if classes.wild[kid]:
            return np.zeros(stop - start)
        name = classes.name[kid]
        # Swapping is looked up for the kinds in the window alone: texts are kinds, and there may be many.
        seen, kind = np.unique(kind_of[start:stop], return_inverse=True)
        swaps = np.array([0.0 if names[k] == name else costs.swap(name, names[k]) for k in seen.tolist()])
        found: Floats = classes.drop_below[kid] + below[start:stop] + swaps[kind]
        found[numbers[start:stop] == kid] = 0.0
        return found

    names = list(kinds)
    return row


# The way back


def trace(costs: PairCosts, ones: Kids, others: Kids, table: Table, *, replace: bool) -> list[Step]:
    """The steps of a cheapest alignment: pairs first, then deletions, then insertions.

    A wildcard that takes many siblings is paired with each of them.
    """
    steps: list[Step] = []
    i, j = len(ones), len(others)
    while i and j and table:
        move = _move(costs, ones[i - 1], others[j - 1], table[i - 1 : i + 1], j, replace)
        steps.append((i - 1 if move != "insert" else None, j - 1 if move != "delete" else None))
        i -= move in ("pair", "delete")
        j -= move in ("pair", "insert", "stay")
        if move == "stay" and not j:
            i -= 1  # the wildcard has taken siblings: it is not deleted
    steps += [(None, k) for k in reversed(range(j))]
    steps += [(k, None) for k in reversed(range(i))]
    return _without_served(steps[::-1])


def _move(costs: PairCosts, one: int, other: int, rows: Table, j: int, replace: bool) -> str:
    (above, here), wild = rows, costs.classes.wild[one]
    value = _at(here, j)
    if wild == ANY and _at(here, j - 1) <= value + NEAR:
        return "stay"
    cost = costs.pair_cost(one, other)
    same = replace or wild or costs.classes.name[one] == costs.classes.name[other]
    if cost is not None and same and _at(above, j - 1) + cost <= value + NEAR:
        return "pair"
    if wild == SOME and _at(here, j - 1) <= value + NEAR:
        return "stay"
    return "delete" if _at(above, j) + costs.classes.drop[one] <= value + NEAR else "insert"


def _at(row: Row, column: int) -> float:
    low, values = row
    return float(values[column - low]) if low <= column < low + len(values) else math.inf


def _without_served(steps: list[Step]) -> list[Step]:
    """Drop the deletion of a wildcard that took siblings."""
    served = {i for i, j in steps if i is not None and j is not None}
    return [(i, j) for i, j in steps if j is not None or i not in served]
