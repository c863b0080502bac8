"""The skeleton of a page: what its template fixes, with the length of the content taken out.

Two articles of one template differ in how much text they have: ten paragraphs or a hundred, three comments or
none. On plain trees that alone makes them dissimilar. A skeleton keeps the block elements, distinguishes them by
tag and first class name, and counts equal siblings by the logarithm of their number.
"""

from collections import Counter
from typing import Final

from sectio.dom.page import Page
from sectio.dom.tree import subtree_any
from sectio.sites.rtdm.trees import Tree

# Kinds of pages separate at a skeleton similarity of 0.57 (generated sites, experiment E7). The power puts that
# at 0.8, the similarity at which Reis et al. separate plain trees.
POWER: Final = 0.4

Shape = tuple[str, tuple[int, ...]]


def skeleton(page: Page) -> Tree:
    """The tree of block elements, equal siblings counted by the logarithm of their number."""
    kept = subtree_any(page, page.is_block).tolist()
    labels = _labels(page)
    parents = page.parent.tolist()
    shapes: dict[Shape, int] = {}
    children: list[list[int]] = [[] for _ in labels]
    number = 0
    for row in range(len(labels) - 1, -1, -1):
        if kept[row]:
            shape = labels[row], _thinned(children[row][::-1])
            number = shapes.setdefault(shape, len(shapes))
            children[parents[row]].append(number)
    return _unfold(number, list(shapes)) if shapes else Tree.build([], [])


def _labels(page: Page) -> list[str]:
    labels = [page.tag_names[code] for code in page.tag.tolist()]
    for row, names in page.classes.items():
        first = names.split(maxsplit=1)[:1]
        labels[row] = ".".join((labels[row], *first))
    return labels


def _thinned(children: list[int]) -> tuple[int, ...]:
    """Each kind of child, as often as its count has binary digits, in order of first appearance."""
    return tuple(kind for kind, count in Counter(children).items() for _ in range(count.bit_length()))


def _unfold(root: int, shapes: list[Shape]) -> Tree:
    labels: list[str] = []
    parents: list[int] = []
    todo = [(root, 0)]
    while todo:
        number, above = todo.pop()
        label, children = shapes[number]
        parents.append(above)
        todo += [(child, len(labels)) for child in reversed(children)]
        labels.append(label)
    return Tree.build(labels, parents)
