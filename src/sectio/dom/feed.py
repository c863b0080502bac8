"""Feed text to entries: the thin wrapper around the parser's own feed reader.

XML is read without document types: only the five entities of XML exist, so nothing can expand. A feed that is
not well-formed (a bare `&`, an HTML entity) is read a second time by the rules of HTML, which accept
anything.
"""

from collections.abc import Sequence
from typing import Any

import turbohtml

_FEED_TYPES = ("application/rss+xml", "application/atom+xml", "application/feed+json")


def read_entries(text: str) -> Sequence[tuple[Any, tuple[str, ...]]] | None:
    """The entries of an RSS 2.0, RSS 1.0 or Atom feed with their categories, or None if the text is not such a feed."""
    for parse in (turbohtml.parse_xml, turbohtml.parse):
        try:
            document = parse(text.lstrip("\ufeff \t\r\n"))
            feed = document.feed()
        except turbohtml.HTMLParseError:
            continue
        if feed is not None:
            elements = document.find_all("item") or document.find_all("entry")
            found = [_categories(element) for element in elements]
            # A feed whose items are not its entries one by one has entries without categories.
            named = found if len(found) == len(feed.entries) else [()] * len(feed.entries)
            return tuple(zip(feed.entries, named, strict=True))
    return None


def feed_links(html: str) -> list[str]:
    """The addresses, as written, of the feeds that a page names in its head."""
    named = turbohtml.parse(html).select("link[rel~=alternate i][type][href]")
    return [link.attr("href") or "" for link in named if (link.attr("type") or "").lower() in _FEED_TYPES]


def _categories(entry: Any) -> tuple[str, ...]:
    """The names of an entry's categories: the term of an Atom category, the text of an RSS one."""
    names = (element.attrs.get("term") or _text(element) for element in entry.find_all("category"))
    return tuple(name for name in names if name)


def _text(element: Any) -> str:
    """The text of an element, CDATA included."""
    return "".join(getattr(child, "data", "") for child in element.children).strip()
