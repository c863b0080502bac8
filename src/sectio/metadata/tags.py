"""Tags: keywords and categories, from `rel=tag` links, metas and JSON-LD."""

import re
from collections.abc import Iterator
from typing import Final

from sectio.dom import words as class_words
from sectio.fields import NONE_OF_THEM, Field, Source, Texts
from sectio.metadata import places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings
from sectio.metadata.texts import MAX_LONG, clean

MAX_TAGS, MAX_TAG = 40, 80
_SEPARATOR: Final = re.compile(r"\s*[,;|،、]\s*")
_KEYWORDS: Final = ("keywords", "news_keywords", "parsely-tags", "dc.subject", "citation_keywords")
_CLASSES: Final = frozenset(class_words.TAGS.split())


def read(evidence: Evidence, start: int) -> Texts:
    """The page's tags, each once, in order of trust; the source is that of the first."""
    found: dict[str, tuple[str, Source]] = {}
    for tag, source in _tags(evidence, start):
        if 0 < len(tag) <= MAX_TAG:
            found.setdefault(tag.casefold(), (tag, source))
        if len(found) >= MAX_TAGS:
            break
    values = list(found.values())
    return Field(tuple(tag for tag, _ in values), values[0][1], 0.7) if values else NONE_OF_THEM


def _tags(evidence: Evidence, start: int) -> Iterator[tuple[str, Source]]:
    page = evidence.page
    for row in evidence.anchors.get("tag", [])[:MAX_TAGS]:
        if not places.elsewhere(page, row, start):
            yield places.text(page, row, MAX_TAG).lstrip("#"), "microdata"
    yield from ((tag, "og") for tag in evidence.all_metas("article:tag", "og:article:tag"))
    for thing in evidence.main[:2]:
        for text in strings(thing, "keywords"):
            yield from ((tag, "json-ld") for tag in _SEPARATOR.split(clean(text)))
    for text in evidence.all_metas(*_KEYWORDS, limit=MAX_LONG):
        yield from ((tag, "meta") for tag in _SEPARATOR.split(text))
