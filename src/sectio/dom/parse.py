"""Text to `Page`.

The page is repaired as a browser would and written out again without comments, scripts and drawings, by the HTML parser
(`dom/parser.py`), or by compiled code if it needs little repair (`native/repair.c`). `dom/markup.py` finds the columns in that
clean markup. Nodes deeper than `MAX_DEPTH` are kept, as siblings at that depth.
"""

import re
import struct
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from html.entities import html5
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom import markup, tags
from sectio.dom.chars import Written
from sectio.dom.head import Said, Stated
from sectio.dom.page import Head, Page
from sectio.dom.stylesheets import Styles
from sectio.dom.unicode import composed
from sectio.errors import TooManyNodes
from sectio.once import once
from sectio.patterns import pattern

# Where browsers and the parser stop nesting; deeper nodes become siblings there, and no text is lost.
MAX_DEPTH = 512
MAX_NODES = 1_000_000
# So many values of an attribute are looked up one by one before all are read.
_ONE_BY_ONE = 20


def parse(html: str | bytes, *, encoding: str = "utf-8", max_nodes: int = MAX_NODES) -> Page:
    """Parse HTML as a browser would and flatten it into columns; bytes are in UTF-8."""
    given = _Given(html)
    # Counting takes as long as some stages: a page with fewer letters cannot have as many tags.
    if len(html) > _MOST_GROWTH * max_nodes and (tags_at_most := given.tags_at_most()) > _MOST_GROWTH * max_nodes:
        raise _too_many(tags_at_most, max_nodes)
    clean = _clean(given, max_nodes)
    rows = clean.rows
    if len(rows.parent) > max_nodes:
        raise TooManyNodes(
            f"the page has {len(rows.parent)} nodes, more than max_nodes={max_nodes}; raise the option to read it"
        )
    deep, source = _cap_depth(rows), _Source(given, clean)
    page = Page(
        parent=rows.parent,
        end=rows.end,
        tag=rows.tag,
        tag_names=(*tags.NAMES, *map(composed, islice(clean.codes, len(tags.NAMES), tags.LAST_CODE + 1))),
        text_rows=(rows.tag == 0).nonzero()[0].astype(np.int32),
        texts=rows.texts,
        after_blank=rows.after_blank,
        source=source,
        encoding=encoding,
        warnings=("deep_nesting",) if deep else (),
    )
    if not deep:
        rows.depth.flags.writeable = False
        page.__dict__["depth"] = rows.depth  # known already
    return page


class _Given:
    """What is parsed, as text and in UTF-8: each is made when it is asked for, few pages need the text."""

    def __init__(self, html: str | bytes) -> None:
        self._html = html

    @once
    def text(self) -> str:
        return self._html if isinstance(self._html, str) else self._html.decode()

    def written(self) -> bytes | None:
        """In UTF-8; None for a text with half a surrogate pair."""
        try:
            return self._html if isinstance(self._html, bytes) else self._html.encode()
        except UnicodeEncodeError:
            return None

    def may_have(self, letters: bytes, pattern: re.Pattern[bytes]) -> bool:
        """Whether there may be a match of a pattern that begins with these letters; a text is not searched."""
        if isinstance(self._html, str):
            return True
        html = self._html
        find = partial(compiled.core.find, html) if compiled.core else html.find
        at = find(letters, 0)
        while at >= 0 and not pattern.match(html, at):
            at = find(letters, at + len(letters))
        return at >= 0

    def tags_at_most(self) -> int:
        return self._html.count("<") if isinstance(self._html, str) else self._html.count(b"<")


