"""What a chosen part of a page has around it and in it besides its text: menus at its ends, "Share this", boxes of links."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from sectio.dom.blocks import Blocks
from sectio.dom.page import Floats, Mask, Page, covered
from sectio.dom.tree import child_sum, subtree_sum

# A short repeated text inside a story is mostly a label of it ("Returns", "Weight"); a longer one is not.
LABEL: Final = 40
LINKS_ONLY, MOSTLY_LINKS = 0.9, 0.5
# Teasers: so many like siblings, each of few words, so much of them links.
TEASERS, TEASER_WORDS, TEASER_LINKS = 3, 80, 0.4


def without_furniture(page: Page, mask: Mask, again: Mask) -> Mask:
    """A selection without repeated and link-only blocks at its ends, nor repeated links and long texts inside.

    `again` says for each block of the page whether the site repeats it. A selection of nothing else stays as it is.
    """
    cut = Blocks.of(page)
    chosen = mask[page.text_rows]
    numbers = [n for n in range(len(cut)) if chosen[cut.first[n] : cut.last[n]].any()]
    repeated, links = again[numbers], _link_share(page, cut)[numbers]
    long = np.array([len(cut.text(n)) > LABEL for n in numbers], bool)
    dropped = (repeated & (long | (links > MOSTLY_LINKS))) | _at_the_ends(repeated | (links > LINKS_ONLY))
    return mask if dropped.all() else mask & ~_rows(page, cut, np.array(numbers)[dropped].tolist())


def in_teasers(page: Page) -> Mask:
    """The rows of short parts that stand side by side and are links to a good part: related stories, navigation boxes."""
    parts = np.flatnonzero((child_sum(page, page.is_block) > 0) & page.is_element)
    alike, kind = np.unique(page.parent[parts].astype(np.int64) << 32 | page.tag[parts], return_inverse=True)
    shown = page.words * page.visible
    number = np.bincount(kind, minlength=len(alike))
    words, links = (
        np.bincount(kind, weights=subtree_sum(page, values)[parts], minlength=len(alike))
        for values in (shown, shown * page.in_link)
    )
    found = (number >= TEASERS) & (words <= TEASER_WORDS * number) & (links >= TEASER_LINKS * words)
    teasers = np.zeros(len(page), bool)
    teasers[parts] = found[kind]
    return covered(page, teasers)


def _link_share(page: Page, cut: Blocks) -> Floats:
    """The share of each block's characters that are links."""
    length = np.concatenate(([0], np.cumsum(page.counts.length)))
    linked = np.concatenate(([0], np.cumsum(page.counts.length * page.in_link[page.text_rows])))
    whole = length[cut.last] - length[cut.first]
    return np.asarray((linked[cut.last] - linked[cut.first]) / np.maximum(whole, 1), np.float64)


def _at_the_ends(marked: Mask) -> Mask:
    """Those marked before the first, or after the last, that is not."""
    return np.asarray(np.logical_and.accumulate(marked) | np.logical_and.accumulate(marked[::-1])[::-1], bool)


def _rows(page: Page, cut: Blocks, numbers: Iterable[int]) -> Mask:
    mask = np.zeros(len(page), bool)
    for number in numbers:
        mask[page.text_rows[cut.first[number] : cut.last[number]]] = True
    return mask
