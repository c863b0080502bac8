"""Composed text (NFC) in markup: composing never touches markup, and takes linear time."""

import unicodedata
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.dom import unicode
from sectio.output import WRITERS, html
from tests.output.making import extraction_of
from tests.output.test_html import assert_safe

ATTRIBUTES = "\u0338 onfocus=alert(1) tabindex=1 autofocus x"
EMBEDDINGS = (
    "<p>{}</p>", "<p>a <a href='/x'>{}</a></p>", "<p>a <strong>{}</strong></p>", "<p>a <em>{}</em></p>",
    "<p>a <code>{}</code></p>", "<p>a <sup>{}</sup></p>", "<p>a<br>{}</p>", "<ul><li>{}</ul>", "<ol><li>{}</ol>",
    "<pre>{}</pre>", "<h2>{}</h2>", "<blockquote>{}</blockquote>", "<dl><dt>{0}<dd>{0}</dl>",
    "<table><tr><th>{0}<th>b<tr><td>{0}<td>c</table>", "<details open><summary>{0}</summary>{0}</details>",
    "<figure><img src=/i.png alt='{0}'><figcaption>{0}</figcaption></figure>", "<p>x <img src='{0}' alt='{0}'> y</p>",
    "<table><caption>{}</caption><tr><th>a<th>b<tr><td>c<td>d</table>",
)  # fmt: skip


@pytest.mark.parametrize("embedding", EMBEDDINGS)
def test_a_mark_never_joins_markup(embedding: str) -> None:
    """`>` and U+0338 compose to `≯`: composed after it was written, a tag lost its end and took text for attributes."""
    extraction = extraction_of(f"<p>before</p>{embedding.format(ATTRIBUTES)}<p>after</p>")
    written = html.write(extraction)
    assert_safe(written)
    assert_safe(unicodedata.normalize("NFC", written))
    for form in ("xml", "tei"):
        document = WRITERS[form](extraction)
        ElementTree.fromstring(document.encode())
        ElementTree.fromstring(unicodedata.normalize("NFC", document).encode())


def test_letters_and_marks_are_composed_across_elements() -> None:
    """A reader sees one letter, whatever elements its parts are in."""
    assert html.write(extraction_of("<p>cafe<span>\u0301</span> e\u0301</p>")) == "<p>café é</p>"
    assert html.write(extraction_of("<p>cafe<b>\u0301</b></p>")) == "<p>cafe<strong>&#x301;</strong></p>"


def test_long_runs_of_marks_are_cut() -> None:
    """UAX #15: a joiner after thirty marks, so that sorting them does not take quadratic time; nothing is lost."""
    text = "a" + "\u0316\u0301" * 100_000
    clean = unicode.composed(text)
    assert clean.replace("\u034f", "").count("\u0316") == 100_000
    assert unicode.composed(clean) == clean
    short = "a" + "\u0301\u0316" * 15
    assert unicode.composed(short) == unicodedata.normalize("NFC", short)


def test_every_mark_is_known() -> None:
    """Runs of any character that NFC would sort are seen."""
    marks = [char for char in map(chr, range(0x110000)) if unicodedata.combining(char)]
    below, above = "\u0301", "\u0316"
    for mark in marks:
        run = (above if unicodedata.combining(mark) > 220 else below) + mark
        assert len(unicode.composed("a" + run * 40)) < 2 * len(run) * 40 + 10
    assert all(unicode._long_runs().fullmatch(mark * 31) for mark in marks)


@given(st.text())
def test_composed_text_is_clean(text: str) -> None:
    """NFC, encodable, tab and line feed as the only control characters; twice is once."""
    clean = unicode.composed(text)
    clean.encode()
    assert unicodedata.is_normalized("NFC", clean)
    assert not [char for char in clean if unicodedata.category(char) == "Cc" and char not in "\t\n"]
    assert unicode.composed(clean) == clean


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x1b[31mb\x1b]0;t\x07", "a[31mb]0;t"),
        ("New York\x97Paris \x93x\x94", "New York\u2014Paris \u201cx\u201d"),
        ("\ud83d\ude00 \ud800", "\U0001f600 \ufffd"),
        ("a\ufffe\uffffb\fc\x7f", "ab c"),
    ],
)
def test_what_becomes_of_odd_characters(text: str, expected: str) -> None:
    """Lines stay lines, windows-1252 is read as such, surrogate pairs are joined, the rest goes."""
    assert unicode.composed(text) == expected


def test_nothing_steers_a_terminal() -> None:
    """Overrides and isolates would reorder what a terminal shows around them."""
    assert unicode.for_terminal("\x1b]0;x\x07a\u202eb\u2066c\u2069\x9bd") == "]0;xabc›d"
