"""The command `sectio batch`: what it says, and its exit codes."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sectio.apps.cli import cli
from sectio.apps.cli.sizes import size
from sectio.errors import InputError
from tests.batch import archives


def call(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["batch", *map(str, arguments)], standalone_mode=False)


def code(result: Result) -> object:
    return result.exit_code or result.return_value


def test_a_run_and_its_summary(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(20))
    result = call(path, "-o", tmp_path / "out", "--workers", 1)
    assert code(result) in (0, None)
    assert "20 rows of 3 hosts in 1 shard, 20 with text" in result.stderr
    assert "slowest: https://host" in result.stderr
    assert result.stdout == ""
    again = call(path, "-o", tmp_path / "out", "--workers", 1)
    assert code(again) == 2
    assert "--resume" in again.stderr
    assert code(call(path, "-o", tmp_path / "out", "--workers", 1, "--resume")) in (0, None)


def test_the_summary_of_a_folder(tmp_path: Path) -> None:
    """Files have no hosts; the slowest are named by their place in the folder."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "one.html").write_bytes(archives.page(0))
    result = call(tmp_path / "pages", "-o", tmp_path / "out", "--workers", 1)
    assert "1 row in 1 shard, 1 with text" in result.stderr
    assert "slowest: record 0 of 000000-pages (" in result.stderr


def test_damage_gives_exit_code_1(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(20))
    path.write_bytes(path.read_bytes()[:-100])
    result = call(path, "-o", tmp_path / "out", "--workers", 1)
    assert code(result) == 1
    assert "breaks off: bytes" in result.stderr


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """On a file system that takes no files: one line, no traceback."""
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(1))
    result = call(path, "-o", "/proc/sectio-out", "--workers", 1)
    assert code(result) == 2
    assert "cannot be written" in result.stderr


def test_single_bad_pages_are_normal_unless_strict(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text("not a page\n")
    assert code(call(path, "-o", tmp_path / "a", "--workers", 1)) in (0, None)
    assert code(call(path, "-o", tmp_path / "b", "--workers", 1, "--strict")) == 1


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(60))
    result = call(path, "-o", tmp_path / "out", "--dry-run", "--shard-size", "4K")
    assert result.stdout.startswith("000000-crawl-0  ")
    assert len(result.stdout.splitlines()) > 2
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        ["--workers", "0"],
        ["--workers", "x"],
        ["--status", "ok"],
        ["--max-bytes", "much"],
        ["--resume", "--overwrite"],
        ["-m", "x"],
    ],
)
def test_usage(wrong: list[str], tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(1))
    result = call(path, "-o", tmp_path / "out", *wrong)
    assert getattr(result.exception, "exit_code", None) == 2
    assert not (tmp_path / "out").exists()


def test_shards_that_are_done_are_named_if_asked_for(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(3))
    said = call(path, "-o", tmp_path / "out", "--workers", 1, "-v").stderr.splitlines()
    assert said[0] == "000000-crawl: 3 pages"
    assert "000000-crawl: 3 pages" not in call(path, "-o", tmp_path / "other", "--workers", 1).stderr


def test_lines_from_stdin(tmp_path: Path) -> None:
    """They are kept beside the data until the run is done, so that it can be resumed."""
    data = archives.jsonl(tmp_path / "pages.jsonl", archives.pages(5)).read_bytes()
    arguments = ["batch", "-", "-o", str(tmp_path / "out"), "--workers", "1", "--progress", "none"]
    CliRunner().invoke(cli, arguments, input=data, standalone_mode=False)
    assert len(archives.rows(tmp_path / "out")) == 5
    CliRunner().invoke(cli, [*arguments, "--resume"], input=b"", standalone_mode=False)
    assert len(archives.rows(tmp_path / "out")) == 5


def test_sizes() -> None:
    assert [size(text) for text in ("500", "2K", "20M", "1.5G", "64 MB")] == [
        500,
        2_000,
        20_000_000,
        1_500_000_000,
        64_000_000,
    ]


def test_what_every_page_would_refuse_is_refused_once(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(3))
    for wrong in (["-m", "econ", "--option", "nonsense=1"], ["-m", "forest"], ["--option", "favor=7"]):
        result = call(path, "-o", tmp_path / "out", *wrong)
        assert isinstance(result.exception, InputError)  # the command line makes exit code 2 of it
        assert not (tmp_path / "out").exists()


def test_names_that_are_not_in_utf_8(tmp_path: Path) -> None:
    """Of inputs, of pages in folders, and of the output."""
    odd = tmp_path / os.fsdecode(b"odd\xff")
    try:
        odd.mkdir()
    except OSError:
        pytest.skip("this file system takes no such names")
    (odd / os.fsdecode(b"page\xfe.html")).write_bytes(archives.page(1))
    made = [
        archives.warc(odd / os.fsdecode(b"crawl\xfe.warc.gz"), archives.pages(2)),
        archives.parquet(tmp_path / "pages.parquet", archives.pages(2)).rename(odd / os.fsdecode(b"pages\xfe.parquet")),
    ]
    for number, path in enumerate(made):
        result = call(path, "-o", odd / f"out{number}", "--workers", 1)
        assert code(result) in (0, None), result.stderr
        assert [file.name for file in (odd / f"out{number}").glob("part-*")]
    pages = tmp_path / "pages"
    pages.mkdir()
    (odd / os.fsdecode(b"page\xfe.html")).rename(pages / os.fsdecode(b"page\xfe.html"))
    for extra in ((), ("--resume",)):
        assert code(call(pages, "-o", tmp_path / "out", "--workers", 1, *extra)) in (0, None)
    (row,) = archives.rows(tmp_path / "out")
    assert (row["ok"], row["path"]) == (True, "page\ufffd.html")


def test_what_cannot_be_read_in_a_folder_is_a_failure(tmp_path: Path) -> None:
    """Nothing is left out silently; links to folders are not followed."""
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html").write_bytes(archives.page(1))
    (pages / "gone.html").symlink_to("nowhere.html")
    (pages / "up").symlink_to("..")
    os.mkfifo(pages / "pipe.html")
    assert code(call(pages, "-o", tmp_path / "out", "--workers", 1)) in (0, None)
    assert [(row["path"], row["ok"]) for row in archives.rows(tmp_path / "out")] == [
        ("a.html", True),
        ("gone.html", False),
    ]
