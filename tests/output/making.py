"""Extractions made from HTML in a line."""

from typing import Any

from sectio.analysis import Analysis
from sectio.deadline import Deadline
from sectio.dom.page import Mask, Page, covered
from sectio.dom.parse import parse
from sectio.extraction import Extraction
from sectio.methods import body
from sectio.results import Metadata, Selection

URL = "https://example.com/dir/page.html"


def made(page: Page, mask: Mask, *, method: str = "test", about: Metadata | None = None, **selected: Any) -> Extraction:
    """The extraction of these rows of a page."""
    selection = Selection(mask, **selected)
    return Extraction(Analysis(page, method, selection, mask, about or Metadata(), Deadline(60)))


def extraction_of(html: str, *, url: str | None = URL) -> Extraction:
    """All visible text of the page, or of its `main` where it has one."""
    page = parse(html)
    mask = body.select(page)
    main = page.is_tag("main")
    if main.any():
        mask = mask & covered(page, main)
    return made(page, mask, method="body", about=Metadata(url=url))


def selecting(html: str, *words: str) -> Extraction:
    """The text nodes that hold one of these words."""
    page = parse(html)
    chosen = [any(word in text for word in words) for text in page.texts]
    mask: Mask = page.is_text.copy()
    mask[page.text_rows] = chosen
    return made(page, mask, about=Metadata(url=URL))
