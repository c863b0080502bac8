"""The kill matrix: whatever is killed when, a resumed run has every row once, and the bytes of a run that was not disturbed.

Real processes, real signals. Resuming is done by the command in this process; what is killed runs in its own.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from sectio.batch.command import How
from sectio.batch.settings import Settings
from sectio.errors import BatchError
from tests.batch import archives
from tests.batch.poison import Poison

COUNT, SHARD = 300, 12_000


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """300 pages in one WARC, which falls into some shards."""
    return archives.warc(tmp_path_factory.mktemp("crawl") / "crawl.warc.gz", archives.pages(COUNT))


@pytest.fixture(scope="module")
def undisturbed(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run that nothing happened to."""
    output = tmp_path_factory.mktemp("undisturbed") / "out"
    archives.run([crawl], output, shard_size=SHARD)
    assert len(archives.files(output)) >= 4
    return archives.files(output)


def start(moment: str, which: int, crawl: Path, output: Path, *arguments: str) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "tests.batch.harness", moment, str(which), str(crawl), "-o", str(output)]
    command += ["--shard-size", str(SHARD), "--no-timing", "--workers", "1", "--progress", "plain", *arguments]
    return subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        # A shell in the background lets its programs ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def check_resumed(crawl: Path, output: Path, undisturbed: dict[str, bytes]) -> None:
    """Resume, and compare with the undisturbed run."""
    done_before = {path.name: path.stat().st_mtime_ns for path in output.glob("_sectio/done/*.json")}
    options = {"timeout": 10.0, "max_bytes": 20_000_000}
    archives.run([crawl], output, how=How(workers=2, resume=True), shard_size=SHARD, options=options)
    found = archives.rows(output)
    sources = [(row["source"]["shard"], row["source"]["record"]) for row in found]
    assert len(found) == len(set(sources)) == COUNT
    assert archives.files(output) == undisturbed
    assert archives.leftovers(output) == []
    assert (output / "_sectio/summary.json").exists()
    after = {path.name: path.stat().st_mtime_ns for path in output.glob("_sectio/done/*.json")}
    assert done_before.items() <= after.items(), "a shard that was done is not done again"


