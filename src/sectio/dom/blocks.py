"""Text blocks: runs of text that a reader sees as one piece.

A block is a maximal run of text nodes with no block boundary and no line break between them. It is the unit in which
content is separated from noise: on real pages a perfect choice of blocks rebuilds the gold text almost completely.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom.chars import normalise
from sectio.dom.page import Column, Ints, Mask, Page
from sectio.dom.unicode import composed
from sectio.once import once


@dataclass(frozen=True, eq=False)
class Blocks:
    """The text blocks of a page, in document order; `first` and `last` are positions in `page.texts`, half-open."""

    page: Page
    first: Ints
    last: Ints

    @classmethod
    def of(cls, page: Page) -> Self:
        """The text blocks of a page."""
        first = page.block_gaps.nonzero()[0].astype(np.int32)
        last = np.empty_like(first)
        last[:-1], last[-1:] = first[1:], len(page.texts)
        return cls(page, first, last)

    def __len__(self) -> int:
        return len(self.first)

    @once
    def sizes(self) -> Ints:
        """How many texts each block has."""
        return self.last - self.first

    @once
    def of_text(self) -> Ints:
        """The block of each text node (aligned with `page.texts`)."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.sizes)

    @once
    def node(self) -> Ints:
        """The first text node (row) of each block."""
        return self.page.text_rows[self.first]

    @once
    def words(self) -> NDArray[np.float64]:
        """Words of each block."""
        return self.sum(self.page.counts.words)

    def sum(self, per_text: Column) -> NDArray[np.float64]:
        """Sum of a text node measure, or of several side by side (one in each row), over each block."""
        if not len(self):
            return np.zeros((*per_text.shape[:-1], 0))
        return np.add.reduceat(per_text, self.first, axis=-1, dtype=np.float64)

    def text(self, block: int) -> str:
        """The text of a block, white space collapsed."""
        first, last = int(self.first[block]), int(self.last[block])
        page = self.page
        return normalise(
            page.texts[first] if last - first == 1 else _run(page.texts, page.after_blank.data, first, last)
        )

    @once
    def texts(self) -> list[str]:
        """The texts of all blocks, as `text` gives them, in a fraction of the time."""
        texts, blanks = self.page.texts, self.page.after_blank.tolist()
        bounds = zip(self.first.tolist(), self.last.tolist(), strict=True)
        return _normalised(
            [
                " ".join((texts[i] if j == i + 1 else _run(texts, blanks, i, j)).split())  # most blocks are one text
                for i, j in deadline.watched(bounds)
            ]
        )

    def some(self, numbers: NDArray[np.intp]) -> list[str]:
        """The texts of these blocks, as `text` gives them; for more than a few blocks, and fewer than all."""
        texts, blanks = self.page.texts, self.page.after_blank.data
        bounds = zip(self.first.take(numbers).tolist(), self.last.take(numbers).tolist(), strict=True)
        return _normalised(
            [
                " ".join((texts[i] if j == i + 1 else _run(texts, blanks, i, j)).split())  # most blocks are one text
                for i, j in deadline.watched(bounds)
            ]
        )

    def distinct(self, numbers: NDArray[np.intp]) -> list[str]:
        """The same, but each text once or a few times, in any order: blocks that say the same are read once."""
        single = self.sizes.take(numbers) == 1
        found = {*map(self.page.texts.__getitem__, self.first.take(numbers[single]).tolist())}
        return _normalised([" ".join(text.split()) for text in deadline.watched(found)]) + self.some(numbers[~single])

    def rows(self, chosen: Mask) -> Mask:
        """A mask over the page's rows from a choice of blocks."""
        mask = np.zeros(len(self.page), bool)
        mask[self.page.text_rows] = chosen.repeat(self.sizes)
        return mask


def _normalised(lines: list[str]) -> list[str]:
    """Lines in the Unicode form of results, and with single spaces; composing all of them at once is quicker."""
    whole = "\n".join(lines)
    clean = composed(whole)
    return lines if clean == whole else [" ".join(line.split()) for line in clean.split("\n")]


def _run(texts: Sequence[str], blanks: Sequence[int], first: int, last: int) -> str:
    """The texts of one block, with a space where white space is left out between them: that inside of texts is there already."""
    return "".join([f" {texts[i]}" if blanks[i] else texts[i] for i in range(first, last)])
