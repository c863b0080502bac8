"""The parts of items: their texts, links and images, each with its place in the item's tree.

All items are surveyed first, since one item does not show what is a sentence with a link in it and what is a label with a value.
Then each is read by the same rules.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
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
        self.numbers: dict[str, dict[int, int]] = {}

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


class _Form(NamedTuple):
    """What items have in common that have the same rows; rows are counted from the first."""

    # The path of each row that shows something.
    paths: dict[int, int]
    # Texts and inline elements: the path of the row above, the row, its end, and whether it is a text.
    texts: list[tuple[int, int, int, bool]]


class _Part(NamedTuple):
    """What is read at a row of a form; `is_cell` says that it is right in a cell of a table, which may hold anything."""

    place: int
    kind: str
    row: int
    end: int
    is_cell: bool = False


class Reader:
    """Reads items by what a survey of them all has shown; those of one form are read alike."""

    def __init__(self, items: Sequence[Item], *, constant: float = CONSTANT, join: bool = True) -> None:
        self.places: list[Place] = [Place(-1, "", 0)]
        self._known: dict[Place, int] = {}
        self._ids: dict[tuple[int, str], int] = {}
        self._paths: list[_Paths] = [_Paths()]
        self._joined: dict[tuple[int, str], bool] = {}
        self._constant, self._join = constant, join
        self._forms: dict[object, _Form] = {}
        self._plans: dict[object, list[_Part]] = {}
        self._survey(items)
        self._sentences = {path for path, seen in enumerate(self._paths) if self._is_sentence(seen)}

    # Surveying

    def _survey(self, items: Sequence[Item]) -> None:
        keys = [_key(item) for item in deadline.watched(items)]
        times = Counter(keys)
        for item, key in zip(items, keys, strict=True):
            if key not in self._forms:
                self._forms[key] = self._form(item, times[key])
        for item, key in deadline.watched(zip(items, keys, strict=True)):
            outline, start = item.outline, item.span.start
            for up, row, end, is_direct in self._forms[key].texts:
                if self._paths[up].may_be_sentence:
                    self._paths[up].note(outline.text(start + row, start + end), is_direct)

    def _form(self, item: Item, times: int) -> _Form:
        """The form of an item, counted as often as there are items like it."""
        outline, (start, _) = item
        found = self._path_of(item)
        self._paths += (_Paths() for _ in range(len(self._paths), len(self._ids) + 1))
        texts: list[tuple[int, int, int, bool]] = []
        numbers: dict[tuple[int, str], int] = {}
        for row, path in deadline.watched(found.items()):
            above, is_text = outline.parent[row], outline.is_text[row]
            self._paths[path].seen += times
            key = above, outline.labels[row]
            numbers[key] = numbers.get(key, 0) + 1
            if above in found:
                up = self._paths[found[above]]
                up.has_direct |= is_text
                up.has_block |= outline.is_block[row]
                up.has_other |= not is_text
                texts.append((found[above], row - start, outline.end[row] - start, is_text))
        for (above, label), number in numbers.items():
            counts = self._paths[found.get(above, _TOP)].numbers.setdefault(label, {})
            counts[number] = counts.get(number, 0) + times
        return _Form({row - start: path for row, path in found.items()}, texts)

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
        numbers = self._paths[above].numbers.get(label, {})
        common, times = max(numbers.items(), key=itemgetter(1), default=(1, 1))
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
        outline, start = item.outline, item.span.start
        for place, kind, row, end, is_cell in deadline.watched(self._plan(item)):
            at = start + row
            if kind == "link":
                yield Cell(place, kind, outline.link(at), at)
            elif kind == "image":
                yield Cell(place, kind, outline.image(at), at)
            else:
                text = outline.text(at, start + end)
                if any(map(str.isalnum, text)) or (text and is_cell):
                    yield Cell(place, kind, text, at)

    def _plan(self, item: Item) -> list[_Part]:
        """Which parts items of this form have."""
        key = _key(item)
        found = self._plans.get(key)
        if found is None:
            found = self._plans[key] = [*self._parts(item, self._forms[key].paths)]
        return found

    def _parts(self, item: Item, paths: dict[int, int]) -> Iterator[_Part]:
        outline, (start, stop) = item
        at: dict[int, int] = {}
        numbers: dict[tuple[int, str], int] = {}
        row = start
        while row < stop:
            if not row % _CHECK_EVERY:
                deadline.check()
            path = paths.get(row - start)
            if path is None:
                row = outline.end[row]
                continue
            above, label = outline.parent[row], outline.labels[row]
            up, is_joined = at.get(above, _TOP), self._is_joined(paths.get(above - start, _TOP), label)
            count = numbers.get((up, label), 0)
            numbers[up, label] = count + 1
            number = outline.columns.get(row, count) if label in _CELLS else 0 if is_joined else count
            is_first_text = label == "#text" and not number and self._join and up != _TOP
            place = at[row] = up if is_first_text else self._place(up, label, number)
            is_whole = path in self._sentences or is_joined
            yield from _read_at(outline, row, start, place, is_whole)
            row = outline.end[row] if outline.is_text[row] or is_whole else row + 1

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


def _key(item: Item) -> object:
    """Equal for items whose rows have the same names, are nested alike, and are in the same columns of a table."""
    outline, (start, stop) = item
    labels = tuple(outline.labels[start:stop])
    is_row = any(cell in labels for cell in _CELLS)
    columns = tuple(map(outline.columns.get, range(start, stop))) if is_row else ()
    return labels, tuple(outline.nesting[start:stop]), columns


def _read_at(outline: Outline, row: int, start: int, place: int, is_whole: bool) -> Iterator[_Part]:
    """What is read at a row: its address, its text, and the links in it if it is read as a whole."""
    at, end = row - start, outline.end[row]
    if outline.is_link[row]:
        yield _Part(place, "link", at, at)
    if outline.is_image[row]:
        yield _Part(place, "image", at, at)
    if outline.is_text[row] or is_whole:
        yield _Part(place, "text", at, end - start, outline.labels[outline.parent[row]] in _CELLS)
    if is_whole:
        yield from (_Part(place, "link", below - start, 0) for below in range(row + 1, end) if outline.is_link[below])
