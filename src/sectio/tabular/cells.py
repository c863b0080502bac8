"""The parts of items: their texts, links and images, each with its place in the item's tree.

All items are surveyed first, since one item does not show what is a sentence with a link in it and what is a label with a value.
Then each is read by the same rules.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sectio import deadline
from sectio.dom.chars import normalise
from sectio.tabular.lists import Span
from sectio.tabular.outline import Outline

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
_CELLS: Final = ("td", "th")


class Item(NamedTuple):
    """An item of a page."""

    outline: Outline
    span: Span


class Place(NamedTuple):
    """A place in the tree of an item: the place above it, the name of the row there, and which one of that name."""

    above: int
    label: str
    number: int


class Cell(NamedTuple):
    """What an item has at a place; `kind` is text, link or image."""

    place: int
    kind: str
    value: str
    row: int


@dataclass(eq=False)
class _Paths:
    """What was seen of the rows with one path."""

    seen: int = 0
    direct: Counter[str] = field(default_factory=Counter)
    direct_size: int = 0
    other: Counter[str] = field(default_factory=Counter)
    other_size: int = 0
    has_block: bool = False
    numbers: dict[str, Counter[int]] = field(default_factory=dict)


class Reader:
    """Reads items by what a survey of them all has shown."""

    def __init__(self, items: Sequence[Item], *, constant: float = CONSTANT, join: bool = True) -> None:
        self.places: list[Place] = [Place(-1, "", 0)]
        self._known: dict[Place, int] = {}
        self._ids: dict[tuple[int, str], int] = {}
        self._paths: dict[int, _Paths] = defaultdict(_Paths)
        self._joined: dict[tuple[int, str], bool] = {}
        self._constant, self._join = constant, join
        for item in items:
            self._survey(item)
        self._sentences = {path for path, seen in self._paths.items() if self._is_sentence(seen)}

    # Surveying

    def _survey(self, item: Item) -> None:
        outline = item.outline
        page, paths = outline.page, self._path_of(item)
        is_text, is_block = outline.is_text, page.is_block
        numbers: Counter[tuple[int, str]] = Counter()
        for row, path in paths.items():
            if not row % _CHECK_EVERY:
                deadline.check()
            above = outline.parent[row]
            up = self._paths[paths.get(above, _TOP)]
            self._paths[path].seen += 1
            numbers[above, outline.labels[row]] += 1
            if above not in paths:
                continue
            if is_text[row]:
                text = outline.text(row, row + 1)
                up.direct[text] += 1
                up.direct_size += len(text)
            elif is_block[row]:
                up.has_block = True
            else:
                text = outline.text(row, outline.end[row])
                up.other[text] += 1
                up.other_size += len(text)
        for (above, label), number in numbers.items():
            up = self._paths[paths.get(above, _TOP)]
            up.numbers.setdefault(label, Counter())[number] += 1

    def _path_of(self, item: Item) -> dict[int, int]:
        """The path of each shown row of an item."""
        outline, (start, stop) = item
        parent, labels, shows, ids = outline.parent, outline.labels, outline.shows, self._ids
        found: dict[int, int] = {}
        for row in range(start, stop):
            if shows[row]:
                key = found.get(parent[row], _TOP), labels[row]
                found[row] = ids.setdefault(key, len(ids) + 1)
        return found

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
        return is_frequent or text.endswith((":", "\uff1a")) or not any(map(str.isalnum, text))

    def _is_joined(self, above: int, label: str) -> bool:
        """Whether parts of one name are one value, since there are sometimes more and sometimes fewer of them."""
        if not self._join or label in _CELLS:
            return False
        found = self._joined.get((above, label))
        if found is None:
            found = self._joined[above, label] = self._varies(above, label)
        return found

    def _varies(self, above: int, label: str) -> bool:
        numbers = self._paths[above].numbers.get(label, Counter())
        common, times = numbers.most_common(1)[0] if numbers else (1, 1)
        most = max(numbers, default=1)
        return most > 1 and (times < _STEADY * sum(numbers.values()) or common > _MOST_PARTS)

    def paths_of_places(self) -> list[str]:
        """The path of each place, as text: places that differ only in their numbers have the same."""
        found = [""]
        for place in self.places[1:]:
            found.append(f"{found[place.above]}/{place.label}")
        return found

    # Reading

    def read(self, item: Item) -> Iterator[Cell]:
        """The parts of an item, in document order."""
        outline, (start, stop) = item
        paths = self._path_of(item)
        at: dict[int, int] = {}
        numbers: Counter[tuple[int, str]] = Counter()
        row = start
        while row < stop:
            if not row % _CHECK_EVERY:
                deadline.check()
            path = paths.get(row)
            if path is None:
                row = outline.end[row]
                continue
            above, label = outline.parent[row], outline.labels[row]
            up = at.get(above, _TOP)
            is_joined = self._is_joined(paths.get(above, _TOP), label)
            number = 0 if is_joined else numbers[up, label]
            number = outline.columns.get(row, number) if label in _CELLS else number
            numbers[up, label] += 1
            is_first_text = label == "#text" and not number and self._join and up != _TOP
            place = at[row] = up if is_first_text else self._place(up, label, number)
            if outline.is_link[row]:
                yield Cell(place, "link", outline.link(row), row)
            if outline.is_image[row]:
                yield Cell(place, "image", outline.image(row), row)
            is_whole = path in self._sentences or is_joined
            if outline.is_text[row] or is_whole:
                yield from self._whole(outline, row, place, is_whole)
                row = outline.end[row]
            else:
                row += 1

    def _whole(self, outline: Outline, row: int, place: int, inner: bool) -> Iterator[Cell]:
        end = outline.end[row]
        text = outline.text(row, end)
        if any(map(str.isalnum, text)) or (text and outline.labels[outline.parent[row]] in _CELLS):
            yield Cell(place, "text", text, row)
        if inner:
            for below in range(row + 1, end):
                if outline.is_link[below]:
                    yield Cell(place, "link", outline.link(below), below)

    def _place(self, above: int, label: str, number: int) -> int:
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
