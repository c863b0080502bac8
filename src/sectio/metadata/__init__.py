"""What a page says about itself: title, author, date and the rest, each field from its most trusted source.

The order of trust: JSON-LD, metas (OpenGraph, Twitter, Dublin Core, Parse.ly, citation), microdata, `rel`
links, markup near the headline, the address, the text. Sources are read once, when a field first needs them.
"""

from sectio.dom.page import Mask, Page
from sectio.metadata import author, date, language, licence, summary, tags, title
from sectio.metadata.evidence import Evidence
from sectio.results import Metadata


class Reader:
    """Reads the fields of a page; `title`, `author` and `date` at once, the others with `all`.

    `content`, the mask of the main content, says where to look where no headline is.
    """

    def __init__(self, page: Page, *, url: str | None = None, content: Mask | None = None) -> None:
        self._evidence = evidence = Evidence(page, url)
        self.title, row = title.read(evidence)
        if not row and content is not None and content.any():
            row = int(content.argmax())
        self._row = row
        self.author = author.read(evidence, self.title, row)
        self.date = date.read(evidence, row)

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
            tags=tags.read(evidence, self._row),
            license=licence.read(evidence),
            url=evidence.url,
        )


def read(page: Page, *, url: str | None = None, content: Mask | None = None) -> Metadata:
    """Read all fields of a page."""
    return Reader(page, url=url, content=content).all()
