"""The day of publication, ISO: stated in data, else in markup or text near the headline, else in the address."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from sectio.metadata import dates, language
from sectio.metadata.evidence import AFTER, BEFORE, Evidence, nearest
from sectio.metadata.jsonld import strings

_METAS: Final = (
    "article:published_time", "og:article:published_time", "og:published_time", "published_time", "citation_publication_date",
    "citation_online_date", "citation_date", "dc.date.issued", "dc.issued", "dc.date.created", "dc.created", "dc.date",
    "parsely-pub-date", "sailthru.date", "datepublished", "date.published", "publish-date", "publish_date", "pubdate",
    "publication_date", "date", "article.published", "bt:pubdate", "dcsext.articlefirstpublished", "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime", "originalpublicationdate", "article_date_original", "release_date", "itemprop:datepublished",
    "itemprop:datecreated", "rnews:datepublished", "og:pubdate", "pub_date", "creation_date", "video:release_date",
)  # fmt: skip
_MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "dc.modified", "dc.date.modified", "last-modified", "lastmod", "revised",
    "itemprop:datemodified", "http-equiv:last-modified",
)  # fmt: skip
_NEEDLES: Final = ("date", "time", "publish", "datum", "posted", "fecha", "meta")
_CLASSES: Final = frozenset(
    ("date", "dates", "datetime", "time", "timestamp", "published", "publish", "pubdate", "publishdate", "postdate", "datum", "posted",
     "dateline", "fecha", "meta", "postmeta")
)  # fmt: skip
# A long text may open with the date ("Berlin, 4 May 2021 - …").
OPENING = 40


def read(evidence: Evidence, start: int) -> str | None:
    """The first date of the most trusted source that has one."""
    tag = language.stated(evidence)
    address_day = dates.in_address(evidence.url or "")
    for value in _stated(evidence):
        day = dates.stamp(value, tag)
        if day:
            return address_day if address_day and dates.is_next_to(day, address_day) else day
    return address_day or _shown(evidence, tag, start) or _changed(evidence, tag)


def _stated(evidence: Evidence) -> Iterator[str]:
    for thing in evidence.main[:6]:
        yield from strings(thing, "datePublished", "@value")
    yield from evidence.all_metas(*_METAS)
    for thing in evidence.main[:6]:
        yield from strings(thing, "dateCreated", "@value")
        yield from strings(thing, "uploadDate", "@value")


def _changed(evidence: Evidence, tag: str) -> str | None:
    values = [value for thing in evidence.main[:6] for value in strings(thing, "dateModified", "@value")]
    values += evidence.all_metas(*_MODIFIED)
    return next((day for value in values if (day := dates.stamp(value, tag))), None)


def _shown(evidence: Evidence, tag: str, start: int) -> str | None:
    """A date in the markup: microdata, `time`, classes that say date, then plain text close to the headline."""
    page = evidence.page
    for name in ("datepublished", "datecreated"):
        for row in evidence.properties.get(name, [])[:5]:
            value = page.attribute(row, "datetime") or page.attribute(row, "content") or evidence.text(row, 120)
            day = dates.stamp(value, tag)
            if day:
                return day
    return _times(evidence, tag, start) or _classed(evidence, tag, start) or _texts(evidence, tag, start)


def _times(evidence: Evidence, tag: str, start: int) -> str | None:
    page = evidence.page
    for row in nearest(evidence.rows("time"), start)[:8]:
        if evidence.elsewhere(row, start):
            continue
        day = dates.stamp(page.attribute(row, "datetime") or "", tag) or dates.parse(evidence.text(row, 120), tag)
        if day:
            return day
    return None


def _classed(evidence: Evidence, tag: str, start: int) -> str | None:
    for row in nearest(evidence.classed(_NEEDLES, _CLASSES), start)[:12]:
        text = evidence.text(row, 160)
        if text and not evidence.elsewhere(row, start):
            day = dates.parse(text, tag)
            if day:
                return day
    return None


def _texts(evidence: Evidence, tag: str, start: int) -> str | None:
    page = evidence.page
    at = int(np.searchsorted(page.text_rows, start))
    after, before = page.texts[at : at + AFTER], page.texts[max(0, at - BEFORE) : at]
    for text in (*after, *reversed(before)):
        day = dates.parse(text.strip()[: 120 if len(text) < 120 else OPENING], tag)
        if day:
            return day
    return None
