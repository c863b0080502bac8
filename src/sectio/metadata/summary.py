"""The short ones: description, name of the site, lead image."""

from collections.abc import Iterator
from typing import Final

from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import resolved, strings
from sectio.metadata.texts import MAX_LONG, MAX_TITLE, absolute, clean, words
from sectio.metadata.title import STRONG, is_site

_DESCRIPTIONS: Final = (
    "og:description", "description", "dc.description", "twitter:description", "dc.abstract",
    "citation_abstract", "sailthru.description", "itemprop:description",
)  # fmt: skip
_IMAGES: Final = (
    "og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src", "itemprop:image",
    "thumbnail", "parsely-image-url", "sailthru.image.full",
)  # fmt: skip


def description(evidence: Evidence) -> str | None:
    """The page's own summary."""
    stated = evidence.meta(*_DESCRIPTIONS, limit=MAX_LONG)
    if stated:
        return stated
    found = (clean(text) for thing in evidence.main[:3] for text in strings(thing, "description"))
    return next(filter(None, found), None)


def site_name(evidence: Evidence) -> str | None:
    """The name of the site."""
    stated = evidence.meta("og:site_name")
    if stated:
        return stated
    named = next(filter(None, (clean(name, MAX_TITLE) for name in _site_names(evidence))), None)
    return (
        named
        or evidence.meta("application-name", "apple-mobile-web-app-title", "dc.publisher")
        or _from_title(evidence)
    )


def _site_names(evidence: Evidence) -> Iterator[str]:
    for thing in evidence.things:
        if thing.get("@type") == "WebSite":
            yield from strings(thing, "name")
    for thing in evidence.main[:3]:
        for publisher in resolved(thing, "publisher", evidence.things_by_id):
            yield from strings({"publisher": publisher}, "publisher")


def _from_title(evidence: Evidence) -> str | None:
    """The piece of the title element that spells the host."""
    pieces = STRONG.split(clean(evidence.head.title, MAX_TITLE))
    if len(pieces) < 2 or not evidence.host:
        return None
    found = (piece for piece in reversed(pieces) if words(piece))
    return next((piece for piece in found if is_site(piece, evidence.site, evidence.host)), None)


def image(evidence: Evidence) -> str | None:
    """The address of the lead image, absolute."""
    found = (absolute(value, evidence.base) for value in _images(evidence))
    return next(filter(None, found), None)


def _images(evidence: Evidence) -> Iterator[str]:
    yield from evidence.all_metas(*_IMAGES, limit=MAX_LONG)
    for thing in evidence.main[:3]:
        yield from strings(thing, "image", "url")
        yield from strings(thing, "thumbnailUrl", "url")
    yield from (href for rel, href in evidence.head.links if "image_src" in rel.split())
