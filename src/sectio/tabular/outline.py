"""A page as its items see it: what each row is called, what it shows, and where it ends.

Rows are called by their tag and one class: of an element's classes the one that most siblings of its tag share, so that
`item odd` and `item first` are the same, digits aside.
"""

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom import tags
from sectio.dom.chars import normalise
from sectio.dom.page import Column, Ints, Mask, Page
from sectio.dom.tree import subtree_any, subtree_sum
from sectio.layout.estimate import weights
from sectio.once import once
from sectio.output.address import absolute, base_of, image_address
from sectio.output.chosen import MANY, cleaned
from sectio.output.tables import MAX_COLSPAN, Tables

Numbers: TypeAlias = "array[int]"

# Tags whose classes say more about the item than about what it is.
_BARE: Final = frozenset(("tr", "li", "td", "th", "tbody", "thead", "tfoot", "dt", "dd", "table", "body", "html"))
_VARIANTS: Final = frozenset("odd even alt first last active current selected new hot sticky pinned clearfix".split())
_VARIANT_WORDS: Final = "".join(f"{name}\0" for name in sorted(_VARIANTS)).encode()
_IS_BARE: Final = tags.table(_BARE, 1)
_GROUP: Final = tags.LAST_CODE + 1
_DIGITS: Final = re.compile(r"\d+")
MAX_CLASS: Final = 60
CELLS: Final = ("td", "th")


@dataclass(frozen=True, eq=False)
class Outline:
    """Columns of a page for walks over single items: as narrow as they can be, and quick to look into."""

    page: Page
    url: str | None = None

    @once
    def parent(self) -> Numbers:
        """The row above each row."""
        return numbers(self.page.parent)

    @once
    def end(self) -> Numbers:
        """The row after each subtree."""
        return numbers(self.page.end)

    @once
    def is_text(self) -> bytes:
        """Whether a row is a text."""
        return self.page.is_text.tobytes()

    @once
    def is_block(self) -> bytes:
        """Whether a row is a block."""
        return self.page.is_block.tobytes()

    @once
    def is_link(self) -> bytes:
        """Whether a row is a link."""
        return self.page.is_link.tobytes()

    @once
    def is_image(self) -> bytes:
        """Whether a row is an image."""
        return self.page.is_tag("img").tobytes()

    @once
    def is_leaf(self) -> Mask:
        """True for visible rows that show something themselves."""
        return (self.page.is_text | self.page.is_tag("img")) & self.page.visible

    @once
    def size(self) -> Ints:
        """How much is shown in each subtree, in characters."""
        return subtree_sum(self.page, weights(self.page) * self.is_leaf).astype(np.int32)

    @once
    def shown(self) -> Mask:
        """True where anything is shown in a subtree."""
        return subtree_any(self.page, self.is_leaf)

    @once
    def shows(self) -> bytes:
        """The same, to look into."""
        return self.shown.tobytes()

    # Names

    @once
    def label(self) -> Ints:
        """The number of each row's name in `names`; names without a class have the code of the tag."""
        return self._labelled[0]

    @property
    def names(self) -> list[str]:
        """The names of rows: `#text`, `tr`, `div.card`."""
        return self._labelled[1]

    @once
    def labels(self) -> Numbers:
        """The same as `label`, to look into."""
        return numbers(self.label)

    @once
    def _labelled(self) -> tuple[Ints, list[str]]:
        label, names = self.page.tag.astype(np.int32), list(self.page.tag_names)
        known = {name: code for code, name in enumerate(names) if code >= len(tags.NAMES)}
        rows, choice, found = self._named
        numbers = list[int]()
        for code, token in found:
            name = f"{names[code]}.{token}"
            numbers.append(known.setdefault(name, len(names)))
            names += [name] if numbers[-1] == len(names) else []
        named = choice >= 0
        label[rows[named]] = np.array(numbers, np.int32)[choice[named]]
        return label, names

    @property
    def _named(self) -> "_Named":
        page, written = self.page, self.page.source.written()
        if compiled.core and written:
            rows, starts, ends = page.source.places("class")
            found = compiled.core.row_names(
                written[0], rows, starts, ends, page.parent, page.tag, _IS_BARE, _VARIANT_WORDS
            )
            if found is not None:
                choice, codes, tokens = found
                each = zip(np.frombuffer(codes, np.int32).tolist(), tokens, strict=True)
                return _Named(rows, np.frombuffer(choice, np.int32), [*each])
        return _plain_names(page)

    @once
    def columns(self) -> Numbers:
        """The column of each cell of a table, -1 for other rows; with tables inside, rows that reach down are not counted."""
        page = self.page
        found = np.full(len(page), -1, np.int32)
        if page.has("table", "tr"):
            is_table = page.is_tag("table")
            tables = Tables(page)
            for node in np.flatnonzero(is_table & (subtree_sum(page, is_table) == 1)).tolist():
                grid = tables.grid(node)
                found[grid.nodes] = grid.columns
            rows = np.flatnonzero(tables.is_row)
            for row in rows[found.take(rows + 1, mode="clip") < 0].tolist():
                cell, number = row + 1, 0
                while cell < self.end[row]:
                    found[cell] = number
                    number += span_of(page, cell)
                    cell = self.end[cell]
        return numbers(found)

    # Values

    @once
    def _base(self) -> str | None:
        return base_of(self.page, self.url)

    @once
    def properties(self) -> dict[int, str]:
        """What the rows that are a property of something are called."""
        return self.page.source.having("itemprop")

    @once
    def _links(self) -> dict[str, str]:
        return {}

    @once
    def _addresses(self) -> dict[int, str]:
        return self.page.source.having("href")

    def link(self, row: int) -> str:
        """Where a link leads, made absolute if the page's address is known; empty unless it is harmless."""
        address = self._addresses.get(row, "")
        found = self._links.get(address)
        if found is None:
            found = self._links[address] = absolute(address, self._base) or ""
        return found

    def image(self, row: int) -> str:
        """Where an image comes from."""
        return image_address(self.page.source.attributes(row), self._base) or ""

    def text(self, start: int, stop: int) -> str:
        """The visible text of some rows, on one line."""
        first, last = self.before[start], self.before[stop]
        if last == first + 1 and self.lines is not None:
            return self.lines[first]
        shown = [i for i in range(first, last) if self._is_shown[i]]
        return self._one(shown[0]) if len(shown) == 1 else self._joined(shown)

    def texts(self, starts: Sequence[int], stops: Sequence[int]) -> list[str]:
        """The same of several."""
        return [*map(self.text, starts, stops)]

    @once
    def lines(self) -> list[str] | None:
        """All texts on one line, nothing for hidden ones, if compiled code can; those of long pages are made when they are needed, to save room."""
        count = len(self.page.texts)
        texts = cleaned(self.page, np.arange(count)) if count <= MANY else None
        if texts is None or self._is_shown.find(0) < 0:
            return texts
        return [text if is_shown else "" for text, is_shown in zip(texts, self._is_shown, strict=True)]

    def _one(self, position: int) -> str:
        if self.lines is not None:
            return self.lines[position]
        text = self.page.texts[position]
        found = " ".join(text.split())
        found = found if found.isascii() and found.isprintable() else normalise(found)
        return text if found == text else found  # what the page has already takes no room

    def _joined(self, positions: list[int]) -> str:
        """As `Page.join`, without looking into arrays."""
        texts, is_apart = self.page.texts, self._is_apart
        parts: list[str] = []
        for i in positions:
            if parts and (is_apart[i] or texts[i - 1][-1].isspace()):
                parts.append(" ")
            parts.append(texts[i])
        return normalise("".join(parts))

    @once
    def _is_apart(self) -> bytes:
        return (self.page.block_gaps | self.page.after_blank).tobytes()

    @once
    def before(self) -> Numbers:
        """For each row, and the end, the number of texts before it."""
        return numbers(np.concatenate(([0], np.cumsum(self.page.is_text))))

    @once
    def _is_shown(self) -> bytes:
        return self.page.visible[self.page.text_rows].tobytes()


