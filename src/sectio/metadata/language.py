"""The language: as the markup says, else as JSON-LD says, else as the text reads."""

import re
from typing import Final

from sectio.dom.language import detect_language
from sectio.fields import NOTHING, Field, Text
from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import strings

# Text given to the detector; more changes nothing.
SAMPLE = 1200
_CODE: Final = re.compile(r"\s*([A-Za-z]{2,3})(?![A-Za-z])")


def read(evidence: Evidence) -> Text:
    """The language as a two-letter code (three where there is none)."""
    said = code(stated(evidence))
    if said:
        return Field(said, "meta", 0.95)
    read = _of_text(evidence)
    return Field(read, "text", 0.8) if read else NOTHING


def stated(evidence: Evidence) -> str:
    """The language tag the markup gives, region included, or nothing."""
    tag = evidence.head.language
    if code(tag):
        return tag
    metas = evidence.all_metas(
        "og:locale", "http-equiv:content-language", "content-language", "dc.language", "language", "lang"
    )
    tag = next((value for value in metas if code(value)), "")
    if tag:
        return tag
    return next((tag for thing in evidence.main[:3] for tag in strings(thing, "inLanguage") if code(tag)), "")


def code(tag: str) -> str | None:
    """The primary language of a tag such as `de-AT` or `en_US`."""
    match = _CODE.match(tag[:40])
    return match[1].lower() if match else None


def _of_text(evidence: Evidence) -> str | None:
    page = evidence.page
    pieces: list[str] = []
    size = 0
    # Long texts first come to mind, but running text is long: short ones are menus.
    for text in page.texts:
        if len(text) >= 60:
            pieces.append(text)
            size += len(text)
            if size >= SAMPLE:
                break
    sample = " ".join(pieces or page.texts[:200])[:SAMPLE]
    return detect_language(sample) if sample else None
