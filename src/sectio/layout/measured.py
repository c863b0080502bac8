"""What the browser measured, as columns over the page's rows."""

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Mask, Page, covered
from sectio.dom.tree import nearest_ancestor
from sectio.layout import Layout

BOLD: Final = 600
_LOOKS: Final = 7
_NUMBER: Final = re.compile(r"[\d.]+(?:e[-+]?\d+)?")


def read(page: Page, measured: dict[str, Any]) -> Layout:
    """Columns from the browser's lists; text has the looks of the element around it."""
    boxes = _finite(np.array(measured["boxes"], np.float32).reshape(-1, 4))
    own = np.zeros((len(page), _LOOKS))
    own[page.is_element] = np.array(measured["looks"], np.float64).reshape(-1, _LOOKS)
    looks = own[np.where(page.is_text, page.parent, np.arange(len(page)))]
    shown = (looks[:, 6] > 0) & (boxes[:, 2] > 0) & (boxes[:, 3] > 0)
    _grow_body(page, boxes, shown)
    return Layout(
        x=boxes[:, 0],
        y=boxes[:, 1],
        width=boxes[:, 2],
        height=boxes[:, 3],
        font_size=looks[:, 0].astype(np.float32),
        bold=looks[:, 1] >= BOLD,
        italic=looks[:, 2] > 0,
        # An underline also applies to everything inside, although no style there mentions it.
        underline=covered(page, (own[:, 3] > 0) & page.is_element),
        contrast=_contrast(page, own, [*map(colour, measured["words"])]),
        visible=shown,
        source="chromium",
    )


def _grow_body(page: Page, boxes: NDArray[np.float32], shown: Mask) -> None:
    """Let `html` and `body` reach down to the last text: a page that scrolls inside itself has a body of one
    screen.
    """
    texts = boxes[page.is_text & shown]
    if len(texts):
        bottom = float((texts[:, 1] + texts[:, 3]).max())
        boxes[:2, 3] = np.maximum(boxes[:2, 3], bottom - boxes[:2, 1])


def _finite(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)


def colour(css: str) -> tuple[float, float, float, float]:
    """Red, green, blue and opacity, each 0–1, of a computed colour; anything unusual counts as black."""
    numbers = [float(number) for number in _NUMBER.findall(css)]
    if css.startswith("rgb") and len(numbers) >= 3:
        red, green, blue = (min(number / 255, 1.0) for number in numbers[:3])
        return red, green, blue, numbers[3] if len(numbers) > 3 else 1.0
    if css.startswith("color(srgb") and len(numbers) >= 3:
        return numbers[0], numbers[1], numbers[2], numbers[3] if len(numbers) > 3 else 1.0
    return 0.0, 0.0, 0.0, 1.0


def luminance(colours: Floats) -> Floats:
    """Relative luminance (WCAG 2) of rows of red, green, blue."""
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def _contrast(page: Page, looks: Floats, colours: Sequence[tuple[float, float, float, float]]) -> NDArray[np.float32]:
    """Contrast ratio of text against the nearest background that is not transparent; white if there is
    none.
    """
    table = np.array(colours, np.float64).reshape(-1, 4)
    light = luminance(table[:, :3])
    elements = np.flatnonzero(page.is_element)
    front, back, painted = np.zeros(len(page)), np.ones(len(page)), np.zeros(len(page), bool)
    front[elements] = light[looks[elements, 4].astype(np.int64)]
    behind = looks[elements, 5].astype(np.int64)
    back[elements] = light[behind]
    painted[elements] = table[behind, 3] > 0.5
    ground = _value_at(nearest_ancestor(page, painted, include_self=True), back, 1.0)
    front = np.where(page.is_text, front[page.parent], front)
    bright, dark = np.maximum(front, ground), np.minimum(front, ground)
    return ((bright + 0.05) / (dark + 0.05)).astype(np.float32)


def _value_at(rows: NDArray[np.int32], values: Floats, otherwise: float) -> Floats:
    return np.where(rows >= 0, values[rows], otherwise)
