"""JSON: everything Sectio knows of a page as one record."""

import json

from sectio.dom.unicode import encodable
from sectio.results import Document


def write(extraction: Document) -> str:
    """The record, indented for reading."""
    return encodable(extraction.to_json(indent=2))


def write_line(extraction: Document) -> str:
    """The record on one line (JSON Lines)."""
    return encodable(json.dumps(extraction.to_dict(), ensure_ascii=False, separators=(",", ":")))
