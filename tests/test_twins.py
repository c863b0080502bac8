"""Compiled or not, everything a page says is the same."""

from typing import Any

import pytest
from hypothesis import example, given, settings

import sectio
from sectio.dom import markup
from sectio.dom.parse import parse
from tests.compiled import built, uncompiled
from tests.fidelity.pages import Case, cases
from tests.strategies import html, odd_html

COLUMNS = (
    "parent", "end", "depth", "tag", "after_blank", "words", "text_len", "class_bits", "class_numbers", "hidden", "in_link",
    "block_gaps",
)  # fmt: skip
ATTRIBUTES = (*markup.INTERESTS, "src", "colspan", "data-long-name", "itempropx", "xlink:href", "é", "myclass")


def said(source: str) -> dict[str, Any]:
    """All that is known of a page."""
    page = parse(source)
    columns = {name: getattr(page, name).tolist() for name in COLUMNS}
    having = {f"having {name}": page.source.having(name) for name in ATTRIBUTES}
    of_rows = [(page.source.attributes(row), page.source.raw_text(row)) for row in range(len(page))]
    return {"texts": [*page.texts], "marks": page.counts.marks.tolist(), "rows": of_rows, **columns, **having}


def extracted(source: str) -> tuple[object, ...]:
    doc = sectio.extract(source)
    return doc.text, doc.markdown, doc.title, doc.author, doc.page_types


@built
@given(odd_html() | html())
@example("<xmp>cin >> a;\ncout << a;</xmp><p>x")
@example('<x= class="author vcard">by me</x=><p>there')
@example("<p title=' class='>x")
@example('<x= class="a" y=" id=">z')
def test_a_page_says_the_same_without_compiled_code(source: str) -> None:
    """Odd names of tags and attributes, values that look like attributes, raw texts: two readers, one page."""
    quick = said(source)
    with uncompiled():
        slow = said(source)
    for name, value in quick.items():
        assert value == slow[name], name


@built
@settings(max_examples=150)
@given(odd_html() | html())
@example('<x= class="author vcard">by me</x=><p>there')
def test_an_extraction_is_the_same_without_compiled_code(source: str) -> None:
    """From the first byte to the last decision."""
    quick = extracted(source)
    with uncompiled():
        assert extracted(source) == quick


@built
@pytest.mark.parametrize("case", cases()[::3], ids=lambda case: case.name)
def test_small_pages_are_the_same_without_compiled_code(case: Case) -> None:
    """Pages with every structure that is taken whole or by its place."""
    quick = extracted(case.html)
    with uncompiled():
        assert extracted(case.html) == quick


@pytest.mark.parametrize(
    "name", ["xmp", "plaintext", "noframes", "listing", "noembed", "iframe", "textarea", "noscript"]
)
@pytest.mark.parametrize("text", ["cin >> a;\ncout << a;", "a > b", "a < b", "<b>x</i>", "<p class='", "</", "<<<>>>"])
def test_marks_in_raw_text_break_nothing(name: str, text: str) -> None:
    """Elements whose text is written as it is: its `<` and `>` are not tags, with or without compiled code."""
    source = f"<p>before<{name}>{text}</{name}><p>after"
    quick = said(source)
    assert "before" in quick["texts"]
    with uncompiled():
        assert said(source) == quick
