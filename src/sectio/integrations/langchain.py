"""LangChain: a loader for saved pages, and a transformer for documents that hold HTML."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document

import sectio
from sectio.integrations import facts


class SectioLoader(BaseLoader):
    """Pages from files, one document each; `how` are arguments of `sectio.extract`."""

    def __init__(self, paths: Iterable[str | Path], *, format: str = "markdown", **how: Any) -> None:
        self.paths, self.format, self.how = list(paths), format, how

    def lazy_load(self) -> Iterator[Document]:
        """The documents, one by one; a page without content gives none."""
        for path in self.paths:
            doc = sectio.extract(Path(path).read_bytes(), **self.how)
            if doc.ok:
                yield Document(page_content=getattr(doc, self.format), metadata=facts(doc, str(path)))


class SectioTransformer(BaseDocumentTransformer):
    """Replaces the HTML in documents by their main content, and adds what the page says about itself."""

    def __init__(self, *, format: str = "markdown", **how: Any) -> None:
        self.format, self.how = format, how

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """The documents with their main content; what they said about themselves stays."""
        return [self._transformed(document) for document in documents]

    def _transformed(self, document: Document) -> Document:
        doc = sectio.extract(document.page_content, **self.how)
        return Document(page_content=getattr(doc, self.format), metadata={**facts(doc), **document.metadata})
