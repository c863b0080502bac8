"""The default decision: the paper's idea with its weak points mended.

The paper takes the candidate nearest to the root; on today's pages that is the footer, a cookie notice or an
author box as often as the article. It knows comments by English class names only, and several areas by their
depth. Here

- regions that are mostly links, or stand in a footer, menu, sidebar or form, are no candidates;
- regions are alike when they have the same class, or without one the same path of tags;
- a group of like regions is the comments if its names or the heading over it say so, or if that heading counts it;
- a page has several areas if the largest region has its like among the candidates, and together they are more
  than anything else; otherwise the largest candidate is the article;
- what lies inside a chosen region, and like regions near the article, belong to it.
"""

from collections import defaultdict
from functools import cached_property

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page, covered
from sectio.methods.sd.comments import CommentWords, counts, heads_comments
from sectio.methods.sd.decide import Decision, only, scope
from sectio.methods.sd.regions import Regions

MOSTLY_LINKS = 0.5
_ASIDE = ("nav", "footer", "aside", "form")
_PATH = 4  # ancestors that make the path of a region without a class


def judge(regions: Regions, *, t1: float) -> Decision:
    """Type the page and choose its regions."""
    if not len(regions):
        return Decision("multiple", only(regions, ()))
    view = _View(regions)
    largest = view.largest(view.eligible)
    group = view.alike(largest)
    comments = view.commentary(group)
    if comments:
        before = view.eligible & (np.arange(len(regions)) < comments[0])
        article = view.largest(before)
        return view.article(article, comments)
    if view.several(group, t1):
        return view.areas(group)
    return view.article(largest, view.comments_on(largest))


class _View:
    """The regions of a page with what the decision asks about them."""

    def __init__(self, regions: Regions) -> None:
        self.regions, self.page = regions, regions.page
        self.size: Floats = regions.plain

    @cached_property
    def eligible(self) -> Mask:
        """Regions that can be content; all of them if none can."""
        page, regions = self.page, self.regions
        aside = covered(page, page.is_tag(*_ASIDE) & (np.arange(len(page)) > 1))[regions.root]
        good = ~aside & (self.size > (1 - MOSTLY_LINKS) * regions.density)
        return good if good.any() else np.ones(len(regions), bool)

    @cached_property
    def groups(self) -> dict[object, Ints]:
        """Regions of one kind."""
        found: defaultdict[object, list[int]] = defaultdict(list)
        for number, key in enumerate(self.kinds):
            found[key].append(number)
        return {key: np.array(members, np.int32) for key, members in found.items()}

    @cached_property
    def kinds(self) -> list[object]:
        """What regions of one kind share."""
        return [_kind(self.page, root) for root in self.regions.root.tolist()]

    def largest(self, among: Mask) -> int:
        """The region with most text outside links."""
        return int(np.argmax(np.where(among, self.size, -1)))

    def alike(self, region: int) -> Ints:
        """The regions of its kind that can be content, itself included."""
        members = self.groups[self.kinds[region]]
        return members[self.eligible[members]]
