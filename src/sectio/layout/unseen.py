"""What a browser does not show, whatever hides it, and the page does not open either."""

import numpy as np

from sectio.dom import hidden
from sectio.dom.page import Mask, Page, covered
from sectio.layout import Layout


def rows(page: Page, layout: Layout) -> Mask:
    """True for the rows that nobody sees: in elements without any text that is shown. Parts that the page opens are seen."""
    if layout.visible is None:
        return np.zeros(len(page), bool)
    shown = _running(page.is_text & layout.visible)
    empty = shown[page.end] == shown[:-1]
    texts = _running(page.is_text)
    tops = empty & ~empty[page.parent] & (texts[page.end] > texts[:-1])
    tops[:1] = False
    tops &= ~covered(page, page.is_tag("details"))
    tops[hidden.opened(page, np.flatnonzero(tops).tolist())] = False
    return covered(page, tops)


def _running(mask: Mask) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    return np.concatenate(([0], np.cumsum(mask)))
