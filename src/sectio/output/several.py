"""Several pages in one stream: one JSON array, one XML document, one CSV header.

Every part is written as soon as its page is done. Records name their source, and failures are records, too; formats for
reading only hold what was extracted.
"""

import json
from collections.abc import Callable, Mapping
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
    "csv": Frame(f"{csv.header()}\n", "\n", "\n"),
}
_PARTS: Mapping[str, Callable[[Document, str], str]] = {
    "json": later("record", "write"),
    "jsonl": later("record", "write_line"),
    "xml": later("xml", "document"),
    "tei": lambda extraction, _: str(later("tei", "document")(extraction)),
    "csv": lambda extraction, _: csv.row(extraction),
}


class Stream:
    """Writes pages one after the other in one format, by a function that takes text."""

    def __init__(self, style: str, put: Callable[[str], None], *, several: bool) -> None:
        self._style, self._put = style, put
        self._framed = several or style in ("csv", "jsonl")
        self._frame = _FRAMES[style] if self._framed else _ONE
        self._begun = False

    def add(self, extraction: Document, source: str) -> None:
        """Write a page; `source` is the input as it was given."""
        if self._style in _PARTS and (self._framed or self._style == "json"):
            self._part(_PARTS[self._style](extraction, encodable(source)))
        elif written := WRITERS[self._style](extraction):
            self._part(written)

    def fail(self, error: SectioError, source: str) -> None:
        """Write a record of a page that failed, where there are records."""
        if self._style in ("json", "jsonl"):
            self._part(failure(error, source))

    def end(self) -> None:
        """Write what closes the stream."""
        if self._begun or self._frame.before:
            self._put(("" if self._begun else self._frame.before.rstrip("\n")) + self._frame.after)

    def _part(self, text: str) -> None:
        self._put((self._frame.between if self._begun else self._frame.before) + text)
        self._begun = True


def failure(error: SectioError, source: str) -> str:
    """The record of an input that failed, on one line."""
    said = {"code": error.code, "message": encodable(str(error))}
    return json.dumps({"source": encodable(source), "ok": False, "error": said}, ensure_ascii=False)
