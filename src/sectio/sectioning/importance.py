"""Importance of sections: one minus the noise of their leaves, weighted by size (template spec §7)."""

from dataclasses import dataclass

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import subtree_sum
from sectio.layout import Layout
from sectio.layout.estimate import areas, weights
from sectio.sectioning.cut import Cut, cut, find_mixtures
from sectio.sectioning.evidence import Evidence


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
    """Cut the page and weigh its sections.

    Links count as noise only as long as some content is left: on a page of links the links are the
    content.
    """
    shown = weights(page) * page.visible
    area = areas(page, layout)
    if evidence.links:
        linked = np.maximum(evidence.noise, evidence.links * page.in_link)
        found = _weigh(page, evidence, area, shown, linked, layout)
        if found.informative(page).any():
            return found
    return _weigh(page, evidence, area, shown, evidence.noise, layout)


def _weigh(
    page: Page, evidence: Evidence, area: Floats, shown: Floats, noise: Floats, layout: Layout | None
) -> Weighed:
    share = subtree_sum(page, shown * noise) / np.maximum(subtree_sum(page, shown), 1e-9)
    mixture = find_mixtures(page, share, most=1 - evidence.threshold) if evidence.refine else None
    pieces = cut(page, stars=evidence.stars, area=area, content=shown > 0, mixture=mixture, ratio=evidence.area)
    leaf = np.where(shown > 0, pieces.section, -1).astype(np.int32)
    count = len(pieces.pieces)
    importance = importances(leaf, _sizes(leaf, shown, layout, count), noise, count)
    return Weighed(pieces, importance, importance < evidence.threshold, page.visible)


def _sizes(leaf: Ints, shown: Floats, layout: Layout | None, count: int) -> Floats:
    """Rendered area where it is known for all leaves of a section, otherwise characters."""
    if layout is None:
        return shown
    area = layout.area
    unknown = np.bincount(leaf[leaf >= 0], weights=~np.isfinite(area[leaf >= 0]), minlength=count)
    return np.where((leaf >= 0) & (np.append(unknown, 1)[leaf] == 0), np.nan_to_num(area), shown)
