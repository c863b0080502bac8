"""CSV: one row per page.

Spreadsheets run what looks like a formula, so a cell that begins like one gets an apostrophe in front, as spreadsheets
themselves mark text.
"""

import csv
from collections.abc import Collection, Iterable
from io import StringIO

from sectio.results import Document

COLUMNS = (
    "url", "title", "author", "date", "language", "description", "site_name", "image", "tags", "license",
    "page_type", "confidence", "method", "warnings", "text",
)  # fmt: skip
# Columns that have to be asked for.
MORE_COLUMNS = ("source", "ok", "date_modified", "markdown", "html")
# The last four are their wide forms, which spreadsheets of some languages take for the same.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def header(columns: Collection[str] = COLUMNS) -> str:
    """The line that names the columns."""
    return line(columns)


def row(extraction: Document, source: str = "", columns: Collection[str] = COLUMNS) -> str:
    """The row of one page, which comes from `source`; tags and warnings are separated by semicolons."""
    return line(source if name == "source" else _value(getattr(extraction, name)) for name in columns)


def write(extraction: Document) -> str:
    """The header and the row of one page."""
    return f"{header()}\n{row(extraction)}"


def line(values: Iterable[str], delimiter: str = ",") -> str:
    """One row of cells that no spreadsheet takes for formulas."""
    buffer = StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerow(map(_cell, values))
    return buffer.getvalue()[:-1]


def _cell(value: str) -> str:
    return f"'{value}" if value.startswith(_FORMULA) else value


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ";".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.4f}"
    return "" if value is None else str(value)
