"""Visual blocks (V-Wrapper spec §3): the page as a tree of boxes a reader sees.

A block is a visible block element with a size and something in it, or a run of text next to such elements.
Leaves contain text; all others are inner blocks; block 0 is the page. A block is a run of rows, `start … stop`,
so every measure of the rows is a difference of running sums.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Column, Floats, Ints, Mask, Page
from sectio.dom.tree import nearest_ancestor, subtree_sum
from sectio.layout import Layout
from sectio.once import once

if TYPE_CHECKING:
    from sectio.methods.vwrapper.features import Table

SAME = 1.0  # pixels; boxes that differ by no more are the same


@dataclass(frozen=True, eq=False)
class VisualTree:
    """The blocks of a page in document order; `parent` and `end` are block numbers, `row` is -1 for a run of
    text.
    """

    page: Page
    layout: Layout
    start: Ints
    stop: Ints
    row: Ints
    parent: Ints
    box: Floats

    def __len__(self) -> int:
        return len(self.start)

    @once
    def end(self) -> Ints:
        """The block after each block's subtree."""
        return np.searchsorted(self.start, self.stop).astype(np.int32)

    @once
    def depth(self) -> Ints:
        """Number of blocks around each block."""
        closed = np.bincount(self.end, minlength=len(self) + 1)[:-1]
        return np.cumsum(1 - closed, dtype=np.int32) - 1

    @once
    def seen(self) -> Mask:
        """Rows of the page that a reader sees."""
        return seen(self.page, self.layout)

    @once
    def is_leaf(self) -> Mask:
        """True for blocks without blocks inside; the page is never one."""
        leaf = np.asarray(self.end == np.arange(1, len(self) + 1))
        leaf[:1] = False
        return leaf

    @once
    def features(self) -> "Table":
        """What each block looks like; computed once, since training uses it many times."""
        from sectio.methods.vwrapper.features import table

        return table(self)

    def sum(self, per_row: Column) -> Floats:
        """Sum of a measure of the page's rows over each block."""
        running = np.zeros(len(self.page) + 1)
        np.cumsum(per_row, dtype=np.float64, out=running[1:])
        return running[self.stop] - running[self.start]

    def above(self, chosen: Mask) -> Mask:
        """True for blocks all of whose ancestors are chosen (the page counts as chosen)."""
        refused = ~chosen
        refused[:1] = False
        steps = np.zeros(len(self) + 1, np.int32)
        steps[:-1] += refused
        steps -= np.bincount(self.end[refused], minlength=len(self) + 1).astype(np.int32)
        inside = np.cumsum(steps)[:-1] - refused
        return np.asarray(inside == 0)

    def contains(self, chosen: Mask) -> Mask:
        """True for blocks with a chosen block in their subtree."""
        running = np.concatenate(([0], np.cumsum(chosen)))
        return np.asarray(running[self.end] > running[:-1])

    def lowest(self, chosen: Mask) -> int:
        """The lowest inner block that contains all chosen blocks; the page if none is chosen."""
        inside = np.flatnonzero(chosen)
        if not len(inside):
            return 0
        holds = ~self.is_leaf & (np.arange(len(self)) <= inside[0]) & (self.end > inside[-1])
        return int(np.flatnonzero(holds)[-1])

    def texts(self, block: int) -> NDArray[np.intp]:
        """Positions (in `page.texts`) of the visible text of a block."""
        first, last = np.searchsorted(self.page.text_rows, (self.start[block], self.stop[block]))
        places = np.arange(first, last)
        return places[self.seen[self.page.text_rows[places]]]

    def text(self, block: int) -> str:
        """The visible text of a block."""
        return self.page.join(self.texts(block).tolist())


def seen(page: Page, layout: Layout) -> Mask:
    """Rows that markup does not hide and that have a size on the screen."""
    return page.visible if layout.visible is None else page.visible & layout.visible


def visual_tree(page: Page, layout: Layout) -> VisualTree:
    """Cut the page into visual blocks."""
    body = min(1, len(page) - 1)
    shown = seen(page, layout)
    filled = subtree_sum(page, shown & (page.is_text | page.is_tag("img"))) > 0
    sized = (_clean(layout.width) > 0) & (_clean(layout.height) > 0)
    block = page.is_block & shown & filled & sized
    block[: body + 1] = False
    block[body] = True
    block = _collapse(page, layout, block, shown)
    return _tree(page, layout, block, shown)