def numbers(column: Column) -> Numbers:
    """A column of whole numbers that is quicker to look into than an array, and smaller than a list."""
    return array("i", np.ascontiguousarray(column, np.int32).tobytes())


def span_of(page: Page, cell: int) -> int:
    """How many columns a cell takes."""
    value = (page.attribute(cell, "colspan") or "").strip()[:4]
    return max(1, min(int(value), MAX_COLSPAN)) if value.isascii() and value.isdecimal() else 1


class _Named(NamedTuple):
    """The rows that have a class, for each the number of its name (-1 if its class says nothing), and the names: a tag and a token."""

    rows: NDArray[np.intp]
    choice: Ints
    names: list[tuple[int, str]]


def _plain_names(page: Page) -> _Named:
    """How rows are named by their classes, by dictionaries."""
    own = _with_class(page)
    tokens = {value: class_tokens(value) for value in {value for _, _, value in own}}
    counts = _shared(own, tokens)
    chosen: dict[tuple[int, str], int] = {}
    numbers: dict[tuple[int, str], int] = {}
    choice = list[int]()
    for _, group, value in deadline.watched(own):
        # Siblings with the same tag and class share a name; where there is no choice, all such elements of the page do.
        key = group if group in counts else group & tags.LAST_CODE, value
        number = chosen.get(key)
        if number is None:
            number = -1
            if found := tokens[value]:
                one = max(found, key=counts[group].__getitem__) if group in counts else found[0]
                number = numbers.setdefault((group & tags.LAST_CODE, one), len(numbers))
            chosen[key] = number
        choice.append(number)
    return _Named(np.array([row for row, _, _ in own], np.intp), np.array(choice, np.int32), [*numbers])


def _with_class(page: Page) -> list[tuple[int, int, str]]:
    """The rows that may be named by their class: row, a number that siblings with the same tag share, and the class."""
    rows = np.fromiter(page.classes, np.intp, len(page.classes))
    code = page.tag[rows]
    group = np.where(_IS_BARE.take(code, mode="clip"), -1, page.parent[rows].astype(np.int64) * _GROUP | code)
    each = zip(rows.tolist(), group.tolist(), page.classes.values(), strict=True)
    return [one for one in each if one[1] >= 0]


def _shared(own: Sequence[tuple[int, int, str]], tokens: Mapping[str, Sequence[str]]) -> dict[int, Counter[str]]:
    """How many siblings with the same tag have each class, where it matters: where one has several classes, and not all the same ones."""
    first: dict[int, str] = {}
    several, differing = set[int](), set[int]()
    for _, group, value in deadline.watched(own):
        if first.setdefault(group, value) != value:
            differing.add(group)
        if len(tokens[value]) > 1:
            several.add(group)
    differing &= several
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for group, value in [(group, value) for _, group, value in own if group in differing] if differing else ():
        counts[group].update({*tokens[value]})
    return counts


def class_tokens(value: str) -> list[str]:
    """The classes of an element, digits removed; those that tell the variants of one kind apart are left out."""
    found = [token.strip("-_") for token in _DIGITS.sub("", value[:MAX_CLASS]).lower().split()]
    return [token for token in found if token and token not in _VARIANTS]
