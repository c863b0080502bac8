"""The parser behind the page: both backends agree, limits hold, the source stays reachable."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given

from sectio.dom.page import Page
from sectio.dom.parse import MAX_DEPTH, parse
from sectio.errors import PageTooLarge, TooManyNodes
from sectio.lab.sitegen import THEMES, generate_site
from tests import second
from tests.strategies import html

GOLDEN = sorted(Path(__file__).parent.parent.joinpath("pages").glob("*/source.html"))


def columns(page: Page) -> dict[str, object]:
    """Everything that is read off the parser's tree."""
    return {
        "parent": page.parent.tolist(),
        "end": page.end.tolist(),
        "tags": [page.tag_of(node) for node in range(len(page))],
        "texts": list(page.texts),
        "after_blank": page.after_blank.tolist(),
        "classes": dict(page.classes),
        "ids": dict(page.ids),
        "is_link": page.is_link.tolist(),
        "hidden": page.hidden.tolist(),
        "words": page.words.tolist(),
        "warnings": page.warnings,
    }


def assert_backends_agree(source: str) -> None:
    first, other = columns(parse(source)), columns(second.parse(source))
    for name in first:
        assert first[name] == other[name], name


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_backends_agree_on_golden_pages(path: Path) -> None:
    """Two parsers, one page."""
    assert_backends_agree(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_backends_agree_on_generated_sites(theme: str) -> None:
    """Pages as real sites write them."""
    for page in generate_site(7, theme, pages=4).pages:
        assert_backends_agree(page.html)


@given(html())
def test_backends_agree_on_tag_soup(source: str) -> None:
    """The repaired trees are equal, but for two things that selectolax's parser does otherwise.

    Exceptions: HTML inside `math` (it stays there instead of breaking out), and `select` (it may hold more
    than options).
    """
    assume("<math" not in source and "<select" not in source)
    assert_backends_agree(source)


@pytest.mark.parametrize(
    "source",
    [
        "<p>a<?php if (x) { <b> echo 1; } ?>b</p><?x?><p>c<?y?></p>",
        "<p <?php x>odd names</p><p<b a'=1 =q=2 class=c>x</p<b>",
        "<xmp><b>&amp;</xmp><noframes><p></noframes><p>after",
        "<p>before<plaintext></plaintext></div>x",
        "<template><p>no</p></template><object><p>no</p></object><noembed><p></noembed><p>yes",
        "<a title=' class=' href='?a= id=' class='x &amp; \"y\"' id=i>l</a>",
        "<p>a<!-- <p> -->b<script>'<p>'</script>c<svg><title>no</title></svg>d</p>",
        "<pre>\n\n  a\n</pre><textarea>\n\nb</textarea><p>&nbsp;</p><p>\u3000</p><p>\x01</p>",
        "<p class='  two  words '>漢字 &lt;b&gt; &amp;amp; 𝔘</p>",
        "<frameset><frame src=a><noframes>x</noframes></frameset>",
    ],
)
def test_backends_agree_on_odd_markup(source: str) -> None:
    """Instructions, raw texts, strange names, values that look like attributes, dropped elements, blanks."""
    assert_backends_agree(source)


def test_tags_too_many_or_too_few_lose_no_text() -> None:
    """MathML closes what HTML knows as void; whatever the parser writes, every text is a row inside the tree."""
    page = parse("<math><input>one<mi>two</mi></math><p>three")
    assert list(page.texts) == ["one", "two", "three"]
    assert (page.end > np.arange(len(page))).all()


def test_raw_elements_keep_their_names() -> None:
    """The name they have while they are written is not seen."""
    page = parse("<xmp><b></xmp>")
    assert [page.tag_of(row) for row in range(len(page))] == ["html", "body", "xmp", "#text"]


def test_all_attributes_of_an_element() -> None:
    """Names and values as the author meant them; a text has none."""
    page = parse("<p a=1 b='x &quot;y&quot; &lt; z' c>t</p>")
    assert page.source.attributes(2) == {"a": "1", "b": 'x "y" < z', "c": ""}
    assert page.source.attributes(3) == {}
    assert page.source.attribute(2, "b") == 'x "y" < z'
    assert page.source.attribute(2, "d") is None


def test_a_head_that_ends_early_is_still_read() -> None:
    """What belongs into the head is found in the body as well."""
    page = parse("<head><p>x</p><title>T</title><meta name=author content=A><link rel=canonical href=/c>")
    head = page.source.head()
    assert (head.title, head.metas, head.links) == ("T", (("author", "A"),), (("canonical", "/c"),))


@given(html())
def test_positions_are_for_elements_as_written(source: str) -> None:
    """Rows are matched with the nodes of a second parse: where a row has a position, its tag is there."""
    page = parse(source)
    lines = source.split("\n")
    for row in range(len(page)):
        place = page.source.position(row)
        if place is not None and page.tag_of(row) in ("div", "a", "li", "x-custom"):
            assert lines[place[0] - 1][place[1] :].startswith("<" + page.tag_of(row))


def test_formatting_that_is_opened_again_does_not_fill_the_memory() -> None:
    """Each block opens all formatting before it again: nodes as many as the square of the tags are refused before they are made."""
    bomb = "".join(f"<b id={i}>" for i in range(3000)) + "<p>x" * 3000
    with pytest.raises(TooManyNodes, match="max_nodes"):
        parse(bomb)
    assert len(parse("<b id=1><i>" + "<p>x" * 3000)) < 20_000


def test_too_many_nodes_is_an_error_with_the_remedy() -> None:
    """The limit is an option."""
    assert len(parse("<p>x</p>" * 400, max_nodes=1000)) > 0
    with pytest.raises(PageTooLarge, match="max_nodes=1000"):
        parse("<p>x</p>" * 4000, max_nodes=1000)


@pytest.mark.parametrize("long", ["", "x" * 300])
def test_formatting_opened_again_and_again_is_refused_before_it_takes_memory(long: str) -> None:
    """Every paragraph would have all of it: 40 million nodes of 400 kB."""
    unclosed = "".join(f"<b class={long}{i}>" for i in range(400))
    with pytest.raises(TooManyNodes, match="max_nodes"):
        parse(f"<p>{unclosed}" + "<p>x" * 100_000)


def test_formatting_that_is_closed_or_alike_grows_nothing() -> None:
    """As on old pages: the same mark in every cell, links by their names, marks that are closed."""
    for one in ("<td><font size=2>x", "<p><a name=n%>x", "<p><b id=b%>x</b>"):
        source = "".join(one.replace("%", str(i)) for i in range(5000))
        assert len(parse(f"<table>{source}", max_nodes=60_000)) < 60_000


@pytest.mark.parametrize("levels", [MAX_DEPTH - 10, MAX_DEPTH + 10, 20_000])
def test_deep_pages_keep_their_text(levels: int) -> None:
    """Below the limit nothing changes; beyond it nodes become siblings, in order, with a warning."""
    page = parse("".join(f"<div>{i} " for i in range(levels)) + "end")
    assert "".join(page.texts).split() == [*map(str, range(levels)), "end"]
    assert page.depth.max() <= MAX_DEPTH
    assert page.warnings == (("deep_nesting",) if levels > MAX_DEPTH else ())


def test_unknown_tags_have_their_names() -> None:
    """Custom elements are rows like any other, even when there are thousands of kinds."""
    page = parse("".join(f"<x-{i}>t</x-{i}>" for i in range(5000)))
    names = [page.tag_of(node) for node in np.flatnonzero(page.is_element).tolist()]
    assert names == ["html", "body", *(f"x-{i}" for i in range(5000))]
    assert page.is_tag("x-4999").sum() == 1


def test_the_head_is_read() -> None:
    """Title, base, language, metas, links and JSON-LD, as written."""
    page = parse(
        """<html lang=de><head><title> A &amp; B </title><base href="/b/"><meta name=Author content=Ann>
        <meta property=og:title content=OG><link rel=canonical href=/c>
        <script type="application/ld+json">{"a": 1}</script></head><p>x"""
    )
    head = page.source.head()
    assert head.title.strip() == "A & B"
    assert (head.base, head.language) == ("/b/", "de")
    assert ("author", "Ann") in head.metas
    assert ("og:title", "OG") in head.metas
    assert ("canonical", "/c") in head.links
    assert [text.strip() for text in head.json_ld] == ['{"a": 1}']


def test_the_source_stays_reachable() -> None:
    """Raw text and positions by row."""
    page = parse("<p>a</p>\n<pre>  b\n c</pre>")
    pre = int(np.flatnonzero(page.is_tag("pre"))[0])
    assert page.source.raw_text(pre) == "  b\n c"
    position = page.source.position(pre)
    assert position is not None
    assert position[0] == 2
    assert page.html.startswith("<p>")


def test_what_browsers_without_frames_show_is_not_text() -> None:
    """Its markup would be text, since browsers do not parse it."""
    assert list(parse("<p>a<noframes><p>no frames</p></noframes><p>b").texts) == ["a", "b"]
    assert list(parse("<frameset><frame src=a><noframes><body>no</body></noframes></frameset>").texts) == []


def test_embedded_pages_are_named_by_what_holds_them() -> None:
    """They are not rows."""
    page = parse("<div><iframe src='/a?b=\"1'></iframe><iframe src=/c></iframe></div><p><iframe></iframe>")
    assert page.source.having("sectio-frames") == {2: '/a?b="1 /c'}
