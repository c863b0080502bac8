"""The browser-free layout: sizes by the rules of the spec, and the array code against a slow twin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.layout import flow


def row_of(page: Page, tag: str, nth: int = 0) -> int:
    return int(np.flatnonzero(page.is_tag(tag))[nth])


def test_text_wraps_at_the_viewport() -> None:
    """100 characters of 16 px take 800 px: one line; 200 take two; a line is 1.2 font sizes high."""
    page = parse(f"<p>{'x' * 100}</p><p>{'x' * 200}</p>")
    found = flow.layout(page)
    assert found.height[row_of(page, "p", 0)] == pytest.approx(19.2)
    assert found.height[row_of(page, "p", 1)] == pytest.approx(38.4)
    assert found.y[row_of(page, "p", 1)] == pytest.approx(19.2)
    assert found.width[1] == flow.VIEWPORT


@pytest.mark.parametrize(
    ("html", "tag", "size"),
    [
        ("<h1>a</h1>", "h1", 32),
        ("<h6>a</h6>", "h6", 11),
        ("<p><small>a</small>", "small", 13),
        ("<font size=7>a</font>", "font", 48),
        ("<font size=23>a</font>", "font", 48),
        ("<font size=0>a</font>", "font", 10),
        ("<font size=+23>a</font>", "font", 16),
        ("<font size=²>a</font>", "font", 16),
        ("<p style='font-size:20px'>a", "p", 20),
        ("<p>a", "p", 16),
    ],
)
def test_font_sizes(html: str, tag: str, size: float) -> None:
    """Fonts come from the tag, the font element or the inline style."""
    page = parse(html)
    found = flow.layout(page)
    assert found.font_size is not None
    assert found.font_size[row_of(page, tag)] == size
    assert found.font_size[page.text_rows[0]] == size


def test_cells_share_the_row() -> None:
    """Explicit widths first, the rest by text length, none below a twentieth; cells are side by side."""
    page = parse("<table width=500><tr><td width=100>a</td><td>" + "b" * 95 + "</td><td>c</td></tr></table><p>z")
    found = flow.layout(page)
    cells = np.flatnonzero(page.is_tag("td"))
    assert found.width[cells].sum() == pytest.approx(500)
    assert found.width[cells[2]] / found.width[cells[0]] == pytest.approx(0.05 / 0.2, rel=0.01)
    assert found.x[cells[1]] == pytest.approx(found.width[cells[0]])
    assert (found.y[cells] == 0).all()
    assert found.height[row_of(page, "tr")] == pytest.approx(found.height[cells].max())
    assert found.y[row_of(page, "p")] == pytest.approx(found.height[row_of(page, "table")])


def test_stated_sizes() -> None:
    """Pixels and per cent of widths are honoured, a stated height is the least, per cent of heights is
    nothing.
    """
    inner = "<p style='width:50%;height:50%'>a</p>"
    page = parse(f"<div style='width:50%; height:300px'>{inner}</div><img width=40 height=30>")
    found = flow.layout(page)
    assert found.width[row_of(page, "div")] == 512
    assert found.height[row_of(page, "div")] == 300
    assert found.width[row_of(page, "p")] == pytest.approx(256)
    assert found.height[row_of(page, "p")] == pytest.approx(19.2)
    assert (found.width[row_of(page, "img")], found.height[row_of(page, "img")]) == (40, 30)


def test_images_without_a_size_and_hidden_things() -> None:
    """An image is 100 by 100 unless stated; hidden rows take no room."""
    page = parse("<img><div hidden>" + "x" * 500 + "</div><p style='display:none'>y</p>")
    found = flow.layout(page)
    assert found.height[1] == 100
    assert found.visible is not None
    assert not found.visible[row_of(page, "div")]
    assert found.height[row_of(page, "p")] == 0


def test_looks() -> None:
    """Bold, italic and underlined text is known by its markup."""
    page = parse("<p>a<b>b</b><i>c</i><a href=x>d</a>")
    found = flow.layout(page)
    assert found.bold is not None
    assert found.italic is not None
    assert found.underline is not None
    rows = page.text_rows
    assert found.bold[rows].tolist() == [False, True, False, False]
    assert found.italic[rows].tolist() == [False, False, True, False]
    assert found.underline[rows].tolist() == [False, False, False, True]


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<html>",
        "plain",
        "<div>" * 10000 + "x",
        "<table><tr><td>" * 200 + "x",
        "<p>" * 50000,
        "<div style='width:0px'>a b c",
        "<td width=0>a",
        "<div style='width:999999999px;height:1e9px'>a",
    ],
)
def test_odd_pages(html: str) -> None:
    """Every page has finite boxes, however strange."""
    found = flow.layout(parse(html))
    for column in (found.x, found.y, found.width, found.height):
        assert np.isfinite(column).all()
        assert (column >= 0).all()


texts = st.text("ab ", max_size=120)
markup = st.recursive(
    texts.map(lambda text: f"<p>{text}</p>"),
    lambda inner: st.lists(inner, max_size=4).flatmap(
        lambda parts: st.sampled_from(
            [
                "<div>" + "".join(parts) + "</div>",
                "<div style='height:90px'>" + "".join(parts) + "</div>",
                "<table><tr>" + "".join(f"<td>{part}</td>" for part in parts) + "</tr></table>",
            ]
        )
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(markup)
def test_heights_and_tops_agree_with_slow_twin(html: str) -> None:
    """Stacking by running sums equals stacking node by node."""
    page = parse(html)
    found = flow.layout(page)
    stated = page.source.having("style")
    height, top = np.zeros(len(page)), np.zeros(len(page))
    for node in reversed(range(len(page))):
        inside = [height[child] for child in page.children(node)]
        if page.is_text[node]:
            height[node] = found.height[node]
        else:
            height[node] = max(inside, default=0.0) if page.tag_of(node) == "tr" else sum(inside)
        if node in stated:
            height[node] = max(height[node], 90.0)
    for node in range(len(page)):
        below = top[node]
        for child in page.children(node):
            top[child] = below
            below += 0 if page.tag_of(node) == "tr" else height[child]
    np.testing.assert_allclose(found.height, height, rtol=1e-4, atol=1e-2)
    np.testing.assert_allclose(found.y, top, rtol=1e-4, atol=1e-2)
