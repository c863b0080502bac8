"""Sections drawn over the page."""

from sectio.dom.parse import parse
from sectio.layout import flow
from sectio.results import Section
from sectio.sectioning.picture import colour, draw

PAGE = parse(
    "<title>A <b>& B</title><h1>Title</h1><p>One &lt;script&gt;alert(1)&lt;/script&gt; two</p><p hidden>no</p>"
)


def section(**more: object) -> Section:
    known: dict[str, object] = {
        "importance": 0.8, "noisy": False, "kind": "block", "role": "content", "text": "One", "words": 1,
        "xpath": "/html/body/p", "box": (1.0, 2.0, 30.0, 40.0), "why": 'says "so" <here>',
    }  # fmt: skip
    return Section(**{**known, **more})  # type: ignore[arg-type]


def test_the_picture_is_one_safe_page() -> None:
    """Everything from the page is escaped, nothing runs or loads, hidden text is not drawn."""
    html = draw(PAGE, [section()], flow.layout(PAGE))
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "&quot;so&quot; &lt;here&gt;" in html
    assert "src=" not in html
    assert "http:" not in html
    assert "https:" not in html
    assert ">no<" not in html
    assert "left:1px;top:2px;width:30px;height:40px" in html


def test_a_picture_of_the_page_goes_below_the_boxes() -> None:
    """With a picture the page's text is not drawn again; sections without a box are left out."""
    html = draw(PAGE, [section(), section(box=None)], flow.layout(PAGE), picture=b"jpeg")
    assert html.count('class="s"') == 1
    assert html.count('class="t"') == 0
    assert "data:image/jpeg;base64,anBlZw==" in html


def test_colours_run_from_red_to_green() -> None:
    """Importance is the hue."""
    assert colour(0) == colour(-1) == "hsl(0 65% 36%)"
    assert colour(1) == colour(2) == "hsl(130 65% 36%)"


def test_an_empty_page() -> None:
    """Nothing to draw is not an error."""
    page = parse("")
    assert "<main" in draw(page, [], flow.layout(page))
