"""Importance of sections: one minus the noise of their leaves, weighted by size (template spec §7)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks
from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import subtree_sum
from sectio.layout import Layout
from sectio.layout.estimate import areas, frame_weights, weights
from sectio.sectioning.cut import Cut, cut, find_mixtures
from sectio.sectioning.evidence import Evidence, Reading
from sectio.sectioning.runs import split


@dataclass(frozen=True, eq=False)
class Weighed:
    """A cut page with an importance for each piece; `noisy` pieces are boilerplate, rows not `shown` are hidden."""

    cut: Cut
    importance: Floats
    noisy: Mask
    shown: Mask

    @property
    def section(self) -> Ints:
        """The piece of each row, -1 for rows above all pieces."""
        return self.cut.section

    def informative(self, page: Page) -> Mask:
        """The visible text rows of sections that are not noisy."""
        wanted = np.append(~self.noisy, False)
        return wanted[self.section] & page.is_text & page.visible


def importances(section: Ints, size: Floats, noise: Floats, count: int) -> Floats:
    """One minus the mean noise of each section's leaves, weighted by size; without sizes, the plain mean."""
    taken = section >= 0
    where, size, noise = section[taken], size[taken], noise[taken]
    total = np.bincount(where, weights=size, minlength=count)
    sized = np.bincount(where, weights=size * noise, minlength=count)
    number = np.bincount(where, minlength=count)
    plain = np.bincount(where, weights=noise, minlength=count)
    mean = np.where(total > 0, sized / np.where(total > 0, total, 1), plain / np.maximum(number, 1))
    # Rounded, so that an importance of exactly 0.25 does not become noisy because of its last bit.
    return np.round(1 - np.clip(mean, 0, 1), 9)


def weigh(page: Page, evidence: Evidence, *, layout: Layout | None = None) -> Weighed:
    """Cut the page and weigh its sections, by the strictest reading of the evidence that leaves enough text."""
    work = _Work(page, evidence, layout, (weights(page) + frame_weights(page)) * page.visible, areas(page, layout))
    first, *others = evidence.readings
    found, keep = work.weigh(first), first.keep
    for other in others:
        milder = work.weigh(other)
        if _words(page, found) > 0 and _words(page, found) >= keep * _words(page, milder):
            return found
        found, keep = milder, other.keep
    return found


def _words(page: Page, weighed: Weighed) -> int:
    return int(page.words[weighed.informative(page)].sum())


@dataclass(frozen=True, eq=False)
class _Work:
    """A page while it is weighed: `shown` is the size of each leaf, 0 for what is not seen."""

    page: Page
    evidence: Evidence
    layout: Layout | None
    shown: Floats
    area: Floats

    def weigh(self, reading: Reading) -> Weighed:
        """The page as one reading of the evidence has it."""
        page, evidence, noise = self.page, self.evidence, reading.noise(self.page)
        mixture = find_mixtures(page, self._share(noise), most=1 - evidence.threshold) if evidence.refine else None
        pieces = cut(
            page, stars=evidence.stars, area=self.area, content=self.shown > 0, mixture=mixture, ratio=evidence.area
        )
        importance = self._importance(pieces, noise)
        if evidence.refine:
            pieces = self._purified(pieces, importance < evidence.threshold)
            importance = self._importance(pieces, noise)
        return Weighed(pieces, importance, importance < evidence.threshold, page.visible)

    def _share(self, noise: Floats) -> Floats:
        """The share of noise of each row's subtree."""
        page, text = self.page, self.shown * self.page.is_text
        images = self.shown - text
        texts, pictures = subtree_sum(page, text), subtree_sum(page, images)
        cap = _cap(texts, pictures) if self.evidence.image_cap else np.ones(len(page))
        noisy = subtree_sum(page, text * noise) + cap * subtree_sum(page, images * noise)
        return noisy / np.maximum(texts + cap * pictures, 1e-9)

    def _importance(self, pieces: Cut, noise: Floats) -> Floats:
        leaf, count = np.where(self.shown > 0, pieces.section, -1).astype(np.int32), len(pieces.pieces)
        size = _sizes(leaf, self.shown, self.layout, count)
        if self.evidence.image_cap and count:
            taken = leaf >= 0
            text = np.bincount(leaf[taken], weights=(size * self.page.is_text)[taken], minlength=count)
            images = np.bincount(leaf[taken], weights=size[taken], minlength=count) - text
            size = np.where(self.page.is_text, size, size * np.append(_cap(text, images), 1.0)[leaf])
        return importances(leaf, size, noise, count)

    def _purified(self, pieces: Cut, noisy: Mask) -> Cut:
        """The same cut with repeated text taken off the ends of sections that are not noisy.

        Between text of the page's own, repeated text is a label of it ("Parameters").
        """
        leaves = np.flatnonzero((self.shown > 0) & (pieces.section >= 0))
        own = ~self._repeated_blocks(self.evidence.certain)[leaves]
        return split(self.page, pieces, leaves, own, lambda runs: noisy[runs.piece] | (~runs.content & runs.is_inner))

    def _repeated_blocks(self, repeats: Floats) -> Mask:
        """The leaves of text blocks that repeat on other pages; an image is by itself."""
        rows, blocks, most = self.page.text_rows, Blocks.of(self.page), 1 - self.evidence.threshold
        size = self.page.words[rows] + 0.01
        found = repeats > most
        found[rows] = (blocks.sum(size * repeats[rows]) > most * blocks.sum(size))[blocks.of_text]
        return found


def _cap(text: NDArray[np.number], images: NDArray[np.number]) -> Floats:
    """The factor by which images count no more than the text; without text they count in full."""
    return np.where(text > 0, np.minimum(text / np.maximum(images, 1e-9), 1.0), 1.0)


def _sizes(leaf: Ints, shown: Floats, layout: Layout | None, count: int) -> Floats:
    """Rendered area where it is known for all leaves of a section, otherwise characters."""
    if layout is None:
        return shown
    area = layout.area
    unknown = np.bincount(leaf[leaf >= 0], weights=~np.isfinite(area[leaf >= 0]), minlength=count)
    return np.where((leaf >= 0) & (np.append(unknown, 1)[leaf] == 0), np.nan_to_num(area), shown)
