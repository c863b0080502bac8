"""The default decision: the paper's idea with its weak points fixed.

The paper takes the candidate nearest to the root; on today's pages that is the footer, a cookie notice or an
author box as often as the article. It knows comments by English class names only, and several areas by their
depth. Here

- regions that are mostly links, or are in a menu, footer, sidebar or form, are not candidates;
- regions are alike when they have the same class, or without one the same path of tags;
- a group of similar regions is the comments if its names or the heading over it say so, or the heading counts it;
- a page has several areas if there are regions like the largest among the candidates, and together they have
  more than any other region; otherwise the largest region is the article;
- where there is neither group nor comments, and the region closest to the root is not the one closest to its title,
  the page has several areas, as in the paper;
- what is inside a chosen region, and similar regions near the article, are parts of it.
"""

import re
from itertools import count

import numpy as np

from sectio.dom.page import Column, Ints, Mask, Page, covered
from sectio.dom.tree import lowest_common_ancestor
from sectio.methods.sd.comments import CommentWords, Headings, named_comments, with_replies
from sectio.methods.sd.decide import CLASS_LENGTH, RegionChoice, nearest, only, scope
from sectio.methods.sd.regions import Regions

MOSTLY_LINKS = 0.5
_ASIDE = ("nav", "footer", "aside", "form")
_NEVER_COMMENTS = ("nav", "footer", "form")
_PATH = 4  # ancestors that make the path of a region without a class
LEAST_ARTICLE = 0.25  # of the longest comment, or it is not an article
# T1 of the paper's refusal. At 80 the types of generated sites are best (.842 against .809 without it, .824 at 90), and
# the text of the real pages it touches gets better (listings .18 to .25, threads .26 to .44, articles .68 to .74).
REFUSE = 80
_NUMBER = re.compile(r"[-_]\d+\b")  # what distinguishes post-17 from post-18


def decide_refined(regions: Regions, *, t1: float) -> RegionChoice:
    """Type the page and choose its regions."""
    if not len(regions):
        return RegionChoice("multiple", only(regions, ()))
    eligible, kinds = _eligible(regions), _kinds(regions)
    headings = Headings(regions)
    largest = _largest(regions, eligible)
    group = _main_group(regions, eligible, kinds, t1)
    main = group if len(group) else np.array([largest], np.int32)
    article, comments = _article_before(regions, eligible, main, headings)
    if comments:
        return _with_article(regions, kinds, article, comments)
    if len(group):
        return _with_areas(regions, group)
    comments = _comments_on(regions, kinds, largest, headings)
    if not comments and len(areas := _refused(regions, eligible)):
        return _with_areas(regions, areas)
    return _with_article(regions, kinds, largest, comments)


def _refused(regions: Regions, eligible: Mask) -> Ints:
    """The areas of a page on which the paper's rule finds no article among the regions within `REFUSE` of the largest.

    None if it finds one, or there is only one region to choose from.
    """
    size = np.where(eligible, regions.plain, 0)
    near = np.flatnonzero(eligible & (size >= (100 - REFUSE) / 100 * size.max())).astype(np.int32)
    refused = len(near) > 1 and nearest(regions, near) is None
    return near if refused else near[:0]


def _main_group(regions: Regions, eligible: Mask, kinds: Ints, t1: float) -> Ints:
    """The similar regions that, counting those within T1 of the largest, have more than any other region.

    None if there is no such group of two.
    """
    size = np.where(eligible, regions.plain, 0)
    counted = eligible & (size >= (100 - t1) / 100 * size.max())
    total = np.bincount(kinds, weights=size * counted)
    total[np.bincount(kinds, weights=counted) < 2] = 0
    group = np.flatnonzero(eligible & (kinds == np.argmax(total))).astype(np.int32)
    beside = eligible & (_owners(regions, group) < 0)
    return group if total.max() > size[beside].max(initial=0) else group[:0]


def _eligible(regions: Regions) -> Mask:
    """Regions that can be content; all of them if none can."""
    page = regions.page
    aside = covered(page, page.is_tag(*_ASIDE))[regions.root]
    good = ~aside & (regions.plain > (1 - MOSTLY_LINKS) * regions.density)
    return good if good.any() else np.ones(len(regions), bool)


