"""The day of publication and that of the last change, ISO, each with its source.

Stated in data first, then in the address, then shown in markup or text near the headline, then announced by a word
("Published on …") anywhere. A day of change is taken for the day of publication only where there is none.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from typing import Final, NamedTuple

from sectio.dom import words as class_words
from sectio.dom.page import Page
from sectio.fields import NOTHING, Field, Source, Text
from sectio.metadata import addresses, dates, labels, language, places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import Thing, strings
from sectio.metadata.labels import announces

_METAS: Final = (
    "article:published_time", "og:article:published_time", "og:published_time", "published_time",
    "citation_publication_date", "citation_online_date", "citation_date", "dc.date.issued", "dc.issued",
    "dc.date.created", "dc.created", "dc.date", "parsely-pub-date", "sailthru.date", "datepublished",
    "date.published", "publish-date", "publish_date", "pubdate", "publication_date", "date",
    "article.published", "bt:pubdate", "dcsext.articlefirstpublished", "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime", "originalpublicationdate", "article_date_original", "release_date",
    "itemprop:datepublished", "itemprop:datecreated", "rnews:datepublished", "og:pubdate", "pub_date",
    "creation_date", "video:release_date", "article:published", "datecreated", "date_published", "weibo:article:create_at",
)  # fmt: skip
_MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "og:modified_time", "dc.modified", "dc.date.modified", "last-modified",
    "lastmod", "revised", "itemprop:datemodified", "http-equiv:last-modified", "article:modified", "datemodified",
    "date_modified", "bt:moddate", "parsely-mod-date", "last_updated_date", "updated_time", "weibo:article:update_at",
)  # fmt: skip
_CLASSES: Final = frozenset(class_words.DATES.split())
# Class words of an element that holds the day of the last change.
_CHANGED: Final = frozenset(class_words.CHANGED.split())
# Members of data in scripts, as content management systems name them; also in data that is quoted once more. Each pattern
# is given with the letters that it begins with: texts are searched for them several times as fast as for patterns. What comes
# before them is looked at afterwards.
_QUOTE: Final = r"(?:\\?\"|&quot;)"
_VALUE: Final = rf"{_QUOTE}\s?:\s?{_QUOTE}([^\"\\&]{{8,40}}){_QUOTE}"
_IN_SCRIPTS: Final = {
    "ubli": re.compile(
        rf"ubli(?:sh_?[Dd]ate|cation_?[Dd]ate|cation|shed(?:_?(?:[Dd]ate|[Aa]t|[Tt]ime|[Ff]irst))?){_VALUE}"
    ),
    "ubDate": re.compile(rf"ubDate{_VALUE}"),
    "reated": re.compile(rf"reated(?:At|_at){_VALUE}"),
}
# The same for a page that was never decoded: white space and letters outside ASCII take more than one byte.
_MAYBE: Final = re.compile(
    _IN_SCRIPTS["ubli"].pattern.replace(r"\s?", r"(?:\s|[\x80-\xff]{1,3})?").replace("{8,40}", "{8,160}").encode()
)
_KEY: Final = re.compile(r"(?:\"|&quot;)(?:p|(?:date_?|first[-_]?)[Pp]|c)$")
KEY = 20
MAX_HTML = 3_000_000
# A long text may open with the date ("Berlin, 4 May 2021 - …").
OPENING, SHORT = 40, 120
# A date in several elements of a line: how many, and how long each.
PARTS, PART = 3, 20
MAX_THINGS, MAX_ROWS = 6, 12
# What a step away from the headline counts for each kind of markup, and what a word such as "updated" adds.
FAR: Final[dict[Source, float]] = {"microdata": 0.3, "time": 0.6, "text": 1.0}
CHANGE = 40.0
# The distance up to which a date is part of the byline.
BYLINE = 3.0
# Texts at the end of a page in which its last change is announced; texts looked through for an announced date.
FOOT, MAX_TEXTS = 80, 5000
# How often a date of each kind is the right one, counted on development pages.
SURE: Final = {
    "stated": 0.95,
    "url": 0.93,
    "time": 0.9,
    "text": 0.8,
    "label": 0.75,
    "script": 0.6,
    "changed": 0.5,
    "anywhere": 0.3,
}


class _Stamp(NamedTuple):
    """A value that data states, and where."""

    value: str
    source: Source


def read(evidence: Evidence, start: int) -> Text:
    """The day of publication."""
    tag = language.stated(evidence)
    address = addresses.day(evidence.url or "") or addresses.day(evidence.canonical or "")
    stated = _first(_stated(evidence), tag)
    if stated:
        return _settled(evidence, stated, address, tag, start)
    if address:
        return Field(address, "url", SURE["url"])
    return _shown(evidence, tag, start) or _told(evidence, tag, start)


def _told(evidence: Evidence, tag: str, start: int) -> Text:
    """A day that is not near the headline; the texts that may hold one are looked for once."""
    page = evidence.page
    likely = dates.likely_among(page.texts[:MAX_TEXTS], page.counts.digits[:MAX_TEXTS], SHORT)
    return (
        _announced(evidence, tag, likely)
        or _changed(evidence, tag, SURE["changed"])
        or _in_scripts(evidence, tag)
        or _told_change(evidence, tag, SURE["changed"])
        or _anywhere(evidence, tag, start, likely)
    )


def modified(evidence: Evidence, published: Text) -> Text:
    """The day of the last change; none where it would be before that of publication."""
    tag = language.stated(evidence)
    found = _changed(evidence, tag, SURE["stated"]) or _told_change(evidence, tag, SURE["label"])
    return found if found and (found.value or "") >= (published.value or "") else NOTHING


# What data states


def _first(stamps: Iterator[_Stamp], tag: str) -> tuple[_Stamp, dates.Found] | None:
    """The first of these that holds a day."""
    return next(((stamp, found) for stamp in stamps if (found := dates.find_stamp(stamp.value, tag))), None)


def _settled(evidence: Evidence, stated: tuple[_Stamp, dates.Found], address: str | None, tag: str, start: int) -> Text:
    """The stated day, corrected by what readers see: the local day of a moment, the right order of day and month."""
    stamp, found = stated
    if address and (dates.are_neighbours(found.day, address) or address == found.other):
        return Field(address, stamp.source, SURE["stated"])
    local = dates.local_days(stamp.value, found.day)
    if found.day != address and (found.other or len(local) > 1):
        best = _nearest(evidence, tag, start)
        is_local = best and best.distance <= BYLINE and best.day in local
        if best and (best.day == found.other or is_local):
            return Field(best.day, stamp.source, SURE["stated"])
    earlier = _earlier(evidence, local[0], tag, start)
    return Field(earlier, "time", SURE["time"]) if earlier else Field(local[0], stamp.source, SURE["stated"])


def _earlier(evidence: Evidence, stated: str, tag: str, start: int) -> str | None:
    """An earlier day in the markup of the byline: what data states then is the day when the page was made anew."""
    shown = (found for kind in (_marked, _classed) for found in kind(evidence, tag, start, BYLINE))
    best = min(shown, default=None)
    if best is None or best.source != "time" or best.day >= stated:
        return None
    year, month, day = best.day.split("-")
    return None if f"{year}-{day}-{month}" == stated else best.day


def _stated(evidence: Evidence) -> Iterator[_Stamp]:
    main = evidence.main[:MAX_THINGS]
    yield from _things(main, "datePublished")
    yield from _metas(evidence, _METAS)
    yield from _things(main, "dateCreated", "uploadDate")


def _changed(evidence: Evidence, tag: str, sure: float) -> Text:
    found = _first(_stated_changes(evidence), tag)
    return Field(found[1].day, found[0].source, sure) if found else NOTHING


def _stated_changes(evidence: Evidence) -> Iterator[_Stamp]:
    yield from _things(evidence.main[:MAX_THINGS], "dateModified")
    yield from _metas(evidence, _MODIFIED)


def _things(main: Sequence[Thing], *keys: str) -> Iterator[_Stamp]:
    for key in keys:
        yield from (_Stamp(value, "json-ld") for thing in main for value in strings(thing, key, "@value"))


def _metas(evidence: Evidence, names: Sequence[str]) -> Iterator[_Stamp]:
    for name in names:
        if name in evidence.metas:
            source: Source = "og" if name.startswith(("og:", "article:")) else "meta"
            yield from (_Stamp(value, source) for value in evidence.all_metas(name))


# What readers see


class _Shown(NamedTuple):
    """A day on the page and how far from the headline it is, the kind of markup considered."""

    distance: float
    day: str
    source: Source


def _shown(evidence: Evidence, tag: str, start: int) -> Text:
    """The date nearest to the headline: in microdata, `time`, a class that says date, or plain text."""
    best = _nearest(evidence, tag, start)
    return Field(best.day, best.source, SURE["text" if best.source == "text" else "time"]) if best else NOTHING


def _nearest(evidence: Evidence, tag: str, start: int) -> _Shown | None:
    kinds = (_marked, _classed, _texts)
    return min((found for kind in kinds for found in kind(evidence, tag, start)), default=None)


def _distance(evidence: Evidence, row: int, start: int, source: Source) -> float:
    """How many texts a row is from the headline; what is before it counts twice, good markup a part."""
    steps = places.position(evidence.page, row) - places.position(evidence.page, start)
    return (steps if steps >= 0 else -2 * steps) * FAR[source]


def _marked(evidence: Evidence, tag: str, start: int, reach: float = inf) -> Iterator[_Shown]:
    page, table = evidence.page, evidence.properties
    given = [*table.get("datepublished", [])[:5], *table.get("datecreated", [])[:5]]
    times = places.nearest(places.rows(page, "time"), start)[:MAX_ROWS]
    for row in dict.fromkeys((*given, *times)):
        source: Source = "microdata" if row in given else "time"
        far = _distance(evidence, row, start, source)
        day = None if far > reach or _is_beside(evidence, row, start) else _day_of(evidence, row, tag)
        if day:
            far += CHANGE if _says_change(evidence, row) else 0.0
            if far <= reach:
                yield _Shown(far, day, source)


def _is_beside(evidence: Evidence, row: int, start: int) -> bool:
    """Whether a date is another's: that of a comment, a teaser beside the article, a quoted post."""
    page = evidence.page
    return places.elsewhere(page, row, start) or places.quoted(page, row) or places.in_teaser(page, row)


