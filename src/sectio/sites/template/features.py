"""Features of a leaf: its text, where it links to, which image or page it shows (spec §3), and its text without its numbers.

A feature is a 48-bit number; two leaves have the same feature when the numbers are equal. Addresses are compared as
written, without scheme, host, fragment and leading dots and slashes, so it makes no difference whether a page's
own address is known.
"""

import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np

from sectio.dom.chars import normalise
from sectio.dom.images import SOURCES
from sectio.dom.page import Mask, Page
from sectio.dom.tags import FRAMES
from sectio.dom.tree import nearest_ancestor

BITS: Final = 48
TEXT, LINK, IMAGE, MASKED, FRAME = range(5)
KIND_NAMES: Final = ("text", "link", "image", "text but for its numbers", "embedded page")
# Longer texts with other numbers are statements of their own (scores, prices, weather).
MASKED_WORDS: Final = 10
_NUMBER: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")


class Feature(NamedTuple):
    """One feature of a leaf."""

    row: int
    kind: int
    key: int


def leaves(page: Page) -> Mask:
    """True for text, images, and empty elements."""
    alone: Mask = page.end == np.arange(1, len(page) + 1)
    return alone


def features(page: Page) -> list[Feature]:
    """The features of all leaves, in document order of their rows per kind."""
    found = list(_texts(page))
    is_leaf = leaves(page)
    return found + _images(page, is_leaf) + _links(page, is_leaf) + _frames(page)


def _images(page: Page, is_leaf: Mask) -> list[Feature]:
    images = np.flatnonzero(is_leaf & page.is_tag("img")).tolist()
    if not images:
        return []
    given = [page.source.having(name) for name in SOURCES]
    addresses = ((row, next((path for one in given if (path := address(one.get(row, "")))), "")) for row in images)
    return [Feature(row, IMAGE, _hashed("i", path)) for row, path in addresses if path]


def _texts(page: Page) -> Iterator[Feature]:
    """Each text, and again with its numbers masked if it has words besides them ("12 comments")."""
    for row, text in zip(page.text_rows.tolist(), page.texts, strict=True):
        plain = normalise(text).lower()
        yield Feature(row, TEXT, _hashed("t", plain))
        masked = _NUMBER.sub("#", plain)
        if masked != plain and len(masked.split()) <= MASKED_WORDS and _LETTERS.search(masked):
            yield Feature(row, MASKED, _hashed("m", masked))


def _frames(page: Page) -> list[Feature]:
    """The embedded documents, at the elements that hold them."""
    held = page.source.having(FRAMES).items()
    return [Feature(row, FRAME, _hashed("f", " ".join(map(address, value.split())))) for row, value in held]


def _links(page: Page, is_leaf: Mask) -> list[Feature]:
    anchors = nearest_ancestor(page, page.is_link, include_self=True)
    linked = np.flatnonzero(is_leaf & (anchors >= 0))
    keys: dict[int, int] = {row: _hashed("a", path) for row, value in _hrefs(page).items() if (path := address(value))}
    pairs = zip(linked.tolist(), anchors[linked].tolist(), strict=True)
    return [Feature(row, LINK, keys[anchor]) for row, anchor in pairs if anchor in keys]


def _hrefs(page: Page) -> Mapping[int, str]:
    wanted = page.is_link
    return {row: value for row, value in page.source.having("href").items() if wanted[row]}


def address(value: str) -> str:
    """An address as it is compared; empty when it only leads to the page itself."""
    value = value.strip().partition("#")[0]
    if value[:11].lower() == "javascript:":
        return ""
    scheme, colon, rest = value.partition("://")
    if colon and "/" not in scheme:
        value = rest.partition("/")[2] or rest
    elif value.startswith("//"):
        value = value[2:].partition("/")[2] or value
    return value.lstrip("./") or ("/" if value else "")


def _hashed(kind: str, value: str) -> int:
    data = (kind + value).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=BITS // 8).digest(), "big")