def _kinds(regions: Regions) -> Ints:
    """A number for each kind of region."""
    numbers: dict[object, int] = {}
    fresh = count()
    keys = (_kind(regions.page, root) for root in regions.root.tolist())
    return np.array([numbers[key] if key in numbers else numbers.setdefault(key, next(fresh)) for key in keys])


def _kind(page: Page, root: int) -> object:
    name = _NUMBER.sub("", page.classes.get(root, "")[:CLASS_LENGTH])
    if name and not name.isspace():
        return " ".join(sorted(name.split()))
    path, node = [], root
    for _ in range(_PATH):
        path.append(int(page.tag[node]))
        node = int(page.parent[node])
    return (int(page.depth[root]), *path)


def _largest(regions: Regions, among: Mask) -> int:
    return int(np.argmax(np.where(among, regions.plain, -1)))


def _article_before(regions: Regions, eligible: Mask, main: Ints, headings: Headings) -> tuple[int, tuple[int, ...]]:
    """If the main regions, or the later ones of them, are comments: those, and the article before them."""
    size = regions.plain
    if size[: main[-1]][eligible[: main[-1]]].max(initial=-1) < LEAST_ARTICLE * size[main].min():
        return -1, ()
    comments = named_comments(regions, main)
    if not len(comments):
        comments = headings.below(main)
    before = eligible & (np.arange(len(regions)) < (comments[0] if len(comments) else 0))
    if not before.any():
        return -1, ()
    article = _largest(regions, before)
    if size[article] < LEAST_ARTICLE * size[comments].max():
        return -1, ()
    return article, with_replies(regions, tuple(comments.tolist()))


def _comments_on(regions: Regions, kinds: Ints, article: int, headings: Headings) -> tuple[int, ...]:
    """The group near the article and after it that names, or a heading, call comments; the closest, the largest."""
    page, root = regions.page, int(regions.root[article])
    top = scope(page, root)
    inside = (regions.root > root) & (regions.root < page.end[top])
    inside &= ~covered(page, page.is_tag(*_NEVER_COMMENTS))[regions.root]
    words = CommentWords(page, root, int(page.end[top]))
    best, found = (-1, 0.0), tuple[int, ...]()
    order = np.argsort(kinds, kind="stable").astype(np.int32)
    starts = np.searchsorted(kinds[order], np.arange(kinds.max() + 2))
    for kind in dict.fromkeys(kinds[inside & (kinds != kinds[article])].tolist()):
        members = order[starts[kind] : starts[kind + 1]]
        if not inside[members].all():
            continue
        if not words.about(regions, members):
            members = headings.below(members)
        if not len(members):
            continue
        common = lowest_common_ancestor(page, np.array([root, *regions.root[members[[0, -1]]]]))
        rank = (int(page.depth[common]), float(regions.plain[members].sum()))
        if rank > best:
            best, found = rank, tuple(members.tolist())
    return with_replies(regions, found)


def _with_areas(regions: Regions, areas: Ints) -> RegionChoice:
    return RegionChoice("multiple", _owners(regions, areas), areas=tuple(areas.tolist()))


def _with_article(regions: Regions, kinds: Ints, article: int, comments: tuple[int, ...]) -> RegionChoice:
    """The article with its parts: similar regions near it, and what is inside them."""
    page = regions.page
    top = scope(page, int(regions.root[article]))
    near = (regions.root >= top) & (regions.root < page.end[top])
    like = near & (kinds == kinds[article]) & bool(page.classes.get(int(regions.root[article])))
    like[article] = True
    like[list(comments)] = False
    chosen = like.copy()
    chosen[list(comments)] = True
    owner = _owners(regions, np.flatnonzero(chosen))
    owner[(owner >= 0) & like[owner]] = article
    return RegionChoice("article_comments" if comments else "article", owner, article, comments)


def _owners(regions: Regions, chosen: Column) -> Ints:
    """For each region the nearest chosen one it is in (or is), or -1."""
    picked = np.zeros(len(regions), bool)
    picked[chosen] = True
    ends = regions.page.end[regions.root].tolist()
    owner: list[int] = []
    open_: list[int] = []
    for number, (root, takes) in enumerate(zip(regions.root.tolist(), picked.tolist(), strict=True)):
        while open_ and ends[open_[-1]] <= root:
            open_.pop()
        if takes:
            open_.append(number)
        owner.append(open_[-1] if open_ else -1)
    return np.array(owner, np.int32)
