"""How similar two trees are: Simple Tree Matching and RTDM, their mappings and similarities.

Simple Tree Matching (Selkow 1977; Yang 1991) counts the pairs of the largest top-down mapping of equal
labels. RTDM (Reis et al., WWW 2004) is the cheapest restricted top-down mapping: parents of partners are
partners, and below a replaced node nothing has a partner. One engine serves both: with replacing as expensive as
deleting and inserting, |A| + |B| - cost is twice the number of pairs.
"""

import math
from dataclasses import dataclass
from typing import Literal

from sectio.dom.page import Page
from sectio.errors import InputError
from sectio.sites.rtdm.classes import UNIT, Costs
from sectio.sites.rtdm.matcher import Matcher
from sectio.sites.rtdm.trees import Mode, Tree, as_tree

__all__ = [
    "UNIT", "Costs", "Mapping", "Mode", "Tree", "rtdm", "rtdm_mapping", "rtdm_similarity", "similarity",
    "stm", "stm_mapping", "stm_similarity",
]  # fmt: skip

Treelike = Tree | Page | str
NO_REPLACING = Costs(replace=2.0)
ROUNDING = 1e-9


@dataclass(frozen=True)
class Mapping:
    """Which rows correspond: `pairs` in preorder, and the rows without partners on either side.

    `cost` is the distance for RTDM and the number of pairs for Simple Tree Matching; `approximate` means that
    huge child lists were compared along the diagonal only, so a better mapping may exist.
    """

    cost: float
    pairs: tuple[tuple[int, int], ...]
    deleted: tuple[int, ...]
    inserted: tuple[int, ...]
    approximate: bool = False


def stm(a: Treelike, b: Treelike) -> int:
    """The number of pairs of the largest top-down mapping of equal labels."""
    left, right = as_tree(a), as_tree(b)
    return round((len(left) + len(right) - _distance(left, right, Matcher(NO_REPLACING))) / 2)


def stm_similarity(a: Treelike, b: Treelike) -> float:
    """Twice the pairs over all nodes, 0 to 1; two empty trees are identical."""
    left, right = as_tree(a), as_tree(b)
    return 2 * stm(left, right) / (len(left) + len(right)) if len(left) + len(right) else 1.0


def stm_mapping(a: Treelike, b: Treelike) -> Mapping:
    """A largest top-down mapping of equal labels."""
    return _mapping(as_tree(a), as_tree(b), Matcher(NO_REPLACING), replace=False)


def rtdm(
    a: Treelike,
    b: Treelike,
    eps: float = math.inf,
    costs: Costs = UNIT,
    zero_border: bool = False,
) -> float:
    """The cost of the cheapest restricted top-down mapping; infinite when it is above `eps`.

    `zero_border` makes leading deletions and insertions free, as in the survey's pseudo-code; what else is
    odd in that (a pair does not add the cost of what comes before it) is not reproduced.
    """
    matcher = Matcher(costs, zero_border=zero_border)
    return _distance(as_tree(a), as_tree(b), matcher, eps)


def rtdm_mapping(a: Treelike, b: Treelike, costs: Costs = UNIT) -> Mapping:
    """A cheapest restricted top-down mapping."""
    return _mapping(as_tree(a), as_tree(b), Matcher(costs), replace=True)


def rtdm_similarity(a: Treelike, b: Treelike, threshold: float = 0.0) -> float:
    """One minus the cost per node, 0 to 1; 1 only for identical trees. Below the threshold it is 0."""
    left, right = as_tree(a), as_tree(b)
    total = len(left) + len(right)
    if not len(left) or not len(right):
        return float(not total)
    eps = (1 - threshold) * total + ROUNDING
    if abs(len(left) - len(right)) > eps:
        return 0.0
    return max(1 - _distance(left, right, Matcher(), eps) / total, 0.0)


def similarity(a: Treelike, b: Treelike, method: Literal["rtdm", "stm"] = "rtdm") -> float:
    """How similar the structures of two pages are, 0 to 1."""
    if method not in ("rtdm", "stm"):
        raise InputError(f"there is no similarity {method!r}; choose rtdm or stm")
    return rtdm_similarity(a, b) if method == "rtdm" else stm_similarity(a, b)


def _distance(left: Tree, right: Tree, matcher: Matcher, eps: float = math.inf) -> float:
    ones, others = matcher.add(left), matcher.add(right)
    if ones and others:
        return matcher.distance(ones[0], others[0], eps)
    cost = sum(matcher.classes.drop[row] for row in ones[:1]) + sum(matcher.classes.gain[row] for row in others[:1])
    return cost if cost <= eps else math.inf


def _mapping(left: Tree, right: Tree, matcher: Matcher, *, replace: bool) -> Mapping:
    cost = _distance(left, right, matcher)
    pairs = tuple(sorted(_pairs(left, right, matcher, replace=replace)))
    ones, others = {one for one, _ in pairs}, {other for _, other in pairs}
    return Mapping(
        cost=cost if replace else float(len(pairs)),
        pairs=pairs,
        deleted=tuple(row for row in range(len(left)) if row not in ones),
        inserted=tuple(row for row in range(len(right)) if row not in others),
        approximate=matcher.approximate,
    )


def _pairs(left: Tree, right: Tree, matcher: Matcher, *, replace: bool) -> list[tuple[int, int]]:
    """All pairs, from the roots down."""
    ones, others = matcher.add(left), matcher.add(right)
    if not ones or not others or not (replace or left.name(0) == right.name(0)):
        return []
    pairs: list[tuple[int, int]] = []
    todo = [(0, 0)]
    while todo:
        i, j = todo.pop()
        if ones[i] == others[j]:
            pairs += zip(range(i, int(left.end[i])), range(j, int(right.end[j])), strict=True)
            continue
        pairs.append((i, j))
        if left.name(i) != right.name(j):
            continue
        above, below = left.children(i), right.children(j)
        for one, other in matcher.steps(ones[i], others[j], replace=replace):
            if one is not None and other is not None:
                todo.append((above[one], below[other]))
    return pairs
