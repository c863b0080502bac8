"""The blocks inside rows of a page, and sums over them."""

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks
from sectio.dom.page import Ints, Page

Places = NDArray[np.intp]
Words = NDArray[np.float64]


def spans(blocks: Blocks, page: Page, rows: Ints) -> tuple[Places, Places]:
    """The first block inside each row, and the one after the last."""
    return np.searchsorted(blocks.node, rows), np.searchsorted(blocks.node, page.end[rows])


def sums(values: Words, first: Places, last: Places) -> Words:
    """Sums over spans of blocks."""
    running = np.concatenate(([0.0], np.cumsum(values)))
    return running[last] - running[first]


def inside(page: Page, values: NDArray[np.generic], rows: Ints) -> NDArray[np.int64]:
    """Sums over the subtrees of rows."""
    running = np.concatenate(([0], np.cumsum(values)))
    return running[page.end[rows]] - running[rows]
