"""readability-lxml's class: `from sectio.compat.readability import Document`.

Types are the same, and so is what is given for a page without a title (`[no-title]`); the content is Sectio's.
"""

import warnings
from typing import Any

import sectio
from sectio.dom.page import Page
from sectio.errors import SectioError
from sectio.extraction import Extraction
from sectio.once import once

__all__ = ["Document", "Unparseable"]


class Unparseable(ValueError):
    """The input is not a page, or an empty one."""


class Document:
    """A page, of which the content is asked for."""

    def __init__(
        self,
        input: Any,
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: str | None = None,
        min_text_length: int = 25,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: str | None = "discard",
    ) -> None:
        self.input, self.url = input, url
        for name, value in (
            ("positive_keywords", positive_keywords),
            ("negative_keywords", negative_keywords),
            ("xpath", xpath),
        ):
            if value:
                warnings.warn(f"{name} has no effect in sectio.compat.readability", UserWarning, stacklevel=2)

    @once
    def _page(self) -> Page:
        try:
            page = sectio.parse_page(self.input)
        except SectioError as error:
            raise Unparseable(str(error)) from error
        if not page.html.strip():
            raise Unparseable("the page is empty")
        return page

    @once
    def _doc(self) -> Extraction:
        doc = sectio.extract(self._page, url=self.url)
        return doc if doc.ok else sectio.extract(self._page, url=self.url, method="body")

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The content as HTML: a whole document, or `html_partial` only its `div`; if nothing was found, all that the page shows.

        The images of the content are always kept, so `keep_all_images` changes nothing.
        """
        content = f"<div>{self._doc.render('html', title=True)}</div>"
        return content if html_partial else f"<html><body>{content}</body></html>"

    def title(self) -> str:
        """The title of the document, as it is in its head."""
        return " ".join(self._page.source.head().title.split()) or "[no-title]"

    def short_title(self) -> str:
        """The headline, without the name of the site; empty if there is none."""
        return self._doc.title or ""

    def author(self) -> str:
        """Who wrote it."""
        return self._doc.author or "[no-author]"

    def content(self) -> str:
        """All that the page shows, as HTML."""
        return f"<body>{sectio.extract(self._page, url=self.url, method='body').html}</body>"
