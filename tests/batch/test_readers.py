"""Every kind of input gives the same pages, and whatever is wrong with one is a coded row or a gap that is told."""

import gzip
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import brotli
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from sectio.batch.command import How
from sectio.batch.inputs import expand
from sectio.batch.readers import READERS
from sectio.batch.records import Tally
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard
from sectio.errors import BatchError
from sectio.warc import response
from sectio.warc.write import record
from tests.batch import archives


def read(path: Path, size: int = 64_000_000, **settings: Any) -> tuple[list[Any], Tally, int]:
    """All records of an input, what was left out, and how many shards it was cut into."""
    tally, found = Tally(), []
    shards = [shard for source in expand([str(path)]) for shard in READERS[source.kind].cut(source, size)]
    for shard in shards:
        for batch in READERS[shard.kind].read(shard, Settings(**settings), tally):
            found += batch.records
    return found, tally, len(shards)


@pytest.mark.parametrize("kind", archives.KINDS)
@pytest.mark.parametrize("size", [64_000_000, 5_000])
def test_every_kind_gives_every_page_once(kind: str, size: int, tmp_path: Path) -> None:
    """Whole or cut into small shards: the same pages, in order, each with a key of its own."""
    name, make = archives.KINDS[kind]
    content = archives.pages(90)
    found, tally, shards = read(make(tmp_path / name, content), size)
    bodies = [archives.pages(90)[number][1] for number in range(90)]
    if kind == "folder":  # by name, and a file does not say its address
        order = sorted(range(90), key=lambda n: f"{n % 2}/{n:04d}.html{'' if n % 3 else '.gz'}")
        assert [record.page for record in found] == [bodies[n] for n in order]
    else:
        assert [record.url for record in found] == [address for address, _ in content]
    assert tally.warnings == []
    if kind != "wacz":
        assert len({record.key for record in found}) == 90
    assert shards == 1 or size == 5_000 or kind == "wacz"
    if size == 5_000 and kind in ("warc", "jsonl", "parquet", "zst"):
        assert shards > 2


def write(path: Path, *records: bytes) -> Path:
    path.write_bytes(b"".join(gzip.compress(data, mtime=0) for data in records))
    return path


def test_what_is_no_page_is_skipped_and_counted(tmp_path: Path) -> None:
    """By type, status, content type, address, and for want of content."""
    path = write(
        tmp_path / "a.warc.gz",
        record("warcinfo", b"x"),
        record("revisit", b"HTTP/1.1 200 OK\r\n\r\n", url="https://a.example/same"),
        response("https://a.example/1", b"<p>yes"),
        response("https://a.example/2", b"<p>gone", status=404),
        response("https://a.example/3", b"%PDF", content_type="application/pdf"),
        response("https://a.example/4.pdf", b"%PDF", content_type=""),
        response("https://a.example/5", b" \n "),
        response("https://a.example/6", b"<p>no header", content_type=""),
        record("resource", b"<p>a file", url="file:///a.html", content_type="text/html"),
    )
    found, tally, _ = read(path)
    assert [item.url for item in found] == ["https://a.example/1", "https://a.example/6", "file:///a.html"]
    assert tally.skipped == {"warcinfo": 1, "revisit": 1, "status_404": 1, "not_html": 2, "empty": 1}
    assert [item.status for item in read(path, status=None)[0]] == [200, 404, 200, None]


def test_a_record_keeps_what_it_says_about_itself(tmp_path: Path) -> None:
    data = response(
        "<https://a.example/1>", b"<p>x", date="2023-05-06T07:08:09.123Z", content_type="text/html; charset=gbk"
    )
    (found,), _, _ = read(
        write(tmp_path / "a.warc.gz", data.replace(b"WARC-Type", b"WARC-Truncated: length\r\nWARC-Type"))
    )
    assert (found.url, found.date, found.status) == ("https://a.example/1", 1683356889, 200)
    assert found.headers["content-type"] == "text/html; charset=gbk"
    assert found.warnings == ("truncated",)
    assert found.page == b"<p>x"


