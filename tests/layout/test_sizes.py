"""Sizes of what a page shows: estimated from characters and image attributes, or as a browser measured them."""

import numpy as np
import pytest

import sectio
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.layout import Layout, get
from sectio.layout.estimate import areas, weights

MARKUP = "<div><p>abcde</p><p>abc</p></div><img src=a>"


def layout_of(count: int, **columns: float) -> Layout:
    given = {"x": 0.0, "y": 0.0, "width": 10.0, "height": 20.0} | columns
    x, y, width, height = (np.full(count, value, np.float32) for value in given.values())
    return Layout(x, y, width, height)


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ("", 50), ("width=300", 50), ("width=300 height=100", 200), ("width='300 px' height=100px", 200),
        ("width=100% height=100", 50), ("width=0 height=100", 50), ("width=999999 height=15", 1000),
        ("width=-3 height=100", 50), ("width=٣ height=100", 50),
    ],
)  # fmt: skip
def test_images_are_as_large_as_they_say(attributes: str, size: float) -> None:
    """150 pixels are a character; without both sizes an image counts as fifty characters."""
    page = parse(f"<img src=a {attributes}>")
    assert weights(page)[page.is_tag("img")].tolist() == [pytest.approx(size)]


def test_a_node_is_as_large_as_what_it_shows() -> None:
    page = parse(MARKUP)
    found = areas(page)
    assert found[0] == 58
    assert found[page.is_tag("div")].tolist() == [8]
    assert found[page.is_tag("p")].tolist() == [5, 3]
    assert found[page.is_tag("img")].tolist() == [50]


def test_measured_areas_win_where_the_page_was_measured() -> None:
    """Width times height; a row nobody measured has none; a layout without the page's own size is not believed."""
    page = parse(MARKUP)
    layout = layout_of(len(page))
    layout.width[3] = np.nan
    expected = np.full(len(page), 200.0)
    expected[3] = 0
    assert areas(page, layout).tolist() == expected.tolist()
    assert areas(page, layout_of(len(page), width=float("nan"))).tolist() == areas(page).tolist()


def test_a_box_is_around_all_rows_that_have_a_size() -> None:
    layout = layout_of(4)
    layout.x[:] = 5, 30, 100, 2
    layout.y[:] = 7, 1, 100, 3
    layout.height[2:] = 0, np.nan
    assert layout.box([0, 1]) == (5, 1, 35, 26)
    assert layout.box([0, 2, 3]) == (5, 7, 10, 20)
    assert layout.box([2, 3]) is None


def test_a_layout_of_another_page_is_refused() -> None:
    page = parse(MARKUP)
    same = layout_of(len(page))
    assert get(page, same) is same
    assert get(page, None) is get(page, "estimate") is None
    for count in (len(page) - 1, len(page) + 1):
        with pytest.raises(InputError, match=f"the layout has {count} rows and the page {len(page)}"):
            sectio.extract(page, layout=layout_of(count))
    with pytest.raises(InputError, match="choose estimate or chromium"):
        sectio.extract(page, layout="guess")


def test_sizes_decide_how_a_page_is_cut() -> None:
    """A block above 15 % of the page is looked into, a smaller one is not; by measured sizes where there are any."""
    block = "<div><div><p>first words here</p></div><div><p>second words there</p></div></div>"
    page = parse(f"<body>{block}<div><p>{'long text ' * 40}</p></div></body>")
    large, small = (layout_of(len(page)) for _ in range(2))
    outer = int(np.flatnonzero(page.is_tag("div"))[0])
    large.width[outer : page.end[outer]] = 9
    small.width[outer : page.end[outer]] = 1
    counts = [len(sectio.sections(page, method="body", layout=layout)) for layout in (large, small)]
    assert counts[0] > counts[1]


def test_sections_have_the_boxes_of_their_texts() -> None:
    page = parse(MARKUP)
    layout = layout_of(len(page))
    layout.y[:] = np.arange(len(page)) * 20
    boxes = [section.box for section in sectio.sections(page, method="body", layout=layout) if section.words]
    texts = page.text_rows
    assert boxes[0] is not None
    assert boxes[0][1] == 20 * texts[0]
    assert all(section.box is None for section in sectio.sections(page, method="body"))
