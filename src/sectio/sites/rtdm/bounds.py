"""An upper bound on how similar two trees can be, by counting label paths.

In a restricted top-down mapping all ancestors of partners are partners of equal labels. So partners of equal
labels are at the end of equal label paths, and all partners below equal paths. Counting paths therefore
bounds the pairs, and with them the similarity, from above: similarity ≤ (common paths + common paths of
parents) / (|A| + |B|).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats
from sectio.sites.rtdm.trees import Tree, paths

Histogram = tuple[NDArray[np.intp], Floats]


def similarity_bounds(trees: Sequence[Tree]) -> Floats:
    """An upper bound of the RTDM similarity of each pair; 1 on the diagonal."""
    ends, above = (
        _histograms([paths(tree) for tree in trees]),
        _histograms([_parent_paths(tree) for tree in trees]),
    )
    sizes = np.array([len(tree) for tree in trees], np.float64)
    total = sizes[:, None] + sizes[None, :]
    with np.errstate(invalid="ignore"):
        bounds = (_common(ends) + _common(above)) / total
    return np.where(total > 0, bounds, 1.0)


def _parent_paths(tree: Tree) -> NDArray[np.uint64]:
    found = paths(tree)[tree.parent] if len(tree) else np.zeros(0, np.uint64)
    found[:1] = 0
    return found


def _histograms(found: Sequence[NDArray[np.uint64]]) -> tuple[int, list[Histogram]]:
    """How often each number occurs in each tree; numbers are replaced by their rank among all."""
    known = np.unique(np.concatenate(found)) if found else np.zeros(0, np.uint64)
    histograms: list[Histogram] = []
    for numbers in found:
        values, counts = np.unique(numbers, return_counts=True)
        histograms.append((np.searchsorted(known, values), counts.astype(np.float64)))
    return len(known), histograms


def _common(counted: tuple[int, list[Histogram]]) -> Floats:
    """The size of the intersection of each pair of histograms."""
    width, histograms = counted
    common = np.zeros((len(histograms), len(histograms)))
    own = np.zeros(width)
    for i, (places, counts) in enumerate(histograms):
        own[places] = counts
        for j, (others, times) in enumerate(histograms[: i + 1]):
            common[i, j] = common[j, i] = np.minimum(own[others], times).sum()
        own[places] = 0.0
    return common
