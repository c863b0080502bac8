"""What is beside the text: screen readers' text, links to headings, buttons, labels, captions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.dom.page import Mask, Page
from sectio.dom.parse import parse
from sectio.output import furniture
from tests import strategies
from tests.compiled import built, uncompiled


def told(page: Page, mask: Mask) -> list[str]:
    return [text.strip() for text, is_in in zip(page.texts, mask.tolist(), strict=True) if is_in]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a <span class='sr-only'>b</span></p>", ["b"]),
        ("<p>a <span class='x visually-hidden'>b</span></p>", ["b"]),
        ("<p>a <span class='sr-only-not'>b</span></p>", []),
        ("<h2>a <a class=headerlink href=#a>¶</a></h2>", ["¶"]),
        ("<h2>a <a href=#a>#</a></h2>", ["#"]),
        ("<p>a <a href=#a>#</a></p>", []),
        ("<h2><span>a</span><span class=mw-editsection>[edit]</span></h2>", ["[edit]"]),
        ("<p><a href=x>a <span>(opens in a new tab)</span></a></p>", ["(opens in a new tab)"]),
        ("<p><a href=x>a <span>(öffnet in neuem Fenster)</span></a></p>", ["(öffnet in neuem Fenster)"]),
        ("<p>The shop (opens in a new building)</p>", []),
        ("<p>a</p><button>Copy</button>", ["Copy"]),
        ("<p>a</p><button>five words are a sentence</button>", []),
        ("<h3><button aria-expanded=false>Question</button></h3>", []),
        ("<details><summary><button>More</button></summary>b</details>", []),
    ],
)
def test_furniture_is_told_from_text(html: str, expected: list[str]) -> None:
    page = parse(html)
    assert told(page, furniture.is_furniture(page)) == expected


def test_the_name_of_a_language_over_a_listing_is_a_label() -> None:
    """Only in a box with the listing and little else, and only a language."""
    for html, expected in (
        ("<div><span>Python</span><pre>x = 1</pre></div>", ["Python"]),
        ("<div><span>Result</span><pre>x = 1</pre></div>", []),
        ("<article><p>Python</p><pre>x = 1</pre></article>", []),
        ("<div><p>a</p><p>b</p><p>c</p><span>Python</span><pre>x = 1</pre></div>", []),
    ):
        page = parse(html)
        assert told(page, furniture.is_furniture(page)) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<figure><img src=a><figcaption>a boat</figcaption></figure>", ["a boat"]),
        ("<figure><img src=a><div>a boat</div><small>Ada</small></figure>", ["a boat", "Ada"]),
        ("<figure><video src=a></video><figcaption>a film</figcaption></figure>", ["a film"]),
        ("<figure><figcaption>a boat</figcaption></figure>", []),
        ("<figure><img src=a><table><tr><td>1<td>2</table><figcaption>data</figcaption></figure>", []),
        ("<figure><blockquote>so</blockquote><figcaption>she</figcaption></figure>", []),
        ("<figure><img src=a><p>" + "long " * 90 + "</p></figure>", []),
        ("<div class=wp-caption><img src=a><p class=wp-caption-text>a boat</p></div>", ["a boat"]),
        ("<p class=captions>not one</p>", []),
    ],
)
def test_captions_are_the_text_of_figures_that_show_something(html: str, expected: list[str]) -> None:
    page = parse(html)
    assert told(page, furniture.captions(page)) == expected


PARTS = st.sampled_from((
    "<figure>", "</figure>", "<img src=a>", "<figcaption>a boat", "<table><tr><td>1", "</table>", "<button>", "<button aria-expanded=true>", "<div role=button>",
    "</button>", "Copy ", "four words are here ", "more ", "<h2>", "</h2>", "<summary>", "<a href=#x>", "<a rel=next href=y>", "</a>", "#",
    "(opens in a new tab)", "<p class=caption-text>", "<p>", "<span class=sr-only>", "</span>", "<div>", "</div>", "<pre>", "</pre>", "python",
    "<ul><li>", "</ul>", "<dt>",
))  # fmt: skip


@built
@given(
    st.lists(PARTS, max_size=40).map("".join) | strategies.html() | strategies.odd_html(),
    st.integers(0, 2**32 - 1),
    st.booleans(),
)
def test_texts_are_left_out_the_same_without_compiled_code(source: str, seed: int, without_captions: bool) -> None:
    page = parse(source)
    at = np.random.default_rng(seed).random(len(page.texts)) < 0.8
    quick = furniture.written(page, at, without_captions)
    with uncompiled():
        assert furniture.written(parse(source), at, without_captions).tolist() == quick.tolist()
