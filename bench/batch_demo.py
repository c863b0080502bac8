"""From a crawl to Parquet in one go: make a small crawl, extract it, kill the run, resume it, look at the table.

python bench/batch_demo.py [FOLDER] [--pages 80]        (make batch-demo)
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from importlib import resources
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from sectio.lab.sitegen import generate_sites
from sectio.warc import response, write_record
from sectio.warc.write import record

SECTIO = [sys.executable, "-c", "from sectio.apps.cli import main; main()"]
SITES = 6
QUERY = """
    SELECT host, count(*) AS pages, count(*) FILTER (WHERE ok) AS ok, round(avg(length(text))) AS characters,
           round(avg(confidence), 2) AS confidence, min(title) AS a_title
    FROM read_parquet('{}/*.parquet') GROUP BY host ORDER BY host
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path, nargs="?", help="where to work; a temporary folder without it")
    arguments.add_argument("--pages", type=int, default=80, help="pages of each generated site")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        show(given.folder or Path(temporary), given.pages)


def show(folder: Path, pages: int) -> None:
    """The whole story."""
    folder.mkdir(parents=True, exist_ok=True)
    crawl, output = folder / "crawl.warc.gz", folder / "out"
    count = make_crawl(crawl, pages)
    print(
        f"1. {crawl}: {count} pages of {SITES} generated sites and one that ships, {crawl.stat().st_size / 1e6:.1f} MB\n"
    )
    command = [*SECTIO, "batch", str(crawl), "-o", str(output), "--shard-size", str(crawl.stat().st_size // 8)]
    done = run_and_kill([*command, "--overwrite"], output)
    print(f"2. killed with -9 after {done} shards; {len(list(output.glob('.part*')))} files were being written\n")
    print("3. resumed:", flush=True)
    subprocess.run([*command, "--resume"], check=True)
    table = pq.read_table(output)
    places = {(place["shard"], place["record"]) for place in table.column("source").to_pylist()}
    print(f"\n4. {table.num_rows} rows, {len(places)} different sources, {count} pages in the crawl\n")
    assert table.num_rows == len(places) == count
    print(look(output))


def make_crawl(path: Path, pages: int) -> int:
    """Pages as a crawler writes them, with requests, a redirect and a picture between them; returns how many pages there are."""
    shipped = sorted(resources.files("sectio.demo").joinpath("site").iterdir(), key=lambda file: file.name)
    content = [
        (f"https://shipped.example/{file.name}", file.read_bytes()) for file in shipped if file.name.endswith(".html")
    ]
    content += [
        (page.url, page.html.encode()) for site in generate_sites(2024, count=SITES, pages=pages) for page in site.pages
    ]
    with open(path, "wb") as file:
        write_record(file, record("warcinfo", b"software: sectio\r\n"))
        write_record(file, response("https://shipped.example/old", b"", status=301))
        write_record(file, response("https://shipped.example/logo.png", b"\x89PNG", content_type="image/png"))
        for url, page in content:
            write_record(file, record("request", b"GET / HTTP/1.1\r\n\r\n", url=url))
            write_record(file, response(url, page))
    return len(content)


def run_and_kill(command: list[str], output: Path) -> int:
    """Start a run and kill it, as the system would, once two shards are done; returns how many are."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and len(list(output.glob("_sectio/done/*.json"))) < 2:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    return len(list(output.glob("_sectio/done/*.json")))


def look(output: Path) -> str:
    """The table by host: with DuckDB if it is installed, else with Arrow."""
    try:
        import duckdb
    except ImportError:
        return with_arrow(output)
    return str(duckdb.sql(QUERY.format(output)))


def with_arrow(output: Path) -> str:
    table = pq.read_table(output, columns=["host", "ok", "text", "confidence", "title"])
    table = table.append_column("characters", pc.utf8_length(table.column("text")))
    sums = [("ok", "count"), ("ok", "sum"), ("characters", "mean"), ("confidence", "mean"), ("title", "min")]
    lines = [f"{'host':<42}{'pages':>6}{'ok':>6}{'characters':>12}{'confidence':>12}  a title"]
    for row in table.group_by("host").aggregate(sums).sort_by("host").to_pylist():
        lines.append(
            f"{row['host']:<42}{row['ok_count']:>6}{row['ok_sum']:>6}{row['characters_mean']:>12.0f}"
            f"{row['confidence_mean']:>12.2f}  {row['title_min']}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
