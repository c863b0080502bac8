"""The selected content as a flat list of events: what the structured writers are written from.

Events are `Open` and `Close` of the elements that give structure (lists, quotes, tables, headings …), `Run`s
of inline content, `Code` blocks and `Rule`s. Every other element only splits or marks the runs. The list is
well formed: each `Open` has its `Close`, items are in lists, cells in rows, and nothing is empty except cells.

Images, embedded media, rules and line breaks have no text, so the mask cannot select them. They belong to the content when
the texts before and after are both selected; all but line breaks also when the nearest of four ancestors that
has any text has only selected text, and images and media when the text after is selected and they are below the
selection's common ancestor. A figure with its caption is one such place: the caption's own words do not count.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom import tags, words
from sectio.dom.chars import normalise
from sectio.dom.page import Ints, Mask, Page, covered
from sectio.dom.tree import lowest_common_ancestor, subtree_any
from sectio.dom.unicode import composed
from sectio.once import once
from sectio.output import furniture, media, preformatted
from sectio.output.address import absolute, base_of, image_address
from sectio.output.chosen import Chosen, choose_texts, known
from sectio.output.tables import Tables
from sectio.results import Content as Source

# Inline marks, outermost first; elements that mean the same share one.
MARKS: Final = ("a", "strong", "em", "del", "sup", "sub", "code")
_MARK_OF: Final = {
    "a": 0, "strong": 1, "b": 1, "em": 2, "i": 2, "cite": 2, "dfn": 2, "del": 3, "s": 3, "strike": 3,
    "sup": 4, "sub": 5, "code": 6, "tt": 6, "kbd": 6, "samp": 6,
}  # fmt: skip
HEADINGS: Final = frozenset(tags.HEADINGS)
# What a run is not over at: a listing is looked at before.
_INLINE: Final = frozenset((*media.TAGS, *media.IMAGES, *_MARK_OF, "br", "pre"))
# Structure, and what it must be inside of.
_GROUPS: Final = frozenset(("thead", "tbody", "tfoot"))
_PARENTS: Final[dict[str, frozenset[str] | None]] = {
    **dict.fromkeys((*tags.HEADINGS, "ul", "ol", "blockquote", "table", "figure", "dl", "details")),
    "li": frozenset(("ul", "ol")),
    "dt": frozenset(("dl",)),
    "dd": frozenset(("dl",)),
    **dict.fromkeys(("caption", "thead", "tbody", "tfoot"), frozenset(("table",))),
    "tr": _GROUPS | {"table"},
    "td": frozenset(("tr",)),
    "th": frozenset(("tr",)),
    "figcaption": frozenset(("figure",)),
    "summary": frozenset(("details",)),
}
_SAME_AS: Final = {"menu": "ul", "dir": "ul"}
# These contain inline content only.
PHRASING: Final = HEADINGS | {"summary", "caption", "dt"}
_ITEMS: Final = frozenset(("li", "dt", "dd"))
_IMPLIED: Final = {"ul": "li", "ol": "li", "dl": "dd"}
# Deeper structure is flattened: readers of HTML give up at some depth, and Markdown's indentation would be
# quadratic.
MAX_LEVELS: Final = 100
_LEVELS_UP: Final = 4
_RANKS: Final = frozenset("123456")
_FORMULAS: Final = {False: "math", True: "display"}

Mark: TypeAlias = tuple[int, int]  # place in MARKS, and for links their row
Marks: TypeAlias = tuple[Mark, ...]


class Segment(NamedTuple):
    """A piece of a run: `text`, `break`, `image`, `math` or `display` (a formula with a line of its own); `space` is
    whether white space comes before it.
    """

    kind: str
    text: str
    space: bool
    marks: Marks
    row: int


class Open(NamedTuple):
    """Structure begins."""

    tag: str
    row: int


class Close(NamedTuple):
    """Structure ends."""

    tag: str
    row: int


class Run(NamedTuple):
    """Inline content; `paragraph` is whether it is in an element of its own."""

    segments: list[Segment]
    paragraph: bool


class Code(NamedTuple):
    """Preformatted text."""

    text: str
    language: str


class Rule(NamedTuple):
    """A thematic break."""

    row: int


Event: TypeAlias = Open | Close | Run | Code | Rule


# The events of a page with more rows are found again for each writer, a few at a time: kept, they take up to 90 times the page.
_MANY: Final = 20_000
_TOGETHER: Final = 256
# The longest sign that several characters make: a family is seven.
_SIGN_LENGTH: Final = 8


@dataclass(frozen=True, eq=False)
class Content:
    """The selected content of a page: the rows it keeps, and what relative addresses are relative to."""

    page: Page
    chosen: Chosen
    kept: Mask
    base: str | None
    _links: dict[int, str | None] = field(default_factory=dict)
    _pictures: dict[int, "Picture"] = field(default_factory=dict)

    def link(self, node: int) -> str | None:
        """Where a link or embedded media lead, absolute; None when that is unusable or unsafe."""
        if node not in self._links:
            address = media.address(self.page, node) if self.is_media[node] else self.page.attribute(node, "href")
            self._links[node] = absolute(address or "", self.base)
        return self._links[node]

    @once
    def is_media(self) -> Mask:
        """True for embedded documents, films and sound."""
        return self.page.is_tag(*media.TAGS)

    @once
    def drawn(self) -> frozenset[int]:
        """The rows of images that are formulas."""
        named = self.page.source.having_word("class", words.FORMULA_IMAGES, np.array(self.images, np.intp))
        return frozenset(named)

    @once
    def levels(self) -> dict[int, str]:
        """The rows that are headings by their role, and the tags they mean."""
        found = {row for row, role in self.page.source.having("role").items() if role.strip().lower() == "heading"}
        levels = self.page.source.having("aria-level") if found else {}
        return {row: f"h{levels[row]}" if levels.get(row) in _RANKS else "h2" for row in found}

    def picture(self, node: int) -> "Picture":
        """What an image shows."""
        if node not in self._pictures:
            self._pictures[node] = _picture(self.page, node, self.base)
        return self._pictures[node]

    @property
    def events(self) -> Iterable["Event"]:
        """The content in document order, for every writer the same."""
        if len(self.page) > _MANY:
            return _Walker(self).events()
        return self._events

    @once
    def _events(self) -> list["Event"]:
        return [*_Walker(self).events()]

    @property
    def images(self) -> list[int]:
        """The rows of the content's images."""
        return np.flatnonzero(self.kept & self.page.is_tag(*media.IMAGES)).tolist()


