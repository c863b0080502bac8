"""Who answers whom: by elements inside elements, by containers after an item, by indentation."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

import numpy as np

from sectio.dom import words
from sectio.dom.page import Page
from sectio.patterns import pattern
from sectio.threads.items import Item, containing

_INDENT: Final = pattern(r"(?:margin|padding)-left:\s*(\d{1,4}(?:\.\d+)?)\s*(px|em|rem|%)")
_LEVEL: Final = pattern(rf"(?:^|\s)(?:{'|'.join(words.LEVELS)})[-_]?(\d{{1,3}})(?:\s|$)")
_ATTRIBUTES: Final = ("depth", "indent", "data-depth", "data-level", "data-indent", "aria-level")
# How far into an item its indentation is looked for.
REACH: Final = 6


def parents(page: Page, items: Sequence[Item]) -> list[int | None]:
    """For each item the number of the one it answers."""
    around = containing(items)
    if any(parent >= 0 for parent in around):
        return [parent if parent >= 0 else None for parent in around]
    after = _after_items(page, items)
    if any(parent is not None for parent in after):
        return after
    return _by_indent([_indent(page, item) for item in items])


def _after_items(page: Page, items: Sequence[Item]) -> list[int | None]:
    """Items in a container that follows an item, beside it, answer that item."""
    by_parent: dict[int, list[int]] = {}
    for number, item in enumerate(items):
        by_parent.setdefault(int(page.parent[item.start]), []).append(number)
    found: list[int | None] = []
    for number, item in enumerate(items):
        found.append(_before(page, items, by_parent, int(page.parent[item.start]), number))
    return found


def _before(page: Page, items: Sequence[Item], by_parent: dict[int, list[int]], row: int, number: int) -> int | None:
    """The last item beside one of the elements around an item, before it."""
    for _ in range(8):
        if row <= 1:
            return None
        beside = by_parent.get(int(page.parent[row]), [])
        nearest = map(beside.__getitem__, range(bisect_left(beside, number) - 1, -1, -1))
        above = next((n for n in nearest if items[n].end <= row and items[n].kind == items[number].kind), None)
        if above is not None:
            return above
        row = int(page.parent[row])
    return None


def _indent(page: Page, item: Item) -> float | None:
    """How far an item is indented, in whatever unit."""
    for row in range(item.start, min(item.start + REACH, item.end)):
        if not page.tag[row]:
            continue
        attributes = page.source.attributes(row)
        stated = next((attributes[name] for name in _ATTRIBUTES if attributes.get(name, "").isdecimal()), None)
        match = _INDENT.search(attributes.get("style", "")) or _LEVEL.search(attributes.get("class", ""))
        if stated is not None or match:
            return float(stated if stated is not None else match[1])  # type: ignore[index]
    return None


def _by_indent(indents: Sequence[float | None]) -> list[int | None]:
    """The last item before that is indented less."""
    found: list[int | None] = []
    stack: list[tuple[float, int]] = []
    for number, given in enumerate(indents):
        indent = 0.0 if given is None else given
        while stack and stack[-1][0] >= indent:
            stack.pop()
        found.append(stack[-1][1] if stack else None)
        stack.append((indent, number))
    return found


def depths(above: Sequence[int | None]) -> list[int]:
    """How many answers each is away from one that answers nothing."""
    found: list[int] = []
    for parent in above:
        found.append(0 if parent is None else found[parent] + 1)
    return found


def without(numbers: np.ndarray, above: Sequence[int | None]) -> list[int | None]:
    """The parents among the kept numbers: answers to what is left out answer what that answered."""
    place = {int(number): i for i, number in enumerate(numbers)}
    found: list[int | None] = []
    for number in numbers.tolist():
        parent = above[number]
        while parent is not None and parent not in place:
            parent = above[parent]
        found.append(None if parent is None else place[parent])
    return found
