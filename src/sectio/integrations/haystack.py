"""Haystack: a converter from HTML to documents, in place of `HTMLToDocument`."""

from pathlib import Path
from typing import Any

from haystack import Document, component
from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
from haystack.dataclasses import ByteStream

import sectio
from sectio.integrations import facts


@component
class SectioConverter:
    """The main content of pages as documents."""

    def __init__(self, format: str = "markdown", method: str | None = None) -> None:
        self.format, self.method = format, method

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        """Convert files and byte streams; pages without content are left out."""
        found = []
        for source, more in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            stream = get_bytestream_from_source(source)
            doc = sectio.extract(stream.data, method=self.method)
            if doc.ok:
                found.append(Document(content=getattr(doc, self.format), meta={**facts(doc), **stream.meta, **more}))
        return {"documents": found}
