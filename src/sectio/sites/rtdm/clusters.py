"""Groups of pages that one template made: average linkage over RTDM similarities.

Reis et al. (WWW 2004) group the pages of a site before they learn from them, on plain trees
(`profile="paper"`). By default pages are compared by their skeletons (`skeletons.py`), so that length does
not matter. Most pairs never reach the dynamic program: a pair is compared only when an upper bound of its
similarity (`bounds.py`) would join two groups, so the result is that of comparing all pairs.
"""

from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from sectio import deadline
from sectio.dom.page import Floats, Page
from sectio.errors import InputError
from sectio.sites.rtdm.bounds import Bank, Counted, similarity_bounds
from sectio.sites.rtdm.matcher import Matcher
from sectio.sites.rtdm.skeletons import POWER, skeleton
from sectio.sites.rtdm.trees import Tree

THRESHOLD: Final = 0.8  # Reis et al.
MANY, SAMPLE = 500, 200
FIRST: Final = 30  # pages among which the most typical one is searched


Profile = Literal["default", "paper"]


def cluster(pages: Sequence[Page], threshold: float = THRESHOLD, *, profile: Profile = "default") -> list[list[int]]:
    """Group pages by structure; groups and the pages in them are in the order given."""
    if profile not in ("default", "paper"):
        raise InputError(f"there is no profile {profile!r} of clusters; choose default or paper")
    if profile == "paper":
        return cluster_trees([Tree.of(page) for page in pages], threshold)
    return cluster_trees([skeleton(page) for page in pages], threshold, power=POWER)


def by_likeness(pages: Sequence[Page]) -> list[int]:
    """The pages from the most typical one (of the first ones) to the least, by their skeletons."""
    trees = [skeleton(page) for page in pages]
    first = Linkage(trees[:FIRST])
    first.compare(range(len(first)), range(len(first)))
    typical = first.medoid(range(len(first)))
    matcher = Matcher()
    roots = [_root(matcher, tree) for tree in trees]
    near = [_similarity(matcher, roots[typical], root, 0.0) for root in roots]
    return sorted(range(len(pages)), key=lambda number: (-near[number], number))


def cluster_trees(trees: Sequence[Tree], threshold: float = THRESHOLD, *, power: float = 1.0) -> list[list[int]]:
    """Group trees by their similarity to a power. Identical ones count as one.

    Beyond 500 trees a sample of 200 is grouped and the others join the group of the most similar medoid.
    """
    if not 0 <= threshold <= 1:
        raise InputError(f"the threshold of clusters is a similarity from 0 to 1, not {threshold!r}")
    copies: dict[int, list[int]] = {}
    for number, tree in enumerate(trees):
        deadline.check()
        copies.setdefault(int(tree.classes[0]) if len(tree) else -1, []).append(number)
    alike = list(copies.values())
    distinct = [trees[numbers[0]] for numbers in alike]
    weights = np.array([len(numbers) for numbers in alike], np.float64)
    groups = _cluster_distinct(distinct, weights, threshold, power)
    return sorted(sorted(number for kind in group for number in alike[kind]) for group in groups)


def _cluster_distinct(trees: Sequence[Tree], weights: Floats, threshold: float, power: float) -> list[list[int]]:
    if len(trees) <= MANY:
        return Linkage(trees, weights, power).merge(threshold)
    step = len(trees) / SAMPLE
    sample = [int(place * step) for place in range(SAMPLE)]
    linkage = Linkage([trees[number] for number in sample], weights[sample], power)
    groups = linkage.merge(threshold)
    medoids = [sample[linkage.medoid(group)] for group in groups]
    found = [[sample[place] for place in group] for group in groups]
    chosen = set(sample)
    return _join(trees, found, medoids, [n for n in range(len(trees)) if n not in chosen], threshold ** (1 / power))


