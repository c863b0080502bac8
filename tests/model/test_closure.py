"""Structures are taken whole or not at all."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.model import closure
from tests.compiled import built, core, uncompiled

PROSE = f"<p>{'a paragraph of the story with many words in it ' * 12}</p>"


def closed(markup: str, *left_out: str, never: tuple[str, ...] = ()) -> str:
    """What closure makes of a choice that leaves out some blocks, by their texts, with compiled code and without."""
    page = parse(f"<body>{PROSE}{markup}{PROSE}")
    blocks = Blocks.of(page)
    chosen = np.array([text not in (*left_out, *never) for text in blocks.texts])
    is_never = np.array([text in never for text in blocks.texts])
    words = blocks.sum(page.counts.words)
    found = closure.close(page, blocks, chosen, words, never=is_never)
    with uncompiled():
        assert closure.close(page, blocks, chosen, words, never=is_never).tolist() == found.tolist()
    return " ".join(text for text, is_in in zip(blocks.texts, found.tolist(), strict=True) if is_in and len(text) < 90)


@pytest.mark.parametrize(
    ("markup", "left_out", "expected"),
    [
        ("<ul><li>one two<li>three<li>four five</ul>", ["three"], "one two three four five"),
        ("<ul><li>one<li><a href=x>two three four five</a></ul>", ["two three four five"], ""),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", ["b"], "a b c d"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", ["a", "b", "c"], ""),
        ("<dl><dt>a<dd>b c<dt>d<dd>e f</dl>", ["d"], "a b c d e f"),
        ("<pre>a b c<br>d e f<br>g</pre>", ["g"], "a b c d e f g"),
        ("<blockquote><p>so many words here</p><footer>x</footer></blockquote>", [], "so many words here x"),
        ("<details><summary>more</summary><p>a b c d</p></details>", ["more"], "more a b c d"),
    ],
)
def test_the_majority_of_words_decides(markup: str, left_out: list[str], expected: str) -> None:
    """Holes are filled, and a few items out of many are dropped."""
    assert closed(markup, *left_out) == expected


def test_notes_below_the_text_belong_to_it() -> None:
    """A note that a chosen sign leads to is taken in, one that nothing leads to stays out."""

    def noted(href: str) -> bool:
        page = parse(f"<body>{PROSE[:-4]}<sup><a href={href}>1</a></sup></p><hr><ol><li id=n1>Log of the ferry</ol>")
        blocks = Blocks.of(page)
        words = blocks.sum(page.counts.words)
        return bool(closure.close(page, blocks, words > 50, words, never=words < 0)[-1])

    assert noted("#n1")
    assert not noted("#n2")


def test_what_arranges_parts_of_the_page_is_left_alone() -> None:
    """A list of articles, a table with tables inside or long texts, what has most of the text: their parts stay as chosen."""
    assert closed("<ul><li><h2>a b</h2>c d<li>e<p>f</ul>", "c d", "f") == "a b e"
    assert closed("<table><tr><td><table><tr><td>a b c<td>d</table><td>e</table>", "e") == "a b c d"
    page = parse("<body><ul>" + "<li>one two three" * 10 + "<li>four</ul>")
    blocks = Blocks.of(page)
    chosen = np.arange(len(blocks)) < 6
    found = closure.close(page, blocks, chosen, blocks.sum(page.counts.words), never=~chosen & False)
    assert found.tolist() == chosen.tolist()


def test_a_sentence_announces_a_list() -> None:
    """A list between chosen blocks, after a sentence that ends in a colon, is taken in; after a label both go."""
    links, end = "<ul><li><a href=x>one</a><li><a href=y>two</a></ul>", "<p>an end of it</p>"
    line = "two notes that it is based on:"
    assert closed(f"<p>{line}</p>{links}{end}", "one", "two") == f"{line} one two an end of it"
    assert closed(f"<p>two notes on it:</p>{links}{end}", "one", "two") == "an end of it"
    assert closed(f"<p>You may also be interested in:</p>{links}{end}", "one", "two") == "an end of it"
    assert closed(f"<p>{line}</p>{links.replace('=', '=#')}{end}", "one", "two") == "an end of it"
    assert closed(f"<p>{line}</p><ul><li>{'word ' * 40}</ul>{end}", ("word " * 40).strip()) == "an end of it"


def test_items_are_not_lost_among_others() -> None:
    """In lists that arrange things an item is in when most are, and out when most are out; how it was chosen itself stays."""
    cards = "<ul><li><h3>a b</h3>c<li><h3>d</h3>e f<li><h3>g h</h3>i<li><h3>j</h3>k</ul>"
    assert closed(cards, "c", "g h", "i") == "a b d e f g h i j k"
    assert closed(cards, "a b", "c", "d", "e f", "i", "j", "k") == ""
    assert closed("<ul><li><h3>a</h3>b" + "<li><h3>c</h3>d" * 2 + f"<li>{PROSE}</ul>", PROSE[3:-5]) == "a b c d c d"


@pytest.mark.parametrize(("words", "is_in"), [(29, True), (30, False)])
def test_a_missing_item_is_little_beside_what_was_chosen(words: int, is_in: bool) -> None:
    """At most a tenth of it, however much the other items have: 240 words of prose and 52 of the list."""
    items, missing = "<li><h3>a</h3>" + "b " * 12, "c " * words
    assert closed(f"<ul>{4 * items}<li>{missing}</ul>", missing.strip()).endswith("c") == is_in


def test_numbers_in_cells_are_data() -> None:
    """A column of ranks is part of its table; days of a calendar count against the names of the days."""
    ranks = "<table>" + "".join(f"<tr><td>{i}<td>{i + 1}<td>name of it" for i in range(3)) + "</table>"
    assert closed(ranks, never=("0", "1", "2", "3")) == "0 1 name of it 1 2 name of it 2 3 name of it"
    days = "<tr>" + "".join(f"<td>{day}" for day in range(1, 15))
    assert closed(f"<table><tr><th>Mo<th>Tu{days}</table>", never=tuple(map(str, range(1, 15)))) == ""
    gutter = "<table><tr><td>1<br>2<td>first line here<tr><td>x<td>second line</table>"
    assert closed(gutter, never=("1", "2")) == "first line here x second line"


def test_items_that_repeat_a_heading_stay_in_their_list() -> None:
    """Only quotations are left out because the text has them too."""
    line = "many words in it"
    assert closed(f"<aside><ul><li>{line} a<li>a paragraph of the story with many</ul></aside>").startswith(line)
    assert closed("<aside><p>a paragraph of the story with many</p></aside>") == ""


def test_hidden_text_buttons_and_line_numbers_stay_out() -> None:
    """They are no part of a list or listing."""
    markup = "<ul><li>one two three<li hidden>four<li><button>five</button><li>six</ul>"
    assert closed(markup, "four", "five") == "one two three six"
    assert closed("<pre>a b c d<br>1</pre>", never=("1",)) == "a b c d"


def test_lines_go_with_what_they_belong_to() -> None:
    """A line that ends in a colon with its list, an attribution with its quotation."""
    assert closed("<p>You need:</p><ul><li>a b c<li>d</ul>", "You need:") == "You need: a b c d"
    assert closed("<p>Read also:</p><ul><li>a<li>b c d</ul>", "a", "b c d") == ""
    assert closed("<p>You need</p><ul><li>a b c<li>d</ul>", "You need") == "a b c d"
    assert closed("<blockquote>a b c</blockquote><p>— Ada</p>", "— Ada") == "a b c — Ada"


def test_pages_without_structures_or_choice_are_left_alone() -> None:
    """Nothing to close."""
    assert closed("<p>short</p>", "short") == ""
    page = parse("<ul><li>a<li>b</ul>")
    blocks = Blocks.of(page)
    nothing = np.zeros(len(blocks), bool)
    assert not closure.close(page, blocks, nothing, blocks.sum(page.counts.words), never=nothing).any()


_TAGS = (
    *(
        "ul",
        "ol",
        "dl",
        "li",
        "dt",
        "dd",
        "table",
        "tr",
        "td",
        "th",
        "pre",
        "figure",
        "details",
        "blockquote",
        "section",
        "h1",
        "h2",
    ),
    *(
        "h3",
        "p",
        "p",
        "p",
        "div",
        "div",
        "a href=#x",
        "a href=y",
        "button",
        "select",
        "math",
        "sup",
        "aside",
        "form",
        "footer",
        "span",
    ),
    *(
        "div role=button",
        "div role=heading",
        "div role=tabpanel",
        "b aria-controls=o",
        "p id=o",
        "div class='note tip'",
        "li id=x",
    ),
    *("div class=pullquote", "blockquote class=twitter-tweet", "p hidden", "br", "main"),
)
_TEXTS = (
    "one",
    "7",
    "two words",
    "as follows:",
    "— said he",
    "Advertisement",
    "Read more:",
    "About the author",
    "so many words " * 9,
)


def soup(seed: int, size: int) -> str:
    """Structures in each other, some of them left open."""
    draw, opened, parts = Random(seed), list[str](), ["<body>"]
    for _ in range(size):
        kind = draw.random()
        if kind < 0.45:
            parts.append(f"{draw.choice(_TEXTS)} ")
        elif kind < 0.75 or not opened:
            tag = draw.choice(_TAGS)
            opened.append(tag.split()[0])
            parts.append(f"<{tag}>")
        else:
            parts.append(f"</{opened.pop()}>")
    return "".join(parts)


@built
@settings(max_examples=300)
@given(st.integers(0, 2**32 - 1), st.integers(3, 250), st.sampled_from((0.2, 0.5, 0.9)))
def test_compiled_code_closes_alike(seed: int, size: int, share: float) -> None:
    """The same choice, weights and stray lines, whatever was chosen."""
    page, draw = parse(soup(seed, size)), Random(seed)
    blocks = Blocks.of(page)
    chosen, never = (np.array([draw.random() < part for _ in range(len(blocks))], bool) for part in (share, 0.1))
    words = blocks.sum(page.counts.words)
    quick = closure.close(page, blocks, chosen, words, never=never)
    with uncompiled():
        assert closure.close(page, blocks, chosen, words, never=never).tolist() == quick.tolist()


@built
@settings(max_examples=200)
@given(st.integers(0, 2**32 - 1), st.integers(3, 250), st.sampled_from((0.2, 0.5, 0.9)))
def test_compiled_code_weighs_alike(seed: int, size: int, share: float) -> None:
    """Weights and flags to the last bit."""
    page, draw = parse(soup(seed, size)), Random(seed)
    blocks = Blocks.of(page)
    if not len(blocks):
        return
    chosen, never = (np.array([draw.random() < part for _ in range(len(blocks))], bool) for part in (share, 0.1))
    words = blocks.sum(page.counts.words)
    slow = closure._close(page, blocks, chosen, words, never)
    quick = closure._close_compiled(core(), page, blocks, chosen, words, never)
    for one, other in zip(slow, quick, strict=True):
        np.testing.assert_array_equal(one, other)
