"""Where the pages of a site are: links, feeds and sitemaps."""

from collections.abc import Iterator
from dataclasses import replace

from sectio.dom.feed import feed_links
from sectio.dom.page import Page
from sectio.errors import InputError
from sectio.output.address import IMAGE_SCHEMES, absolute, base_of
from sectio.sites.forest.feeds import FeedItem, read_feed

_FEEDS = 3  # of one page


def links(page: Page, url: str) -> Iterator[str]:
    """The addresses that a page links to, in document order."""
    base = base_of(page, url)
    for _, href in sorted(page.source.having("href").items()):
        if not href.startswith("#") and (found := absolute(href, base, IMAGE_SCHEMES)):
            yield found


def feeds(page: Page, url: str) -> list[str]:
    """The addresses of feeds that a page names."""
    base = base_of(page, url)
    return [found for href in feed_links(page.html) if (found := absolute(href, base, IMAGE_SCHEMES))][:_FEEDS]


def feed_items(body: bytes, url: str) -> list[FeedItem]:
    """The items of a feed that name a page, with absolute addresses; none if it is not a feed."""
    try:
        items = read_feed(body)
    except InputError:
        return []
    found = ((item, absolute(item.link, url, IMAGE_SCHEMES)) for item in items)
    return [replace(item, link=address) for item, address in found if address]
