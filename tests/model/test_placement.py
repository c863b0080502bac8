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
        ("<h1 role=heading><a href=x>next</a></h1>", "next"),
        ("<div role=heading>next</div>", "next"),
        ("<div><div role=tablist>A</div><div role=tabpanel>first tab</div></div>", "A first tab"),
        ("<div><h3>Q</h3><div id=a>answer</div><i aria-controls=a>+</i></div>", "Q answer"),
        ("<figure class=callout>mind the gap</figure>", "mind the gap"),
        ("<h2>next</h2><h3>one</h3>", "next one"),
        ("<h2>next</h2><ul><li>one</ul><blockquote>said so</blockquote>", "next one said so"),
        ("<div><h2>next</h2><span>[<a href=e>edit</a>]</span></div>", "next"),
        ("<header><h2>next</h2><time>19 January 2024</time></header>", "next"),
        ("<div><h3><b data-bs-target='#a'>Q</b></h3><div id=a>answer</div></div>", "Q answer"),
        ("<p><strong>next</strong></p>", "next"),
        ("<div><p><b>next</b></p></div><ul><li>one</ul>", "next one"),
        ("<p>where <math><mi>x</mi></math> is</p>", "where x is"),
        ("<div><p>where <span><math><mi>x</mi></math></span> is</p></div>", "where x is"),
    ],
)
def test_parts_of_a_text_are_taken_in(markup: str, expected: str) -> None:
    assert placed(markup) == expected


@pytest.mark.parametrize(
    "markup",
    [
        "<div>a line</div>",
        "<p>a line<br>and another</p>",
        "<div class='promo'>a line</div>",
        "<div class=note><form>mail <input></form></div>",
        "<ul><li><a href=x>one story</a><li><a href=y>two</a></ul>",
        "<div><ul><li>one<li>two</ul></div>",
        "<div><h3>Newsletter</h3><p>every day</p></div>",
        "<p><b>a line</b> and more</p>",
        "<p><b><a href=x>another story</a></b></p>",
        f"<p><b>{'many words ' * 16}</b></p>",
        "<p>where <math><mi>x</mi></math> is <a href=x>said</a></p>",
        "<p><b>a line</b></p><div>another</div>",
        "<div><h2>next</h2><span><a href=e>one of the other stories</a></span></div>",
    ],
)
def test_other_things_between_paragraphs_are_left_alone(markup: str) -> None:
    """Boxes of other kinds, forms, lists that lead elsewhere, and what is in an element of its own."""
    assert placed(markup) == ""


def test_the_heading_of_a_part_is_taken_in_with_the_rest() -> None:
    """Of a box whose other blocks are all chosen; a heading that leads elsewhere is not."""
    lines = PROSE.replace("p>", "div>")
    assert placed(f"<div><h3>in short</h3>{lines}</div>") == "in short"
    assert placed(f"<div><h3><a href=x>in short</a></h3>{lines}</div>") == ""
    assert placed(f"<div><h3>in short</h3>{lines}<div>a line</div></div>") == ""
    assert placed(f"<div><div>a line</div><h3>in short</h3>{lines}</div>") == ""


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


def taken(markup: str, *, before: int = 300, after: int = 300, notes: bool = False) -> str:
    """What is taken in of a page whose chosen blocks are those that begin with "story", one before and one after some markup."""
    story = [f"<p>story {'word ' * (words - 1)}</p>" if words else "" for words in (before, after)]
    page = parse(f"<body>{story[0]}{markup}{story[1]}")
    blocks = Blocks.of(page)
    weight = blocks.sum(page.counts.words)
    chosen = np.array([text.startswith("story") for text in blocks.texts], bool)
    (placement.add_notes if notes else placement.add)(page, blocks, chosen, weight)
    return " ".join(
        text for text, is_in in zip(blocks.texts, chosen.tolist(), strict=True) if is_in and text[:5] != "story"
    )


@pytest.mark.parametrize(
    ("around", "words", "is_taken"),
    [
        (1000, 100, True),  # a tenth of a long text
        (1000, 101, False),
        (120, 25, True),  # as many words of a short one
        (120, 26, False),
        (60, 18, True),  # and then no more than three in ten
        (60, 19, False),
    ],
)
def test_how_much_may_be_taken_in(around: int, words: int, is_taken: bool) -> None:
    """All of one kind together."""
    lists = f"<ul><li>{'x ' * 10}</ul><p>story</p><ul><li>{'x ' * (words - 10)}</ul>"
    assert bool(taken(lists, before=around // 2, after=around // 2 - 1)) == is_taken


@pytest.mark.parametrize(("number", "expected"), [(2, "x = 1"), (3, "")])
@pytest.mark.parametrize("is_before", [True, False])
def test_labels_may_be_around_a_listing(number: int, expected: str, is_before: bool) -> None:
    """Two on each side: the text is among the three blocks before it and the three after it."""
    labels = "<div>label</div>" * number
    assert taken(f"{labels}<pre>x = 1</pre>" if is_before else f"<pre>x = 1</pre>{labels}") == expected


@pytest.mark.parametrize(("linked", "is_taken"), [(2, True), (3, False)])
def test_half_of_a_list_may_be_links(linked: int, is_taken: bool) -> None:
    assert bool(taken(f"<ul><li><a href=x>{'link ' * linked}</a><li>free free</ul>")) == is_taken


@pytest.mark.parametrize("apart", ["", f"<section>{PROSE}</section>"])
def test_what_is_between_no_paragraphs_is_left_alone(apart: str) -> None:
    """Parts of the page of which one has many words, on a page without paragraphs and on one with a paragraph elsewhere."""
    part = PROSE.replace("p>", "div>")
    assert placed("<h3>next</h3>", around=PROSE) == "next"
    assert placed("<h3>next</h3>", around=part + apart + part) == ""


@pytest.mark.parametrize(("number", "expected"), [(1, "next"), (2, "next"), (3, "")])
@pytest.mark.parametrize("heading", ["<h2>next</h2>", "<div role=heading>next</div>"])
def test_a_heading_may_be_wrapped_twice(number: int, expected: str, heading: str) -> None:
    assert taken(f"{'<div>' * number}{heading}{'</div>' * number}") == expected
    assert taken(f"{'<div>' * number}{heading}<i>more</i>{'</div>' * number}") == ""


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("<li><input type=checkbox disabled> milk", "milk"),
        ("<li><p><input type=CHECKBOX disabled checked> milk</p>", "milk"),
        ("<li><input type=checkbox> milk", ""),
        ("<li><input type=radio disabled> milk", ""),
        ("<li><b><i><input type=checkbox disabled></i></b> milk", ""),
    ],
)
def test_a_list_of_what_is_done_has_nothing_to_fill_in(box: str, expected: str) -> None:
    """Boxes of items that are shown ticked or not, and cannot be ticked."""
    assert taken(f"<ul>{box}</ul>") == expected


