"""Who wrote it: stated in data, else in microdata or `rel=author`, else in a byline near the headline."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from sectio.metadata import names, places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import resolved, strings, types
from sectio.metadata.texts import clean, words
from sectio.metadata.title import is_site

_METAS: Final = (
    "citation_author", "parsely-author", "sailthru.author", "author", "dc.creator", "dc.contributor.author",
    "article:author", "og:article:author", "og:author", "byl", "byline", "article:author_name",
    "article.author", "cxenseparse:author", "rnews:author", "itemprop:author", "vr:author",
    "citation_authors", "creator", "dc.author", "authors", "dc.creator.personalname",
)  # fmt: skip
# Labels of the card metas `twitter:label1` and `twitter:label2` that announce an author.
_WRITTEN_BY: Final = frozenset((
    "written by", "verfasst von", "geschrieben von", "écrit par", "escrito por", "scritto da",
    "geschreven door", "napisane przez", "автор", "написано автором", "skrivet av", "skrevet av",
    "skrevet af", "by", "author", "作者", "執筆者", "yazan", "autor", "kirjoittaja",
))  # fmt: skip
_NEEDLES: Final = ("aut", "byline", "writer", "username")
_CLASSES: Final = frozenset((
    "author", "authors", "authorname", "articleauthor", "postauthor", "byline", "autor", "autoren", "autore",
    "auteur", "writer", "username",
))  # fmt: skip
# Steps of an address that leads to an author's page.
_STEPS: Final = frozenset((
    "author", "authors", "autor", "autoren", "autores", "autori", "autore", "auteur", "auteurs", "writer",
    "writers", "contributor", "contributors", "columnist", "columnists", "journalist", "journalists",
    "redakteur", "redakteure", "reporter", "reporters", "byline",
))  # fmt: skip
# Text nodes after the headline in which a byline may begin with "By".
REACH = 14
MAX_THINGS, MAX_ROWS, MAX_BYLINE = 6, 12, 200


def read(evidence: Evidence, title: str | None, start: int) -> str | None:
    """The names, parted by semicolons; a person before a desk or the site itself."""
    spare: list[str] = []
    for source in _SOURCES:
        found = _names(source(evidence, start), title)
        people = [name for name in found if not _is_nobody(name, evidence)]
        if people:
            return "; ".join(people)
        spare = spare or found
    return "; ".join(spare) or None


def _is_nobody(name: str, evidence: Evidence) -> bool:
    return names.is_team(name) or is_site(name, evidence.site, evidence.host)


def _names(values: Iterable[str], title: str | None) -> list[str]:
    found: dict[str, str] = {}
    for value in values:
        for name in names.people(value, title):
            found.setdefault(" ".join(words(name)), name)
        if len(found) >= names.MAX_NAMES:
            break
    return list(found.values())[: names.MAX_NAMES]


def _from_things(evidence: Evidence, start: int) -> Iterable[str]:
    for thing in evidence.main[:MAX_THINGS]:
        for key in ("author", "creator"):
            values = resolved(thing, key, evidence.things_by_id)
            found = [text for value in values for text in _person(value)]
            if found:
                return found
    return ()


def _person(value: Any) -> list[str]:
    kinds = types(value) if isinstance(value, dict) else []
    if "organization" in kinds and "person" not in kinds:
        return []
    return strings({"author": value}, "author")


def _from_metas(evidence: Evidence, start: int) -> Iterator[str]:
    for name in _METAS:
        found = [value for value in evidence.all_metas(name) if not value.startswith(("http", "/", "www."))]
        if any(names.people(value) for value in found):
            turn = name.startswith(("citation", "dc."))
            yield from (_turned(value) if turn else value for value in found)
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
    page, table = evidence.page, evidence.properties
    rows = [row for row in table.get("author", [])[:20] if not places.elsewhere(page, row, start)]
    around = int(page.parent[page.parent[rows[0]]]) if rows else 0
    for row in rows[:MAX_ROWS]:
        if row >= page.end[around]:
            break  # the next post or comment has an author too
        name = next((inner for inner in table.get("name", []) if row <= inner < page.end[row]), row)
        yield page.source.attributes(name).get("content") or places.text(page, name, MAX_BYLINE, " | ")


def _from_links(evidence: Evidence, start: int) -> Iterator[str]:
    page = evidence.page
    rows = [row for row in evidence.anchors.get("author", []) if not places.elsewhere(page, row, start)]
    for row in places.nearest(rows, start)[:1]:
        yield places.text(page, row, MAX_BYLINE)


def _from_classes(evidence: Evidence, start: int) -> Iterable[str]:
    page = evidence.page
    for row in places.classed(page, _NEEDLES, _CLASSES, start)[:MAX_ROWS]:
        text = places.text(page, row, 2 * MAX_BYLINE, " | ")
        if not text or places.elsewhere(page, row, start):
            continue
        found = names.byline(text) or names.people(text)
        # A lone word may be a nickname, which needs no capital.
        if names.reads_like_names(found) or (len(found) == 1 and " " not in found[0]):
            return found
    return ()


def _from_addresses(evidence: Evidence, start: int) -> Iterator[str]:
    page = evidence.page
    at = places.position(page, start)
    for row in page.text_rows[max(0, at - places.BEFORE) : at + places.AFTER].tolist():
        link = int(page.parent[row])
        if page.tag_of(link) != "a":
            continue
        steps = page.source.attributes(link).get("href", "")[:500].lower().split("/")
        text = "" if _STEPS.isdisjoint(steps) else places.text(page, link, MAX_BYLINE)
        if text and names.byline(text):
            yield text


def _from_text(evidence: Evidence, start: int) -> Iterable[str]:
    page = evidence.page
    at = places.position(page, start)
    texts = [clean(text) if len(text) < MAX_BYLINE else "" for text in page.texts[at : at + REACH]]
    for text, following in zip(texts, [*texts[1:], ""], strict=False):
        rest = names.after_by(text)
        found = names.byline(rest or following) if rest is not None else []
        if found:
            return found
    return ()


_SOURCES: Final[tuple[Callable[[Evidence, int], Iterable[str]], ...]] = (
    _from_things,
    _from_metas,
    _from_microdata,
    _from_links,
    _from_classes,
    _from_addresses,
    _from_text,
)
