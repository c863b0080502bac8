"""Everything a page says about itself, gathered once; each source is read when a field first asks for it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from sectio.dom import tags, words
from sectio.dom.page import Head, Mask, Page
from sectio.metadata import jsonld
from sectio.metadata.texts import MAX_TITLE, absolute, clean, host

MAX_PER_NAME = 50
# How far around the headline bylines and dates are looked for, in text nodes.
BEFORE, AFTER, CLOSE = 12, 25, 10
MAX_CLASS_HITS = 400

_COMMENT_WORDS: Final = frozenset(
    ("comment", "comments", "commentlist", "kommentar", "kommentare", "comentario", "comentarios", "commentaire",
     "commentaires", "reply", "replies", "related", "sidebar", "footer", "nav", "widget", "promo", "teaser", "recommended")
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Evidence:
    """A page and where on it to look."""

    page: Page
    given_url: str | None = None
    content: Mask | None = None

    @cached_property
    def head(self) -> Head:
        """The document's own words about itself."""
        return self.page.source.head()

    @cached_property
    def metas(self) -> dict[str, list[str]]:
        """Meta contents by name, in order."""
        table: dict[str, list[str]] = {}
        for name, content in self.head.metas:
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
            for raw in self.metas.get(name, ()):
                value = clean(raw, limit)
                if any(map(str.isalnum, value)):
                    yield value

    @cached_property
    def things(self) -> list[jsonld.Thing]:
        """All things of the JSON-LD blocks."""
        return jsonld.things(self.head.json_ld) if self.head.json_ld else []

    @cached_property
    def things_by_id(self) -> dict[str, jsonld.Thing]:
        """The same by `@id`."""
        return jsonld.index(self.things)

    @cached_property
    def main(self) -> list[jsonld.Thing]:
        """Those that are this page, best first."""
        if not self.things:
            return []
        titles = [title for title in (self.meta("og:title"), self.first_heading, clean(self.head.title)) if title]
        return jsonld.main_things(self.things, self.url or self.given_url, titles)

    @cached_property
    def base(self) -> str:
        """What relative addresses are relative to."""
        return absolute(self.head.base, self.given_url or "") or self.given_url or self.url or ""

    @cached_property
    def url(self) -> str | None:
        """The address as given, else as the page names it."""
        if self.given_url:
            return self.given_url
        named = [href for rel, href in self.head.links if "canonical" in rel.split()]
        named += self.metas.get("og:url", [])
        return next((found for href in named if (found := absolute(href, self.head.base))), None)

    @cached_property
    def host(self) -> str:
        """The host of the page's address."""
        return host(self.url)

    # Places in the body

    def rows(self, *names: str) -> list[int]:
        """The rows of elements with these (known) tag names."""
        codes = tags.codes(*names)
        return np.flatnonzero(np.isin(self.page.tag, codes) if len(codes) > 1 else self.page.tag == codes[0]).tolist()

    @cached_property
    def headings(self) -> list[tuple[int, str]]:
        """Rows and texts of the `h1` elements that hold text, the first few."""
        texts = ((row, self.text(row, MAX_TITLE)) for row in self.rows("h1")[:12])
        return [(row, text) for row, text in texts if text]

    @property
    def first_heading(self) -> str | None:
        """The text of the first `h1`."""
        return self.headings[0][1] if self.headings else None

    def text(self, row: int, limit: int, apart: str = " ") -> str:
        """The text of a node, or nothing when it has more than `limit` characters or very many parts.

        `apart` stands where a block boundary parts two texts.
        """
        first, last = np.searchsorted(self.page.text_rows, (row, self.page.end[row])).tolist()
        if last - first > 60:
            return ""
        if last - first == 1:
            text = clean(self.page.texts[first], limit + 1)
        else:
            text = self.page.join(range(first, last), apart)
        return text if len(text) <= limit else ""

    @cached_property
    def anchors(self) -> dict[str, list[int]]:
        """Rows of links in the body by each word of their `rel`."""
        table: dict[str, list[int]] = {}
        for rel, row in self.head.anchors:
            for word in rel.split()[:8]:
                table.setdefault(word, []).append(row)
        return table

    @cached_property
    def properties(self) -> dict[str, list[int]]:
        """Rows by each microdata property, in lower case."""
        table: dict[str, list[int]] = {}
        for row, value in self.page.source.having("itemprop").items():
            for word in value.lower().split()[:8]:
                table.setdefault(word, []).append(row)
        return table

    def classed(self, needles: Iterable[str], wanted: frozenset[str]) -> list[int]:
        """Rows whose class has one of the wanted words as a token; the needles are a quick look before."""
        rows, joined, ends = self._class_text
        hits: set[int] = set()
        for needle in needles:
            at = joined.find(needle)
            while at >= 0 and len(hits) < MAX_CLASS_HITS:
                position = int(np.searchsorted(ends, at, side="right"))
                hits.add(position)
                at = joined.find(needle, int(ends[position]))
        values = self.page.classes
        return [rows[i] for i in sorted(hits) if not wanted.isdisjoint(words.tokens(values[rows[i]]))]

    @cached_property
    def _class_text(self) -> tuple[list[int], str, np.ndarray[tuple[int], np.dtype[np.int64]]]:
        values = self.page.classes.values()
        ends = np.cumsum(np.fromiter(map(len, values), np.int64, len(values)) + 1)
        joined = "\n".join(values)
        lowered = joined.lower()
        return list(self.page.classes), lowered if len(lowered) == len(joined) else joined, ends

    def elsewhere(self, row: int, start: int) -> bool:
        """Whether a node lies in comments, a side bar or the like, by the names of what is above it.

        What stands close after the headline (row `start`), or also holds it, is no such place, whatever it is called.
        """
        page = self.page
        first, last = np.searchsorted(page.text_rows, (start, row)).tolist()
        if 0 <= last - first <= CLOSE:
            return False
        for _ in range(60):
            if row <= 1 or row <= start < page.end[row]:
                return False
            if page.tag_of(row) in ("aside", "footer", "nav"):
                return True
            for value in (page.classes.get(row), page.ids.get(row)):
                if value and not _COMMENT_WORDS.isdisjoint(words.tokens(value)):
                    return True
            row = int(page.parent[row])
        return False


def nearest(rows: list[int], start: int) -> list[int]:
    """Rows by their distance from the headline; what stands before it counts as twice as far."""
    return sorted(rows, key=lambda row: row - start if row >= start else 2 * (start - row))
