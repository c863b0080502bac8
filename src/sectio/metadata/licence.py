"""The licence: `rel=license` links, JSON-LD, Dublin Core; Creative Commons addresses become short names."""

import re
from collections.abc import Iterator
from typing import Final

from sectio.metadata import places
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings
from sectio.metadata.texts import absolute

# Links at the end of a page in which a licence is looked for without `rel`: further up they credit pictures.
FOOT = 20
_CC: Final = re.compile(
    r"creativecommons\.org/(?:licen[cs]es|publicdomain)/(?P<kind>[a-z-]{1,12})"
    r"(?:/(?P<version>\d\.\d))?(?:/(?P<region>[a-z]{2})(?=[/?#]|$))?",
    re.I,
)
_CC_TEXT: Final = re.compile(r"\bCC[ -](?P<kind>BY(?:-(?:NC|SA|ND)){0,2}|0|ZERO)(?:[ -](?P<version>\d\.\d))?\b", re.I)


def read(evidence: Evidence) -> str | None:
    """A short name (`CC BY-SA 4.0`) where the licence has one, else its address."""
    return next((name for value in _values(evidence) if (name := short_name(value, evidence.base))), None)


def _values(evidence: Evidence) -> Iterator[str]:
    page = evidence.page
    for row in evidence.anchors.get("license", [])[:3]:
        yield page.attribute(row, "href") or ""
    yield from (href for rel, href in evidence.head.links if "license" in rel.split())
    for thing in evidence.main[:3]:
        yield from strings(thing, "license", "url")
    yield from evidence.all_metas("dc.license", "dc.rights", "copyright", limit=300)
    for row in reversed(places.rows(page, "a")[-FOOT:]):
        href = page.source.attribute(row, "href")
        if href and "creativecommons.org/" in href and _CC.search(href[:500]):
            yield href


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
