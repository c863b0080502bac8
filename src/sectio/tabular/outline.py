"""A page as its items see it: what each row is called, what it shows, and where it ends, as plain lists.

Rows are called by their tag and one class: of an element's classes the one that most siblings of its tag share, so that
`item odd` and `item first` are the same, digits aside.
"""

import re
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
# More than the codes of tags, which have 16 bits.
TAGS: Final = 1 << 16


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
    def is_block(self) -> list[bool]:
        """Whether a row is a block."""
        found: list[bool] = self.page.is_block.tolist()
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
    def codes(self) -> list[int]:
        """Depth and tag of each row, as one number: `depth * TAGS + tag`."""
        found: list[int] = (self.page.depth.astype(np.int64) * TAGS + self.page.tag).tolist()
        return found

    @cached_property
    def nesting(self) -> list[int]:
        """How deep each row is, whether it shows anything and whether it is a link, as one number."""
        depth, shows = self.page.depth.astype(np.int64), np.array(self.shows, bool)
        found: list[int] = (depth * 4 + shows * 2 + self.page.is_link).tolist()
        return found

    @cached_property
    def labels(self) -> list[str]:
        """The name of each row: `div.card`, `tr`, `#text`."""
        page = self.page
        names = [page.tag_names[code] for code in self.tag]
        tokens = {value: class_tokens(value) for value in {*page.classes.values()}}
        rows = [row for row, value in page.classes.items() if tokens[value] and names[row] not in _BARE]
        keys = [(self.parent[row], self.tag[row]) for row in rows]
        found = [tokens[page.classes[row]] for row in rows]
        # Only siblings of those with a choice are counted.
        several = {key for key, own in zip(keys, found, strict=True) if len(own) > 1}
        both = [(key, own) for key, own in zip(keys, found, strict=True) if key in several]
        counts = Counter((key, one) for key, own in both for one in {*own})
        for row, key, own in zip(rows, keys, found, strict=True):
            times = [counts[key, one] for one in own] if len(own) > 1 else [1]
            names[row] = f"{names[row]}.{own[times.index(max(times))]}"
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
        first, last = self._before[start], self._before[stop]
        shown = [first] if last == first + 1 else range(first, last)
        shown = [i for i in shown if self._is_shown[i]]
        if len(shown) != 1:
            return self.page.join(shown)
        text = self._texts.get(shown[0])
        if text is None:
            text = self._texts[shown[0]] = self.page.join(shown)
        return text

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    @cached_property
    def _before(self) -> list[int]:
        """For each row, and the end, the number of texts before it."""
        found: list[int] = np.concatenate(([0], np.cumsum(self.page.is_text))).tolist()
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
