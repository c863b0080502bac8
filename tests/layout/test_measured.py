"""From the browser's numbers to columns."""

import numpy as np
import pytest

from sectio.dom.parse import parse
from sectio.layout.measured import colour, luminance, read


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("rgb(255, 0, 0)", (1, 0, 0, 1)),
        ("rgba(0, 0, 0, 0)", (0, 0, 0, 0)),
        ("color(srgb 0.5 0.25 1 / 0.5)", (0.5, 0.25, 1, 0.5)),
        ("oklch(0.5 0.1 200)", (0, 0, 0, 1)),
    ],
)
def test_colours(css: str, expected: tuple[float, ...]) -> None:
    """Computed colours are understood, unusual ones count as black."""
    assert colour(css) == pytest.approx(expected)


def test_luminance_of_white_and_black() -> None:
    """White is 1, black is 0."""
    np.testing.assert_allclose(luminance(np.array([[1.0, 1, 1], [0, 0, 0]])), [1, 0])


def look(size: float, colour: int = 0, behind: int = 1, shown: int = 1, underline: int = 0) -> list[float]:
    return [size, 400, 0, underline, colour, behind, shown]


def test_text_has_the_looks_of_its_element_and_sees_the_nearest_background() -> None:
    """White text in a black box on a bare page: contrast 21; the page scrolls inside a small body."""
    page = parse("<div><a>one</a></div><p>two</p>")
    words = ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"]
    looks = look(16) + look(16) + look(16, 2, 0) + look(20, 2, underline=1) + look(16, shown=0)
    boxes = [[0, 0, 100, 50]] * 2 + [[0, 0, 100, 500]] * 3 + [[0, 0, 0, 0]] + [[0, 400, 50, float("nan")]]
    found = read(page, {"boxes": boxes, "looks": looks, "words": words})
    assert found.contrast is not None
    assert found.font_size is not None
    assert found.underline is not None
    assert found.visible is not None
    assert found.font_size[page.text_rows].tolist() == [20, 16]
    assert found.contrast[page.text_rows].tolist() == pytest.approx([21, 21])
    assert found.underline[page.text_rows].tolist() == [True, False]
    assert found.visible[page.text_rows].tolist() == [True, False]
    assert found.height[:2].tolist() == [500, 500]
