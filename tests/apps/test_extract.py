"""`sectio extract` on several inputs: one stream that a program can read, and the exit codes."""

import csv
import io
import json
import os
import pty
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.apps.test_cli import run
from tests.test_api import PAGE

TEI = "{http://www.tei-c.org/ns/1.0}"


@pytest.fixture
def pages(tmp_path: Path) -> list[str]:
    """A page, one without text, one over the limit, and one that is missing."""
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "big.html").write_bytes(b"<p>" + b"x" * 5000)
    (tmp_path / "again.html").write_text(PAGE, encoding="utf-8")
    return [str(tmp_path / name) for name in ("page.html", "empty.html", "big.html", "missing.html", "again.html")]


def test_json_of_several_inputs_is_one_array(pages: list[str]) -> None:
    """Failures are in it, and every record names its source."""
    done = run("extract", *pages, "-f", "json", "--max-bytes", "4K")
    records = json.loads(done.stdout)
    assert done.returncode == 1
    assert [record["source"] for record in records] == pages
    assert [record["ok"] for record in records] == [True, False, False, False, True]
    assert set(records[2]["error"]) == set(records[3]["error"]) == {"code", "message"}
    assert isinstance(json.loads(run("extract", pages[0], "-f", "json").stdout), dict)


def test_every_json_line_names_its_source(pages: list[str]) -> None:
    """Success or failure."""
    done = run("extract", *pages, "-f", "jsonl", "--max-bytes", "4K")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["source"] for record in records] == pages
    assert [record["ok"] for record in records] == [True, False, False, False, True]


def test_xml_and_tei_of_several_inputs_are_one_document(pages: list[str]) -> None:
    """The declaration stands once, at the very start."""
    xml = ElementTree.fromstring(run("extract", *pages, "-f", "xml", "--max-bytes", "4K").stdout)
    assert [document.get("source") for document in xml] == [pages[0], pages[1], pages[4]]
    tei = ElementTree.fromstring(run("extract", *pages, "-f", "tei", "--max-bytes", "4K").stdout)
    assert [element.tag for element in tei] == [f"{TEI}teiHeader", *[f"{TEI}TEI"] * 3]
    assert ElementTree.fromstring(run("extract", pages[0], "-f", "tei").stdout).tag == f"{TEI}TEI"


def test_csv_of_several_inputs_has_one_header(pages: list[str]) -> None:
    """And a row of its own for each page."""
    rows = list(csv.reader(io.StringIO(run("extract", *pages, "-f", "csv", "--max-bytes", "4K").stdout.decode())))
    assert [len(row) for row in rows] == [len(rows[0])] * 4
    assert rows[1] == rows[3]
    assert run("extract", pages[3], "-f", "csv").stdout.count(b"\n") == 1


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    """Spreadsheets run what begins like one."""
    words = " and many more words of this paragraph, so that it is taken for content" * 3
    for number, start in enumerate("=+-@"):
        html = f"<title>{start}cmd|' /C calc'!A0</title><article><p>{start}HYPERLINK(1){words}</article>"
        (tmp_path / f"{number}.html").write_text(html, encoding="utf-8")
    rows = list(csv.reader(io.StringIO(run("extract", str(tmp_path), "-f", "csv").stdout.decode())))
    assert len(rows) == 5
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


@pytest.mark.parametrize("style", ["text", "markdown", "html"])
def test_texts_are_separated_by_an_empty_line(pages: list[str], style: str) -> None:
    """Pages without text leave no trace."""
    alone = run("extract", pages[0], "-f", style).stdout
    assert run("extract", pages[0], pages[1], pages[4], "-f", style).stdout == alone + b"\n" + alone


@pytest.mark.parametrize(
    ("which", "code"),
    [
        ([0, 4], 0),
        ([0, 1], 1),
        ([0, 2], 1),
        ([0, 3], 1),
        ([1, 2], 3),
        ([2, 2], 3),
        ([3, 3], 3),
        ([2], 5),
        ([1], 3),
        ([3], 1),
    ],
)
def test_exit_codes(pages: list[str], which: list[int], code: int) -> None:
    """One input: its own code; several: 1 if some failed, 3 if none gave text."""
    assert run("extract", *[pages[i] for i in which], "--max-bytes", "4000").returncode == code


def test_one_bad_input_does_not_stop_the_others(pages: list[str], tmp_path: Path) -> None:
    """An address that cannot be fetched, an empty folder, a damaged archive."""
    (tmp_path / "none").mkdir()
    (tmp_path / "bad.html.gz").write_bytes(b"\x1f\x8b\x08\x00garbage")
    bad = ["https://example.org/", str(tmp_path / "none"), str(tmp_path / "bad.html.gz")]
    done = run("extract", *bad, pages[0], "-f", "jsonl")
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [False, False, False, True]
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("size", ["4K", "0.004M", "4000", "4kb"])
def test_sizes_take_units(pages: list[str], size: str) -> None:
    """K, M, G."""
    assert run("extract", pages[2], "--max-bytes", size).returncode == 5


