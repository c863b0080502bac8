"""What a comment region says of itself: the paper's keywords in names and in text."""

import re

import numpy as np

from sectio.dom.page import Ints, Page
from sectio.dom.tree import subtree_sum
from sectio.methods.sd.regions import Regions

KEYWORDS = ("comment", "reply", "response", "user")
SPOKEN = ("wrote:", "said:")
_NAMED = re.compile("|".join(KEYWORDS))
_SPOKEN = re.compile("|".join(SPOKEN))
_ANY = re.compile("|".join((*KEYWORDS, *SPOKEN)))
_NEVER = re.compile("footer|policy")


class CommentWords:
    """Keywords in the classes and ids of a stretch of the page, counted over the tree once."""

    def __init__(self, page: Page, start: int, end: int) -> None:
        self.page = page
        named = np.zeros(len(page), bool)
        for names in (page.classes, page.ids):
            named[[row for row, name in names.items() if start < row < end and _NAMED.search(name.lower())]] = True
        self._inside = subtree_sum(page, named)

    def about(self, regions: Regions, members: Ints) -> bool:
        """Whether a group speaks of comments, and neither it nor its parents of footers or policies."""
        roots = regions.root[members]
        names = self._names([*roots.tolist(), *self.page.parent[roots].tolist()])
        if _NEVER.search(names):
            return False
        if _NAMED.search(names) or self._inside[roots].any():
            return True
        return any(_speaks(regions.text(member).lower()) for member in members.tolist())

    def _names(self, rows: list[int]) -> str:
        classes, ids = self.page.classes, self.page.ids
        return " ".join(f"{classes.get(row, '')} {ids.get(row, '')}" for row in rows).lower()


def _speaks(text: str) -> bool:
    return _SPOKEN.search(text) is not None or len(set(_ANY.findall(text))) >= 2
