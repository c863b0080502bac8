"""Counting: on how many sample pages a template node, and each text, link and image at it, occurs (spec §3, §4).

Pages are counted as bits of a number, so that a page counts once however often something repeats on it, and counts of
two templates can be joined exactly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Ints, Page, Scores
from sectio.sites.template.features import BITS, Feature, features

NODE_SUPPORT: Final = 0.20
MIN_PAGES: Final = 2


@dataclass(eq=False)
class Support:
    """Page sets, as bits, of template positions and of features at them (key: position and feature number)."""

    pages: int = 0
    nodes: dict[int, int] = field(default_factory=dict)
    features: dict[int, int] = field(default_factory=dict)

    def add(self, place: Ints, found: Iterable[Feature]) -> None:
        """Count one more page, mapped to positions by `place`."""
        bit = 1 << self.pages
        self.pages += 1
        nodes, counted = self.nodes, self.features
        for position in np.unique(place[place >= 0]).tolist():
            nodes[position] = nodes.get(position, 0) | bit
        at = place.tolist()
        for row, _, key in found:
            position = at[row]
            if position >= 0:
                key |= position << BITS
                counted[key] = counted.get(key, 0) | bit

    def confidence(self, node_pages: int, feature_pages: int, *, node_support: float = NODE_SUPPORT) -> float | None:
        """Noise confidence of a feature on so many of a node's pages; None where the node says too little."""
        if node_pages < MIN_PAGES or node_pages <= node_support * self.pages:
            return None
        return feature_pages / node_pages


@dataclass(frozen=True, eq=False)
class Signals:
    """What the site's pages say about each row of a page.

    `score` is the noise confidence of a leaf (0 for others); `feature_pages` of `node_pages` pages show the same text,
    link or image (`kind`) there; `node_support` is the share of all pages that have the row's template node; rows with
    no partner are not `mapped`.
    """

    score: Scores
    feature_pages: Ints
    node_pages: Ints
    kind: NDArray[np.int8]
    node_support: Scores
    mapped: NDArray[np.bool_]
    in_star: NDArray[np.bool_]


def signals(support: Support, page: Page, place: Ints, in_star: Sequence[bool], *, node_support: float) -> Signals:
    """Transfer confidences to the page's leaves by the features they have; of several the largest counts."""
    size = len(page)
    mapped = place >= 0
    known = max(support.nodes, default=-1) + 1
    counts = np.zeros(max(known, int(place.max(initial=-1)) + 1, 1), np.int32)
    for position, bits in support.nodes.items():
        counts[position] = bits.bit_count()
    node_pages = np.where(mapped, counts[place], 0).astype(np.int32)
    enough = (node_pages >= MIN_PAGES) & (node_pages > node_support * support.pages)
    pages = np.zeros(size, np.int32)
    kind = np.full(size, -1, np.int8)
    at, usable, stored = place.tolist(), enough.tolist(), support.features
    for row, what, key in features(page):
        if usable[row]:
            count = stored.get(at[row] << BITS | key, 0).bit_count()
            if count > pages[row]:
                pages[row], kind[row] = count, what
    stars = np.asarray(in_star, bool) if len(in_star) else np.zeros(1, bool)
    return Signals(
        score=(pages / np.maximum(node_pages, 1)).astype(np.float32),
        feature_pages=pages,
        node_pages=node_pages,
        kind=kind,
        node_support=(node_pages / max(support.pages, 1)).astype(np.float32),
        mapped=mapped,
        in_star=mapped & stars[np.minimum(place, len(stars) - 1)],
    )
