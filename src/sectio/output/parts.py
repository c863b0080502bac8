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
    page = found.page
    rows: dict[int, dict[int, str]] = {}
    cells = known.grid(node)
    for cell, span in deadline.watched(zip(cells, _spans(page, cells.nodes), strict=True)):
        text = _joined(found, *span)
        if not text:
            continue
        for at in range(cell.row, cell.row + cell.rowspan):
            rows.setdefault(at, {}).update(dict.fromkeys(range(cell.column, cell.column + cell.colspan), text))
    width = 1 + max((max(row) for row in rows.values()), default=-1)
    padded = width * len(rows) <= MAX_CELLS
    texts = [_row(row, width if padded else 1 + max(row)) for _, row in sorted(rows.items())]
    named = bool(rows) and known.is_header_row(known.row(node, min(rows)))
    return Table(texts[0] if named else (), tuple(texts[named:]), page.xpath(node))


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
