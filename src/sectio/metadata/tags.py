"""Tags: keywords and categories, from `rel=tag` links, metas and JSON-LD."""

import re
from collections.abc import Iterator
from typing import Final

from sectio.metadata import places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings
from sectio.metadata.texts import MAX_LONG, clean

MAX_TAGS, MAX_TAG = 40, 80
_SEPARATOR: Final = re.compile(r"\s*[,;|،、]\s*")
_KEYWORDS: Final = ("keywords", "news_keywords", "parsely-tags", "dc.subject", "citation_keywords")


def read(evidence: Evidence, start: int) -> tuple[str, ...]:
    """The page's tags, each once, in order of trust."""
    found: dict[str, str] = {}
    for tag in _tags(evidence, start):
        if 0 < len(tag) <= MAX_TAG:
            found.setdefault(tag.casefold(), tag)
        if len(found) >= MAX_TAGS:
            break
    return tuple(found.values())


def _tags(evidence: Evidence, start: int) -> Iterator[str]:
    page = evidence.page
    for row in evidence.anchors.get("tag", [])[:MAX_TAGS]:
        if not places.elsewhere(page, row, start):
            yield places.text(page, row, MAX_TAG).lstrip("#")
    yield from evidence.all_metas("article:tag", "og:article:tag")
    for thing in evidence.main[:2]:
        for text in strings(thing, "keywords"):
            yield from _SEPARATOR.split(clean(text))
    for text in evidence.all_metas(*_KEYWORDS, limit=MAX_LONG):
        yield from _SEPARATOR.split(text)
