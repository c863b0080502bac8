"""Tables of records as text: for the terminal, as CSV, as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from sectio.dom.unicode import encodable
from sectio.output import csv
from sectio.results import Table

_GAP: Final = "  "
_NARROWEST: Final = 6


def to_csv(table: Table) -> str:
    """The names of the columns, then the rows; no cell is taken for a formula by spreadsheets."""
    return "".join(csv.line(map(encodable, row)) + "\n" for row in (table.columns, *table.rows))


def to_json(tables: Sequence[Table]) -> str:
    """All tables as one array."""
    return encodable(json.dumps([asdict(table) for table in tables], ensure_ascii=False, indent=2)) + "\n"


def to_text(table: Table, width: int) -> str:
    """The table in lines of at most this width, cells cut to fit; columns that do not fit are counted."""
    shown = max(1, min(len(table.columns), (width + len(_GAP)) // (_NARROWEST + len(_GAP))))
    widths = _widths(table, shown, width)
    title = f"{len(table.rows)} rows, score {table.score:.2f}, {table.xpath}"
    more = f"{_GAP}(and {len(table.columns) - shown} more columns)" if shown < len(table.columns) else ""
    rows = [_line(row[:shown], widths) for row in (table.columns, *table.rows)]
    return "\n".join([title + more, rows[0], _line(["-" * size for size in widths], widths), *rows[1:]]) + "\n"


def _widths(table: Table, shown: int, width: int) -> list[int]:
    """A width for each column: what it needs, at most an even share of the space that narrower ones leave."""
    needed = [max(len(row[at]) for row in (table.columns, *table.rows)) for at in range(shown)]
    left, widths = width - len(_GAP) * (shown - 1), [0] * shown
    for rank, at in enumerate(sorted(range(shown), key=needed.__getitem__)):
        widths[at] = max(1, min(needed[at], max(_NARROWEST, left // (shown - rank))))
        left -= widths[at]
    return widths


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    cut = (f"{cell[: size - 1]}…" if len(cell) > size else cell for cell, size in zip(cells, widths, strict=True))
    return _GAP.join(f"{cell:<{size}}" for cell, size in zip(cut, widths, strict=True)).rstrip()
