"""Cutting a page into sections (template spec §6.2): what repeats first, the rest by area and separators.

The result is one section number per row. Nothing is copied: a section is its top nodes, except the rows below
them that an earlier section took, and its kind.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sectio import deadline
from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import child_sum, subtree_any

AREA: Final = 0.15
SECTIONING: Final = tuple(
    "table div tbody tr td th section article main aside header footer nav form center ul ol dl".split()
)
SEPARATORS: Final = ("hr", "frameset", "frame")
INLINE: Final = tuple("#text b em i u strong span font a small sub sup br code abbr cite q".split())
# What a noisy part inside a section may be cut out as; a cell, an item or a paragraph stays with its siblings.
PARTS: Final = tuple(
    """table div tbody section article main aside header footer nav form center ul ol dl figure details
    fieldset menu blockquote address""".split()
)
MIXED_LEAST: Final = 0.1
MIXED_MOST: Final = 0.75


@dataclass(frozen=True)
class Piece:
    """A section before it has a score: its kind and its top nodes."""

    kind: str
    nodes: Sequence[int]


@dataclass(eq=False)
class Cut:
    """The sections of a page; `section[row]` is an index of `pieces`, or -1 for rows above all sections."""

    section: Ints
    pieces: list[Piece] = field(default_factory=list)

    def add(self, page: Page, kind: str, nodes: Sequence[int]) -> None:
        """Make a section of what is not yet taken below these nodes."""
        number = len(self.pieces)
        self.pieces.append(Piece(kind, array("i", nodes)))
        for node in nodes:
            rows = self.section[node : page.end[node]]
            rows[rows < 0] = number


@dataclass(frozen=True, eq=False)
class Mixture:
    """Where noise and content are mixed: `mixed` nodes are split at what is `noisy` in them."""

    mixed: Mask
    noisy: Mask


def find_mixtures(page: Page, noise: Floats, *, least: float = MIXED_LEAST, most: float = MIXED_MOST) -> Mixture:
    """Nodes that are neither content nor noise as a whole and have a part below that is all noise.

    `noise` is the share of noise of each row's subtree. This refines the paper's cut, which never looks into
    a block smaller than 15 % of the page, nor into an article that contains its own share buttons.
    """
    noisy = noise > most
    part = noisy & page.is_tag(*PARTS)
    mixed = (noise > least) & ~noisy & page.is_element & subtree_any(page, part)
    return Mixture(mixed, noisy)


def cut(
    page: Page,
    *,
    stars: Ints,
    area: Floats,
    content: Mask,
    mixture: Mixture | None = None,
    ratio: float = AREA,
) -> Cut:
    """Cut the page. `stars` numbers the rows that are items of a repetition, -1 elsewhere.

    `content` marks the leaves that show something. With a `mixture` the cut is finer where noise and content
    are mixed, and coarser where they are not: paragraphs side by side are one section.
    """
    made = Cut(np.full(len(page), -1, np.int32))
    _add_stars(page, made, stars)
    root = min(1, len(page) - 1)
    large = area > ratio * max(float(area[root]), 1e-9)
    opened = large & (child_sum(page, large & page.is_tag(*SECTIONING)) > 0)
    separator = page.is_tag(*SEPARATORS)
    walk = _Walk(
        page,
        made,
        left=subtree_any(page, content & (made.section < 0)),
        opened=opened,
        mixture=mixture,
        section_tag=page.is_tag(*SECTIONING),
        separator=separator,
        is_split=child_sum(page, separator) > 0,
        inline=page.is_tag(*INLINE) | page.is_text,
    )
    walk.run(root)
    return made


def _add_stars(page: Page, made: Cut, stars: Ints) -> None:
    items = np.flatnonzero(stars >= 0)
    items = items[np.argsort(stars[items], kind="stable")]
    starts = np.flatnonzero(np.diff(stars[items], prepend=-1))
    for group in np.split(items, starts[1:]):
        if len(group):
            made.add(page, "star", group.tolist())


_Step = tuple[str, list[int]]


@dataclass(eq=False)
class _Walk:
    """The top-down part: `left` marks nodes with something to cut, `opened` those that are large enough."""

    page: Page
    made: Cut
    left: Mask
    opened: Mask
    mixture: Mixture | None
    section_tag: Mask
    separator: Mask
    is_split: Mask
    inline: Mask

    def run(self, root: int) -> None:
        """Visit nodes in document order; a step is a node to visit or a run of siblings that is a section."""
        stack: list[_Step] = [("", [root])]
        while stack:
            deadline.check()
            kind, nodes = stack.pop()
            node = nodes[0]
            if kind:
                self.made.add(self.page, kind, nodes)
            elif not self.left[node]:
                continue
            elif self.opened[node]:
                stack += reversed(self._children(node) if self.mixture is None else self._runs(node))
            elif self.is_split[node]:
                stack += reversed(self._between_separators(node))
            elif self.mixture is not None and self.mixture.mixed[node]:
                stack += reversed(self._runs(node))
            else:
                self.made.add(self.page, "block", [node])

    def _children(self, node: int) -> list[_Step]:
        """Visit the children; a run of inline ones is a section, and what a STAR took breaks the run."""
        steps: list[_Step] = []
        run: list[int] = []
        for child in self.page.children(node):
            if self.inline[child] and self.made.section[child] < 0:
                run.append(child)
                continue
            steps += self._if_left("inline", run)
            steps.append(("", [child]))
            run = []
        return steps + self._if_left("inline", run)

    def _between_separators(self, node: int) -> list[_Step]:
        """The groups of children between separators; a frame with text of its own is a group too."""
        steps: list[_Step] = []
        group: list[int] = []
        for child in self.page.children(node):
            if self.separator[child]:
                steps += self._if_left("separator", group) + self._if_left("separator", [child])
                group = []
            else:
                group.append(child)
        return steps + self._if_left("separator", group)

    def _runs(self, node: int) -> list[_Step]:
        """Children in runs of noise and of the rest; what can be cut further is visited."""
        assert self.mixture is not None
        steps: list[_Step] = []
        run: list[int] = []
        before = False
        area_cut = bool(self.opened[node])
        for child in self.page.children(node):
            if self.separator[child] and run:
                steps.append((self._kind(run), run))
                run = []
            if not self.left[child]:
                continue
            noisy = bool(self.mixture.noisy[child]) and not self.inline[child]
            visit = self._can_be_cut(child) or (area_cut and bool(self.section_tag[child]))
            if run and (visit or noisy != before):
                steps.append((self._kind(run), run))
                run = []
            if visit:
                steps.append(("", [child]))
            else:
                run.append(child)
            before = noisy
        return [*steps, (self._kind(run), run)] if run else steps

    def _can_be_cut(self, node: int) -> bool:
        mixed = self.mixture is not None and bool(self.mixture.mixed[node])
        return mixed or bool(self.opened[node]) or bool(self.is_split[node])

    def _kind(self, run: list[int]) -> str:
        return "inline" if all(self.inline[node] for node in run) else "block"

    def _if_left(self, kind: str, nodes: list[int]) -> list[_Step]:
        return [(kind, nodes)] if any(self.left[node] for node in nodes) else []