class Picture(NamedTuple):
    """An image: its address (None when there is none, or only one to count visitors) and the text in its place."""

    address: str | None
    alt: str


def _picture(page: Page, node: int, base: str | None) -> Picture:
    """An image, or what is there instead: for browsers without scripts or of another kind, or the large one behind it."""
    # All attributes of a few images, since searching one goes over the whole page.
    own = page.source.attributes(node)
    counts_visitors = not {own.get("width"), own.get("height")}.isdisjoint(("0", "1"))
    address = None if counts_visitors else image_address(own, base)
    if address is None:
        others = [
            *(page.source.attributes(row) for row in media.twins(page, node)),
            {"src": media.enlarged(page, node)},
        ]
        found = next(((image_address(other, base), other) for other in others if image_address(other, base)), None)
        address, own = (found[0], {**own, "alt": own.get("alt") or found[1].get("alt", "")}) if found else (None, own)
    return Picture(address, normalise(own.get("alt", "")))


def content(extraction: Source) -> Content:
    """The rows that belong to the selected content; they are found once, whatever is written."""
    found = extraction.__dict__.get("_content")
    if not isinstance(found, Content):
        found = extraction.__dict__["_content"] = _content(extraction)
    return found


def _content(extraction: Source) -> Content:
    page = extraction.page
    at = extraction.mask[page.text_rows]
    roots = furniture.caption_roots(page)
    in_caption = furniture.captions(page, roots)
    around = at & ~in_caption
    placed = _placed(page, around, ~in_caption, roots)
    chosen = None if in_caption.any() else known(extraction)
    if chosen is None:
        chosen = choose_texts(page, around, in_caption & covered(page, placed.figures)[page.text_rows])
    base = base_of(page, extraction.url)
    texts = np.zeros(len(page), bool)
    texts[page.text_rows[chosen.at]] = True
    kept = subtree_any(page, texts | placed.leaves)
    kept |= page.is_tag("td", "th") & kept[page.parent]
    return Content(page, chosen, kept, base)


