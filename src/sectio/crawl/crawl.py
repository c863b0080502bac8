"""Fetch a sample of a site's pages: as many kinds of addresses as there are, the same number of each."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Literal
from urllib.parse import urljoin

from sectio.api import parse_page
from sectio.crawl import discover, sitemaps
from sectio.crawl.scope import Scope, plain
from sectio.crawl.state import DONE, FAILED, QUEUED, SKIPPED, Fetched, Links, State
from sectio.dom.page import Page
from sectio.errors import FetchError, SectioError
from sectio.fetch import Fetcher, Response
from sectio.text.url_shapes import shapes
from sectio.warc import response, write_record

CANDIDATES = 10  # addresses to choose from, for each page that is wanted
DEEPEST = 3  # links from the first page
_UNCHANGED = 304
_SITEMAPS = ("/sitemap.xml", "/sitemap_index.xml")


@dataclass(frozen=True)
class CrawlOptions:
    """What a user decides about a crawl; `sitemap` is an address, None to look for one, or False for none."""

    pages: int = 200
    same: Literal["host", "domain"] = "host"
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    sitemap: str | Literal[False] | None = None
    feed: str | None = None
    warc: Path | None = None


@dataclass
class Crawl:
    """A crawl: everything it knows is in its state, so that it can be stopped and resumed anywhere."""

    start: str
    state: State
    fetcher: Fetcher
    options: CrawlOptions = field(default_factory=CrawlOptions)
    tell: Callable[[str], None] = lambda message: None

    def __post_init__(self) -> None:
        self.start = plain(self.start)
        self.scope = Scope(self.start, self.options.same, self.options.include, self.options.exclude)
        self.state.agree("start", self.start)
        self._shaped: list[str] = []

    def run(self) -> None:
        """Fetch pages until there are enough, or no more."""
        self._warc_to(self.state.warc_end)
        self.state.add([self.start], 0, "start", 1)
        if not self.state.count(DONE):
            self._fetch(self.start, 0)
        self._add_listed()
        while self.state.count(DONE) < self.options.pages and (chosen := self._next()):
            self._fetch(*chosen)
            self.tell(f"{self.state.count(DONE)} of {self.options.pages} pages, {self.state.count()} addresses known")
        self._fail_if_nothing()

    def _fail_if_nothing(self) -> None:
        """The reason why the first page failed, if there is nothing else."""
        if not self.state.count(DONE) and not self.state.count(QUEUED):
            reasons = self.state.reasons()
            code = next(iter(reasons), "connect")
            raise FetchError(f"{self.start}: no page could be fetched ({', '.join(map(str, reasons))})", code)

    @property
    def _most(self) -> int:
        """How many addresses are kept to choose from."""
        return CANDIDATES * self.options.pages

    def _add_listed(self) -> None:
        """Queue what feeds and sitemaps list; asked for again when resumed, which adds nothing twice."""
        self._read_feeds()
        if self.options.sitemap is not False:
            with suppress(FetchError):
                self._add_sitemaps()

    def _read_feeds(self) -> None:
        """Keep the site's feeds, and queue the pages they name."""
        for feed in [self.options.feed] if self.options.feed else self._named_feeds():
            with suppress(FetchError):
                body = self.fetcher.get(feed).body
                items = discover.feed_items(body, feed)
                self.state.add(self._inside(item.link for item in items), 1, "feed", self._most)
                if items:
                    self.state.keep_feed(feed, body)

    def _add_sitemaps(self) -> None:
        given = self.options.sitemap
        usual = (urljoin(self.start, path) for path in _SITEMAPS)
        named = [given] if given else [*self.fetcher.rules(self.start).sitemaps, *usual]
        found = sitemaps.walk(named, lambda url: self.fetcher.get(url).body, self._is_allowed, self._most)
        self.state.add(self._inside(found), 1, "sitemap", self._most)

    def _named_feeds(self) -> list[str]:
        """The feeds that the first page names."""
        for first in self.state.pages():
            page = _parsed(first.body, first.encoding)
            return discover.feeds(page, first.url) if page is not None else []
        return []

    def _inside(self, urls: Iterable[str]) -> Iterator[str]:
        """The addresses that are of this site."""
        return (address for url in urls if self._is_allowed(address := plain(url)))

    def _is_allowed(self, url: str) -> bool:
        """Whether an address is of this site; robots and the guard look at it again when it is fetched."""
        return url in self.scope

    def _next(self) -> tuple[str, int] | None:
        """The next page: of the shape with the fewest pages so far, the largest such shape, the page nearest to the start."""
        known = self.state.addresses()
        shaped = self._shapes([url for url, _, _ in known])
        done = Counter(shape for (_, state, _), shape in zip(known, shaped, strict=True) if state == DONE)
        size = Counter(shaped)
        waiting = [
            (done[shape], -size[shape], depth, number)
            for number, ((_, state, depth), shape) in enumerate(zip(known, shaped, strict=True))
            if state == QUEUED
        ]
        if not waiting:
            return None
        url, _, depth = known[min(waiting)[3]]
        return url, depth

    def _shapes(self, urls: list[str]) -> list[str]:
        """The shapes of all known addresses, computed again when there are more: addresses are added, never removed."""
        if len(self._shaped) != len(urls):
            self._shaped = shapes(urls)
        return self._shaped

    def _fetch(self, url: str, depth: int) -> None:
        self.state.take(url)
        try:
            found = self.fetcher.get(url)
        except FetchError as error:
            self.state.leave(url, FAILED, error.code)
            return
        reason = self._why_not(found)
        if reason:
            self.state.leave(url, SKIPPED, reason)
            return
        self._keep(url, found, depth)

    def _why_not(self, found: Response) -> str | None:
        """Why a page that was fetched is not part of the sample, or None if it is."""
        kind = found.headers.get("content-type", "text/html").split(";")[0].strip().lower()
        if kind not in ("text/html", "application/xhtml+xml", ""):
            return "not_html"
        if not self._is_allowed(plain(found.final_url)) and plain(found.final_url) != self.start:
            return "scope"
        is_known = self.state.has_fetched(plain(found.final_url)) or self.state.has_body(_digest(found.body))
        return "copy" if is_known else None

    def refresh(self) -> int:
        """Ask for every page again, by ETag and date where the server gave them; return how many have changed."""
        self._read_feeds()
        changed = 0
        for known in list(self.state.pages()):
            asked = {"If-None-Match": known.etag, "If-Modified-Since": known.modified}
            try:
                found = self.fetcher.get(known.url, headers={name: value for name, value in asked.items() if value})
            except FetchError as error:
                self.tell(f"{known.url}: {error.code}")
                continue
            if found.status != _UNCHANGED and found.body != known.body:
                self.state.renew(known.url, replace(_fetched(found), url=known.url), _digest(found.body))
                changed += 1
        return changed

    def _keep(self, url: str, found: Response, depth: int) -> None:
        page = _fetched(found)
        links = Links(self._links(page) if depth < DEEPEST else (), depth + 1, self._most)
        self.state.finish(url, page, _digest(found.body), self._write_warc(page, found), links)

    def _links(self, found: Fetched) -> list[str]:
        page = _parsed(found.body, found.encoding)
        return list(self._inside(discover.links(page, found.url))) if page is not None else []

    def _write_warc(self, page: Fetched, found: Response) -> int | None:
        """Append the page to the WARC file, if there is one; return where its record ends."""
        if self.options.warc is None:
            return None
        kind = found.headers.get("content-type", "text/html")
        date = found.fetched_at.replace("+00:00", "Z")
        with open(self.options.warc, "ab") as file:
            write_record(file, response(page.url, page.body, status=found.status, date=date, content_type=kind))
            file.flush()
            os.fsync(file.fileno())
            return file.tell()

    def _warc_to(self, end: int) -> None:
        """Cut off a record that a kill left half written, or written but not noted."""
        if self.options.warc is not None and self.options.warc.exists():
            os.truncate(self.options.warc, end)


def _fetched(found: Response) -> Fetched:
    etag, modified = (found.headers.get(name) for name in ("etag", "last-modified"))
    return Fetched(plain(found.final_url), found.body, found.encoding, etag, modified, found.fetched_at)


def _parsed(body: bytes, encoding: str | None) -> Page | None:
    try:
        return parse_page(body, encoding=encoding)
    except SectioError:
        return None


def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()
