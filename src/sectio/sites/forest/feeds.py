"""A site's feed: read its items and find each page's own.

RSS 2.0, RSS 1.0, Atom and JSON Feed, as bytes or text, or items given as plain dicts. An item belongs to a
page when their addresses are equal once normalised, or their paths (a mirror has another host), or else their
titles.
"""

import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from sectio.dom.decode import decode
from sectio.dom.feed import read_entries
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.sites.forest.keywords import tokenise

Feed: TypeAlias = bytes | str | Sequence[Mapping[str, Any]] | None

MAX_ITEMS = 10_000
MAX_DESCRIPTION = 20_000
_MARKUP = re.compile(r"<[a-zA-Z/!]|&#?\w+;")
# Parameters that say where a visitor came from, not which page it is.
_TRACKING = re.compile(r"utm_\w+|fbclid|gclid|mc_[ce]id", re.I)
_INDEX_FILE = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?)$|/$", re.I)
_TITLE_PARTS = re.compile(r"\s+[|·•»«:\u2013\u2014-]+\s+|\s*[|»_]\s*")


@dataclass(frozen=True)
class FeedItem:
    """One item of a feed; the description may be markup, `category` is all its categories, `date` is as written."""

    title: str = ""
    description: str = ""
    link: str = ""
    category: str = ""
    date: str = ""

    @property
    def text(self) -> str:
        """All that the item says about its page, as plain text."""
        return " ".join((plain_text(self.title), self.summary, self.category))

    @property
    def summary(self) -> str:
        """The description as plain text."""
        return plain_text(self.description)[:MAX_DESCRIPTION]


def read_feed(feed: Feed) -> list[FeedItem]:
    """The items of a feed in any of its forms; none for None."""
    if feed is None:
        return []
    if not isinstance(feed, bytes | str | Iterable):
        raise InputError(f"a feed is bytes, str or a list of its items, not {type(feed).__name__}")
    if not isinstance(feed, bytes | str):
        return [_item_of(item) for item in feed][:MAX_ITEMS]
    text = decode(feed)[0] if isinstance(feed, bytes) else feed
    if text.lstrip("\ufeff \t\r\n")[:1] in "{[":
        return _json_items(text)
    entries = read_entries(text)
    if entries is None:
        raise InputError("the feed is neither RSS, Atom nor JSON Feed; pass the feed file itself")
    return [
        FeedItem(
            _string(entry.title),
            _string(entry.summary) or _string(entry.content),
            _string(entry.link),
            " ".join(names),
            _string(entry.published) or _string(entry.updated),
        )
        for entry, names in entries[:MAX_ITEMS]
    ]


def _json_items(text: str) -> list[FeedItem]:
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"the feed looks like JSON but cannot be read: {error}") from error
    items = data.get("items") if isinstance(data, dict) else data
    if not isinstance(items, list):
        raise InputError("the feed is JSON without items; a JSON Feed has a list called items")
    return [_item_of(item) for item in items if isinstance(item, dict)][:MAX_ITEMS]


def _item_of(item: Mapping[str, Any]) -> FeedItem:
    return FeedItem(
        _first(item, "title"),
        _first(item, "description", "summary", "content_text", "content_html"),
        _first(item, "link", "url", "external_url", "id"),
        _category(item),
        _first(item, "date", "date_published", "published", "date_modified", "updated"),
    )


def _category(item: Mapping[str, Any]) -> str:
    """The categories of an item: one, or a list of them."""
    found = next((item[name] for name in ("category", "categories", "tags") if item.get(name)), "")
    return " ".join(map(_string, found)) if isinstance(found, list | tuple) else _string(found)


def _first(item: Mapping[str, Any], *names: str) -> str:
    """The first of these fields that says something."""
    return next((found for name in names if (found := _string(item.get(name)))), "")


def _string(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def plain_text(markup: str) -> str:
    """The text of a snippet of markup, or of text in which some characters are escaped."""
    if not _MARKUP.search(markup):
        return " ".join(markup.split())
    page = parse(f"<body>{markup}" if "<" in markup else f"<body>{html.escape(html.unescape(markup))}")
    return page.text(0)


# Which item is whose


@dataclass(frozen=True, eq=False)
class FeedIndex:
    """Items by address and title. Of two with one address the first (newest) counts; with one title none."""

    items: Sequence[FeedItem]
    by_url: Mapping[str, int]
    by_path: Mapping[str, int]
    by_title: Mapping[str, int]

    @classmethod
    def of(cls, items: Sequence[FeedItem]) -> "FeedIndex":
        """Index the items."""
        urls = [normalise_url(item.link) for item in items]
        return cls(
            items,
            {url: place for place, url in reversed(list(enumerate(urls))) if url},
            _unique([_path(url) for url in urls]),
            _unique([normalise_title(item.title) for item in items]),
        )

    def find(self, page: Page, url: str | None = None) -> FeedItem | None:
        """The item of a page, by its address (as given, or as the page states it) or by its title."""
        addresses = [normalise_url(address) for address in page_urls(page, url)]
        ways = (
            (self.by_url, addresses),
            (self.by_path, map(_path, addresses)),
            (self.by_title, map(normalise_title, page_titles(page))),
        )
        found = (table[name] for table, names in ways for name in names if name in table)
        position = next(found, None)
        return None if position is None else self.items[position]


def _unique(names: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    twice: set[str] = set()
    for position, name in enumerate(names):
        if name in found:
            twice.add(name)
        found.setdefault(name, position)
    return {name: position for name, position in found.items() if name and name not in twice}


def normalise_url(url: str) -> str:
    """An address without the parts that do not distinguish pages: scheme, `www.`, index file, fragment, tracking."""
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").removeprefix("www.")
        port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    except ValueError:
        return ""
    path = _INDEX_FILE.sub("", unquote(parts.path))
    query = sorted((k, v) for k, v in parse_qsl(parts.query) if not _TRACKING.fullmatch(k))
    return f"{host}{port}{path}" + (f"?{urlencode(query)}" if query else "")


def _path(address: str) -> str:
    """The part of a normalised address after the host; empty for a home page."""
    return address[address.find("/") :] if "/" in address else ""


def page_urls(page: Page, url: str | None = None) -> list[str]:
    """The addresses of a page: the given one, then those it states itself."""
    head = page.source.head()
    canonical = [href for rel, href in head.links if "canonical" in rel.split()]
    stated = [value for name, value in head.metas if name == "og:url"]
    return [address for address in (url, *canonical, *stated) if address]


def page_titles(page: Page) -> list[str]:
    """What may be a headline: the page's `h1`s, its stated title, its document title or parts of that."""
    head = page.source.head()
    headings = [page.text(row) for row in page.is_tag("h1").nonzero()[0][:5].tolist()]
    stated = [value for name, value in head.metas if name in ("og:title", "twitter:title")]
    return [*headings, *stated, head.title, *_TITLE_PARTS.split(head.title)]


def normalise_title(title: str) -> str:
    """A title as its terms alone."""
    return " ".join(tokenise(plain_text(title)))
