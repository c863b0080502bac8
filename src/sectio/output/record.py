"""JSON: everything Sectio knows of a page as one record, or the fields that are asked for."""

import json
from collections.abc import Collection
from itertools import islice
from typing import Any, Final

from sectio import deadline
from sectio.results import Document

_TOGETHER: Final = 10_000


def write(extraction: Document, source: str | None = None, fields: Collection[str] | None = None) -> str:
    """The record, indented for reading; `source` is where the page came from."""
    with extraction.deadline:
        # The parts of a long record are many and small: put together some at a time, they take half of the memory.
        parts = json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(_record(extraction, source, fields))
        return "".join(iter(lambda: "".join(islice(deadline.watched(parts), _TOGETHER)), ""))


def write_line(extraction: Document, source: str | None = None, fields: Collection[str] | None = None) -> str:
    """The record on one line (JSON Lines)."""
    with extraction.deadline:
        return json.dumps(_record(extraction, source, fields), ensure_ascii=False, separators=(",", ":"))


def _record(extraction: Document, source: str | None, fields: Collection[str] | None) -> dict[str, Any]:
    return ({} if source is None else {"source": source}) | extraction.to_dict(fields=fields)
