"""What is content by its place: the parts of a text that are too short or too odd to be told from their words.

Listings of code, formulas, quotations, posts of other sites, notes in boxes, parts that open, lists between paragraphs, lines
of a broken paragraph and headings belong to the text when the blocks before and after them do.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from sectio.dom import words as names
from sectio.dom.blocks import Blocks
from sectio.dom.page import Ints, Mask, Page, covered
from sectio.dom.tree import subtree_sum
from sectio.model.spans import Words, inside, spans, sums, total

# What is taken in by its place, all of one kind together, has at most this share of the words that are chosen.
ADDED_SHARE: Final = 0.1
# How many blocks away from a listing the text around it may begin: labels and buttons are in between.
NEAR: Final = 3
# More of a box or list that are links, and it leads elsewhere.
LINK_SHARE: Final = 0.5
# Parts of a page: what contains them only arranges them.
ARRANGED: Final = ("article", "section", "form", "nav", "aside", "header", "footer", "h1", "h2", "h3", "main")
CONTROLS: Final = ("form", "input", "select", "textarea", "nav")
# Elements that may be boxes, and headings below the first level.
BOXED: Final = ("div", "aside", "section", "p")
LOWER_HEADINGS: Final = ("h2", "h3", "h4", "h5", "h6")
_AROUND: Final = " -_"

Said: TypeAlias = dict[str, list[int]]
Classes: TypeAlias = dict[int, str]


def add(page: Page, blocks: Blocks, chosen: Mask, weight: Words) -> None:
    """Take in what belongs to the chosen blocks by its place; `weight` are words, of what is never content none."""
    spots = _Spots(page, blocks, chosen, weight)
    of_rows = said(page)
    spots.take_in(np.flatnonzero(_marked(page, of_rows["embedded"], "pre")).astype(np.int32), near=NEAR)
    if page.has("math"):
        spots.take_in(_outermost(page, page.is_tag("math")))
    parts = (
        _quotations(page),
        _marked(page, of_rows["box"]) & page.is_tag(*BOXED),
        _marked(page, of_rows["opened"], "details"),
        _lists(page),
        _broken(page, blocks, chosen),
        _marked(page, of_rows["heading"], *LOWER_HEADINGS),
    )
    spots.take_in(_between_paragraphs(page, blocks, _outermost(page, np.logical_or.reduce(parts))))


def add_notes(page: Page, blocks: Blocks, chosen: Mask, weight: Words) -> None:
    """Take in the notes that the chosen blocks refer to."""
    if page.has("sup"):
        rows = _notes(page, blocks, chosen)
        found = zip(*(edge.tolist() for edge in spans(blocks, page, rows)), strict=True)
        _Spots(page, blocks, chosen, weight).add([*found])


def said(page: Page) -> Said:
    """The rows that attributes say something of which counts here, by what they say."""
    classes, roles = hinted(page), page.source.having("role")
    return {
        "embedded": [row for row, value in classes.items() if _of_class(value).is_embedded],
        "box": _box_rows(classes),
        "opened": _opened_rows(page, roles),
        "heading": [row for row, role in roles.items() if role == "heading"],
        "pressed": [row for row, role in roles.items() if role in ("button", "tab")],
        "quoted": quoted_rows(classes),
    }


def hinted(page: Page) -> Classes:
    """The classes of the rows that may be boxes, posts of other sites or repeated sentences: few, by the words they have."""
    rows = (page.class_bits >= names.BOX_HINT).nonzero()[0]  # whatever is behind the groups is a hint
    return page.source.having_among("class", rows) if len(rows) else {}


class _OfClass(NamedTuple):
    """What a class says: of each of its names the words for boxes that are tokens of it, and the words that stand alone in one."""

    is_embedded: bool
    is_quoted: bool
    boxes: tuple[frozenset[str], ...]
    alone: frozenset[str]


@lru_cache(maxsize=4096)
def _of_class(value: str) -> _OfClass:
    single = value.split()
    boxes = tuple(found for name in single if (found := names.BOXES.intersection(names.tokens(name))))
    together = f" {' '.join(single).lower()} "
    alone = frozenset(word for word in names.BOXES if word in together and _stands_alone(word, together))
    return _OfClass(not names.EMBEDDED.isdisjoint(single), not names.PULL_QUOTES.isdisjoint(single), boxes, alone)


def quoted_rows(classes: Classes) -> list[int]:
    """The rows that are sentences of the text repeated beside it."""
    return [row for row, value in classes.items() if _of_class(value).is_quoted]


class _Spots:
    """Places among the blocks; `chosen` grows as things are taken in."""

    def __init__(self, page: Page, blocks: Blocks, chosen: Mask, weight: Words) -> None:
        self._page, self._blocks, self._chosen, self._weight = page, blocks, chosen, weight

    def take_in(self, rows: Ints, *, near: int = 1) -> None:
        """Take in the rows with chosen blocks before and after them, not more than so many blocks away."""
        if not len(rows):
            return
        found = zip(*(edge.tolist() for edge in spans(self._blocks, self._page, rows)), strict=True)
        chosen = self._chosen
        self.add(
            [
                (start, end)
                for start, end in found
                if chosen[max(start - near, 0) : start].any() and chosen[end : end + near].any()
            ]
        )

    def add(self, found: Sequence[tuple[int, int]]) -> None:
        """Take in these blocks, if all of them are little beside what is chosen: else the page is about something else."""
        if not found:
            return
        added = np.zeros(len(self._chosen), bool)
        for start, end in found:
            added[start:end] = self._weight[start:end] > 0
        weight, chosen = self._weight, self._chosen
        if total(weight * (added & ~chosen)) <= ADDED_SHARE * total(weight * chosen):
            self._chosen |= added


def _marked(page: Page, rows: list[int], *tags: str) -> Mask:
    """True for these rows, and those with one of these tags."""
    marked = page.is_tag(*tags)
    marked[rows] = True
    return marked


def _outermost(page: Page, marked: Mask) -> Ints:
    rows = np.flatnonzero(marked).astype(np.int32)
    is_outer = np.ones(len(rows), bool)
    is_outer[1:] = rows[1:] >= np.maximum.accumulate(page.end[rows])[:-1]
    return np.asarray(rows[is_outer], np.int32)


def _quotations(page: Page) -> Mask:
    """Quotations, and the figures around them."""
    marked = page.is_tag("blockquote")
    marked[[row for row in page.parent[marked].tolist() if page.tag_of(row) == "figure"]] = True
    return marked


def _box_rows(classes: Classes) -> list[int]:
    """The rows that are notes, tips and warnings by the words of their class, of those that stand alone somewhere on the page."""
    alone = frozenset[str]().union(*(_of_class(value).alone for value in classes.values()))
    if not alone:
        return []
    return [
        row for row, value in classes.items() if any(not alone.isdisjoint(found) for found in _of_class(value).boxes)
    ]


def _stands_alone(word: str, text: str) -> bool:
    """Whether a word is in a text with a space, dash or underscore before and after it."""
    at = text.find(word)
    while at >= 0:
        if text[at - 1] in _AROUND and text[at + len(word)] in _AROUND:
            return True
        at = text.find(word, at + 1)
    return False


def _opened_rows(page: Page, roles: dict[int, str]) -> list[int]:
    """What is around parts that something else on the page opens."""
    controlled = {target for value in page.source.having("aria-controls").values() for target in value.split()}
    parts = [row for row, role in roles.items() if role == "tabpanel"]
    parts += [row for row, name in page.ids.items() if name in controlled] if controlled else []
    return [int(page.parent[row]) for row in parts]


def _lists(page: Page) -> Mask:
    """Lists, but those that arrange parts of the page."""
    marked = page.is_tag("ul", "ol", "dl")
    rows = np.flatnonzero(marked).astype(np.int32)
    marked[rows[inside(page, page.is_tag(*ARRANGED), rows) > 0]] = False
    return marked


def _broken(page: Page, blocks: Blocks, chosen: Mask) -> Mask:
    """Paragraphs of several lines of which some are chosen."""
    rows = np.flatnonzero(page.is_tag("p")).astype(np.int32)
    first, last = spans(blocks, page, rows)
    some = sums(chosen.astype(np.float64), first, last)
    marked = np.zeros(len(page), bool)
    marked[rows[(last - first > 1) & (some > 0)]] = True
    return marked


def _between_paragraphs(page: Page, blocks: Blocks, rows: Ints) -> Ints:
    """The rows between two paragraphs, all three in one element, that do not lead elsewhere and have nothing to fill in."""
    first, last = spans(blocks, page, rows)
    fits = (first > 0) & (first < last) & (last < len(blocks))
    rows, first, last = rows[fits], first[fits], last[fits]
    above, own = _above_paragraph(page, blocks), page.parent[rows]
    rows = rows[(above[first - 1] == own) & (above[last] == own)]
    if not len(rows):
        return rows
    linked, every = (inside(page, words, rows) for words in (page.link_words, page.words))
    leads = (linked > LINK_SHARE * every) & ~(page.heading > 0)[rows]
    return np.asarray(rows[~leads & (inside(page, page.is_tag(*CONTROLS), rows) == 0)], np.int32)


def _above_paragraph(page: Page, blocks: Blocks) -> Ints:
    """Per block: the element around the paragraph it is in, or -1."""
    paragraphs = np.flatnonzero(page.is_tag("p"))
    if not len(paragraphs):
        return np.full(len(blocks), -1, np.int32)
    at = np.searchsorted(paragraphs, blocks.node) - 1
    around = paragraphs[at]
    return np.where((at >= 0) & (blocks.node < page.end[around]), page.parent[around], np.int32(-1))


def _notes(page: Page, blocks: Blocks, chosen: Mask) -> Ints:
    """The lists of footnotes that raised signs in the chosen text refer to."""
    signs = covered(page, page.is_tag("sup")) & page.is_link & (subtree_sum(page, blocks.rows(chosen)) > 0)
    jumps = page.source.having_among("href", np.flatnonzero(signs))
    targets = {target[1:] for target in jumps.values() if target[:1] == "#"}
    notes = [row for row, name in page.ids.items() if name in targets and page.tag_of(row) == "li"] if targets else []
    return np.array(sorted({int(page.parent[row]) for row in notes}), np.int32)