def _says_change(evidence: Evidence, row: int) -> bool:
    """Whether an element is named after the last change, and not after publication as well."""
    named = evidence.page.source.attributes(row)
    own = set(class_words.tokens(f"{named.get('class', '')} {named.get('itemprop', '')}"))
    return bool(own & _CHANGED) and "published" not in own


def _day_of(evidence: Evidence, row: int, tag: str) -> str | None:
    stated = evidence.page.source.attributes(row)
    value = stated.get("datetime") or stated.get("content") or ""
    return dates.stamp(value, tag) or dates.parse(places.text(evidence.page, row, SHORT), tag)


def _classed(evidence: Evidence, tag: str, start: int, reach: float = inf) -> Iterator[_Shown]:
    page = evidence.page
    for row in evidence.classed(class_words.DATE_HINTS, _CLASSES, start)[:MAX_ROWS]:
        far = _distance(evidence, row, start, "time")
        if far > reach:
            continue
        text = places.text(page, row, SHORT)
        day = _published(text, tag) or dates.stamp(page.source.attributes(row).get("title", ""), tag)
        if day and not _is_beside(evidence, row, start):
            far += _late(text)
            if far <= reach:
                yield _Shown(far, day, "time")


def _published(text: str, tag: str) -> str | None:
    """The day in a text; of those of publication and of a change the former, also where it comes last."""
    found = dates.find(text, tag)
    if found and announces(labels.UPDATED, text[: found.position]):
        later = labels.position(labels.PUBLISHED, text)
        return (dates.parse(text[later:], tag) if later > found.position else None) or found.day
    return found.day if found else None


