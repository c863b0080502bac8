"""Training the trees: gradient boosting of oblivious trees on features cut into a few bins.

Each tree is grown on a sample of the blocks, which is the more likely to include a block the more its prediction is wrong, and is
weighted such that sums stay right on average (as in Ibragimov and Gusev, "Minimal Variance Sampling in Stochastic Gradient
Boosting", NeurIPS 2019); its leaves are Newton steps over all blocks. A fixed seed and a fixed order of sums:
training twice gives the same trees, bit for bit, with and without compiled code (`native/boost.c`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.lab.training.fit import Sample
from sectio.model.trees import DEEPEST, Array

Reals = NDArray[np.float64]
Bins = NDArray[np.uint8]

PAGES = 64  # cut into bins at a time
BORDER_PAGES = 900  # looked at for the borders, at most
LEAST_STRENGTH = 0.03  # of a block predicted right, compared with one predicted completely wrong


@dataclass(frozen=True)
class Recipe:
    """How to train: `rows` in the sample of a tree, `columns` the share of features it may ask for, `decay` of leaves."""

    trees: int = 300
    depth: int = 6
    rate: float = 0.13
    bins: int = 32
    rows: int = 50_000
    columns: float = 0.4
    decay: float = 3.0
    seed: int = 0


@dataclass(frozen=True, eq=False)
class _Sample:
    """The blocks a tree is grown on, and their first and second derivatives of the loss."""

    rows: NDArray[np.intp]
    gradient: Reals
    curvature: Reals


@dataclass(frozen=True, eq=False)
class _Columns:
    """Features in a sample: their numbers, how many borders each has, and the bins of its blocks."""

    features: NDArray[np.int64]
    borders: NDArray[np.int64]
    bins: Bins


@dataclass(frozen=True, eq=False)
class _Data:
    """All known blocks: features cut into bins (features by blocks), the borders between the bins, soft labels, weights."""

    binned: Bins
    borders: Sequence[Array]
    labels: Reals
    weights: Reals
    start: Reals | None = None


Question = tuple[int, int]  # a feature, and the number of the border it is to be above


def fit(samples: Sequence[Sample], recipe: Recipe, prefix: str = "forest") -> dict[str, NDArray[Any]]:
    """Train from scratch on pages, their features as they are; the logits of `Sample.start` are what the trees correct."""
    if not 1 <= recipe.depth <= DEEPEST:
        raise ValueError(f"trees can have 1 to {DEEPEST} levels, not {recipe.depth}")
    shape = (recipe.depth, recipe.trees)
    asked, borders = np.zeros(shape, np.int16), np.full(shape, np.inf, np.float32)
    leaves = np.zeros((recipe.trees, 2**recipe.depth), np.float32)
    data = _data(samples, recipe.bins)
    if len(data.labels) and any(len(each) for each in data.borders):
        for tree, (questions, values) in enumerate(_boost(data, recipe)):
            leaves[tree] = values
            for level, (feature, border) in enumerate(questions):
                asked[level, tree], borders[level, tree] = feature, data.borders[feature][border]
    return {f"{prefix}_feature": asked, f"{prefix}_border": borders, f"{prefix}_leaf": leaves}


def fit_classes(inputs: Array, goal: Reals, weights: Reals, recipe: Recipe, prefix: str) -> dict[str, NDArray[Any]]:
    """Trees for several classes: all ask the same questions, and a leaf has a value for each class. `goal` has one column per class."""
    draw, (size, classes) = np.random.default_rng(recipe.seed), goal.shape
    rows, even = np.arange(size), np.ones(size)
    borders = [_borders(column, even, recipe.bins) for column in inputs.T]
    binned = np.stack([np.searchsorted(*pair).astype(np.uint8) for pair in zip(borders, inputs.T, strict=True)])
    shape, leaves = (recipe.depth, recipe.trees), 2**recipe.depth
    asked, limits = np.zeros(shape, np.int16), np.full(shape, np.inf, np.float32)
    values = np.zeros((recipe.trees, leaves, classes), np.float32)
    weights = weights / weights.mean()
    start = np.log(np.clip(np.average(goal, axis=0, weights=weights), 1e-3, 1))
    logits = np.tile(start, (size, 1))
    for tree in range(recipe.trees):
        chance = np.exp(logits - logits.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        slopes, bends = weights[:, None] * (goal - chance), weights[:, None] * chance * (1 - chance)
        samples = [_Sample(rows, *map(np.ascontiguousarray, pair)) for pair in zip(slopes.T, bends.T, strict=True)]
        questions = _grow(samples, _drawn(binned, borders, rows, recipe.columns, draw), recipe)
        leaf = _leaf(binned, questions)
        for own, slope, bend in zip(values[tree].T, slopes.T, bends.T, strict=True):
            own[:] = recipe.rate * np.bincount(leaf, slope, leaves) / (np.bincount(leaf, bend, leaves) + recipe.decay)
        logits += values[tree][leaf]
        for level, (feature, border) in enumerate(questions):
            asked[level, tree], limits[level, tree] = feature, borders[feature][border]
    values[:1] += start.astype(np.float32)
    return {f"{prefix}_feature": asked, f"{prefix}_border": limits, f"{prefix}_leaf": values}


def _boost(data: _Data, recipe: Recipe) -> Iterator[tuple[list[Question], Array]]:
    """Tree after tree, each a Newton step on what the ones before it leave; the first also holds the mean."""
    draw, weights = np.random.default_rng(recipe.seed), data.weights
    start, logits = _started(data)
    for _ in range(recipe.trees):
        chance = 1 / (1 + np.exp(-logits))
        gradient, curvature = weights * (data.labels - chance), weights * chance * (1 - chance)
        rows, times = _draw(np.hypot(gradient, LEAST_STRENGTH * weights), recipe.rows, draw)
        sample = _Sample(rows, gradient[rows] * times, curvature[rows] * times)
        columns = _drawn(data.binned, data.borders, sample.rows, recipe.columns, draw)
        questions = _grow([sample], columns, recipe)
        leaf = _leaf(data.binned, questions)
        slope, bend = (np.bincount(leaf, part, 2**recipe.depth) for part in (gradient, curvature))
        values = recipe.rate * slope / (bend + recipe.decay)
        logits += values[leaf]
        yield questions, (values + start).astype(np.float32)
        start = 0.0


def _started(data: _Data) -> tuple[float, Reals]:
    """The constant the first tree holds, and the logits to begin with: those given, or those of the mean label."""
    if data.start is not None:
        return 0.0, data.start.copy()
    mean = np.clip(np.average(data.labels, weights=data.weights), 1e-3, 1 - 1e-3)
    start = float(np.log(mean / (1 - mean)))
    return start, np.full(len(data.labels), start)


# Bins


def _data(samples: Sequence[Sample], bins: int) -> _Data:
    """Known blocks of all pages."""
    pages = [sample for sample in samples if sample.weights.any()]
    if not pages:
        return _Data(np.zeros((0, 0), np.uint8), (), np.zeros(0), np.zeros(0))
    rows, _, size = _known(pages[:: -(-len(pages) // BORDER_PAGES)])
    # Half by words and half by number, so that there are borders among long blocks and among short ones.
    borders = [_borders(column, size / size.mean() + 1, bins) for column in rows.T]
    binned, labels, weights = [], [], []
    for first in range(0, len(pages), PAGES):
        rows, label, weight = _known(pages[first : first + PAGES])
        binned.append(np.stack([np.searchsorted(*pair).astype(np.uint8) for pair in zip(borders, rows.T, strict=True)]))
        labels.append(label)
        weights.append(weight)
    weight = np.concatenate(weights)
    return _Data(
        np.concatenate(binned, axis=1), borders, np.concatenate(labels), weight / weight.mean(), _starts(pages)
    )


def _starts(pages: Sequence[Sample]) -> Reals | None:
    """The logits that known blocks begin with, if they are given."""
    starts = [page.start[page.weights > 0] for page in pages if page.start is not None]
    return np.concatenate(starts).astype(np.float64) if starts else None


def _known(pages: Sequence[Sample]) -> tuple[Array, Reals, Reals]:
    """Features, labels and weights of the known blocks."""
    known = [page.weights > 0 for page in pages]
    labels, weights = (
        np.concatenate([values[keep] for values, keep in zip(parts, known, strict=True)]).astype(np.float64)
        for parts in ([page.labels for page in pages], [page.weights for page in pages])
    )
    return np.concatenate([page.features[keep] for page, keep in zip(pages, known, strict=True)]), labels, weights


def _borders(values: Array, weights: Reals, bins: int) -> Array:
    """Borders midway between values, at even steps of weight."""
    distinct, place = np.unique(values, return_inverse=True)
    between = ((distinct[:-1] + distinct[1:]) / 2).astype(np.float32)
    if len(distinct) > bins:
        upto = np.cumsum(np.bincount(place, weights))
        at = np.unique(np.searchsorted(upto, upto[-1] * np.arange(1, bins) / bins))
        between = between[at[at < len(between)]]
    return np.unique(between)


# One tree


def _draw(strength: Reals, count: int, draw: np.random.Generator) -> tuple[NDArray[np.intp], Reals]:
    """About `count` rows at even steps along the summed strength, and how often each is to be counted."""
    if len(strength) <= count:
        return np.arange(len(strength)), np.ones(len(strength))
    step = strength.sum() / count
    hits = np.diff(np.floor(np.cumsum(strength) / step + draw.random()), prepend=0)
    rows = np.flatnonzero(hits)
    return rows, hits[rows] * step / strength[rows]


def _drawn(
    binned: Bins, borders: Sequence[Array], rows: NDArray[np.intp], share: float, draw: np.random.Generator
) -> _Columns:
    """A draw of the features, in order, at these rows."""
    counts = np.array([len(border) for border in borders], np.int64)
    usable = np.flatnonzero(counts)
    drawn = np.sort(draw.permutation(usable)[: max(1, round(len(usable) * share))])
    bins = np.stack([binned[feature].take(rows) for feature in drawn.tolist()])
    return _Columns(drawn.astype(np.int64), counts.take(drawn), bins)


def _grow(samples: Sequence[_Sample], columns: _Columns, recipe: Recipe) -> list[Question]:
    """Level by level the question that gains most, summed over the nodes of the level and over the classes, which have a sample each."""
    questions: list[Question] = []
    node = np.zeros(len(samples[0].rows), np.uint8)
    for level in range(recipe.depth):
        gains = level_gains(columns, samples[0], node, 2**level, recipe.decay)
        for sample in samples[1:]:
            gains += level_gains(columns, sample, node, 2**level, recipe.decay)
        at, border = divmod(int(gains.argmax()), gains.shape[1])
        questions.append((int(columns.features[at]), border))
        node = node + node + (columns.bins[at] > border)
    return questions


def level_gains(columns: _Columns, sample: _Sample, node: Bins, nodes: int, decay: float) -> Reals:
    """Features by borders: how much the loss falls when every node is cut there, up to what is the same for all; 0 where a feature
    has fewer borders.
    """
    gains = np.zeros((len(columns.features), int(columns.borders.max(initial=1))))
    slope, bend = (_sums(node, part, (nodes, 1)) for part in (sample.gradient, sample.curvature))
    if compiled.core:
        given = columns.bins, columns.borders, node, sample.gradient, sample.curvature, slope, bend
        compiled.core.level_gains(*given, np.array([decay], np.float64), gains)
        return gains
    for own, bins, borders in zip(gains, columns.bins, columns.borders.tolist(), strict=True):
        own[:borders] = _gains(bins, borders, sample, node, (slope, bend), decay)
    return gains


def _gains(bins: Bins, borders: int, sample: _Sample, node: Bins, whole: tuple[Reals, Reals], decay: float) -> Reals:
    """The gain at each border of a feature. Only places above the lowest border are looked at, since the rest follows from the sums."""
    (slope, bend), at = whole, np.flatnonzero(bins)
    place = node.take(at).astype(np.intp) * borders + bins.take(at) - 1
    above, bend_above = (
        _sums(place, part.take(at), (len(slope), borders))[:, ::-1].cumsum(axis=1)[:, ::-1]
        for part in (sample.gradient, sample.curvature)
    )
    gains = above * above / (bend_above + decay) + (slope - above) ** 2 / (bend - bend_above + decay)
    return np.asarray(gains.cumsum(axis=0)[-1])  # one node after the other, as compiled code does


def _sums(place: NDArray[np.integer[Any]], values: Reals, shape: tuple[int, int]) -> Reals:
    return np.asarray(np.bincount(place, values, shape[0] * shape[1]), np.float64).reshape(shape)


def _leaf(binned: Bins, questions: Sequence[Question]) -> Bins:
    """The leaf of each block."""
    number = np.zeros(binned.shape[1], np.uint8)
    for feature, border in questions:
        number += number
        number += binned[feature] > border
    return number
