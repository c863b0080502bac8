"""What many page scores say together: box statistics, bootstrap intervals, comparison of two methods.

Intervals resample pages or, with ``groups``, whole sites: pages of one site rise and fall together. A
resample is a vector of how often each unit was drawn, so a thousand of them are one matrix product.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sectio.lab.metrics.snippets import SnippetCount

PERCENTILES = (9, 25, 50, 75, 91)  # the whiskers, box and line of the FOREST paper's figure
RESAMPLES = 1000

Floats = NDArray[np.float64]


class Box(NamedTuple):
    """The 9th, 25th, 50th, 75th and 91st percentile."""

    p9: float
    p25: float
    p50: float
    p75: float
    p91: float


class Interval(NamedTuple):
    """A figure and the bootstrap interval around it."""

    mean: float
    low: float
    high: float


class Comparison(NamedTuple):
    """Mean of a − b over the same pages, its interval, and the share of resamples in which a is ahead."""

    difference: float
    low: float
    high: float
    ahead: float

    @property
    def clear(self) -> bool:
        """The interval does not hold 0."""
        return self.low > 0 or self.high < 0


def box(values: ArrayLike) -> Box:
    """Return the box statistics; zeros for no values."""
    column = np.asarray(values, dtype=np.float64)
    return Box(*map(float, np.percentile(column, PERCENTILES))) if column.size else Box(0, 0, 0, 0, 0)


def bootstrap(
    values: ArrayLike,
    groups: Sequence[Hashable] | None = None,
    *,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Return the mean with its percentile bootstrap interval, resampled by page or by group."""
    column = np.asarray(values, dtype=np.float64)
    if not column.size:
        return Interval(0.0, 0.0, 0.0)
    means = _resampled_means(column, groups, resamples, seed)
    return Interval(float(column.mean()), *_ends(means, level))


def bootstrap_pooled(
    pages: Sequence[SnippetCount],
    groups: Sequence[Hashable] | None = None,
    *,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Return F1 over all counts of all pages, with the interval from resampled pages or groups."""
    counts = np.array(pages, dtype=np.float64).reshape(-1, 3)
    if not len(counts):
        return Interval(0.0, 0.0, 0.0)
    sums = _sum_groups(counts, groups)
    resampled = _draws(len(sums), resamples, seed) @ sums
    return Interval(float(_pooled_f1(counts.sum(axis=0))), *_ends(_pooled_f1(resampled), level))


def compare(
    a: ArrayLike,
    b: ArrayLike,
    groups: Sequence[Hashable] | None = None,
    *,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    seed: int = 0,
) -> Comparison:
    """Compare two methods measured on the same pages, in the same order."""
    difference = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    if not difference.size:
        return Comparison(0.0, 0.0, 0.0, 0.5)
    means = _resampled_means(difference, groups, resamples, seed)
    ahead = float(np.mean(means > 0) + np.mean(means == 0) / 2)
    return Comparison(float(difference.mean()), *_ends(means, level), ahead)


def _resampled_means(column: Floats, groups: Sequence[Hashable] | None, resamples: int, seed: int) -> Floats:
    sums = _sum_groups(np.stack([column, np.ones_like(column)], axis=1), groups)
    totals = _draws(len(sums), resamples, seed) @ sums
    means: Floats = totals[:, 0] / totals[:, 1]
    return means


def _sum_groups(columns: Floats, groups: Sequence[Hashable] | None) -> Floats:
    """Add up the rows of each group, groups in order of first appearance."""
    if groups is None:
        return columns
    if len(groups) != len(columns):
        raise ValueError(f"{len(groups)} groups for {len(columns)} pages")
    numbers: dict[Hashable, int] = {}
    index = np.array([numbers.setdefault(group, len(numbers)) for group in groups])
    sums = np.zeros((len(numbers), columns.shape[1]))
    np.add.at(sums, index, columns)
    return sums


def _draws(units: int, resamples: int, seed: int) -> Floats:
    """Return how often each unit is drawn in each resample."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(units, np.full(units, 1 / units), size=resamples).astype(np.float64)


def _ends(values: Floats, level: float) -> tuple[float, float]:
    tail = 50 * (1 - level)
    low, high = np.percentile(values, (tail, 100 - tail))
    return float(low), float(high)


def _pooled_f1(counts: Floats) -> Floats:
    """Return 2·TP / (2·TP + FP + FN); 1 if there was nothing to count."""
    hits, alarms, misses = counts[..., 0], counts[..., 1], counts[..., 2]
    total = 2 * hits + alarms + misses
    f1: Floats = np.where(total > 0, 2 * hits / np.maximum(total, 1), 1.0)
    return f1
