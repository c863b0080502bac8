"""Why a section is as important as it is, in one line."""

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Page
from sectio.sites.template.features import KIND_NAMES
from sectio.sites.template.support import Signals

LINKS = 0.5  # from this share on a section's links are worth a word


class Explainer:
    """Puts the evidence of a section's leaves into words."""

    def __init__(self, page: Page, signals: Signals, pages: int, noisy: float) -> None:
        self._page, self._signals, self._pages, self._noisy = page, signals, pages, noisy

    def __call__(self, leaves: NDArray[np.integer], importance: float) -> str:
        """One line for a section."""
        known, page = self._signals, self._page
        size = np.maximum(page.text_len[leaves], 1).astype(np.float64)
        if not known.mapped[leaves].any():
            return "not in the template of this site"
        if self._pages < 2:
            return "only one page was learned from"
        repeated = size * known.score[leaves]
        share = repeated.sum() / size.sum()
        best = leaves[int(np.argmax(repeated))]
        what = f"{KIND_NAMES[known.kind[best]]} on {known.feature_pages[best]} of {known.node_pages[best]} pages"
        if importance < self._noisy and share >= 0.5:
            return f"same {what}"
        linked = (size * page.in_link[leaves]).sum() / size.sum()
        if importance < self._noisy:
            return f"a list of links ({linked:.0%} of its text)" + (f", some with the same {what}" if share else "")
        links = f"; {linked:.0%} of it is links" if linked >= LINKS else ""
        if share < 0.05:
            return f"its text is this page's own{links}"
        return f"{share:.0%} of its text repeats, the rest is this page's own{links}"
