"""Pages that a template would accept: how one template is merged into another.

A skeleton uses every optional part, repeats STAR bodies, and takes one alternative of each OR; enough
skeletons are made that each item of the template is in at least one of them. Two templates are merged by
generalising the first with the skeletons of the second, and what was counted at an item is found again by
matching skeletons (spec §4.1, merging).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sectio import deadline
from sectio.dom.page import Ints
from sectio.sites.template.pattern import Item, Node, Opt, Or, Seq, Star
from sectio.sites.template.view import Shape, View, label_id


@dataclass(frozen=True, eq=False)
class Skeleton:
    """A bare page and, for each of its rows, the position of the template item it was made from."""

    view: View
    origin: Ints


def skeletons(root: Node, *, repeats: int = 1, bare: bool = False) -> Iterator[Skeleton]:
    """Skeletons until every node has been in one; `bare` adds one without any optional part."""
    seen: set[int] = set()
    full = False
    while not full:
        before = len(seen)
        yield _expand(root, seen, repeats, False)
        full = len(seen) == before or len(seen) == _count(root)
    if bare:
        yield _expand(root, seen, 0, True)


def _count(root: Node) -> int:
    total, stack = 0, [root]
    while stack:
        deadline.check()
        node = stack.pop()
        total += 1
        stack += node.nodes
    return total


def _expand(root: Node, seen: set[int], repeats: int, bare: bool) -> Skeleton:
    labels: list[str] = []
    parent: list[int] = []
    origin: list[int] = []
    stack: list[tuple[Item, int, int]] = [(root, 0, 0)]
    while stack:
        item, place, above = stack.pop()
        if isinstance(item, Node):
            row = len(labels)
            seen.add(place)
            labels.append(item.label)
            parent.append(above)
            origin.append(place)
            stack += reversed(_placed(item.children, place + 1, row))
        elif isinstance(item, Or):
            stack += reversed(_placed(*_choose(item, place + 1, seen), above))
        elif not (bare and isinstance(item, Star | Opt)):
            body = _placed(item.seq, place + 1, above)
            stack += list(reversed(body)) * (repeats if isinstance(item, Star) else 1)
    return Skeleton(_view(labels, parent), np.array(origin, np.int32))


def _placed(seq: Seq, place: int, above: int) -> list[tuple[Item, int, int]]:
    found = []
    for item in seq:
        found.append((item, place, above))
        place += item.size
    return found


def _choose(item: Or, place: int, seen: set[int]) -> tuple[Seq, int]:
    """The first alternative with a node not seen yet, else the first of all."""
    here = place
    for alt in item.alts:
        size = sum(inner.size for inner in alt)
        if any(not _covered(inner, start, seen) for inner, start, _ in _placed(alt, here, 0)):
            return alt, here
        here += size
    return item.alts[0], place


def _covered(item: Item, place: int, seen: set[int]) -> bool:
    """Whether every node of an item has been in a skeleton."""
    stack = [(item, place)]
    while stack:
        top, here = stack.pop()
        if isinstance(top, Node) and here not in seen:
            return False
        inner = top.children if isinstance(top, Node) else () if isinstance(top, Or) else top.seq
        stack += [(one, start) for one, start, _ in _placed(inner, here + 1, 0)]
        if isinstance(top, Or):
            start = here + 1
            for alt in top.alts:
                stack += [(one, begin) for one, begin, _ in _placed(alt, start, 0)]
                start += sum(one.size for one in alt)
    return True


def _view(labels: list[str], parent: list[int]) -> View:
    above = np.array(parent, np.int32)
    depth = np.zeros(len(labels), np.int32)
    end = np.arange(1, len(labels) + 1, dtype=np.int32)
    for row in range(1, len(labels)):
        depth[row] = depth[parent[row]] + 1
    for row in range(len(labels) - 1, 0, -1):
        end[parent[row]] = max(end[parent[row]], end[row])
    numbers = np.array([label_id(label) for label in labels], np.int64)
    return View(Shape(above, end, depth), labels, numbers)
