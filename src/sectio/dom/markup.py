"""Clean markup to columns.

A parser that writes its tree out again gives a language far simpler than HTML: every element is closed, `<` and `>` occur
only around tags, and values are in double quotes. (`dom/parse.py` makes sure that there are no comments and no raw texts,
for which this is not true.) So the positions of `<` and `>` describe the whole tree. A small compiled scanner reads it in one pass
(`native/markup.c`); without it, NumPy finds all positions at once, with the same columns as the result. The parser's own
tree, which takes many times the memory of the page, need not be kept.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom import chars, sieve, tags, words
from sectio.once import once

Places = NDArray[np.intp]
Mask = NDArray[np.bool_]
Codes = NDArray[np.int16]
Cuts = NDArray[np.int32]

_IS_VOID = tags.table(tags.VOID, 32768)
_IS_LISTING = tags.table(("pre", "textarea"), 32768)
_SPACE, _SLASH, _LT, _EQUALS, _GT = 32, 47, 60, 61, 62


@dataclass(eq=False)
class Markup:
    """The tags of clean markup, in order, and where its attributes are."""

    source: bytes  # UTF-8
    letters: NDArray[np.uint8]  # the same
    opened: Places  # where each tag's `<` is
    closed: Places  # where its `>` is

    @once
    def is_end(self) -> Mask:
        """True for end tags."""
        return np.asarray(self.letters.take(self.opened + 1) == _SLASH)

    def codes(self, numbers: Places, known: dict[str, int]) -> list[int]:
        """The codes of these tags' names; `known` makes up codes for names that are not in `tags.NAMES`."""
        source, bounds = self.source, zip(self.opened[numbers].tolist(), self.closed[numbers].tolist(), strict=True)
        names = (source[start + 1 : end].removeprefix(b"/").partition(b" ")[0] for start, end in bounds)
        return [known[name.decode()] for name in deadline.watched(names)]

    def having(self, name: str) -> tuple[Places, Cuts, Cuts]:
        """The tags that have an attribute, and where its values start and end."""
        encoded = name.encode("utf-8", "replace")
        if compiled.core is None:
            owners, starts, ends = np.array(self._attributes.get(encoded, []), np.int32).reshape(-1, 3).T.copy()
        else:
            opened, closed = (places.astype(np.int32, copy=False) for places in (self.opened, self.closed))
            found = compiled.core.having(self.source, opened, closed, encoded)
            owners, starts, ends = (np.frombuffer(column, np.int32) for column in found)
        return owners.astype(np.intp), starts, ends

    @once
    def _attributes(self) -> dict[bytes, list[int]]:
        """The same by name, for all of them: tag, start and end of each value, one after the other."""
        found: dict[bytes, list[int]] = defaultdict(list)
        equals = np.flatnonzero(self.letters == _EQUALS)
        with_some = np.flatnonzero(equals.searchsorted(self.opened) < equals.searchsorted(self.closed))
        bounds = (places[with_some].tolist() for places in (self.opened, self.closed))
        for tag, start, end in zip(with_some.tolist(), *bounds, strict=True):
            for attribute in _ATTRIBUTE.finditer(self.source, start, end):
                found[attribute[1]] += (tag, *attribute.span(2))
        return found

    def attributes(self, tag: int) -> dict[str, str]:
        """All attributes of a tag, in order."""
        return attributes(self.source[self.opened[tag] : self.closed[tag]])

    def text_between(self, tag: int, end_tag: int) -> str:
        """All text between two tags, as the author wrote it."""
        starts, ends = (self.closed[tag:end_tag] + 1).tolist(), self.opened[tag + 1 : end_tag + 1].tolist()
        return unescape(b"".join([self.source[start:end] for start, end in zip(starts, ends, strict=True)]).decode())


# A name may start with `=`, and hold anything else but `=` and white space.
_ATTRIBUTE = re.compile(rb' (=?[^= ]*)="([^"]*)"')
_WRITTEN_ATTRIBUTE = re.compile(_ATTRIBUTE.pattern.decode())


def attributes(tag: bytes) -> dict[str, str]:
    """All attributes of a tag as clean markup has it, in order."""
    if compiled.core:
        return compiled.core.tag_attributes(tag)
    found = _WRITTEN_ATTRIBUTE.findall(tag.decode())
    return {name: unescape(value) if "&" in value else value for name, value in found}


