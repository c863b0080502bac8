"""The short ones: description, name of the site, lead image."""

from sectio.metadata.evidence import Evidence
from sectio.metadata.jsonld import resolved, strings
from sectio.metadata.texts import MAX_LONG, MAX_TITLE, absolute, clean, words
from sectio.metadata.title import is_site, site_words

_DESCRIPTIONS = ("og:description", "description", "dc.description", "twitter:description", "dc.abstract",
                 "citation_abstract", "sailthru.description", "itemprop:description")  # fmt: skip
_IMAGES = ("og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src", "itemprop:image",
           "thumbnail", "parsely-image-url", "sailthru.image.full")  # fmt: skip


def description(evidence: Evidence) -> str | None:
    """The page's own summary."""
    stated = evidence.meta(*_DESCRIPTIONS, limit=MAX_LONG)
    if stated:
        return stated
    found = (clean(text) for thing in evidence.main[:3] for text in strings(thing, "description"))
    return next((text for text in found if text), None)


def site_name(evidence: Evidence) -> str | None:
    """The name of the site."""
    stated = evidence.meta("og:site_name")
    if stated:
        return stated
    for thing in evidence.things:
        if thing.get("@type") == "WebSite":
            for text in strings(thing, "name"):
                return clean(text, MAX_TITLE) or None
    for thing in evidence.main[:3]:
        for value in resolved(thing, "publisher", evidence.things_by_id):
            for text in strings({"publisher": value}, "publisher"):
                return clean(text, MAX_TITLE) or None
    return evidence.meta("application-name", "apple-mobile-web-app-title", "dc.publisher") or _from_title(evidence)


def _from_title(evidence: Evidence) -> str | None:
    """The piece of the title element that spells the host."""
    from sectio.metadata.title import _STRONG

    pieces = _STRONG.split(clean(evidence.head.title, MAX_TITLE))
    if len(pieces) < 2 or not evidence.host:
        return None
    site = site_words(evidence)
    return next((piece for piece in reversed(pieces) if words(piece) and is_site(piece, site, evidence.host)), None)


def image(evidence: Evidence) -> str | None:
    """The address of the lead image, absolute."""
    for value in evidence.all_metas(*_IMAGES, limit=MAX_LONG):
        found = absolute(value, evidence.base)
        if found:
            return found
    for thing in evidence.main[:3]:
        for key in ("image", "thumbnailUrl"):
            for value in strings(thing, key, "url"):
                found = absolute(value, evidence.base)
                if found:
                    return found
    links = (href for rel, href in evidence.head.links if "image_src" in rel.split())
    return next((found for href in links if (found := absolute(href, evidence.base))), None)
