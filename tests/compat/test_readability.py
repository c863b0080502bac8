"""Every statement is run with the real readability-lxml and with ours."""

import inspect
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from sectio.compat import readability as ours
from tests.compat.pages import PAGE

theirs = pytest.importorskip("readability")
BOTH = [theirs.Document, ours.Document]
METHODS = ["summary", "title", "short_title", "author", "content"]
MODULES = pytest.mark.parametrize("document", BOTH, ids=["theirs", "ours"])


@pytest.mark.parametrize("name", ["__init__", *METHODS])
def test_signatures_are_the_same(name: str) -> None:
    their, our = (inspect.signature(getattr(document, name)).parameters for document in BOTH)
    assert [(key, our[key].default) for key in our] == [(key, their[key].default) for key in their]


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(
    "page",
    [PAGE, PAGE.encode(), "<html></html>", "<p>x</p>", "hello world"],
    ids=["text", "bytes", "empty", "fragment", "plain"],
)
def test_everything_is_text(name: str, page: str | bytes) -> None:
    their, our = (getattr(document(page), name)() for document in BOTH)
    assert isinstance(our, str)
    assert isinstance(their, str)
    assert bool(our) == bool(their)


@pytest.mark.parametrize(("name", "said"), [("title", "[no-title]"), ("short_title", ""), ("author", "[no-author]")])
@pytest.mark.parametrize("page", ["<html></html>", "<p>x</p>", "hello world", "<title></title><p>x"])
def test_what_is_not_there(name: str, said: str, page: str) -> None:
    assert [getattr(document(page), name)() for document in BOTH] == [said, said]


@MODULES
def test_the_title_is_that_of_the_head(document: Any) -> None:
    found = document(PAGE)
    assert found.title() == "The late ferry | Island News"
    assert found.short_title().startswith("The late ferry")
    assert found.author() == "Ann Lee"


@MODULES
def test_the_summary_is_a_document(document: Any) -> None:
    found = document(PAGE).summary()
    assert found.startswith("<html><body><div>")
    assert found.endswith("</div></body></html>")
    for sign in (
        "the ferry was on time",
        "<h2>What the log says</h2>",
        "<li>A crane",
        "<blockquote>",
        "<table>",
        "<pre>",
        "quay.jpg",
    ):
        assert sign in found
    assert "Imprint and contact" not in found
    assert "Home" not in found


@MODULES
def test_a_part_of_a_document(document: Any) -> None:
    found = document(PAGE).summary(html_partial=True)
    assert found.startswith("<div>")
    assert found.endswith("</div>")
    assert "<body" not in found


@MODULES
def test_images_are_kept(document: Any) -> None:
    assert "quay.jpg" in document(PAGE).summary(keep_all_images=True)


@MODULES
def test_addresses_are_made_absolute_by_the_url(document: Any) -> None:
    bare = PAGE.replace("canonical", "x")
    assert 'href="https://example.net/archive/ferries"' in document(bare, url="https://example.net/a").summary()
    assert 'href="/archive/ferries"' in document(bare).summary()


@MODULES
def test_a_document_can_be_asked_again(document: Any) -> None:
    found = document(PAGE)
    assert found.summary() == found.summary()
    assert found.title() == document(PAGE).title()


@pytest.mark.parametrize("wrong", ["", "   ", b"", None, 5])
def test_what_is_no_page_is_unparseable(wrong: Any) -> None:
    for module in (theirs.readability, ours):
        with pytest.raises(module.Unparseable):
            module.Document(wrong).summary()
        assert issubclass(module.Unparseable, ValueError)


@MODULES
def test_content_is_the_whole_body(document: Any) -> None:
    found = document(PAGE).content()
    assert "Imprint and contact" in found
    assert "<body" in found


def test_the_summary_of_ours_is_well_formed_and_safe() -> None:
    page = PAGE.replace("<b>cold soup</b>", "<b onclick='x()'>cold soup</b><script>x()</script>")
    found = ours.Document(page).summary()
    ElementTree.fromstring(found)
    assert "onclick" not in found
    assert "script" not in found


def test_a_page_without_content_gives_all_it_shows() -> None:
    page = "<html><title>T</title><body><nav><a href='/'>Home</a></nav></body></html>"
    for document in BOTH:
        assert "Home" in document(page).summary()


@pytest.mark.parametrize("how", [{"positive_keywords": "story"}, {"negative_keywords": ["ad"]}, {"xpath": True}])
def test_keywords_without_meaning_are_accepted_with_a_warning(how: dict[str, Any]) -> None:
    with pytest.warns(UserWarning, match=next(iter(how))) as said:
        assert "the ferry was on time" in ours.Document(PAGE, **how).summary()
    assert said[0].filename == __file__
