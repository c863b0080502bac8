"""What the browser does not show is not text, for every method."""

import numpy as np
import pytest

import sectio
from sectio.dom.parse import parse
from sectio.layout import Layout, unseen
from sectio.layout.chromium import Browser
from tests.layout.test_chromium import real

PROSE = f"<p>{'A paragraph of the story, with many words in it. ' * 12}</p>"


def unseen_texts(html: str, *hidden: str) -> list[str]:
    """What nobody sees on a page, when a browser does not show these texts."""
    page = parse(html)
    visible = np.ones(len(page), bool)
    visible[page.text_rows] = [text.strip() not in hidden for text in page.texts]
    size = np.ones(len(page), np.float32)
    layout = Layout(size, size, size, size, visible=visible, source="chromium")
    rows = unseen.rows(page, layout)
    return [text.strip() for text, row in zip(page.texts, page.text_rows, strict=True) if rows[row]]


def test_elements_without_any_text_that_is_shown_are_unseen() -> None:
    """The whole element, from the outermost that shows nothing; one with something shown is seen, its hidden parts are not."""
    assert unseen_texts("<p>a</p><div><p>b</p><p>c</p></div>", "b", "c") == ["b", "c"]
    assert unseen_texts("<div><p>b</p><p>c</p></div>", "b") == ["b"]
    assert unseen_texts("<p>a</p>") == []


def test_parts_that_the_page_opens_are_seen() -> None:
    """Closed details, tab panels and accordions are a click away."""
    assert unseen_texts("<p>a</p><details><summary>s</summary><p>b</p></details>", "b") == []
    assert unseen_texts("<p>a</p><div role=tabpanel>b</div>", "b") == []
    assert unseen_texts("<p>a</p><button aria-controls=x>+</button><div id=x>b</div>", "b") == []
    assert unseen_texts("<p>a</p><button aria-controls=x>+</button><div id=x role=dialog>b</div>", "b") == ["b"]


def test_a_layout_without_visibility_hides_nothing() -> None:
    page = parse("<p>a")
    size = np.ones(len(page), np.float32)
    assert not unseen.rows(page, Layout(size, size, size, size)).any()


@real
@pytest.mark.parametrize("method", [None, "body", "density", "vwrapper"])
def test_every_method_honours_what_the_browser_shows(method: str | None) -> None:
    """A rule that only a browser understands hides a paragraph."""
    style = "<style>p:nth-child(2 of .x), p:has(i) { display: none }</style>"
    html = (
        f"<!doctype html><head>{style}</head><body><main>{PROSE}<p>Not for <i>you</i>, dear reader of this.</p>{PROSE}"
    )
    with Browser(timeout=60) as browser:
        text = sectio.extract(html, method=method, layout=browser).text
    assert "A paragraph of the story" in text
    assert "dear reader" not in text


@real
def test_a_page_that_shows_nothing_is_still_read() -> None:
    """A script will show it."""
    html = f"<!doctype html><style>main:has(p) {{ display: none }}</style><main>{PROSE}{PROSE}</main>"
    with Browser(timeout=60) as browser:
        assert "A paragraph" in sectio.extract(html, layout=browser).text
