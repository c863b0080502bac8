"""The parts of items: their texts, links and images, each with its place in the item's tree.

All items are surveyed first, since one item does not show what is a sentence with a link in it and what is a label with a value.
Then each is read by the same rules.
"""

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias, overload

import numpy as np

from sectio import deadline
from sectio.dom import tags
from sectio.dom.chars import normalise
from sectio.tabular.lists import Span, Spans
from sectio.tabular.outline import Numbers, Outline, numbers

# A node is a sentence if at least this much of its text is its own and differs between items.
_OWN: Final = 0.4
# From this share of the items on, a text is part of the form and not of the item.
CONSTANT: Final = 0.6
# Parts whose number is the same in this share of the items are columns of their own.
_STEADY: Final = 0.8
_MOST_PARTS: Final = 20
_LABEL_WORDS: Final = 3
_SHORT: Final = 40
_TOP: Final = 0
_CHECK_EVERY: Final = 256
_ALNUM: Final = re.compile(r"[^\W_]")
_TEXT: Final = tags.CODE["#text"]
_CELLS: Final = (tags.CODE["td"], tags.CODE["th"])


class Item(NamedTuple):
    """An item of a page."""

    outline: Outline
    span: Span


class Items(Sequence[Item]):
    """Items of one page, each made when it is asked for."""

    def __init__(self, outline: Outline, spans: Spans) -> None:
        self._outline, self._spans = outline, spans

    def __len__(self) -> int:
        return len(self._spans.starts)

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> "Items": ...

    def __getitem__(self, at: int | slice) -> "Item | Items":
        starts, stops = self._spans
        if isinstance(at, slice):
            return Items(self._outline, Spans(starts[at], stops[at]))
        return Item(self._outline, Span(starts[at], stops[at]))

    def __iter__(self) -> Iterator[Item]:
        return map(Item, repeat(self._outline), self._spans.each())


class Place(NamedTuple):
    """A place in the tree of an item: the place above it, the number of the name of the row there, and which one of that name."""

    above: int
    label: int
    number: int


# A place, and what is there: text, link or image.
Key: TypeAlias = tuple[int, str]


class Cell(NamedTuple):
    """What an item has at a place; `kind` is text, link or image."""

    place: int
    kind: str
    value: str
    row: int


class _Paths:
    """What was seen of the rows with one path."""

    __slots__ = (
        "direct",
        "direct_size",
        "has_block",
        "has_direct",
        "has_other",
        "numbers",
        "other",
        "other_size",
        "seen",
    )

    def __init__(self) -> None:
        self.seen = self.direct_size = self.other_size = 0
        self.direct: dict[str, int] = {}
        self.other: dict[str, int] = {}
        self.has_block = self.has_direct = self.has_other = False
        # For each name of the rows below, how often there were how many of them.
        self.numbers: dict[int, dict[int, int]] = {}

    @property
    def may_be_sentence(self) -> bool:
        """Whether there are texts beside inline elements, and no blocks."""
        return self.has_direct and self.has_other and not self.has_block

    def note(self, text: str, is_direct: bool) -> None:
        """Note a text of its own, or that of an element."""
        texts = self.direct if is_direct else self.other
        texts[text] = texts.get(text, 0) + 1
        if is_direct:
            self.direct_size += len(text)
        else:
            self.other_size += len(text)


class _Form:
    """What items have in common that have the same rows; rows are counted from the first."""

    __slots__ = ("paths", "plan", "texts", "times")

    def __init__(self) -> None:
        self.times = 0
        # The path of each row, 0 for those that show nothing.
        self.paths: Numbers = array("i")
        # Texts and inline elements: the path of the row above, the row, its end, and whether it is a text, one after the other.
        self.texts: Numbers = array("i")
        self.plan: list[_Part] | None = None


class _Part(NamedTuple):
    """What is read at a row of a form; `is_cell` says that it is right in a cell of a table, which may hold anything."""

    key: Key
    row: int
    end: int
    is_cell: bool = False


class _Names:
    """The names of rows over several outlines, with a number for each; those of tags have their codes everywhere."""

    def __init__(self, outlines: Sequence[Outline]) -> None:
        first = outlines[0]
        self.labels, self.forms, self.names = {id(first): first.labels}, {id(first): first.forms}, first.names
        if len(outlines) == 1:
            return
        known = {name: number for number, name in enumerate(tags.NAMES)}
        for outline in outlines:
            own = [known.setdefault(name, len(known)) for name in outline.names]
            label = np.array(own, np.int32)[outline.label]
            self.labels[id(outline)], self.forms[id(outline)] = numbers(label), outline.forms_of(label)
        self.names = [*known]


