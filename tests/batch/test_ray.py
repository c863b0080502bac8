"""The same run on a cluster: a real local Ray, and its workers killed while they work."""

import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from sectio.batch import extract_batch
from sectio.batch.command import How
from sectio.batch.files import locked
from sectio.batch.settings import Settings
from sectio.errors import BatchError, OutputError
from sectio.lab.sitegen import generate_sites
from tests.batch import archives
from tests.batch.poison import FillDisk, KillAtRename, KillSupervisor, Poison, limit_files

SHARD = 60_000
pytestmark = pytest.mark.xdist_group("ray")


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return archives.warc(tmp_path_factory.mktemp("crawl") / "crawl.warc.gz", archives.pages(300))


@pytest.fixture(scope="module")
def local(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    output = tmp_path_factory.mktemp("local") / "out"
    archives.run([crawl], output, shard_size=SHARD, how=How(workers=2))
    return archives.files(output)


def test_the_same_bytes_as_on_one_machine(ray: Any, crawl: Path, local: dict[str, bytes], tmp_path: Path) -> None:
    summary = archives.run([crawl], tmp_path / "out", shard_size=SHARD, how=How(engine="ray"))
    assert summary.total.rows == 300
    assert archives.files(tmp_path / "out") == local
    assert sorted(path.name for path in (tmp_path / "out/_sectio").iterdir()) == [
        "done",
        "lock",
        "plan.json",
        "summary.json",
    ]


def test_ray_workers_are_killed(ray: Any, crawl: Path, local: dict[str, bytes], tmp_path: Path) -> None:
    """With -9, once in every shard: each is done again somewhere else, and the files are those of an undisturbed run."""
    marks = tmp_path / "marks"
    marks.mkdir()
    work = KillSupervisor(Settings(timing=False, shard_size=SHARD), marks=marks)
    summary = archives.run([crawl], tmp_path / "out", shard_size=SHARD, work=work, how=How(engine="ray"))
    assert len(list(marks.iterdir())) == len(local)
    assert not summary.errors
    found = archives.rows(tmp_path / "out")
    assert len({(row["source"]["shard"], row["source"]["record"]) for row in found}) == len(found) == 300
    assert archives.files(tmp_path / "out") == local


@pytest.mark.parametrize("moment", ["before", "between", "after"])
def test_ray_workers_are_killed_around_renames(
    moment: str, ray: Any, crawl: Path, local: dict[str, bytes], tmp_path: Path
) -> None:
    """Before the data file gets its name, between it and its done-file, and after both, once in every shard."""
    output, marks = tmp_path / "out", tmp_path / "marks"
    marks.mkdir()
    work = KillAtRename(Settings(timing=False, shard_size=SHARD), marks=marks, folder=output, moment=moment)
    summary = archives.run([crawl], output, shard_size=SHARD, work=work, how=How(engine="ray"))
    assert len(list(marks.iterdir())) == len(local)
    assert not summary.errors
    assert summary.total.rows == 300
    assert archives.files(output) == local


def test_a_child_of_a_ray_worker_is_killed_between_pages(
    ray: Any, crawl: Path, local: dict[str, bytes], tmp_path: Path
) -> None:
    """Its chunk is done again; nothing fails."""
    work = Poison(Settings(timing=False, shard_size=SHARD), once=tmp_path / "once")
    summary = archives.run([crawl], tmp_path / "out", work=work, shard_size=SHARD, how=How(engine="ray"))
    assert summary.restarts == 1
    assert summary.total.failed == {}
    assert archives.files(tmp_path / "out") == local


def test_children_of_ray_workers_are_killed_inside_pages(ray: Any, tmp_path: Path) -> None:
    """As on one machine: every page is a row, and exactly those that were killed have failed."""
    notes = {7: "segfault", 20: "kill", 21: "segfault", 30: "hang", 35: "bomb"}
    content = [(archives.url(n), archives.page(n, notes.get(n, ""))) for n in range(40)]
    path = archives.warc(tmp_path / "crawl.warc.gz", content)
    work = Poison(Settings(timing=False, options={"timeout": 0.5}))
    archives.run([path], tmp_path / "out", work=work, options={"timeout": 0.5}, how=How(engine="ray"))
    codes = {n: row["error"]["code"] for n, row in enumerate(archives.rows(tmp_path / "out")) if row["error"]}
    assert len(archives.rows(tmp_path / "out")) == 40
    assert codes == {7: "crash", 20: "crash", 21: "crash", 30: "timeout", 35: "memory"}


def test_two_runs_on_one_folder(ray: Any, crawl: Path, tmp_path: Path) -> None:
    """Refused while another run holds the folder, and not a moment longer."""
    how = How(engine="ray", resume=True)
    with locked(tmp_path / "out/_sectio"), pytest.raises(BatchError, match="another run"):
        archives.run([crawl], tmp_path / "out", shard_size=SHARD, how=how)
    assert archives.run([crawl], tmp_path / "out", shard_size=SHARD, how=how).total.rows == 300


def test_the_disk_of_a_ray_worker_is_full(ray: Any, crawl: Path, local: dict[str, bytes], tmp_path: Path) -> None:
    """The run ends with an error that names the file and says how to go on, and nothing torn; with room again it is resumed."""
    output, marks = tmp_path / "out", tmp_path / "marks"
    marks.mkdir()
    work = FillDisk(Settings(timing=False, shard_size=SHARD), marks=marks, most=2_000)
    try:
        with pytest.raises(
            OutputError, match=r"cannot be written \(File too large\); make room, then continue with --resume"
        ):
            archives.run([crawl], output, shard_size=SHARD, work=work, how=How(engine="ray"))
    finally:
        for mark in marks.iterdir():
            with suppress(ProcessLookupError):
                limit_files(int(mark.name), -1)
    assert archives.files(output) == {}
    assert not (output / "_sectio/summary.json").exists()
    archives.run([crawl], output, shard_size=SHARD, how=How(engine="ray", resume=True))
    assert archives.files(output) == local
    assert archives.leftovers(output) == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 130)])