def run_rows(path: Path, output: Path, **settings: Any) -> list[dict[str, Any]]:
    archives.run([path], output, **settings)
    return archives.rows(output)


def test_bodies_as_servers_send_them(tmp_path: Path) -> None:
    """Compressed, chunked, and mislabelled bodies give the page; one that breaks off gives what there is and says so."""
    body = archives.page(1)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    packed = gzip.compress(body)
    coded = [
        (gzip.compress(body), {"Content-Encoding": "gzip"}),
        (brotli.compress(body), {"Content-Encoding": "br"}),
        (zstandard.ZstdCompressor().compress(body), {"Content-Encoding": "zstd"}),
        (chunked, {"Transfer-Encoding": "chunked"}),
        (body, {"Transfer-Encoding": "chunked", "Content-Encoding": "gzip", "Content-Length": "7"}),
        (packed[:-40], {"Content-Encoding": "gzip"}),
        (b"nothing of the kind", {"Content-Encoding": "br"}),
    ]
    records = [response(f"https://a.example/{n}", data, headers=headers) for n, (data, headers) in enumerate(coded)]
    found = run_rows(write(tmp_path / "a.warc.gz", *records), tmp_path / "out")
    texts = [row["text"] for row in found]
    assert len(set(texts[:5])) == 1
    assert texts[0].startswith("Paper captain")
    assert [row["source"]["sha1"] == found[0]["source"]["sha1"] for row in found[:5]] == [True] * 5
    assert texts[5]
    assert found[5]["warnings"] == ["truncated"]
    assert found[6]["error"]["code"] == "decode"
    assert texts[6] is None


