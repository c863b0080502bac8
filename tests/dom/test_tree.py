"""Every verb over the tree, against a slow twin that goes node by node."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from sectio.dom import tree
from sectio.dom.page import Mask, Page
from sectio.dom.parse import parse
from tests.strategies import trees

SEEDS = st.integers(0, 2**32 - 1)


def numbers(page: Page, seed: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """One number per node, some negative, many equal."""
    return np.random.default_rng(seed).integers(-5, 9, len(page))


def marks(page: Page, seed: int) -> Mask:
    """A random mask: sparse, dense, empty or full."""
    rng = np.random.default_rng(seed)
    mask: Mask = rng.random(len(page)) < rng.choice([0.0, 0.1, 0.5, 1.0])
    return mask


def paths(page: Page) -> list[list[int]]:
    """From each node up to the root, the node first."""
    found = [[0]]
    for node in range(1, len(page)):
        found.append([node, *found[page.parent[node]]])
    return found


def subtrees(page: Page) -> list[list[int]]:
    """Each node and everything below it, found by looking up from everywhere."""
    found: list[list[int]] = [[] for _ in range(len(page))]
    for path in paths(page):
        for up in path:
            found[up].append(path[0])
    return found


@given(trees(), SEEDS)
def test_subtree_sum(page: Page, seed: int) -> None:
    """Equals handing each node's total up to its parent."""
    values = numbers(page, seed)
    slow = values.astype(float)
    for node in reversed(range(1, len(page))):
        slow[page.parent[node]] += slow[node]
    assert_allclose(tree.subtree_sum(page, values), slow)


@given(trees())
def test_subtree_size(page: Page) -> None:
    """Equals counting."""
    assert_array_equal(tree.subtree_size(page), [len(below) for below in subtrees(page)])


@given(trees(), SEEDS)
def test_subtree_any(page: Page, seed: int) -> None:
    """Equals looking at each descendant."""
    mask = marks(page, seed)
    assert_array_equal(tree.subtree_any(page, mask), [mask[below].any() for below in subtrees(page)])


@given(trees(), SEEDS)
def test_subtree_max(page: Page, seed: int) -> None:
    """Equals taking the largest of each subtree."""
    values = numbers(page, seed)
    assert_allclose(tree.subtree_max(page, values), [values[below].max() for below in subtrees(page)])


@given(trees(), SEEDS)
def test_child_sum_and_count(page: Page, seed: int) -> None:
    """Equals adding each node to its parent's entry; the root is not a child."""
    values = numbers(page, seed)
    total, count = np.zeros(len(page)), np.zeros(len(page), int)
    for node in range(1, len(page)):
        total[page.parent[node]] += values[node]
        count[page.parent[node]] += 1
    assert_allclose(tree.child_sum(page, values), total)
    assert_array_equal(tree.child_count(page), count)


@given(trees(), SEEDS)
def test_path_sum_and_max(page: Page, seed: int) -> None:
    """Equals walking up from each node."""
    values = numbers(page, seed)
    assert_allclose(tree.path_sum(page, values), [values[path].sum() for path in paths(page)])
    assert_allclose(tree.path_max(page, values), [values[path].max() for path in paths(page)])


@given(trees(), SEEDS)
def test_ancestor_any_and_covered(page: Page, seed: int) -> None:
    """Proper ancestors for the one, the node itself too for the other."""
    mask = marks(page, seed)
    above = np.array([any(mask[up] for up in path[1:]) for path in paths(page)])
    assert_array_equal(tree.ancestor_any(page, mask), above)
    assert_array_equal(tree.covered(page, mask), above | mask)


@given(trees(), SEEDS)
def test_nearest_ancestor(page: Page, seed: int) -> None:
    """Equals going up until a marked node, or -1."""
    mask = marks(page, seed)
    above = [next((up for up in path[1:] if mask[up]), -1) for path in paths(page)]
    at_or_above = [node if mask[node] else above[node] for node in range(len(page))]
    assert_array_equal(tree.nearest_ancestor(page, mask), above)
    assert_array_equal(tree.nearest_ancestor(page, mask, include_self=True), at_or_above)


