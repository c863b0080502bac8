"""Where the pages of a site are: links, feeds and sitemaps."""

from collections.abc import Iterator, Sequence

from sectio.dom.feed import feed_links, read_entries
from sectio.dom.page import Page
from sectio.output.address import IMAGE_SCHEMES, absolute, base_of

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


def feed_pages(text: str, url: str) -> Sequence[str]:
    """The addresses of a feed's items."""
    found = (absolute(str(entry.link or ""), url, IMAGE_SCHEMES) for entry, _ in read_entries(text) or ())
    return [address for address in found if address]
