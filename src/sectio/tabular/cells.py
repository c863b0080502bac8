"""The parts of items: texts, links and images, each at a place in the item's tree that other items have too.

Items are read twice. A survey of all of them shows which elements are running text and which vary in number: those will be read
as a whole. Then every item is read by the same rules.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, repeat
from typing import Final, NamedTuple, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom import tags
from sectio.dom.chars import normalise
from sectio.dom.page import Ints
from sectio.once import once
from sectio.tabular import survey
from sectio.tabular.lists import Span, Spans
from sectio.tabular.outline import Numbers, Outline
from sectio.tabular.survey import IMAGE, IN_CELL, KEY_BITS, LINK, TEXT, Rows, Spread, Survey

# A node is a sentence if at least this much of its text is its own and differs between items.
_OWN: Final = 0.4
# From this share of the items on, a text is part of the form and not of the item.
CONSTANT: Final = 0.6
_LABEL_WORDS: Final = 3
_SHORT: Final = 40
_ALNUM: Final = re.compile(r"[^\W_]")
KIND: Final = TEXT | LINK | IMAGE


class Item(NamedTuple):
    """An item of a page."""

    outline: Outline
    span: Span


class Items(Sequence[Item]):
    """Items of one page, each made when it is asked for."""

    def __init__(self, outline: Outline, spans: Spans) -> None:
        self._outline, self.spans = outline, spans

    def __len__(self) -> int:
        return len(self.spans.starts)

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> "Items": ...

    def __getitem__(self, at: int | slice) -> "Item | Items":
        starts, stops = self.spans
        if isinstance(at, slice):
            return Items(self._outline, Spans(starts[at], stops[at]))
        return Item(self._outline, Span(starts[at], stops[at]))

    def __iter__(self) -> Iterator[Item]:
        return map(Item, repeat(self._outline), self.spans.each())


# A place and what is there (text, link or image) as one number; every place has eight of them.
Key: TypeAlias = int


def place_of(key: Key) -> int:
    """The number of a place."""
    return key >> KEY_BITS


def kind_of(key: Key) -> int:
    """What is there: `TEXT`, `LINK` or `IMAGE`."""
    return key & KIND


class Place(NamedTuple):
    """A place in the tree of an item: the place above it, the number of a name, and which row of that name it is."""

    above: int
    label: int
    number: int


# What an item has at a place: the key, the row where it begins, and its value. (Named tuples take longer to make than to use.)
Part: TypeAlias = tuple[Key, int, str]


class _Names:
    """The names of rows across several outlines, with a number for each; names of tags keep their codes."""

    def __init__(self, outlines: Sequence[Outline]) -> None:
        self.labels: list[Ints] = [outlines[0].label] if outlines else []
        self.names: Sequence[str] = outlines[0].names if outlines else ()
        if len(outlines) > 1:
            known = {name: number for number, name in enumerate(tags.NAMES)}
            own = [[known.setdefault(name, len(known)) for name in outline.names] for outline in outlines]
            self.labels = [
                np.array(found, np.int32)[outline.label] for found, outline in zip(own, outlines, strict=True)
            ]
            self.names = [*known]


class _Texts:
    """The texts in the rows of one path, their own and those of elements inside them, and how often each of them occurs."""

    def __init__(self) -> None:
        self.own: dict[str, int] = defaultdict(int)
        self.other: dict[str, int] = defaultdict(int)

    def is_sentence(self, times: int, constant: float) -> bool:
        """Whether the rows of a path, of which there are so many, are running text that is not taken apart."""
        own, other = (
            [(len(text) * count, _is_form(text, count, constant * times)) for text, count in texts.items()]
            for texts in (self.own, self.other)
        )
        own_size, other_size = (sum(size for size, _ in texts) for texts in (own, other))
        said = sum(size for size, is_form in own if not is_form)
        forms = sum(size for size, is_form in other if is_form)
        return bool(own_size and other_size) and said >= _OWN * (own_size + other_size) and forms < other_size / 2


def _is_form(text: str, count: int, often: float) -> bool:
    """Whether a text belongs to the form: a label, or marks between values."""
    is_frequent = count > 1 and count >= often and len(text.split()) <= _LABEL_WORDS
    return is_frequent or text.endswith((":", "\uff1a")) or not _ALNUM.search(text)


class Reader:
    """Reads the items of tables, as a survey of all of them says."""

    def __init__(self, tables: Sequence[Sequence[Item]], *, constant: float = CONSTANT, join: bool = True) -> None:
        self._tables = tables
        self._first = [0, *accumulate(map(len, tables))]
        self._outlines = [*{id(outline): outline for items in tables for outline in _outlines(items)}.values()]
        self._starts = [0, *accumulate(len(outline.page) for outline in self._outlines)]
        self._names = _Names(self._outlines)
        rows, items = self._rows(), self._spread()
        seen = survey.survey(rows, items, joins=join)
        self._mark_sentences(rows, seen, constant)
        self._parts = survey.parts(rows, items, seen, joins=join)

    def _rows(self) -> Rows:
        each = [Rows.of(outline, label) for outline, label in zip(self._outlines, self._names.labels, strict=True)]
        if len(each) == 1:
            return each[0]
        moved = [
            rows._replace(parent=rows.parent + start, end=rows.end + start)
            for rows, start in zip(each, np.array(self._starts, np.int32), strict=False)
        ]
        return Rows(*map(np.concatenate, zip(*moved, strict=True)))

    def _spread(self) -> Spread:
        spread = Spread(array("i"), array("i"), array("i"))
        for number, items in enumerate(self._tables):
            starts, stops = items.spans if isinstance(items, Items) and len(self._outlines) == 1 else self._moved(items)
            spread.starts.extend(starts)
            spread.stops.extend(stops)
            spread.table.extend(array("i", (number,)) * len(items))
        return spread

    def _moved(self, items: Sequence[Item]) -> Spans:
        """Items of several pages, as rows of all of them."""
        return Spans.listed([Span(*(row + self._start_of(item) for row in item.span)) for item in items])

    @once
    def _start(self) -> dict[int, int]:
        return {id(outline): start for outline, start in zip(self._outlines, self._starts, strict=False)}

    def _start_of(self, item: Item) -> int:
        return self._start[id(item.outline)]

    def _mark_sentences(self, rows: Rows, seen: Survey, constant: float) -> None:
        """Mark the paths whose rows are running text: texts beside inline elements, and no blocks."""
        beside = survey.HAS_TEXT | survey.HAS_INLINE
        mixed = (seen.bits & (beside | survey.HAS_BLOCK)) == beside
        if not mixed.any():
            return
        above = seen.path[rows.parent]
        below = np.flatnonzero(mixed[above] & (seen.path > 0))
        texts: dict[int, _Texts] = defaultdict(_Texts)
        said_in = zip(
            self._said(below, rows.end[below]), *(column[below].tolist() for column in (above, rows.kind)), strict=True
        )
        for text, up, kind in deadline.watched(said_in):
            found = texts[up].own if kind & survey.IS_TEXT else texts[up].other
            found[text] += 1
        for up, said in texts.items():
            if said.is_sentence(int(seen.times[up]), constant):
                seen.bits[up] |= survey.WHOLE

    def _said(self, starts: NDArray[np.intp], stops: Ints) -> Iterator[str]:
        """The texts of some rows, given in order."""
        bounds = np.searchsorted(starts, self._starts)
        for number, outline in enumerate(self._outlines):
            own, first = slice(bounds[number], bounds[number + 1]), self._starts[number]
            yield from outline.texts((starts[own] - first).tolist(), (stops[own] - first).tolist())

    def read(self, table: int) -> Iterator[list[Part]]:
        """The parts of each item of a table, in document order."""
        keys, rows, ends, bounds, _ = self._parts
        items, first = self._tables[table], self._first[table]
        homes = repeat((self._outlines[0], 0), len(items)) if len(self._outlines) == 1 else self._homes(items)
        own = pairwise(bounds[first : first + len(items) + 1])
        for (outline, start), (low, high) in deadline.watched(zip(homes, own, strict=True)):
            yield _parts_of(outline, start, keys[low:high], rows[low:high], ends[low:high])

    def item(self, table: int, number: int) -> Item:
        """An item of a table."""
        return self._tables[table][number]

    def _homes(self, items: Sequence[Item]) -> Iterator[tuple[Outline, int]]:
        """For each item its page, and where the rows of that page start."""
        return ((item.outline, self._start_of(item)) for item in items)

    @once
    def places(self) -> list[Place]:
        """All places; the first is above all others."""
        found = iter(self._parts.places)
        return [Place(-1, 0, 0), *map(Place, found, found, found)]

    def paths_of_places(self) -> list[str]:
        """The path of each place, as text: places that differ only in their numbers have the same."""
        found = [""]
        for place in self.places[1:]:
            found.append(f"{found[place.above]}/{self._names.names[place.label]}")
        return found


def _parts_of(outline: Outline, start: int, keys: Numbers, rows: Numbers, ends: Numbers) -> list[Part]:
    """The parts of an item, whose rows are counted from another start than those of its page; those that say nothing are left out."""
    before, lines = outline.before, outline.lines
    found: list[Part] = []
    for key, row, end in zip(keys, rows, ends, strict=True):
        kind, row = key & KIND, row - start
        if kind == TEXT:
            first = before[row]
            if lines is not None and before[end - start] == first + 1:
                text = lines[first]
            else:
                text = outline.text(row, end - start)
            if text[:1].isalnum() or _ALNUM.search(text) or (text and key & IN_CELL):
                found.append((key & ~IN_CELL, row, text))
        else:
            found.append((key, row, outline.link(row) if kind == LINK else outline.image(row)))
    return found


def _outlines(items: Sequence[Item]) -> list[Outline]:
    """The pages that items are of."""
    return [items[0].outline] if isinstance(items, Items) else [item.outline for item in items]


def joined(values: Sequence[str]) -> str:
    """Several values of one place as one text."""
    if len(values) == 1:
        return values[0]
    return normalise((", " if all(len(value) < _SHORT for value in values) else " ").join(values))
