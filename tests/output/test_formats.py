"""The table of writers, and the formats for machines: they parse, and hold what they should."""

import csv
import json
import xml.etree.ElementTree as ElementTree
from io import StringIO

import pytest

from sectio.errors import FormatError
from sectio.extraction import Extraction
from sectio.output import WRITERS, write
from sectio.output.csv import COLUMNS
from sectio.results import Comment
from tests.output.making import Told, extraction_of, made

TEI = "{http://www.tei-c.org/ns/1.0}"
ODD = "<h1>A &amp; B</h1><p>bell\x07 null&#0; <b>\ufffe</b>]]&gt; \ud800</p>"
ODD += "<table><tr><th>x<th>y<tr><td>1<td>2</table>"


def full() -> Extraction:
    plain = extraction_of(ODD)
    about = Told(
        title='T "<&>\x00\x1f', author="Ann", date="2020-01-02", language="en", description="D",
        site_name="S", tags=("a", "b"), license="CC0", url="https://example.com/",
    )  # fmt: skip
    comments = (Comment("Jo\x0b", "2020-01-03", "so <b>", 0, None), Comment(None, None, "re", 1, 0))
    return made(plain.page, plain.mask, method="body", about=about, comments=comments)


def test_the_formats_are_the_documented_ones() -> None:
    """The command line offers these names."""
    assert list(WRITERS) == ["text", "markdown", "html", "json", "jsonl", "xml", "tei", "csv"]


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_is_utf8(name: str) -> None:
    """A lone surrogate in a page must not break the file it is written to."""
    write(full(), name).encode("utf-8")


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_takes_an_empty_page(name: str) -> None:
    """A page without text is a result."""
    written = write(extraction_of(""), name)
    assert isinstance(written, str)
    assert written == "" or name not in ("text", "markdown", "html")


def test_an_unknown_format_names_the_choices() -> None:
    """The message is the remedy."""
    with pytest.raises(FormatError, match=r"docx.*text, markdown, html, json, jsonl, xml, tei, csv"):
        write(extraction_of("x"), "docx")


def test_json_holds_the_record() -> None:
    """The contract's names, Unicode kept; one line in JSON Lines."""
    record = json.loads(write(full(), "json"))
    assert record["schema"] == "sectio/1"
    assert record["ok"] is True
    assert record["tables"][0]["rows"] == [["1", "2"]]
    assert record["tables"][0]["columns"] == ["x", "y"]
    assert record["comments"][1]["parent"] == 0
    line = write(full(), "jsonl")
    assert "\n" not in line
    assert json.loads(line) == record


def test_xml_parses_and_holds_metadata_content_and_comments() -> None:
    """Control characters, surrogates and `]]>` do not break it."""
    root = ElementTree.fromstring(write(full(), "xml").encode())
    assert root.findtext("title") == 'T "<&>'
    assert [tag.text for tag in root.iterfind("tag")] == ["a", "b"]
    assert root.findtext("content/h1") == "A & B"
    assert [(c.get("author"), c.get("depth"), c.text) for c in root.iterfind("comment")] == [
        ("Jo", "0", "so <b>"),
        (None, "1", "re"),
    ]


def test_tei_has_a_header_and_a_body() -> None:
    """The parts TEI asks for, in its namespace."""
    root = ElementTree.fromstring(write(full(), "tei").encode())
    assert root.tag == f"{TEI}TEI"
    statement = f"{TEI}teiHeader/{TEI}fileDesc"
    for part in ("titleStmt", "publicationStmt", "sourceDesc"):
        assert root.find(f"{statement}/{TEI}{part}") is not None
    assert [cell.text for cell in root.iter(f"{TEI}cell")] == ["x", "y", "1", "2"]
    assert "re" in "".join(root.find(f"{TEI}text").itertext())  # type: ignore[union-attr]


def test_csv_is_one_row_per_page() -> None:
    """Line ends inside a text stay inside its cell."""
    rows = list(csv.reader(StringIO(write(full(), "csv"))))
    assert len(rows) == 2
    assert rows[0] == list(COLUMNS)
    record = dict(zip(*rows, strict=True))
    assert record["tags"] == "a;b"
    assert "\n" in record["text"]
