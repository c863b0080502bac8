"""The licence: `rel=license` links, JSON-LD, Dublin Core; Creative Commons addresses become their short names."""

import re
from collections.abc import Iterator
from typing import Final

from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings
from sectio.metadata.texts import absolute, clean

_CC: Final = re.compile(
    r"creativecommons\.org/(?:licen[cs]es|publicdomain)/(?P<kind>[a-z-]{1,12})(?:/(?P<version>\d\.\d))?(?:/(?P<region>[a-z]{2})(?=[/?#]|$))?",
    re.I,
)
_CC_TEXT: Final = re.compile(r"\bCC[ -](?P<kind>(?:BY|BY-NC|BY-SA|BY-ND|BY-NC-SA|BY-NC-ND|0|ZERO))(?:[ -](?P<version>\d\.\d))?\b", re.I)


def read(evidence: Evidence) -> str | None:
    """A short name (`CC BY-SA 4.0`) where the licence has one, else its address or words."""
    return next((name for value in _values(evidence) if (name := short_name(value, evidence.base))), None)


def _values(evidence: Evidence) -> Iterator[str]:
    for row in evidence.anchors.get("license", [])[:3]:
        yield evidence.page.attribute(row, "href") or ""
    yield from (href for rel, href in evidence.head.links if "license" in rel.split())
    for thing in evidence.main[:3]:
        yield from strings(thing, "license", "url")
    yield from evidence.all_metas("dc.license", "dc.rights", "copyright", limit=300)


def short_name(value: str, base: str) -> str | None:
    """A licence as people call it."""
    match = _CC.search(value[:500]) or _CC_TEXT.search(value[:500])
    if match:
        return _cc_name(match.groupdict())
    return absolute(value, base) if value.startswith(("http", "/")) else None


def _cc_name(found: dict[str, str | None]) -> str:
    kind = (found["kind"] or "").lower()
    if kind in ("zero", "0"):
        name = "CC0"
    elif kind == "mark":
        name = "Public Domain Mark"
    else:
        name = f"CC {kind.upper()}"
    return clean(" ".join((name, found["version"] or "", (found.get("region") or "").upper())))
