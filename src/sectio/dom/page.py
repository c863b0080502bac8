"""The page as columns: one row per node, in document order.

Four facts are true of every `Page`, and every method relies on them:

1. node 0 is the root (`html`);
2. `parent[i] < i` for every other node (and `parent[0] == 0`);
3. the subtree of node `i` is the rows `i … end[i]-1`;
4. text nodes are rows, with tag `#text`; blank ones are left out, adjacent ones are one row.

What is not a row: comments, `head`, scripts, styles, templates, drawings (`svg`), and the text of embedded documents. A page never
changes: to ignore a node, return False for it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.dom import chars, hidden, tags, words
from sectio.dom.stylesheets import Styles
from sectio.once import once

Ints: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]
Scores: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.bool_]
Column: TypeAlias = NDArray[Any]

NOSCRIPT_WORDS = 50
KEPT_PATH = 400  # letters; longer paths are made again, so that deep pages take no more memory
# What is quick to find again is not kept for pages with more rows.
MANY_ROWS = 50_000
_BREAK = tags.CODE["br"]
_BLOCKS = tags.table(tags.BLOCK, 1)
_LINK = tags.CODE["a"]


class Source(Protocol):
    """What the parser still knows about a node; rows are named by their number in the page."""

    def attribute(self, node: int, name: str) -> str | None:
        """The value of an attribute, or None."""

    def attributes(self, node: int) -> dict[str, str]:
        """All attributes of an element."""

    def having(self, name: str) -> dict[int, str]:
        """The rows that have the attribute, with its value."""

    def having_among(self, name: str, rows: NDArray[np.intp]) -> dict[int, str]:
        """The same among a few rows, given in order."""

    def rows_having(self, name: str) -> NDArray[np.intp]:
        """The rows that have the attribute."""

    def rows_starting(self, name: str, letter: str) -> NDArray[np.intp]:
        """The rows whose value of the attribute starts with this sign."""

    def having_word(self, name: str, wanted: frozenset[str], only: NDArray[np.intp] | None = None) -> dict[int, str]:
        """The rows whose value of the attribute has one of these words, with the value; of a few rows, if given, in order."""

    def rows_hiding(self) -> list[int]:
        """The rows whose style attribute hides them."""

    def places(self, name: str) -> tuple[NDArray[np.intp], Ints, Ints]:
        """The rows that have the attribute, and where its values start and end in clean markup, if there is any."""

    def words(self, name: str) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        """Those that have the attribute, with the groups of `dom/words.py` that its values have a word of, as bits, and their numbers."""

    def written(self) -> chars.Written | None:
        """The texts as written in clean markup, if there is any."""

    def position(self, node: int) -> tuple[int, int] | None:
        """Line and column in the source, where known."""

    def raw_text(self, node: int) -> str:
        """The text below a node with its white space as written."""

    def inner(self, node: int) -> str:
        """The clean markup inside an element."""

    def styles(self) -> list[tuple[str, str]]:
        """Medium and text of the style elements that apply, in order."""

    def own_styles(self) -> Styles:
        """The same as they are written in the page, but for those that cannot hide anything."""

    def sheets(self) -> list[str]:
        """Addresses of the style sheets, as written, in order."""

    def head(self) -> "Head":
        """What the document's head says."""

    def html(self) -> str:
        """The page as it was given, decoded."""

    def may_have(self, letters: bytes, pattern: re.Pattern[bytes]) -> bool:
        """Whether the page as it was given may have a match of a pattern that begins with these letters; False only if that is plain."""


