"""Renderings with switches."""

import pytest

import sectio
from sectio.errors import FormatError, OptionError
from sectio.extraction import Extraction

PROSE = "The ferry had been late for nine days, and nobody on the island could say why it was late. " * 4
PAGE = f"""<html lang=en><head><title>The late ferry</title><meta name=author content="Ada Low"></head><body><article><h1>The late ferry</h1>
<p>{PROSE}</p><p>{PROSE} See <a href="https://example.org/x">the <b>notes</b></a>.</p><table><tr><th>Day</th><th>Delay</th></tr><tr><td>Monday</td><td>9</td></tr></table>
<p>{PROSE}</p><figure><img src="https://example.org/f.jpg" alt="Ferry"><figcaption>The ferry at noon</figcaption></figure><p>{PROSE}</p></article></body></html>"""


@pytest.fixture(scope="module")
def doc() -> Extraction:
    """One page with everything."""
    return sectio.extract(PAGE)


def test_only_markdown_has_the_title_unless_told_otherwise(doc: Extraction) -> None:
    """`title` puts it first in every format, or leaves it out."""
    assert doc.markdown.startswith("# The late ferry\n\n")
    assert doc.render("markdown", title=False).startswith("The ferry")
    assert doc.text.startswith("The ferry")
    assert doc.render("text", title=True).startswith("The late ferry\n")
    assert doc.render("html", title=True).startswith("<h1>The late ferry</h1>")


def test_captions_are_in_markdown_and_not_in_text(doc: Extraction) -> None:
    """A figure follows its place."""
    assert "![Ferry](https://example.org/f.jpg)" in doc.markdown
    assert "The ferry at noon" in doc.markdown
    assert "The ferry at noon" not in doc.text
    assert doc.images[0].caption == "The ferry at noon"


def test_parts_can_be_left_out(doc: Extraction) -> None:
    """Tables, images, links and formatting."""
    assert "Monday" not in doc.render("markdown", exclude=["tables"])
    assert "Monday" not in doc.render("text", exclude=["tables"])
    for style in ("markdown", "html"):
        left = doc.render(style, exclude=["images"])
        assert "f.jpg" not in left
        assert "The ferry at noon" not in left
        assert "figure" not in left
    assert "example.org/x" not in doc.render("html", exclude=["links"])
    assert "**" not in doc.render("markdown", exclude=["formatting"])


def test_front_matter_is_quoted(doc: Extraction) -> None:
    """Metadata as YAML before everything else."""
    assert doc.render("markdown", front_matter=True).startswith('---\ntitle: "The late ferry"\nlanguage: "en"\n')


def test_unknown_names_are_refused(doc: Extraction) -> None:
    """Parts and formats."""
    with pytest.raises(OptionError, match="footers"):
        doc.render("markdown", exclude=["footers"])
    with pytest.raises(FormatError, match="json"):
        doc.render("json", title=True)


def test_captions_of_other_things_than_images_stay() -> None:
    """Only a caption without its image is lost with it."""
    code = "<figure><pre>x = 1</pre><figcaption>Listing 1</figcaption></figure>"
    page = PAGE.replace("<figure>", f"{code}<figure>")
    left = sectio.extract(page, method="body").render("html", exclude=["images"])
    assert "Listing 1" in left
    assert "The ferry at noon" not in left


WHERE = "Zebra stories are rare on the island, and the keeper wrote this one down at once."
BARS = [
    f"<p><a rel=next href=/3>{WHERE}</a></p>",
    f"<p><a rel='nofollow prev' href=/3>{WHERE}</a> Page 2 of 3 <a REL='Next' href=/3>{WHERE}</a></p>",
    f"<div><span><a rel=next href=/3><span>{WHERE}</span></a></span></div>",
    f"<ul><li><a rel=prev href=/1>Home</a></li><li><a rel=next href=/3>{WHERE}</a></li></ul>",
]


@pytest.mark.parametrize("bar", BARS)
def test_bars_that_lead_to_other_pages_are_left_out(bar: str) -> None:
    """By their markup, whatever the method takes."""
    doc = sectio.extract(PAGE.replace("<figure>", f"{bar}<figure>"), method="body")
    assert "Zebra" not in doc.text + doc.markdown + doc.html


@pytest.mark.parametrize(
    "kept",
    [
        f"<p><a rel=nofollow href=/3>{WHERE}</a></p>",
        f"<p>{WHERE} See the <a rel=next href=/3>next part</a>.</p>",
        f"<div><a href=/4>{WHERE}</a> <a rel=next href=/3>More</a></div>",
    ],
)
def test_other_links_and_sentences_stay(kept: str) -> None:
    assert "Zebra" in sectio.extract(PAGE.replace("<figure>", f"{kept}<figure>"), method="body").text
