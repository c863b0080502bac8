"""How well groups of pages agree with their labels: purity, inverse purity, adjusted Rand index."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import comb

Labels = Sequence[Hashable]


def purity(clusters: Labels, labels: Labels) -> float:
    """Return the share of items that carry the most frequent label of their cluster."""
    _check(clusters, labels)
    if not clusters:
        return 1.0
    best: dict[Hashable, int] = {}
    for (cluster, _), times in Counter(zip(clusters, labels, strict=True)).items():
        best[cluster] = max(best.get(cluster, 0), times)
    return sum(best.values()) / len(clusters)


def inverse_purity(clusters: Labels, labels: Labels) -> float:
    """Return the share of items that are in the biggest cluster of their label."""
    return purity(labels, clusters)


def adjusted_rand(clusters: Labels, labels: Labels) -> float:
    """Return the adjusted Rand index (Hubert and Arabie 1985): 1 for the same grouping, about 0 by chance."""
    _check(clusters, labels)
    together = _pairs(Counter(zip(clusters, labels, strict=True)).values())
    in_cluster, in_label = _pairs(Counter(clusters).values()), _pairs(Counter(labels).values())
    everything = comb(len(clusters), 2)
    expected = in_cluster * in_label / everything if everything else 0.0
    most = (in_cluster + in_label) / 2
    return 1.0 if most == expected else (together - expected) / (most - expected)


def _pairs(sizes: Iterable[int]) -> int:
    return sum(comb(size, 2) for size in sizes)


def _check(clusters: Labels, labels: Labels) -> None:
    if len(clusters) != len(labels):
        raise ValueError(f"{len(clusters)} items in clusters, {len(labels)} with labels")
