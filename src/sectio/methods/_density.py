"""Boilerpipe's text density: how many words a block has per line when it is wrapped at 80 characters."""

import numpy as np

from sectio.dom.chars import ALNUM, CJK, SPACE, classes
from sectio.dom.page import Column, Floats, Ints, Mask, Page

WIDTH = 80


def text_density(page: Page, texts: Ints, block: Ints, count: int) -> Floats:
    """The density of each block: words per full line, or the number of words if they fit on one line.

    Words are runs between white space with a letter or a digit; an ideograph is a word of its own.
    """
    joined, starts = _join(page, texts, block, count)
    first, last = word_spans(classes(joined))
    # Where each word would end if all words were on one line, with single spaces.
    ends = np.cumsum(last - first + 1)
    where = np.searchsorted(first, starts)
    return wrapped_density(ends, where[:-1], where[1:])


def wrapped_density(ends: Column, start: Column, stop: Column) -> Floats:
    """Densities of blocks that are runs `start … stop` of words, from where each word ends on one long line."""
    begins = np.concatenate(([0], ends))[:-1]
    next_line = np.searchsorted(ends, begins + WIDTH + 1, side="right")
    # A word longer than a line still fills one.
    next_line = np.maximum(next_line, np.arange(1, len(ends) + 1))
    density = (stop - start).astype(np.float64)
    if not len(ends):
        return density
    follow = next_line.tolist()
    for block in np.flatnonzero(next_line[np.minimum(start, len(ends) - 1)] < stop).tolist():
        at = begin = int(start[block])
        end, lines = int(stop[block]), 0
        while follow[at] < end:
            at, lines = follow[at], lines + 1
        density[block] = (at - begin) / lines
    return density


def word_spans(bits: Column) -> tuple[Column, Column]:
    """Start and end of each word in a string of character classes."""
    solid = (bits & SPACE) == 0
    alone = (bits & CJK) > 0
    edge = np.ones(len(bits) + 1, bool)
    if len(bits):
        edge[1:-1] = (solid[1:] != solid[:-1]) | alone[1:] | alone[:-1]
    cuts = np.flatnonzero(edge)
    held = np.concatenate(([0], np.cumsum((bits & (ALNUM | CJK)) > 0)))
    worded: Mask = held[cuts[1:]] > held[cuts[:-1]]
    return cuts[:-1][worded], cuts[1:][worded]


def _join(page: Page, texts: Ints, block: Ints, count: int) -> tuple[str, Column]:
    """All blocks' texts in one string, white space only where the page has some; and where each block starts."""
    apart = page.gaps[texts]
    apart[1:] |= block[1:] != block[:-1]
    parts = [
        (" " + page.texts[at]) if gap else page.texts[at]
        for at, gap in zip(texts.tolist(), apart.tolist(), strict=True)
    ]
    ends = np.concatenate(([0], np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)))))
    begins = np.searchsorted(block, np.arange(count + 1))
    return "".join(parts), ends[begins]