@given(trees(), st.lists(st.integers(0, 10**6), min_size=1, max_size=4))
def test_lowest_common_ancestor(page: Page, picks: list[int]) -> None:
    """The deepest node that all paths to the root share."""
    nodes = np.array([pick % len(page) for pick in picks])
    up = paths(page)
    shared = set.intersection(*(set(up[node]) for node in nodes.tolist()))
    assert tree.lowest_common_ancestor(page, nodes) == max(shared)


@given(trees())
def test_sibling_index_and_children(page: Page) -> None:
    """Places among siblings, and the child lists, equal what a walk finds."""
    children: list[list[int]] = [[] for _ in range(len(page))]
    for node in range(1, len(page)):
        children[page.parent[node]].append(node)
    index = tree.sibling_index(page)
    flat, starts = tree.children_of(page)
    for node, below in enumerate(children):
        assert index[below].tolist() == list(range(len(below)))
        assert flat[starts[node] : starts[node + 1]].tolist() == below
        assert page.children(node) == below
    assert index[0] == 0


@given(trees())
def test_preorder_and_postorder(page: Page) -> None:
    """The numbers an explicit walk hands out before and after each node's children."""
    before, after, stack = [0] * len(page), [0] * len(page), [(0, False)]
    opened = closed = 0
    while stack:
        node, done = stack.pop()
        if done:
            after[node], closed = closed, closed + 1
            continue
        before[node], opened = opened, opened + 1
        stack.append((node, True))
        stack += [(child, False) for child in reversed(page.children(node))]
    assert_array_equal(tree.preorder(page), before)
    assert_array_equal(tree.postorder(page), after)


def written_out(page: Page, labels: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> list[str]:
    """Each subtree as a string: label, then the children in brackets."""
    texts = [""] * len(page)
    for node in reversed(range(len(page))):
        texts[node] = f"{labels[node]}({' '.join(texts[child] for child in page.children(node))})"
    return texts


@given(trees(), trees(), SEEDS)
def test_fingerprints(one: Page, two: Page, seed: int) -> None:
    """Equal ids exactly where the subtrees, written out, are equal, on one page and across two."""
    few = [np.random.default_rng(seed).integers(0, 2, len(page)) for page in (one, two)]
    ids = [value for page, labels in zip((one, two), few, strict=True) for value in tree.fingerprints(page, labels)]
    texts = [text for page, labels in zip((one, two), few, strict=True) for text in written_out(page, labels)]
    assert len(set(ids)) == len(set(texts)) == len(set(zip(ids, texts, strict=True)))


ODD_PAGES = {
    "empty": "",
    "text": "x",
    "deep": "<div>" * 3000 + "x",
    "wide": "<p>x</p>" * 5000,
}
VERBS: dict[str, Callable[[Page], object]] = {
    "subtree_sum": lambda page: tree.subtree_sum(page, page.text_len),
    "subtree_max": lambda page: tree.subtree_max(page, page.text_len),
    "subtree_any": lambda page: tree.subtree_any(page, page.is_text),
    "child_sum": lambda page: tree.child_sum(page, page.text_len),
    "path_sum": lambda page: tree.path_sum(page, page.text_len),
    "path_max": lambda page: tree.path_max(page, page.text_len),
    "ancestor_any": lambda page: tree.ancestor_any(page, page.is_text),
    "nearest_ancestor": lambda page: tree.nearest_ancestor(page, page.is_text),
    "sibling_index": tree.sibling_index,
    "postorder": tree.postorder,
    "fingerprints": lambda page: tree.fingerprints(page, page.tag),
}


@pytest.mark.parametrize("name", VERBS)
@pytest.mark.parametrize("odd", ODD_PAGES)
def test_every_verb_gives_one_finite_value_per_node(name: str, odd: str) -> None:
    """On empty, deep and wide pages, and the same twice."""
    page = parse(ODD_PAGES[odd])
    first, again = np.asarray(VERBS[name](page)), np.asarray(VERBS[name](page))
    assert first.shape == (len(page),)
    assert np.isfinite(first).all()
    assert_array_equal(first, again)
