"""Posts of a forum are of one shape: what is at one place in each of them is content in all of them or in none.

A place is the classes of the elements from the post down to the text, whatever is between them, so that the paragraphs of a text and
the quotations in it are at one place.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom.blocks import Blocks
from sectio.dom.page import Page, covered
from sectio.dom.tree import nearest_or_root
from sectio.threads import items

Array = NDArray[np.float32]
Rows = NDArray[np.integer]

# Posts hold at least this share of the expected content.
LEAST: Final = 0.3
# This share of the mean logit at its place is added to that of a block in a post, and so much to those outside of posts. In means,
# logits are no stronger than this.
SHARE: Final = 0.5
OUTSIDE: Final = np.float32(-2)
STRONGEST: Final = np.float32(8)
_FACTOR: Final = np.int64(1_000_003)


def posts(page: Page, blocks: Blocks, expected: NDArray[np.floating]) -> Rows | None:
    """For each block the row of the innermost post around it, or the root; None unless posts hold enough of the expected content."""
    named, least = items.may_be_repeated(page), LEAST * expected.sum()
    if named is None or expected @ covered(page, named).take(blocks.node) < least:  # before their names are read
        return None
    found = items.repeated(page, named)
    if not found.any():
        return None
    inner = nearest_or_root(page, found).take(blocks.node)
    return inner if expected @ (inner > 0) >= least else None


def agreed(page: Page, blocks: Blocks, posts: Rows, logits: Array) -> Array:
    """The logits, in posts pulled towards what is expected at the same place of all posts, and lower outside of them."""
    inside = np.flatnonzero(posts)
    place = _places(page, page.parent.take(blocks.node.take(inside)), posts.take(inside))
    number = np.unique(place, return_inverse=True)[1]
    weight, own = blocks.words.take(inside) + 0.5, logits.take(inside)
    means = np.bincount(number, weight * np.clip(own, -STRONGEST, STRONGEST)) / np.bincount(number, weight)
    found = logits + OUTSIDE
    found[inside] = own + SHARE * means.take(number)
    return found


def _places(page: Page, rows: Rows, posts: Rows) -> NDArray[np.int64]:
    """A number for the classes from each row up to its post."""
    place = np.zeros(len(rows), np.int64)
    while (below := rows > posts).any():
        deadline.check()
        own = page.class_numbers.take(rows) * below
        place = np.where(own, place * _FACTOR + own, place)
        rows = np.where(below, page.parent.take(rows), rows)
    return place