def _join(
    trees: Sequence[Tree], groups: list[list[int]], medoids: list[int], rest: Sequence[int], threshold: float
) -> list[list[int]]:
    """Assign each tree to the group with the most similar medoid, or to a group of its own."""
    matcher = Matcher()
    roots = {number: _root(matcher, trees[number]) for number in medoids}
    counted = [Counted.of(trees[number]) for number in medoids]
    bank = Bank.of(counted)
    for number in rest:
        own, root = Counted.of(trees[number]), _root(matcher, trees[number])
        near = bank.bounds(own)
        best, place = threshold, -1
        # Most promising first: what is found early rules out the others.
        for group in sorted(np.flatnonzero(near >= threshold).tolist(), key=lambda group: (-near[group], group)):
            if near[group] < best:
                break
            alike = _similarity(matcher, root, roots[medoids[group]], best)
            if alike > best or (alike == best and (place < 0 or group < place)):
                best, place = alike, group
        if place < 0:
            groups.append([])
            medoids.append(number)
            roots[number] = root
            counted.append(own)
            bank = Bank.of(counted)
        groups[place].append(number)
    return groups


class Linkage:
    """Average linkage that compares two trees only when it has to."""

    def __init__(self, trees: Sequence[Tree], weights: Floats | None = None, power: float = 1.0) -> None:
        self._matcher, self._power = Matcher(), power
        self._roots = [_root(self._matcher, tree) for tree in trees]
        self._weights = np.ones(len(trees)) if weights is None else weights
        # Similarities where compared, upper bounds elsewhere.
        self.similar = similarity_bounds(trees) ** power
        self._compared = np.eye(len(trees), dtype=bool)
        self.compared_pairs = 0

    def __len__(self) -> int:
        """The number of trees."""
        return len(self._roots)

    def merge(self, threshold: float) -> list[list[int]]:
        """Merge the two most similar groups, first ones first, while they are similar enough."""
        groups: list[list[int]] = [[number] for number in range(len(self._roots))]
        averages = self.similar.copy()
        averages[np.tril_indices(len(groups))] = -1.0
        best = averages.max(axis=1, initial=-1.0)
        while len(groups) > 1:
            deadline.check()
            one = int(np.argmax(best))
            other = int(np.argmax(averages[one]))
            if averages[one, other] < threshold:
                break
            if self.compare(groups[one], groups[other]):
                self._put(averages, best, one, other, self._average(groups[one], groups[other]))
                continue
            groups[one] += groups[other]
            groups[other] = []
            self._close(averages, best, other)
            for third, group in enumerate(groups):
                if group and third != one:
                    self._put(averages, best, min(one, third), max(one, third), self._average(groups[one], group))
        return [sorted(group) for group in groups if group]

    def medoid(self, group: Sequence[int]) -> int:
        """The tree of a merged group that is most similar to the others."""
        near = self.similar[np.ix_(group, group)] @ self._weights[group]
        return group[int(np.argmax(near))]

    def _average(self, group: Sequence[int], other: Sequence[int]) -> float:
        weights, others = self._weights[group], self._weights[other]
        return float(weights @ self.similar[np.ix_(group, other)] @ others / (weights.sum() * others.sum()))

    def compare(self, group: Sequence[int], other: Sequence[int]) -> bool:
        """Compare the pairs between two groups that only have a bound so far; return whether there were any."""
        todo = [(i, j) for i in group for j in other if not self._compared[i, j]]
        for i, j in todo:
            deadline.check()
            alike = _similarity(self._matcher, self._roots[i], self._roots[j], 0.0) ** self._power
            self.similar[i, j] = self.similar[j, i] = alike
            self._compared[i, j] = self._compared[j, i] = True
        self.compared_pairs += len(todo)
        return bool(todo)

    @staticmethod
    def _put(averages: Floats, best: Floats, one: int, other: int, value: float) -> None:
        averages[one, other] = value
        best[one] = averages[one].max()

    @staticmethod
    def _close(averages: Floats, best: Floats, group: int) -> None:
        """Remove a group that was merged into another."""
        averages[group], averages[:, group] = -1.0, -1.0
        best[:] = averages.max(axis=1)


def _root(matcher: Matcher, tree: Tree) -> tuple[int, int]:
    """The class of the root (-1 for an empty tree) and the number of nodes."""
    return (matcher.add(tree) or [-1])[0], len(tree)


def _similarity(matcher: Matcher, one: tuple[int, int], other: tuple[int, int], least: float) -> float:
    """The similarity of two trees, or 0 if it is below `least`."""
    total = one[1] + other[1]
    if not one[1] or not other[1]:
        return float(not total)
    return max(1 - matcher.distance(one[0], other[0], (1 - least) * total + 1e-9) / total, 0.0)
