"""The names that a table gives to its columns."""

from sectio.tabular.cells import Item
from sectio.tabular.lists import is_header
from sectio.tabular.outline import Outline


def headers(item: Item) -> dict[int, str]:
    """The names of columns by their number, if the item is a row of a table with a row of names."""
    outline, row = item.outline, item.span.start
    page = outline.page
    if page.tag_of(row) != "tr":
        return {}
    table = row
    while table and page.tag_of(table) != "table":
        table = outline.parent[table]
    for candidate in range(table + 1, row):
        if page.tag_of(candidate) == "tr" and is_header(outline, candidate):
            return _names(outline, candidate)
    return {}


def _names(outline: Outline, row: int) -> dict[int, str]:
    found: dict[int, str] = {}
    for at, cell in enumerate(outline.page.children(row)):
        column = outline.columns[cell]
        found[column if column >= 0 else at] = outline.text(cell, outline.end[cell])
    return found
