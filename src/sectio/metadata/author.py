"""Who wrote it: stated in data, else in microdata or `rel=author`, else in a byline near the headline.

Data names logins, desks and the site itself as authors. So a name that data states must be shown on the page, and a
desk or the site is an author only where a byline says so.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from sectio.dom import tags
from sectio.dom import words as class_words
from sectio.dom.page import Page
from sectio.fields import NOTHING, Field, Source, Text
from sectio.metadata import dates, names, places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import resolved, strings, types
from sectio.metadata.texts import Words, clean, words
from sectio.metadata.title import STRONG, is_site

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
_CLASSES: Final = frozenset(class_words.AUTHORS.split())
# Microdata properties whose owners wrote something else than the page.
_OTHERS: Final = frozenset(("comment", "review", "reviews", "suggestedanswer", "acceptedanswer"))
# Scripts from here on write names without blanks.
_EAST: Final = "\u2e80"
# Types of things that newspapers and brands sign with their own name.
_SIGNED: Final = frozenset(("newsarticle", "recipe"))
_LINK: Final = tags.CODE["a"]
# Steps of an address that leads to an author's page.
_STEPS: Final = frozenset((
    "author", "authors", "autor", "autoren", "autores", "autori", "autore", "auteur", "auteurs", "writer",
    "writers", "contributor", "contributors", "columnist", "columnists", "journalist", "journalists",
    "redakteur", "redakteure", "reporter", "reporters", "byline",
))  # fmt: skip
# Text nodes after the headline in which a byline may begin with "By".
REACH = 14
MAX_THINGS, MAX_ROWS, MAX_LINKS, MAX_BYLINE = 6, 12, 200, 200
# The last name alone says that somebody is shown, if it is at least as long.
LAST_NAME = 4
# Room for what may be before and after a name that is a text of its own: "Posted by …:".
SHORT_LEAD = 25


class _Kind(NamedTuple):
    """A kind of source: how to read it, what it is called, how often it is right, whether readers see it.

    `is_byline` says that it is where readers look for an author.
    """

    read: Callable[[Evidence, int], Iterable[str]]
    source: Source
    sure: float
    is_shown: bool = True
    is_byline: bool = True


def read(evidence: Evidence, title: str | None, start: int) -> Text:
    """The names, separated by semicolons; a person before a desk or the site itself."""
    doubled = spare = NOTHING
    # Bylines of a front page belong to the stories it announces, or to those who praise the product.
    for kind in (kind for kind in _KINDS if not (kind.is_shown and evidence.is_front)):
        found = _names(kind.read(evidence, start), title)
        if not kind.is_shown and not _is_shown_well(evidence, found, start):
            if not doubled and _is_twice(evidence, found, title, start):
                doubled = Field("; ".join(_people(found, evidence)), kind.source, kind.sure / 2)
            continue
        if not all(_is_nobody(name, evidence) for name in found):
            return Field("; ".join(_people(found, evidence)), kind.source, kind.sure)
        if found and kind.is_byline and not spare:
            spare = Field("; ".join(found), kind.source, kind.sure / 2)
    return (NOTHING if spare else _signed(evidence, title, start)) or doubled or spare or _publisher(evidence, title)


def _signed(evidence: Evidence, title: str | None, start: int) -> Text:
    """Who a short text anywhere on the page says has written it."""
    found = [] if evidence.is_front else _names(_from_signature(evidence, start), title)
    return (
        Field("; ".join(found), "text", 0.6)
        if found and not all(_is_nobody(one, evidence) for one in found)
        else NOTHING
    )


def _people(found: list[str], evidence: Evidence) -> list[str]:
    """The names without the site's own, which some put beside its writers."""
    titles = STRONG.split(clean(evidence.head.title))
    sites = [*evidence.site, words(titles[-1])] if len(titles) > 1 and len(found) > 1 else evidence.site
    people = [name for name in found if not is_site(name, sites, evidence.host)]
    return people if any(map(_is_full, people)) and names.reads_like_names(people) else found


def _is_shown_well(evidence: Evidence, found: list[str], start: int) -> bool:
    """Whether the page shows a name that data states, and it is a whole name; in a forum a nickname is as good."""
    if not any(map(_is_full, found)) and not _is_posting(evidence):
        return False
    return any(_is_seen(evidence, name, start) for name in found)


def _is_posting(evidence: Evidence) -> bool:
    """Whether the page says that it is a thread of a forum."""
    return any(kind == "discussionforumposting" for thing in evidence.main[:1] for kind in types(thing))


def _is_twice(evidence: Evidence, found: list[str], title: str | None, start: int) -> bool:
    """Whether a meta and the label of a card state the same whole names, and JSON-LD none, which accounts often fill in."""
    if evidence.is_front or not any(map(_is_full, found)) or all(_is_nobody(name, evidence) for name in found):
        return False
    if any(_from_things(evidence, start)) or not any(map(evidence.metas.__contains__, _METAS)):
        return False
    return _names(_from_labels(evidence, start), title) == found


