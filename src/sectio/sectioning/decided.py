"""Sections of a page whose content is decided: each is content or noise as a whole, in agreement with the text.

The page is cut as the template method cuts it, by repetition, area and separators; then a section that contains both content and
noise is split into runs of one kind. A run of a few words stays with its neighbours, as long as all of them together are
a tiny share of the text.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import subtree_sum
from sectio.layout import Layout
from sectio.layout.estimate import areas, weights
from sectio.sectioning.cut import Cut, Piece, cut, find_mixtures
from sectio.sectioning.importance import Weighed, importances
from sectio.sectioning.repeats import repetitions

# Shares of the words of the text: how much of it may be in noisy sections, and how much else in sections of content.
MISSED: Final = 0.004
ADDED: Final = 0.01
# A longer run is always a section of its own.
SMALL_RUN: Final = 8
BORDER: Final = 0.5
_JUST_BELOW: Final = 0.499


@dataclass(frozen=True, eq=False)
class Decision:
    """Which rows are content, and how certain that is: `chance` is 0 to 1 for each text row."""

    content: Mask
    chance: Floats

    @classmethod
    def of(cls, page: Page, content: Mask, chance: NDArray[np.floating] | None) -> "Decision":
        """A decision about texts; images follow the texts around them."""
        sure = content.astype(np.float64) if chance is None else np.asarray(chance, np.float64)
        images = np.flatnonzero(page.is_tag("img"))
        if not len(images) or not len(page.text_rows):
            return cls(content, sure)
        content, sure = content.copy(), sure.copy()
        after = np.searchsorted(page.text_rows, images)
        near = page.text_rows[np.minimum(after, len(page.text_rows) - 1)], page.text_rows[np.maximum(after - 1, 0)]
        content[images] = content[near[0]] & content[near[1]]
        sure[images] = np.minimum(sure[near[0]], sure[near[1]])
        return cls(content, sure)

    def importance(self, page: Page) -> Floats:
        """The chance, stretched where the border between content and noise on this page is below a half."""
        border = self._border(page)
        below, above = BORDER * self.chance / border, BORDER + BORDER * (self.chance - border) / (1 - border)
        return np.clip(np.where(self.chance < border, below, above), 0, 1)

    def _border(self, page: Page) -> float:
        """Halfway between the most likely noise and the least likely content, at most a half."""
        lowest = float(self.chance[self.content & page.is_text].min(initial=1.0))
        rest = self.chance[~self.content & page.is_text]
        highest = float(rest[rest <= lowest].max(initial=0.0))
        return min(max((lowest + highest) / 2, 1e-6), BORDER)


def weigh_decision(
    page: Page, decision: Decision, *, stars: Ints | None = None, layout: Layout | None = None
) -> Weighed:
    """Cut the page and weigh its sections; `stars` numbers the items of lists, if more is known than this page."""
    area = areas(page, layout)
    # Chosen text that markup hides is content like any other.
    visible = page.visible | decision.content
    shown = weights(page) * visible
    share = subtree_sum(page, shown * ~decision.content) / np.maximum(subtree_sum(page, shown), 1e-9)
    made = cut(
        page,
        stars=repetitions(page, area) if stars is None else stars,
        area=area,
        content=shown > 0,
        mixture=find_mixtures(page, share),
    )
    leaves = np.flatnonzero((shown > 0) & (made.section >= 0))
    split = _split(page, made, leaves, decision.content[leaves])
    count = len(split.pieces)
    leaf = np.full(len(page), -1, np.int32)
    leaf[leaves] = split.section[leaves]
    noisy = importances(leaf, _votes(page), (~decision.content).astype(np.float64), count) < BORDER
    mean = importances(leaf, shown, 1 - decision.importance(page), count)
    return Weighed(split, np.where(noisy, np.minimum(mean, _JUST_BELOW), np.maximum(mean, BORDER)), noisy, visible)


def _votes(page: Page) -> Floats:
    """The weight of a leaf when a section is called content or noise: words, to agree with the text."""
    return np.where(page.is_text, page.words + 0.01, 0.001)


@dataclass(frozen=True, eq=False)
class _Runs:
    """Runs of leaves of one kind inside one piece: where each begins in `order`, its piece, kind and words."""

    order: NDArray[np.intp]
    start: NDArray[np.intp]
    piece: Ints
    content: Mask
    words: Floats

    @classmethod
    def of(cls, page: Page, piece: Ints, leaves: NDArray[np.intp], content: Mask) -> "_Runs":
        order = leaves[np.argsort(piece, kind="stable")]
        piece, kind = np.sort(piece, kind="stable"), content[np.argsort(piece, kind="stable")]
        new = np.ones(len(order), bool)
        new[1:] = (piece[1:] != piece[:-1]) | (kind[1:] != kind[:-1])
        start = np.flatnonzero(new)
        words = np.add.reduceat(page.words[order].astype(np.float64), start) if len(start) else np.zeros(0)
        return cls(order, start, piece[start], kind[start], words)

    def absorbed(self, total: float) -> Mask:
        """The small runs that stay with their neighbours: the smallest first, while they fit the budget."""
        alone = np.bincount(self.piece, minlength=1)[self.piece] == 1
        taken = np.zeros(len(self.start), bool)
        for kind, budget in ((True, MISSED * total), (False, ADDED * total)):
            small = np.flatnonzero((self.content == kind) & ~alone & (self.words <= SMALL_RUN))
            small = small[np.argsort(self.words[small], kind="stable")]
            taken[small[np.cumsum(self.words[small]) <= budget]] = True
        return taken

    def numbers(self, total: float) -> NDArray[np.intp]:
        """A section number for each run: an absorbed run has the number of the run before it, or after it if there is none."""
        kind = np.where(self.absorbed(total), -1, self.content.astype(np.int8))
        first = np.ones(len(self.start), bool)
        first[1:] = self.piece[1:] != self.piece[:-1]
        for i in np.flatnonzero(kind < 0).tolist():  # few: they fit into a small budget
            kind[i] = self.content[i] if first[i] else kind[i - 1]
        new = first.copy()
        new[1:] |= kind[1:] != kind[:-1]
        return np.cumsum(new) - 1


def _split(page: Page, made: Cut, leaves: NDArray[np.intp], content: Mask) -> Cut:
    """The same cut with every piece that is both content and noise split."""
    runs = _Runs.of(page, made.section[leaves], leaves, content)
    if not len(runs.start):
        return made
    numbers = runs.numbers(float(page.words[leaves[content]].sum()))
    section = np.full(len(page), -1, np.int32)
    section[runs.order] = np.repeat(numbers, np.diff(np.append(runs.start, len(runs.order))))
    firsts = np.flatnonzero(np.diff(numbers, prepend=-1))
    is_whole = np.bincount(runs.piece[firsts], minlength=len(made.pieces)) == 1
    bounds = np.append(runs.start[firsts], len(runs.order))
    # Rows that are not leaves go with the first section of their piece.
    home = np.full(len(made.pieces) + 1, -1, np.int32)
    home[runs.piece[firsts][::-1]] = np.arange(len(firsts), dtype=np.int32)[::-1]
    section = np.where(section < 0, home[made.section], section)
    pieces = []
    for i, first in enumerate(firsts.tolist()):
        piece = made.pieces[int(runs.piece[first])]
        rows = runs.order[bounds[i] : bounds[i + 1]]
        pieces.append(piece if is_whole[runs.piece[first]] else Piece(piece.kind, _tops(page, rows)))
    return Cut(section, pieces)


def _tops(page: Page, rows: NDArray[np.intp]) -> tuple[int, ...]:
    """The largest subtrees that contain only these leaves, which are consecutive."""
    high = int(page.end[rows[-1]])
    tops: list[int] = []
    for leaf in rows.tolist():
        if tops and leaf < page.end[tops[-1]]:
            continue
        row = leaf
        # A parent that begins with this row and does not end after the run contains only leaves of the run.
        while (above := int(page.parent[row])) and above + 1 == row and int(page.end[above]) <= high:
            row = above
        tops.append(row)
    return tuple(tops)