def _check_growth(html: str, max_nodes: int) -> None:
    """Refuse a page of which the parser would make far too many nodes, before it takes the memory for them.

    Formatting that is not closed is opened again in every block that follows, so nodes may be as many as the square of the tags.
    """
    limit, expected = _MOST_GROWTH * max_nodes, html.count("<")
    if expected * expected < 4 * limit:  # as many as half of the tags, opened again by each of the other half
        return
    if expected * (2 + sum(1 for _ in _LASTING.finditer(html))) < limit:  # all of them open everywhere, and a link
        return
    active: dict[str, Counter[str]] = {name: Counter() for name in _FORMATTING}
    open_now = 0
    for found in deadline.watched(_TAG.finditer(html)):
        if expected > limit:
            raise _too_many(expected, max_nodes)
        is_end, name, attributes = found.groups()
        if name is None:
            expected += open_now
            continue
        kinds = active[name.lower()]
        if (is_end or name in "aA") and kinds:  # a link ends the one before it
            kind, count = kinds.popitem()
            open_now -= 1
            if count > 1:
                kinds[kind] = count - 1
        kind = attributes if len(attributes) < _LONG else f"{found.start()}"
        if not is_end and kinds[kind] < _MOST_ALIKE:
            kinds[kind] += 1
            open_now += 1


def _too_many(expected: int, max_nodes: int) -> TooManyNodes:
    return TooManyNodes(
        f"the page may have {expected} nodes and more, far above max_nodes={max_nodes}; raise the option to read it"
    )


# How many times as many nodes as allowed are made at most, to find that they are too many.
_MOST_GROWTH = 4
# Elements that are opened again, and how many of them that are the same (HTML's "Noah's Ark clause").
_FORMATTING = ("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u")
_MOST_ALIKE, _LONG = 3, 200
_LASTING = pattern(rf"<(?:{'|'.join(_FORMATTING[1:])})[\s/>]", re.IGNORECASE)
_TAG = pattern(rf"<(/?)({'|'.join(_FORMATTING)})(?=[\s/>])([^>]{{0,{_LONG}}})|<[a-z]", re.IGNORECASE)


@dataclass(eq=False)
class _Clean:
    """What is kept of the parser's tree, which takes many times the memory."""

    body: markup.Markup
    rows: markup.Rows
    codes: "_TagCodes"
    said: Stated | Said

    @once
    def head(self) -> Head:
        return self.said.head(self.body.attributes(0))

    @once
    def styles(self) -> Styles:
        return self.said.own_styles()


def _clean(given: _Given, max_nodes: int = MAX_NODES, *, well: bool = False) -> _Clean:
    """Parse, and write the page out as clean markup; few pages need to be cleaned `well`."""
    codes, repaired = _TagCodes(tags.CODE), None if well else _repaired(given.written())
    if repaired is None:
        _check_growth(given.text, max_nodes)
    source, head = repaired or _parsed(given.text, well)
    body, rows = markup.flatten(source, codes)
    if well or not _is_unclean(rows.tag, codes):
        return _Clean(body, rows, codes, head)
    return _clean(given, max_nodes, well=True)


def _parsed(html: str, well: bool = False) -> tuple[bytes, Stated]:
    """The body in UTF-8, and what the page says about itself, by the parser."""
    from sectio.dom import parser  # takes longer to import than to read a page

    return parser.clean(html, well=well)


def _repaired(source: bytes | None) -> tuple[bytes, Said] | None:
    """The same by compiled code, without a tree; None if there is none, or the page needs the parser."""
    if compiled.core is None or source is None:
        return None
    found = compiled.core.repair(source, *_entities())
    if found is None:
        return None
    body, about, *places = found
    scripts, styles = ([source[start:end] for start, end in struct.iter_unpack("qq", spans)] for spans in places)
    return body, Said(about, scripts, styles)


@cache
def _entities() -> tuple[NDArray[np.bytes_], NDArray[np.bytes_]]:
    """Named characters, sorted, and what they stand for, as compiled code looks them up."""
    known = sorted((name.encode(), value.encode()) for name, value in html5.items())
    return np.array([name for name, _ in known], "S32"), np.array([value for _, value in known], "S8")


class _TagCodes(dict[str, int]):
    """Tag name to code; a name HTML does not know gets the next code (the last of 16 bits is shared by the rest)."""

    def __missing__(self, name: str) -> int:
        plain = name.removeprefix(tags.RAW_PREFIX)
        return self.setdefault(plain, min(len(self), tags.LAST_CODE))


_UNCLEAN = tags.table(tags.DROPPED, 1)