def _late(text: str) -> float:
    """How much further away a text is taken to be that tells of a change."""
    return CHANGE if announces(labels.UPDATED, text) and not announces(labels.PUBLISHED, text) else 0.0


def _texts(evidence: Evidence, tag: str, start: int) -> Iterator[_Shown]:
    page = evidence.page
    at = places.position(page, start)
    first = max(0, at - places.BEFORE)
    texts = [text.strip() for text in page.texts[first : at + places.AFTER]]
    openings = [text if len(text) < SHORT else text[:OPENING] for text in texts]
    likely = {*dates.likely(openings, SHORT)}  # one search: most texts hold no date
    for number, opening in enumerate(openings):
        day = (_published(opening, tag) if number in likely else None) or _split(page, first + number, tag)
        if day and not announces(labels.JOINED, opening):
            row = int(page.text_rows[first + number])
            yield _Shown(_distance(evidence, row, start, "text") + _late(texts[number][:SHORT]), day, "text")


def _split(page: Page, number: int, tag: str) -> str | None:
    """The day that a short text with a number begins and the next ones in the same line go on with: `8. <a>May 2010</a>`."""
    text = page.texts[number]
    if len(text) > PART or not text.strip(" .,")[:2].isdecimal():
        return None
    last = number + 1
    while last < min(number + PARTS, len(page.texts)) and not page.block_gaps[last] and len(page.texts[last]) <= PART:
        last += 1
    return dates.parse(" ".join(page.texts[number:last]), tag) if last > number + 1 else None


