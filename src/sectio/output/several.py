"""Several pages in one stream: one JSON array, one XML document, one CSV header.

Every part is written as soon as its page is done. Records name their source, and failures are records, too; formats for
reading only hold what was extracted.
"""

import json
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from sectio.dom.unicode import encodable
from sectio.errors import SectioError
from sectio.output import WRITERS, csv, later
from sectio.output.xml import DECLARATION, TEI
from sectio.results import Document


class Frame(NamedTuple):
    """What is written before, between and after the parts."""

    before: str
    between: str
    after: str


_TEI_HEADER = (
    "<teiHeader><fileDesc><titleStmt><title>Extracted pages</title></titleStmt><publicationStmt><p>Extracted by Sectio</p>"
    "</publicationStmt><sourceDesc><p>Web pages</p></sourceDesc></fileDesc></teiHeader>"
)
_TEXTS, _ONE = Frame("", "\n\n", "\n"), Frame("", "\n", "\n")
_FRAMES: Mapping[str, Frame] = {
    "text": _TEXTS,
    "markdown": _TEXTS,
    "html": _TEXTS,
    "json": Frame("[\n", ",\n", "\n]\n"),
    "jsonl": _ONE,
    "xml": Frame(f"{DECLARATION}\n<documents>\n", "\n", "\n</documents>\n"),
    "tei": Frame(f'{DECLARATION}\n<teiCorpus xmlns="{TEI}">\n{_TEI_HEADER}\n', "\n", "\n</teiCorpus>\n"),
}
Fields = Collection[str] | None
_PARTS: Mapping[str, Callable[[Document, str, Fields], str]] = {
    "json": later("record", "write"),
    "jsonl": later("record", "write_line"),
    "xml": lambda extraction, source, _: str(later("xml", "document")(extraction, source)),
    "tei": lambda extraction, *_: str(later("tei", "document")(extraction)),
    "csv": lambda extraction, source, fields: csv.row(extraction, source, fields or csv.COLUMNS),
}


class Stream:
    """Writes pages one after the other in one format, by a function that takes text; `fields` are the columns of CSV."""

    def __init__(self, style: str, put: Callable[[str], None], *, several: bool, fields: Fields = None) -> None:
        self._put = put
        self._frame = _frame(style, fields) if _is_framed(style, several) else _ONE
        self._begun = False

    def add(self, part: str) -> None:
        """Write a page, as `part` or `failed_part` gives it; one without content leaves no trace."""
        if part:
            self._put((self._frame.between if self._begun else self._frame.before) + part)
            self._begun = True

    def end(self) -> None:
        """Write what closes the stream."""
        if self._begun or self._frame.before:
            self._put(("" if self._begun else self._frame.before.rstrip("\n")) + self._frame.after)


def _frame(style: str, fields: Fields) -> Frame:
    return Frame(f"{csv.header(fields or csv.COLUMNS)}\n", "\n", "\n") if style == "csv" else _FRAMES[style]


def _is_framed(style: str, several: bool) -> bool:
    return several or style in ("csv", "jsonl")


def part(style: str, extraction: Document, source: str, *, several: bool, fields: Fields = None) -> str:
    """A page as a part of a stream; `source` is the input as it was given, `fields` those of a record that are wanted."""
    if style in _PARTS and (_is_framed(style, several) or style == "json"):
        return _PARTS[style](extraction, encodable(source), fields)
    return WRITERS[style](extraction)


def failed_part(style: str, code: str, message: str, source: str) -> str:
    """A page that failed as a part of a stream: a record where there are records, else nothing."""
    return failed_record(code, message, source) if style in ("json", "jsonl") else ""


def failure(error: SectioError, source: str) -> str:
    """The record of an input that failed, on one line."""
    return failed_record(error.code, str(error), source)


def failed_record(code: str, message: str, source: str) -> str:
    """The same, of a failure that is known by its code."""
    said = {"code": code, "message": encodable(message)}
    return json.dumps(
        {"source": encodable(source), "ok": False, "error": said}, ensure_ascii=False, separators=(",", ":")
    )
