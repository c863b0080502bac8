"""Why a section is as important as it is, in one line."""

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Page
from sectio.sites.template.features import KIND_NAMES
from sectio.sites.template.support import Signals

HALF = 0.5
LINKS = 0.5  # from this share on, a section's links are mentioned


class Explainer:
    """Puts the evidence of a section's leaves into words."""

    def __init__(self, page: Page, signals: Signals, pages: int, noisy: float) -> None:
        self._page, self._signals, self._pages, self._noisy = page, signals, pages, noisy

    def __call__(self, leaves: NDArray[np.integer], importance: float) -> str:
        """One line for a section as the template method weighs it."""
        if importance < self._noisy and self._is_known(leaves) and self._repeated(leaves)[0] < HALF:
            share, what = self._repeated(leaves)
            links = f"a list of links ({self._linked(leaves):.0%} of its text)"
            return f"{links}, some with the same {what}" if share else links
        return self.support(leaves)

    def support(self, leaves: NDArray[np.integer]) -> str:
        """One line on what the sample pages say about a section."""
        if not self._signals.mapped[leaves].any():
            return "not in the template of this site"
        if self._pages < 2:
            return "only one page was learned from"
        share, what = self._repeated(leaves)
        if share >= HALF:
            return f"same {what}"
        linked = self._linked(leaves)
        links = f"; {linked:.0%} of it is links" if linked >= LINKS else ""
        if share < 0.05:
            return f"its text is this page's own{links}"
        return f"{share:.0%} of its text repeats, the rest is this page's own{links}"

    def repeats(self, leaves: NDArray[np.integer]) -> bool:
        """Whether most of a section's text repeats."""
        return self._is_known(leaves) and self._repeated(leaves)[0] >= HALF

    def _is_known(self, leaves: NDArray[np.integer]) -> bool:
        return self._pages > 1 and bool(self._signals.mapped[leaves].any())

    def _size(self, leaves: NDArray[np.integer]) -> Floats:
        return np.asarray(np.maximum(self._page.text_len[leaves], 1), np.float64)

    def _linked(self, leaves: NDArray[np.integer]) -> float:
        size = self._size(leaves)
        return float((size * self._page.in_link[leaves]).sum() / size.sum())

    def _repeated(self, leaves: NDArray[np.integer]) -> tuple[float, str]:
        """The share of a section that repeats, and which kind of feature repeats most."""
        known, size = self._signals, self._size(leaves)
        repeated = size * known.score[leaves]
        best = leaves[int(np.argmax(repeated))]
        what = f"{KIND_NAMES[known.kind[best]]} on {known.feature_pages[best]} of {known.node_pages[best]} pages"
        return float(repeated.sum() / size.sum()), what
