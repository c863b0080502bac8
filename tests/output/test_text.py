"""The text writer: lines where readers see lines, and nothing glued or lost."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.dom.chars import normalise
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.dom.unicode import composed
from sectio.output import text
from sectio.output.chosen import cleaned
from tests.compiled import built, core, uncompiled
from tests.output.making import extraction_of, made, ordinary, selecting
from tests.strategies import pages


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<p>a<b>b</b> c  \n d</p>", "ab c d"),
        ("<p>a&nbsp;&nbsp;b\u2003c</p>", "a b c"),
        ("<span>a</span> <span>b</span><span>c</span>", "a bc"),
        ("<p>cafe\u0301</p>", "caf\u00e9"),
        ("<p>a<br>b<br><br>c</p>", "a\nb\nc"),
        ("<p>a<!-- x -->b</p>", "ab"),
        ("<tr><td>x", "x"),
        ("<table><tr><td><p>a</p></td><td>b <i>c</i></td><td></td><td>d</td></tr></table>", "a\tb c\td"),
        ("<table><tr><td>a<p>b</p></td><td>c</td></tr></table>", "a\nb\nc"),
        (
            "<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>",
            "a\nb\tc",
        ),
        ("<pre>\n\n  a\n\n\tb  \n</pre><p>c</p>", "  a\n\n\tb\nc"),
        ("<pre><b>a</b>\n  <i>b</i><script>x</script> c</pre>", "a\n  b c"),
        ("<pre><div>  a</div><div>    b</div></pre>", "  a\n    b"),
        ("<p>(<math alttext='x'><mi>x</mi></math>)</p>", "(x)"),
        ("", ""),
        ("<p> </p>", ""),
    ],
)
def test_lines(html: str, expected: str) -> None:
    """Lines end at blocks and breaks, cells are parted by tabs, code keeps its white space."""
    assert text.write(extraction_of(html)) == expected


def test_what_is_left_out_still_parts_its_neighbours() -> None:
    """Leaving out a paragraph must not glue the ones around it, nor leave an empty line."""
    assert text.write(selecting("<p>aa</p><p>bb</p><p>cc</p>", "aa", "cc")) == "aa\ncc"
    assert text.write(selecting("<p>aa<i>bb</i>cc</p>", "aa", "cc")) == "aa cc"
    row = "<table><tr><td>aa</td><td>bb</td><td>cc</td></tr></table>"
    assert text.write(selecting(row, "aa", "cc")) == "aa\tcc"


def test_partly_selected_code_keeps_its_indentation() -> None:
    """A line of code left out takes nothing with it."""
    html = "<pre><i>aa\n</i>    <b>bb\n</b>        <u>cc</u></pre>"
    assert text.write(selecting(html, "bb", "cc")).split("\n")[-2:] == ["    bb", "        cc"]


def test_element_rows_in_the_mask_do_not_count() -> None:
    """Methods may mark elements too; only texts are written."""
    extraction = extraction_of("<div><p>one</p><p>two</p></div>")
    mask = extraction.mask | extraction.page.is_element
    marked = made(extraction.page, mask)
    assert text.write(marked) == text.write(extraction)


def test_lone_surrogates_are_replaced() -> None:
    """Text that cannot be encoded breaks whoever writes it to a file."""
    assert text.write(extraction_of("<p>a\ud800b</p>")) == "a\ufffdb"


def slow_twin(page: Page, mask: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> list[str]:
    """The words in order, by going over rows one at a time."""
    chosen = [page.texts[i] for i, row in enumerate(page.text_rows) if mask[row]]
    return unicodedata.normalize("NFC", "".join(chosen)).split()


@given(pages())
def test_no_character_is_lost_or_added(page: Page) -> None:
    """White space apart, the output is the selected texts, whatever the markup."""
    mask = ordinary(page) & (np.arange(len(page)) % 3 > 0)
    extraction = made(page, mask)
    written = text.write(extraction)
    assert "".join(written.split()) == "".join(slow_twin(page, mask))
    assert "\n\n" not in written or page.is_tag("pre").any()


def test_a_listing_that_is_partly_in_a_part_is_written_in_it() -> None:
    page = parse("<p>a</p><pre><b>one</b> <i>two</i></pre><p>b</p>")
    written = text.write_parts(page, np.array([0, -1, 1, 1]), 2)
    assert written[0] == "a"
    assert "two" in written[1]
    assert written[1].endswith("b")


@given(pages(), st.data())
def test_every_part_is_written(page: Page, data: st.DataObject) -> None:
    sizes = st.lists(st.integers(-1, 3), min_size=len(page.texts), max_size=len(page.texts))
    part = np.array(data.draw(sizes), np.int64)
    whole = parse(f"<pre>{'<b>x</b>' * 4}</pre><p>y</p>")
    for one, parts in ((page, part), (whole, np.resize(np.append(part, 2), len(whole.texts)))):
        written = text.write_parts(one, parts, 4)
        assert len(written) == 4
        assert all(not written[i] for i in range(4) if i not in parts)


_ODD = st.sampled_from(
    [
        "a",
        " ",
        "\n",
        "\f",
        "\xa0",
        "&amp;",
        "&lt;",
        "\u2003",
        "\u200b",
        "\x85",
        "\x93",
        "\x7f",
        "\u0301",
        "é",
        "語",
        "😀",
        "\u200d",
    ]
)
_BETWEEN = st.sampled_from(
    ["<b>", "</b>", "<p>", "<br>", "<td>", "<textarea>\n\n", "</textarea>", "<pre>\n", "</pre>", "<q>"]
)


@built
@given(st.lists(st.one_of(_ODD, _ODD, _BETWEEN), max_size=40).map("".join))
def test_compiled_and_plain_text_are_the_same(html: str) -> None:
    """White space and odd characters of all kinds, in whole pages and in parts."""
    page = parse(html)
    extraction, part = made(page, page.is_text), np.arange(len(page.texts)) % 3 - 1
    written = text.write(extraction), text.write_parts(page, part, 2)
    with uncompiled():
        assert (text.write(extraction), text.write_parts(page, part, 2)) == written


@built
@given(st.lists(st.one_of(_ODD, _ODD, _BETWEEN), max_size=40).map("".join))
def test_texts_on_lines_of_their_own_are_the_same_in_compiled_code(html: str) -> None:
    page = parse(html)
    texts = cleaned(page, np.arange(len(page.texts))) or []
    assert texts == [normalise(text) for text in page.texts]


@built
def test_what_is_said_to_be_composed_is() -> None:
    """Every character, between letters: as written where it is plain, and no plain one joins what is before it."""
    starts, before = np.zeros(1, np.int32), np.zeros(1, np.int8)
    parts = (unicodedata.decomposition(chr(code)).split() for code in range(0x20000))
    joins = {chr(int(one[1], 16)) for one in parts if len(one) == 2 and one[0][0] != "<"}
    joins |= {*map(chr, range(0x1161, 0x1176)), *map(chr, range(0x11A8, 0x11C3))}
    for code in (*range(1, 0xD800), *range(0xE000, 0x20000)):
        char = chr(code)
        source = f"a{'&amp;' if char == '&' else char}b".encode()
        found, is_composed = core().plain_text(source, starts, np.array([len(source)], np.int32), before)
        if char.isspace():
            assert found == "a b"
        elif is_composed:
            assert found == composed(f"a{char}b")
            assert len(found) < 3 or found[1] != char or (char not in joins and not unicodedata.combining(char))
        else:
            assert found == f"a{char}b"