# A run whose workers get 200 MB each, and that says what the supervisor had at most.
PEAK = """
import sys
from sectio.batch.command import How, run_batch
from sectio.batch.settings import Settings
run_batch([sys.argv[1]], sys.argv[2], Settings(memory=200_000_000), How(workers=1))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def test_the_charset_of_the_header_is_heard(tmp_path: Path) -> None:
    """Bytes that say nothing of themselves are read as the header, or a column `content_type`, says."""
    body = "<html><body><p>" + "Слова на русском языке, без объявления. " * 9 + "</p></body></html>"
    kind = "text/html; charset=koi8-r"
    path = write(tmp_path / "a.warc.gz", response("https://a.example/", body.encode("koi8-r"), content_type=kind))
    assert run_rows(path, tmp_path / "out")[0]["text"].startswith("Слова на русском")
    pq.write_table(pa.table({"html": [body.encode("koi8-r")], "content_type": [kind]}), tmp_path / "a.parquet")
    assert run_rows(tmp_path / "a.parquet", tmp_path / "out2")[0]["text"].startswith("Слова на русском")


def test_a_bomb_is_a_row(tmp_path: Path) -> None:
    """300 MB in one record, once in the archive's own compression and once in the body's: a coded row, in bounded memory."""
    bomb = b"<p>" + bytes(300_000_000)
    records = [
        response("https://a.example/a", gzip.compress(bomb[:60_000_000], 1), headers={"Content-Encoding": "gzip"}),
        response("https://a.example/b", bomb),
        response("https://a.example/c", archives.page(1)),
    ]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join(gzip.compress(data, 1) for data in records))
    command = [sys.executable, "-c", PEAK, str(path), str(tmp_path / "out")]
    peak = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found = archives.rows(tmp_path / "out")
    assert [row["error"] and row["error"]["code"] for row in found] == [found[0]["error"]["code"]] * 2 + [None]
    assert found[0]["error"]["code"] == "page_too_large"
    assert peak < 250_000  # kB


def test_one_piece_is_noted(tmp_path: Path) -> None:
    """An archive that is not compressed record by record has no ranges; that is worth knowing, and not damage."""
    path = archives.warc_one(tmp_path / "one.warc.gz", archives.pages(3))
    summary = archives.run([path], tmp_path / "out")
    assert [(note, summary.is_damaged) for _, note in summary.notes] == [(summary.notes[0][1], False)]
    assert "one piece" in summary.lines()[-1]
    split = archives.warc(tmp_path / "split.warc.gz", archives.pages(3))
    assert archives.run([split], tmp_path / "out2").notes == []


def test_a_wrong_length_is_a_row(tmp_path: Path) -> None:
    good = [response(f"https://a.example/{n}", archives.page(n)) for n in range(3)]
    size = good[1].split(b"Content-Length: ")[1].split(b"\r\n")[0]
    good[1] = good[1].replace(b"Content-Length: " + size, b"Content-Length: 77")
    found = run_rows(write(tmp_path / "a.warc.gz", *good), tmp_path / "out")
    assert [row["error"] and row["error"]["code"] for row in found] == [None, "bad_record", None]
    assert found[1]["url"] == "https://a.example/1"


def test_damage_is_reported_with_its_place(tmp_path: Path) -> None:
    """Twice damaged and cut off: the other pages are there, and the done-file names the bytes."""
    path = archives.warc(tmp_path / "a.warc.gz", archives.pages(40))
    data = bytearray(path.read_bytes())
    for place in (3000, 9000):
        data[place : place + 40] = bytes(40)
    path.write_bytes(data[:-300])
    summary = archives.run([path], tmp_path / "out")
    done = json.loads(next((tmp_path / "out/_sectio/done").iterdir()).read_text())
    assert [warning["code"] for warning in done["warnings"]] == ["bad_record", "bad_record", "truncated_input"]
    for place, warning in zip((3000, 9000), done["warnings"], strict=False):
        assert warning["offset"] <= place < warning["offset"] + warning["length"]
    assert len(archives.rows(tmp_path / "out")) >= 37
    assert summary.is_damaged
    strict = archives.run([path], tmp_path / "strict", how=How(workers=1, strict=True))
    assert strict.errors
    assert not (tmp_path / "strict/_sectio/summary.json").exists()


def damaged_wacz(path: Path) -> tuple[bytes, list[zipfile.ZipInfo], int]:
    """A WACZ of 40 pages, 20 in a stored and 20 in a compressed WARC: its bytes, its entries, and where its directory begins."""
    archives.wacz(path, archives.pages(40))
    with zipfile.ZipFile(path) as archive:
        return path.read_bytes(), archive.infolist(), archive.start_dir


def zeroed(data: bytes, place: int, size: int = 8) -> bytes:
    return data[:place] + bytes(size) + data[place + size :]


def test_a_damaged_wacz_loses_what_is_damaged(tmp_path: Path) -> None:
    """Eight bytes anywhere: of the stored WARC one record, of the compressed one what follows, and never in silence."""
    path = tmp_path / "a.wacz"
    data, (_, packed, index), directory = damaged_wacz(path)
    for place in [*range(0, len(data) - 8, 241), *range(directory, len(data) - 8, 7)]:
        path.write_bytes(zeroed(data, place))
        found, tally, _ = read(path)
        urls = [record.url for record in found]
        first = [url for url in urls if url in {archives.url(n) for n in range(20)}]
        assert len(set(urls)) == len(urls)
        assert len(first) >= 19, place
        if packed.header_offset <= place + 7 and place < index.header_offset:
            assert len(first) == 20, place
        if len(urls) < 40:
            assert tally.warnings, place


@pytest.mark.parametrize(
    "part", ["head", "lengths", "record", "packed", "checksum", "directory", "end", "cut", "beheaded"]
)
def test_each_part_of_a_wacz_is_damaged(part: str, tmp_path: Path) -> None:
    """As whole runs: how many of the pages are there, and that the summary says that something was damaged."""
    path = tmp_path / "a.wacz"
    data, (stored, packed, _), directory = damaged_wacz(path)
    checksum = directory + 46 + len(stored.filename) + 16
    changed, expected = {
        "head": (zeroed(data, stored.header_offset), 40),
        "lengths": (data[:26] + b"\xff" * 4 + data[30:], 40),
        "record": (zeroed(data, stored.header_offset + 3000), 39),
        "packed": (zeroed(data, packed.header_offset + 3000), range(21, 40)),
        "checksum": (zeroed(data, checksum, 4), 40),
        "directory": (zeroed(data, directory), 20),
        "end": (data[:-22], 20),
        "cut": (data[: packed.header_offset - 100], 19),
        "beheaded": (data[500:], range(37, 40)),
    }[part]
    path.write_bytes(changed)
    summary = archives.run([path], tmp_path / "out")
    found = archives.rows(tmp_path / "out")
    assert len(found) in (expected if isinstance(expected, range) else [expected])
    assert len({(row["source"]["shard"], row["source"]["record"]) for row in found}) == len(found)
    assert all(row["ok"] for row in found)
    assert summary.is_damaged
    assert not summary.errors


def test_a_zip_without_archives_fails_with_a_reason(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as archive:
        archive.writestr("pages/pages.jsonl", "{}")
    summary = archives.run([tmp_path / "a.wacz"], tmp_path / "out")
    assert "no archive/*.warc in it" in summary.errors[0][1]


@pytest.mark.parametrize("name", ["a.warc.gz", "a.warc", "a.wacz", "a.parquet", "a.jsonl.gz"])
def test_an_empty_file_is_told(name: str, tmp_path: Path) -> None:
    """Nothing in it is no page, and no silence either; other inputs are done."""
    (tmp_path / name).write_bytes(b"")
    good = archives.warc(tmp_path / "good.warc.gz", archives.pages(3))
    summary = archives.run([tmp_path / name, good], tmp_path / "out")
    assert summary.is_damaged
    assert summary.total.rows == 3


def test_lines_that_are_no_pages_are_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    good = json.dumps({"url": "https://a.example/", "html": archives.page(1).decode(), "n": "\ud800"})
    path.write_text(f'{good}\nnot json\n\n[1]\n{{"url": "https://b.example/"}}\n{good}')
    found = run_rows(path, tmp_path / "out")
    assert [row["ok"] for row in found] == [True, False, False, False, True]
    assert [row["error"] and row["error"]["code"] for row in found[1:4]] == ["bad_record"] * 3
    assert found[3]["url"] == "https://b.example/"
    assert found[0]["n"] == "?"


def test_a_line_without_end_is_a_row(tmp_path: Path) -> None:
    """Longer than any page may be: it is not held, and the next line is found."""
    good = json.dumps({"html": archives.page(1).decode()}).encode()
    line = b'{"html": "' + b"x" * 3_000_000 + b'"}'
    for name, data in (("a.jsonl", line), ("b.jsonl.gz", gzip.compress(line + b"\n" + good))):
        (tmp_path / name).write_bytes(data + b"\n" + good if name == "a.jsonl" else data)
        found = run_rows(tmp_path / name, tmp_path / f"out-{name[0]}", options={"max_bytes": 100_000})
        assert [row["error"] and row["error"]["code"] for row in found] == ["page_too_large", None]


def test_a_compressed_file_that_breaks_off_is_told(tmp_path: Path) -> None:
    path = archives.jsonl(tmp_path / "a.jsonl.gz", archives.pages(50))
    path.write_bytes(path.read_bytes()[:-500])
    found, tally, _ = read(path)
    assert 20 <= len(found) < 50
    assert tally.warnings[0]["code"] == "truncated_input"


def test_rows_without_a_page(tmp_path: Path) -> None:
    table = pa.table({"url": ["https://a.example/", None], "html": [None, archives.page(1).decode()]})
    pq.write_table(table, tmp_path / "a.parquet")
    found = run_rows(tmp_path / "a.parquet", tmp_path / "out")
    assert [row["error"] and row["error"]["code"] for row in found] == ["bad_record", None]


def test_columns_are_passed_through(tmp_path: Path) -> None:
    """With their types; a name of ours gets `input_` in front, and what is no plain value is JSON."""
    inputs = [
        archives.jsonl(tmp_path / "a.jsonl", archives.pages(3)),
        archives.warc(tmp_path / "b.warc.gz", archives.pages(2)),
    ]
    archives.run(inputs, tmp_path / "out")
    found = archives.rows(tmp_path / "out")
    assert [row["n"] for row in found] == [0, 1, 2, None, None]
    assert found[0]["tags"] == '["a"]'
    assert [row["input_title"] for row in found] == ["theirs"] * 3 + [None, None]
    assert found[0]["title"] == "Story 0"
    archives.run([archives.parquet(tmp_path / "c.parquet", archives.pages(3))], tmp_path / "out2")
    schema = pq.read_schema(next((tmp_path / "out2").glob("*.parquet")))
    assert schema.field("n").type == pa.int16()
    assert schema.names[-1] == "source"


def test_the_same_name_with_two_types_is_an_error(tmp_path: Path) -> None:
    inputs = [
        archives.jsonl(tmp_path / "a.jsonl", archives.pages(1)),
        archives.parquet(tmp_path / "b.parquet", archives.pages(1)),
    ]
    with pytest.raises(BatchError, match="column 'n' is int16 here and int64"):
        archives.run(inputs, tmp_path / "out")


def test_files_of_a_folder_that_cannot_be_read_are_rows(tmp_path: Path) -> None:
    saved = archives.folder(tmp_path / "saved", archives.pages(4))
    (saved / "a.html").symlink_to(saved / "nowhere")
    (saved / "b.html.gz").write_bytes(b"not gzip")
    os.mkdir(saved / "c.html")
    shard = Shard("s", "folder", str(saved), files=("a.html", "b.html.gz", "0/0002.html"))
    found = [record for batch in READERS["folder"].read(shard, Settings(), Tally()) for record in batch.records]
    assert [item.error is not None and item.error.code for item in found] == ["input", "input", False]
    found_rows = run_rows(saved, tmp_path / "out")
    assert [row["path"] for row in found_rows][-1] == "b.html.gz"
    assert [row["path"] for row in found_rows if not row["ok"]] == ["a.html", "b.html.gz"]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.arc.gz", b"", "ARC"),
        ("a.warc.wet.gz", b"", "WET"),
        ("a.warc", b"filedesc://x 0.0.0.0 20240101 text/plain 10\n", "ARC"),
        ("a.warc", record("warcinfo", b"") + record("conversion", b"text"), "WET"),
        ("a.zip", b"", "what kind of file"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(name: str, data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BatchError, match=message):
        archives.run([tmp_path / name], tmp_path / "out")


def test_lists_and_folders_of_archives(tmp_path: Path) -> None:
    """`@list` names inputs; a folder holds pages, archives, or both; a page by itself is an input too."""
    inside = tmp_path / "inside"
    archives.folder(inside, archives.pages(3))
    archives.warc(inside / "crawl.warc.gz", archives.pages(2))
    (tmp_path / "list.txt").write_text(f"# mine\n{inside}\n\n{inside / '0' / '0002.html'}\n")
    kinds = [(source.kind, len(source.files)) for source in expand([f"@{tmp_path / 'list.txt'}"])]
    assert kinds == [("warc", 0), ("folder", 3), ("folder", 1)]
    for missing in ("nowhere.warc.gz", "@nowhere.txt"):
        with pytest.raises(BatchError):
            expand([missing])
    (tmp_path / "empty").mkdir()
    with pytest.raises(BatchError, match="holds no pages"):
        expand([str(tmp_path / "empty")])
