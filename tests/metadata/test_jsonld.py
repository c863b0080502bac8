"""JSON-LD as it is found: broken, nested, wrong, huge."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.metadata import jsonld
from tests.metadata.pages import page, read

ARTICLE = '{"@type": "Article", "headline": "Harbour", "datePublished": "2021-03-04"}'


@pytest.mark.parametrize(
    "text",
    [
        ARTICLE,
        f"<!-- {ARTICLE} -->",
        f"//<![CDATA[\n{ARTICLE}\n//]]>",
        ARTICLE.replace("}", ",}"),
        ARTICLE.replace("Harbour", "Har\nbour"),
        f"[{ARTICLE}]",
        f'{{"@graph": [{ARTICLE}]}}',
        f'{{"@type": "WebPage", "mainEntity": {ARTICLE}}}',
        f"{ARTICLE};",
    ],
)
def test_forgivable_blocks_are_read(text: str) -> None:
    """Known ways to break or to wrap a block cost nothing."""
    assert any("article" in jsonld.types(thing) for thing in jsonld.things([text]))


@pytest.mark.parametrize("text", ["", "{", "null", '"text"', "[" * 100_000, "9" * 5000, '{"a": ' * 3000, "\x00"])
def test_hopeless_blocks_are_skipped(text: str) -> None:
    """No error, no thing."""
    assert jsonld.things([text]) == []


def test_huge_blocks_are_capped() -> None:
    """Ten thousand products are more than a page's metadata needs."""
    many = json.dumps([{"@type": "Product", "name": str(i)} for i in range(10_000)])
    assert len(jsonld.things([many])) <= jsonld.MAX_THINGS
    assert jsonld.things([" " * jsonld.MAX_SCRIPTS + ARTICLE]) == []


def test_the_article_that_is_this_page_comes_first() -> None:
    """Related articles stand in the same block."""
    other = {"@type": "Article", "headline": "Other", "url": "https://gull.example/other"}
    own = {"@type": "Article", "headline": "Own", "url": "https://www.gull.example/own/?ref=x"}
    found = jsonld.main_things([other, own], "http://gull.example/own", [])
    assert found[0]["headline"] == "Own"
    assert len(found) == 1


def test_reference_loops_end() -> None:
    """Things that point at each other are followed once."""
    html = page(
        '<script type="application/ld+json">[{"@id": "#a", "@type": "Article", "author": {"@id": "#b"}},'
        ' {"@id": "#b", "author": {"@id": "#a"}}]</script>'
    )
    assert read(html).author is None


_KEYS = st.sampled_from(
    ["@type", "@id", "@graph", "author", "name", "headline", "datePublished", "publisher", "image", "url",
     "keywords", "license", "description", "mainEntity", "mainEntityOfPage", "inLanguage", "@value"]
)  # fmt: skip
_LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.sampled_from(["Article", "WebPage", "WebSite", "Person", "2021-03-04", "https://gull.example/x", "#a"]),
)  # fmt: skip
_JUNK = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_KEYS, inner, max_size=5)),
    max_leaves=25,
)


@given(_JUNK)
@settings(max_examples=200, deadline=None)
def test_junk_never_raises(junk: Any) -> None:
    """Wrong types anywhere give strings or nothing."""
    block = json.dumps(junk).replace("</", "<\\/")
    found = read(page(f'<script type="application/ld+json">{block}</script>', "<h1>Harbour</h1>"))
    texts = (
        found.title,
        found.author,
        found.date,
        found.language,
        found.description,
        found.site_name,
        found.image,
    )
    assert all(text is None or (isinstance(text, str) and text) for text in texts)
    assert all(isinstance(tag, str) for tag in found.tags)


@given(st.text(max_size=200))
@settings(deadline=None)
def test_any_script_text_is_survived(text: str) -> None:
    """Blocks need not be JSON at all."""
    jsonld.things([text])
