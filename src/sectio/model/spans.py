"""The blocks inside rows of a page, and sums over them."""

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks
from sectio.dom.page import Ints, Page

Places = NDArray[np.intp]
Words = NDArray[np.float64]


def spans(blocks: Blocks, page: Page, rows: Ints) -> tuple[Places, Places]:
    """The first block inside each row, and the one after the last."""
    return blocks.node.searchsorted(rows), blocks.node.searchsorted(page.end[rows])


def total(values: Words) -> float:
    """The sum of all values, added up in their order: the same to the last bit wherever it is computed."""
    return float(np.add.accumulate(values)[-1]) if len(values) else 0.0


def sums(values: Words, first: Places, last: Places) -> Words:
    """Sums over spans of blocks."""
    running = np.concatenate(([0.0], np.cumsum(values)))
    return running[last] - running[first]


def inside(page: Page, values: NDArray[np.generic], rows: Ints) -> NDArray[np.int64]:
    """Sums over the subtrees of rows, or how many rows of a mask are in each."""
    if values.dtype == bool:  # mostly of few rows
        marked = np.flatnonzero(values)
        return marked.searchsorted(page.end[rows]) - marked.searchsorted(rows)
    running = np.concatenate(([0], np.cumsum(values)))
    return running[page.end[rows]] - running[rows]
