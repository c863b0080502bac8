"""The SD-tree: which nodes have text, the regions they merge into, and what is known about each region.

Steps 1 to 4 of the paper (section 3.3); steps 5 to 7 are in `decide`.
"""

import re
from dataclasses import dataclass

import numpy as np

from sectio.dom import words
from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import child_sum, nearest_ancestor, subtree_sum
from sectio.methods._joined import joined_lengths
from sectio.once import once

# Tags that count as part of the element around them, with their text.
_DISSOLVED = (
    "a", "b", "i", "u", "em", "strong", "font", "center", "img", "br", "h4", "h5", "h6", "span", "sub", "sup",
    "small",
)  # fmt: skip
_SECTIONS = ("section", "article", "main", "aside", "header", "footer", "nav", "form", "body")
# Tags that organise a page; text below any other tag goes to the nearest of these. "paper" has the names the
# paper gives; "reference" those of the authors' program, where a sidebar in a table cell stays separate from the
# article. "default" is that without the items of a list in an article: see `_strong`.
STRONG = {
    "default": ["div", "td", "th", *_SECTIONS],
    "reference": ["div", "td", "th", "dd", "dt", "li", "blockquote", *_SECTIONS],
    "paper": ["table", "tbody", "tr", "div", "ul", "ol", "dl", "blockquote", *_SECTIONS],
}
_ITEMS = ("li", "dd", "dt")
# A name that says: this element is one comment. `comment-body` and `comments` do not say it.
_ONE_COMMENT = re.compile(rf"(?:{'|'.join(words.SD_COMMENT)})[-_]?\d*", re.IGNORECASE)
_FEW_STEPS = 24


@dataclass(frozen=True, eq=False)
class Regions:
    """The regions of a page in document order.

    `root` is the row of each; `texts` are the positions in `page.texts` that are in a region and `of_text`
    says in which.
    """

    page: Page
    root: Ints
    texts: Ints
    of_text: Ints
    density: Ints

    def __len__(self) -> int:
        return len(self.root)

    @once
    def level(self) -> Ints:
        """The paper's dfr: how many ancestors the root of each region has."""
        return self.page.depth[self.root]

    @once
    def distance(self) -> Floats:
        """The paper's dfm: 0 for the region with most text, near 100 for the smallest."""
        return 100 - 100 * self.density / max(int(self.density.max(initial=0)), 1)

    @once
    def plain(self) -> Floats:
        """Characters outside links of each region."""
        page = self.page
        outside = ~page.in_link[page.text_rows[self.texts]] * page.counts.length[self.texts]
        return np.bincount(self.of_text, weights=outside, minlength=len(self)).astype(np.float64)

    @once
    def title(self) -> Ints:
        """The heading over each region: the first h1 or h2 inside it, or the last h1 to h3 before it; or -1."""
        inner, before = self._headings
        return np.where(inner >= 0, inner, before)

    @once
    def title_level(self) -> Ints:
        """How deep the element is that contains both region and heading; -1 without a heading."""
        inner, before = self._headings
        holder = self.page.depth[_deepest_above(self.page, self.root, before)]
        return np.where(inner >= 0, self.level, np.where(before >= 0, holder, -1))

    @once
    def title_gap(self) -> Floats:
        """The paper's title_diff: levels from the heading's element down to the region; infinite without one."""
        return np.where(self.title < 0, np.inf, np.abs(self.title_level - self.level))

    @once
    def _headings(self) -> tuple[Ints, Ints]:
        return _headings(self.page, self.root)

    @once
    def _by_region(self) -> tuple[Ints, Ints]:
        """The texts sorted by region, and where each region's begin."""
        order = np.argsort(self.of_text, kind="stable")
        return self.texts[order], np.searchsorted(self.of_text[order], np.arange(len(self) + 1)).astype(np.int32)

    def text(self, *numbers: int) -> str:
        """The text of a region, or of several in document order."""
        texts, start = self._by_region
        mine = [at for number in numbers for at in texts[start[number] : start[number + 1]].tolist()]
        return self.page.join(sorted(mine))

    def title_text(self, number: int) -> str | None:
        """The heading over a region."""
        row = int(self.title[number])
        return None if row < 0 else self.page.text(row)

    def rows(self, regions: Ints) -> Mask:
        """A mask over the page's rows: the text of these regions."""
        wanted = np.zeros(len(self), bool)
        wanted[regions] = True
        mask = np.zeros(len(self.page), bool)
        mask[self.page.text_rows[self.texts[wanted[self.of_text]]]] = True
        return mask


