"""Sections of a page whose content is decided: each is content or noise as a whole, in agreement with the text.

The page is cut as the template method cuts it, by repetition, area and separators; then a section that contains both content and
noise is split into runs of one kind. A run of a few words stays with its neighbours, as long as all of them together are
a tiny share of the text.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import subtree_sum
from sectio.layout import Layout
from sectio.layout.estimate import areas, weights
from sectio.sectioning.cut import Cut, cut, find_mixtures
from sectio.sectioning.importance import Weighed, importances
from sectio.sectioning.repeats import repetitions
from sectio.sectioning.runs import Runs, split

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
    # Chosen text that markup hides is content like any other.
    visible = page.visible | decision.content
    shown = weights(page)
    area = areas(page, layout, shown)
    shown *= visible
    made = _cut(page, decision.content, shown, area, stars)
    del area
    leaves = np.flatnonzero((shown > 0) & (made.section >= 0))
    content = decision.content[leaves]
    total = float(page.words[leaves[content]].sum())
    made = split(page, made, leaves, content, partial(_absorbed, total))
    count = len(made.pieces)
    leaf = made.section[leaves]
    noisy = importances(leaf, _votes(page)[leaves], (~content).astype(np.float64), count) < BORDER
    mean = importances(leaf, shown[leaves], (1 - decision.importance(page))[leaves], count)
    return Weighed(made, np.where(noisy, np.minimum(mean, _JUST_BELOW), np.maximum(mean, BORDER)), noisy, visible)


def _cut(page: Page, content: Mask, shown: Floats, area: Floats, stars: Ints | None) -> Cut:
    """The page cut where noise and content meet; what is large is freed on the way."""
    share = subtree_sum(page, shown * ~content)
    whole = subtree_sum(page, shown)
    share /= np.maximum(whole, 1e-9, out=whole)
    mixture = find_mixtures(page, share)
    del share, whole
    stars = repetitions(page, area) if stars is None else stars
    return cut(page, stars=stars, area=area, content=shown > 0, mixture=mixture)


def _votes(page: Page) -> Floats:
    """The weight of a leaf when a section is called content or noise: words, to agree with the text."""
    return np.where(page.is_text, page.words + 0.01, 0.001)


def _absorbed(total: float, runs: Runs) -> Mask:
    """The small runs that stay with their neighbours: the smallest first, while they fit the budget."""
    taken = np.zeros(len(runs.start), bool)
    for kind, budget in ((True, MISSED * total), (False, ADDED * total)):
        small = np.flatnonzero((runs.content == kind) & ~runs.is_whole & (runs.words <= SMALL_RUN))
        small = small[np.argsort(runs.words[small], kind="stable")]
        taken[small[np.cumsum(runs.words[small]) <= budget]] = True
    return taken
