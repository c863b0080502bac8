"""From a group of pages to its patterns, each with the region that is the body.

One unusual page can spoil a pattern: an extra wrapper around the article, and all of it becomes one wildcard.
So the most typical pages come first, and a page that would cost a settled pattern too many of its fixed nodes
is set aside; pages set aside form a pattern of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sectio.dom.page import Page
from sectio.sites.rtdm import regions
from sectio.sites.rtdm.clusters import by_likeness
from sectio.sites.rtdm.patterns import NePattern
from sectio.sites.rtdm.trees import Tree

# A pattern of fewer pages does not show what varies.
FEWEST_PAGES: Final = 2
# A pattern is settled after this many pages; then no page may cost it more than a tenth (experiment E7).
SETTLED: Final = 5
KEPT: Final = 0.9
AHEAD: Final = 4


@dataclass(frozen=True, eq=False)
class Group:
    """The pattern of a group of pages, and the pattern row of the region that is the body."""

    pattern: NePattern
    body: int | None = None


def one_pattern(pages: Sequence[Page]) -> Group:
    """One pattern for all pages, in the order given."""
    return _located(NePattern.generate([Tree.of(page, "content") for page in pages]), pages)


def patterns(pages: Sequence[Page]) -> list[Group]:
    """The patterns of a group of pages, from typical pages to unusual ones; a last unusual page is left out."""
    rest = [pages[number] for number in by_likeness(pages)]
    groups: list[Group] = []
    while len(rest) >= FEWEST_PAGES or not groups:
        pattern, core, rest = _grow(rest)
        groups.append(_located(pattern, core))
    return groups


def grown(group: Group, pages: Sequence[Page]) -> Group:
    """The group with its pattern generalised by these pages."""
    pattern = group.pattern
    for page in pages:
        pattern = pattern.generalised(Tree.of(page, "content"))
    return _located(pattern, pages) if pages else group


def _grow(pages: Sequence[Page]) -> tuple[NePattern, list[Page], list[Page]]:
    """A pattern, the pages it was made from, and the pages set aside.

    Of the next few pages, the one that leaves most nodes fixed always comes first.
    """
    pattern, core, aside = NePattern(Tree.of(pages[0], "content")), [pages[0]], []
    rest = [(page, Tree.of(page, "content")) for page in pages[1:]]
    while rest:
        wider = [pattern.generalised(tree) for _, tree in rest[:AHEAD]]
        best = max(range(len(wider)), key=lambda place: wider[place].fixed)
        page, _ = rest.pop(best)
        if len(core) >= SETTLED and wider[best].fixed < KEPT * pattern.fixed:
            aside.append(page)
        else:
            pattern = wider[best]
            core.append(page)
    return pattern, core, aside


def _located(pattern: NePattern, pages: Sequence[Page]) -> Group:
    """A pattern with the region that is the body of these pages."""
    votes = np.zeros(len(pattern.tree))
    for page in pages:
        votes += regions.votes(pattern, pattern.match(Tree.of(page, "content")), page)
    return Group(pattern, regions.body_row(pattern.tree, votes))