def listed(source: bytes) -> list[tuple[str, dict[str, str], str]]:
    """Name and attributes of each tag of clean markup, and the text behind it."""
    if compiled.core:
        return compiled.core.listed_tags(source)
    parts = (written.partition(b">") for written in source.split(b"<")[1:])
    return [(tag.partition(b" ")[0].decode(), attributes(tag), unescape(text.decode())) for tag, _, text in parts]


def flatten(source: bytes, known: dict[str, int]) -> tuple[Markup, "Rows"]:
    """The tags and the rows of clean markup in UTF-8; `known` makes up codes for names that are not in `tags.NAMES`."""
    found = scan(source)
    if found is not None:
        return _from_scan(source, found, known)
    markup = read(source)
    return markup, rows(markup, known)


def scan(source: bytes) -> dict[str, NDArray[Any]] | None:
    """What the compiled scanner finds; None if there is none, or the markup is not clean."""
    core = compiled.core
    found = core.scan(source, _KNOWN, _CODES, _IS_VOID, _INTERESTING) if core else None
    if core is None or found is None:
        return None
    return {name: np.frombuffer(column, _type(core.SCAN_COLUMNS[name])) for name, column in found.items()}


@cache
def _type(name: str) -> np.dtype[Any]:
    """A type by its name: reading names takes time."""
    return np.dtype(name)


def read(source: bytes) -> Markup:
    """Find the tags of clean markup.

    A tag runs from the first `<` after the previous tag to the next `>`. A second `<` is part of an odd name; a `>` outside a tag is in
    a raw text, which is seen only to be found and cleaned.
    """
    letters = np.frombuffer(source, np.uint8)
    opened, closed = np.flatnonzero(letters == _LT), np.flatnonzero(letters == _GT)
    first = np.zeros(len(closed), np.intp)
    first[1:] = opened.searchsorted(closed[:-1])
    is_tag = first < opened.searchsorted(closed)
    return Markup(source, letters, opened[first[is_tag]], closed[is_tag])


