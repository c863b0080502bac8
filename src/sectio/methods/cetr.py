"""CETR: lines of the article have much text and few tags.

Weninger, Hsu and Han, "CETR: content extraction via tag ratios", WWW 2010. Each line of the source gets the
ratio of its text to its tags, smoothed over its neighbours; lines are then classified by that ratio and by
how much it changes ahead. Three ways to decide: k-means in two dimensions with one centroid fixed at the
origin (`select`), k-means on the ratio alone (`select_km`), a threshold on it (`select_tm`).
"""

from collections.abc import Callable

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.methods._lines import read
from sectio.results import Selection

RADIUS = 2  # sources disagree: radius 2, or sigma 1
MAX_ROUNDS = 100

Decide = Callable[[Floats], Mask]


def select(page: Page, *, radius: int = RADIUS, ahead: int = 3) -> Selection:
    """Content is every line that is nearer to another centroid than to the origin."""
    return _select(page, radius, lambda ratios: decide(ratios, radius=radius, ahead=ahead))


def select_km(page: Page, *, radius: int = RADIUS) -> Selection:
    """Content is every line outside the lowest of three clusters of ratios."""
    return _select(page, radius, decide_km)


def select_tm(page: Page, *, radius: int = RADIUS, factor: float = 1.0) -> Selection:
    """Content is every line whose ratio reaches `factor` standard deviations."""
    return _select(page, radius, lambda ratios: decide_tm(ratios, factor=factor))


def _select(page: Page, radius: int, decide: Decide) -> Selection:
    lines = read(page.html)
    if not lines.chars.any():
        return Selection(np.zeros(len(page), bool), warnings=("empty",), text="")
    # Without any tags there is nothing to distinguish lines by.
    content = decide(smooth(lines.ratios, radius)) if lines.tags.any() else lines.chars > 0
    return Selection(lines.nodes(page, content), text=lines.text(content))


def smooth(ratios: Floats, radius: int = RADIUS) -> Floats:
    """Average with a Gaussian kernel; at the ends over the part of it that is inside."""
    weights = kernel(radius)
    inside = slice(radius, radius + len(ratios))
    return np.convolve(ratios, weights)[inside] / np.convolve(np.ones(len(ratios)), weights)[inside]


def kernel(radius: int) -> Floats:
    """The Gaussian with the radius as its deviation, cut at the radius, summing to 1."""
    steps = np.arange(-radius, radius + 1)
    weights = np.exp(-(steps**2) / (2 * max(radius, 1) ** 2))
    total: Floats = weights / weights.sum()
    return total


def change(ratios: Floats, *, radius: int = RADIUS, ahead: int = 3) -> Floats:
    """How far the mean of the next lines is from each line, smoothed, without its sign."""
    running = np.concatenate(([0.0], np.cumsum(ratios)))
    here = np.arange(1, len(ratios) + 1)
    stop = np.minimum(here + ahead, len(ratios))
    following = (running[stop] - running[here]) / np.maximum(stop - here, 1)
    return np.abs(smooth(np.where(stop > here, following - ratios, 0.0), radius))


def decide(ratios: Floats, *, radius: int = RADIUS, ahead: int = 3) -> Mask:
    """Cluster ratio and change with one centroid fixed at the origin; what does not gather there is content."""
    points = np.stack([ratios, change(ratios, radius=radius, ahead=ahead)])
    if len(np.unique(ratios)) < 3 and len(np.unique(points, axis=1).T) < 3:
        return ratios > 0
    labels, _ = cluster(points)
    return labels > 0


def cluster(points: Floats) -> tuple[Ints, Floats]:
    """k-means on points (one column each) with three centroids, the first fixed at the origin; labels, centroids."""
    return _k_means(points, _farthest_first(points, [np.zeros(len(points))]), fixed=1)


def decide_km(ratios: Floats) -> Mask:
    """Cluster the ratios; the cluster with the lowest centroid is not content."""
    if len(np.unique(ratios)) < 3:
        return ratios > 0
    points = ratios[None, :]
    start = [np.array([ratios.min()]), np.array([ratios.max()])]
    labels, centroids = _k_means(points, _farthest_first(points, start), fixed=0)
    content: Mask = labels != int(np.argmin(centroids[:, 0]))
    return content


def decide_tm(ratios: Floats, *, factor: float = 1.0) -> Mask:
    """Content reaches `factor` standard deviations (of all lines) and has some text."""
    content: Mask = (ratios >= factor * ratios.std()) & (ratios > 0)
    return content


def _farthest_first(points: Floats, centroids: list[Floats]) -> Floats:
    """Add the point farthest from all centroids until there are three."""
    while len(centroids) < 3:
        nearest = np.min([_distances(points, centroid) for centroid in centroids], axis=0)
        centroids = [*centroids, points[:, int(np.argmax(nearest))]]
    return np.array(centroids)


def _k_means(points: Floats, centroids: Floats, fixed: int) -> tuple[Ints, Floats]:
    """Move all but the first `fixed` centroids to the mean of their points until no point changes its cluster."""
    labels = np.full(points.shape[1], -1)
    for _ in range(MAX_ROUNDS):
        nearest = _nearest(points, centroids)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        for number in range(fixed, 3):
            mine = labels == number
            if size := np.count_nonzero(mine):
                centroids[number] = points @ mine / size
    return labels, centroids


def _nearest(points: Floats, centroids: Floats) -> Ints:
    """The nearest of three centroids, the first one on a tie."""
    first, second, third = (_distances(points, centroid) for centroid in centroids)
    labels = (second < first).astype(np.int32)
    labels[third < np.minimum(first, second)] = 2
    return labels


def _distances(points: Floats, centroid: Floats) -> Floats:
    """Squared distance of each point to a centroid."""
    apart = points - centroid[:, None]
    squares: Floats = np.einsum("ij,ij->j", apart, apart)
    return squares
