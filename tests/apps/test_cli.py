"""Whole-command runs: what goes to stdout, what to stderr, and the exit code."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sectio
from sectio.apps.cli import COMMANDS
from tests.test_api import PAGE

ROOT = Path(__file__).parents[2]


def run(*arguments: str, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "sectio", *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False, timeout=60)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_extract_writes_text_to_stdout_and_nothing_else(page: Path) -> None:
    done = run("extract", str(page))
    assert done.returncode == 0
    assert done.stdout.decode().strip() == sectio.extract(PAGE).text
    assert done.stderr == b""


def test_stdin_equals_the_file(page: Path) -> None:
    assert run("extract", "-", given=PAGE.encode()).stdout == run("extract", str(page)).stdout
    assert run("extract", given=PAGE.encode()).stdout == run("extract", str(page)).stdout


@pytest.mark.parametrize("style", ["text", "markdown", "html", "json", "jsonl", "xml", "tei", "csv"])
def test_every_format_is_written(page: Path, style: str) -> None:
    done = run("extract", str(page), "--format", style)
    assert done.returncode == 0
    assert "ferry" in done.stdout.decode()
    if style in ("json", "jsonl"):
        assert json.loads(done.stdout)["ok"] is True


def test_a_folder_gives_a_line_per_page_failures_included(tmp_path: Path, page: Path) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "big.html").write_bytes(b"<p>" + b"x" * 5000)
    done = run("extract", str(tmp_path), "--format", "jsonl", "--max-bytes", "4000")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [record["ok"] for record in records] == [False, False, True]
    assert records[0]["error"]["code"] == "page_too_large"


@pytest.mark.parametrize(
    ("arguments", "given", "code"),
    [
        (["extract", "no-such-file.html"], None, 1),
        (["extract", "--format", "smoke"], b"", 2),
        (["extract", "--method", "magic", "-"], b"<p>x", 2),
        (["frobnicate"], None, 2),
        (["extract", "-"], b"", 3),
        (["extract", "http://127.0.0.1:9/"], None, 4),
        (["extract", "-", "--max-bytes", "5"], b"<p>longer than that", 5),
    ],
)
def test_exit_codes_and_one_clear_line(arguments: list[str], given: bytes | None, code: int) -> None:
    done = run(*arguments, given=given)
    assert done.returncode == code
    said = done.stderr.decode()
    assert said.strip()
    assert "Traceback" not in said


def test_a_closed_pipe_is_no_error(page: Path) -> None:
    many = " ".join([str(page)] * 20)
    script = f"{sys.executable} -c 'from sectio.apps.cli import main; main()' extract {many} | head -c 10"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_output_file(page: Path, tmp_path: Path) -> None:
    done = run("extract", str(page), "-o", str(tmp_path / "out.txt"))
    assert done.stdout == b""
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").strip() == sectio.extract(PAGE).text


def test_help_names_every_command_and_every_command_has_help() -> None:
    listed = run("--help").stdout.decode()
    for command in COMMANDS:
        assert command in listed
        done = run(command, "--help")
        assert done.returncode == 0, done.stderr
        assert b"Usage" in done.stdout


def test_demo_shows_what_sectio_does(tmp_path: Path) -> None:
    """Metadata, the picture of the page, its comments, what learning the site brings, and a report to open."""
    done = run("demo", "-o", str(tmp_path / "report.html"))
    assert done.returncode == 0, done.stderr
    said = done.stdout.decode()
    assert "The ferry will wait for the school bus" in said
    assert "█" in said
    assert "░" in said
    assert "Imre K., 2026-03-12" in said
    alone, learned = (int(found) for found in re.findall(r"belong to the story: +(\d+) a page", said))
    assert learned < alone
    assert re.search(r"Time for a page, from bytes to text: \d+\.\d ms", said)
    assert str(tmp_path / "report.html") in said
    assert "The ferry will wait" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_methods_lists_every_method() -> None:
    done = run("methods")
    assert all(name in done.stdout.decode() for name in sectio.methods())
    assert {row["name"] for row in json.loads(run("methods", "--format", "json").stdout)} == set(sectio.methods())


def test_version() -> None:
    """The version, and whether compiled code runs."""
    which = "compiled" if sectio.native else "pure Python"
    assert run("--version").stdout.decode().strip() == f"sectio {sectio.__version__} ({which})"


def test_import_is_light() -> None:
    """Importing sectio pulls in nothing but its three dependencies."""
    code = "import sys, sectio; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split()
    assert not set(loaded) & {"lxml", "matplotlib", "trafilatura", "playwright", "selectolax", "sklearn", "scipy"}


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_standard_streams_may_be_closed(closed: str, page: Path, tmp_path: Path) -> None:
    """As under some schedulers; what is not written to them is done all the same."""
    out = tmp_path / "out.txt"
    script = f"{sys.executable} -m sectio extract {page} -o {out} {closed}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert out.read_text(encoding="utf-8").strip() == sectio.extract(PAGE).text
    nothing = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m sectio extract - {closed}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert nothing.returncode == 3


def test_the_demo_ends_when_its_reader_does() -> None:
    script = f"{sys.executable} -m sectio demo | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