class Reader:
    """Reads items by what a survey of them all has shown; those of one form are read alike."""

    def __init__(self, items: Sequence[Item], *, constant: float = CONSTANT, join: bool = True) -> None:
        self.places: list[Place] = [Place(-1, 0, 0)]
        self._known: dict[Place, int] = {}
        self._ids: dict[tuple[int, int], int] = {}
        self._paths: list[_Paths] = [_Paths()]
        self._joined: dict[tuple[int, int], bool] = {}
        self._constant, self._join = constant, join
        self._forms: dict[bytes, _Form] = {}
        self._names = _Names([*{id(item.outline): item.outline for item in items}.values()])
        self._survey(items)
        self._sentences = {path for path, seen in enumerate(self._paths) if self._is_sentence(seen)}

    # Surveying

    def _survey(self, items: Sequence[Item]) -> None:
        first: list[Item] = []
        for item in deadline.watched(items):
            key = self._key(item)
            form = self._forms.get(key)
            if form is None:
                form = self._forms[key] = _Form()
                first.append(item)
            form.times += 1
        for item, form in zip(first, self._forms.values(), strict=True):
            self._read_form(item, form)
        noted = {key: texts for key, form in self._forms.items() if (texts := self._noted(form))}
        if noted:
            for item in deadline.watched(items):
                self._note(item, noted.get(self._key(item), ()))

    def _key(self, item: Item) -> bytes:
        """Equal for items whose rows have the same names, are nested alike, and are in the same columns of a table."""
        outline, (start, stop) = item
        return self._names.forms[id(outline)][8 * start : 8 * stop]

    def _read_form(self, item: Item, form: _Form) -> None:
        """Read the form of an item, counted as often as there are items like it."""
        outline, (start, stop) = item
        labels, parent, end, shows = self._names.labels[id(outline)], outline.parent, outline.end, outline.shows
        is_text, is_block, ids, times, seen = outline.is_text, outline.is_block, self._ids, form.times, self._paths
        found, texts = array("i", bytes(4 * (stop - start))), form.texts
        children: dict[tuple[int, int], int] = {}
        for row in range(start, stop):
            if not row % _CHECK_EVERY:
                deadline.check()
            if not shows[row]:
                continue
            above, label = parent[row], labels[row]
            up = found[above - start] if above >= start else _TOP
            path = ids.setdefault((up, label), len(ids) + 1)
            if path == len(seen):
                seen.append(_Paths())
            found[row - start] = path
            seen[path].seen += times
            key = above, label
            children[key] = children.get(key, 0) + 1
            if up:
                over = seen[up]
                if is_text[row]:
                    over.has_direct = True
                else:
                    over.has_other = True
                if is_block[row]:
                    over.has_block = True
                texts.extend((up, row - start, end[row] - start, is_text[row]))
        for (above, label), number in children.items():
            counts = seen[found[above - start] if above >= start else _TOP].numbers.setdefault(label, {})
            counts[number] = counts.get(number, 0) + times
        form.paths = found

    def _noted(self, form: _Form) -> list[tuple[int, int, int, int]]:
        """The texts of a form below what may be a sentence; the others need not be looked at again."""
        texts, seen = iter(form.texts), self._paths
        found = [one for one in zip(texts, texts, texts, texts, strict=True) if seen[one[0]].may_be_sentence]
        form.texts = array("i")
        return found

    def _note(self, item: Item, texts: Sequence[tuple[int, int, int, int]]) -> None:
        outline, (start, _) = item
        for up, row, end, is_direct in texts:
            self._paths[up].note(outline.text(start + row, start + end), bool(is_direct))

    def _is_sentence(self, seen: _Paths) -> bool:
        """Whether rows of a path are running text that is not taken apart."""
        if seen.has_block or not seen.direct_size or not seen.other_size:
            return False
        own = sum(len(text) * count for text, count in seen.direct.items() if not self._is_form(text, count, seen))
        forms = sum(len(text) * count for text, count in seen.other.items() if self._is_form(text, count, seen))
        return own >= _OWN * (seen.direct_size + seen.other_size) and forms < seen.other_size / 2

    def _is_form(self, text: str, count: int, seen: _Paths) -> bool:
        """Whether a text belongs to the form: a label, or marks between values."""
        is_frequent = count > 1 and count >= self._constant * seen.seen and len(text.split()) <= _LABEL_WORDS
        return is_frequent or text.endswith((":", "\uff1a")) or not _ALNUM.search(text)

    def _is_joined(self, above: int, label: int) -> bool:
        """Whether parts of one name are one value, since there are sometimes more and sometimes fewer of them."""
        if not self._join or label in _CELLS:
            return False
        found = self._joined.get((above, label))
        if found is None:
            found = self._joined[above, label] = self._varies(above, label)
        return found

    def _varies(self, above: int, label: int) -> bool:
        numbers = self._paths[above].numbers.get(label, {})
        common, times = max(numbers.items(), key=itemgetter(1), default=(1, 1))
        most = max(numbers, default=1)
        return most > 1 and (times < _STEADY * sum(numbers.values()) or common > _MOST_PARTS)

    def paths_of_places(self) -> list[str]:
        """The path of each place, as text: places that differ only in their numbers have the same."""
        found = [""]
        for place in self.places[1:]:
            found.append(f"{found[place.above]}/{self._names.names[place.label]}")
        return found

    # Reading

    def read(self, item: Item) -> Iterator[Cell]:
        """The parts of an item, in document order."""
        for key, at, value in self.values(item):
            yield Cell(*key, value, at)

    def values(self, item: Item) -> list[tuple[Key, int, str]]:
        """The same as place and kind, row and value."""
        outline, (start, _) = item
        found: list[tuple[Key, int, str]] = []
        for key, row, end, is_cell in deadline.watched(self._plan(item)):
            if key[1] == "text":
                text = outline.text(start + row, start + end)
                if _ALNUM.search(text) or (text and is_cell):
                    found.append((key, start + row, text))
            elif key[1] == "link":
                found.append((key, start + row, outline.link(start + row)))
            else:
                found.append((key, start + row, outline.image(start + row)))
        return found

    def _plan(self, item: Item) -> list[_Part]:
        """Which parts items of this form have."""
        form = self._forms[self._key(item)]
        if form.plan is None:
            form.plan = [*self._parts(item, form.paths)]
            form.paths = array("i")
        return form.plan

    def _parts(self, item: Item, paths: Numbers) -> Iterator[_Part]:
        outline, (start, stop) = item
        labels, parent, end, columns = self._names.labels[id(outline)], outline.parent, outline.end, outline.columns
        at = array("i", bytes(4 * (stop - start)))
        counted: dict[tuple[int, int], int] = {}
        row = start
        while row < stop:
            if not row % _CHECK_EVERY:
                deadline.check()
            path = paths[row - start]
            if not path:
                row = end[row]
                continue
            above, label = parent[row], labels[row]
            up, over = (at[above - start], paths[above - start]) if above >= start else (_TOP, _TOP)
            is_joined = self._is_joined(over, label)
            number = count = counted.get((up, label), 0)
            counted[up, label] = count + 1
            if label in _CELLS:
                number = columns[row] if columns[row] >= 0 else count
            elif is_joined:
                number = 0
            is_first_text = label == _TEXT and not number and self._join and up != _TOP
            place = at[row - start] = up if is_first_text else self._place(up, label, number)
            is_whole = path in self._sentences or is_joined
            yield from _read_at(outline, row, start, place, is_whole)
            row = end[row] if outline.is_text[row] or is_whole else row + 1

    def _place(self, above: int, label: int, number: int) -> int:
        place = Place(above, label, number)
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = len(self.places)
            self.places.append(place)
        return found


def joined(values: Sequence[str]) -> str:
    """Several values of one place as one text."""
    if len(values) == 1:
        return values[0]
    return normalise((", " if all(len(value) < _SHORT for value in values) else " ").join(values))


def _read_at(outline: Outline, row: int, start: int, place: int, is_whole: bool) -> Iterator[_Part]:
    """What is read at a row: its address, its text, and the links in it if it is read as a whole."""
    at, end = row - start, outline.end[row]
    if outline.is_link[row]:
        yield _Part((place, "link"), at, at)
    if outline.is_image[row]:
        yield _Part((place, "image"), at, at)
    if outline.is_text[row] or is_whole:
        yield _Part((place, "text"), at, end - start, outline.labels[outline.parent[row]] in _CELLS)
    if is_whole:
        yield from (_Part((place, "link"), below - start, 0) for below in range(row + 1, end) if outline.is_link[below])
