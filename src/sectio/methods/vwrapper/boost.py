"""AdaBoost over decision stumps (V-Wrapper spec §6).

A stump says yes where one feature is above a threshold (or at most the threshold). Values are put into at
most 65 bins once, so a round is one weighted histogram per feature.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Mask
from sectio.once import once

ROUNDS: Final = 200
MAX_THRESHOLDS: Final = 64
_LEAST: Final = 1e-10
MAX_WEIGHT: Final = 1e6  # of a stump, in a model file


@dataclass(frozen=True)
class Stump:
    """A yes of `weight` where the feature is above the threshold, else a no; the other way round if polarity
    is -1.
    """

    feature: str
    threshold: float
    polarity: int
    weight: float


@dataclass(frozen=True)
class Boosted:
    """A weighted vote of stumps over named features."""

    features: tuple[str, ...]
    stumps: tuple[Stump, ...]

    def score(self, values: Floats) -> Floats:
        """The vote for each row of feature values, in the order of `features`; above 0 means yes."""
        total = np.zeros(len(values))
        for column, thresholds, votes in self._steps:
            total += votes[np.searchsorted(thresholds, values[:, column], side="left")]
        return total

    @once
    def _steps(self) -> list[tuple[int, Floats, Floats]]:
        """All stumps on one feature are one step function of it."""
        steps = []
        for column, name in enumerate(self.features):
            own = sorted(
                (stump.threshold, stump.polarity * stump.weight) for stump in self.stumps if stump.feature == name
            )
            if own:
                thresholds, votes = np.array(own).T
                rising = np.concatenate(([0.0], np.cumsum(2 * votes)))
                steps.append((column, thresholds, rising - votes.sum()))
        return steps

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        rows = [[self.features.index(s.feature), s.threshold, s.polarity, round(s.weight, 6)] for s in self.stumps]
        return {"features": list(self.features), "stumps": rows}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Boosted":
        """What `to_dict` wrote."""
        features = tuple(map(str, data["features"]))
        stumps = tuple(Stump(features[i], float(t), int(p), float(w)) for i, t, p, w in data["stumps"])
        if not all(math.isfinite(stump.threshold) and abs(stump.weight) < MAX_WEIGHT for stump in stumps):
            raise ValueError("a number no training gives")
        return cls(features, stumps)


def probability(scores: Floats) -> Floats:
    """A score as a probability."""
    return np.asarray(1 / (1 + np.exp(np.clip(-2 * scores, -700, 700))))


def fit(values: Floats, positive: Mask, features: Sequence[str], *, rounds: int = ROUNDS) -> Boosted:
    """Learn a vote that separates positive rows from the others."""
    stumps = [
        Stump(features[step.feature], step.threshold, step.polarity, step.weight)
        for step in boost(values, positive, rounds=rounds)
    ]
    return Boosted(tuple(features), tuple(stumps))


@dataclass(frozen=True)
class Step:
    """One round: the stump chosen, its error and weight, and the samples' weights after it."""

    feature: int
    threshold: float
    polarity: int
    error: float
    weight: float
    weights: Floats


def boost(values: Floats, positive: Mask, *, rounds: int = ROUNDS) -> Iterator[Step]:
    """The rounds of AdaBoost.

    They end early when a stump, or the vote so far, makes no error on the samples, and when no stump is
    better than a coin.
    """
    if positive.all() or not positive.any():
        missing = "negative" if positive.any() else "positive"
        raise ValueError(f"no {missing} sample to learn from: training needs both classes")
    label = np.where(positive, 1.0, -1.0)
    weights = np.where(positive, 0.5 / positive.sum(), 0.5 / (~positive).sum())
    search = _Search(values)
    total = np.zeros(len(values))
    for _ in range(rounds):
        found = search.best(weights * label)
        if found is None:
            return
        feature, threshold, polarity, error = found
        said = np.where(values[:, feature] > threshold, polarity, -polarity)
        weight = 0.5 * np.log((1 - max(error, _LEAST)) / max(error, _LEAST))
        weights = weights * np.exp(-weight * label * said)
        weights /= weights.sum()
        total += weight * said
        yield Step(feature, threshold, polarity, error, float(weight), weights)
        if error <= _LEAST or not ((total > 0) != positive).any():
            return


class _Search:
    """The best stump for given weights, over all features and thresholds at once."""

    def __init__(self, values: Floats) -> None:
        self._thresholds = [thresholds(column) for column in values.T]
        self._width = max((len(found) for found in self._thresholds), default=0) + 1
        codes = [np.searchsorted(t, column, side="left") for t, column in zip(self._thresholds, values.T, strict=True)]
        self._codes = [code.astype(np.int64) for code in codes]

    def best(self, signed: Floats) -> tuple[int, float, int, float] | None:
        """Feature, threshold, polarity, error, or None; ties: lower feature, lower threshold, polarity +."""
        if self._width == 1:
            return None
        below = np.stack([np.cumsum(np.bincount(code, signed, self._width))[:-1] for code in self._codes])
        total = float(signed.sum())
        # Error of "above is positive": what is positive below plus what is negative above.
        error = 0.5 * (1 - (total - 2 * below))
        for i, found in enumerate(self._thresholds):
            error[i, len(found) :] = 0.5
        both = np.round(np.stack([error, 1 - error], axis=2), 12)
        at = int(np.argmin(both))
        feature, place, side = (int(part) for part in np.unravel_index(at, both.shape))
        least = float(both.flat[at])
        return (feature, float(self._thresholds[feature][place]), (1, -1)[side], least) if least < 0.5 else None


def thresholds(column: NDArray[np.floating], most: int = MAX_THRESHOLDS) -> Floats:
    """Midpoints of neighbouring distinct values; of many, those at quantiles of the samples."""
    distinct = np.unique(column)
    middle = (distinct[1:] + distinct[:-1]) / 2
    if len(middle) <= most:
        return middle.astype(np.float64)
    wanted = np.quantile(column, np.arange(1, most + 1) / (most + 1))
    return np.unique(middle[np.minimum(np.searchsorted(middle, wanted), len(middle) - 1)]).astype(np.float64)
