"""Bad input: every writer gives a result with the page's text."""

from collections.abc import Callable

import pytest

from sectio.output import WRITERS, html, markdown, text
from sectio.results import Document
from tests.output.making import extraction_of

STRUCTURED: list[Callable[[Document], str]] = [text.write, markdown.write, html.write]

PAGES = {
    "deep divs": "<div>" * 10_000 + "needle",
    "deep lists": "<ul><li>needle" * 3_000,
    "deep tables": "<table><tr><td>needle" * 1_500,
    "deep inline": "<b><i><a href=x>needle" * 1_000,
    "deep marks": "<b><span>" * 4_000 + "needle",
    "siblings": "<p>needle</p>" * 30_000,
    "breaks": "needle<br>" * 30_000,
    "unclosed tables": "<table>needle" * 3_000,
    "wide span": f"<table><tr><td colspan={2**53 - 1} rowspan={2**53 - 1}>needle<td>x<tr><td>y<td>z</table>",
    "big attribute": f"<p class='{'x' * 1_000_000}'><a href='{'y' * 1_000_000}'>needle</a></p>",
    "data image": f"<p>needle<img src='data:image/png;base64,{'A' * 1_000_000}'></p>",
    "surrogates": "<p>needle \ud800 \udc00 \udbff\udfff</p>",
    "long line": "needle " * 300_000,
    "long code": "<pre>" + "<b>needle</b>\n  " * 10_000 + "</pre>",
    "many footnotes": "".join(f"<a href='#n{i}'>{i}</a>" for i in range(2000))
    + "<ol>" + "".join(f"<li id=n{i}>needle" for i in range(2000)) + "</ol>",
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_every_writer_keeps_the_text(name: str) -> None:
    """No exception, no loss, and text that can be encoded."""
    extraction = extraction_of(PAGES[name])
    for write in STRUCTURED:
        written = write(extraction)
        assert written.encode().count(b"needle") == PAGES[name].count("needle"), write


@pytest.mark.parametrize("name", ["deep lists", "wide span", "surrogates", "siblings"])
@pytest.mark.parametrize("form", ["json", "xml", "tei", "csv"])
def test_machine_formats_too(name: str, form: str) -> None:
    """The formats for machines are made of the same parts."""
    assert "needle" in WRITERS[form](extraction_of(PAGES[name]))