def find_regions(page: Page, *, t2: float, profile: str, require_period: bool = False) -> Regions:
    """Prune nodes with little text of their own, merge the others into regions, measure those."""
    shown = np.flatnonzero(page.visible[page.text_rows]).astype(np.int32)
    valid = _valid(page, shown, t2, require_period, wide=profile == "default")
    inner = valid[valid > 1]  # html and body only if nothing else has text
    strong = _strong(page, profile)
    strong[:2] = True
    roots = np.zeros(len(page), bool)
    roots[_climb_to(page, inner if len(inner) else valid, strong)] = True
    roots = _merge(page, roots)
    nearest = nearest_ancestor(page, roots, include_self=True)[page.text_rows[shown]]
    inside = nearest >= 0
    root = np.flatnonzero(roots).astype(np.int32)
    of_text = np.searchsorted(root, nearest[inside]).astype(np.int32)
    texts = shown[inside]
    return Regions(page, root, texts, of_text, joined_lengths(page, texts, of_text, len(root)))


def _strong(page: Page, profile: str) -> Mask:
    """Tags that organise the page; by default a list item does if it has a name to be styled by (class or id).

    A bare item is a point of a list, which is part of the text around it.
    """
    strong = page.is_tag(*STRONG[profile])
    if profile == "default":
        items = page.is_tag(*_ITEMS)
        strong[[row for names in (page.classes, page.ids) for row in names if items[row]]] = True
    return strong


def _valid(page: Page, shown: Ints, t2: float, require_period: bool, wide: bool) -> Ints:
    """Step 2: the nodes with more than T2 characters of their own; `wide` counts an ideograph as two."""
    dissolved = page.is_tag(*_DISSOLVED)
    dissolved &= ~(page.is_tag("span") & (child_sum(page, page.is_block) > 0))
    owner = _climb_to(page, page.parent[page.text_rows[shown]], ~dissolved)
    own = joined_lengths(page, shown, owner, len(page))
    if wide:
        own = own + np.bincount(owner, weights=page.counts.cjk[shown], minlength=len(page))
    valid = own > t2
    if require_period:
        stops = np.fromiter(("." in page.texts[at] for at in shown), bool, len(shown))
        valid &= np.bincount(owner, weights=stops, minlength=len(page)) > 0
    return np.flatnonzero(valid).astype(np.int32)


def _climb_to(page: Page, nodes: Ints, goal: Mask) -> Ints:
    """The nearest ancestor-or-self of each node that is a goal; the root is one. A few steps are the usual case."""
    for _ in range(_FEW_STEPS):
        short = ~goal[nodes]
        if not short.any():
            return nodes
        nodes = np.where(short, page.parent[nodes], nodes)
    return np.maximum(nearest_ancestor(page, goal, include_self=True)[nodes], 0)


def _merge(page: Page, roots: Mask) -> Mask:
    """Step 3: a region right below another is a part of it.

    Below the body it stays, or all would be one; and a comment right below a comment stays, as its reply.
    """
    absorbed = roots & roots[page.parent]
    absorbed &= page.parent > 1
    replies = [n for n in np.flatnonzero(absorbed).tolist() if is_reply(page, n)]
    absorbed[replies] = False
    return roots & ~absorbed


def is_reply(page: Page, node: int) -> bool:
    """Whether an element is named a comment and so is its parent."""
    return _is_comment(page, node) and _is_comment(page, int(page.parent[node]))


def _is_comment(page: Page, node: int) -> bool:
    names = f"{page.classes.get(node, '')} {page.ids.get(node, '')}".split()
    return any(map(_ONE_COMMENT.fullmatch, names))


def _headings(page: Page, root: Ints) -> tuple[Ints, Ints]:
    """The first h1 or h2 inside each region and the last h1 to h3 before it, or -1.

    Of the headings before a region the last one shares the deepest ancestor with it: the nearest when
    climbing.
    """
    level = page.heading
    outer = np.flatnonzero((level > 0) & (level <= 3))
    outer = outer[subtree_sum(page, page.text_len * page.visible)[outer] > 0]
    inner = outer[level[outer] <= 2]
    first = np.searchsorted(inner, root)
    inside = np.append(inner, -1)[first]
    before = np.append(outer, -1)[np.searchsorted(outer, root) - 1]
    return np.where(inside < page.end[root], inside, -1).astype(np.int32), before.astype(np.int32)


def _deepest_above(page: Page, nodes: Ints, others: Ints) -> Ints:
    """The deepest proper ancestor of each node that begins before the other node, which precedes it."""
    above = page.parent[nodes]
    while (far := (above >= others) & (others >= 0) & (above > 0)).any():
        above = np.where(far, page.parent[above], above)
    return above
