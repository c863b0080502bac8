"""Extractions made from HTML in a line."""

from sectio.dom.page import Mask, covered
from sectio.dom.parse import parse
from sectio.methods import body
from sectio.results import Extraction, Metadata

URL = "https://example.com/dir/page.html"


def extraction_of(html: str, *, url: str | None = URL) -> Extraction:
    """All visible text of the page, or of its `main` where it has one."""
    page = parse(html)
    mask = body.select(page)
    main = page.is_tag("main")
    if main.any():
        mask = mask & covered(page, main)
    return Extraction(page=page, mask=mask, method="body", about=Metadata(url=url))


def selecting(html: str, *words: str) -> Extraction:
    """The text nodes that hold one of these words."""
    page = parse(html)
    chosen = [any(word in text for word in words) for text in page.texts]
    mask: Mask = page.is_text.copy()
    mask[page.text_rows] = chosen
    return Extraction(page=page, mask=mask, method="test", about=Metadata(url=URL))
