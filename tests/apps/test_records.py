"""`sectio records` as a whole process."""

import json
from pathlib import Path

import pytest

from sectio import demo
from tests.apps.test_cli import run

PAGES = [source for _, source in demo.pages()]
SHELF = "<div>" + "".join(f"<p class=x><a href=/p{i}>=Lamp {i}</a> <b>${i}.50</b></p>" for i in range(3))
SHELF += "</div><ul>" + "".join(f"<li><h3><a href=/p{i}>=Lamp {i}</a></h3><b>${i}.50</b>" for i in range(5)) + "</ul>"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    path = tmp_path / "shelf.html"
    path.write_text(SHELF)
    return path


def test_records_of_a_page(shelf: Path) -> None:
    """In every format; no spreadsheet runs what a page says."""
    shown = run("records", str(shelf))
    assert shown.returncode == 0
    assert shown.stdout.decode().splitlines()[1].split() == ["title", "title_link", "column_3"]
    written = (
        run("records", str(shelf), "--format", "csv", "--url", "https://example.org/").stdout.decode().splitlines()
    )
    assert written[:2] == ["title,title_link,column_3", "'=Lamp 0,https://example.org/p0,$0.50"]
    (table,) = json.loads(run("records", "-", "-f", "json", given=SHELF.encode()).stdout)
    assert table["rows"][4] == ["=Lamp 4", "/p4", "$4.50"]
    assert table["xpath"] == "/html/body/ul/li"


def test_records_as_parquet(shelf: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = shelf.with_suffix(".parquet")
    assert run("records", str(shelf), "-f", "parquet", "-o", str(out)).returncode == 0
    assert parquet.read_table(out).to_pydict()["title"] == [f"=Lamp {i}" for i in range(5)]


def test_records_of_pages_of_one_kind(tmp_path: Path) -> None:
    """One row for each page; a page that cannot be read is said, and the others are done."""
    for number, source in enumerate(PAGES):
        (tmp_path / f"{number}.html").write_bytes(source)
    run("learn", str(tmp_path), "-o", str(tmp_path / "site.json"))
    done = run("records", str(tmp_path), str(tmp_path / "none.html"), "-f", "json", "--top", "9")
    assert done.returncode == 1
    assert b"none.html" in done.stderr
    tables = json.loads(done.stdout)
    assert [table for table in tables if len(table["rows"]) == len(PAGES) and table["xpath"] == "/html/body"]
    learned = run("records", str(tmp_path / "5.html"), "--template", str(tmp_path / "site.json"))
    assert learned.returncode == 0


def test_records_says_what_is_wrong(shelf: Path, tmp_path: Path) -> None:
    """Nothing that repeats, two tables in one CSV file, Parquet on a terminal, one address for several pages."""
    assert run("records", "-", given=b"<p>One paragraph.").returncode == 3
    assert run("records", str(tmp_path / "none.html")).returncode == 1
    assert run("records", str(shelf), "-f", "csv", "--top", "2").returncode == 2
    assert run("records", str(shelf), "-f", "parquet").returncode == 2
    assert run("records", str(shelf), str(shelf), "--url", "https://example.org/").returncode == 2
