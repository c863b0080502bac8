"""JSON: everything Sectio knows of a page as one record, or the fields that are asked for."""

import json
from collections.abc import Collection
from typing import Any

from sectio.results import Document


def write(extraction: Document, source: str | None = None, fields: Collection[str] | None = None) -> str:
    """The record, indented for reading; `source` is where the page came from."""
    with extraction.deadline:
        return json.dumps(_record(extraction, source, fields), ensure_ascii=False, indent=2)


def write_line(extraction: Document, source: str | None = None, fields: Collection[str] | None = None) -> str:
    """The record on one line (JSON Lines)."""
    with extraction.deadline:
        return json.dumps(_record(extraction, source, fields), ensure_ascii=False, separators=(",", ":"))


def _record(extraction: Document, source: str | None, fields: Collection[str] | None) -> dict[str, Any]:
    return ({} if source is None else {"source": source}) | extraction.to_dict(fields=fields)