def _announced(evidence: Evidence, tag: str, likely: Sequence[int]) -> Text:
    """A date after a word such as "published", or of the month that the address names, anywhere on the page."""
    texts = evidence.page.texts[:MAX_TEXTS]
    month = addresses.in_month(evidence.url or "")
    near = _of_month(texts, month, tag) if month else None
    day = near or _labelled(texts, likely, labels.PUBLISHED, tag)
    return Field(day, "text", SURE["label"]) if day else NOTHING


def _of_month(texts: Sequence[str], month: addresses.Month, tag: str) -> str | None:
    opening = f"{month.year}-{month.number:02}-"
    for text in texts:
        if len(text) < SHORT:
            day = dates.parse(text, tag) or dates.in_month(text, *month, tag)
            if day and day.startswith(opening):
                return day
    return None


def _labelled(texts: Sequence[str], likely: Sequence[int], label: labels.Pattern, tag: str) -> str | None:
    """The first date that follows a label: in the same text or the one before; `likely` are the texts to look at."""
    for number in likely:
        text, before = texts[number], texts[number - 1] if number else ""
        found = dates.find(text, tag)
        label_text = f"{before if len(before) < SHORT else ''} {text[: found.position]}" if found else ""
        if found and announces(label, label_text):
            return found.day
    return None


def _told_change(evidence: Evidence, tag: str, sure: float) -> Text:
    """A change announced at the foot of the page."""
    texts = evidence.page.texts[-FOOT:]
    day = _labelled(texts, dates.likely(texts, SHORT), labels.UPDATED, tag)
    return Field(day, "text", sure) if day else NOTHING


def _anywhere(evidence: Evidence, tag: str, start: int, likely: Sequence[int]) -> Text:
    """The first short text that holds a date and is not beside the article."""
    page = evidence.page
    for number in likely:
        text = page.texts[number].strip()
        day = dates.parse(text, tag) if len(text) < OPENING and not announces(labels.JOINED, text) else None
        if day and not _is_beside(evidence, int(page.text_rows[number]), start):
            return Field(day, "text", SURE["anywhere"])
    return NOTHING


def _in_scripts(evidence: Evidence, tag: str) -> Text:
    """The day that data of the page's own scripts calls the publication's; none where it names several things' days.

    Most pages have no such member, and one search says so; days of other members count only against it.
    """
    if not evidence.page.source.may_have(b"ubli", _MAYBE):
        return NOTHING
    source = evidence.page.html[:MAX_HTML]
    first = next(_members(source, "ubli"), None)
    stamps = islice((stamp for letters in _IN_SCRIPTS for stamp in _members(source, letters)), MAX_ROWS if first else 0)
    days = {dates.stamp(stamp, tag) for stamp in stamps}
    return Field(days.pop(), "meta", SURE["script"]) if len(days) == 1 and None not in days else NOTHING


def _members(source: str, letters: str) -> Iterator[str]:
    """The values of members whose names hold these letters."""
    for match in _found_by(letters, _IN_SCRIPTS[letters], source):
        if _KEY.search(source[max(0, match.start() - KEY) : match.start()]):
            yield match[1]


def _found_by(letters: str, pattern: re.Pattern[str], source: str) -> Iterator[re.Match[str]]:
    """What `finditer` gives for a pattern that begins with these letters."""
    at = source.find(letters)
    while at >= 0:
        match = pattern.match(source, at)
        if match:
            yield match
        at = source.find(letters, match.end() if match else at + len(letters))
