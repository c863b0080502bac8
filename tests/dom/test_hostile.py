"""Bad input: each gives a page, quickly, with all its text."""

import pytest

from sectio.dom.blocks import Blocks
from sectio.dom.decode import decode
from sectio.dom.parse import parse

# name → source; every `needle` in it has to be found again
SOURCES = {
    "empty": "",
    "white space": " \n\t " * 1000,
    "nulls": "a\0needle\0" * 1000,
    "lone surrogates": "\ud800needle\udfff",
    "one long line": "needle " * 1_500_000,
    "siblings": "<p>needle</p>" * 200_000,
    "deep": "<div>needle" * 100_000,
    "deep inline": "<b>needle" * 20_000,
    "unclosed tables": "<table>needle" * 5_000,
    "nested unclosed tables": "<table><tr><td>needle" * 5_000,
    "misnested": "<b><i><a><p>needle" * 5_000,
    "big attribute": f"<p class='{'x' * 4_000_000}'>needle",
    "data address": f"<img src='data:image/png;base64,{'A' * 2_000_000}'>needle",
    "wide span": f"<table><tr><td colspan={2**53 - 1} rowspan={2**53 - 1}>needle",
    "breaks": "needle<br>" * 200_000,
    "many attributes": f"<p {' '.join(f'a{i}=1' for i in range(50_000))}>needle",
    "many tags": "".join(f"<x{i}>needle" for i in range(35_000)),
    "open script": f"needle<script>{'x' * 1_000_000}",
    "open comment": f"needle<!--{'x' * 1_000_000}",
    "open tag": f"needle<p {'x' * 1_000_000}",
    "no body": "<html><head></html>needle",
    "plain text": "<plaintext>needle</plaintext>",
    "text only": "needle",
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_hostile_page_is_a_page_with_its_text(name: str) -> None:
    """No exception, no loss; all columns can be computed."""
    source = SOURCES[name]
    page = parse(source)
    assert sum(text.count("needle") for text in page.texts) == source.count("needle")
    for column in (page.depth, page.words, page.hidden, page.in_link, page.punctuation):
        assert column.shape == (len(page),)
    assert page.gaps.shape == page.block_gaps.shape == (len(page.texts),)
    assert len(Blocks.of(page)) <= len(page.texts)


def test_binary_bytes() -> None:
    """Bytes of no charset at all."""
    text, name = decode(bytes(range(256)) * 1000 + b"<p>needle</p>")
    page = parse(text, encoding=name)
    assert "needle" in page.text(0)
