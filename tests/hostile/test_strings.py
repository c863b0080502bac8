"""Every string of every result can be written as UTF-8, put into XML and shown on a terminal."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree

import pytest

import sectio
from sectio.output import WRITERS
from tests.hostile import strings
from tests.hostile.odd_page import JSON_ESCAPES, ODD, REFERENCES, page

SOURCES: dict[str, str | bytes] = {
    "str": page(ODD + REFERENCES),
    "bytes": page(ODD).encode("utf-8", "surrogatepass"),
    "utf-16": page(ODD).encode("utf-16", "surrogatepass"),
    "references": page(REFERENCES),
    "latin": page("\x1b[31m\x9b31m caf\xe9").encode("latin-1"),
}
METHODS = [name for name, method in sectio.methods().items() if not method.needs_site]


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("method", METHODS)
def test_no_odd_character_reaches_a_result(name: str, method: str) -> None:
    """A lone surrogate breaks the file it is written to, an escape sequence the terminal that shows it."""
    for url in ("https://example.com/x\x1b\ud800 y", None):
        result = sectio.extract(SOURCES[name], method=method, url=url)
        assert not [
            (place, found)
            for place, text in strings.of(result, result.to_dict(sections=True))
            if (found := strings.fault(text))
        ]


@pytest.mark.parametrize("name", SOURCES)
def test_every_format_is_clean_and_can_be_read(name: str) -> None:
    """As the command line writes them."""
    result = sectio.extract(SOURCES[name])
    written = {form: write(result) for form, write in WRITERS.items()}
    assert not [(form, found) for form, text in written.items() if (found := strings.fault(text))]
    ElementTree.fromstring(written["xml"].encode())
    ElementTree.fromstring(written["tei"].encode())
    ElementTree.fromstring(f"<html>{written['html']}</html>".encode())
    assert json.loads(written["json"]) == json.loads(written["jsonl"])
    assert len(list(csv.reader(io.StringIO(written["csv"])))) == 2


def test_a_page_that_only_describes_itself() -> None:
    """Its text comes from JSON-LD, which may escape anything."""
    body = f"Words of the article {JSON_ESCAPES} that a script puts into the page, " * 20
    html = f"""<title>x</title><script type="application/ld+json">{{"@type": "Article", "headline": "x",
    "articleBody": "{body}"}}</script><div id=app></div>"""
    result = sectio.extract(html)
    assert "Words of the article" in result.text
    assert not [
        (place, found)
        for place, text in strings.of(result, result.to_dict(sections=True))
        if (found := strings.fault(text))
    ]


@pytest.mark.parametrize("odd", ["\x01", "\x16", "\x1b", "\x7f", "\x85", "\x9b", "\ud800", "\ufffe", "\uffff"])
@pytest.mark.parametrize(
    "form", ["<link rel=canonical href='%'>", "<meta property=og:url content='%'>", "<meta property=og:image content='%'>",
             "<link rel=license href='%'>", "<base href='%'>", "<p><a href='%'>x</a><img src='%'>"]
)  # fmt: skip
def test_one_odd_character_in_an_address(odd: str, form: str) -> None:
    """An address that is plain but for it takes no shortcut into a result."""
    for made in (odd, f"&#{ord(odd)};"):
        result = sectio.extract(form.replace("%", f"https://example.com/a{made}b") + "<p>Some text of the page.")
        found = dict(strings.of(result, result.to_dict(sections=True))) | {
            name: w(result) for name, w in WRITERS.items()
        }
        assert not [name for name, text in found.items() if strings.fault(text)]
