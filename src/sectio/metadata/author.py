"""Who wrote it: stated in data, else in microdata or `rel=author`, else in a byline near the headline."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from sectio.metadata import names
from sectio.metadata.evidence import AFTER, BEFORE, Evidence, nearest
from sectio.metadata.jsonld import resolved, strings, types
from sectio.metadata.texts import clean, words
from sectio.metadata.title import is_site, site_words

_METAS: Final = (
    "citation_author", "parsely-author", "sailthru.author", "author", "dc.creator", "dc.contributor.author", "article:author",
    "og:article:author", "og:author", "byl", "byline", "article:author_name", "article.author", "cxenseparse:author", "rnews:author",
    "itemprop:author", "vr:author", "citation_authors", "creator", "dc.author", "authors", "dc.creator.personalname",
)  # fmt: skip
_WRITTEN_BY: Final = frozenset(
    ("written by", "verfasst von", "geschrieben von", "écrit par", "escrito por", "scritto da", "geschreven door", "napisane przez",
     "автор", "написано автором", "skrivet av", "skrevet av", "skrevet af", "by", "author", "作者", "執筆者", "yazan", "autor", "kirjoittaja")
)  # fmt: skip
_NEEDLES: Final = ("author", "byline", "autor", "auteur", "writer", "by-line", "verfasser", "posted-by", "username", "redakt")
_CLASSES: Final = frozenset(
    ("author", "authors", "byline", "autor", "autore", "autoren", "auteur", "writer", "verfasser", "authorname", "postauthor", "username",
     "articleauthor", "redakteur")
)  # fmt: skip
_PARTS_TO_SKIP: Final = frozenset(
    ("bio", "avatar", "image", "img", "photo", "social", "box", "description", "info", "about", "link", "links", "icon", "role", "title",
     "job", "more", "posts", "count", "follow")
)  # fmt: skip
_AUTHOR_STEPS: Final = frozenset(
    ("author", "authors", "autor", "autoren", "autores", "autori", "autore", "auteur", "auteurs", "writer", "writers", "contributor",
     "contributors", "columnist", "columnists", "journalist", "journalists", "redakteur", "redakteure", "reporter", "reporters", "byline")
)  # fmt: skip
# Text nodes after the headline in which a byline may begin with "By".
REACH = 14


def read(evidence: Evidence, title: str | None, start: int) -> str | None:
    """The names, parted by semicolons; a person before the site itself."""
    site = site_words(evidence)
    spare: list[str] = []
    for source in _SOURCES:
        found = _names(source(evidence, start), title)
        people = [name for name in found if not (names.is_team(name) or is_site(name, site, evidence.host))]
        if people:
            return _join(people)
        spare = spare or found
    return _join(spare) if spare else None


def _names(values: Iterator[str], title: str | None) -> list[str]:
    found: dict[str, str] = {}
    for value in values:
        for name in names.people(value, title):
            found.setdefault(" ".join(words(name)), name)
            if len(found) >= names.MAX_NAMES:
                return list(found.values())
    return list(found.values())


def _join(found: list[str]) -> str:
    return "; ".join(found)


def _from_things(evidence: Evidence, start: int) -> Iterator[str]:
    for thing in evidence.main[:6]:
        for key in ("author", "creator"):
            values = resolved(thing, key, evidence.things_by_id)
            found = [text for value in values for text in _person(value)]
            if found:
                yield from found
                return


def _person(value: Any) -> list[str]:
    if isinstance(value, dict) and "organization" in (kinds := types(value)) and "person" not in kinds:
        return []
    return strings({"author": value}, "author")


def _from_metas(evidence: Evidence, start: int) -> Iterator[str]:
    for name in _METAS:
        found = [value for value in evidence.all_metas(name) if not value.startswith(("http", "/", "www."))]
        if any(names.people(value) for value in found):
            yield from (_turned(value) if name.startswith("citation") or name.startswith("dc.") else value for value in found)
            return
    for number in "12":
        label = evidence.meta(f"twitter:label{number}")
        if label and label.lower().strip(" :") in _WRITTEN_BY:
            yield from evidence.all_metas(f"twitter:data{number}")


def _turned(value: str) -> str:
    """`Doe, Jane` as `Jane Doe`."""
    last, comma, first = value.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first and ";" not in value else value


def _from_microdata(evidence: Evidence, start: int) -> Iterator[str]:
    page = evidence.page
    inner = evidence.properties.get("name", []) if "author" in evidence.properties else []
    rows = [row for row in evidence.properties.get("author", [])[:20] if not evidence.elsewhere(row, start)]
    around = int(page.parent[page.parent[rows[0]]]) if rows else 0
    for row in rows[:6]:
        if row >= page.end[around]:
            break  # the next post or comment has an author too
        name = next((child for child in inner if row <= child < page.end[row]), row)
        yield page.attribute(name, "content") or evidence.text(name, 160, " | ")


def _from_links(evidence: Evidence, start: int) -> Iterator[str]:
    rows = [row for row in evidence.anchors.get("author", []) if not evidence.elsewhere(row, start)]
    for row in nearest(rows, start)[:1]:
        yield evidence.text(row, 100)


def _from_classes(evidence: Evidence, start: int) -> Iterator[str]:
    rows = evidence.classed(_NEEDLES, _CLASSES)
    for row in nearest(rows, start)[:12]:
        text = evidence.text(row, 300, " | ")
        if not text or evidence.elsewhere(row, start):
            continue
        found = names.byline(text) or names.people(text)
        if names.reads_like_names(found) or (len(found) == 1 and " " not in found[0]):
            yield "; ".join(found)
            return


def _from_addresses(evidence: Evidence, start: int) -> Iterator[str]:
    """Links near the headline that lead to an author's page."""
    page = evidence.page
    at = int(np.searchsorted(page.text_rows, start))
    for row in page.text_rows[max(0, at - BEFORE) : at + AFTER].tolist():
        link = int(page.parent[row])
        if page.tag_of(link) != "a":
            continue
        steps = (page.attribute(link, "href") or "")[:500].lower().split("/")
        if not _AUTHOR_STEPS.isdisjoint(steps) and names.byline(text := evidence.text(link, 100)):
            yield text


def _from_text(evidence: Evidence, start: int) -> Iterator[str]:
    page = evidence.page
    at = int(np.searchsorted(page.text_rows, start))
    texts = [clean(text, 200) for text in page.texts[at : at + REACH]]
    for i, text in enumerate(texts):
        rest = names.after_by(text)
        if rest is None:
            continue
        candidate = rest or (texts[i + 1] if i + 1 < len(texts) else "")
        found = names.byline(candidate) if len(candidate) < 100 else []
        if found:
            yield "; ".join(found)
            return


_SOURCES: Final[tuple[Callable[[Evidence, int], Iterator[str]], ...]] = (
    _from_things, _from_metas, _from_microdata, _from_links, _from_classes, _from_addresses, _from_text,
)  # fmt: skip
