"""`sectio extract` on folders and lists: pages stream through worker processes, into one stream or into a folder like theirs."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.test_cli import run
from tests.batch import archives


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Twelve pages in two folders, some compressed."""
    return archives.folder(tmp_path / "saved", archives.pages(12))


def sources(folder: Path) -> list[str]:
    return [str(path) for path in sorted(folder.rglob("*.html*"))]


def records(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.splitlines()]


def test_a_folder_streams_in_order_whoever_works(saved: Path) -> None:
    """The same lines, with their sources, in this process and in worker processes."""
    one = run("extract", str(saved), "-f", "jsonl", "--workers", "0")
    two = run("extract", str(saved), "-f", "jsonl", "--workers", "2")
    assert one.returncode == two.returncode == 0
    assert one.stdout == two.stdout
    assert [record["source"] for record in records(two.stdout)] == sources(saved)


def test_a_page_hurts_only_itself(saved: Path) -> None:
    """One that takes all the time it has: a record with the code, and the others are there."""
    (saved / "0" / "big.html").write_bytes(b"<p>" + b"x" * 300_000)
    (saved / "1" / "gone.html").symlink_to(saved / "nowhere")
    done = run("extract", str(saved), "-f", "jsonl", "--workers", "2", "--max-bytes", "100K")
    codes = {record["source"]: record["error"]["code"] for record in records(done.stdout) if not record["ok"]}  # type: ignore[index]
    assert codes == {str(saved / "0" / "big.html"): "page_too_large", str(saved / "1" / "gone.html"): "input"}
    assert len(records(done.stdout)) == 14
    assert done.returncode == 1


def test_a_folder_like_theirs(saved: Path, tmp_path: Path) -> None:
    """Each page is a file in the same place; the text is the one of the page alone."""
    output = tmp_path / "texts"
    assert run("extract", str(saved), "--output-dir", str(output), "--workers", "1").returncode == 0
    names = [str(path.relative_to(saved)).partition(".")[0] + ".txt" for path in sorted(saved.rglob("*.html*"))]
    assert sorted(str(path.relative_to(output)) for path in output.rglob("*.*")) == sorted(names)
    alone = run("extract", str(saved / "1" / "0001.html")).stdout
    assert (output / "1" / "0001.txt").read_bytes() == alone


@pytest.mark.parametrize(("style", "suffix"), [("markdown", "md"), ("jsonl", "jsonl"), ("tei", "tei.xml")])
def test_formats_have_their_suffixes(style: str, suffix: str, saved: Path, tmp_path: Path) -> None:
    page = saved / "1" / "0001.html"
    run("extract", str(page), "--output-dir", str(tmp_path / "out"), "-f", style)
    assert (tmp_path / "out" / f"0001.{suffix}").read_bytes() == run("extract", str(page), "-f", style).stdout


def test_no_page_takes_the_file_of_another(tmp_path: Path) -> None:
    """Names that differ in their suffix or folder alone."""
    inside = tmp_path / "in"
    for number, name in enumerate(("one/a.html", "one/a.htm", "two/a.html")):
        (inside / name).parent.mkdir(parents=True, exist_ok=True)
        (inside / name).write_bytes(archives.page(number))
    names = [str(inside / name) for name in ("one/a.html", "one/a.htm", "two/a.html")]
    run("extract", *names, "--output-dir", str(tmp_path / "out"))
    written = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert set(written) == {"a.txt", "a.htm.txt", "a.html.txt"}
    assert len(set(written.values())) == 3


def test_pages_are_not_overwritten(saved: Path, tmp_path: Path) -> None:
    """Neither by a folder inside of the one that is read, nor where a page's file would be the page."""
    inside = run("extract", str(saved), "--output-dir", str(saved / "out"))
    assert inside.returncode == 2
    page = saved / "1" / "0001.html"
    before = page.read_bytes()
    assert run("extract", str(page), "-f", "html", "--output-dir", str(page.parent)).returncode == 1
    assert page.read_bytes() == before
    assert run("extract", str(page), "-o", "x", "--output-dir", "y").returncode == 2