class _Placed(NamedTuple):
    """What belongs to the content by its place: figures with captions, and rows without text."""

    figures: Mask
    leaves: Mask


def _placed(page: Page, at: Mask, counts: Mask, captioned: Mask) -> _Placed:
    """Figures, images, media, rules and line breaks of the content, by the rule above; `counts` are the texts that matter, those on buttons do
    not; `captioned` are the figures on the page.
    """
    nothing = np.zeros(len(page), bool)
    if not at.any():
        return _Placed(nothing, nothing)
    if page.has("button"):
        counts = counts & (at | ~covered(page, page.is_tag("button"))[page.text_rows])
    spots = _Spots(page, page.text_rows[counts], at[counts])
    figures, leaves = nothing.copy(), nothing.copy()
    rows = (captioned & page.visible).nonzero()[0]
    if len(rows):
        figures[rows[spots.between(rows) | spots.leading(rows) | spots.among(rows) | spots.amid(rows)]] = True
    rows = page.is_tag(*media.IMAGES, "hr", "br", *media.TAGS).nonzero()[0]
    if not len(rows):
        return _Placed(figures, leaves)
    rows = rows[((page.visible | page.is_tag("video", "audio")) & ~media.is_beside(page))[rows]]
    is_image = page.is_tag(*media.IMAGES, *media.TAGS)[rows]
    is_in = spots.between(rows) | (spots.leading(rows) & is_image)
    others = (~(is_in | page.is_tag("br")[rows])).nonzero()[0]
    is_in[others] = spots.among(rows[others])
    leaves[rows[is_in | covered(page, figures)[rows]]] = True
    return _Placed(figures, leaves)


@dataclass(frozen=True, eq=False)
class _Spots:
    """Places between texts: `texts` are the rows of texts that matter, `at` says which are selected."""

    page: Page
    texts: Ints
    at: Mask

    def between(self, rows: NDArray[np.intp]) -> Mask:
        """True where the texts before and after are selected."""
        before, after = self._around(rows)
        return before & after

    def leading(self, rows: NDArray[np.intp]) -> Mask:
        """True where the text after is selected, below the common ancestor of all that is."""
        _, after = self._around(rows)
        return np.asarray(after & (rows > self._root) & (rows < self.page.end[self._root]), bool)

    @once
    def _root(self) -> int:
        return lowest_common_ancestor(self.page, self.texts[self.at])

    def _around(self, rows: NDArray[np.intp]) -> tuple[Mask, Mask]:
        around = np.concatenate(([False], self.at, [False]))
        return around[np.searchsorted(self.texts, rows)], around[np.searchsorted(self.texts, self.page.end[rows]) + 1]

    def amid(self, rows: NDArray[np.intp]) -> Mask:
        """True where the text before is selected and so is a later one in the same element, or the one around it: lines that are not
        come between.
        """
        page, before = self.page, self._around(rows)[0]
        selected = np.concatenate(([0], np.cumsum(self.at)))
        above = page.parent[page.parent[rows]]
        first, last = (np.searchsorted(self.texts, page.end[up]) for up in (rows, above))
        return np.asarray(before & (above > 0) & (selected[last] > selected[first]), bool)

    def among(self, rows: NDArray[np.intp]) -> Mask:
        """True where the nearest of a few ancestors that has text has only selected text."""
        page, result = self.page, np.zeros(len(rows), bool)
        if not len(rows):
            return result
        selected = np.concatenate(([0], np.cumsum(self.at)))
        left, up = np.arange(len(rows)), rows.astype(np.int32)  # those that are still looked at
        for _ in range(_LEVELS_UP):
            up = page.parent[up]
            first, last = self.texts.searchsorted(up), self.texts.searchsorted(page.end[up])
            result[left] = (last > first) & (selected[last] - selected[first] == last - first)
            bare = (last == first).nonzero()[0]
            if not len(bare):
                break
            left, up = left[bare], up[bare]
        return result


