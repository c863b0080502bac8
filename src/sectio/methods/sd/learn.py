"""Learning T1 and T2 from labelled pages (the paper's section 5.2).

One threshold is moved at a time: T1 with T2 at 20, then T2, and both once more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from sectio.dom.page import Page
from sectio.errors import InputError
from sectio.methods.sd.decide import RegionChoice, decide
from sectio.methods.sd.refined import decide_refined
from sectio.methods.sd.regions import Regions, find_regions
from sectio.methods.sd.result import informative_texts

TYPES = ("article", "article_comments", "multiple")
T1_GRID = tuple(range(0, 101, 5))
T2_GRID = (0, 10, 20, 40, 60, 80, 100, 150, 200)
T2_START = 20

Accuracy = Callable[[Sequence[str], Sequence[str]], float]


@dataclass(frozen=True)
class Thresholds:
    """Learned thresholds and what they reach on the pages they were learned from."""

    t1: float
    t2: float
    value: float


def learn_thresholds(
    pages: Sequence[Page],
    labels: Sequence[str],
    regions: Sequence[Sequence[str]] | None = None,
    *,
    profile: str = "default",
    accuracy: Accuracy | None = None,
) -> Thresholds:
    """Find the thresholds with the best mean share of correctly typed pages over the classes.

    With `regions`, the gold texts of each page's regions, their accuracy counts as much. `accuracy` compares
    the texts found with those; the default is the paper's formula on the sizes of all of them together.
    """
    _check(pages, labels, regions)
    return search(_Trial(pages, labels, regions, profile, accuracy or _size_accuracy).value)


def search(value: Callable[[float, float], float]) -> Thresholds:
    """Move T1 with T2 at 20, then T2, and both once more, to where the value is best."""
    value = cache(value)
    t1, t2 = 0.0, float(T2_START)
    for _ in range(2):
        t1 = _middle_of_best(T1_GRID, [value(float(x), t2) for x in T1_GRID])
        t2 = _smallest_best(T2_GRID, [value(t1, float(x)) for x in T2_GRID])
    return Thresholds(t1, t2, value(t1, t2))


def type_precision(types: Sequence[str], labels: Sequence[str]) -> float:
    """The mean over the classes of the share of their pages that have the right type."""
    shares = []
    for name in TYPES:
        right = [found == name for found, label in zip(types, labels, strict=True) if label == name]
        if right:
            shares.append(sum(right) / len(right))
    return sum(shares) / max(len(shares), 1)


def _check(pages: Sequence[Page], labels: Sequence[str], regions: Sequence[Sequence[str]] | None) -> None:
    if not pages:
        raise InputError("learning thresholds needs labelled pages; there are none")
    if len(labels) != len(pages) or (regions is not None and len(regions) != len(pages)):
        raise InputError(f"there are {len(pages)} pages; give as many labels, and as many lists of regions if any")
    for label in labels:
        if label not in TYPES:
            raise InputError(f"there is no page type {label!r}; choose from {', '.join(TYPES)}")


class _Trial:
    """The labelled pages; regions are found once per T2."""

    def __init__(
        self,
        pages: Sequence[Page],
        labels: Sequence[str],
        gold: Sequence[Sequence[str]] | None,
        profile: str,
        accuracy: Accuracy,
    ) -> None:
        self.pages, self.labels, self.gold = pages, labels, gold
        self.profile, self.accuracy = profile, accuracy
        self._regions: dict[float, list[Regions]] = {}

    def value(self, t1: float, t2: float) -> float:
        """What the thresholds are worth: the mean share of right types, and the accuracy of regions if known."""
        if t2 not in self._regions:
            self._regions[t2] = [find_regions(page, t2=t2, profile=self.profile) for page in self.pages]
        found = [(regions, self._decide(regions, t1)) for regions in self._regions[t2]]
        typed = type_precision([decision.page_type for _, decision in found], self.labels)
        if self.gold is None:
            return typed
        fits = [
            self.accuracy(informative_texts(*one), gold) for one, gold in zip(found, self.gold, strict=True) if gold
        ]
        return (typed + sum(fits) / max(len(fits), 1)) / 2

    def _decide(self, regions: Regions, t1: float) -> RegionChoice:
        return decide_refined(regions, t1=t1) if self.profile == "default" else decide(regions, t1=t1)


def _size_accuracy(found: Sequence[str], gold: Sequence[str]) -> float:
    detected, annotated = sum(map(len, found)), sum(map(len, gold))
    return detected / (abs(detected - annotated) + detected) if detected else 0.0


def _middle_of_best(grid: Sequence[float], values: Sequence[float]) -> float:
    """The middle of the first longest stretch of the grid that reaches the best value."""
    best = max(values)
    runs = [[x for x, _ in run] for on, run in groupby(zip(grid, values, strict=True), lambda p: p[1] == best) if on]
    longest = max(runs, key=len)
    return (longest[0] + longest[-1]) / 2


def _smallest_best(grid: Sequence[float], values: Sequence[float]) -> float:
    """The smallest value from 20 on that reaches the best; below 20 only if none does."""
    best = [x for x, value in zip(grid, values, strict=True) if value == max(values)]
    return float(min((x for x in best if x >= T2_START), default=best[0]))
