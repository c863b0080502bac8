"""Lists inside one page: three or more siblings of one tag and class, side by side."""

from typing import Final

import numpy as np

from sectio.dom.page import Floats, Ints, Page
from sectio.dom.tree import ancestor_any, subtree_any

FEWEST: Final = 3
# One page does not show whether a list is a list of items or an article; the inside of such a large one is searched.
MAX_RATIO: Final = 0.3
# Running text repeats its tags too, and is not a list.
RUNNING: Final = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "figure", "br", "hr", "img")
_PRIME: Final = 1_000_003


def repetitions(page: Page, area: Floats, *, max_ratio: float = MAX_RATIO) -> Ints:
    """The rows that are items of a list, numbered by list; -1 elsewhere.

    A list that takes more than `max_ratio` of the page's area is skipped in favour of the lists inside it.
    """
    groups = np.full(len(page), -1, np.int32)
    items = _item_rows(page)
    if not len(items):
        return groups
    number = _run_numbers(page, items)
    small = np.bincount(number, weights=area[items]) <= max_ratio * area[min(1, len(page) - 1)]
    kept = (np.bincount(number) >= FEWEST) & small
    groups[items] = np.where(kept[number], number, -1)
    groups[ancestor_any(page, groups >= 0)] = -1
    return groups


def _item_rows(page: Page) -> Ints:
    """The elements that may be items, adjacent siblings: blocks that show something and are not running text."""
    full = subtree_any(page, (page.is_text | page.is_tag("img")) & page.visible)
    able = page.is_block & full & ~page.is_tag(*RUNNING)
    able[: min(2, len(able))] = False
    rows = np.flatnonzero(able)
    return rows[np.argsort(page.parent[rows], kind="stable")].astype(np.int32)


def _run_numbers(page: Page, items: Ints) -> Ints:
    """A number for each run of similar siblings; any other element ends the run."""
    label = page.class_numbers[items] * _PRIME + page.tag[items]
    parent = page.parent[items]
    new = np.ones(len(items), bool)
    new[1:] = (parent[1:] != parent[:-1]) | (label[1:] != label[:-1])
    return (np.cumsum(new) - 1).astype(np.int32)
