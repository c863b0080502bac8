"""From the parts of items to a table: places become columns, in the order in which items have them, with names."""

import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from sectio import deadline
from sectio.dom.tags import CODE as TAG_CODES
from sectio.tabular.cells import KIND, Item, Key, Reader, joined, kind_of, place_of
from sectio.tabular.outline import class_tokens
from sectio.tabular.survey import IMAGE, LINK, TEXT

MAX_COLUMNS: Final = 200
MAX_NAME: Final = 60
_NOT_A_NAME: Final = re.compile(r"[^\w-]+")
# Classes that say how something looks.
_LOOKS: Final = frozenset("""col row container wrap wrapper inner outer left right center block box grid list item items card cards
    text small large medium big bold btn button link span div clear media body content cell column d-flex flex""".split())  # fmt: skip
# Small headings are used for dates and the like.
_HEADINGS: Final = ("h1", "h2", "h3", "h4")
_LABEL_END: Final = " \t:\uff1a-–|·"
MAX_LABEL: Final = 40
_CELLS: Final = (TAG_CODES["td"], TAG_CODES["th"])
_ADDRESSES: Final = {LINK: "link", IMAGE: "image"}
_BUTTONS: Final = frozenset(("button", "input", "select", "option", "label"))


@dataclass(frozen=True)
class Grid:
    """Columns with their names, and rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tabulate(reader: Reader, number: int, headers: Mapping[int, str], *, is_table: bool) -> Grid:
    """The items of one list as a table; `headers` are the names of a table's columns, by number."""
    cells = _Cells()
    tags: dict[Key, tuple[str, str]] = {}
    order: list[Key] = []
    for at_item, parts in enumerate(reader.read(number)):
        row: dict[Key, list[str]] = {}
        for key, at, value in parts:
            if key in row:
                row[key].append(value)
            else:
                row[key] = [value]
                if key not in tags:
                    tags[key] = own_name(reader.item(number, at_item), at)
        if cells.add(row):
            _extend(order, _text_first(list(row)))
    kept, labels = _kept(order, cells, tags, is_table)
    names = _names(reader, [*kept], tags, labels, headers)
    return Grid(names, tuple(zip(*kept.values(), strict=True)))