def test_the_driver_is_ended(
    number: signal.Signals, code: int, crawl: Path, local: dict[str, bytes], tmp_path: Path
) -> None:
    """Killed, or asked to end, after its first shard, with a cluster of its own; resumed on one machine, the files are the same."""
    output = tmp_path / "out"
    command = [sys.executable, "-m", "tests.batch.harness", "never", "0", str(crawl), "-o", str(output)]
    command += [
        "--shard-size",
        str(SHARD),
        "--no-timing",
        "--engine",
        "ray",
        "--ray-address",
        "local",
        "--workers",
        "1",
    ]
    said = tmp_path / "said"
    with said.open("w") as stderr, subprocess.Popen(command, stderr=stderr) as process:
        while process.poll() is None and not any(output.glob("_sectio/done/*.json")):
            time.sleep(0.05)
        process.send_signal(number)
    assert process.returncode == code, said.read_text()
    options = {"timeout": 10.0, "max_bytes": 20_000_000}
    archives.run([crawl], output, how=How(workers=2, resume=True), shard_size=SHARD, options=options)
    assert archives.files(output) == local
    assert archives.leftovers(output) == []
    assert (output / "_sectio/summary.json").exists()


def test_a_limit_takes_the_first_pages(ray: Any, crawl: Path, tmp_path: Path) -> None:
    archives.run([crawl], tmp_path / "out", shard_size=SHARD, limit=100, how=How(engine="ray"))
    assert [row["url"] for row in archives.rows(tmp_path / "out")] == [archives.url(n) for n in range(100)]


def test_what_cannot_be_read_fails_alone(ray: Any, tmp_path: Path) -> None:
    good = archives.warc(tmp_path / "a.warc.gz", archives.pages(3))
    (tmp_path / "b.parquet").write_bytes(b"PAR1 nothing PAR1")
    summary = archives.run([good, tmp_path / "b.parquet"], tmp_path / "out", how=How(engine="ray"))
    assert summary.total.rows == 3
    assert len(summary.errors) == 1


def test_ray_data_maps_tables(ray: Any) -> None:
    """The one line for people who live in Ray Data."""
    table = pa.table({"url": [archives.url(n) for n in range(20)], "html": [archives.page(n) for n in range(20)]})
    dataset = ray.data.from_arrow(table).map_batches(extract_batch, batch_format="pyarrow")
    found = {row["url"]: row["text"] for row in dataset.take_all()}
    assert found == dict(
        zip(table.column("url").to_pylist(), extract_batch(table).column("text").to_pylist(), strict=True)
    )


def test_sites_are_learned_alike(ray: Any, tmp_path: Path) -> None:
    """Models byte for byte as from one machine."""
    content = [(page.url, page.html.encode()) for site in generate_sites(91, count=2, pages=12) for page in site.pages]
    path = archives.warc(tmp_path / "crawl.warc.gz", content)
    for engine in ("local", "ray"):
        archives.run([path], tmp_path / engine, sites=6, shard_size=20_000, how=How(engine=engine, workers=2))
    models = [
        {path.name: path.read_bytes() for path in (tmp_path / engine / "_sectio/models").iterdir()}
        for engine in ("local", "ray")
    ]
    assert models[0] == models[1]
    assert len(models[0]) >= 2
    assert archives.files(tmp_path / "local") == archives.files(tmp_path / "ray")
