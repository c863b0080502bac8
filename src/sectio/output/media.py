"""Embedded media: documents in frames, films, sound; and the images that are there instead of others."""

import re
from typing import Final
from urllib.parse import quote

import numpy as np

from sectio.dom import tags, words
from sectio.dom.chars import normalise
from sectio.dom.page import Mask, Page

TAGS: Final = ("iframe", "video", "audio", *tags.CUSTOM_MEDIA)
# Where films are that an element names by a number alone.
_FILMS: Final = {"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}
_NUMBERS: Final = ("videoid", "data-videoid")
# AMP pages have an element of their own for images.
IMAGES: Final = ("img", "amp-img")
_IMAGE_FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif)(?:$|[?#])", re.IGNORECASE)
_TITLES: Final = ("title", "aria-label", "data-title", "playlabel")
_SOURCES: Final = ("src", "data-src", "data-lazy-src")
# Images of people and signs beside the text, by the words of their class or of two elements around them.
_BESIDE: Final = ("author", "share", "ad", "button")


def address(page: Page, node: int) -> str:
    """Where the media come from: their own address, that of the film they name, or that of the first source."""
    own, films = page.source.attributes(node), _FILMS.get(page.tag_of(node).partition("-")[2])
    named = next((number for name in _NUMBERS if (number := own.get(name, "").strip())), "") if films else ""
    if films and named:
        return films + quote(named, safe="")
    rows = [node, *(child for child in page.children(node) if page.tag_of(child) == "source")]
    found = (page.source.attributes(row) for row in rows)
    given = (attributes.get(name, "") for attributes in found for name in _SOURCES)
    return next((one for one in given if one.strip() and not one.startswith(("about:", "data:", "blob:"))), "")


def is_noise(page: Page, node: int) -> bool:
    """Whether embedded media are an advertisement, a counter, a form or a thread of comments, by their names and host."""
    own = page.source.attributes(node)
    host = address(page, node).partition("//")[2].partition("/")[0]
    named = " ".join((own.get("title", ""), own.get("class", ""), own.get("id", ""), host))
    tiny = not {own.get("width"), own.get("height")}.isdisjoint(("0", "1"))
    return tiny or not words.FRAMES.isdisjoint(words.tokens(named))


def title(page: Page, node: int) -> str:
    """What the media are called, or nothing."""
    own = page.source.attributes(node)
    return next((said for name in _TITLES if (said := normalise(own.get(name, "")))), "")


def twins(page: Page, node: int) -> list[int]:
    """Other rows that give the same image: the sources of its `picture`, the image in the `noscript` after it."""
    above = int(page.parent[node])
    found = []
    if page.tag_of(above) == "picture":
        found += [child for child in page.children(above) if page.tag_of(child) == "source"]
        node, above = above, int(page.parent[above])
    behind = int(page.end[node])
    if behind < page.end[above] and page.tag_of(behind) == "noscript":
        found += (np.flatnonzero(page.is_tag("img")[behind : page.end[behind]]) + behind).tolist()
    return found


def enlarged(page: Page, node: int) -> str:
    """The image that a link around an image leads to, or nothing."""
    above = int(page.parent[node])
    above = int(page.parent[above]) if page.tag_of(above) == "picture" else above
    address = (page.attribute(above, "href") or "") if page.is_link[above] else ""
    return address if _IMAGE_FILE.search(address) else ""


def is_beside(page: Page) -> Mask:
    """Images beside the text: portraits of authors, signs on buttons, and formulas that are there as MathML too."""
    marked = page.class_groups(*_BESIDE) | page.is_tag("button")
    marked[: min(2, len(marked))] = False  # classes of the whole page
    images = page.is_tag(*IMAGES)
    near = marked | marked[page.parent] | marked[page.parent[page.parent]]
    if page.has("math"):
        formulas = np.concatenate(([0], np.cumsum(page.is_tag("math"))))
        above = page.parent
        has_formula = formulas[page.end[above]] > formulas[above]
        drawn = page.with_class(words.FORMULA_IMAGES)
        is_drawn = np.zeros(len(page), bool)
        is_drawn[drawn] = True
        near = near | (has_formula & is_drawn)
    return images & near