def _is_full(name: str) -> bool:
    """Whether a name has several parts, as far as its script separates them: a single one is often a login."""
    return " " in name or name[0] >= _EAST


def _publisher(evidence: Evidence, title: str | None) -> Text:
    """The newspaper that states itself as the author of a report, or whoever a recipe is by."""
    works = [thing for thing in evidence.main[:MAX_THINGS] if not _SIGNED.isdisjoint(types(thing))]
    values = (value for thing in works for value in resolved(thing, "author", evidence.things_by_id))
    found = _names((text for value in values for text in strings({"author": value}, "author")), title)
    # An address says no more than the site's name does.
    found = [name for name in found if not names.is_address(name)]
    is_signed = found and ("recipe" in types(works[0]) or _is_nobody(found[0], evidence))
    return Field("; ".join(found), "json-ld", 0.4) if is_signed else NOTHING


def _is_nobody(name: str, evidence: Evidence) -> bool:
    return names.is_team(name) or is_site(name, evidence.site, evidence.host)


def _is_seen(evidence: Evidence, name: str, start: int) -> bool:
    """Whether the page shows a name: near the headline, or elsewhere in a text of its own.

    In running text it says nothing: people write about people.
    """
    page, own = evidence.page, words(name)
    at = places.position(page, start)
    if len(own) > 1 and len(own[-1]) >= LAST_NAME:
        near = "\n".join(page.texts[max(0, at - places.BEFORE) : at + places.AFTER]).casefold()
        if own[-1] in near and own[-1] in words(near):
            return True
    most = len(name) + SHORT_LEAD
    short = (number for number, text in enumerate(page.texts) if len(text) < most and own[-1] in text.casefold())
    signed = (int(page.text_rows[number]) for number in short if _is_byline(page.texts[number], own))
    return any(not places.in_page_foot(page, row, start) for row in signed) or evidence.is_sparse


def _is_byline(text: str, name: Words) -> bool:
    """Whether a short text is there for a name; a single word may be in it by chance."""
    if len(name) > 1:
        return " ".join(name) in " ".join(words(text))
    return words(names.after_by(text) or text) == name


def _names(values: Iterable[str], title: str | None) -> list[str]:
    found: dict[str, str] = {}
    for value in values:
        for name in names.people(value, title):
            found.setdefault(" ".join(words(name)), name)
        if len(found) >= names.MAX_NAMES:
            break
    return list(found.values())[: names.MAX_NAMES]


def _from_things(evidence: Evidence, start: int) -> Iterable[str]:
    for thing in (thing for thing in evidence.main[:MAX_THINGS] if "event" not in types(thing)):
        for key in ("author", "creator"):
            values = resolved(thing, key, evidence.things_by_id)
            found = [text for value in values for text in _person(value)]
            if found:
                return found
    return ()


def _person(value: Any) -> list[str]:
    kinds = types(value) if isinstance(value, dict) else []
    if any(kind.endswith("organization") for kind in kinds) and "person" not in kinds:
        return []
    return strings({"author": value}, "author")


def _from_metas(evidence: Evidence, start: int) -> Iterator[str]:
    for name in filter(evidence.metas.__contains__, _METAS):
        found = [value for value in evidence.all_metas(name) if _may_be_people(value, evidence)]
        if any(names.people(value) for value in found):
            turn = name.startswith(("citation", "dc."))
            yield from (_turned(value) if turn else value for value in found)
            return
    yield from _from_labels(evidence, start)


def _from_labels(evidence: Evidence, start: int) -> Iterator[str]:
    """What a card's label announces as the author."""
    for number in "12":
        label = evidence.meta(f"twitter:label{number}")
        if label and label.lower().strip(" :") in _WRITTEN_BY:
            yield from evidence.all_metas(f"twitter:data{number}")


def _may_be_people(value: str, evidence: Evidence) -> bool:
    """Whether a value is neither an address nor a firm, which is often given with its place."""
    if value.startswith(("http", "/", "www.")):
        return False
    return not any(_is_nobody(name, evidence) for name in names.people(value)[:1])


def _turned(value: str) -> str:
    """`Doe, Jane` as `Jane Doe`."""
    last, comma, first = value.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first and ";" not in value else value


def _from_microdata(evidence: Evidence, start: int) -> Iterator[str]:
    page, table = evidence.page, evidence.properties
    rows = [row for row in table.get("author", [])[:20] if not _is_beside(evidence, row, start)]
    around = int(page.parent[page.parent[rows[0]]]) if rows else 0
    for row in rows[:MAX_ROWS]:
        if row >= page.end[around]:
            break  # the next post or comment has an author too
        name = next((inner for inner in table.get("name", []) if row <= inner < page.end[row]), row)
        yield page.source.attributes(name).get("content") or _line(evidence, name)