class _Walker:
    """Goes over the kept rows once. `_stack` holds what is open: where it ends, its tag if it is structure ("" for other
    blocks, None for marks), its row (-1 for implied items), and the marks around it.
    """

    def __init__(self, found: Content) -> None:
        self._content, self._page, self._chosen = found, found.page, found.chosen
        self._tables = Tables(found.page)
        # Single values are quicker to get from these than from the arrays.
        self._after_blank, self._is_link = found.page.after_blank.data, found.page.is_link.data
        self._events: list[Event] = []
        self._stack: list[tuple[int, str | None, int, Marks]] = []
        self._structure: list[str] = [""]
        self._marks: Marks = ()
        self._known: dict[tuple[Marks, str, int], Marks] = {}
        self._segments: list[Segment] = []
        self._after_break = False
        self._last_text = -1
        self._clean = found.chosen.as_written

    def events(self) -> Iterator[Event]:
        page = self._page
        rows = np.flatnonzero(self._content.kept & _matters(page, self._content)).astype(np.int32)
        positions = page.text_rows.searchsorted(rows).astype(np.int32)
        columns: tuple[NDArray[np.integer], ...] = (rows, page.tag[rows], page.end[rows], positions)
        done = 0
        for row, code, end, position in deadline.watched(zip(*map(_numbers, columns), strict=True)):
            if row < done:
                continue
            while self._stack and self._stack[-1][0] <= row:
                self._leave()
            if code == 0:
                self._text(row, position)
            else:
                done = self._enter(row, page.tag_names[code], end)
            if len(self._events) > _TOGETHER:
                yield from self._settled()
        while self._stack:
            self._leave()
        self._part()
        yield from self._events

    def _settled(self) -> list[Event]:
        """The events that nothing can change any more: all but structure that is still empty, an end just before it, and one more,
        which is looked at if that end is taken back.
        """
        events, last = self._events, len(self._events) - 1
        while last and isinstance(events[last], Open):
            last -= 1
        last = max(last - 1, 0)
        self._events = events[last:]
        return events[:last]

    # Inline content

    def _text(self, row: int, position: int) -> None:
        written = self._clean.get(position)
        if written is None:
            written = self._chosen.clean(position)
        space = position != self._last_text + 1 or self._is_apart(position)
        self._last_text = position
        if written:
            formulas = self._chosen.formulas
            kind = _FORMULAS[formulas[position]] if formulas and position in formulas else "text"
            if not self._segments:
                self._imply_item()
                space = False
            self._segments.append(Segment(kind, written, space, self._marks, row))

    def _is_apart(self, position: int) -> bool:
        """Whether there is white space between a text and the one before it."""
        texts = self._page.texts
        if self._after_blank[position] or texts[position][0].isspace():
            return True
        return position > 0 and texts[position - 1][-1].isspace()

    def _break(self, row: int) -> None:
        """A line break; two in a row separate paragraphs."""
        if self._segments and self._segments[-1].kind == "break":
            self._part()
            self._after_break = True
        elif self._segments:
            self._add("break", "", False, (), row)

    def _image(self, row: int) -> None:
        picture = self._content.picture(row)
        if picture.alt and row in self._content.drawn:
            self._add("math", picture.alt, True, self._marks, row)
        elif _is_sign(picture.alt):
            self._add("text", picture.alt, True, self._marks, row)
        elif picture.address:
            self._add("image", picture.address, True, self._marks, row)

    def _media(self, row: int) -> None:
        """A link in a line of its own."""
        address = self._content.link(row)
        if address and self._structure[-1] not in PHRASING and not media.is_noise(self._page, row):
            self._part()
            self._add("text", media.title(self._page, row) or address, False, ((0, row),), row)
            self._part()

    def _add(self, kind: str, text: str, space: bool, marks: Marks, row: int) -> None:
        if not self._segments:
            self._imply_item()
            space = False
        self._segments.append(Segment(kind, text, space, marks, row))

    def _part(self) -> None:
        """End the current run."""
        if not self._segments:
            self._after_break = False
            return
        segments, self._segments = joined(self._segments) if len(self._segments) > 1 else self._segments, []
        while segments and segments[-1].kind == "break":
            segments.pop()
        if segments:
            self._events.append(Run(segments, self._after_break or self._in_plain_block()))
        self._after_break = False

    def _in_plain_block(self) -> bool:
        """Whether the innermost block is not structure; at most one entry per mark comes before it."""
        for _, tag, _, _ in reversed(self._stack):
            if tag is not None:
                return not tag
        return True

    # Structure

    def _enter(self, row: int, tag: str, end: int) -> int:
        """Take in an element; returns the row up to which everything is done."""
        tag = self._content.levels.get(row) or _SAME_AS.get(tag, tag)
        if tag not in _INLINE:
            if self._segments:
                self._part()
            self._after_break = False
            self._block(row, tag, end)
        elif tag in media.TAGS:
            self._media(row)
            return end
        elif tag == "br":
            self._break(row)
        elif tag in media.IMAGES:
            self._image(row)
            return end  # an `amp-img` may hold the same image again
        elif tag in _MARK_OF:
            self._mark(row, tag, end)
        elif self._structure[-1] not in PHRASING:
            self._code(row)
            return end
        else:
            self._part()
            self._block(row, tag, end)
        return 0

    def _mark(self, row: int, tag: str, end: int) -> None:
        if tag == "a" and self._structure[-1] in HEADINGS and self._is_own_place(row):
            return
        key = self._marks, tag, row if tag == "a" and self._is_link[row] else 0
        marks = self._known.get(key)
        if marks is None:
            marks = _with(*key)
            if tag != "a" and (not self._marks or self._marks[0][0]):  # most are the same again and again, but in links
                self._known[key] = marks
        if marks != self._marks:
            self._stack.append((end, None, row, self._marks))
            self._marks = marks

    def _is_own_place(self, row: int) -> bool:
        """Whether a link leads to a place on the page: headings link to themselves."""
        return (self._page.attribute(row, "href") or "").startswith("#")

    def _code(self, row: int) -> None:
        self._part()
        text = preformatted.written(self._chosen, row)
        if text:
            self._imply_item()
            self._events.append(Code(text, preformatted.language(self._page, row)))

    def _block(self, row: int, tag: str, end: int) -> None:
        if tag == "hr":
            if self._structure[-1] not in PHRASING:
                self._imply_item()
                self._events.append(Rule(row))
        elif self._is_structure(row, tag):
            if tag not in _ITEMS:
                self._imply_item()
            elif self._in_implied_item():
                self._leave()
            self._events.append(Open(tag, row))
            self._stack.append((end, tag, row, self._marks))
            self._structure.append(tag)
        else:
            self._stack.append((end, "", row, self._marks))

    def _is_structure(self, row: int, tag: str) -> bool:
        within = self._structure[-1]
        if tag not in _PARENTS or within in PHRASING or len(self._structure) > MAX_LEVELS:
            return False
        needed = _PARENTS[tag]
        if needed and within not in needed:
            return tag in _ITEMS and self._in_implied_item() and self._structure[-2] in needed
        return tag != "table" or self._tables.is_data(row)

    def _in_implied_item(self) -> bool:
        return bool(self._stack) and self._stack[-1][2] < 0

    def _imply_item(self) -> None:
        """Put what is in a list but in no item into one: the item before, or a new one."""
        within = self._structure[-1]
        if within not in _IMPLIED:
            return
        item = _IMPLIED[within]
        place = next(i for i in range(len(self._stack) - 1, -1, -1) if self._stack[i][1])
        self._stack.insert(place + 1, (self._stack[place][0], item, -1, self._stack[place][3]))
        self._structure.append(item)
        if self._events and isinstance(self._events[-1], Close) and self._events[-1].tag == item:
            self._events.pop()
        else:
            self._events.append(Open(item, -1))

    def _leave(self) -> None:
        _, tag, row, _ = self._stack[-1]
        if tag is not None:
            self._part()
        self._marks = self._stack.pop()[3]
        if not tag:
            return
        self._structure.pop()
        if isinstance(self._events[-1], Open) and tag not in ("td", "th"):
            self._events.pop()
        else:
            self._events.append(Close(tag, row))