def test_an_output_that_cannot_be_written_is_one_line(pages: list[str], tmp_path: Path) -> None:
    """No traceback."""
    done = run("extract", pages[0], "-o", str(tmp_path / "no" / "such" / "folder"))
    assert done.returncode == 1
    assert done.stderr.startswith(b"sectio: ")
    assert b"Traceback" not in done.stderr


def test_nothing_of_a_page_steers_the_terminal(tmp_path: Path) -> None:
    """Neither the text on stdout nor names and messages on stderr."""
    words = "words of the page that are many, so that they are content, " * 5
    odd = "&#27;]0;owned&#7;&#x9b;31m\u202egnp.exe\u2066x"
    html = f"<title>{odd}</title><article><p>{words}{odd}<p>{words}{odd}</article>"
    page = tmp_path / "a\x1b[31m\u202eb.html"
    page.write_text(html, encoding="utf-8")
    shown = _on_a_terminal("extract", str(page), str(tmp_path / "missing\x1b[31m"), "-v")
    assert "words of the page" in shown
    assert not [char for char in shown if char in "\x1b\x07\x9b\u202e\u2066"]


def _on_a_terminal(*arguments: str) -> str:
    """What a terminal gets to see."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from sectio.apps.cli import main; main()", *arguments]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while piece := _read(ours):
            shown += piece
        process.wait(timeout=60)
    os.close(ours)
    return shown.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other side is closed
        return b""


def test_switches_of_what_is_written(tmp_path: Path) -> None:
    """Title, front matter and parts, for the formats that have them."""
    prose = "The ferry had been late for nine days, and nobody on the island could say why it was late. " * 6
    page = tmp_path / "page.html"
    page.write_text(
        f"<title>Ferry</title><article><h1>Ferry</h1><p>{prose}<p>{prose} <b>bold</b></article>", encoding="utf-8"
    )
    whole = run("extract", str(page), "-f", "markdown", "--front-matter").stdout.decode()
    assert whole.startswith("---\ntitle:")
    assert "# Ferry\n" in whole
    bare = run("extract", str(page), "-f", "markdown", "--no-title", "--exclude", "formatting").stdout.decode()
    assert bare.startswith("The ferry")
    assert "**" not in bare
    assert run("extract", str(page), "-f", "json", "--no-title").returncode == 2


def test_fields_are_chosen(pages: list[str]) -> None:
    """In the order in which they are named; JSON names the source all the same, and failures say why."""
    records = json.loads(
        run("extract", *pages, "-f", "json", "--fields", "text,title,sections", "--max-bytes", "4K").stdout
    )
    assert list(records[0]) == ["source", "text", "title", "sections"]
    assert set(records[2]) == {"source", "ok", "error"}
    line = json.loads(run("extract", pages[0], "-f", "jsonl", "--fields", "title, html").stdout)
    assert list(line) == ["source", "title", "html"]
    done = run("extract", *pages, "-f", "csv", "--fields", "source,ok,title", "--max-bytes", "4K")
    rows = list(csv.reader(io.StringIO(done.stdout.decode())))
    assert rows[0] == ["source", "ok", "title"]
    assert [row[:2] for row in rows[1:]] == [[pages[0], "true"], [pages[1], "false"], [pages[4], "true"]]


def test_fields_in_a_folder(pages: list[str], tmp_path: Path) -> None:
    """Every file has the columns."""
    folder = tmp_path / "out"
    run("extract", pages[0], "-f", "csv", "--fields", "title,ok", "--output-dir", str(folder))
    assert (folder / "page.csv").read_text(encoding="utf-8").splitlines()[0] == "title,ok"


@pytest.mark.parametrize(
    "wrong",
    [
        ["-f", "json", "--fields", "titel"],
        ["-f", "csv", "--fields", "comments"],
        ["-f", "csv", "--fields", ""],
        ["--fields", "title"],
        ["--prune", "p["],
        ["--only", "//p/"],
        ["--target-language", "english"],
        ["--timeout", "0"],
    ],
)
def test_a_wrong_switch_is_a_usage_error(pages: list[str], wrong: list[str]) -> None:
    """Before any page is read."""
    done = run("extract", pages[0], *wrong)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Error: " in done.stderr


def test_parts_of_a_page_and_pages_of_a_language(tmp_path: Path) -> None:
    words = "Nobody on the island could say why the ferry was late, and nobody asked. " * 4
    page = tmp_path / "page.html"
    page.write_text(f"<html lang=en><article><p>{words}One.<p class=x>{words}Two.</article>", encoding="utf-8")
    assert b"Two." not in run("extract", str(page), "--prune", ".x").stdout
    only = run("extract", str(page), "--only", "//p[@class]").stdout
    assert (b"One." in only, b"Two." in only) == (False, True)
    assert run("extract", str(page), "--target-language", "en").returncode == 0
    done = run("extract", str(page), "--target-language", "de")
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"other_language" in done.stderr
