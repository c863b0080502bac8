"""HTML to clean markup by compiled code: the same as the parser writes, to the last byte, or nothing."""

from html import unescape
from html.entities import html5
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sectio.dom import markup, parse
from sectio.dom.head import Said, Stated
from sectio.lab.sitegen import THEMES, generate_site
from tests.compiled import built, core
from tests.dom.test_parse import GOLDEN
from tests.hostile import soup
from tests.strategies import html, odd_html

HEAD = "<!doctype html><html lang=en><head><title>A &amp; B</title></head>"


def assert_same(source: str) -> bool:
    """Body and head as the parser has them; returns whether compiled code did it."""
    found = parse._repaired(parse._Given(source).written())
    if found is None:
        return False
    body, said = found
    # Instructions are left out, which the parser does only where it has to clean well.
    expected, stated = parse._parsed(source, well="<?" in source)
    root = markup.read(body).attributes(0)
    assert (body, said.head(root), styles(said)) == (expected, stated.head(root), styles(stated))
    return True


def styles(said: Said | Stated) -> list[tuple[str, str]]:
    """Medium and text of the styles that may hide something."""
    found = said.own_styles()
    return [(medium, found.text(start, end)) for medium, start, end in found.places]


@built
@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}<body class=x><p>one<p>two</div><ul><li>a<li>b</ul><dl><dt>c<dd>d</dl>",
        f"{HEAD}\n<body>x</body>\n</html>\n<!-- after -->",
        f"{HEAD}<table><caption>c<tr><td>a<td>b<tr><th>c</table><table><col><tr><td></table>",
        f"{HEAD}<table><tbody><tr><td><b>x</td></tr></tbody></table>",
        f"{HEAD}<p>a<table><tr><td>b</table>",
        f"{HEAD}<select><option>a<option selected>b<optgroup label=c><option>d</select>",
        f"{HEAD}<svg viewBox='0 0 1 1'><title>x</title><g><path d=''/></g><style>a{{}}</style></svg>y",
        f"{HEAD}<body><template><p>a<template>b</template><script>'</template>'</script></template>c",
        f"{HEAD}<noscript><iframe src='https://e.com/?a&amp;b'></iframe></noscript><iframe>z</iframe><div><iframe src=a></iframe><iframe src=b></iframe></div>",
        "<!doctype html><head><noscript><img src=x></noscript><meta name=a content=b></head><body class=late id=x>c<iframe src=y></iframe>",
        "<!doctype html><meta name=a content='b&quot;'><link rel='x Canonical' href=/c><base href=/d><style media=all>p{display:none}</style>e",
        f"{HEAD}<script type=application/LD+json>{{}}\r\n</script><style>a{{color:red}}</style>x",
        f"{HEAD}<pre>\n\nx</pre><pre><!-- c -->\ny</pre><textarea>\n\nz</textarea><pre>\r\nu</pre>",
        f"{HEAD}a&lt;b&nbsp;\xa0&copy&notit;&#8217;&#x1F600;&amp &amp;amp; &zzz; & 1 < 2 > 0",
        f"{HEAD}<a href='?a=1&copy=2&lt;' TITLE=\"'\" title=no x\"y=1 é=2>z</a>",
        f"{HEAD}<body></p></br></i><h1>a<h2>b</h1><button>c<button>d</button><ruby>e<rt>f<rt>g</ruby>",
        f"{HEAD}<svg><desc>x</desc><path><g></svg><?xml version='1.0'?>y<svg/>",
        f"{HEAD}<div><iframe src=''></iframe><iframe src=a></iframe><iframe src=''></iframe><iframe src=b></iframe></div>",
        "<!doctype html><head><template><p>x</template><title>y</title></head><body>z",
        f"{HEAD}<p><a href=1>x<span>y<a href=2>z</a></a>",
        f"{HEAD}<script><!-- <script> </script> --></script>a<script><!--></script>b<script><!-- </script>c<script><!--<script x></script ></script>d",
        "<!doctype html><head></head><html class=x><body><html><body id=y><p <b>a<x' y=1>b</x'>",
        "x<html lang=de>",
        f"{HEAD}<p><b>a</p>b<p><i class=x>c<u>d</p>e</i>f<a>x<b><a>y</a>z",
        f"{HEAD}<table><tr><td><p><b>x</p><td>y</table><p><i>z</p><table></table>a<svg></svg>",
        f"{HEAD}<form><form>a</form><div>b</div></form><p>c</form>",
        f"{HEAD}<b><p>a</b>b<p><a>x<div><a>y</div>z</a>",
        f"{HEAD}<a href=1>a<span><i><div id=x>b<p><u>c</a>d</u>e</div>f",
        f"{HEAD}<p><b>a</p><i><div>b<h2>c</i>d</h2></b>e</div>f",
        f"{HEAD}<div><form id=a><div><b>x</form>y</div>z<form id=b></form></div>",
        f"{HEAD}<table><tr><td><form><p>x</form>y<td>z</table><li><form><span></form><li>a",
        f"{HEAD}<p>a<div><iframe src=' a '></iframe><iframe src=''></iframe><iframe src='\n b\t'></iframe><iframe src='&amp;c;'></iframe></div>",
        f"{HEAD}<!-- a --!>b<!-->c<!--->d<!x>e</ x>f<![CDATA[g]]>h",
        "<?xml version='1.0'?><html><body>x",
        "x",
    ],
)
def test_pages_with_little_to_repair_need_no_parser(source: str) -> None:
    """Elements left open, second bodies, embedded documents, drawings, entities."""
    assert assert_same(source)


