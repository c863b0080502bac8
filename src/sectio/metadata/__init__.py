"""What a page says about itself: title, author, date and the rest, each field from its most trusted source.

The order of trust: JSON-LD, metas (OpenGraph, Twitter, Dublin Core, Parse.ly, citation), microdata, `rel`
links, markup near the headline, the address, the text. Sources are read once, when a field first needs them.
"""

from functools import cached_property

from sectio.dom.page import Mask, Page
from sectio.metadata import author, date, language, licence, summary, tags, title
from sectio.metadata.evidence import Evidence
from sectio.results import Metadata


class Reader:
    """Reads the fields of a page: `title`, `author` and `date` when first asked for, these and the others with `all`.

    `content`, the mask of the main content, says where to look where no headline is.
    """

    def __init__(self, page: Page, *, url: str | None = None, content: Mask | None = None) -> None:
        self._evidence, self._content = Evidence(page, url), content

    @cached_property
    def _headline(self) -> tuple[str | None, int]:
        """The headline, and the row where it or else the content begins."""
        found, row = title.read(self._evidence)
        if not row and self._content is not None:
            row = int(self._content.argmax())  # 0 where nothing is chosen
        return found, row

    @property
    def title(self) -> str | None:
        """The headline."""
        return self._headline[0]

    @cached_property
    def author(self) -> str | None:
        """Who wrote it."""
        return author.read(self._evidence, *self._headline)

    @cached_property
    def date(self) -> str | None:
        """The day of publication, ISO."""
        return date.read(self._evidence, self._headline[1])

    def all(self) -> Metadata:
        """All fields."""
        evidence = self._evidence
        return Metadata(
            title=self.title,
            author=self.author,
            date=self.date,
            language=language.read(evidence),
            description=summary.description(evidence),
            site_name=summary.site_name(evidence),
            image=summary.image(evidence),
            tags=tags.read(evidence, self._headline[1]),
            license=licence.read(evidence),
            url=evidence.url,
        )


def read(page: Page, *, url: str | None = None, content: Mask | None = None) -> Metadata:
    """Read all fields of a page."""
    return Reader(page, url=url, content=content).all()