# Files that get a name: the plan, then for each shard the data and the done-file.
@pytest.mark.parametrize(("moment", "which"), [("before", 4), ("after", 4), ("after", 5), ("before", 1)])
def test_the_supervisor_is_killed(
    moment: str, which: int, crawl: Path, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    """Before the second data file gets its name, between it and its done-file, after both, and before there is a plan."""
    output = tmp_path / "out"
    with start(moment, which, crawl, output) as process:
        process.wait(60)
    assert process.returncode == -signal.SIGKILL
    assert not (output / "_sectio/summary.json").exists()
    assert len(list(output.glob("_sectio/done/*.json"))) == {4: 1, 5: 2, 1: 0}[which]
    check_resumed(crawl, output, undisturbed)


def test_the_disk_is_full(crawl: Path, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    """Writing stops with a message and exit code 1; with room again, the run is resumed."""
    output = tmp_path / "out"
    least = min(len(data) for data in undisturbed.values())
    with start("full", least - 500, crawl, output) as process:
        _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "cannot be written" in said
    assert "--resume" in said
    assert archives.leftovers(output) == []
    check_resumed(crawl, output, undisturbed)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_end(number: signal.Signals, crawl: Path, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    """It stops at once, tidies up, keeps what is done, says how to go on, and exits with 130."""
    output = tmp_path / "out"
    with start("never", 0, crawl, output) as process:
        wait_for(lambda: any(output.glob("_sectio/done/*.json")))
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "--resume" in said
    assert archives.leftovers(output) == []
    check_resumed(crawl, output, undisturbed)


def test_asked_to_end_while_a_file_is_made(crawl: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is there, and nobody has it in hand yet; it is tidied up all the same."""

    def interrupted(*_: object) -> None:
        assert archives.leftovers(output)
        raise KeyboardInterrupt

    output = tmp_path / "out"
    monkeypatch.setattr("sectio.batch.run_shard.sink_for", interrupted)
    with pytest.raises(KeyboardInterrupt):
        archives.run([crawl], output, shard_size=SHARD)
    assert archives.leftovers(output) == []


@pytest.mark.parametrize("pause", [0.0, 0.002, 0.01, 0.05])
def test_asked_to_end_twice(pause: float, crawl: Path, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    """The second Ctrl-C ends it at once, wherever it is in tidying up: no traceback, no torn file, no worker that goes on."""
    output = tmp_path / "out"
    with start("never", 0, crawl, output) as process:
        wait_for(lambda: any(output.glob("_sectio/done/*.json")))
        children = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        time.sleep(pause)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT)  # 130: the first one was done already
    assert "Traceback" not in said
    assert archives.files(output).items() <= undisturbed.items()
    wait_for(lambda: not any(Path(f"/proc/{child}/cmdline").exists() for child in children))
    check_resumed(crawl, output, undisturbed)


def test_asked_to_end_twice_while_it_cannot_tidy_up(crawl: Path, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    """Something keeps it from ending in order; the second Ctrl-C does not wait for that."""
    output = tmp_path / "out"
    with start("stuck", 0, crawl, output) as process:
        wait_for(lambda: any(output.glob("_sectio/done/*.json")))
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):  # it is stuck, or was ready to be
            process.wait(5)
        marks = list(output.rglob("stuck"))
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        process.kill()
    assert (len(marks), process.returncode) == (1, -signal.SIGINT)
    marks[0].unlink()
    check_resumed(crawl, output, undisturbed)


def test_two_runs_on_one_folder(crawl: Path, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    """The second is refused while the first lives, and not a moment longer."""
    output = tmp_path / "out"
    with start("never", 0, crawl, output) as first:
        wait_for(lambda: (output / "_sectio/plan.json").exists())
        first.send_signal(signal.SIGSTOP)
        with start("never", 0, crawl, output, "--resume") as second:
            _, said = second.communicate(timeout=60)
        first.kill()
    assert second.returncode == 2
    assert "another run" in said
    check_resumed(crawl, output, undisturbed)


def test_a_child_is_killed_between_pages(crawl: Path, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    """Its chunk is done again; nothing fails."""
    work = Poison(Settings(timing=False, shard_size=SHARD), once=tmp_path / "once")
    summary = archives.run([crawl], tmp_path / "out", work=work, shard_size=SHARD)
    assert summary.restarts == 1
    assert summary.total.failed == {}
    assert archives.files(tmp_path / "out") == undisturbed


def test_children_are_killed_inside_pages(tmp_path: Path) -> None:
    """Among 100 pages two segfaults, one kill, one endless page and one that takes all memory: 100 rows, five of them coded."""
    notes = {7: "segfault", 20: "kill", 21: "segfault", 50: "hang", 80: "bomb"}
    content = [(archives.url(n), archives.page(n, notes.get(n, ""))) for n in range(100)]
    path = archives.warc(tmp_path / "crawl.warc.gz", content)
    settings = Settings(timing=False, options={"timeout": 0.5})
    summary = archives.run([path], tmp_path / "out", work=Poison(settings), options={"timeout": 0.5})
    found = archives.rows(tmp_path / "out")
    assert len(found) == 100
    codes = {n: row["error"]["code"] for n, row in enumerate(found) if row["error"]}
    assert codes == {7: "crash", 20: "crash", 21: "crash", 50: "timeout", 80: "memory"}
    assert summary.restarts == 4
    good = archives.warc(tmp_path / "good.warc.gz", archives.pages(100))
    archives.run([good], tmp_path / "good", options={"timeout": 0.5})
    texts = [row["text"] for row in archives.rows(tmp_path / "good")]
    assert [row["text"] for row in found] == [None if n in notes else text for n, text in enumerate(texts)]


def test_a_child_is_killed_from_outside(crawl: Path, tmp_path: Path) -> None:
    """After every shard, whatever it is at: every row is there, and each kill cost one page at most."""
    output = tmp_path / "out"
    kills = 0
    with start("never", 0, crawl, output) as process:
        while process.poll() is None:
            if len(list(output.glob("_sectio/done/*.json"))) > kills:
                for child in descendants(process.pid):
                    with suppress(ProcessLookupError):  # it may have ended by itself meanwhile
                        os.kill(child, signal.SIGKILL)
                kills += 1
            time.sleep(0.01)
    assert process.returncode == 0
    assert kills >= 2
    found = archives.rows(output)
    assert len({row["source"]["record"] for row in found}) == len(found) == COUNT
    failed = [row["error"]["code"] for row in found if row["error"]]
    assert set(failed) <= {"crash"}
    assert len(failed) <= kills


def descendants(supervisor: int) -> list[int]:
    """The worker processes: forked from the server that the supervisor started."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        parents.setdefault(parent, []).append(int(folder.name))
    servers = parents.get(supervisor, [])
    return [child for server in servers for child in parents.get(server, [])]


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("it did not happen within a minute")


def test_an_option_that_differs_on_resume(crawl: Path, tmp_path: Path) -> None:
    """Two runs are not mixed in one folder: the difference is named, and nothing is touched."""
    output = tmp_path / "out"
    archives.run([crawl], output, shard_size=SHARD)
    before = archives.files(output)
    with pytest.raises(BatchError, match="option method was None and is 'body'"):
        archives.run([crawl], output, how=How(resume=True), shard_size=SHARD, method="body")
    with pytest.raises(BatchError, match=f"option shard_size was {SHARD}"):
        archives.run([crawl], output, how=How(resume=True), shard_size=9_000)
    changed = json.loads((output / "_sectio/plan.json").read_text())
    assert changed["schema"] == "sectio-batch/1"
    os.utime(crawl, (1, 1))
    with pytest.raises(BatchError, match="has changed"):
        archives.run([crawl], output, how=How(resume=True), shard_size=SHARD)
    assert archives.files(output) == before
