"""Everything a page says about itself, gathered once; each source is read when a field first asks for it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sectio.dom.page import Head, Page
from sectio.dom.unicode import address
from sectio.metadata import jsonld, places
from sectio.metadata.texts import MAX_TITLE, Words, absolute, clean, has_words, host, without_permalink, words
from sectio.once import once
from sectio.patterns import pattern
from sectio.text.addresses import split

MAX_PER_NAME, MAX_HEADINGS = 50, 12
# Words from which on a name that is also the page's is not the site's.
LONG_NAME = 5
# Paths of a front page; a query that asks for one page of many.
_HOME = ("", "/", "/index.html", "/index.php")
# Addresses whose path is surely more than a slash: cutting them into parts takes longer.
_INSIDE = pattern(r"https?://[a-z0-9.-]{1,253}/[a-z0-9]", re.ASCII)
_NUMBERED = pattern(r"(?:^|&)\w{1,20}=\d{1,12}(?:&|$)")
# What relative addresses are relative to on a page without one.
_NOWHERE = "https://nowhere.invalid/page/"
# Characters of a page that shows next to nothing.
SPARSE = 400


@dataclass(frozen=True, eq=False)
class Evidence:
    """A page and where on it to look."""

    page: Page
    given_url: str | None = None

    @once
    def head(self) -> Head:
        """The document's own words about itself."""
        return self.page.source.head()

    @once
    def metas(self) -> dict[str, list[str]]:
        """Meta contents by name, in order."""
        table: dict[str, list[str]] = {}
        for names, content in self.head.metas:
            for name in names.split() if " " in names else (names,):  # one element may name several properties
                values = table.setdefault(name.replace("dcterms", "dc"), [])
                if content and len(values) < MAX_PER_NAME:
                    values.append(content)
        return table

    def meta(self, *names: str, limit: int = MAX_TITLE) -> str | None:
        """The first usable value of the first of these metas that has one."""
        return next((value for value in self.all_metas(*names, limit=limit)), None)

    def all_metas(self, *names: str, limit: int = MAX_TITLE) -> Iterator[str]:
        """All usable values of these metas, name by name."""
        for name in names:
            if name in self.metas:
                usable = self._usable.get((name, limit))
                if usable is None:
                    values = (clean(raw, limit) for raw in self.metas[name])
                    usable = self._usable[name, limit] = [value for value in values if has_words(value)]
                yield from usable

    @once
    def _usable(self) -> dict[tuple[str, int], list[str]]:
        """What `all_metas` has read, by name and limit."""
        return {}

    @once
    def things(self) -> list[jsonld.Thing]:
        """All things of the JSON-LD blocks."""
        return jsonld.things(self.head.json_ld) if self.head.json_ld else []

    @once
    def things_by_id(self) -> dict[str, jsonld.Thing]:
        """The same by `@id`."""
        return jsonld.index(self.things)

    @once
    def main(self) -> list[jsonld.Thing]:
        """Those that are this page, best first."""
        if not self.things:
            return []
        titles = [title for title in (self.meta("og:title"), self.first_heading, clean(self.head.title)) if title]
        return jsonld.main_things(self.things, self.url or self.given_url, titles)

    @once
    def base(self) -> str:
        """What relative addresses are relative to."""
        return absolute(self.head.base, self.given_url or "") or self.given_url or self.url or ""

    @once
    def url(self) -> str | None:
        """The address as given, else as the page names it."""
        return address(self.given_url) if self.given_url else self.canonical

    @once
    def canonical(self) -> str | None:
        """The address by which the page names itself."""
        named = [href for rel, href in self.head.links if "canonical" in rel.split()]
        named += self.metas.get("og:url", [])
        return next((found for href in named if (found := absolute(href, self.head.base))), None)

    @once
    def host(self) -> str:
        """The host of the page's address."""
        return host(self.url)

    @once
    def is_front(self) -> bool:
        """Whether the page is the front page of its site, by its address."""
        if self.url is None or _INSIDE.match(self.url):
            return False
        parts = split(self.url)
        return parts.path in ("", "/") and not _NUMBERED.search(parts.query)

    @once
    def site(self) -> list[Words]:
        """The names the site gives itself, as words."""
        found = [*self.all_metas("og:site_name", "application-name", "apple-mobile-web-app-title")]
        for thing in self.things[:40]:
            if thing.get("@type") in ("WebSite", "Organization", "NewsMediaOrganization"):
                found += jsonld.strings(thing, "name")
        found += [text for row, text in self.headings if not self.is_front and self._leads_home(row)]
        named = [own for name in dict.fromkeys(found) if (own := words(name[:200]))]
        return named if self.is_front else [own for own in named if len(own) < LONG_NAME or own not in self._titles]

    def _leads_home(self, row: int) -> bool:
        """Whether a heading is a link to the front page, as logos are."""
        link = places.link(self.page, row)
        if link is None:
            return False
        base = self.base or _NOWHERE
        parts = split(absolute(self.page.source.attributes(link).get("href", ""), base) or _NOWHERE)
        return parts.path in _HOME and not parts.query and not parts.fragment and host(parts.geturl()) == host(base)

    @once
    def _titles(self) -> list[Words]:
        """What the page is called as a whole, as words: some put it where the site's name should be."""
        return [words(title) for title in (*self.metas.get("og:title", [])[:1], self.head.title)]

    # What the body holds

    @once
    def headings(self) -> list[tuple[int, str]]:
        """Rows and texts of the `h1` elements that hold text, the first few."""
        found = places.rows(self.page, "h1")[:MAX_HEADINGS]
        texts = ((row, places.headline(self.page, row, MAX_TITLE)) for row in found)
        return [(row, without_permalink(text)) for row, text in texts if text]

    @property
    def first_heading(self) -> str | None:
        """The text of the first `h1`."""
        return self.headings[0][1] if self.headings else None

    def classed(
        self, needles: tuple[str, ...], wanted: frozenset[str], start: int, attribute: str = "class"
    ) -> list[int]:
        """Rows not far from the headline that have one of the wanted words in their class; nearest first."""
        named = self._named.get(attribute)
        if named is None:
            named = self._named[attribute] = places.named_near(self.page, start, attribute)
        return places.classed(named, needles, wanted, start)

    @once
    def _named(self) -> dict[str, dict[int, str]]:
        """What `classed` has read, by attribute: the headline of a page is always the same."""
        return {}

    @once
    def is_sparse(self) -> bool:
        """Whether the page shows next to nothing before its scripts have run, so that its data is all there is."""
        return sum(map(len, self.page.texts[:SPARSE])) < SPARSE

    @once
    def anchors(self) -> dict[str, list[int]]:
        """Rows of links in the body that name author, tag or licence, by each word of their `rel`."""
        table: dict[str, list[int]] = {}
        for row, rel in self.page.source.having("rel").items():
            if ("author" in rel or "tag" in rel or "license" in rel) and self.page.tag_of(row) == "a":
                for word in rel.lower().split()[:8]:
                    table.setdefault(word, []).append(row)
        return table

    @once
    def properties(self) -> dict[str, list[int]]:
        """Rows by each microdata property, in lower case."""
        table: dict[str, list[int]] = {}
        for row, value in self.page.source.having("itemprop").items():
            for word in value.lower().split()[:8]:
                table.setdefault(word, []).append(row)
        return table