class _Cells:
    """The cells of a table before its columns are known: of each row what it has cells for, as a number, and their texts."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[Key, ...], int] = {}
        self._kind = array("i")
        self._texts: list[tuple[str, ...]] = []

    def add(self, row: Mapping[Key, list[str]]) -> bool:
        """Add a row; whether there was none with the same cells."""
        is_new = (keys := tuple(row)) not in self._kinds
        self._kind.append(self._kinds.setdefault(keys, len(self._kinds)))
        self._texts.append(
            tuple([found[0] if key & KIND or len(found) == 1 else joined(found) for key, found in row.items()])
        )
        return is_new

    def column(self, key: Key) -> tuple[str, ...]:
        """The texts of a column, empty where a row has none."""
        place = [keys.index(key) if key in keys else -1 for keys in self._kinds]
        deadline.check()
        rows = zip(self._kind, self._texts, strict=True)
        if -1 not in place:
            return tuple([texts[place[kind]] for kind, texts in rows])
        return tuple([texts[place[kind]] if place[kind] >= 0 else "" for kind, texts in rows])


def _text_first(keys: list[Key]) -> list[Key]:
    """The places of an item, a link after its text."""
    for at, (key, following) in enumerate(pairwise(keys)):
        if kind_of(following) == TEXT and place_of(key) == place_of(following):
            keys[at : at + 2] = following, key
    return keys


def _extend(order: list[Key], keys: list[Key]) -> None:
    """Put places that are new after the one before them in the item."""
    known = set(order)
    if known.issuperset(keys):
        return
    before = -1
    for key in keys:
        if key in known:
            before = order.index(key)
        elif len(order) < MAX_COLUMNS:
            before += 1
            order.insert(before, key)


def own_name(item: Item, row: int) -> tuple[str, str]:
    """The tag of the element that a part at a row is in, and what its attributes call it."""
    outline = item.outline
    page = outline.page
    if outline.is_text[row]:
        row = max(outline.parent[row], item.span.start)
    if outline.is_text[row]:
        return "", ""
    said = outline.properties.get(row, "").split()
    named = _telling(said[0]) if said else _of_class(page.classes.get(row, ""))
    tag = page.tag_of(row)
    return tag, named or ("date" if tag == "time" else "")


@lru_cache(maxsize=4096)
def _of_class(value: str) -> str:
    """The first class that says what an element is."""
    return next(filter(_telling, class_tokens(value)), "")


def _telling(token: str) -> str:
    """A word, if it says more than how something looks; else nothing."""
    return "" if token in _LOOKS or token.startswith("col-") else token


def _kept(
    order: list[Key], cells: _Cells, tags: Mapping[Key, tuple[str, str]], is_table: bool
) -> tuple[dict[Key, tuple[str, ...]], dict[Key, str]]:
    """The columns that say something, and the labels of those that follow a text which is the same in all items."""
    kept: dict[Key, tuple[str, ...]] = {}
    labels: dict[Key, str] = {}
    seen: set[tuple[str, ...]] = set()
    label = ""
    for key in order:
        column = cells.column(key)
        filled = {*column} - {""}
        if not filled or (kind_of(key) != TEXT and column in seen):
            continue
        seen.add(column)
        if (
            kind_of(key) == TEXT
            and len(filled) == 1
            and len(column) > 1
            and not is_table
            and _is_label(column, tags[key])
        ):
            label = next(iter(filled))
            continue
        if label and kind_of(key) == TEXT:
            labels[key], label = label.strip(_LABEL_END), ""
        kept[key] = column
    return kept, labels


def _is_label(column: tuple[str, ...], tag: tuple[str, str]) -> bool:
    value = next(value for value in column if value)
    return len(value) <= MAX_LABEL and (tag[0] in _BUTTONS or sum(map(bool, column)) > len(column) / 2)


# Names


def _names(
    reader: Reader,
    kept: list[Key],
    tags: Mapping[Key, tuple[str, str]],
    labels: Mapping[Key, str],
    headers: Mapping[int, str],
) -> tuple[str, ...]:
    stems = {key: _stem(reader, key, tags[key], labels.get(key, ""), headers) for key in kept}
    _call_title(kept, stems, tags)
    return unique_names([_full_name(key, stems) for key in kept])


def _full_name(key: Key, stems: Mapping[Key, str]) -> str:
    """A name, with `_link` or `_image` where the column has addresses; empty if there is nothing to name it by."""
    stem = stems[key] or stems.get(key - kind_of(key) + TEXT, "")
    said = _ADDRESSES.get(kind_of(key), "")
    return f"{stem}_{said}" if stem and said else stem or said


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names with numbers after those that are used already; columns without one are named by their number."""
    used: set[str] = set()
    found = []
    for position, given in enumerate(names, 1):
        name = stem = given or f"column_{position}"
        number = 2
        while name in used:
            name, number = f"{stem}_{number}", number + 1
        used.add(name)
        found.append(name)
    return tuple(found)


def _stem(reader: Reader, key: Key, tag: tuple[str, str], label: str, headers: Mapping[int, str]) -> str:
    header = headers.get(_cell_number(reader, place_of(key)), "") if headers else ""
    if header:
        return header[:MAX_NAME]
    return clean_name(tag[1]) or clean_name(label)


def _cell_number(reader: Reader, place: int) -> int:
    """The column of the table that a place is in, or -1."""
    found = -1
    while place > 0:
        one = reader.places[place]
        if one.label in _CELLS:
            found = one.number
        place = one.above
    return found


def _call_title(kept: list[Key], stems: dict[Key, str], tags: Mapping[Key, tuple[str, str]]) -> None:
    """Call the first heading, or the first link with a text, the title, if nothing has a name like it."""
    if any(stem and "title" in stem for stem in stems.values()):
        return
    texts = [key for key in kept if kind_of(key) == TEXT and not stems[key]]
    linked = [key for key in texts if key - TEXT + LINK in tags]
    headed = [key for key in texts if tags[key][0] in _HEADINGS]
    for key in (headed + linked)[:1]:
        stems[key] = "title"


def clean_name(text: str) -> str:
    """A name for a column out of a class or a label: words with underscores."""
    return _NOT_A_NAME.sub("_", text.strip(_LABEL_END).lower()).strip("_-")[:MAX_NAME] if text else ""
