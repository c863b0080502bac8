"""The forest and its training: packed bits are walked trees, runs repeat, learning learns."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sectio.dom.parse import parse
from sectio.lab.training import boost, fit
from sectio.model import extractor, features, first, reasons, store, trees
from tests.compiled import uncompiled

Forest = dict[str, NDArray[np.float32] | NDArray[np.int16]]


def _forest(draw: np.random.Generator, trees: int, depth: int, features: int) -> Forest:
    return {
        "forest_feature": draw.integers(0, features, (depth, trees)).astype(np.int16),
        "forest_border": draw.integers(-2, 3, (depth, trees)).astype(np.float32),
        "forest_leaf": draw.standard_normal((trees, 2**depth)).astype(np.float32),
    }


def _walked(weights: Forest, block: list[float]) -> float:
    """The slow twin: down one tree after the other."""
    total = 0.0
    depth, trees = weights["forest_feature"].shape
    for tree in range(trees):
        leaves = weights["forest_leaf"][tree].tolist()
        for level in range(depth):
            half = len(leaves) // 2
            right = block[int(weights["forest_feature"][level, tree])] > weights["forest_border"][level, tree]
            leaves = leaves[half:] if right else leaves[:half]
        total += leaves[0]
    return total


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(1, trees.DEEPEST), st.integers(0, 12), st.booleans())
def test_packed_bits_are_walked_trees(seed: int, count: int, depth: int, blocks: int, turned: bool) -> None:
    """A bit in the wrong place, a leaf of another tree, or `>=` for `>` would show: features lie on borders often."""
    draw = np.random.default_rng(seed)
    weights = _forest(draw, count, depth, 4)
    matrix = draw.integers(-3, 4, (blocks, 4)).astype(np.float32)
    given = np.asfortranarray(matrix) if turned else matrix
    found = trees.run(weights, given)
    with uncompiled():
        other = trees.run(weights, given)
    assert found.dtype == other.dtype == np.float32
    assert np.array_equal(found, other), "to the last bit: training must not depend on a compiler"
    walked = [_walked(weights, block) for block in matrix.tolist()]
    assert found == pytest.approx(walked, abs=1e-4)
    assert other == pytest.approx(walked, abs=1e-4)


def test_a_forest_that_asks_for_what_is_not_there_reads_nothing() -> None:
    """A damaged model file must not make compiled code read beyond the features."""
    weights = _forest(np.random.default_rng(2), 2, 3, 4)
    weights["forest_feature"][1, 1] = 4
    with pytest.raises(IndexError):
        trees.run(weights, np.zeros((5, 4), np.float32))


def test_long_pages_are_judged_block_by_block_too() -> None:
    """Blocks are looked at in portions; none may be lost or turned around between them."""
    draw = np.random.default_rng(1)
    weights, matrix = _forest(draw, 3, 4, 4), draw.standard_normal((2 * trees.TOGETHER + 3, 4)).astype(np.float32)
    alone = np.concatenate([trees.run(weights, matrix[i : i + 1]) for i in range(len(matrix))])
    assert np.array_equal(trees.run(weights, matrix), alone)


def _pages(seed: int, count: int = 40) -> list[fit.Sample]:
    """Content where the first feature is high and the mark is not set; the rest is noise, and unknown blocks lie."""
    draw = np.random.default_rng(seed)
    made = []
    for size in draw.integers(1, 60, count).tolist():
        matrix = draw.standard_normal((size, 6)).astype(np.float32)
        matrix[:, 3] = matrix[:, 3] > 1
        matrix[:, 4] = 7
        truth, known = (matrix[:, 0] > 0.3) & (matrix[:, 3] == 0), draw.random(size) < 0.8
        made.append(fit.Sample(matrix, (truth == known).astype(np.float32), (known / size).astype(np.float32)))
    return made


@pytest.mark.parametrize("rows", [150, 10_000])
def test_training_repeats_bit_for_bit_and_learns(rows: int) -> None:
    """A simple rule is learned, from samples of blocks or from all; the same seed gives the same trees."""
    recipe = boost.Recipe(trees=30, depth=3, rows=rows)
    first, again = (boost.fit(_pages(2), recipe) for _ in range(2))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    right = [((trees.run(first, s.features) > 0) == (s.labels > 0.5))[s.weights > 0] for s in _pages(3)]
    assert np.concatenate(right).mean() > 0.97
    assert 4 not in first["forest_feature"][np.isfinite(first["forest_border"])], "a constant is not informative"


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 2**32), st.sampled_from((40, 10_000)), st.integers(1, 6))
def test_training_is_the_same_without_compiled_code(seed: int, rows: int, depth: int) -> None:
    """To the last bit, so that a model can be trained again anywhere."""
    recipe = boost.Recipe(trees=4, depth=depth, rows=rows, columns=0.7)
    fast = boost.fit(_pages(seed), recipe)
    with uncompiled():
        slow = boost.fit(_pages(seed), recipe)
    assert all(np.array_equal(fast[name], slow[name]) for name in fast)


def test_leaves_are_newton_steps() -> None:
    """One tree of one level on two kinds of blocks: values worked out by hand."""
    matrix = np.array([[0], [0], [1], [1]], np.float32)
    label, weight = np.array([0, 0, 0, 1], np.float32), np.ones(4, np.float32)
    made = boost.fit([fit.Sample(matrix, label, weight)], boost.Recipe(trees=1, depth=1, rate=1, decay=1))
    assert made["forest_border"].tolist() == [[0.5]]
    start, bend = np.log(0.25 / 0.75), 2 * 0.25 * 0.75
    expected = [start - 0.5 / (bend + 1), start + 0.5 / (bend + 1)]
    assert made["forest_leaf"][0] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("known", [False, True])
def test_nothing_to_learn_from(known: bool) -> None:
    """Pages without a known block, or whose blocks are all alike, give a forest that has no opinion to ask for."""
    matrix, half = np.ones((3, 2), np.float32), np.full(3, 0.5, np.float32)
    made = boost.fit([fit.Sample(matrix, half, np.full(3, known, np.float32))], boost.Recipe(trees=2))
    assert trees.run(made, matrix).tolist() == [0, 0, 0]


def test_too_deep_trees_are_refused() -> None:
    """A leaf's number is one byte."""
    with pytest.raises(ValueError, match="1 to 8 levels"):
        boost.fit(_pages(0, 1), boost.Recipe(depth=9))


def test_network_and_forest_are_averaged_and_explained() -> None:
    """A model's forest, if it has one, has its share, in the logits and in the reasons for them."""
    plain = store.Model({k: v for k, v in store.default().arrays.items() if "forest" not in k}, store.default().about)
    grown = _forest(np.random.default_rng(5), 20, 6, len(features.NAMES))
    both = store.Model({**plain.arrays, **grown}, plain.about)
    page = parse("<body><nav><a href='/a'>Menu</a></nav><p>It rained, and nobody minded at all.</p><p>The end.</p>")
    judged = extractor.judge(page, both)
    alone = first.logits(plain, judged.features)
    share = first.TREES_SHARE
    expected = (1 - share) * alone + share * trees.run(grown, judged.features)
    assert first.logits(both, judged.features) == pytest.approx(expected, abs=1e-4)
    without, having = (reasons.Reasons(page, extractor.judge(page, model)).weights for model in (plain, both))
    assert not np.allclose(without, having)
