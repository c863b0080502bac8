"""The day of publication, ISO: stated in data, else in the address, else in markup or text near the title."""

from collections.abc import Iterator
from typing import Final

from sectio.metadata import dates, language, places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings

_METAS: Final = (
    "article:published_time", "og:article:published_time", "og:published_time", "published_time",
    "citation_publication_date", "citation_online_date", "citation_date", "dc.date.issued", "dc.issued",
    "dc.date.created", "dc.created", "dc.date", "parsely-pub-date", "sailthru.date", "datepublished",
    "date.published", "publish-date", "publish_date", "pubdate", "publication_date", "date",
    "article.published", "bt:pubdate", "dcsext.articlefirstpublished", "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime", "originalpublicationdate", "article_date_original", "release_date",
    "itemprop:datepublished", "itemprop:datecreated", "rnews:datepublished", "og:pubdate", "pub_date",
    "creation_date", "video:release_date",
)  # fmt: skip
_MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "dc.modified", "dc.date.modified", "last-modified", "lastmod",
    "revised", "itemprop:datemodified", "http-equiv:last-modified",
)  # fmt: skip
_NEEDLES: Final = ("dat", "time", "publish", "posted")
_CLASSES: Final = frozenset((
    "date", "dates", "datetime", "datum", "data", "time", "timestamp", "published", "publish", "pubdate",
    "publishdate", "postdate", "posted", "dateline",
))  # fmt: skip
# A long text may open with the date ("Berlin, 4 May 2021 - …").
OPENING, SHORT = 40, 120
MAX_THINGS, MAX_ROWS = 6, 12


def read(evidence: Evidence, start: int) -> str | None:
    """The first date of the most trusted source that has one."""
    tag = language.stated(evidence)
    in_address = dates.in_address(evidence.url or "")
    for value in _stated(evidence):
        day = dates.stamp(value, tag)
        if day:
            # Of two neighbouring days the address has the local one; stamps are often in UTC.
            return in_address if in_address and dates.are_neighbours(day, in_address) else day
    return in_address or _shown(evidence, tag, start) or _changed(evidence, tag)


def _stated(evidence: Evidence) -> Iterator[str]:
    for thing in evidence.main[:MAX_THINGS]:
        yield from strings(thing, "datePublished", "@value")
    yield from evidence.all_metas(*_METAS)
    for thing in evidence.main[:MAX_THINGS]:
        yield from strings(thing, "dateCreated", "@value")
        yield from strings(thing, "uploadDate", "@value")


def _changed(evidence: Evidence, tag: str) -> str | None:
    main = evidence.main[:MAX_THINGS]
    values = [value for thing in main for value in strings(thing, "dateModified", "@value")]
    values += evidence.all_metas(*_MODIFIED)
    return next((day for value in values if (day := dates.stamp(value, tag))), None)


def _shown(evidence: Evidence, tag: str, start: int) -> str | None:
    """A date in the markup: microdata, `time`, classes that say date, then plain text by the headline."""
    page, table = evidence.page, evidence.properties
    marked = [*table.get("datepublished", [])[:5], *table.get("datecreated", [])[:5]]
    times = places.nearest(places.rows(page, "time"), start)[:MAX_ROWS]
    for row in (*marked, *(row for row in times if not places.elsewhere(page, row, start))):
        stated = page.source.attributes(row)
        value = stated.get("datetime") or stated.get("content") or ""
        day = dates.stamp(value, tag) or dates.parse(places.text(page, row, SHORT), tag)
        if day:
            return day
    return _classed(evidence, tag, start) or _texts(evidence, tag, start)


def _classed(evidence: Evidence, tag: str, start: int) -> str | None:
    page = evidence.page
    for row in places.classed(page, _NEEDLES, _CLASSES, start)[:MAX_ROWS]:
        day = dates.parse(places.text(page, row, SHORT), tag)
        if day and not places.elsewhere(page, row, start):
            return day
    return None


def _texts(evidence: Evidence, tag: str, start: int) -> str | None:
    texts, at = evidence.page.texts, places.position(evidence.page, start)
    before = texts[max(0, at - places.BEFORE) : at]
    for text in (*texts[at : at + places.AFTER], *reversed(before)):
        day = dates.parse(text.strip()[: SHORT if len(text) < SHORT else OPENING], tag)
        if day:
            return day
    return None
