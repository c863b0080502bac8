"""What a story has around it and in it besides its text: menus at its ends, "Share this", "12 comments".

A block of text is known by its lower-cased text with digit runs as `#`, so that "12 comments" and "7 comments" are one.
"""

import re
from collections.abc import Collection, Iterable
from hashlib import blake2b

import numpy as np

from sectio.dom.blocks import Blocks
from sectio.dom.page import Floats, Mask, Page

_DIGITS = re.compile(r"\d+")
# A short repeated text inside a story is mostly a label of it ("Returns", "Weight"); a longer one is not.
LABEL = 40
LINKS_ONLY, MOSTLY_LINKS = 0.9, 0.5


def block_names(page: Page) -> list[str]:
    """A short name of the text of each block of a page."""
    blocks = Blocks.of(page)
    return [_name(blocks.text(number)) for number in range(len(blocks))]


def _name(text: str) -> str:
    masked = _DIGITS.sub("#", text.lower())
    return blake2b(masked.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def without_furniture(page: Page, mask: Mask, repeated: Collection[str]) -> Mask:
    """A selection without repeated and link-only blocks at its ends, nor repeated links and long texts inside.

    A selection of nothing else stays as it is.
    """
    blocks = Blocks.of(page)
    chosen = mask[page.text_rows]
    numbers = [n for n in range(len(blocks)) if chosen[blocks.first[n] : blocks.last[n]].any()]
    texts = [blocks.text(n) for n in numbers]
    again = np.array([_name(text) in repeated for text in texts], bool)
    long = np.array([len(text) > LABEL for text in texts], bool)
    links = _link_share(page, blocks)[numbers]
    dropped = (again & (long | (links > MOSTLY_LINKS))) | _at_the_ends(again | (links > LINKS_ONLY))
    return mask if dropped.all() else mask & ~_rows(page, blocks, np.array(numbers)[dropped].tolist())


def _link_share(page: Page, blocks: Blocks) -> Floats:
    """The share of each block's characters that are links."""
    length = np.concatenate(([0], np.cumsum(page.counts.length)))
    linked = np.concatenate(([0], np.cumsum(page.counts.length * page.in_link[page.text_rows])))
    whole = length[blocks.last] - length[blocks.first]
    return np.asarray((linked[blocks.last] - linked[blocks.first]) / np.maximum(whole, 1), np.float64)


def _at_the_ends(marked: Mask) -> Mask:
    """Those marked before the first, or after the last, that is not."""
    return np.asarray(np.logical_and.accumulate(marked) | np.logical_and.accumulate(marked[::-1])[::-1], bool)


def _rows(page: Page, blocks: Blocks, numbers: Iterable[int]) -> Mask:
    mask = np.zeros(len(page), bool)
    for number in numbers:
        mask[page.text_rows[blocks.first[number] : blocks.last[number]]] = True
    return mask
