"""Tables, images and links of the selected content as objects."""

from collections.abc import Iterator, Sequence

import numpy as np

from sectio import deadline
from sectio.dom.page import Page, text_span
from sectio.output.tables import MAX_CELLS, Tables
from sectio.output.walk import Content, content
from sectio.results import Document, Image, Link, Table

_LEVELS_UP = 4


def tables(extraction: Document) -> tuple[Table, ...]:
    """The data tables: a cell that spans several places is in each of them; `columns` is empty without a
    header row.
    """
    found = content(extraction)
    known = Tables(found.page)
    nodes = np.flatnonzero(found.kept & found.page.is_tag("table")).tolist()
    read = (_table(found, known, node) for node in nodes if known.is_data(node))
    return tuple(table for table in read if table.rows)


def _table(found: Content, known: Tables, node: int) -> Table:
    page, grid = found.page, known.grid(node)
    texts: dict[int, tuple[str, ...]] = {}
    # What reaches down into rows below is written when they come.
    rows: dict[int, dict[int, str]] = {}
    reached = 0
    for cell, span in deadline.watched(zip(grid, _spans(page, grid.nodes), strict=True)):
        while reached < cell.row:
            _settle(reached, rows, texts)
            reached += 1
        text = _joined(found, *span)
        if text:
            for at in range(cell.row, cell.row + cell.rowspan):
                rows.setdefault(at, {}).update(dict.fromkeys(range(cell.column, cell.column + cell.colspan), text))
    for at in sorted(rows):
        _settle(at, rows, texts)
    width = max(map(len, texts.values()), default=0)
    padded = width * len(texts) <= MAX_CELLS
    lines = [(*row, *[""] * (width - len(row))) if padded and len(row) < width else row for row in texts.values()]
    named = bool(texts) and known.is_header_row(known.row(node, next(iter(texts))))
    return Table(lines[0] if named else (), tuple(lines[named:]), page.xpath(node))


def _settle(at: int, rows: dict[int, dict[int, str]], texts: dict[int, tuple[str, ...]]) -> None:
    """Make a row that is done a tuple, which takes little room."""
    cells = rows.pop(at, None)
    if cells:
        texts[at] = _row(cells, 1 + max(cells))


def _row(cells: dict[int, str], width: int) -> tuple[str, ...]:
    return tuple(cells.get(at, "") for at in range(width))


def images(extraction: Document) -> tuple[Image, ...]:
    """The images, with the captions of the figures they are in."""
    found = content(extraction)
    result = []
    for node in deadline.watched(found.images):
        picture = found.picture(node)
        if picture.address:
            result.append(Image(picture.address, picture.alt, _caption(found, node)))
    return tuple(result)


def _caption(found: Content, node: int) -> str:
    page: Page = found.page
    for _ in range(_LEVELS_UP):
        node = int(page.parent[node])
        if page.tag_of(node) == "figure":
            below = [child for child in page.children(node) if page.tag_of(child) == "figcaption"]
            return _text(found, below[0]) if below else ""
    return ""


def links(extraction: Document) -> tuple[Link, ...]:
    """The links that have text, in document order."""
    found = content(extraction)
    page = found.page
    result = []
    for node in deadline.watched(np.flatnonzero(found.kept & page.is_link).tolist()):
        address = found.link(node)
        text = _text(found, node)
        if address and text:
            result.append(Link(address, text))
    return tuple(result)


def _text(found: Content, node: int) -> str:
    """The chosen text below a node, on one line."""
    return _joined(found, *text_span(found.page, node))


def _spans(page: Page, nodes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The positions of the texts below each node, half-open."""
    rows = np.array(nodes, np.int32)
    ends = page.end[rows]
    return zip(page.text_rows.searchsorted(rows).tolist(), page.text_rows.searchsorted(ends).tolist(), strict=True)


def _joined(found: Content, first: int, last: int) -> str:
    at = found.chosen.at
    return found.page.join([i for i in range(first, last) if at[i]])
