"""Input that is not a web page: refused, or read as what it is."""

import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import sectio
from sectio.apps.cli import cli
from sectio.errors import InputError

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0"
BINARY = {
    "pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\n",
    "png": PNG,
    "jpeg": b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1",
    "zip": b"PK\3\4\x14\0\0\0\x08\0abc",
    "gzip": b"\x1f\x8b\x08\0\0\0\0\0\0\3abc",
    "font": b"wOF2\0\1\0\0\0\0\x12\x34",
    "video": b"\0\0\0\x18ftypmp42\0\0\0\0",
    "random": random.Random(5).randbytes(5000),
}
RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Gull</title><link>https://gull.example/</link><description>News</description>
<item><title>Harbour frozen over</title><link>https://gull.example/1</link><description>The ferry stayed where it was.</description></item>
<item><title>Tug on its way</title><link>https://gull.example/2</link><description>It comes on Monday.</description></item></channel></rss>"""
MHTML = """From: <Saved by a browser>
Subject: Ice
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="=_x"

--=_x
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable
Content-Location: https://gull.example/ice

<html><body><h1>Ice</h1><p>The harbour froze over =E2=80=93 again, and the ferry stayed where it was for nine =
days in a row.</p><p>Nobody remembers a colder week, and the old log of the office agrees.</p></body></html>
--=_x
Content-Type: image/png
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--=_x--
"""


@pytest.mark.parametrize("name", BINARY)
def test_binary_input_is_refused(name: str) -> None:
    with pytest.raises(InputError) as caught:
        sectio.extract(BINARY[name])
    assert caught.value.code == "not_html"


def test_the_command_says_so_with_its_own_exit_code(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(PNG)
    command = [sys.executable, "-c", "from sectio.apps.cli import main; main()", "extract", str(file)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert done.returncode == 5
    assert b"a PNG image, not HTML" in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "Two lines of plain text,\n  the second indented.",
        "# Ice\n\nThe *harbour* froze over, 3 < 4 and all.\n\n- ferry\n- tug",
        json.dumps({"title": "Ice", "html": "<p>The harbour</p>"}),
        "[1, 2, 3]",
        "word",
    ],
)
def test_text_without_markup_is_read_as_it_is(text: str) -> None:
    for source in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        doc = sectio.extract(source)
        assert doc.text == text
        assert doc.warnings[0] == "plain_text"
        assert doc.ok


def test_pages_are_not_taken_for_text() -> None:
    for page in (
        "<p>Hello there, all of you.</p>",
        "Hello <b>there</b>",
        "<!doctype html>x",
        "{<p>x</p>}",
        b"PKs <p>are keys",
        "MZ <i>x</i>",
    ):
        assert "plain_text" not in sectio.extract(page).warnings


def test_a_page_in_utf_16_is_a_page() -> None:
    page = "<html><body><p>The harbour froze over again.</p></body></html>"
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        assert sectio.extract(
            page.encode(encoding), encoding="utf-16le" if "le" in encoding else "utf-16be" if "be" in encoding else None
        ).ok


def test_a_feed_gives_its_items() -> None:
    doc = sectio.extract(RSS)
    assert doc.text == "Harbour frozen over\nThe ferry stayed where it was.\nTug on its way\nIt comes on Monday."
    assert "feed" in doc.warnings


def test_mhtml_gives_its_html_part() -> None:
    doc = sectio.extract(MHTML)
    assert doc.title == "Ice"
    assert "froze over – again" in doc.text
    assert "mhtml" in doc.warnings
    assert sectio.extract(MHTML.encode()) == doc


SHEETS = """MIME-Version: 1.0
Content-Type: multipart/related; boundary="=_x"

--=_x
Content-Type: text/html; charset=utf-8
Content-Location: https://gull.example/news/ice

<html><head><link rel="stylesheet" href="../look.css"><link rel=stylesheet href="cid:own@mhtml"><link href=odd.css rel=stylesheet>
<link rel="stylesheet" media="print" href="paper.css"><link rel="alternate stylesheet" href="dark.css"></head>
<body><h1>Ice</h1><p class=ad>The office sells coal, coke and peat to all who ask for it at its door.</p>
<p class=kept>The harbour froze over again, and the ferry stayed where it was for nine days in a row.</p></body></html>
--=_x
Content-Type: text/css
Content-Location: https://gull.example/look.css

.ad { display: none }
--=_x
Content-Type: text/css
Content-ID: <own@mhtml>

h1 { font-size: 48px }
--=_x
Content-Type: text/css
Content-Location: https://gull.example/news/odd.css

</style><p>smuggled</p>
--=_x
Content-Type: text/css
Content-Location: https://gull.example/news/paper.css

.kept { display: none }
--=_x
Content-Type: text/css
Content-Location: https://gull.example/news/dark.css

.kept { display: none }
--=_x--
"""


def test_mhtml_has_its_style_sheets() -> None:
    """By address and by id, in their places; those for paper and alternatives do not hold, and none can end its element."""
    page = sectio.parse_page(SHEETS)
    assert [" ".join(sheet.split()) for sheet in re.findall("<style>(.*?)</style>", page.html, re.DOTALL)] == [
        ".ad { display: none }",
        "h1 { font-size: 48px }",
    ]
    assert "smuggled" not in page.html
    hidden = {
        text.split()[1]: bool(page.hidden[row])
        for row, text in zip(page.text_rows, page.texts, strict=True)
        if " " in text
    }
    assert hidden == {"office": True, "harbour": False}


@pytest.mark.parametrize(
    "source",
    [
        "https://gull.example/ice",
        "file:///tmp/x",
        "/var/www/index",
        "./page",
        "../page",
        "~/page",
        "C:\\page.htm",
        "page.html",
        "a b.PDF",
        "x.warc",
    ],
)
def test_a_path_or_an_address_is_refused_with_the_remedy(source: str) -> None:
    with pytest.raises(
        InputError, match="read_bytes" if "://" not in source or source.startswith("file") else "extract_url"
    ):
        sectio.extract(source)


def test_the_name_of_a_file_that_exists_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "harbour").write_text("x")
    with pytest.raises(InputError, match="read_bytes"):
        sectio.extract("harbour")
    assert sectio.extract("ferry").text == "ferry"


def test_paths_and_files_get_the_remedy() -> None:
    with pytest.raises(InputError, match="read_bytes"):
        sectio.extract(Path("x.html"))  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"\.read\(\)"):
        sectio.extract(io.BytesIO(b"<p>x"))  # type: ignore[arg-type]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_in_a_folder_is_skipped_with_a_note(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.html")
    (tmp_path / "b.html").write_text("<p>The harbour froze over again, and the ferry stayed where it was.</p>")
    result = CliRunner().invoke(cli, ["extract", str(tmp_path)])
    assert "The harbour froze over" in result.output
    assert "a.html" in result.output + result.stderr


def test_many_comments_before_the_root_take_no_time() -> None:
    """A search that tries every comment as the end of every other one would not end."""
    assert sectio.extract("<!-- a -->" * 3000 + "<p>The harbour froze over again on Sunday night.").ok
    feed = "<?xml version='1.0'?>\n<!-- a --> <!-- b -->\n<rss><channel><item><title>Ice</title></item></channel></rss>"
    assert "feed" in sectio.extract(feed).warnings
