"""Cutting pages into sections with an importance; `segment` is the door."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Column, Page
from sectio.layout import Layout
from sectio.layout.estimate import areas
from sectio.results import Section
from sectio.sectioning.evidence import Evidence, Knows
from sectio.sectioning.segment import describe

__all__ = ["Evidence", "Knows", "segment"]


Why = Callable[[NDArray[np.integer]], str]


def segment(
    page: Page,
    *,
    site: Knows | None = None,
    content: Column | None = None,
    layout: Layout | None = None,
    why: Why | None = None,
) -> list[Section]:
    """Cut a page into sections, in document order; every text row below the body is in exactly one.

    With a `site`, importance says how much of a section is the page's own. Without one it is the mean of
    `content`: the probability, 0 to 1 or a mask, that each row is content, from whatever extractor the caller
    trusts; `why` says in words what made it think so of some rows.
    """
    if site is not None:
        return describe(page, site.evidence(page, areas(page, layout)), layout=layout)
    return describe(page, _alone(page, content, layout, why), layout=layout)


def _alone(page: Page, content: Column | None, layout: Layout | None, why: Why | None) -> Evidence:
    """Evidence from the page itself: lists repeat on it, and an extractor says what is content."""
    from sectio.sites.template.alone import repetitions

    chances = np.ones(len(page)) if content is None else np.asarray(content, np.float64)

    def explain(leaves: NDArray[np.integer], importance: float) -> str:
        if content is None:
            return "a single page, and no extractor was asked"
        size = page.text_len[leaves]
        chosen = float((size * (chances[leaves] > 0.5)).sum() / max(size.sum(), 1))
        verdict = f"the extractor takes {chosen:.0%} of its text as content"
        reasons = why(leaves) if why else ""
        return f"{verdict}: {reasons}" if reasons else verdict

    stars = repetitions(page, areas(page, layout))
    return Evidence(stars, np.clip(1 - chances, 0, 1), explain, threshold=0.25)
