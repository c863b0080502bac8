"""Where things are on the page: one box per row, from a browser or estimated."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Page
from sectio.errors import InputError
from sectio.once import once

Numbers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Layout:
    """Boxes and looks, one value per page row; NaN where unknown.

    `source` names where the numbers come from: `"chromium"` or `"estimate"`. `contrast` is the contrast ratio
    of text and background, 1 (none) to 21. `missing` are rows the source has no counterpart for. `extra`
    holds further columns by name.
    """

    x: Numbers
    y: Numbers
    width: Numbers
    height: Numbers
    font_size: Numbers | None = None
    bold: NDArray[np.bool_] | None = None
    italic: NDArray[np.bool_] | None = None
    underline: NDArray[np.bool_] | None = None
    contrast: Numbers | None = None
    visible: NDArray[np.bool_] | None = None
    missing: tuple[int, ...] = ()
    source: str = ""
    extra: dict[str, NDArray[np.generic]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        """How many rows."""
        return len(self.width)

    @once
    def area(self) -> NDArray[np.float64]:
        """Width times height; NaN where unknown."""
        return self.width.astype(np.float64) * self.height

    def box(self, nodes: NDArray[np.integer] | list[int]) -> tuple[float, float, float, float] | None:
        """The smallest box (x, y, width, height) around these rows; None if none of them has a size."""
        rows = np.asarray(nodes, np.int64)
        rows = rows[np.isfinite(self.x[rows] + self.y[rows]) & (self.area[rows] > 0)]
        if not len(rows):
            return None
        left, top = float(self.x[rows].min()), float(self.y[rows].min())
        right = float((self.x[rows] + self.width[rows]).max())
        bottom = float((self.y[rows] + self.height[rows]).max())
        return left, top, right - left, bottom - top


class Provider(Protocol):
    """What lays out pages: a `sectio.layout.chromium.Browser`, or anything with its `layout`."""

    def layout(self, page: Page, url: str | None = None) -> Layout:
        """Boxes and looks of every row of the page."""


Given = Layout | Provider | str | None


def get(page: Page, layout: Given, url: str | None = None, *, executable: str | None = None) -> Layout | None:
    """The layout that was asked for; None for None and `"estimate"`: each method can do
    without.

        `"chromium"` starts a browser for this page alone; for many pages open one `Browser` and pass it.
    """
    if layout is None or layout == "estimate":
        return None
    if isinstance(layout, Layout):
        if len(layout) != len(page):
            raise InputError(f"the layout has {len(layout)} rows and the page {len(page)}: it belongs to another page")
        return layout
    if layout == "chromium":
        from sectio.layout.chromium import Browser

        with Browser(executable=executable) as browser:
            return browser.layout(page, url)
    if isinstance(layout, str):
        raise InputError(f"there is no layout {layout!r}; choose estimate or chromium, or pass a Layout")
    if not hasattr(layout, "layout"):
        raise InputError(f"layout is estimate, chromium, a Layout or a Browser, not {type(layout).__name__}")
    return layout.layout(page, url)