def unescape(text: str) -> str:
    """The characters that markup writes as entities."""
    for entity, character in (("&nbsp;", "\xa0"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text


def holds(source: bytes, letters: bytes) -> bool:
    """Whether letters are somewhere in a long source, which compiled code says ten times as fast."""
    return find(source, letters) >= 0


def find(source: bytes, letters: bytes, start: int = 0) -> int:
    """Where letters are in a long source from a place on, or -1; as quick."""
    return compiled.core.find(source, letters, start) if compiled.core else source.find(letters, start)


_BLANKS = chars.OTHER_SPACES + "".join(map(chr, range(33)))


def is_blank(text: str) -> bool:
    """Whether a text is only white space and control characters."""
    return not text.strip(_BLANKS)


def _cut(source: bytes, starts: NDArray[Any], ends: NDArray[Any], mark: bytes) -> list[str]:
    """Texts or values as the author meant them: decoded in one go, joined by a mark that none of them contains."""
    if not len(starts):
        return []
    if compiled.core and starts.dtype == ends.dtype == np.int32:
        return compiled.core.strings(source, starts, ends)
    bounds = zip(starts.tolist(), ends.tolist(), strict=True)
    whole = mark.join([source[start:end] for start, end in bounds]).decode()
    texts = whole.split(mark.decode())
    return [unescape(text) if "&" in text else text for text in texts] if "&" in whole else texts


def _values(source: bytes, owning: Places, begins: NDArray[Any], ends: NDArray[Any]) -> dict[int, str]:
    """Values by the rows that have them."""
    if not len(owning):
        return {}
    if compiled.core and begins.dtype == ends.dtype == np.int32 and owning.dtype == np.int64:
        return compiled.core.strings_by_row(source, owning, begins, ends)
    return dict(zip(owning.tolist(), _cut(source, begins, ends, b'"'), strict=True))


# The tree


@dataclass(eq=False)
class Rows:
    """Elements and texts in document order."""

    parent: NDArray[np.int32]
    end: NDArray[np.int32]
    depth: NDArray[np.int32]
    tag: Codes
    texts: list[str]
    text_start: Cuts  # where each text is in the markup
    text_end: Cuts
    after_blank: Mask
    tags: Places  # the tag of each row; for a text the tag before it
    number: Places  # of rows before each tag
    step: NDArray[np.int32]  # how many levels down each tag goes
    noted: "Noted"

    def end_tag(self, tag: int) -> int:
        """The tag that ends an element: where as many tags have gone up as down."""
        behind = int(self.end[self.number[tag]])
        stop = int(self.number.searchsorted(self.number.dtype.type(behind), "right"))  # of one type: nothing is widened
        back = np.flatnonzero(np.cumsum(self.step[tag:stop]) == 0)
        return tag + int(back[0]) if len(back) else stop - 1


def _from_scan(source: bytes, found: dict[str, NDArray[Any]], known: dict[str, int]) -> tuple[Markup, Rows]:
    """Tags and rows from what the scanner found: texts and values are cut out, and long names looked up."""
    markup = Markup(source, np.frombuffer(source, np.uint8), found["opened"], found["closed"])
    tag, starts = found["tag"], ((found["code"] < 0) & ~found["is_end"]).nonzero()[0]
    if len(starts):
        tag[found["number"][starts]] = markup.codes(starts, known)
    cuts = found["text_start"], found["text_end"]
    texts = _cut(source, *cuts, b"<")
    _drop_line_ends(texts, tag, found["own"])
    tree = (found["parent"], found["end"], found["depth"], tag)
    places = (found["own"], found["number"], found["step"])
    return markup, Rows(*tree, texts, *cuts, found["after_blank"], *places, _noted(markup, found))


def rows(markup: Markup, known: dict[str, int]) -> Rows:
    """The same from the tags, by array code.

    Every tag has two slots, one for itself and one for the text after it; slots in use become rows.
    """
    starts = np.flatnonzero(~markup.is_end)
    codes = np.array(markup.codes(starts, known), np.int16)
    step = _steps(markup, starts, codes, known)
    depth = np.cumsum(step, dtype=np.int32)
    texts, cuts, behind, after_blank = _texts(markup)
    used = np.zeros(2 * len(step), bool)
    used[2 * starts] = True
    used[2 * behind + 1] = True
    number = (np.cumsum(used) - used)[::2]
    slots = np.flatnonzero(used)
    own = slots >> 1
    tag = np.zeros(len(slots), np.int16)
    tag[number[starts]] = codes
    _drop_line_ends(texts, tag, own)
    level = depth[own]
    level -= (tag != 0) & (step[own] > 0)
    end = np.arange(1, len(slots) + 1, dtype=np.int32)
    opening, ending = _pairs(step, depth)
    end[number[opening]] = number[ending]
    tree = (_parents(level), end, level, tag)
    return Rows(*tree, texts, *cuts, after_blank, own, number, step, Noted(markup, number, {}))


@dataclass(eq=False)
class Noted:
    """Attributes by name; the scanner has already found those of `INTERESTS`, others are searched for."""

    markup: Markup
    number: Places
    found: dict[str, tuple[Places, Cuts, Cuts]]
    known: tuple[Sequence[int], Places, Cuts, Cuts] | None = None  # of the scanner's names, where each begins
    started: dict[tuple[str, str], Places] = field(default_factory=dict)  # what `starting` said

    def rows(self, name: str) -> Places:
        """The rows that have an attribute."""
        return self.places(name)[0]

    def values(self, name: str, only: Places | None = None) -> dict[int, str]:
        """The same with its values; for the rows in `only` (in order), if given."""
        owning, begins, ends = self._among(name, only)
        return _values(self.markup.source, owning, begins, ends)

    def _among(self, name: str, only: Places | None) -> tuple[Places, Cuts, Cuts]:
        """`places` of the rows in `only` (in order), if given."""
        owning, begins, ends = self.places(name)
        if only is None or not len(owning):
            return owning, begins, ends
        at = owning.searchsorted(only)
        at = at[owning.take(at, mode="clip") == only]
        return owning[at], begins[at], ends[at]

    def starting(self, name: str, letter: str) -> Places:
        """The rows whose value of an attribute starts with this ASCII letter or sign, of those never written as entities."""
        rows = self.started.get((name, letter))
        if rows is None:
            owning, begins, ends = self.places(name)
            is_in = (self.markup.letters.take(begins, mode="clip") == ord(letter)) & (begins < ends)
            rows = self.started[name, letter] = np.asarray(owning[is_in], np.intp)
        return rows

    def with_word(self, name: str, wanted: frozenset[str], only: Places | None = None) -> dict[int, str]:
        """The rows whose value of an attribute has one of these words, with the value; of the rows in `only` (in order), if given."""
        passing = sieve.of_classes(wanted) if compiled.core else None
        if passing is None:
            values = self.values(name, only)
        else:
            owning, begins, ends = self._among(name, only)
            at = sieve.passing((self.markup.source, begins, ends), b".", passing)
            values = _values(self.markup.source, owning[at], begins[at], ends[at])
        fitting = {value for value in {*values.values()} if not wanted.isdisjoint(value.split())}
        return {row: value for row, value in values.items() if value in fitting}

    def hiding(self) -> list[int]:
        """The rows whose style attribute hides them."""
        if compiled.core is None:
            return _hiding(self.values("style"))
        owning, *cuts = self.places("style")
        found: list[int] = owning[
            np.frombuffer(compiled.core.hiding_styles(self.markup.source, *cuts), np.int32)
        ].tolist()
        return found

    def value(self, row: int, name: str) -> str | None:
        """The value of one row."""
        owning, begins, ends = self.places(name)
        at = owning.searchsorted(row)
        if at == len(owning) or owning[at] != row:
            return None
        value = self.markup.source[begins[at] : ends[at]].decode()
        return unescape(value) if "&" in value else value

    def places(self, name: str) -> tuple[Places, Cuts, Cuts]:
        """The rows that have an attribute, and where its values start and end."""
        found = self.found.get(name)
        if found is None:
            found = self.found[name] = self._find(name)
        return found

    def _find(self, name: str) -> tuple[Places, Cuts, Cuts]:
        number = _INTEREST.get(name) if self.known else None
        if self.known and number is not None:
            bounds, rows, starts, ends = self.known
            part = slice(bounds[number], bounds[number + 1])
            return rows[part], starts[part], ends[part]
        owners, starts, ends = self.markup.having(name)
        return self.number[owners].astype(np.intp), starts, ends

    def words(self, name: str) -> tuple[Places, words.Numbers, words.Numbers]:
        """The same with the word groups of its values, and their numbers."""
        if compiled.core:
            rows, starts, ends = self.places(name)
            bits, numbers = np.empty((2, len(starts)), np.int64)
            compiled.core.class_words(self.markup.source, starts, ends, *words.slots(), bits, numbers)
            odd = (numbers < 0).nonzero()[0]
            if len(odd):
                bits[odd], numbers[odd] = words.read(_cut(self.markup.source, starts[odd], ends[odd], b'"'))
            return rows, bits, numbers
        values = self.values(name)
        return (np.fromiter(values, np.intp, len(values)), *words.read(values.values()))


def _hiding(styles: dict[int, str]) -> list[int]:
    """The rows whose style hides them; parsed attributes never contain the separator used here."""
    squeezed = "\0".join(styles.values()).replace(" ", "").lower()
    each = zip(styles, squeezed.split("\0"), strict=False)
    return [row for row, style in each if "display:none" in style or "visibility:hidden" in style]


# What every page is asked for; of up to sixteen letters.
INTERESTS = (
    "class", "id", "href", "style", "hidden", "role", "itemprop", "itemtype", "rel", "lang", "type", "checked", "datetime",
    "aria-hidden", "aria-expanded", "aria-controls", "data-target", "data-bs-target", "data-testid",
)  # fmt: skip


_INTEREST = {name: number for number, name in enumerate(INTERESTS)}


def _noted(markup: Markup, found: dict[str, NDArray[Any]]) -> Noted:
    rows, bounds = found["value_row"].astype(np.intp), found["value_bound"].tolist()
    return Noted(markup, found["number"], {}, (bounds, rows, found["value_start"], found["value_end"]))


def _drop_line_ends(texts: list[str], tag: Codes, own: Places) -> None:
    """Where the text of a listing starts with a line end, one more is written, since parsers drop the first."""
    is_listing = _IS_LISTING.take(tag)
    if np.count_nonzero(is_listing):
        with_text = is_listing[:-1] & (tag[1:] == 0) & (own[1:] == own[:-1])
        for place in np.flatnonzero(tag == 0).searchsorted(np.flatnonzero(with_text) + 1).tolist():
            texts[place] = texts[place].removeprefix("\n")


def _steps(markup: Markup, starts: Places, codes: Codes, known: dict[str, int]) -> NDArray[np.int32]:
    """How many levels down each tag goes: 1, -1 for an end tag, 0 for a void element."""
    step = np.where(markup.is_end, np.int32(-1), np.int32(1))
    step[starts[_IS_VOID.take(codes)]] = 0
    depth = np.cumsum(step)
    if depth[-1] or depth.min() < 0:
        return _balanced(markup.is_end.tolist(), markup.codes(np.arange(len(step)), known))
    return step


def _balanced(is_end: Sequence[bool], codes: Sequence[int]) -> NDArray[np.int32]:
    """The same for markup with tags too many or too few (MathML closes what HTML knows as void): those change no level."""
    step = np.zeros(len(codes), np.int32)
    stack: list[int] = []
    unclosed: Counter[int] = Counter()
    for tag, (end, code) in deadline.watched(enumerate(zip(is_end, codes, strict=True))):
        if not end and not _IS_VOID[code]:
            stack.append(tag)
            unclosed[code] += 1
        elif end and unclosed[code]:
            while codes[stack[-1]] != code:
                unclosed[codes[stack.pop()]] -= 1
            unclosed[code] -= 1
            step[stack.pop()], step[tag] = 1, -1
    return step


def _pairs(step: NDArray[np.int32], depth: NDArray[np.int32]) -> tuple[Places, Places]:
    """The start tags and their end tags: they alternate on every level of the tree."""
    paired = np.flatnonzero(step)
    level = (depth - (step > 0))[paired].astype(np.int16)
    paired = paired[np.argsort(level, kind="stable")]
    return paired[::2], paired[1::2]


def _texts(markup: Markup) -> tuple[list[str], tuple[Cuts, Cuts], Places, Mask]:
    """The texts that are not blank, where they are, the tags before them, and whether a blank one comes before each."""
    starts, ends = markup.closed[:-1] + 1, markup.opened[1:]
    behind = np.flatnonzero(starts < ends)
    starts, ends = starts[behind], ends[behind]
    edges = np.empty(2 * len(starts), np.intp)
    edges[::2], edges[1::2] = starts, ends
    solid = np.maximum.reduceat(markup.letters, edges)[::2] > _SPACE if len(edges) else np.zeros(0, bool)
    found = _cut(markup.source, starts[solid], ends[solid], b"<")
    blank = np.fromiter(map(is_blank, found), bool, len(found))  # odd blanks
    if blank.any():
        found = list(compress(found, ~blank))
        solid[solid] = ~blank
    after = np.ones(len(found), bool)
    after[1:] = np.diff(np.flatnonzero(solid)) > 1
    return found, (starts[solid].astype(np.int32), ends[solid].astype(np.int32)), behind[solid], after


def _parents(depth: NDArray[np.int32]) -> NDArray[np.int32]:
    """Parents from depths in document order.

    A row below the one before it is that one's first child; rows of one depth share the parent of the last first child.
    """
    order = np.argsort(depth.astype(np.int16), kind="stable")
    first = np.zeros(len(depth), bool)
    first[1:] = depth[1:] > depth[:-1]
    place = np.where(first[order], np.arange(len(depth)), 0)
    np.maximum.accumulate(place, out=place)
    parent = np.empty(len(depth), np.int32)
    parent[order] = order[place] - 1
    parent[:1] = 0
    return parent


# Tag names for the scanner: eight letters are one 64-bit number, which is looked up by its remainder after division

_WORD = 8


def _as_word(name: str, start: int = 0) -> int:
    return int.from_bytes(name.encode("latin-1", "replace")[start : start + _WORD], "little")


def _lookup() -> tuple[NDArray[np.uint64], Codes]:
    """A table of the short tag names without collisions: their numbers and codes."""
    short = {_as_word(name): code for name, code in tags.CODE.items() if len(name) < _WORD and code}
    size = next(size for size in range(4001, 100_000, 2) if len({word % size for word in short}) == len(short))
    words, codes = np.zeros(size, np.uint64), np.full(size, -1, np.int16)
    for word, code in short.items():
        words[word % size], codes[word % size] = word, code
    return words, codes


_KNOWN, _CODES = _lookup()
_INTERESTING = np.array([_as_word(name, start) for name in INTERESTS for start in (0, _WORD)], np.uint64)
