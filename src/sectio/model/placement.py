"""What is content by its place: the parts of a text that are too short or too odd to be told from their words.

Listings of code, formulas, quotations, posts of other sites, notes in boxes, parts that open, lists between paragraphs, lines
of a broken paragraph and headings belong to the text when the blocks before and after them do.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio.dom import tags
from sectio.dom import words as names
from sectio.dom.blocks import Blocks
from sectio.dom.chars import normalise
from sectio.dom.page import Ints, Mask, Page, covered
from sectio.dom.tree import subtree_sum
from sectio.model.spans import Places, Words, inside, spans, sums, total
from sectio.patterns import pattern

# What is taken in by its place, all of one kind together, has at most this share of the words that are chosen.
ADDED_SHARE: Final = 0.1
# On short pages it may have as many words, and then no more than this share.
ADDED_WORDS: Final = 25
SHORT_SHARE: Final = 0.3
# How many blocks away from a listing the text around it may begin: labels and buttons are in between.
NEAR: Final = 3
# More of a box or list that are links, and it leads elsewhere.
LINK_SHARE: Final = 0.5
# Parts of a page: what contains them only arranges them.
ARRANGED: Final = ("article", "section", "form", "nav", "aside", "header", "footer", "h1", "h2", "h3", "main")
CONTROLS: Final = ("form", "input", "select", "textarea", "nav")
# Elements that may be boxes, and headings below the first level.
BOXED: Final = ("div", "aside", "section", "p", "figure")
LOWER_HEADINGS: Final = ("h2", "h3", "h4", "h5", "h6")
BOLD: Final = ("strong", "b")
_AROUND: Final = " -_"
_CONTROLLING: Final = ("aria-controls", "data-target", "data-bs-target")
# How many elements around one part alone may separate it from the paragraphs before and after it.
WRAPPERS: Final = 2
# With a heading there may be so many words: links to edit what is below it; in a header of both also others, such as a date.
BESIDE_WORDS: Final = 4
HEADER: Final = ("header", "hgroup")
# A paragraph without links that has more words is told from them. So many elements above a formula it may be.
SHORT_WORDS: Final = 30
FORMULA_LEVELS: Final = 3
# A link to a note is a number or a sign, in few elements.
_SIGN = pattern(r"\s*[\[(]?\s*(?:\d{1,3}|[*†‡§]{1,3})\s*[\])]?\s*")
_IN_SIGN = pattern(r"[\d*†‡§]")
_SIGN_ROWS: Final = 4
# Characters of its texts, a blank before and after each counted: those of the longest sign and of three texts' blanks.
_SIGN_LENGTH: Final = 7 + 6
# What opens parts of a page, if there are more of them beside each other, is a menu.
MANY_PARTS: Final = 50

_ITEM, _BOX = tags.CODE["li"], tags.CODE["input"]
# Roles that count here, by what they say.
_ROLES: Final = {"heading": "heading", "button": "pressed", "tab": "pressed"}

Said: TypeAlias = dict[str, list[int]]
Classes: TypeAlias = dict[int, str]
Edges: TypeAlias = tuple[Places, Places]


def add(page: Page, blocks: Blocks, chosen: Mask, weight: Words) -> None:
    """Take in what belongs to the chosen blocks by its place; `weight` are words, of what is never content none."""
    spots = _Spots(page, blocks, chosen, weight)
    of_rows = said(page)
    spots.take_in(np.flatnonzero(_marked(page, of_rows.get("embedded", []), "pre")).astype(np.int32), near=NEAR)
    if page.has("math"):
        spots.take_in(_outermost(page, page.is_tag("math")))
    parts = (
        _quotations(page),
        _marked(page, of_rows.get("box", [])) & page.is_tag(*BOXED),
        _marked(page, of_rows.get("opened", []), "details"),
        _lists(page),
        _unfinished(page, blocks, chosen),
        page.is_tag("address"),
        _marked(page, of_rows.get("heading", []), *LOWER_HEADINGS),
    )
    spots.take_in(*_between_paragraphs(page, blocks, chosen, _outermost(page, np.logical_or.reduce(parts))))


def add_notes(page: Page, blocks: Blocks, chosen: Mask, weight: Words) -> None:
    """Take in the notes that the chosen blocks refer to."""
    jumps = page.source.rows_starting("href", "#")
    rows = [*(_notes(page, blocks, chosen) if page.has("sup") else ()), *_answering(page, blocks, chosen, jumps)]
    if rows:
        found = zip(*(edge.tolist() for edge in spans(blocks, page, np.array(rows, np.int32))), strict=True)
        _Spots(page, blocks, chosen, weight).add([*found])


def said(page: Page) -> Said:
    """The rows that attributes say something of which counts here, by what they say."""
    classes, roles = hinted(page), page.source.having("role")
    return {**_of_classes(classes), **_of_roles(roles), "opened": _opened_rows(page, roles), "ticked": _ticked(page)}


def _of_classes(classes: Classes) -> Said:
    """What classes say."""
    if not classes:
        return {}
    return {
        "embedded": [row for row, value in classes.items() if _of_class(value).is_embedded],
        "box": _box_rows(classes),
        "quoted": quoted_rows(classes),
    }


def _of_roles(roles: dict[int, str]) -> Said:
    """What roles say."""
    found: Said = {}
    for row, role in roles.items():
        said = _ROLES.get(role)
        if said:
            found.setdefault(said, []).append(row)
    return found


def hinted(page: Page) -> Classes:
    """The classes of the rows that may be boxes, posts of other sites or repeated sentences: few, by the words they have."""
    rows = (page.class_bits & (names.BOX_HINT | names.NAME_HINT | names.CUT)).nonzero()[0]
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

    def take_in(self, rows: Ints, around: Edges | None = None, *, near: int = 1) -> None:
        """Take in the rows with chosen blocks before and after them, or `around` them, not more than so many blocks away."""
        if not len(rows):
            return
        own = spans(self._blocks, self._page, rows)
        found = zip(*(edge.tolist() for edge in (*own, *(around or own))), strict=True)
        chosen = self._chosen
        self.add(
            [
                (first, last)
                for first, last, start, end in found
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
        if total(weight * (added & ~chosen)) <= allowance(total(weight * chosen)):
            self._chosen |= added


def allowance(chosen: float) -> float:
    """How much may be taken in by its place beside so many chosen words."""
    return max(ADDED_SHARE * chosen, min(SHORT_SHARE * chosen, ADDED_WORDS))


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
    named = (value for name in _CONTROLLING for value in page.source.having(name).values())
    controlled = {target.lstrip("#") for value in named for target in value.split()}
    parts = [row for row, role in roles.items() if role == "tabpanel"]
    parts += [row for row, name in page.ids.items() if name in controlled] if controlled else []
    if not parts:
        return parts
    items = {int(page.parent[row]) for row in parts}
    around = {int(page.parent[row]) for row in items}
    return sorted(items | {row for row in around if _holds_only(page, row, items)})


def _holds_only(page: Page, row: int, items: set[int]) -> bool:
    """Whether all elements right below a row are among some."""
    ends, below, count = page.end.data, row + 1, 0
    while below in items and below < ends[row] and count < MANY_PARTS:
        below, count = ends[below], count + 1
    return 0 < count < MANY_PARTS and below == ends[row]


def _lists(page: Page) -> Mask:
    """Lists, but those that arrange parts of the page."""
    marked = page.is_tag("ul", "ol", "dl")
    rows = np.flatnonzero(marked).astype(np.int32)
    marked[rows[inside(page, page.is_tag(*ARRANGED), rows) > 0]] = False
    return marked


def _unfinished(page: Page, blocks: Blocks, chosen: Mask) -> Mask:
    """Paragraphs of several lines of which some are chosen, and short ones without links that are all bold or have a formula."""
    rows = np.flatnonzero(page.is_tag("p")).astype(np.int32)
    first, last = spans(blocks, page, rows)
    some = sums(chosen.astype(np.float64), first, last) > 0
    words, linked = (inside(page, values, rows) for values in (page.words, page.link_words))
    is_short = ~some & (words <= SHORT_WORDS) & (linked == 0)
    below = np.minimum(rows + 1, len(page) - 1)
    is_bold = page.is_tag(*BOLD)[below] & (page.parent[below] == rows) & (page.end[below] == page.end[rows])
    holds = np.isin(rows, _around_formulas(page)) if page.has("math") else np.zeros(len(rows), bool)
    marked = np.zeros(len(page), bool)
    marked[rows[(some & (last - first > 1)) | (is_short & (is_bold | holds))]] = True
    return marked


def _around_formulas(page: Page) -> list[int]:
    """The paragraphs that formulas are in."""
    found = set[int]()
    for row in np.flatnonzero(page.is_tag("math")).tolist():
        for _ in range(FORMULA_LEVELS):
            row = int(page.parent[row])
            if page.tag_of(row) == "p":
                found.add(row)
                break
    return sorted(found)


def _between_paragraphs(page: Page, blocks: Blocks, chosen: Mask, rows: Ints) -> tuple[Ints, Edges]:
    """The rows between two paragraphs, all in one element, that do not lead elsewhere and have nothing to fill in; those beside each
    other together. Besides, headings of parts of which all the rest is chosen. With the blocks that they are between.
    """
    first, last = spans(blocks, page, rows)
    rows = rows[(first < last) & ~_lead_away(page, rows)]
    if not len(rows):
        return rows, spans(blocks, page, rows)
    above, frames = _above_paragraph(page, blocks), _frames(page, blocks, rows)
    run = np.cumsum(np.append(True, (frames.own[1:] != frames.own[:-1]) | (frames.first[1:] != frames.last[:-1]))) - 1
    opening, closing = run.searchsorted(run), run.searchsorted(run, "right") - 1
    start, end = frames.first[opening], frames.last[closing]
    fits = (start > 0) & (end < len(blocks))
    fits[fits] = (above[start[fits] - 1] == frames.own[fits]) & (above[end[fits]] == frames.own[fits])
    first, last = spans(blocks, page, rows)
    names = ~fits & _name_rest(page, blocks, chosen, rows)
    start, end = np.where(names, first, start), np.where(names, last, end)
    fits |= names
    return rows[fits], (start[fits], end[fits])


def _lead_away(page: Page, rows: Ints) -> Mask:
    """Which rows lead elsewhere, or have something to fill in."""
    linked, every = (inside(page, words, rows) for words in (page.link_words, page.words))
    controls = page.is_tag(*CONTROLS)
    controls[_ticked(page)] = False
    return np.asarray((linked > LINK_SHARE * every) & ~(page.heading > 0)[rows] | (inside(page, controls, rows) > 0))


def _name_rest(page: Page, blocks: Blocks, chosen: Mask, rows: Ints) -> Mask:
    """Which rows are headings that begin an element of which all the rest is chosen."""
    above = page.parent[rows]
    first, last = spans(blocks, page, rows)
    start, end = spans(blocks, page, above)
    picked = sums(chosen.astype(np.float64), last, end)
    is_plain = _are_headings(page)[rows] & (inside(page, page.link_words, rows) == 0)
    return np.asarray(is_plain & (above > 0) & (start == first) & (end > last) & (picked == end - last))


def _are_headings(page: Page) -> Mask:
    """Headings below the first level."""
    headings = page.is_tag(*LOWER_HEADINGS)
    headings[[row for row, role in page.source.having("role").items() if role == "heading"]] = True
    return headings


class _Frames(NamedTuple):
    """What some rows are in: of headings and paragraphs the first element with more text than they have, a few levels up. And the
    blocks of what is right below it.
    """

    own: Ints
    first: Places
    last: Places


def _frames(page: Page, blocks: Blocks, rows: Ints) -> _Frames:
    own, headings = page.parent[rows], _are_headings(page)[rows]
    first, last = spans(blocks, page, rows)
    words, linked = (inside(page, values, rows) for values in (page.words, page.link_words))
    open_ = headings | page.is_tag("p")[rows]
    for _ in range(WRAPPERS):
        start, end = spans(blocks, page, own)
        more = inside(page, page.words, own) - words
        is_beside = page.is_tag(*HEADER)[own] | (inside(page, page.link_words, own) - linked == more)
        is_line = headings & (more <= BESIDE_WORDS) & is_beside
        open_ = open_ & (own > 0) & (start >= first) & ((end <= last) | is_line)
        own, last = np.where(open_, page.parent[own], own), np.where(open_, end, last)
    return _Frames(np.asarray(own, np.int32), first, np.asarray(last))


def _ticked(page: Page) -> list[int]:
    """The boxes that are ticked or not for readers to see, and not for them to tick."""
    if not page.has("input"):
        return []
    boxes = (page.tag == _BOX).nonzero()[0]
    parent, tag = page.parent.data, page.tag.data  # few are looked at, one by one
    inside = [_ITEM in (tag[parent[row]], tag[parent[parent[row]]]) for row in boxes.tolist()]
    if True not in inside:
        return []
    kinds = page.source.having_among("type", boxes[inside])
    ticks = [row for row, kind in kinds.items() if kind.lower() == "checkbox"]
    return [row for row in ticks if "disabled" in page.source.attributes(row)]


def _above_paragraph(page: Page, blocks: Blocks) -> Ints:
    """Per block: what the paragraph it is in is in, or -1."""
    paragraphs = np.flatnonzero(page.is_tag("p")).astype(np.int32)
    if not len(paragraphs):
        return np.full(len(blocks), -1, np.int32)
    at = np.searchsorted(paragraphs, blocks.node) - 1
    own = _frames(page, blocks, paragraphs).own
    return np.where((at >= 0) & (blocks.node < page.end[paragraphs[at]]), own[at], np.int32(-1))


def _answering(page: Page, blocks: Blocks, chosen: Mask, jumps: NDArray[np.intp]) -> list[int]:
    """The notes, whatever they are written as, that short signs in the chosen text lead to and that lead back to them."""
    jumps = jumps[page.is_link[jumps]]
    if not len(jumps):
        return []
    small = jumps[page.end[jumps] - jumps <= _SIGN_ROWS]
    signs = _signs(page, small)
    if not signs:
        return []
    leads = page.source.having_among("href", jumps)
    is_in = subtree_sum(page, blocks.rows(chosen)) > 0
    back: dict[str, list[int]] = {}
    for row, target in leads.items():
        back.setdefault(target[1:], []).append(row)
    places = {name: row for row, name in reversed(page.ids.items())}
    found = set[int]()
    for row in signs:
        note = _around(page, places.get(leads[row][1:], 0)) if is_in[row] else 0
        own = (page.ids.get(above) for above in (row, int(page.parent[row])))
        answers = [link for name in own if name for link in back.get(name, ())]
        if note > row and any(note <= link < page.end[note] for link in answers):
            found.add(note)
    return sorted(found)


def _signs(page: Page, rows: NDArray[np.intp]) -> list[int]:
    """The rows among these that are a sign: most are none by their length and letters, and need not be read."""
    first, last = page.text_rows.searchsorted(rows.astype(np.int32)), page.text_rows.searchsorted(page.end[rows])
    before = np.zeros(len(page.texts) + 1, np.int64)
    np.add.accumulate(page.counts.length, out=before[1:])
    is_short = (first < last) & (before[last] - before[first] <= _SIGN_LENGTH)
    found = zip(*(places[is_short].tolist() for places in (rows, first, last)), strict=True)
    return [row for row, start, end in found if _is_sign(page, start, end)]


def _is_sign(page: Page, start: int, end: int) -> bool:
    """Whether some texts are a sign together."""
    if not _IN_SIGN.search("".join(page.texts[start:end])):
        return False
    text = normalise(page.texts[start]) if end == start + 1 else page.join(range(start, end))
    return _SIGN.fullmatch(text) is not None


def _around(page: Page, row: int) -> int:
    """The block that an element is or is in."""
    while row and not page.is_block[row]:
        row = int(page.parent[row])
    return row


def _notes(page: Page, blocks: Blocks, chosen: Mask) -> Ints:
    """The lists of footnotes that raised signs in the chosen text refer to."""
    signs = covered(page, page.is_tag("sup")) & page.is_link & (subtree_sum(page, blocks.rows(chosen)) > 0)
    jumps = page.source.having_among("href", np.flatnonzero(signs))
    targets = {target[1:] for target in jumps.values() if target[:1] == "#"}
    notes = [row for row, name in page.ids.items() if name in targets and page.tag_of(row) == "li"] if targets else []
    return np.array(sorted({int(page.parent[row]) for row in notes}), np.int32)