def _is_sign(alt: str) -> bool:
    """Whether the text in place of an image is a sign such as a small face: a drawing of one character."""
    return 0 < len(alt) <= _SIGN_LENGTH and not alt.isascii() and not any(map(str.isalnum, alt)) and " " not in alt


def _matters(page: Page, found: Content) -> Mask:
    """The rows a walk looks at. Blocks that are not structure only end runs; those that contain only blocks end none."""
    holds_inline = np.zeros(len(page), bool)
    holds_inline[page.parent[found.kept & ~page.is_block]] = True
    shapes = page.is_tag(*media.IMAGES, "br", "pre", "hr", *media.TAGS, *_MARK_OF, *_PARENTS, *_SAME_AS)
    shapes[[*found.levels]] = True
    return page.is_text | shapes | (page.is_block & holds_inline)


_MARKS_OF: Final = {"links": frozenset((0,)), "formatting": frozenset(range(1, len(MARKS)))}


def _numbers(column: NDArray[np.integer]) -> "array[int]":
    """A column to go over, smaller than a list of its numbers."""
    return array("i", column.astype(np.int32, copy=False).tobytes())


def without(events: Iterable[Event], parts: frozenset[str]) -> Iterable[Event]:
    """The events without images and their captions, links or formatting; a run that is left with nothing is left out."""
    if not parts:
        return events
    unwanted = frozenset[int]().union(*(_MARKS_OF.get(part, frozenset()) for part in parts))
    found: list[Event] = []
    for event in events:
        if not isinstance(event, Run):
            found.append(event)
            continue
        pieces = [_bare(piece, unwanted) for piece in event.segments if piece.kind != "image" or "images" not in parts]
        if pieces:
            found.append(Run(joined(pieces), event.paragraph))
    hollowed = _without_hollows(found)
    return _without_lone_captions(hollowed) if "images" in parts else hollowed


