"""The licence: `rel=license` links, JSON-LD, Dublin Core; Creative Commons addresses become short names."""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from sectio.fields import NOTHING, Field, Source, Text
from sectio.metadata import places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings
from sectio.metadata.texts import absolute

# Links at the end of a page in which a licence is looked for without `rel`: further up they credit pictures.
FOOT, FOOT_TEXTS = 20, 30
_CC: Final = re.compile(
    r"creativecommons\.org/(?:licen[cs]es|publicdomain)/(?P<kind>[a-z-]{1,12})"
    r"(?:/(?P<version>\d\.\d))?(?:/(?P<region>[a-z]{2})(?=[/?#]|$))?",
    re.I,
)
_CC_TEXT: Final = re.compile(r"\bCC[ -](?P<kind>BY(?:-(?:NC|SA|ND)){0,2}|0|ZERO)(?:[ -](?P<version>\d\.\d))?\b", re.I)


def read(evidence: Evidence) -> Text:
    """A short name (`CC BY-SA 4.0`) where the licence has one, else its address."""
    named = ((short_name(value, evidence.base), source, sure) for value, source, sure in _values(evidence))
    return next((Field(name, source, sure) for name, source, sure in named if name), NOTHING)


def _values(evidence: Evidence) -> Iterator[tuple[str, Source, float]]:
    page = evidence.page
    for row in evidence.anchors.get("license", [])[:3]:
        yield page.attribute(row, "href") or "", "microdata", 0.9
    yield from ((href, "meta", 0.9) for rel, href in evidence.head.links if "license" in rel.split())
    for thing in evidence.main[:3]:
        yield from ((value, "json-ld", 0.9) for value in strings(thing, "license", "url"))
    stated = evidence.all_metas("dc.license", "dc.rights", "dc.rights.license", "copyright", "rights", limit=300)
    yield from ((value, "meta", 0.8) for value in stated)
    links = page.source.having_among("href", np.array(places.rows(page, "a")[-FOOT:], np.intp))
    for href in reversed(links.values()):
        if "creativecommons.org/" in href and _CC.search(href[:500]):
            yield href, "text", 0.7
    for text in reversed(page.texts[-FOOT_TEXTS:]):
        if "CC" in text and _CC_TEXT.search(text[:500]):
            yield text, "text", 0.6


def short_name(value: str, base: str) -> str | None:
    """A licence as people call it."""
    match = _CC.search(value[:500]) or _CC_TEXT.search(value[:500])
    if match:
        return _cc_name(match.groupdict())
    return absolute(value, base) if value.startswith(("http", "/")) else None


def _cc_name(found: dict[str, str | None]) -> str:
    kind = (found["kind"] or "").upper()
    name = {"ZERO": "CC0", "0": "CC0", "MARK": "Public Domain Mark"}.get(kind, f"CC {kind}")
    return " ".join(filter(None, (name, found["version"], (found.get("region") or "").upper())))
