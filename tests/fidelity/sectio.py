"""Renders a case with Sectio."""

from functools import lru_cache

import sectio
from sectio.extraction import Extraction
from tests.fidelity.pages import Case


def render(case: Case, field: str) -> str:
    """A field of the result as text."""
    doc = _extracted(case.html, case.url)
    match field:
        case "comments":
            return "\n".join(f"{comment.author}: {comment.text}" for comment in doc.comments)
        case "front":
            return _front(doc)
        case _:
            return getattr(doc, field) or ""


@lru_cache(maxsize=1)
def _extracted(html: str, url: str) -> Extraction:
    return sectio.extract(html, url=url)


def _front(doc: Extraction) -> str:
    """Markdown with front matter; nothing as long as a result cannot write it."""
    written = getattr(doc, "render", None)
    return written("markdown", front_matter=True) if written else ""