def _is_unclean(tag: NDArray[np.int16], codes: _TagCodes) -> bool:
    """Whether there are elements that `_Tree` has to clean well."""
    if np.count_nonzero(_UNCLEAN.take(tag, mode="clip")):
        return True
    return any(name in tags.RAW or name[:1] == "?" for name in islice(codes, len(tags.NAMES), None))


def _cap_depth(rows: markup.Rows) -> bool:
    """Make nodes below `MAX_DEPTH` siblings at that depth, as the parser does. Returns whether the page is that deep."""
    depth = rows.depth
    capped = depth >= MAX_DEPTH
    if not np.count_nonzero(capped):
        return False
    above = np.where(depth == MAX_DEPTH - 1, np.arange(len(depth)), 0)
    rows.parent[capped] = np.maximum.accumulate(above)[capped]
    rows.end[capped] = np.flatnonzero(capped) + 1
    return True


class _Source:
    """What is known about the rows besides the columns."""

    def __init__(self, given: _Given, clean: _Clean) -> None:
        self._given, self._clean, self._markup, self._rows = given, clean, clean.body, clean.rows
        self._values: dict[str, dict[int, str]] = {}
        self._asked: dict[str, int] = {}

    def attribute(self, node: int, name: str) -> str | None:
        asked = self._asked[name] = self._asked.get(name, 0) + 1
        if asked <= _ONE_BY_ONE and name not in self._values:
            return self._rows.noted.value(node, name)
        return self.having(name).get(node)

    def attributes(self, node: int) -> dict[str, str]:
        return self._markup.attributes(int(self._rows.tags[node])) if self._rows.tag[node] else {}

    def having(self, name: str) -> dict[int, str]:
        values = self._values.get(name)
        if values is None:
            values = self._values[name] = self._rows.noted.values(name)
        return values

    def having_among(self, name: str, rows: NDArray[np.intp]) -> dict[int, str]:
        return self._rows.noted.values(name, rows)

    def rows_having(self, name: str) -> NDArray[np.intp]:
        return self._rows.noted.rows(name)

    def rows_starting(self, name: str, letter: str) -> NDArray[np.intp]:
        return self._rows.noted.starting(name, letter)

    def having_word(self, name: str, wanted: frozenset[str], only: NDArray[np.intp] | None = None) -> dict[int, str]:
        return self._rows.noted.with_word(name, wanted, only)

    def rows_hiding(self) -> list[int]:
        return self._rows.noted.hiding()

    def places(self, name: str) -> tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.int32]]:
        return self._rows.noted.places(name)

    def words(self, name: str) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        return self._rows.noted.words(name)

    def written(self) -> Written:
        return self._markup.source, self._rows.text_start, self._rows.text_end

    def position(self, node: int) -> tuple[int, int] | None:
        return self._positions[node]

    def raw_text(self, node: int) -> str:
        clean, rows, tag = self._markup, self._rows, int(self._rows.tags[node])
        text = clean.text_between(tag, rows.end_tag(tag) if rows.tag[node] else tag + 1)
        # Where text starts with a line end, one more is written: parsers drop the first one.
        extra = int(rows.tag[node]) in _LINE_END_DROPPED and clean.source.startswith(b"\n", clean.closed[tag] + 1)
        return text[1:] if extra else text

    def inner(self, node: int) -> str:
        clean, tag = self._markup, int(self._rows.tags[node])
        return clean.source[clean.closed[tag] + 1 : clean.opened[self._rows.end_tag(tag)]].decode()

    @once
    def _positions(self) -> list[tuple[int, int] | None]:
        """Parsed once more, with positions: they are rarely needed, and take time."""
        from sectio.dom import parser

        return parser.positions(self.html())

    def styles(self) -> list[tuple[str, str]]:
        from sectio.dom import parser

        return parser.styles(self.html())

    def sheets(self) -> list[str]:
        from sectio.dom import parser

        return parser.sheets(self.html())

    def own_styles(self) -> Styles:
        return self._clean.styles

    def head(self) -> Head:
        return self._clean.head

    def html(self) -> str:
        return self._given.text

    def may_have(self, letters: bytes, pattern: re.Pattern[bytes]) -> bool:
        return self._given.may_have(letters, pattern)


_LINE_END_DROPPED = frozenset(tags.codes("pre", "textarea").tolist())