def _without_lone_captions(events: list[Event]) -> list[Event]:
    """The events without figures that have nothing but a caption."""
    found: list[Event] = []
    opened: list[int] = []
    captioned = -1
    for event in events:
        found.append(event)
        if isinstance(event, Open):
            opened.append(len(found) - 1)
        elif isinstance(event, Close):
            start, before = opened.pop(), found[-2]
            if event.tag == "figcaption":
                captioned = start
            elif (
                event.tag == "figure"
                and captioned == start + 1
                and isinstance(before, Close)
                and before.tag == "figcaption"
            ):
                del found[start:]
    return found


def _bare(piece: Segment, unwanted: frozenset[int]) -> Segment:
    return piece._replace(marks=tuple(mark for mark in piece.marks if mark[0] not in unwanted))


def _without_hollows(events: list[Event]) -> list[Event]:
    """The events without structure that has nothing in it, cells aside."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Close) and event.tag not in ("td", "th") and isinstance(found[-1], Open):
            found.pop()
        else:
            found.append(event)
    return found


def joined(segments: list[Segment]) -> list[Segment]:
    """The segments with neighbouring texts of the same marks joined.

    What the page has in several elements a reader sees as one: letters and marks are composed across elements, and
    writers escape what will be read.
    """
    if len(segments) < 2:
        return segments
    found: list[Segment] = []
    start = 0
    for i in (
        deadline.watched(range(1, len(segments) + 1)) if len(segments) > _TOGETHER else range(1, len(segments) + 1)
    ):
        if i == len(segments) or not _continues(segments[i], segments[i - 1]):
            found.append(_one(segments[start:i]) if i - start > 1 else segments[start])
            start = i
    return found


def _continues(segment: Segment, before: Segment) -> bool:
    return segment.kind == before.kind == "text" and segment.marks == before.marks


def _one(texts: list[Segment]) -> Segment:
    kind, text, space, marks, row = texts[0]
    parts = [f" {segment.text}" if segment.space else segment.text for segment in texts[1:]]
    return Segment(kind, composed("".join((text, *parts))), space, marks, row)


def _with(marks: Marks, tag: str, row: int) -> Marks:
    place = _MARK_OF[tag]
    if (place == 0 and row == 0) or any(place == other for other, _ in marks):
        return marks
    return tuple(sorted((*marks, (place, row if place == 0 else 0))))
