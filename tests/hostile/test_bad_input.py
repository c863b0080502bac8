"""Pages with far too much of something: each is a clear result, and what is around it is not lost.

The time limits are those of a slow machine; `bench/bombs.py` measures.
"""

import json

import pytest

import sectio
from sectio.extraction import Extraction

PROSE = "Nobody on the island could say why the ferry was late, and nobody had asked the captain about it. " * 6
LAST = "On the tenth day it was on time, the crane had been repaired, and the pilot was on holiday, as ever. " * 6
PATIENT = {"timeout": 60}


MORE = (
    "The crane had lifted the gangway since the war, and it was tired. Twice a week a man came from the mainland to oil it.",
    "People waited on the quay with their bags and their dogs. Some of them walked home again, and came back for the evening boat.",
)


def page(inside: str = "", head: str = "", below: str = "") -> str:
    first, second = MORE
    return (
        f"<html lang=en><head><title>The late ferry</title>{head}</head><body><article><h1>The late ferry</h1>"
        f"<p>{PROSE}</p><p>{first}</p>{inside}<p>{second}</p><p>{LAST}</p></article>{below}</body></html>"
    )


def extracted(source: str) -> Extraction:
    """The result, with the story in it."""
    doc = sectio.extract(source, options=PATIENT)
    assert doc.ok
    assert doc.title == "The late ferry"
    assert "why the ferry was late" in doc.text
    assert "the pilot was on holiday" in doc.text
    return doc


def structured(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


@pytest.mark.parametrize(
    "figure", ["<figure></figure>", "<figure><figcaption>Caption</figcaption></figure>", "<figure><img></figure>"]
)
def test_figures_without_images(figure: str) -> None:
    doc = extracted(page(figure * 1000))
    assert doc.images == ()
    assert "![" not in doc.markdown
    assert "<img" not in doc.html


@pytest.mark.parametrize(("rows", "columns"), [(1000, 100), (2, 50_000), (50_000, 2)])
def test_tables_of_a_hundred_thousand_cells(rows: int, columns: int) -> None:
    """All cells are there if the table is content, and none if it is not."""
    row = "<tr>" + "".join(f"<td>{number}" for number in range(columns))
    doc = extracted(page(f"<table>{row * rows}</table>"))
    assert sum(len(line) for table in doc.tables for line in table.rows) in (0, rows * columns)


def test_comments_nested_five_thousand_deep() -> None:
    """Down to where browsers stop nesting, each is the answer to the one before; below that the text is kept, and a warning says why."""
    one = "<li class=comment id=comment-%><b class=author>Ann %</b><p>An answer of some words, number %.</p><ol class=children>"
    thread = "".join(one.replace("%", str(number)) for number in range(5000))
    doc = extracted(page(below=f"<section id=comments><ol class=comment-list>{thread}</ol></section>"))
    assert "deep_nesting" in doc.warnings
    assert len(doc.comments) > 100
    assert [comment.parent for comment in doc.comments] == [None, *range(len(doc.comments) - 1)]
    assert [comment.depth for comment in doc.comments] == [*range(len(doc.comments))]
    assert any("number 4999." in section.text for section in doc.sections)


@pytest.mark.parametrize(
    "head",
    [
        structured({"@type": "NewsArticle", "headline": "The late ferry", "datePublished": "2024-03-05", "keywords": [f"word {i}" for i in range(700_000)]}),
        structured({"@graph": [{"@type": "Person", "@id": f"#{i}", "author": {"@id": f"#{i + 1}"}} for i in range(150_000)]}),
        '<script type="application/ld+json">' + '{"a":[' * 1_700_000 + "</script>",
        '<script type="application/ld+json">' + '"' + "\\u0041" * 1_700_000 + "</script>",
    ],
    ids=["long list", "chain of references", "deep and open", "open text"],
)  # fmt: skip
def test_structured_data_of_ten_megabytes(head: str) -> None:
    assert len(head) > 9_000_000
    doc = extracted(page(head=head))
    assert len(doc.tags) < 1000
    assert doc.date in (None, "2024-03-05")


@pytest.mark.parametrize(
    "source",
    [
        page(head=structured({"@type": "NewsArticle", "headline": "The late ferry", "author": [{"@type": "Person", "name": f"Ann Lee {i}"} for i in range(10_000)]})),
        page(head="".join(f"<meta name=author content='Ann Lee {i}'>" for i in range(10_000))),
        page("<p class=byline>By " + ", ".join(f"<a rel=author href=/{i}>Ann Lee {i}</a>" for i in range(10_000)) + "</p>"),
        page("".join(f"<p class=byline itemprop=author>By Ann Lee {i}</p>" for i in range(10_000))),
    ],
    ids=["structured data", "metas", "one byline", "many bylines"],
)  # fmt: skip
def test_ten_thousand_authors(source: str) -> None:
    """A few of them, or none: nobody reads more."""
    assert len(extracted(source).author or "") < 2000


@pytest.mark.parametrize(
    "day",
    [
        "9999-12-31",
        "9999-12-31T23:59:59+14:00",
        "9999-12-31T23:59:59-14:00",
        "10000-01-01",
        "0000-00-00",
        "253402300800",
    ],
)
def test_dates_in_the_year_9999(day: str) -> None:
    """No day of a publication, and no overflow when a zone is added to it."""
    head = f'<meta property="article:published_time" content="{day}">' + structured(
        {"@type": "Article", "datePublished": day, "dateModified": day}
    )
    doc = extracted(page(f"<time datetime='{day}'>December 31, 9999</time>", head=head))
    assert doc.date is None
    assert doc.date_modified is None


def test_a_comment_in_the_year_9999() -> None:
    one = "<li class=comment id=comment-%><b class=author>Ann %</b><time datetime=9999-12-31T23:59:59-14:00>x</time><p>An answer, number %.</p></li>"
    thread = "".join(one.replace("%", str(number)) for number in range(3))
    doc = extracted(page(below=f"<section id=comments><ol class=comment-list>{thread}</ol></section>"))
    assert [comment.author for comment in doc.comments] == ["Ann 0", "Ann 1", "Ann 2"]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("<mrow>", "</mrow>"), ("<msqrt>", "</msqrt>"), ("<mfrac><mi>a</mi>", "</mfrac>"), ("<msup><mi>a</mi>", "</msup>"), ("<mtable><mtr><mtd>", "</mtd></mtr></mtable>")],
)  # fmt: skip
def test_formulas_nested_a_thousand_deep(opening: str, closing: str) -> None:
    formula = f"<math>{opening * 1000}<mi>x</mi>{closing * 1000}</math>"
    doc = extracted(
        page(
            f"<p>The speed of the ferry is {formula}, as everybody on the island knows by heart, and has for years.</p>"
        )
    )
    assert "The speed of the ferry is" in doc.markdown
    assert "as everybody on the island knows" in doc.markdown
    assert doc.html.count("<p>") == doc.html.count("</p>")