def _is_beside(evidence: Evidence, row: int, start: int) -> bool:
    """Whether a node is not about the page: in a side bar or comment, a figure, a quotation, a review."""
    page = evidence.page
    if places.elsewhere(page, row, start) or places.quoted(page, row):
        return True
    owners = [inner for name in _OTHERS for inner in evidence.properties.get(name, [])]
    return any(owner <= row < page.end[owner] for owner in owners)


def _line(evidence: Evidence, row: int) -> str:
    """The text of a byline, its elements kept apart."""
    return places.text(evidence.page, row, 2 * MAX_BYLINE, " | ", " | ")


def _from_links(evidence: Evidence, start: int) -> Iterator[str]:
    rows = [row for row in evidence.anchors.get("author", [])[:MAX_LINKS] if not _is_beside(evidence, row, start)]
    nearest = places.nearest(rows, start)
    for row in nearest[:1]:
        # Several authors are links side by side.
        around = int(evidence.page.parent[row])
        yield from (_line(evidence, other) for other in rows if around <= other < evidence.page.end[around])


def _from_foot(evidence: Evidence, start: int) -> Iterator[str]:
    # Some blogs sign below the text.
    rows = evidence.anchors.get("author", [])[:MAX_LINKS]
    signed = next((row for row in rows if row > start and places.at_foot(evidence.page, row, start)), None)
    if signed is not None:
        yield _line(evidence, signed)


def _from_classes(evidence: Evidence, start: int) -> Iterable[str]:
    for attribute in ("class", "id", "data-testid"):
        for row in evidence.classed(class_words.AUTHOR_HINTS, _CLASSES, start, attribute)[:MAX_ROWS]:
            found = _named(evidence, row, start)
            if found:
                return found
    return ()


def _named(evidence: Evidence, row: int, start: int) -> list[str]:
    """The names in an element whose class says author."""
    text = _line(evidence, row)
    if not text or _is_beside(evidence, row, start):
        return []
    found = names.byline(text) or names.people(text)
    # A lone word may be a nickname, which needs no capital.
    return found if names.reads_like_names(found) or (len(found) == 1 and " " not in found[0]) else []


def _from_addresses(evidence: Evidence, start: int) -> Iterator[str]:
    page = evidence.page
    at = places.position(page, start)
    links = page.parent[page.text_rows[max(0, at - places.BEFORE) : at + places.AFTER]]
    for link in links[page.tag[links] == _LINK].tolist():
        steps = page.source.attributes(link).get("href", "")[:500].lower().split("/")
        text = "" if _STEPS.isdisjoint(steps) else _line(evidence, link)
        if text and names.byline(text) and not _is_beside(evidence, link, start):
            yield text


def _from_text(evidence: Evidence, start: int) -> Iterable[str]:
    page = evidence.page
    at = places.position(page, start)
    texts = [clean(text) if len(text) < MAX_BYLINE else "" for text in page.texts[at : at + REACH]]
    for number, (text, following) in enumerate(zip(texts, [*texts[1:], ""], strict=False)):
        rest = names.after_by(text)
        if rest is None:
            full = names.byline(following) if names.lone_lead(text) else names.with_role(text)
            found = full if full and " " in full[0] else []
        else:
            found = names.byline(rest or following) or _nickname(rest)
        if found and not places.quoted(page, int(page.text_rows[at + number])) and not _names_work(page, at + number):
            return found
    return ()


def _names_work(page: Page, number: int) -> bool:
    """Whether a text goes on after a title in the same line: "by" says then who wrote that."""
    before, row = int(page.parent[page.text_rows[number - 1]]), int(page.parent[page.text_rows[number]])
    return number > 0 and page.tag_of(before) in ("em", "i", "cite") and page.tag_of(row) in ("p", "li", "td")


def _nickname(rest: str) -> list[str]:
    """The one word before a date, as in "by gullwatcher on 4 March 2021"; a nickname needs no capital."""
    found = names.people(rest) if dates.find(rest) else []
    return found if len(found) == 1 and " " not in found[0] else []


def _from_signature(evidence: Evidence, start: int) -> Iterable[str]:
    """A short text anywhere on the page that says in full who wrote it."""
    page = evidence.page
    for number in names.signatures(page.texts, MAX_BYLINE, page.source.written()):
        following = page.texts[number + 1] if number + 1 < len(page.texts) else ""
        found = names.byline(names.after_by(page.texts[number].strip()) or following)
        row = int(page.text_rows[number])
        if found and row > start and len(" ".join(found)) < MAX_BYLINE and not places.quoted(page, row):
            return () if _is_beside(evidence, row, start) else found
    return ()


_KINDS: Final = (
    _Kind(_from_things, "json-ld", 0.93, is_shown=False, is_byline=False),
    _Kind(_from_metas, "meta", 0.85, is_shown=False, is_byline=False),
    _Kind(_from_microdata, "microdata", 0.85, is_byline=False),
    _Kind(_from_links, "microdata", 0.9),
    _Kind(_from_classes, "byline", 0.85),
    _Kind(_from_addresses, "byline", 0.7),
    _Kind(_from_text, "text", 0.75),
    _Kind(_from_foot, "microdata", 0.7),
)
