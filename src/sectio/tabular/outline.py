"""A page as its items see it: what each row is called, what it shows, and where it ends, as plain lists.

Rows are called by their tag and one class: of an element's classes the one that most siblings of its tag share, so that
`item odd` and `item first` are the same, digits aside.
"""

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from sectio.dom.page import Ints, Mask, Page
from sectio.dom.tree import subtree_sum
from sectio.layout.estimate import weights
from sectio.output.address import absolute, base_of, image_address
from sectio.output.tables import MAX_COLSPAN, Tables

# Tags whose classes say more about the item than about what it is.
_BARE: Final = frozenset(("tr", "li", "td", "th", "tbody", "thead", "tfoot", "dt", "dd", "table", "body", "html"))
_VARIANTS: Final = frozenset("odd even alt first last active current selected new hot sticky pinned clearfix".split())
_DIGITS: Final = re.compile(r"\d+")
MAX_CLASS: Final = 60


@dataclass(frozen=True, eq=False)
class Outline:
    """Columns of a page as lists, for walks over single items."""

    page: Page
    url: str | None = None

    @cached_property
    def parent(self) -> list[int]:
        """The row above each row."""
        found: list[int] = self.page.parent.tolist()
        return found

    @cached_property
    def end(self) -> list[int]:
        """The row after each subtree."""
        found: list[int] = self.page.end.tolist()
        return found

    @cached_property
    def depth(self) -> list[int]:
        """Number of ancestors of each row."""
        found: list[int] = self.page.depth.tolist()
        return found

    @cached_property
    def tag(self) -> list[int]:
        """The code of each row's tag."""
        found: list[int] = self.page.tag.tolist()
        return found

    @cached_property
    def is_text(self) -> list[bool]:
        """Whether a row is a text."""
        found: list[bool] = self.page.is_text.tolist()
        return found

    @cached_property
    def is_link(self) -> list[bool]:
        """Whether a row is a link."""
        found: list[bool] = self.page.is_link.tolist()
        return found

    @cached_property
    def is_image(self) -> list[bool]:
        """Whether a row is an image."""
        found: list[bool] = self.page.is_tag("img").tolist()
        return found

    @cached_property
    def is_leaf(self) -> Mask:
        """True for visible rows that show something themselves."""
        return (self.page.is_text | self.page.is_tag("img")) & self.page.visible

    @cached_property
    def size(self) -> Ints:
        """How much is shown in each subtree, in characters."""
        return subtree_sum(self.page, weights(self.page) * self.is_leaf).astype(np.int32)

    @cached_property
    def shows(self) -> list[bool]:
        """Whether anything is shown in a subtree."""
        found: list[bool] = (subtree_sum(self.page, self.is_leaf) > 0).tolist()
        return found

    @cached_property
    def labels(self) -> list[str]:
        """The name of each row: `div.card`, `tr`, `#text`."""
        page = self.page
        names = [page.tag_names[code] for code in page.tag.tolist()]
        chosen = {row: value for row, value in page.classes.items() if names[row] not in _BARE}
        tokens = {row: class_tokens(value) for row, value in chosen.items()}
        counts = Counter((self.parent[row], names[row], one) for row, found in tokens.items() for one in set(found))
        for row, found in tokens.items():
            if found:
                above, tag = self.parent[row], names[row]
                names[row] = f"{tag}.{max(found, key=lambda one: counts[above, tag, one])}"
        return names

    @cached_property
    def columns(self) -> dict[int, int]:
        """The column of each cell of a table, by its row; with tables inside, rows that reach down are not counted."""
        page = self.page
        found: dict[int, int] = {}
        is_table = page.is_tag("table")
        inner = subtree_sum(page, is_table) == 1
        tables = Tables(page)
        for node in np.flatnonzero(is_table & inner).tolist():
            found.update((cell.node, cell.column) for cell in tables.grid(node))
        for row in np.flatnonzero(tables.is_row).tolist():
            number = 0
            for cell in [] if row + 1 in found else page.children(row):
                found[cell] = number
                number += span_of(page, cell)
        return found

    @cached_property
    def _base(self) -> str | None:
        return base_of(self.page, self.url)

    def link(self, row: int) -> str:
        """Where a link leads, made absolute if the page's address is known; empty unless it is harmless."""
        return absolute(self.page.attribute(row, "href") or "", self._base) or ""

    def image(self, row: int) -> str:
        """Where an image comes from."""
        return image_address(self.page.source.attributes(row), self._base) or ""

    def text(self, start: int, stop: int) -> str:
        """The visible text of some rows, on one line."""
        first, last = bisect_left(self._text_rows, start), bisect_left(self._text_rows, stop)
        shown = [i for i in range(first, last) if self._is_shown[i]]
        if len(shown) == 1:
            return self._texts.get(shown[0]) or self._texts.setdefault(shown[0], self.page.join(shown))
        return self.page.join(shown)

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    @cached_property
    def _text_rows(self) -> list[int]:
        found: list[int] = self.page.text_rows.tolist()
        return found

    @cached_property
    def _is_shown(self) -> list[bool]:
        found: list[bool] = self.page.visible[self.page.text_rows].tolist()
        return found


def span_of(page: Page, cell: int) -> int:
    """How many columns a cell takes."""
    value = (page.attribute(cell, "colspan") or "").strip()[:4]
    return max(1, min(int(value), MAX_COLSPAN)) if value.isascii() and value.isdecimal() else 1


def class_tokens(value: str) -> list[str]:
    """The classes of an element, digits removed; those that tell the variants of one kind apart are left out."""
    found = (_DIGITS.sub("", token).strip("-_").lower() for token in value[:MAX_CLASS].split())
    return [token for token in found if token and token not in _VARIANTS]
