"""Node-extraction patterns: what the pages of a group share, with wildcards where they differ.

Reis et al. (WWW 2004): a pattern is a tree in content mode whose leaves may be wildcards. `.` takes one
subtree, `?` none or one, `+` one or more siblings, `*` any number of them. The wildcards take the data of a
page; the rest is template.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sectio.errors import InputError
from sectio.once import once
from sectio.sites.rtdm.classes import ANY, ONE, OPTIONAL, SOME, WILDCARDS
from sectio.sites.rtdm.matcher import Matcher
from sectio.sites.rtdm.trees import Tree

# What two adjacent wildcards become; other pairs stay two.
_MERGED = {
    OPTIONAL + OPTIONAL: ANY, ONE + OPTIONAL: SOME, OPTIONAL + ONE: SOME, ANY + ANY: ANY, ANY + OPTIONAL: ANY,
    OPTIONAL + ANY: ANY, ANY + ONE: SOME, ONE + ANY: SOME,
    **{pair: SOME for other in WILDCARDS for pair in (SOME + other, other + SOME)},
}  # fmt: skip
# What a wildcard that matched nothing becomes.
_MISSED = {ONE: OPTIONAL, SOME: ANY}


@dataclass(frozen=True)
class PatternMatch:
    """How a page fits a pattern; `captures` has the page rows of each wildcard, numbered from 1."""

    cost: float
    # Cost per node that could have cost something; 0 for a perfect fit.
    share: float
    captures: Mapping[int, tuple[int, ...]]
    # Pattern row and page row of each pair of equal labels.
    pairs: tuple[tuple[int, int], ...]
    approximate: bool = False


@dataclass(frozen=True, eq=False)
class NePattern:
    """A pattern and the number of pages it was made from."""

    tree: Tree
    pages: int = 1

    @classmethod
    def generate(cls, trees: Sequence[Tree]) -> "NePattern":
        """The pattern of some pages, the first one generalised by each of the others."""
        if not trees:
            raise InputError("a pattern needs at least one page; none was passed")
        pattern = cls(trees[0])
        for tree in trees[1:]:
            pattern = pattern.generalised(tree)
        return pattern

    @classmethod
    def parse(cls, notation: str, pages: int = 1) -> "NePattern":
        """A pattern from its notation."""
        return cls(Tree.parse(notation), pages)

    def __str__(self) -> str:
        """The notation."""
        return self.tree.notation()

    @once
    def wildcards(self) -> tuple[int, ...]:
        """The rows of the wildcards."""
        wild = np.array([name in WILDCARDS for name in self.tree.names], bool)
        return tuple(np.flatnonzero(wild[self.tree.label]).tolist())

    @property
    def fixed(self) -> int:
        """The number of nodes that are not wildcards."""
        return len(self.tree) - len(self.wildcards)

    def generalised(self, tree: Tree) -> "NePattern":
        """The pattern that also fits this page."""
        if not len(tree) or not len(self.tree) or tree.name(0) != self.tree.name(0):
            raise InputError("the roots of pattern and page differ: the pages do not belong to one group")
        return NePattern(_generalise(self.tree, tree), self.pages + 1)

    def match(self, tree: Tree, matcher: Matcher | None = None, limit: float = math.inf) -> PatternMatch:
        """Fit the pattern to a page.

        A matcher that knows other patterns of the site can be passed in. A page that costs more than the limit
        costs infinitely much.
        """
        matcher = matcher or Matcher(wildcards=True)
        pattern_rows, page_rows = matcher.add(self.tree), matcher.add(tree)
        if not pattern_rows or not page_rows:
            return PatternMatch(float(len(tree) or len(self.tree)), 1.0, {}, ())
        cost = matcher.distance(pattern_rows[0], page_rows[0], limit)
        if cost == math.inf:
            return PatternMatch(cost, cost, {}, (), matcher.approximate)
        pairs, taken = _walk(self.tree, tree, pattern_rows, page_rows, matcher)
        captured = sum(int(tree.size[row]) for rows in taken.values() for row in rows)
        counted = self.fixed + len(tree) - captured
        captures = {number: tuple(taken.get(row, ())) for number, row in enumerate(self.wildcards, 1)}
        return PatternMatch(cost, cost / max(counted, 1), captures, tuple(pairs), matcher.approximate)


def _walk(
    pattern: Tree, page: Tree, pattern_rows: list[int], page_rows: list[int], matcher: Matcher
) -> tuple[list[tuple[int, int]], dict[int, list[int]]]:
    """The pairs of rows, and the page rows each wildcard takes."""
    pairs: list[tuple[int, int]] = []
    taken: dict[int, list[int]] = {}
    todo = [(0, 0)]
    while todo:
        i, j = todo.pop()
        if pattern.name(i) != page.name(j):
            continue
        pairs.append((i, j))
        ones, others = pattern.children(i), page.children(j)
        for one, other in matcher.steps(pattern_rows[i], page_rows[j]) if ones and others else ():
            if one is None or other is None:
                continue
            if matcher.classes.wild[pattern_rows[ones[one]]]:
                taken.setdefault(ones[one], []).append(others[other])
            else:
                todo.append((ones[one], others[other]))
    return sorted(pairs), taken


# Making a pattern more general


def _generalise(pattern: Tree, page: Tree) -> Tree:
    """The tree of what pattern and page share, with wildcards where they differ; written in preorder."""
    matcher = Matcher(wildcards=True)
    pattern_rows, page_rows = matcher.add(pattern), matcher.add(page)
    matcher.distance(pattern_rows[0], page_rows[0])
    labels: list[str] = []
    parents: list[int] = []
    todo: list[tuple[str | tuple[int, int], int]] = [((0, 0), 0)]
    while todo:
        item, above = todo.pop()
        here = len(labels)
        parents.append(above)
        if isinstance(item, str):
            labels.append(item)
            continue
        labels.append(pattern.name(item[0]))
        children = _children(pattern, page, *item, pattern_rows, page_rows, matcher)
        todo += [(child, here) for child in reversed(children)]
    return Tree.build(labels, parents)


def _children(
    pattern: Tree, page: Tree, i: int, j: int, pattern_rows: list[int], page_rows: list[int], matcher: Matcher
) -> list[str | tuple[int, int]]:
    """What is below a pair in the more general pattern: pairs of rows, and wildcards."""
    ones, others = pattern.children(i), page.children(j)
    found: list[str | tuple[int, int]] = []
    last: int | None = None
    for one, other in matcher.steps(pattern_rows[i], page_rows[j]):
        wild = "" if one is None else matcher.classes.wild[pattern_rows[ones[one]]]
        if wild:
            if one != last:  # a wildcard that takes many is one wildcard
                _append(found, wild if other is not None else _MISSED.get(wild, wild))
            last = one
        elif one is None or other is None:
            _append(found, OPTIONAL)
        elif pattern.name(ones[one]) != page.name(others[other]):
            _append(found, ONE)
        else:
            found.append((ones[one], others[other]))
    return found


def _append(found: list[str | tuple[int, int]], wild: str) -> None:
    """Put a wildcard at the end, merging it with those before it."""
    while found and isinstance(before := found[-1], str) and before + wild in _MERGED:
        wild = _MERGED[before + wild]
        found.pop()
    found.append(wild)
