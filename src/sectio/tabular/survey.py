"""What the items of tables have in common, and the parts of each item that follow from it.

The path of a row is the names of the rows above it within its item, and its own name. A part is a text, a link or an image at a place;
a place is told by the place above it, a name, and which of the rows with that name it is.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom import tags
from sectio.dom.page import Ints
from sectio.tabular.outline import CELLS, Numbers, Outline, numbers

# What a row is, as bits.
SHOWN, IS_TEXT, IS_BLOCK, IS_LINK, IS_IMAGE = (1 << bit for bit in range(5))
# What is known about the rows of a path, as bits: they contain texts, inline elements, blocks; their number varies from item to item, so
# that together they are one value; they are sentences, so that each is read as a whole.
HAS_TEXT, HAS_INLINE, HAS_BLOCK, VARIES, WHOLE = (1 << bit for bit in range(5))
# The key of a part: eight times the number of its place, 4 if it is directly in a table cell (which may hold anything), and its kind.
TEXT, LINK, IMAGE = range(3)
IN_CELL: Final = 4
KEY_BITS: Final = 3
# Parts that are equally many in this share of the items are columns of their own.
_STEADY: Final = 0.8
_MOST_PARTS: Final = 20
_TEXT: Final = tags.CODE["#text"]
_CELLS: Final[tuple[int, int]] = (tags.CODE[CELLS[0]], tags.CODE[CELLS[1]])


class Rows(NamedTuple):
    """The rows of all pages, one page after the other; `column` is a cell's column in its table, and -1 for other rows."""

    parent: Ints
    end: Ints
    label: Ints
    column: Ints
    kind: NDArray[np.uint8]

    @classmethod
    def of(cls, outline: Outline, label: Ints) -> "Rows":
        """The rows of one page, with these names."""
        page = outline.page
        kind = np.zeros(len(page), np.uint8)
        marks = (outline.shown, page.is_text, page.is_block, page.is_link, page.is_tag("img"))
        for bit, mark in zip((SHOWN, IS_TEXT, IS_BLOCK, IS_LINK, IS_IMAGE), marks, strict=True):
            kind |= mark * np.uint8(bit)
        return cls(page.parent, page.end, label, np.frombuffer(outline.columns, np.int32), kind)


class Spread(NamedTuple):
    """The items of all tables, one table after the other: the rows from each start to its stop, and the number of the item's table."""

    starts: Numbers
    stops: Numbers
    table: Numbers


class Survey(NamedTuple):
    """For each row the number of its path, 0 where nothing is shown; for each path its bits, and how many rows have it.

    No two tables share a path.
    """

    path: Ints
    bits: Ints
    times: Ints


class Parts(NamedTuple):
    """The parts of all items: their keys, rows and ends. `bounds` says where the parts of each item start, and where the last ones stop.

    `places` has three numbers for each place, the first of which is place 1: the place above it or 0, a name, and which row of that name it is.
    """

    keys: Numbers
    rows: Numbers
    ends: Numbers
    bounds: Numbers
    places: Numbers


def survey(rows: Rows, items: Spread, *, joins: bool) -> Survey:
    """Survey all items. Which paths vary is only found out if parts may be joined."""
    if compiled.core:
        found = compiled.core.item_survey(_given(rows, items, joins))
        return Survey(*(np.frombuffer(column, np.int32) for column in found))
    return _survey(rows, items, joins)


def parts(rows: Rows, items: Spread, seen: Survey, *, joins: bool) -> Parts:
    """Read all items, as the survey says."""
    if compiled.core:
        found = compiled.core.item_parts(_given(rows, items, joins), seen.path, seen.bits)
        return Parts(*(array("i", bytes(column)) for column in found))
    return _parts(rows, items, seen, joins)


def _given(rows: Rows, items: Spread, joins: bool) -> dict[str, Any]:
    codes = {"text": _TEXT, "td": _CELLS[0], "th": _CELLS[1]}
    return {**rows._asdict(), **items._asdict(), "joins": int(joins), **codes}


