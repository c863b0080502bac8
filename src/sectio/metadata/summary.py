"""The short ones: description, name of the site, lead image."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sectio.dom.page import Mask
from sectio.fields import NOTHING, Field, Source, Text
from sectio.metadata import places
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
# A paragraph that can stand for a description.
MIN_PARAGRAPH, MAX_PARAGRAPHS = 80, 12
Values = Iterable[tuple[str, Source, float]]


def description(evidence: Evidence, content: Mask | None = None) -> Text:
    """The page's own summary, else the first paragraph of the content."""
    return _first(_descriptions(evidence), str) or _opening(evidence, content)


def _descriptions(evidence: Evidence) -> Values:
    yield from _metas(evidence, _DESCRIPTIONS, 0.95)
    for thing in evidence.main[:3]:
        yield from ((clean(text), "json-ld", 0.9) for text in strings(thing, "description"))


def _opening(evidence: Evidence, content: Mask | None) -> Text:
    """The first paragraph of the content that is long enough to say something."""
    if content is None:
        return NOTHING
    page = evidence.page
    rows = [row for row in places.rows(page, "p") if content[row : page.end[row]].any()]
    texts = (clean(places.text(page, row, 4 * MAX_LONG), MAX_LONG) for row in rows[:MAX_PARAGRAPHS])
    found = next((text for text in texts if len(text) >= MIN_PARAGRAPH), None)
    return Field(found, "text", 0.4) if found else NOTHING


def site_name(evidence: Evidence) -> Text:
    """The name of the site; the host where nothing says more."""
    return _first(_site_names(evidence), lambda name: clean(name, MAX_TITLE))


def _site_names(evidence: Evidence) -> Values:
    yield from _metas(evidence, ("og:site_name",), 0.95)
    yield from ((name, "json-ld", 0.85) for name in _from_things(evidence))
    yield from _metas(evidence, ("application-name", "apple-mobile-web-app-title", "dc.publisher"), 0.8)
    yield from ((name, "meta", 0.8) for name in _from_title(evidence))
    if evidence.host:
        yield evidence.host, "url", 0.4


def _from_things(evidence: Evidence) -> Iterator[str]:
    for thing in evidence.things:
        if thing.get("@type") == "WebSite":
            yield from strings(thing, "name")
    for thing in evidence.main[:3]:
        for publisher in resolved(thing, "publisher", evidence.things_by_id):
            yield from strings({"publisher": publisher}, "publisher")


def _from_title(evidence: Evidence) -> Iterator[str]:
    """The piece of the title element that spells the host."""
    pieces = STRONG.split(clean(evidence.head.title, MAX_TITLE))
    if len(pieces) > 1 and evidence.host:
        found = (piece for piece in reversed(pieces) if words(piece))
        yield from (piece for piece in found if is_site(piece, evidence.site, evidence.host))


def image(evidence: Evidence) -> Text:
    """The address of the lead image, absolute."""
    return _first(_images(evidence), lambda value: absolute(value, evidence.base))


def _images(evidence: Evidence) -> Values:
    yield from _metas(evidence, _IMAGES, 0.95)
    for thing in evidence.main[:3]:
        for key in ("image", "thumbnailUrl"):
            for member in ("url", "contentUrl", "@id"):
                yield from ((value, "json-ld", 0.9) for value in strings(thing, key, member))
    yield from ((href, "meta", 0.8) for rel, href in evidence.head.links if "image_src" in rel.split())


def _metas(evidence: Evidence, names: Iterable[str], sure: float) -> Values:
    for name in filter(evidence.metas.__contains__, names):
        source: Source = "og" if name.startswith("og:") else "meta"
        yield from ((value, source, sure) for value in evidence.all_metas(name, limit=MAX_LONG))


def _first(values: Values, made: Callable[[str], str | None]) -> Text:
    """The first value that something can be made of."""
    fields = ((made(value), source, sure) for value, source, sure in values)
    return next((Field(value, source, sure) for value, source, sure in fields if value), NOTHING)
