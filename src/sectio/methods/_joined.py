"""How long texts are when joined, without joining them."""

import numpy as np

from sectio.dom.page import Ints, Page


def joined_lengths(page: Page, texts: Ints, group: Ints, count: int) -> Ints:
    """Characters of each group's texts read as one: a space counts where white space or a block boundary separates two of them.

    `texts` are positions in `page.texts`, ascending; `group` is the group of each, from 0 to `count` - 1.
    """
    order = np.argsort(group, kind="stable")
    where, which = texts[order], group[order]
    same = which[1:] == which[:-1]
    # Texts that are not neighbours have something between them.
    apart = (where[1:] != where[:-1] + 1) | page.gaps[where[1:]] | page.block_gaps[where[1:]]
    spaces = np.bincount(which[1:][same & apart], minlength=count)
    return np.bincount(group, weights=page.counts.length[texts], minlength=count).astype(np.int32) + spaces
