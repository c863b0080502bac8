"""Whatever the page, the formats of other libraries are text, and their XML can be read."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given, settings

from sectio.compat.newspaper import Article
from sectio.compat.readability import Document
from sectio.compat.trafilatura import baseline, extract, html2txt
from tests.strategies import odd_html

EVERYTHING = {"include_links": True, "include_images": True, "include_formatting": True, "with_metadata": True}
GOLDEN = sorted((Path(__file__).parents[1] / "golden").rglob("source.html"))


def check(page: str | bytes) -> None:
    """Every format of every module."""
    for style in ("xml", "xmltei", "html"):
        for how in ({}, EVERYTHING):
            ElementTree.fromstring(extract(page, output_format=style, **how) or "<none/>")  # type: ignore[arg-type]
    json.loads(extract(page, output_format="json", with_metadata=True) or "{}")
    assert (extract(page, output_format="csv") or "\r\n").endswith("\r\n")
    body, text, length = baseline(page)
    assert (body.tag, len(text)) == ("body", length)
    assert "\n" not in html2txt(page)
    article = Article("https://example.org/x").download(input_html=page).parse()
    article.nlp()
    assert isinstance(article.to_json(), str)


@settings(max_examples=12, deadline=None)
@given(odd_html())
def test_any_page(html: str) -> None:
    check(f"<html><body>{html}")
    ElementTree.fromstring(Document(f"<html><body>{html}").summary())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages(path: Path) -> None:
    page = path.read_bytes()
    check(page)
    ElementTree.fromstring(Document(page).summary())
    # One has no text, the other only a description.
    assert (extract(page) is None) == (path.parent.name in ("blank", "script-filled"))
