"""Areas without a browser: a node is as large as what it shows (template spec §6.1)."""

from typing import Final

import numpy as np

from sectio.dom.page import Floats, Page
from sectio.dom.tags import FRAMES
from sectio.dom.tree import subtree_sum
from sectio.layout import Layout

PIXELS_PER_CHARACTER: Final = 150.0
IMAGE: Final = 50.0  # weight of an image of unknown size, in characters
_LARGEST: Final = 10_000.0  # pixels; larger values in attributes are ignored


def weights(page: Page) -> Floats:
    """The size of each leaf in characters: text by its length, images by their attributes, all else 0."""
    size = page.text_len.astype(np.float64)
    images = np.flatnonzero(page.is_tag("img"))
    if len(images):
        widths, heights = page.source.having("width"), page.source.having("height")
        for row in images.tolist():
            area = _pixels(widths.get(row, "")) * _pixels(heights.get(row, ""))
            size[row] = area / PIXELS_PER_CHARACTER if area else IMAGE
    return size


def frame_weights(page: Page) -> Floats:
    """The size of the embedded documents that an element holds, in characters."""
    size = np.zeros(len(page))
    for row, value in page.source.having(FRAMES).items():
        size[row] = IMAGE * len(value.split())
    return size


def areas(page: Page, layout: Layout | None = None, size: Floats | None = None) -> Floats:
    """The area of each row: from the layout where known, otherwise the summed weight of the leaves below (`size`, if it is known already)."""
    estimated = subtree_sum(page, weights(page) if size is None else size)
    if layout is None or not np.isfinite(layout.area[min(1, len(page) - 1)]):
        return estimated
    return np.nan_to_num(layout.area, nan=0.0)


def _pixels(value: str) -> float:
    digits = value.strip().removesuffix("px").strip()
    return min(float(digits), _LARGEST) if digits.isdecimal() and digits.isascii() else 0.0
