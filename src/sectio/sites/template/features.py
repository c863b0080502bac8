"""Features of a leaf: its text, where it links to, which image it shows (spec §3).

A feature is a 48-bit number; two leaves have the same feature when the numbers are equal. Addresses are compared as
written, without scheme, host, fragment and leading dots and slashes, so it makes no difference whether a page's
own address is known.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np

from sectio.dom.chars import normalise
from sectio.dom.page import Mask, Page
from sectio.dom.tree import nearest_ancestor

BITS: Final = 48
TEXT, LINK, IMAGE = range(3)
KIND_NAMES: Final = ("text", "link", "image")


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
    text_rows = page.text_rows.tolist()
    found = [
        Feature(row, TEXT, _hashed("t", normalise(text).lower()))
        for row, text in zip(text_rows, page.texts, strict=True)
    ]
    is_leaf = leaves(page)
    sources = page.source.having("src")
    images = np.flatnonzero(is_leaf & page.is_tag("img")).tolist()
    found += [
        Feature(row, IMAGE, _hashed("i", address(sources[row]))) for row in images if address(sources.get(row, ""))
    ]
    return found + _links(page, is_leaf)


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
