"""Counting: on how many sample pages a template node, and each text, link and image at it, occurs.

Pages are counted as bits of a number, so that a page counts once however often something repeats on it, and
counts of two templates can be joined exactly.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom.page import Floats, Ints, Mask, Page, Scores
from sectio.sites.template.features import BITS, KIND_NAMES, MASKED, Feature, features

NODE_SUPPORT: Final = 0.20
MIN_PAGES: Final = 2
ENOUGH_PAGES: Final = 3


@dataclass(eq=False)
class Support:
    """Page sets, as bits, of template positions and of features at them (key: position and feature)."""

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
        for row, _, key in deadline.watched(found):
            position = at[row]
            if position >= 0:
                key |= position << BITS
                counted[key] = counted.get(key, 0) | bit

    def node_counts(self, size: int) -> Ints:
        """Page support of each position."""
        counts = np.zeros(max(size, max(self.nodes, default=-1) + 1, 1), np.int32)
        for position, bits in self.nodes.items():
            counts[position] = bits.bit_count()
        return counts


class Rules(Protocol):
    """How counts become confidences; see `Settings`."""

    @property
    def node_support(self) -> float:
        """Nodes on a smaller share of the pages, or just this one, are not evidence."""

    @property
    def saturation(self) -> float | None:
        """This share of the node's pages, at least three, is enough."""

    @property
    def combine(self) -> Literal["max", "mean"]:
        """How several features of a leaf become one score."""

    @property
    def masked(self) -> bool:
        """Texts that differ in their numbers only count as the same."""

    @property
    def relative(self) -> bool:
        """Count against the pages that have the node, not against all."""


def confidences(node_pages: Ints, feature_pages: Ints, pages: int, rules: Rules) -> Floats:
    """Noise confidence: the share of a node's pages that have the feature (spec §4 steps 4 and 5).

    0 where the node is on too few pages. With `saturation`, that share of the node's pages, at least three, is
    enough for full confidence: what several pages have at one position belongs to no single page.
    """
    of = node_pages if rules.relative else np.full_like(node_pages, pages)
    if rules.saturation is not None:
        of = np.minimum(of, np.maximum(ENOUGH_PAGES, rules.saturation * of))
    enough = (node_pages >= MIN_PAGES) & (node_pages > rules.node_support * pages)
    return np.where(enough, np.minimum(feature_pages / np.maximum(of, 1), 1.0), 0.0)


@dataclass(frozen=True, eq=False)
class Signals:
    """What the site's pages say about each row of a page.

    `score` is the noise confidence of a leaf (0 for other rows), `share` the same as the
    paper counts it, without saturation and masked numbers; `feature_pages` of `node_pages` pages have
    the same text, link or image there (`kind`: an index of `features.KIND_NAMES`, -1 for none);
    `node_support` is the share of all sample pages that have the row's template node; rows without a partner
    in the template are not `mapped`.
    """

    score: Scores
    share: Scores
    feature_pages: Ints
    node_pages: Ints
    kind: NDArray[np.int8]
    node_support: Scores
    mapped: Mask
    in_star: Mask


def signals(support: Support, page: Page, place: Ints, in_star: Mask, rules: Rules) -> Signals:
    """Transfer confidences to the page's leaves by the features they have."""
    mapped = place >= 0
    node_pages = np.where(mapped, support.node_counts(len(in_star))[place], 0).astype(np.int32)
    counts = _feature_counts(support, page, place)
    if not rules.masked:
        counts[MASKED] = -1
    each = np.stack([confidences(node_pages, column, support.pages, rules) for column in counts])
    kind = np.argmax(each, axis=0)
    best = np.take_along_axis(counts, kind[None], axis=0)[0]
    plain = np.minimum(each, np.maximum(counts, 0) / np.maximum(node_pages, 1))
    plain[MASKED] = 0
    return Signals(
        score=_combined(each, counts, rules),
        share=_combined(plain, counts, rules),
        feature_pages=np.maximum(best, 0).astype(np.int32),
        node_pages=node_pages,
        kind=np.where(best > 0, kind, -1).astype(np.int8),
        node_support=(node_pages / max(support.pages, 1)).astype(np.float32),
        mapped=mapped,
        in_star=mapped & in_star[place],
    )


def _combined(each: Floats, counts: NDArray[np.int32], rules: Rules) -> Scores:
    """One score for each row from those of its features."""
    has = counts >= 0
    mean = np.where(has, each, 0).sum(axis=0) / np.maximum(has.sum(axis=0), 1)
    found: Floats = each.max(axis=0) if rules.combine == "max" else mean
    return found.astype(np.float32)


def _feature_counts(support: Support, page: Page, place: Ints) -> NDArray[np.int32]:
    """Page support of the text, link and image of each row, one line per kind; -1 where it has none."""
    counts = np.full((len(KIND_NAMES), len(page)), -1, np.int32)
    at, stored = place.tolist(), support.features
    found = features(page)
    pages = [stored.get(at[row] << BITS | key, 0).bit_count() if at[row] >= 0 else 0 for row, _, key in found]
    if found:
        rows, kinds, _ = zip(*found, strict=True)
        counts[list(kinds), list(rows)] = pages
    return counts
