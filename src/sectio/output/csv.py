"""CSV: one row per page."""

import csv
from io import StringIO

from sectio.dom.unicode import encodable
from sectio.results import Document

COLUMNS = (
    "url", "title", "author", "date", "language", "description", "site_name", "image", "tags", "license",
    "page_type", "confidence", "method", "warnings", "text",
)  # fmt: skip


def header() -> str:
    """The line that names the columns."""
    return _line(list(COLUMNS))


def row(extraction: Document) -> str:
    """The row of one page; tags and warnings are parted by semicolons."""
    values = [_cell(getattr(extraction, name)) for name in COLUMNS]
    return encodable(_line(values))


def write(extraction: Document) -> str:
    """The header and the row of one page."""
    return f"{header()}\n{row(extraction)}"


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return ";".join(map(str, value))
    if isinstance(value, float):
        return f"{value:.4f}"
    return "" if value is None else str(value)


def _line(values: list[str]) -> str:
    buffer = StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(value.replace("\0", "") for value in values)
    return buffer.getvalue()[:-1]
