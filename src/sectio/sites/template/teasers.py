"""Teasers of other pages inside the content: items side by side, each beginning with a link to a page that the sample pages link to as well.

Their lists move from place to place and differ from page to page, so that counting at positions misses them; the links themselves are
known, wherever the sample pages have them. Links of menus are on nearly all pages and say nothing about what is below them.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from sectio.dom.page import Mask, Page, covered
from sectio.dom.tree import subtree_sum
from sectio.sites.template.features import BITS, LINK, TEXT, features
from sectio.sites.template.support import MIN_PAGES, Support

# So many like siblings of so few words on average, most beginning with a link, half of them with a known one.
ITEMS, WORDS, LINKED, KNOWN = 3, 80, 0.8, 0.5
# A list of bare links is judged as links are; what is on more of the pages than this is a menu.
OWN_WORDS, MENU = 0.3, 0.7
# Where teasers are most of the text, the page is a list of them.
REST: Final = 0.5


def anywhere(support: Support) -> dict[int, int]:
    """The pages of each feature, as bits, whatever its position."""
    found: dict[int, int] = {}
    for key, bits in support.features.items():
        feature = key & (1 << BITS) - 1
        found[feature] = found.get(feature, 0) | bits
    return found


def without_teasers(page: Page, mask: Mask, pages_of: Mapping[int, int], pages: int) -> Mask:
    """A selection without teasers; as it is, if they are most of it."""
    rest = mask & ~_teasers(page, _known_links(page, pages_of, pages))
    return rest if page.words[rest].sum() >= REST * page.words[mask].sum() else mask


def _known_links(page: Page, pages_of: Mapping[int, int], pages: int) -> Mask:
    """The texts in links whose address or wording some sample pages have, but not nearly all."""
    known = np.zeros(len(page), bool)
    for row, kind, key in features(page):
        if kind in (LINK, TEXT) and page.in_link[row]:
            known[row] |= MIN_PAGES <= pages_of.get(key, 0).bit_count() <= MENU * pages
    return known


def _teasers(page: Page, known: Mask) -> Mask:
    """The rows of items that are teasers, by groups of siblings with one tag."""
    items = np.flatnonzero(page.is_element)[2:]
    texts = page.text_rows
    if not known.any() or not len(items):
        return np.zeros(len(page), bool)
    _, group = np.unique(page.parent[items].astype(np.int64) << 32 | page.tag[items], return_inverse=True)
    place = np.minimum(np.searchsorted(texts, items), len(texts) - 1)
    first = texts[place]
    begins = (first >= items) & (first < page.end[items]) & page.in_link[first]
    shown = page.words * page.visible
    count = np.bincount(group)
    words, links, linked, sure = (
        np.bincount(group, weights=values)
        for values in (
            subtree_sum(page, shown)[items],
            subtree_sum(page, shown * page.in_link)[items],
            begins,
            begins & known[first],
        )
    )
    found = (count >= ITEMS) & (words <= WORDS * count) & (words - links >= OWN_WORDS * words)
    found &= (linked >= LINKED * count) & (sure >= KNOWN * count)
    marked = np.zeros(len(page), bool)
    marked[items] = found[group]
    return covered(page, marked)
