"""web-poet, and with it Scrapy: a page object whose fields are those of an extraction.

class ArticlePage(SectioPage): ...        # in a spider: def parse(self, response, page: ArticlePage)
"""

from typing import Any

from web_poet import WebPage, cached_method, field

import sectio
from sectio.extraction import Extraction


class SectioPage(WebPage[dict[str, Any]]):
    """The main content of a response."""

    @cached_method
    def extraction(self) -> Extraction:
        """The whole result, made once."""
        return sectio.extract(self.response.body, url=str(self.response.url), encoding=self.response.encoding)

    @field
    def title(self) -> str | None:
        """The headline."""
        return self.extraction().title

    @field
    def author(self) -> str | None:
        """Who wrote it."""
        return self.extraction().author

    @field
    def date(self) -> str | None:
        """The day of publication, ISO."""
        return self.extraction().date

    @field
    def text(self) -> str:
        """The main text."""
        return self.extraction().text

    @field
    def markdown(self) -> str:
        """The main content as Markdown."""
        return self.extraction().markdown
