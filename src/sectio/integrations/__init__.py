"""Thin adapters to libraries that people use already. Each module imports its library, which it needs, and nothing else does."""

from typing import Any

from sectio.extraction import Extraction


def facts(doc: Extraction, source: str | None = None) -> dict[str, Any]:
    """What a document is about, as plain values without None: what document stores take as metadata."""
    fields = ("title", "author", "date", "language", "description", "site_name", "url", "page_type")
    found: dict[str, Any] = {name: getattr(doc, name) for name in fields}
    found |= {"confidence": round(doc.confidence, 4), "source": source or doc.url}
    return {name: value for name, value in found.items() if value is not None}
