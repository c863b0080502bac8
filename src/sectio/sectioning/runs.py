"""Splitting pieces that are partly content and partly noise, into runs of leaves of one kind."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.sectioning.cut import Cut, Piece


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs of leaves of one kind inside one piece: where each begins in `order`, its piece, kind and words."""

    order: NDArray[np.intp]
    start: NDArray[np.intp]
    piece: Ints
    content: Mask
    words: Floats

    @classmethod
    def of(cls, page: Page, piece: Ints, leaves: NDArray[np.intp], content: Mask) -> "Runs":
        """The runs of leaves, given the piece of each and whether it is content."""
        order = leaves[np.argsort(piece, kind="stable")]
        piece, kind = np.sort(piece, kind="stable"), content[np.argsort(piece, kind="stable")]
        new = np.ones(len(order), bool)
        new[1:] = (piece[1:] != piece[:-1]) | (kind[1:] != kind[:-1])
        start = np.flatnonzero(new)
        words = np.add.reduceat(page.words[order].astype(np.float64), start) if len(start) else np.zeros(0)
        return cls(order, start, piece[start], kind[start], words)

    @property
    def is_inner(self) -> Mask:
        """True for a run with other runs of its piece on both sides."""
        inner = np.zeros(len(self.start), bool)
        inner[1:-1] = (self.piece[1:-1] == self.piece[:-2]) & (self.piece[1:-1] == self.piece[2:])
        return inner

    @property
    def is_whole(self) -> Mask:
        """True for a run that is all of its piece."""
        whole: Mask = np.bincount(self.piece, minlength=1)[self.piece] == 1
        return whole

    def numbers(self, absorbed: Mask) -> NDArray[np.intp]:
        """A section number for each run: an absorbed run has the number of the run before it, or after it if there is none."""
        kind = np.where(absorbed, -1, self.content.astype(np.int8))
        first = np.ones(len(self.start), bool)
        first[1:] = self.piece[1:] != self.piece[:-1]
        for i in np.flatnonzero(kind < 0).tolist():  # few: they fit into a small budget
            kind[i] = self.content[i] if first[i] else kind[i - 1]
        new = first.copy()
        new[1:] |= kind[1:] != kind[:-1]
        return np.cumsum(new) - 1


def split(page: Page, made: Cut, leaves: NDArray[np.intp], content: Mask, absorbed: Callable[[Runs], Mask]) -> Cut:
    """The same cut with every piece that is both content and noise split; `absorbed` runs stay with their neighbours."""
    runs = Runs.of(page, made.section[leaves], leaves, content)
    if not len(runs.start):
        return made
    numbers = runs.numbers(absorbed(runs))
    section = np.full(len(page), -1, np.int32)
    section[runs.order] = np.repeat(numbers, np.diff(np.append(runs.start, len(runs.order))))
    firsts = np.flatnonzero(np.diff(numbers, prepend=-1))
    is_whole = np.bincount(runs.piece[firsts], minlength=len(made.pieces)) == 1
    bounds = np.append(runs.start[firsts], len(runs.order))
    # Rows that are not leaves go with the first section of their piece.
    home = np.full(len(made.pieces) + 1, -1, np.int32)
    home[runs.piece[firsts][::-1]] = np.arange(len(firsts), dtype=np.int32)[::-1]
    section = np.where(section < 0, home[made.section], section)
    pieces = []
    for i, first in enumerate(firsts.tolist()):
        piece = made.pieces[int(runs.piece[first])]
        rows = runs.order[bounds[i] : bounds[i + 1]]
        pieces.append(piece if is_whole[runs.piece[first]] else Piece(piece.kind, _tops(page, rows)))
    return Cut(section, pieces)


def _tops(page: Page, rows: NDArray[np.intp]) -> Sequence[int]:
    """The largest subtrees that contain only these leaves, which are consecutive."""
    high = int(page.end[rows[-1]])
    tops = array("i")
    for leaf in rows.tolist():
        if tops and leaf < page.end[tops[-1]]:
            continue
        row = leaf
        # A parent that begins with this row and does not end after the run contains only leaves of the run.
        while (above := int(page.parent[row])) and above + 1 == row and int(page.end[above]) <= high:
            row = above
        tops.append(row)
    return tops
