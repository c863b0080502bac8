"""Tables of records as text: for the terminal, as CSV, as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from sectio.dom.unicode import encodable
from sectio.output import csv
from sectio.results import Table

_GAP: Final = "  "
_READABLE: Final = 14  # characters of a cell that say what it is


def to_csv(table: Table) -> str:
    """The names of the columns, then the rows; no cell is taken for a formula by spreadsheets."""
    return "".join(csv.line(map(encodable, row)) + "\n" for row in (table.columns, *table.rows))


def to_json(tables: Sequence[Table]) -> str:
    """All tables as one array."""
    return encodable(json.dumps([asdict(table) for table in tables], ensure_ascii=False, indent=2)) + "\n"


def to_text(table: Table, width: int) -> str:
    """The table in lines of at most this width, cells cut to fit; columns that do not fit are counted, the emptiest first."""
    rows = (table.columns, *table.rows)
    needed = [max(len(row[at]) for row in rows) for at in range(len(table.columns))]
    shown = _shown(table, needed, width)
    widths = _widths([needed[at] for at in shown], width)
    title = f"{len(table.rows)} rows, score {table.score:.2f}, {table.xpath}"
    more = len(table.columns) - len(shown)
    left_out = f"{_GAP}(and {more} more column{'s' * (more > 1)})" if more else ""
    header, *lines = (_line([row[at] for at in shown], widths) for row in rows)
    return "\n".join([title + left_out, header, _line(["-" * size for size in widths], widths), *lines]) + "\n"


def _shown(table: Table, needed: Sequence[int], width: int) -> list[int]:
    """The columns that fit, wide enough to be read: those first that are filled in most rows."""
    filled = [sum(1 for row in table.rows if row[at]) for at in range(len(needed))]
    shown: list[int] = []
    for at in sorted(range(len(needed)), key=lambda at: -filled[at]):
        width -= min(needed[at], _READABLE) + len(_GAP) * bool(shown)
        if shown and width < 0:
            break
        shown.append(at)
    return sorted(shown)


def _widths(needed: Sequence[int], width: int) -> list[int]:
    """A width for each column: what it needs, at most an even share of the space that narrower ones leave."""
    left, widths = width - len(_GAP) * (len(needed) - 1), [0] * len(needed)
    for rank, at in enumerate(sorted(range(len(needed)), key=needed.__getitem__)):
        widths[at] = max(1, min(needed[at], left // (len(needed) - rank)))
        left -= widths[at]
    return widths


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    cut = (f"{cell[: size - 1]}…" if len(cell) > size else cell for cell, size in zip(cells, widths, strict=True))
    return _GAP.join(f"{cell:<{size}}" for cell, size in zip(cut, widths, strict=True)).rstrip()