@dataclass(frozen=True)
class Head:
    """What the document says about itself, as written: nothing is decoded, resolved or checked here.

    `metas` are (name, content), names in lower case, microdata metas named `itemprop:…`; `links` are (rel, address)
    of `link` elements (canonical, licence, image); `json_ld` are script texts.
    """

    title: str = ""
    base: str = ""
    language: str = ""
    metas: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    json_ld: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Page:
    """A parsed page. The arrays are read-only; what is not stored is computed once, when first asked for."""

    parent: Ints
    end: Ints
    tag: NDArray[np.int16]
    tag_names: tuple[str, ...]
    text_rows: Ints
    texts: Sequence[str] = field(repr=False)
    after_blank: Mask = field(repr=False)
    source: Source = field(repr=False)
    encoding: str = "utf-8"
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for column in (self.parent, self.end, self.tag, self.text_rows, self.after_blank):
            column.setflags(write=False)

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def html(self) -> str:
        """The page as it was given, decoded."""
        return self.source.html()

    # Looking at one node

    def tag_of(self, node: int) -> str:
        """The tag name of a node; `#text` for a text node."""
        return self.tag_names[int(self.tag[node])]

    def text(self, node: int) -> str:
        """All text below a node, white space collapsed, with a space at block, cell and line breaks."""
        return self.join(range(*text_span(self, node)))

    def join(self, positions: Sequence[int], apart: str = " ") -> str:
        """The texts at these positions of `texts`, put together as a reader would see them in one line."""
        texts, parts = self.texts, list[str]()
        gaps, blanks = self.block_gaps.data, self.after_blank.data  # single values of an array take twice as long
        for i in positions:
            if parts and gaps[i]:
                parts.append(apart)
            elif parts and (blanks[i] or texts[i][0].isspace() or texts[i - 1][-1].isspace()):  # `gaps` of all
                parts.append(" ")
            parts.append(texts[i])
        return chars.normalise("".join(parts))

    def attribute(self, node: int, name: str) -> str | None:
        """The value of an attribute of an element, or None."""
        return self.source.attribute(node, name)

    def children(self, node: int) -> list[int]:
        """The children of a node, in order."""
        found, child, stop = [], node + 1, int(self.end[node])
        while child < stop:
            found.append(child)
            child = int(self.end[child])
        return found

    def xpath(self, *nodes: int) -> str:
        """An absolute XPath of a node, with positions among siblings of the same tag.

        Several siblings of one tag get one path for all of them, other groups the path of their first node.
        """
        return self.xpath_of(np.array(nodes, np.int32))

    def xpath_of(self, rows: Ints) -> str:
        """The same of rows as an array."""
        first = int(rows[0])
        if len(rows) > 1 and first and all((of[rows] == of[first]).all() for of in (self.tag, self.parent)):
            return f"{self._xpath_of_one(int(self.parent[first]))}/{self._step(first)}"
        return self._xpath_of_one(first)

    def _xpath_of_one(self, node: int) -> str:
        known, above = self._xpaths, list[int]()
        while node not in known:
            above.append(node)
            node = int(self.parent[node])
        path, (position, siblings) = known[node], self._positions_by_tag
        for row in reversed(above):
            step = self._step(row)
            path = f"{path}/{step}[{position[row]}]" if siblings[row] > 1 else f"{path}/{step}"
            if len(path) <= KEPT_PATH:
                known[row] = path
        return path

    @once
    def _xpaths(self) -> dict[int, str]:
        """The paths that are known: those of sections and items have most of their steps in common."""
        return {0: f"/{self.tag_of(0)}"}

    def _step(self, node: int) -> str:
        return "text()" if self.tag[node] == 0 else self.tag_of(node)

    @once
    def _positions_by_tag(self) -> tuple[Column, Column]:
        """The position of each node among siblings of its tag, from 1, and the number of those siblings."""
        order = np.lexsort((self.tag, self.parent))
        parent, tag = self.parent[order], self.tag[order]
        starts = np.flatnonzero(np.append(True, (parent[1:] != parent[:-1]) | (tag[1:] != tag[:-1])))
        sizes = np.diff(np.append(starts, len(order)))
        position, siblings = np.empty(len(order), np.int32), np.empty(len(order), np.int32)
        position[order] = np.arange(len(order)) - np.repeat(starts, sizes) + 1
        siblings[order] = np.repeat(sizes, sizes)
        return position, siblings

    # Columns of the tree

    @once
    def depth(self) -> Ints:
        """Number of ancestors: 0 for the root."""
        closed = np.bincount(self.end, minlength=len(self) + 1)[:-1]
        return _frozen(np.cumsum(1 - closed, dtype=np.int32) - 1)

    @property
    def jumps(self) -> Iterable[NDArray[np.intp]]:
        """The rows 1, 2, 4 … levels above each row, while any is above the root: for verbs that work along paths."""
        return self._kept_jumps if len(self) <= MANY_ROWS else self._new_jumps()

    @once
    def doublings(self) -> int:
        """How many jumps there are."""
        deepest = int(self.depth.max())
        return max((deepest - 1).bit_length(), 1) if deepest > 1 else 0

    @once
    def _kept_jumps(self) -> tuple[NDArray[np.intp], ...]:
        return tuple(self._new_jumps())

    def _new_jumps(self) -> Iterator[NDArray[np.intp]]:
        jump = self.parent.astype(np.intp)
        for number in range(self.doublings):
            jump = _frozen(jump.take(jump) if number else jump)
            yield jump

    @once
    def is_text(self) -> Mask:
        """True for text nodes."""
        return _frozen(self.tag == 0)

    @once
    def is_element(self) -> Mask:
        """True for elements."""
        return _frozen(self.tag != 0)

    def is_tag(self, *names: str) -> Mask:
        """True for elements with one of these tag names."""
        return _member(self, names).take(self.tag, mode="clip")

    @once
    def tag_counts(self) -> list[int]:
        """How many rows of each tag there are, by its code."""
        counts: list[int] = np.bincount(self.tag, minlength=len(self.tag_names)).tolist()
        return counts

    def has(self, *names: str) -> bool:
        """Whether there are elements with one of these tag names, of those HTML knows."""
        counts = self.tag_counts
        for name in names:  # noqa: SIM110 - asked for some twenty times: a generator takes three times as long
            if counts[tags.CODE[name]]:
                return True
        return False

    @once
    def is_block(self) -> Mask:
        """True for block-level elements; tags HTML does not know count as inline, as in browsers."""
        return _frozen(_member(self, tags.BLOCK).take(self.tag, mode="clip"))

    @once
    def is_link(self) -> Mask:
        """True for `a` elements with an address."""
        mask = np.zeros(len(self), bool)
        mask[self.source.rows_having("href")] = True
        return _frozen(mask & (self.tag == _LINK))

    @once
    def heading(self) -> NDArray[np.int8]:
        """Heading level 1 to 6, else 0."""
        return _frozen(tags.LEVELS.take(self.tag, mode="clip"))

    # Columns of class and id attributes

    @once
    def classes(self) -> dict[int, str]:
        """The rows that have a class, with its value as written."""
        return self.source.having("class")

    @once
    def class_names(self) -> frozenset[str]:
        """All single classes of the page, as written."""
        return frozenset(" ".join({*self.classes.values()}).split())

    def with_class(self, names: frozenset[str]) -> list[int]:
        """The rows that have one of these classes."""
        return [*self.source.having_word("class", names)]

    @once
    def ids(self) -> dict[int, str]:
        """The rows that have an id, with its value as written."""
        return self.source.having("id")

    @once
    def class_bits(self) -> NDArray[np.int64]:
        """Per row: the groups of `dom/words.py` that its class and id have a word of, as bits."""
        bits = np.zeros(len(self), np.int64)
        rows, groups, _ = self._class_words
        bits[rows] = groups
        rows, groups, _ = self.source.words("id")
        bits[rows] |= groups
        return _frozen(bits)

    @once
    def class_numbers(self) -> NDArray[np.int64]:
        """Per row: a number for its class, the same where classes differ only in digits; 0 without one."""
        rows, _, found = self._class_words
        numbers = np.zeros(len(self), np.int64)
        numbers[rows] = found
        return _frozen(numbers)

    @once
    def _class_words(self) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        return self.source.words("class")

    def class_groups(self, *groups: str) -> Mask:
        """True for elements whose class or id has a word of one of these groups."""
        return _frozen((self.class_bits & words.mask(*groups)) != 0)

    # Columns of the text; elements have 0

    @once
    def counts(self) -> chars.TextCounts:
        """Lengths, words and marks, one per text node (aligned with `texts`)."""
        return chars.TextCounts(self.texts, self.source.written())

    def spread(self, per_text: Column) -> Column:
        """A column over all rows from one value per text node."""
        column = np.zeros(len(self), per_text.dtype)
        column[self.text_rows] = per_text
        return _frozen(column)

    @once
    def text_len(self) -> Ints:
        """Characters of each text node, white space runs as one."""
        return self.spread(self.counts.length)

    @once
    def words(self) -> Ints:
        """Words of each text node."""
        return self.spread(self.counts.words)

    @once
    def punctuation(self) -> Ints:
        """Sentence marks and commas of each text node."""
        return self.spread(self.counts.stops + self.counts.commas)

    @once
    def link_words(self) -> Ints:
        """Words of text nodes inside links."""
        return _frozen(self.words * self.in_link)

    @once
    def in_link(self) -> Mask:
        """True for rows inside a link, the link included."""
        return covered(self, self.is_link)

    @once
    def gaps(self) -> Mask:
        """Per text node: True if there is white space between it and the previous text node."""
        texts = self.texts
        gap = self.after_blank | np.array([text[0].isspace() for text in texts], bool)
        gap[1:] |= np.array([text[-1].isspace() for text in texts[:-1]], bool)
        return _frozen(gap)

    @once
    def block_gaps(self) -> Mask:
        """Per text node: True if there is a block boundary or a line break between it and the previous text node."""
        if compiled.core:
            gap = np.empty(len(self.text_rows), bool)
            compiled.core.block_gaps(self.end, self.tag, _BLOCKS, self.text_rows, _BREAK, gap)
            return _frozen(gap)
        passed = np.zeros(len(self) + 1, np.int32)
        passed[self.end[self.is_block]] = 1
        passed[:-1] |= self.is_block | (self.tag == _BREAK)
        seen = np.add.accumulate(passed, out=passed).take(self.text_rows)
        gap = np.ones(len(seen), bool)
        np.not_equal(seen[1:], seen[:-1], out=gap[1:])
        return _frozen(gap)

    @once
    def hidden(self) -> Mask:
        """True for rows that markup hides (`dom/hidden.py` says how), and unneeded `noscript`."""
        by_markup = self._hidden_by_markup
        return _frozen(by_markup | self._idle_noscript) if self.has("noscript") else by_markup

    @once
    def visible(self) -> Mask:
        """True for rows that are not hidden."""
        return _frozen(~self.hidden)

    @once
    def _hidden_by_markup(self) -> Mask:
        return covered(self, hidden.by_markup(self))

    @once
    def _idle_noscript(self) -> Mask:
        """`noscript` content, unless the rest of the page is almost empty."""
        inside = covered(self, self.is_tag("noscript"))
        shown = ~(inside | self._hidden_by_markup).take(self.text_rows)
        return inside if self.counts.words @ shown >= NOSCRIPT_WORDS else np.zeros(len(self), bool)