def test_a_list_names_pages_and_folders(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(f"# mine\n{saved / '0'}\n\n{saved / '1' / '0001.html'}\nmissing.html\n")
    done = run("extract", f"@{tmp_path / 'list.txt'}", "-f", "jsonl")
    assert [record["source"] for record in records(done.stdout)] == [
        *sources(saved / "0"),
        str(saved / "1" / "0001.html"),
        "missing.html",
    ]
    assert run("extract", f"@{tmp_path / 'nothing.txt'}").returncode == 1
    (tmp_path / "again.txt").write_text("@again.txt\n")
    assert b"another list" in run("extract", f"@{tmp_path / 'again.txt'}").stderr


def test_pipes_in_a_folder_are_skipped_and_told(saved: Path) -> None:
    """Reading one would never end."""
    os.mkfifo(saved / "pipe.html")
    done = run("extract", str(saved), "-f", "jsonl")
    assert done.returncode == 0
    assert len(records(done.stdout)) == 12
    assert b"pipe.html: skipped" in done.stderr


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_pipe_that_is_named_is_read(workers: str, tmp_path: Path) -> None:
    """As by `sectio extract <(curl …)`."""
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["sh", "-c", f"cat > {tmp_path / 'pipe'}"], stdin=subprocess.PIPE) as writer:
        assert writer.stdin is not None
        writer.stdin.write(archives.page(1))
        writer.stdin.close()
        done = run("extract", str(tmp_path / "pipe"), "--workers", workers)
    assert done.stdout.startswith(b"Paper captain")
    piped = run("extract", "-", "--workers", workers, given=archives.page(1))
    assert piped.stdout == done.stdout


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """The command, which hears Ctrl-C even if the tests run in the background."""
    command = [sys.executable, "-c", "from sectio.apps.cli import main; main()", "extract", *arguments]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Path]:
    """Pages beside a pipe that nobody writes to, so that the command waits there."""
    os.mkfifo(tmp_path / "pipe")
    folder = archives.folder(tmp_path / "saved", archives.pages(12))
    yield folder
    assert not list(tmp_path.rglob(".*.tmp"))


@pytest.mark.parametrize("workers", ["0", "1"])
def test_interrupted(workers: str, slow: Path) -> None:
    """What is written is kept and can be read, the exit code is 130, and no worker stays."""
    pages = sources(slow)
    with start(*pages[:8], str(slow.parent / "pipe"), "-f", "json", "--workers", workers) as process:
        assert process.stdout is not None
        first = process.stdout.read(2)  # it comes before the last page is done
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        try:
            out, said = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert b"interrupted" in said
    assert b"Traceback" not in said
    written = [record["source"] for record in json.loads(first + out)]
    assert written == pages[: len(written)]
    assert written


def test_links_to_folders_are_not_followed_and_told(saved: Path) -> None:
    """They may lead back up."""
    (saved / "0" / "up").symlink_to("..")
    done = run("extract", str(saved), "-f", "jsonl")
    assert (done.returncode, len(records(done.stdout))) == (0, 12)
    assert b"up: skipped (it is a link to a folder)" in done.stderr


def test_a_list_without_names_is_told(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("# nothing yet\n")
    done = run("extract", f"@{tmp_path / 'list.txt'}")
    assert (done.returncode, b"the list names no pages" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    "wrong", [("-m", "econ", "--favor", "recall"), ("--option", "x=1"), ("-m", "econ", "--option", "x=1")]
)
def test_what_every_page_would_refuse_is_refused_once(wrong: tuple[str, ...], saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    done = run("extract", str(saved), "-f", "jsonl", "-o", str(out), *wrong)
    assert (done.returncode, len(done.stderr.splitlines()), out.exists()) == (2, 1, False)
