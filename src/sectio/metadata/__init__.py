"""What a page says about itself: title, author, date and the rest, each field from its most trusted source.

The order of trust: JSON-LD, metas (OpenGraph, Twitter, Dublin Core, Parse.ly, citation), microdata, `rel`
links, markup near the headline, the address, the text. Sources are read once, when a field first needs them. What the site's feed
announces about the page settles what the page leaves in doubt.
"""

from sectio.dom.page import Mask, Page
from sectio.fields import NOTHING, Announcement, Field, Metadata, Text
from sectio.metadata import title
from sectio.metadata.evidence import Evidence
from sectio.metadata.texts import agreement, shown, words
from sectio.once import once


class Reader:
    """Reads the fields of a page: `title`, `author` and `date` when first asked for, these and the others with `all`.

    `content`, the mask of the main content, says where to look if there is no headline. The readers of the fields hold
    large patterns and are imported when they are used: many results are only asked for their text.
    """

    def __init__(
        self,
        page: Page,
        *,
        url: str | None = None,
        content: Mask | None = None,
        announced: Announcement | None = None,
    ) -> None:
        self._evidence, self._content, self._announced = Evidence(page, url), content, announced

    @once
    def _headline(self) -> tuple[Text, int]:
        """The headline, and the row where it or else the content begins."""
        found, row = title.read(self._evidence, self._content)
        if not row and self._content is not None:
            row = int(self._content.argmax())  # 0 if nothing is chosen
        return found, row

    @once
    def _title(self) -> Text:
        own = self._headline[0]
        if self._announced is None:
            return own
        from sectio.metadata import announced

        return announced.title(self._evidence, own, self._announced)

    @once
    def _author(self) -> Text:
        from sectio.metadata import author

        found, row = self._headline
        return author.read(self._evidence, found.value, row)

    @once
    def _date(self) -> Text:
        from sectio.metadata import date

        own = date.read(self._evidence, self._headline[1])
        if self._announced is None:
            return own
        from sectio.metadata import announced, language

        return announced.date(own, self._announced, language.stated(self._evidence))

    @property
    def title(self) -> str | None:
        """The headline."""
        return self._title.value

    @property
    def author(self) -> str | None:
        """Who wrote it."""
        return self._author.value

    @property
    def date(self) -> str | None:
        """The day of publication, ISO."""
        return self._date.value

    @property
    def url(self) -> str | None:
        """The address of the page: as passed in, otherwise as the page states it."""
        return self._evidence.url or None

    def is_headline(self, node: int) -> bool:
        """Whether an element of the page is the headline that `title` names, perhaps with a kicker or a date in it."""
        found, row = self._headline
        own, named = (words(shown(text)) for text in (self._evidence.page.text(node), found.value or ""))
        return bool(named) and (own == named or (node == row and agreement(own, named) >= title.AGREES))

    def all(self) -> Metadata:
        """All fields."""
        from sectio.metadata import date, language, licence, summary, tags

        evidence = self._evidence
        return Metadata(
            title=self._title,
            author=self._author,
            date=self._date,
            date_modified=date.modified(evidence, self._date),
            language=language.read(evidence),
            description=summary.description(evidence, self._content),
            site_name=summary.site_name(evidence),
            image=summary.image(evidence),
            tags=tags.read(evidence, self._headline[1]),
            license=licence.read(evidence),
            url=self._url(),
        )

    def _url(self) -> Text:
        evidence = self._evidence
        if not evidence.url:
            return NOTHING
        return Field(evidence.url, "url", 1.0) if evidence.given_url else Field(evidence.url, "meta", 0.9)


def read(page: Page, *, url: str | None = None, content: Mask | None = None) -> Metadata:
    """Read all fields of a page."""
    return Reader(page, url=url, content=content).all()
