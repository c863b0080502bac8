"""Which regions are the article, its comments, or the areas of a page with several: steps 5 to 7 of the paper."""

from dataclasses import dataclass

import numpy as np

from sectio.dom.page import Ints, Page
from sectio.dom.tree import lowest_common_ancestor
from sectio.methods.sd.comments import CommentWords, with_replies
from sectio.methods.sd.regions import Regions

LEVELS_UP = 4  # what belongs to the article is below an ancestor of it at most this far up
CLASS_LENGTH = 200


@dataclass(frozen=True, eq=False)
class RegionChoice:
    """The page type and the numbers of the regions that make it.

    `owner` says for each region which chosen one it is a part of: itself for a chosen one, -1 for the rest.
    """

    page_type: str
    owner: Ints
    article: int | None = None
    comments: tuple[int, ...] = ()
    areas: tuple[int, ...] = ()

    @property
    def chosen(self) -> tuple[int, ...]:
        """The informative regions: the article and its comments, or the areas."""
        return self.areas if self.article is None else (self.article, *self.comments)

    @property
    def content(self) -> tuple[int, ...]:
        """The regions of the main text: the article, or the areas."""
        return self.areas if self.article is None else (self.article,)

    @property
    def parts(self) -> tuple[int, ...]:
        """The regions that continue the article."""
        if self.article is None:
            return ()
        return tuple(n for n in np.flatnonzero(self.owner == self.article).tolist() if n != self.article)


def decide(regions: Regions, *, t1: float, order: str = "paper") -> RegionChoice:
    """Type the page by the regions within T1 of the largest.

    `order="code"` tests for several areas before it tests for comments, as the authors' program does.
    """
    candidates = np.flatnonzero(regions.distance <= t1).astype(np.int32)
    article = _article(regions, candidates)
    level = len(candidates) > 1 and len(np.unique(regions.level[candidates])) == 1
    several = article is None or (level and order == "code")
    comments = () if several or article is None else find_comments(regions, article)
    if several or article is None or (level and not comments):
        areas = tuple(candidates.tolist())
        return RegionChoice("multiple", only(regions, areas), areas=areas)
    kind = "article_comments" if comments else "article"
    return RegionChoice(kind, only(regions, (article, *comments)), article, comments)


def only(regions: Regions, chosen: tuple[int, ...]) -> Ints:
    """Every chosen region owns itself and no other."""
    owner = np.full(len(regions), -1, np.int32)
    owner[list(chosen)] = chosen
    return owner


def _article(regions: Regions, candidates: Ints) -> int | None:
    """The only candidate, or the one that `nearest` finds."""
    return int(candidates[0]) if len(candidates) == 1 else nearest(regions, candidates)


def nearest(regions: Regions, candidates: Ints) -> int | None:
    """The candidate that is closest to the root and has its title at the closest level; the largest of several.

    Where one is closest to the root and another to its title, there is none: the page has several areas.
    """
    level, gap = regions.level[candidates], regions.title_gap[candidates]
    if not np.isfinite(gap).any():
        return None
    both = candidates[(level == level.min()) & (gap == gap.min())]
    return int(both[np.argmax(regions.density[both])]) if len(both) else None


def find_comments(regions: Regions, article: int) -> tuple[int, ...]:
    """The class group near the article with a comment keyword; the closest, then the largest; and its replies."""
    page, root = regions.page, int(regions.root[article])
    top = scope(page, root)
    near = (regions.root >= top) & (regions.root < page.end[top])
    words = CommentWords(page, top, int(page.end[top]), needed=1)
    best, found = (-1, 0), tuple[int, ...]()
    for members in _class_groups(regions, article):
        if not near[members].all() or not words.about(regions, members):
            continue
        common = lowest_common_ancestor(page, np.array([root, *regions.root[members]]))
        rank = (int(page.depth[common]), int(regions.density[members].sum()))
        if rank > best:
            best, found = rank, tuple(members.tolist())
    return with_replies(regions, found)


def scope(page: Page, root: int) -> int:
    """The highest ancestor that is still informative: four levels up, below the body.

    The body counts only as the parent of the article itself.
    """
    top = root
    for _ in range(LEVELS_UP):
        above = int(page.parent[top])
        if above == 0 or (above == 1 and top != root):
            break
        top = above
    return top


def _class_groups(regions: Regions, article: int) -> list[Ints]:
    """Regions of one class; without a class, of one parent and tag."""
    page = regions.page
    groups: dict[object, list[int]] = {}
    for number, root in enumerate(regions.root.tolist()):
        if number != article:
            name = " ".join(sorted(page.classes.get(root, "")[:CLASS_LENGTH].split()))
            groups.setdefault(name or (int(page.parent[root]), int(page.tag[root])), []).append(number)
    return [np.array(members, np.int32) for members in groups.values()]
