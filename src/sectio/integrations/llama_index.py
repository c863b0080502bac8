"""LlamaIndex: a reader for saved pages."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

import sectio
from sectio.integrations import facts


class SectioReader(BaseReader):
    """The main content of pages as documents; `how` are arguments of `sectio.extract`."""

    def __init__(self, *, format: str = "markdown", **how: Any) -> None:
        self.format, self.how = format, how

    def lazy_load_data(self, paths: Iterable[str | Path], **load_kwargs: Any) -> Iterable[Document]:
        """The documents, one by one; a page without content gives none."""
        for path in paths:
            doc = sectio.extract(Path(path).read_bytes(), **self.how)
            if doc.ok:
                yield Document(text=getattr(doc, self.format), metadata=facts(doc, str(path)))
