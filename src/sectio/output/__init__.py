"""The table of writers: from an extraction to a string, by the name of the format; a writer is imported when it is used."""

import importlib
from collections.abc import Callable
from typing import Any

from sectio.errors import FormatError
from sectio.results import Document


def later(module: str, function: str) -> Callable[..., Any]:
    """A function of a module of this package, which is imported when the function is called."""

    def call(*given: object) -> Any:
        return getattr(importlib.import_module(f"{__name__}.{module}"), function)(*given)

    return call


# Parts that `render` can leave out or take in, and the formats that it writes.
PARTS = ("comments", "tables", "images", "links", "formatting")
RENDERED = ("text", "markdown", "html")

WRITERS: dict[str, Callable[[Document], str]] = {
    "text": lambda extraction: extraction.text,
    "markdown": lambda extraction: extraction.markdown,
    "html": lambda extraction: extraction.html,
    "json": later("record", "write"),
    "jsonl": later("record", "write_line"),
    "xml": later("xml", "write"),
    "tei": later("tei", "write"),
    "csv": later("csv", "write"),
}


def write(extraction: Document, format: str) -> str:
    """The extraction in the format of this name."""
    writer = WRITERS.get(format)
    if writer is None:
        raise FormatError(f"there is no output format {format!r}; choose one of {', '.join(WRITERS)}")
    return writer(extraction)
