"""Matching: which template item each page node goes to (spec §5).

Pairs of a template node and a page subtree that were matched before, on this page or an earlier one, are
copied: the parts that a site repeats cost one look-up.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sectio import deadline
from sectio.dom.page import Ints
from sectio.sites.template.align import FULL, MIN_MATCH_SIM, align, compile_seq, fit
from sectio.sites.template.pattern import Node
from sectio.sites.template.view import View

_MEMO_PAIRS: Final = 200_000
_Known = tuple[Ints, Ints, int, int, int]


@dataclass(frozen=True, eq=False)
class Mapping:
    """For each page row the position of its template node, or -1, and the penalty of its child list."""

    place: Ints
    losses: Ints
    fit: float

    @property
    def accepted(self) -> bool:
        """Every page node has a partner and nothing the template demands is missing."""
        return bool(self.fit) and not self.losses.any()


@dataclass(eq=False)
class Matcher:
    """Matches pages with one template; remembers what it has matched."""

    root: Node
    min_match_sim: float = MIN_MATCH_SIM
    _memo: dict[tuple[Node, int], _Known] = field(default_factory=dict, repr=False)

    def match(self, view: View) -> Mapping:
        """Map the page's rows to positions of the template."""
        place = np.full(len(view), -1, np.int32)
        losses = np.zeros(len(view), np.int32)
        share = fit(self.root, view, view.root) / FULL
        if self.root.label != view.label[view.root]:
            return Mapping(place, losses, 0.0)
        if len(self._memo) > _MEMO_PAIRS:
            self._memo.clear()
        prints, end, memo = view.prints, view.end, self._memo
        stack = [(self.root, 0, view.root)]
        while stack:
            deadline.check()
            node, position, row = stack.pop()
            key = node, prints[row]
            known = memo.get(key)
            if known is not None:
                _copy(place, losses, row, end[row], position, known)
                continue
            memo[key] = place, losses, row, end[row], position
            place[row] = position
            children = view.children(row)
            if children or node.children:
                losses[row] = self._match_children(node, position, view, children, stack)
        place.flags.writeable = losses.flags.writeable = False  # the memo shares them
        return Mapping(place, losses, share)

    def _match_children(
        self, node: Node, position: int, view: View, children: list[int], stack: list[tuple[Node, int, int]]
    ) -> int:
        """Align the children, put the pairs on the stack, return the penalty."""
        auto = node.compiled.get("children")
        if auto is None:
            auto = node.compiled["children"] = compile_seq(node.children)
        path = align(auto, view, children, min_sim=self.min_match_sim)
        first = position + 1
        for child, edge in zip(children, path.edges, strict=True):
            if edge >= 0:
                stack.append((auto.nodes[edge], first + auto.offset[edge], child))
        return path.penalty


def _copy(place: Ints, losses: Ints, row: int, end: int, position: int, known: _Known) -> None:
    """The result of an equal subtree, moved to this row and this position of the template."""
    before, lost, start, stop, origin = known
    part = before[start:stop]
    place[row:end] = np.where(part >= 0, part + (position - origin), -1)
    losses[row:end] = lost[start:stop]
