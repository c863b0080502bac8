"""XPaths of many nodes of one page: positions among siblings are found once for all rows."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from sectio.dom.page import Page


class XPaths:
    """Names nodes of a page as `Page.xpath` does, each in time linear in its depth."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def of(self, nodes: Sequence[int]) -> str:
        """One path for these nodes: siblings of one tag are named together, others by the first of them."""
        page, first = self._page, nodes[0]
        rows = np.asarray(nodes)
        alike = bool((page.tag[rows] == page.tag[first]).all() and (page.parent[rows] == page.parent[first]).all())
        if len(nodes) == 1 or not alike or not first:
            return self.one(first)
        return f"{self.one(int(page.parent[first]))}/{self._name(first)}"

    def one(self, node: int) -> str:
        """The path of one node."""
        steps: list[str] = []
        index, total = self._places
        while node:
            name = self._name(node)
            steps.append(f"{name}[{index[node]}]" if total[node] > 1 else name)
            node = int(self._page.parent[node])
        return "/" + "/".join([self._page.tag_of(0), *reversed(steps)])

    def _name(self, node: int) -> str:
        return "text()" if self._page.is_text[node] else self._page.tag_of(node)

    @cached_property
    def _places(self) -> tuple[list[int], list[int]]:
        """For each row its place among siblings of its tag, from 1, and how many there are."""
        page = self._page
        keys = page.parent.astype(np.int64) << 16 | page.tag
        keys[0] = -1  # the root is its own parent
        _, group, count = np.unique(keys, return_inverse=True, return_counts=True)
        group = group.reshape(-1)
        order = np.argsort(group, kind="stable")
        firsts = np.cumsum(count) - count
        index = np.empty(len(page), np.int64)
        index[order] = np.arange(len(page)) - firsts[group[order]] + 1
        return index.tolist(), count[group].tolist()
