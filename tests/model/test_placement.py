"""What is between two paragraphs of the text belongs to it."""

import numpy as np
import pytest

from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.model import placement

PROSE = f"<p>{'a paragraph of the story with many words in it ' * 12}</p>"


def placed(markup: str, *, around: str = PROSE) -> str:
    """What is taken in of some markup between paragraphs, of which only those with many words are chosen."""
    page = parse(f"<body>{around}{markup}{around}")
    blocks = Blocks.of(page)
    words = blocks.sum(page.counts.words)
    chosen = words > 50
    placement.add(page, blocks, chosen, words)
    return " ".join(text for text, is_in in zip(blocks.texts, chosen.tolist(), strict=True) if is_in and len(text) < 90)


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<pre>x = 1</pre>", "x = 1"),
        ("<div>sh</div><pre>x = 1</pre><div>copy</div>", "x = 1"),
        ("<math><mi>x</mi></math>", "x"),
        ("<blockquote>said so</blockquote>", "said so"),
        ("<figure><blockquote>said so</blockquote><figcaption>she</figcaption></figure>", "said so she"),
        ("<div class='tip-box'>mind the gap</div>", "mind the gap"),
        ("<aside class='admonition'><p>mind the gap</p></aside>", "mind the gap"),
        ("<ul><li>one<li>two</ul>", "one two"),
        ("<h3>next</h3>", "next"),
        ("<h3><a href=x>next</a></h3>", "next"),
        ("<div role=heading>next</div>", "next"),
        ("<div><div role=tablist>A</div><div role=tabpanel>first tab</div></div>", "A first tab"),
        ("<div><h3>Q</h3><div id=a>answer</div><i aria-controls=a>+</i></div>", "Q answer"),
    ],
)
def test_parts_of_a_text_are_taken_in(markup: str, expected: str) -> None:
    assert placed(markup) == expected


@pytest.mark.parametrize(
    "markup",
    [
        "<div>a line</div>",
        "<div class='promo'>a line</div>",
        "<div class=note><form>mail <input></form></div>",
        "<ul><li><a href=x>one story</a><li><a href=y>two</a></ul>",
        "<div><ul><li>one<li>two</ul></div>",
        "<div><h3>Newsletter</h3><p>every day</p></div>",
    ],
)
def test_other_things_between_paragraphs_are_left_alone(markup: str) -> None:
    """Boxes of other kinds, forms, lists that lead elsewhere, and what is in an element of its own."""
    assert placed(markup) == ""


def test_nothing_is_taken_in_at_the_edge() -> None:
    """Text is needed before and behind."""
    page = parse(f"<body><h3>a</h3>{PROSE}<ul><li>b</ul>")
    blocks = Blocks.of(page)
    words = blocks.sum(page.counts.words)
    chosen = words > 50
    placement.add(page, blocks, chosen, words)
    assert chosen.sum() == 1


def test_what_would_be_much_is_left_alone() -> None:
    """A page of lists between lines is about the lists, whatever was chosen."""
    assert placed("<ul><li>one two three</ul>", around="<p>" + "word " * 60 + "</p>") == "one two three"
    assert placed("<ul>" + "<li>one two three" * 10 + "</ul>", around="<p>" + "word " * 60 + "</p>") == ""


def test_lines_of_a_paragraph_stay_together() -> None:
    markup = f"{PROSE}<p>short line<br>{'words ' * 60}<br>last line</p>{PROSE}"
    page = parse(f"<body>{markup}")
    blocks = Blocks.of(page)
    words = blocks.sum(page.counts.words)
    chosen = np.asarray(words > 50)
    placement.add(page, blocks, chosen, words)
    assert chosen.all()


def test_the_outermost_of_marked_rows_are_neighbours_but_not_inside_each_other() -> None:
    page = parse("<body><div><div>a</div></div><div>b</div><div>c</div>")
    outermost = placement._outermost(page, page.is_tag("div"))
    assert [page.text(int(row)) for row in outermost] == ["a", "b", "c"]


def test_notes_are_taken_in_where_the_text_refers_to_them() -> None:
    """By a raised sign in a chosen block; a list that nothing refers to stays out."""

    def noted(href: str) -> str:
        page = parse(f"<body>{PROSE[:-4]}<sup><a href={href}>1</a></sup></p><hr><ol><li id=n1>Log of the ferry</ol>")
        blocks = Blocks.of(page)
        words = blocks.sum(page.counts.words)
        chosen = words > 50
        placement.add_notes(page, blocks, chosen, words)
        return blocks.texts[-1] if chosen[-1] else ""

    assert noted("#n1") == "Log of the ferry"
    assert noted("#n2") == noted("/n1") == ""