@pytest.mark.parametrize(("number", "expected"), [(49, True), (50, False)])
def test_many_parts_that_open_are_a_menu(number: int, expected: bool) -> None:
    """What is around all of them, with their handles, is a part of the text only if they are few."""
    parts = "".join("<div><b>Q</b><div role=tabpanel>A</div></div>" for _ in range(number))
    assert (taken(f"<div>{parts}</div>", before=999, after=999) != "") == expected


@pytest.mark.parametrize("name", ["my-tip", "tip_box", "x tip", "TIP"])
def test_a_box_is_named_by_a_word_of_its_class(name: str) -> None:
    assert taken(f"<div class='{name}'>mind</div>") == "mind"
    assert taken(f"<span class='{name}'><div>mind</div></span>") == ""


@pytest.mark.parametrize("name", ["tipping", "mytip", "multiple"])
def test_a_part_of_a_word_names_no_box(name: str) -> None:
    assert taken(f"<div class='{name}'>mind</div>") == ""


def test_a_word_in_one_name_is_a_box_where_it_stands_alone_in_another() -> None:
    """`tipBox` is a box on a page that has a `tip-box` too."""
    alone = "<div class=tipBox>mind</div>"
    assert taken(alone) == ""
    assert taken(f"{alone}<p>story</p><div class=tip-box>too</div>") == "mind too"


@pytest.mark.parametrize(
    ("sign", "note", "expected"),
    [
        ("<a id=r href=#n>1</a>", "<div id=n>said there <a href=#r>back</a></div>", "said there back"),
        ("<b id=r><a href=#n>[ 123 ]</a></b>", "<div id=n>said there <a href=#r>back</a></div>", "said there back"),
        ("<a id=r href=#n><b><i>†</i></b></a>", "<div id=n>said there <a href=#r>back</a></div>", "said there back"),
        ("<a id=r href=#n>1</a>", "<div><b id=n>said</b> there <a href=#r>back</a></div>", "said there back"),
        ("<a id=r href=#n>1</a>", "<div id=n>said there</div>", ""),  # nothing leads back
        ("<a id=r href=#n>1</a>", "<div id=n>said there</div><a href=#r>back</a>", ""),
        ("<a id=r href=#n>more</a>", "<div id=n>said there <a href=#r>back</a></div>", ""),  # no sign
        ("<a id=r href=#n>1234</a>", "<div id=n>said there <a href=#r>back</a></div>", ""),
        ("<a id=r href=#n><b><i><u>1</u></i></b></a>", "<div id=n>said there <a href=#r>back</a></div>", ""),
        ("<b id=r><i><a href=#n>1</a></i></b>", "<div id=n>said there <a href=#r>back</a></div>", ""),
        ("<a href=#n>1</a>", "<div id=n>said there <a href=#r>back</a></div>", ""),
    ],
)
def test_a_note_is_what_a_sign_leads_to_and_leads_back(sign: str, note: str, expected: str) -> None:
    """Whatever it is written as; the sign is in few elements and has a name of its own, or what is around it has."""
    assert taken(f"<p>story with a sign {sign}</p><p>story</p>{note}", after=0, notes=True) == expected


def test_a_note_is_behind_its_sign_and_the_sign_is_chosen() -> None:
    sign, note = "sign <a id=r href=#n>1</a>", "<div id=n>said there <a href=#r>back</a></div>"
    assert taken(f"{note}<p>story {sign}</p>", notes=True) == ""
    assert taken(f"<p>menu {sign}</p>{note}", notes=True) == ""


@pytest.mark.parametrize(
    ("sign", "note", "expected"),
    [
        ("<sup><a href=#n>1</a></sup>", "<ol><li id=n>said<li>there</ol>", "said there"),
        ("<a href=#n><sup>1</sup></a>", "<ol><li id=n>said<li>there</ol>", ""),
        ("<sup><a href=#n>1</a></sup>", "<div id=n>said</div>", ""),
        ("<sup><a href=n>1</a></sup>", "<ol><li id=n>said<li>there</ol>", ""),
        ("<b><a href=#n>1</a></b>", "<ol><li id=n>said<li>there</ol>", ""),
    ],
)
def test_a_raised_sign_leads_to_a_list(sign: str, note: str, expected: str) -> None:
    assert taken(f"<p>story {sign}</p>{note}", after=0, notes=True) == expected