def _collapse(page: Page, layout: Layout, block: Mask, shown: Mask) -> Mask:
    """Drop blocks whose only content is one block with the same box: nesting that is not visible."""
    above = nearest_ancestor(page, block)
    rows = np.flatnonzero(block & (above >= 0))
    inside = np.bincount(above[rows], minlength=len(page))
    loose = np.flatnonzero(page.is_text & shown & (above >= 0))
    mixed = np.bincount(above[loose], minlength=len(page)) > 0
    boxes = np.stack([_clean(side) for side in (layout.x, layout.y, layout.width, layout.height)], axis=1)
    outer = above[rows]
    same = (np.abs(boxes[rows] - boxes[outer]) <= SAME).all(axis=1) & (inside[outer] == 1) & ~mixed[outer] & (outer > 1)
    kept = block.copy()
    kept[outer[same]] = False
    return kept


def _tree(page: Page, layout: Layout, block: Mask, shown: Mask) -> VisualTree:
    rows = np.flatnonzero(block)
    first, last = _loose_runs(page, block, shown)
    start = np.concatenate((rows, first)).astype(np.int32)
    stop = np.concatenate((page.end[rows], last)).astype(np.int32)
    row = np.concatenate((rows, np.full(len(first), -1))).astype(np.int32)
    order = np.argsort(start, kind="stable")
    above = nearest_ancestor(page, block)[start[order]]
    number = np.zeros(len(page), np.int32)
    number[start[order]] = np.arange(len(order))
    box = _boxes(page, layout, start, stop, row, shown)
    box[0] = _page_box(box)
    return VisualTree(
        page,
        layout,
        start[order],
        stop[order],
        row[order],
        np.maximum(number[above], 0) * (above >= 0),
        box[order],
    )


def _loose_runs(page: Page, block: Mask, shown: Mask) -> tuple[Ints, Ints]:
    """Runs of text next to blocks, as half-open row ranges."""
    texts = page.text_rows[shown[page.text_rows]]
    above = nearest_ancestor(page, block)
    holds_blocks = np.zeros(len(page), bool)
    inner = above[np.flatnonzero(block)]
    holds_blocks[inner[inner >= 0]] = True
    holds_blocks[min(1, len(page) - 1)] = True
    texts = texts[(above[texts] >= 0) & holds_blocks[above[texts]]]
    if not len(texts):
        return texts, texts
    opened = np.cumsum(block)[texts]
    cut = (np.diff(opened, prepend=-1) > 0) | (np.diff(above[texts], prepend=-1) != 0)
    at = np.flatnonzero(cut)
    return texts[at], texts[np.append(at[1:], len(texts)) - 1] + 1


def _boxes(page: Page, layout: Layout, start: Ints, stop: Ints, row: Ints, shown: Mask) -> Floats:
    """Left, top, width, height of each block; a run of text has the box around its texts."""
    left, top = _clean(layout.x), _clean(layout.y)
    width, height = _clean(layout.width), _clean(layout.height)
    box = np.stack([left[start], top[start], width[start], height[start]], axis=1)
    loose = np.flatnonzero(row < 0)
    if not len(loose):
        return box
    far = np.where(page.is_text & shown, 0.0, np.inf)
    bounds = np.stack([start[loose], stop[loose]], axis=1).ravel()
    low = [np.minimum.reduceat(np.append(side + far, np.inf), bounds)[::2] for side in (left, top)]
    high = [np.maximum.reduceat(np.append(side - far, -np.inf), bounds)[::2] for side in (left + width, top + height)]
    box[loose] = np.stack([low[0], low[1], high[0] - low[0], high[1] - low[1]], axis=1)
    return np.nan_to_num(box, nan=0.0, posinf=0.0, neginf=0.0)


def _page_box(box: Floats) -> Floats:
    """The page reaches down to its last block, whatever height its body claims."""
    left, top, width, height = box[0]
    return np.array([left, top, width, max(height, float((box[:, 1] + box[:, 3]).max()) - top)])


def _clean(column: NDArray[np.float32]) -> Floats:
    return np.nan_to_num(column.astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0)