def _survey(rows: Rows, items: Spread, joins: bool) -> Survey:
    parent, label, kind = numbers(rows.parent), numbers(rows.label), rows.kind.tobytes()
    path, bits, times = array("i", bytes(4 * len(parent))), array("i", (0,)), array("i", (0,))
    ids: dict[tuple[int, int], int] = {}
    # How many rows with the same path are below each row, or at the top of each item.
    families: Counter[tuple[int, int]] = Counter()
    for item, (start, stop, table) in enumerate(zip(*items, strict=True)):
        for row in deadline.watched(range(start, stop)):
            if not kind[row] & SHOWN:
                continue
            above = parent[row] if parent[row] >= start else -1 - item
            up = path[above] if above >= 0 else 0
            own = path[row] = ids.setdefault((up or -1 - table, label[row]), len(ids) + 1)
            if own == len(bits):
                bits.append(0)
                times.append(0)
            times[own] += 1
            families[above, own] += 1
            if up:
                bits[up] |= (HAS_TEXT if kind[row] & IS_TEXT else HAS_INLINE) | (
                    HAS_BLOCK if kind[row] & IS_BLOCK else 0
                )
    sizes: dict[int, Counter[int]] = defaultdict(Counter)
    for (_, own), size in families.items():
        sizes[own][size] += 1
    for (_, name), own in ids.items():
        if joins and name not in _CELLS and _vary(sizes[own]):
            bits[own] |= VARIES
    return Survey(*(np.frombuffer(column, np.int32) for column in (path, bits, times)))


def _vary(sizes: Counter[int]) -> bool:
    """Whether a path has sometimes more rows and sometimes fewer; one that never has two does not vary."""
    common, times = sizes.most_common(1)[0]
    return max(sizes) > 1 and (times < _STEADY * sizes.total() or common > _MOST_PARTS)


def _parts(rows: Rows, items: Spread, seen: Survey, joins: bool) -> Parts:
    found = Parts(*(array("i") for _ in range(5)))
    parent, end, label, column, path, bits = map(numbers, (*rows[:4], seen.path, seen.bits))
    kind, place = rows.kind.tobytes(), array("i", bytes(4 * len(parent)))
    ids: dict[tuple[int, int, int], int] = {}
    for start, stop, table in deadline.watched(zip(*items, strict=True)):
        found.bounds.append(len(found.keys))
        counts: Counter[tuple[int, int]] = Counter()
        row = start
        while row < stop:
            if not path[row]:
                row = end[row]
                continue
            name, own = label[row], bits[path[row]]
            up = place[parent[row]] if parent[row] >= start else 0
            number = counts[up, name]
            counts[up, name] += 1
            if name in _CELLS:
                number = column[row] if column[row] >= 0 else number
            elif own & VARIES:
                number = 0
            if name == _TEXT and not number and joins and up:
                place[row] = up
            else:
                place[row] = ids.setdefault((up or -1 - table, name, number), len(ids) + 1)
                if 3 * place[row] > len(found.places):
                    found.places.extend((up, name, number))
            is_whole = bool(own & (VARIES | WHOLE))
            in_cell = IN_CELL if label[parent[row]] in _CELLS else 0
            for key, at, until in _at(row, end[row], kind, in_cell, is_whole):
                found.keys.append(place[row] << KEY_BITS | key)
                found.rows.append(at)
                found.ends.append(until)
            row = end[row] if kind[row] & IS_TEXT or is_whole else row + 1
    found.bounds.append(len(found.keys))
    return found


def _at(row: int, end: int, kind: bytes, in_cell: int, is_whole: bool) -> Iterator[tuple[int, int, int]]:
    """What is read at a row: its address, its text, and the links in it if it is read as a whole."""
    deadline.check()
    if kind[row] & IS_LINK:
        yield LINK, row, row
    if kind[row] & IS_IMAGE:
        yield IMAGE, row, row
    if kind[row] & IS_TEXT or is_whole:
        yield TEXT | in_cell, row, end
    if is_whole:
        yield from ((LINK, below, below) for below in range(row + 1, end) if kind[below] & IS_LINK)
