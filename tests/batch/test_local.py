"""A run on one machine: the same rows for any number of workers and size of shards, and a folder that says what happened."""

import json
import os
import random
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sectio.batch import extract_batch
from sectio.batch.command import How
from sectio.batch.schema import full_schema
from sectio.batch.settings import Settings
from sectio.errors import BatchError, InputError, OutputError
from tests.batch import archives


def without_shard(output: Path) -> list[dict[str, Any]]:
    """Rows without the name of their shard, in the order of the inputs."""
    found = archives.rows(output)
    for row in found:
        del row["source"]["shard"]
    return found


def test_the_same_for_any_number_of_workers_and_size_of_shards(tmp_path: Path) -> None:
    """Workers: the same bytes. Sizes: the same rows, in more files."""
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(200))
    for workers in (1, 2, 4):
        archives.run([path], tmp_path / f"{workers}", how=How(workers=workers), include=("markdown", "html"))
    files = archives.files(tmp_path / "1")
    assert files == archives.files(tmp_path / "2") == archives.files(tmp_path / "4")
    archives.run([path], tmp_path / "small", shard_size=10_000, include=("markdown", "html"))
    assert len(archives.files(tmp_path / "small")) > 3
    assert without_shard(tmp_path / "small") == without_shard(tmp_path / "1")


def test_shards_of_one_megabyte(tmp_path: Path) -> None:
    """A WARC of some megabytes, as one shard of the usual 64 MB and in shards of 1 MB: the same rows, each page once."""
    noise = random.Random(5)
    content = [(archives.url(n), archives.page(n, noise.randbytes(20_000).hex())) for n in range(120)]
    path = archives.warc(tmp_path / "crawl.warc.gz", content)
    assert path.stat().st_size > 2_000_000
    archives.run([path], tmp_path / "whole")
    for workers in (1, 2):
        archives.run([path], tmp_path / f"{workers}", shard_size=1_000_000, how=How(workers=workers))
    assert len(archives.files(tmp_path / "whole")) == 1
    assert len(archives.files(tmp_path / "1")) >= 3
    assert archives.files(tmp_path / "1") == archives.files(tmp_path / "2")
    assert without_shard(tmp_path / "1") == without_shard(tmp_path / "whole")
    assert [row["url"] for row in without_shard(tmp_path / "1")] == [address for address, _ in content]


def test_rows_have_the_documented_shape(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(3))
    archives.run([path], tmp_path / "out", timing=True)
    (file,) = (tmp_path / "out").glob("*.parquet")
    assert file.name == "part-000000-crawl.parquet"
    schema = pq.read_schema(file)
    expected = (
        "url host ok error title author date language page_type confidence text comments template ms warnings source"
    )
    assert schema.names == expected.split()
    assert schema.metadata[b"sectio.schema"] == b"sectio-batch/1"
    assert str(schema.field("page_type").type).startswith("dictionary")
    row = archives.rows(tmp_path / "out")[1]
    assert (row["url"], row["host"], row["ok"], row["error"]) == (archives.url(1), "host1.example", True, None)
    assert row["title"] == "Story 1"
    assert row["text"].startswith("Paper captain")
    assert row["ms"] > 0
    assert row["source"]["shard"] == "000000-crawl"
    assert len(row["source"]["sha1"]) == 40
    assert row["source"]["warc_date"].year == 2024


def test_optional_columns(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(2))
    archives.run([path], tmp_path / "out", include=("html", "markdown", "sections"))
    row = archives.rows(tmp_path / "out")[0]
    assert "River" in row["markdown"]
    assert "<p>" in row["html"]
    assert {"importance", "noisy", "role", "text", "xpath"} <= set(row["sections"][0])


def test_the_folder_says_what_happened(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(60))
    summary = archives.run([path], tmp_path / "out", shard_size=3_000)
    plan = json.loads((tmp_path / "out/_sectio/plan.json").read_text())
    stored = json.loads((tmp_path / "out/_sectio/summary.json").read_text())
    assert plan["options"] == Settings(timing=False, shard_size=3_000).digest
    dones = [json.loads(file.read_text()) for file in sorted((tmp_path / "out/_sectio/done").iterdir())]
    assert [done["shard"] for done in dones] == [shard["name"] for shard in plan["shards"]]
    assert sum(done["rows"] for done in dones) == stored["rows"] == summary.total.rows == 60
    assert stored["hosts"] == 3
    assert stored["skipped"] == {"request": 60, "warcinfo": 1}
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        "_sectio",
        *(f"part-{done['shard']}.parquet" for done in dones),
    }


def test_json_lines(tmp_path: Path) -> None:
    """The same rows as lines, with what is passed through."""
    path = archives.jsonl(tmp_path / "pages.jsonl", archives.pages(5))
    archives.run([path], tmp_path / "out", format="jsonl")
    found = archives.rows(tmp_path / "out")
    assert [row["n"] for row in found] == list(range(5))
    assert found[0]["tags"] == ["a"]
    assert found[0]["input_title"] == "theirs"
    assert found[0]["text"].startswith("River")
    crawl = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(2))
    archives.run([crawl], tmp_path / "out2", format="jsonl")
    assert archives.rows(tmp_path / "out2")[0]["source"]["warc_date"] == "2024-01-01T00:00:00Z"


