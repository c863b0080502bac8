"""Tables of the page: which contain data, and where their cells are in the grid."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom.page import Mask, Page
from sectio.once import once

# HTML's own limits, and ours for the whole grid.
MAX_COLSPAN, MAX_ROWSPAN, MAX_CELLS = 1000, 65534, 1_000_000
# More paragraphs than this per cell, and the table only arranges things on the page.
PARAGRAPHS_PER_CELL = 2
# The same if none of its cells names a column and one has so many words, and more than all others together.
TEXT_WORDS = 60


class Cell(NamedTuple):
    """A cell and where it is; `node` is its row in the page."""

    node: int
    row: int
    column: int
    rowspan: int
    colspan: int


class Grid:
    """The cells of a table in their places, as columns of numbers: tables may have very many."""

    def __init__(self) -> None:
        self.nodes, self.rows, self.columns, self.rowspans, self.colspans = (array("i") for _ in range(5))

    def add(self, *cell: int) -> None:
        """Add a cell."""
        self.nodes.append(cell[0])
        self.rows.append(cell[1])
        self.columns.append(cell[2])
        self.rowspans.append(cell[3])
        self.colspans.append(cell[4])

    def __iter__(self) -> Iterator[Cell]:
        return map(Cell, self.nodes, self.rows, self.columns, self.rowspans, self.colspans)


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables of a page."""

    page: Page

    @once
    def _heavy(self) -> NDArray[np.intp]:
        """Running count of what data tables do not contain."""
        return np.cumsum(self.page.is_tag("table", "pre", "h1", "h2", "h3", "h4", "article", "section", "form"))

    @once
    def is_cell(self) -> Mask:
        """True for `td` and `th`."""
        return self.page.is_tag("td", "th")

    @once
    def is_row(self) -> Mask:
        """True for `tr`."""
        return self.page.is_tag("tr")

    @once
    def _is_paragraph(self) -> Mask:
        return self.page.is_tag("p")

    @once
    def _is_header(self) -> Mask:
        return self.page.is_tag("th")

    def is_data(self, node: int) -> bool:
        """Whether a table contains data; the others only arrange things on the page."""
        page, end = self.page, int(self.page.end[node])
        if (page.attribute(node, "role") or "").lower() in ("presentation", "none"):
            return False
        if self._heavy[end - 1] > self._heavy[node]:
            return False
        rows, cells = int(self.is_row[node:end].sum()), int(self.is_cell[node:end].sum())
        if cells <= rows or (rows < 2 and not self._is_header[node:end].any()):
            return False
        if int(self._is_paragraph[node:end].sum()) > PARAGRAPHS_PER_CELL * cells:
            return False
        return bool(self._is_header[node:end].any()) or not self._is_around_text(node)

    def _is_around_text(self, node: int) -> bool:
        """Whether most of the words are in one cell, and are many."""
        before, end = self._words_before, self.page.end
        every = int(before[end[node]] - before[node])
        if every < TEXT_WORDS:
            return False
        cells = np.flatnonzero(self.is_cell[node : end[node]]) + node
        longest = int((before[end[cells]] - before[cells]).max(initial=0))
        return longest >= TEXT_WORDS and 2 * longest > every

    @once
    def _words_before(self) -> NDArray[np.int64]:
        return np.concatenate(([0], np.cumsum(self.page.words, dtype=np.int64)))

    def _cells(self, node: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The cells of a table without tables inside, and where each of its rows starts and the last ends among them."""
        end = int(self.page.end[node])
        starts = np.flatnonzero(self.is_row[node:end]) + node
        cells = np.flatnonzero(self.is_cell[node:end]) + node
        return cells, np.searchsorted(cells, np.append(starts, end))

    def row(self, node: int, number: int) -> list[int]:
        """The cells of one row of such a table."""
        cells, cuts = self._cells(node)
        found: list[int] = cells[cuts[number] : cuts[number + 1]].tolist()
        return found

    def is_header_row(self, cells: list[int]) -> bool:
        """Whether a row names the columns."""
        page = self.page
        if not cells:
            return False
        group = page.tag_of(int(page.parent[page.parent[cells[0]]]))
        return group == "thead" or bool(self._is_header[cells].all())

    def grid(self, node: int) -> Grid:
        """The cells in their places, as browsers put them; if spans would make a grid over the limit, without
        spans.
        """
        return self._place(node, spans=True) or self._place(node, spans=False) or Grid()

    def _place(self, node: int, *, spans: bool) -> Grid | None:
        cells, cuts = self._cells(node)
        taken: dict[int, int] = {}  # column → the first row in which it is free again
        placed = Grid()
        total, rows = 0, len(cuts) - 1
        for at, (first, last) in deadline.watched(enumerate(pairwise(cuts.tolist()))):
            column = 0
            for cell in cells[first:last].tolist():
                while taken.get(column, 0) > at:
                    column += 1
                colspan = (_number(self.page, cell, "colspan", MAX_COLSPAN) or 1) if spans else 1
                rowspan = min(_number(self.page, cell, "rowspan", MAX_ROWSPAN) or rows, rows - at) if spans else 1
                total += rowspan * colspan
                if total > MAX_CELLS and spans:
                    return None
                placed.add(cell, at, column, rowspan, colspan)
                if rowspan > 1:
                    taken.update(dict.fromkeys(range(column, column + colspan), at + rowspan))
                column += colspan
        return placed


def _number(page: Page, node: int, name: str, most: int) -> int:
    """A span; 1 if it is missing or not a number."""
    given = page.attribute(node, name)
    value = given.strip()[:20] if given else ""
    return min(int(value), most) if value.isascii() and value.isdecimal() else 1
