"""DESCRIPTION: the text of a page is what its feed item says about it. A baseline: precise, and short."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sectio.dom.page import Page
from sectio.errors import TemplateError
from sectio.layout import Layout
from sectio.once import once
from sectio.results import Match, Selection, empty_mask
from sectio.sites.forest.feeds import FeedIndex, FeedItem
from sectio.sites.forest.stored import item_data, item_from
from sectio.sites.model import SiteModel


@dataclass(frozen=True, eq=False)
class DescriptionSite(SiteModel):
    """The items of a site's feed. A page is known by the address it states or by its title."""

    items: tuple[FeedItem, ...] = field(default=(), repr=False)
    warnings: tuple[str, ...] = ()

    method: ClassVar[str] = "description"

    @once
    def index(self) -> FeedIndex:
        """The items by address and title."""
        return FeedIndex.of(self.items)

    @property
    def pattern(self) -> str:
        """The items' titles, one per line."""
        return "\n".join(item.title or item.link for item in self.items) or "(no feed item)"

    def select(self, page: Page, *, layout: Layout | None = None) -> Selection:
        """The description of the page's item as stated text; no row of the page is chosen."""
        item = self.index.find(page)
        text = item.summary if item else ""
        return Selection(empty_mask(page), text=text, warnings=() if item else ("feed_miss",))

    def match_page(self, page: Page) -> Match:
        """1 when the feed has the page, else 0."""
        known = self.index.find(page) is not None
        return Match(float(known), known, () if known else ("feed_miss",))

    def updated(self, pages: Sequence[Page], *, urls: Sequence[str | None] | None = None) -> Self:
        """The same items, with a warning when the feed lacks one of the pages."""
        addresses = urls or [None] * len(pages)
        missed = any(self.index.find(page, url) is None for page, url in zip(pages, addresses, strict=True))
        return replace(self, warnings=("feed_miss",)) if missed else self

    def to_data(self) -> dict[str, Any]:
        """The items as plain JSON values."""
        items = [item_data(item) for item in self.items]
        return {"method": self.method, "items": items, "warnings": list(self.warnings)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The model back from its data."""
        try:
            return cls(tuple(item_from(item) for item in data["items"]), tuple(map(str, data["warnings"])))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TemplateError(f"not a list of feed items ({error!r}); learn the site again") from error