def text_span(page: Page, node: int) -> tuple[int, int]:
    """The positions of the texts below a node, half-open."""
    # Plain ints would make NumPy widen the whole column first.
    first, last = page.text_rows.searchsorted(np.array((node, page.end[node]), page.text_rows.dtype)).tolist()
    return first, last


def covered(page: Page, roots: Mask) -> Mask:
    """True for the rows in the subtrees of these roots: rows before the furthest end of any root so far."""
    if compiled.core:
        inside = np.empty(len(page), bool)
        compiled.core.covered(page.end, roots, inside)
        return _frozen(inside)
    return _frozen(np.maximum.accumulate(page.end * roots) > np.arange(len(page), dtype=np.int32))


def _member(page: Page, names: tuple[str, ...] | frozenset[str]) -> Mask:
    """Look-up table over the page's tag codes; codes past its end count as its last entry."""
    known, are_all_known = _known_member(names)
    if are_all_known:
        return known
    unknown = np.array([*(name in names for name in page.tag_names[len(tags.NAMES) :]), False], bool)
    return np.concatenate((known[:-1], unknown))


@lru_cache(maxsize=256)
def _known_member(names: tuple[str, ...] | frozenset[str]) -> tuple[Mask, bool]:
    return _frozen(tags.table(names, 1)), tags.CODE.keys() >= set(names)


def _frozen(column: Column) -> Column:
    column.setflags(write=False)  # half the time of `column.flags.writeable = False`
    return column
