"""Extractions made from HTML in a line."""

from typing import Any

import numpy as np

from sectio.analysis import Analysis
from sectio.deadline import Deadline
from sectio.dom.page import Mask, Page, covered
from sectio.dom.parse import parse
from sectio.extraction import Extraction
from sectio.fields import Field, Metadata
from sectio.methods import body
from sectio.output import furniture
from sectio.results import Selection

URL = "https://example.com/dir/page.html"


class Told:
    """What a page says about itself, told to it."""

    def __init__(self, **values: Any) -> None:
        self._values = values
        self.title, self.author, self.date, self.url = (values.get(name) for name in ("title", "author", "date", "url"))

    def is_headline(self, node: int) -> bool:
        """Told of no headline."""
        return False

    def all(self) -> Metadata:
        """All fields."""
        return Metadata(**{name: Field(value, "text", 1.0) for name, value in self._values.items()})


def ordinary(page: Page) -> Mask:
    """The texts of a page that every writer writes as they are: no furniture, captions, formulas, quotations or task lists."""
    marked = page.is_tag("math", "q", *(("li",) if page.has("input") else ()))
    odd = furniture.is_furniture(page) | furniture.captions(page) | covered(page, marked)[page.text_rows]
    rows = np.zeros(len(page), bool)
    rows[page.text_rows[~odd]] = True
    return rows


def made(page: Page, mask: Mask, *, method: str = "test", about: Told | None = None, **selected: Any) -> Extraction:
    """The extraction of these rows of a page."""
    selection = Selection(mask, **selected)
    return Extraction(Analysis(page, method, selection, mask, about or Told(), Deadline(60)))


def extraction_of(html: str, *, url: str | None = URL) -> Extraction:
    """All visible text of the page, or of its `main` where it has one."""
    page = parse(html)
    mask = body.select(page)
    main = page.is_tag("main")
    if main.any():
        mask = mask & covered(page, main)
    return made(page, mask, method="body", about=Told(url=url))


def selecting(html: str, *words: str) -> Extraction:
    """The text nodes that hold one of these words."""
    page = parse(html)
    chosen = [any(word in text for word in words) for text in page.texts]
    mask: Mask = page.is_text.copy()
    mask[page.text_rows] = chosen
    return made(page, mask, about=Told(url=URL))