def test_into_one_file(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(50))
    archives.run([path], tmp_path / "pages.parquet", shard_size=5_000)
    assert pq.read_table(tmp_path / "pages.parquet").num_rows == 50
    assert sorted(file.name for file in tmp_path.iterdir()) == ["crawl.warc.gz", "pages.parquet"]
    with pytest.raises(BatchError, match="--overwrite"):
        archives.run([path], tmp_path / "pages.parquet")
    with pytest.raises(BatchError, match="name a folder"):
        archives.run([path, path], tmp_path / "two.parquet")


def test_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    """Nothing is mixed with what is there, and --overwrite removes only what is ours."""
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(5))
    output = tmp_path / "out"
    output.mkdir()
    (output / "mine.txt").write_text("keep")
    with pytest.raises(BatchError, match="--resume"):
        archives.run([path], output)
    archives.run([path], output, how=How(workers=1, overwrite=True))
    archives.run([path], output, how=How(workers=1, overwrite=True), format="jsonl")
    assert [file.name for file in sorted(output.iterdir())] == ["_sectio", "mine.txt", "part-000000-crawl.jsonl"]


def test_a_limit_takes_the_first_pages(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(150))
    archives.run([path], tmp_path / "out", shard_size=3_000, limit=75, how=How(workers=2))
    archives.run([path], tmp_path / "whole", limit=75)
    assert len(archives.rows(tmp_path / "out")) == 75
    assert without_shard(tmp_path / "out") == without_shard(tmp_path / "whole")


def test_an_input_that_cannot_be_read_fails_alone(tmp_path: Path) -> None:
    """Its shard is marked as failed; a resumed run tries it again."""
    good = archives.warc(tmp_path / "a.warc.gz", archives.pages(3))
    bad = tmp_path / "b.parquet"
    bad.write_bytes(b"PAR1 nothing PAR1")
    summary = archives.run([good, bad], tmp_path / "out")
    assert summary.total.rows == 3
    assert [path for path, _ in summary.errors] == [str(bad)]
    done = json.loads((tmp_path / "out/_sectio/done/000001-b.json").read_text())
    assert done["error"]["code"] in ("input", "internal")
    assert not (tmp_path / "out/_sectio/summary.json").exists()
    again = archives.run([good, bad], tmp_path / "out", how=How(workers=1, resume=True))
    assert again.errors
    assert again.new_rows == 0


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(1))
    (tmp_path / "file").write_text("")
    with pytest.raises(BatchError, match="cannot be written"):
        archives.run([path], tmp_path / "file" / "out")
    if os.geteuid():  # root may write anywhere
        os.chmod(tmp_path, stat.S_IRUSR | stat.S_IXUSR)
        with pytest.raises(BatchError, match="cannot be written"):
            archives.run([path], tmp_path / "out")


def test_a_file_system_that_is_read_only(tmp_path: Path) -> None:
    """Said at once, with exit code 2. A mount that only this test sees, where the system allows one."""
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(1))
    (tmp_path / "disk").mkdir()
    mount = f'mount -t tmpfs -o ro none "{tmp_path}/disk"'
    if subprocess.run(["unshare", "-rm", "sh", "-c", mount], capture_output=True, check=False).returncode:
        pytest.skip("no mounts of one's own here")
    command = f'{mount} && "{sys.executable}" -m sectio batch "{path}" -o "{tmp_path}/disk/out"'
    done = subprocess.run(["unshare", "-rm", "sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, "cannot be written (Read-only file system)" in done.stderr) == (2, True)


def test_a_file_that_cannot_get_its_name(tmp_path: Path) -> None:
    """Whatever the system says about writing ends the run with a message that names the file; nothing half-written stays."""
    path = archives.warc(tmp_path / "crawl.warc.gz", archives.pages(2))
    (tmp_path / "out/part-000000-crawl.parquet/in the way").mkdir(parents=True)
    with pytest.raises(OutputError, match=r"part-000000-crawl.parquet: cannot be written .*--resume"):
        archives.run([path], tmp_path / "out", how=How(workers=1, resume=True))
    assert archives.leftovers(tmp_path / "out") == []


def test_pipes_are_refused(tmp_path: Path) -> None:
    """They would be read without end, and cannot be read again."""
    os.mkfifo(tmp_path / "crawl.warc.gz")
    with pytest.raises(BatchError, match="a pipe or a device"):
        archives.run([tmp_path / "crawl.warc.gz"], tmp_path / "out")


def test_tables_in_tables_out() -> None:
    """The unit that other engines map: a row for each row, other columns beside, the same schema as the files."""
    table = pa.table(
        {
            "id": [1, 2, 3],
            "url": [archives.url(0), None, archives.url(2)],
            "html": [archives.page(0), None, archives.page(2)],
        }
    )
    found = extract_batch(table, include=["markdown"])
    assert found.column("id").to_pylist() == [1, 2, 3]
    assert [bool(text) for text in found.column("text").to_pylist()] == [True, False, True]
    assert found.schema.names == full_schema(Settings(include=("markdown",)), {"id": pa.int64()}).names
    (record_batch,) = table.to_batches()
    assert extract_batch(record_batch).drop_columns(["ms"]) == extract_batch(table).drop_columns(["ms"])
    assert extract_batch(table.slice(0, 0)).num_rows == 0
    with pytest.raises(InputError, match="no column 'html'"):
        extract_batch(pa.table({"url": ["x"]}))
