"""Cutting a page into sections (template spec §6.2): what repeats first, the rest by area and separators.

The result is one section number per row. Nothing is copied: a section is a top node, the rows below it that no earlier
section took, and its kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import child_sum, subtree_sum

AREA: Final = 0.15
SECTIONING: Final = tuple(
    "table div tbody tr td th section article main aside header footer nav form center ul ol dl".split()
)
SEPARATORS: Final = ("hr", "frameset", "frame")
INLINE: Final = tuple("#text b em i u strong span font a small sub sup br code abbr cite q".split())


@dataclass(frozen=True)
class Piece:
    """A section before it has a score: its kind and its top nodes."""

    kind: str
    nodes: tuple[int, ...]


@dataclass(eq=False)
class Cut:
    """The sections of a page; `section[row]` is an index of `pieces`, or -1 for rows above all sections."""

    section: Ints
    pieces: list[Piece] = field(default_factory=list)

    def add(self, page: Page, kind: str, nodes: Sequence[int]) -> None:
        """Make a section of what is not yet taken below these nodes."""
        number = len(self.pieces)
        self.pieces.append(Piece(kind, tuple(nodes)))
        for node in nodes:
            rows = self.section[node : page.end[node]]
            rows[rows < 0] = number


def cut(page: Page, *, stars: Ints, area: Floats, content: Mask, split: Mask | None = None, ratio: float = AREA) -> Cut:
    """Cut the page. `stars` numbers the rows that are items of a repetition (-1 elsewhere), one section per number.

    `content` marks leaves that carry something; `split` marks further nodes to be taken apart whatever their area.
    """
    made = Cut(np.full(len(page), -1, np.int32))
    for number in np.unique(stars[stars >= 0]).tolist():
        made.add(page, "star", np.flatnonzero(stars == number).tolist())
    root = min(1, len(page) - 1)
    large = area > ratio * max(float(area[root]), 1e-9)
    opened = large & (child_sum(page, large & page.is_tag(*SECTIONING)) > 0)
    if split is not None:
        opened |= split
    parted = child_sum(page, page.is_tag(*SEPARATORS)) > 0
    left = subtree_sum(page, content & (made.section < 0)) > 0
    inline = page.is_tag(*INLINE) | page.is_text
    _Walk(page, made, left, opened, parted, inline).run(root)
    return made


@dataclass(eq=False)
class _Walk:
    """The top-down part: `left` marks nodes with something to cut, `opened` those to take apart."""

    page: Page
    made: Cut
    left: Mask
    opened: Mask
    parted: Mask
    inline: Mask

    def run(self, root: int) -> None:
        """Visit nodes in document order."""
        stack: list[int | list[int]] = [root]
        while stack:
            top = stack.pop()
            if isinstance(top, list):
                self.made.add(self.page, "inline", top)
            elif not self.left[top]:
                continue
            elif self.opened[top]:
                stack += reversed(self._children(top))
            elif self.parted[top]:
                self._separate(top)
            else:
                self.made.add(self.page, "block", [top])

    def _children(self, node: int) -> list[int | list[int]]:
        """The children to walk on with; a run of inline ones is a section of its own."""
        steps: list[int | list[int]] = []
        run: list[int] = []
        for child in [*self.page.children(node), -1]:
            # What a STAR took breaks the run.
            if child >= 0 and self.inline[child] and self.made.section[child] < 0:
                run.append(child)
                continue
            if any(self.left[one] for one in run):
                steps.append(run)
            run = []
            if child >= 0:
                steps.append(child)
        return steps

    def _separate(self, node: int) -> None:
        """Split the children at separators."""
        group: list[int] = []
        separator = self.page.is_tag(*SEPARATORS)
        for child in [*self.page.children(node), -1]:
            if child >= 0 and not separator[child]:
                group.append(child)
                continue
            if any(self.left[one] for one in group):
                self.made.add(self.page, "separator", group)
            group = []
            # A frame page may hold text inside its separators.
            if child >= 0 and self.left[child]:
                self.made.add(self.page, "block", [child])