@built
@pytest.mark.parametrize(
    "source",
    [
        "<b><pre>a</b>b",
        f"<b>{'<div>' * 9}a</b>b",
        "<b><i><u><s><em><p>a</b>b",
        "<a><p><iframe src=x></iframe></a>",
        "<p><iframe src='x&nbsp;'></iframe>",
        "<table>text<tr><td>x</table>",
        "<math><mi>x</mi></math>",
        "<svg><p>x</svg>",
        "<svg><foreignObject>x</foreignObject></svg>",
        "<xmp><b></xmp>",
        "<p>a\0b",
        "<script>unclosed",
        "<p class=",
        "<frameset>",
        "<object>x</object>",
        "<template><p>x",
        "<head><template><title>x</title></template>",
        '<script type="math/tex">x</script>',
        "<p>a<table><tr><td>old",
        "<div sectio-frames=x><iframe src=y></iframe>",
        "<select><p>x</select>",
        "<div>" * 400,
        "\ud800",
    ],
)
def test_what_would_move_nodes_or_is_rare_is_left_to_the_parser(source: str) -> None:
    """The page is read all the same."""
    assert parse._repaired(parse._Given(source).written()) is None
    assert len(parse.parse(source))


@built
@settings(max_examples=300)
@given(html() | odd_html())
@example("<tbody><?pi?>")
@example("\ufeff<hr>")
@example("<table><td><col></tr>\t")
@example("</strong><!DOCTYPE html><p><table>")
@example("<template data-src=q><tbody><U hidden><th></template>w")
@example("<a><template><td></template><a>")
def test_tag_soup_is_written_as_the_parser_does(source: str) -> None:
    """Or not at all."""
    assert_same(source)
    assert_same(f"{HEAD}<body>{source}")


@built
def test_numbers_stand_for_the_same_characters() -> None:
    """Those of Windows among them."""
    assert assert_same(
        f"{HEAD}<body>{''.join(f'&#{number};&#x{number:x}' for number in (9, 10, *range(32, 127), *range(128, 300)))}"
    )


@built
@given(st.integers(0, 2**32 - 1))
def test_hostile_soup_is_written_as_the_parser_does(seed: int) -> None:
    """Tags, names and values that nobody would write."""
    draw = Random(seed)
    for _, make in soup.KINDS.values():
        assert_same(make(draw))


@built
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages_are_written_as_the_parser_does(path) -> None:  # type: ignore[no-untyped-def]
    """Pages of many kinds."""
    assert_same(path.read_text(encoding="utf-8"))


@built
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_generated_sites_need_no_parser(theme: str) -> None:
    """Pages as real sites write them."""
    assert assert_same(generate_site(13, theme, pages=1).pages[0].html)


@built
@given(st.one_of(st.binary(max_size=80), st.text("<>/=\"' abi&;dclsx!-\n", max_size=60).map(str.encode)))
def test_any_bytes_are_survived(source: bytes) -> None:
    """They need not even be text."""
    found = core().repair(source, *parse._entities())
    assert found is None or found[0].startswith(b"<html")


@built
@pytest.mark.parametrize("end", ["&#10;", "&#xA;", "&NewLine;", "&#10", "&lt;", "&#60;"])
def test_line_ends_by_reference_at_the_start_of_a_listing(end: str) -> None:
    """The first one is dropped, however it is written."""
    for source in (
        f"<pre>{end}x",
        f"<pre>{end}<b>x",
        f"<pre>\n{end}x",
        f"<pre>a{end}",
        f"<textarea>{end}x</textarea>",
        f"<pre><!-- c -->{end}",
    ):
        assert assert_same(f"{HEAD}<body>{source}") == (
            "\n" not in unescape(end) or "a" in source.partition("<pre>")[2]
        )


@built
@pytest.mark.parametrize("sign", ["&", "<", ">", '"', "\r", "\xa0", "\xc0", "\0", "b", "\U0001f600"])
def test_what_is_changed_is_found_at_every_place(sign: str) -> None:
    """Sixteen bytes are looked at at once."""
    for place in range(40):
        written = f"{'a' * place}{sign}{'c' * (39 - place)}"
        text = written.replace("<", "< ")  # no tag
        assert assert_same(f"{HEAD}<body title='{written}'>{text}") == (sign != "\0")


@built
def test_names_of_all_characters_and_lengths() -> None:
    """Of tags and of attributes, with what ends them."""
    for point in {*range(1, 128), 0xE9} - {0x1F}:
        assert_same(f"{HEAD}<body><p{chr(point)}x y>a</p><p x{chr(point)}y=1 z>b</p>")
    for length in (1, 63, 64, 65, 200):
        assert_same(f"{HEAD}<body><x{'y' * length} {'Z' * length}=1>a</x{'y' * length}>")


@built
def test_every_named_character() -> None:
    """In text and in attributes, also those that are several characters."""
    for name in html5:
        assert_same(f"{HEAD}<body>a&{name}b<p title='&{name}'>&{name}</p>")
