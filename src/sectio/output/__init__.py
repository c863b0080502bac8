"""The table of writers: from an extraction to a string, by the name of the format."""

from collections.abc import Callable

from sectio.errors import FormatError
from sectio.output import csv, record, tei, xml
from sectio.results import Document

WRITERS: dict[str, Callable[[Document], str]] = {
    "text": lambda extraction: extraction.text,
    "markdown": lambda extraction: extraction.markdown,
    "html": lambda extraction: extraction.html,
    "json": record.write,
    "jsonl": record.write_line,
    "xml": xml.write,
    "tei": tei.write,
    "csv": csv.write,
}


def write(extraction: Document, format: str) -> str:
    """The extraction in the format of this name."""
    writer = WRITERS.get(format)
    if writer is None:
        raise FormatError(f"there is no output format {format!r}; choose one of {', '.join(WRITERS)}")
    return writer(extraction)
