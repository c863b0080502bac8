"""Batch: speed, memory and what `--sites` costs and gains, on one WARC made of the pages of a data folder.

    python bench/batch.py DATA [--keep FOLDER] [--pages 3000] [--peer-pages 400] [--memory-pages 50000] [--turns 2] [--only speed,peer,memory,sites]

Times are of whole commands with all their processes. Wall times depend on what else the machine does, so process times
are printed beside them; runs that are compared take turns, and the best of each counts. What a run takes for a single page is its
start: figures "start aside" are those of all pages but that one, less the start. Untouched domains and sites are left out.

In about a minute, whether memory grows: python bench/batch.py DATA --pages 300 --memory-pages 3000 --only memory
"""

import argparse
import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any
from urllib.parse import urlsplit

import pyarrow.parquet as pq

from processes import Measured, run
from sectio.lab.datasets import GoldPage, load
from sectio.lab.metrics.words import bag_score
from sectio.lab.sitegen import generate_sites
from sectio.lab.splits import is_untouched
from sectio.warc import response, write_record

SECTIO = [sys.executable, "-c", "from sectio.apps.cli import main; main()", "batch"]

# A busy machine must not make pages fail.
PATIENT = ("--progress", "none", "--timeout", "120")
# The plain loop: what one would write without `sectio batch`, with the same fields read of each page.
LOOP = """
import sys
from fastwarc.warc import ArchiveIterator, WarcRecordType
from sectio import extract
fields = "ok title author date language page_type confidence text comments warnings".split()
left = int(sys.argv[2])
with open(sys.argv[1], "rb") as file:
    for record in ArchiveIterator(file, record_types=WarcRecordType.response):
        if not left:
            break
        left -= 1
        result = extract(record.reader.read(), url=record.headers["WARC-Target-URI"], options={"timeout": 120})
        for name in fields:
            getattr(result, name)
"""
PEER = """
import sys
from fastwarc.warc import ArchiveIterator, WarcRecordType
from trafilatura import bare_extraction
left = int(sys.argv[2])
with open(sys.argv[1], "rb") as file:
    for record in ArchiveIterator(file, record_types=WarcRecordType.response):
        if not left:
            break
        left -= 1
        try:
            bare_extraction(record.reader.read(), url=record.headers["WARC-Target-URI"], with_metadata=True)
        except Exception as error:
            print(type(error).__name__, file=sys.stderr)
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--keep", type=Path, default=Path("/tmp/sectio-bench"), help="where archives and results go")
    arguments.add_argument("--pages", type=int, default=3000)
    arguments.add_argument("--peer-pages", type=int, default=400)
    arguments.add_argument("--memory-pages", type=int, default=50_000)
    arguments.add_argument("--turns", type=int, default=2, help="runs of each; the best counts")
    arguments.add_argument("--only", default="speed,peer,memory,sites")
    given = arguments.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    warc = given.keep / f"pages-{given.pages}.warc.gz"
    about = described(warc, given.data, given.pages)
    print(f"{about}; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    parts: dict[str, Callable[[], None]] = {
        "speed": lambda: speed(warc, given.pages, given.turns, given.keep),
        "peer": lambda: peer(warc, given.peer_pages, given.turns, given.keep),
        "memory": lambda: memory(chosen(given.data, given.pages), given.memory_pages, given.keep),
        "sites": lambda: sites(given.data, given.turns, given.keep),
    }
    for name in given.only.split(","):
        print(f"\n{name} (load {os.getloadavg()[0]:.1f})", flush=True)
        parts[name]()


def described(warc: Path, data: Path, count: int) -> str:
    """Make the archive, unless an earlier run did, and say what is in it."""
    about = warc.with_suffix(".txt")
    if not about.exists():
        pages = chosen(data, count)
        archive(warc, pages)
        sizes = f"{sum(len(page.html) for page in pages) / 1e6:.0f} MB, {warc.stat().st_size / 1e6:.0f} MB as WARC"
        about.write_text(f"{len(pages)} pages of {len({host(page) for page in pages})} hosts, {sizes}")
    return about.read_text()


def chosen(data: Path, count: int) -> list[GoldPage]:
    """Pages that may be looked at, in an order that mixes data sets and hosts."""
    pages = [page for dataset in load(data) for page in dataset.pages if not is_left_out(page)]
    return sorted(pages, key=lambda page: hashlib.sha1(f"{page.site} {page.id} {page.url}".encode()).digest())[:count]


def is_left_out(page: GoldPage) -> bool:
    return is_untouched(site=page.site) or is_untouched(host=host(page))


def host(page: GoldPage) -> str:
    return urlsplit(address(page)).hostname or page.site


def address(page: GoldPage) -> str:
    return page.url or f"https://{page.site or 'page'}.example/{page.id}"


def archive(path: Path, pages: Iterable[GoldPage]) -> Path:
    """The pages as a WARC file, made once."""
    if not path.exists():
        with open(path.with_suffix(".tmp"), "wb") as file:
            for page in pages:
                write_record(file, response(address(page), page.html))
        path.with_suffix(".tmp").rename(path)
    return path


def batch(inputs: Sequence[Path], output: Path, *options: object, **how: Any) -> Measured:
    """A run into an empty folder."""
    shutil.rmtree(output, ignore_errors=True)
    command = [*SECTIO, *map(str, inputs), "-o", str(output), *PATIENT, *map(str, options)]
    return run(command, **how)


def script(code: str, *arguments: object) -> Measured:
    return run([sys.executable, "-c", code, *map(str, arguments)], allowed=(0,))


def best(name: str, measured: Sequence[Measured], pages: int) -> tuple[float, float]:
    """Print and return the best wall and process seconds of some runs."""
    wall, process = (min(values) for values in zip(*[(one.wall, one.process) for one in measured], strict=True))
    print(
        f"{name:<34}{wall:>8.1f} s wall{pages / wall:>7.0f} pages/s{process:>8.1f} s process"
        f"{1000 * process / pages:>7.2f} ms/page",
        flush=True,
    )
    return wall, process


def speed(warc: Path, count: int, turns: int, keep: Path) -> None:
    """One worker, two workers and the plain loop, in turns; and how soon something is on disk."""
    runs: dict[str, list[Measured]] = {"loop": [], "one": [], "two": [], "loop start": [], "one start": []}
    first: list[float] = []

    def watch(passed: float) -> None:
        if len(first) == len(runs["one"]) and any(path.stat().st_size > 1000 for path in (keep / "out").glob(".part*")):
            first.append(passed)

    for _ in range(turns):
        runs["loop"].append(script(LOOP, warc, count))
        runs["one"].append(batch([warc], keep / "out", "--workers", 1, watch=watch))
        runs["two"].append(batch([warc], keep / "out2", "--workers", 2))
        runs["loop start"].append(script(LOOP, warc, 1))
        runs["one start"].append(batch([warc], keep / "out1", "--workers", 1, "--limit", 1))
    loop = best("plain loop", runs["loop"], count)
    one = best("batch, 1 worker", runs["one"], count)
    two = best("batch, 2 workers", runs["two"], count)
    starts = [best(f"{name}, 1 page", runs[f"{name} start"], 1)[1] for name in ("loop", "one")]
    print(f"two workers / one, wall                 {one[0] / two[0]:.2f} (wanted 1.8, on two free processors)")
    print(f"two workers / one, process time         {two[1] / one[1]:.2f} (1.00: nothing is lost by sharing)")
    print(f"overhead over the loop, wall            {one[0] / loop[0] - 1:+.1%} (wanted at most 5 %)")
    print(f"overhead over the loop, process time    {one[1] / loop[1] - 1:+.1%}")
    print(f"the same, start aside                   {(one[1] - starts[1]) / (loop[1] - starts[0]) - 1:+.1%}")
    working = min(run.memory.at_work - start.memory.at_work for run, start in _pairs(runs))
    print(
        f"the same, start aside, the worker alone {working / (loop[1] - starts[0]) - 1:+.1%} (the supervisor may have"
    )
    print("                                        a processor of its own)")
    print(f"first rows on disk after                {min(first, default=float('nan')):.1f} s (wanted 10)")
    written = sum(path.stat().st_size for path in (keep / "out").glob("*.parquet"))
    print(f"size of the Parquet file                {written / 1e6:.1f} MB of {warc.stat().st_size / 1e6:.0f} MB")
    estimate(one[1] / count, written / count)


def _pairs(runs: dict[str, list[Measured]]) -> Iterator[tuple[Measured, Measured]]:
    return zip(runs["one"], runs["one start"], strict=True)


def estimate(seconds: float, size: float) -> None:
    """What a crawl of Common Crawl's size would take at this speed, by arithmetic alone."""
    print("estimated from process time, not measured (reading from a local disk, no download):")
    for name, pages in (("a WARC file", 30_000), ("a segment", 27_000_000), ("a crawl", 2_700_000_000)):
        print(
            f"  {name:<12}{pages:>14,} pages{seconds * pages / 3600:>10,.1f} core-hours{size * pages / 1e9:>10,.1f} GB of Parquet"
        )


def peer(warc: Path, count: int, turns: int, keep: Path) -> None:
    """Throughput against trafilatura with metadata on the first pages, both with one process at work."""
    runs: dict[str, list[Measured]] = {name: [] for name in ("theirs", "ours", "loop")}
    starts: dict[str, list[Measured]] = {name: [] for name in runs}
    for _ in range(turns):  # in turns, so that what else the machine does is much the same for all
        for kept, pages in ((starts, 1), (runs, count)):
            kept["theirs"].append(script(PEER, warc, pages))
            kept["ours"].append(batch([warc], keep / "out", "--workers", 1, "--limit", pages))
            kept["loop"].append(script(LOOP, warc, pages))
    theirs = best("trafilatura, plain loop", runs["theirs"], count)
    ours = best("batch, 1 worker", runs["ours"], count)
    loop = best("plain loop of extract", runs["loop"], count)
    start, own_start, loop_start = (min(run.process for run in measured) for measured in starts.values())
    print(f"faster than trafilatura, wall           {theirs[0] / ours[0]:.1f} x (wanted 10)")
    print(f"faster than trafilatura, process time   {theirs[1] / ours[1]:.1f} x")
    aside = theirs[1] - start
    print(f"the same, start aside                   {aside / (ours[1] - own_start):.1f} x, with all that batch does")
    print(f"                                        {aside / (loop[1] - loop_start):.1f} x, the plain loop of extract")


def memory(pages: Sequence[GoldPage], total: int, keep: Path) -> None:
    """Resident memory of a worker over many pages: small ones, so that it does not take hours, and the largest, again and again."""
    by_size = sorted(pages, key=lambda page: len(page.html))
    some = [*by_size[: len(by_size) // 3], *by_size[-20:]]
    warc = archive(keep / f"memory-{len(some)}.warc.gz", some)
    names = keep / "again.txt"
    links = [keep / f"again-{number}.warc.gz" for number in range(-(-total // len(some)))]
    for link in links:
        link.unlink(missing_ok=True)
        link.hardlink_to(warc)
    names.write_text("".join(f"{link}\n" for link in links))
    began = time.monotonic()
    seen: list[tuple[float, int]] = []

    def watch(passed: float) -> None:
        seen.append((passed, len(some) * len(list((keep / "out/_sectio/done").glob("*.json")))))

    measured = batch([Path(f"@{names}")], keep / "out", "--workers", 1, "--limit", total, watch=watch)
    print(
        f"{total:,} pages in {time.monotonic() - began:.0f} s, {len(measured.memory.workers)} worker processes in turn"
    )
    print(f"a worker at most                        {measured.memory.most / 1024:.0f} MB resident (wanted at most 160)")
    print("mean in each fifth of the run           " + " ".join(f"{kb / 1024:.0f}" for kb in measured.memory.fifths()))
    step = max(1000, total // 10)
    for pages_done in range(step, total + 1, step):
        when = next((passed for passed, done in seen if done >= pages_done), measured.wall)
        print(f"  after {pages_done:>6,} pages{measured.memory.at(when) / 1024:>27.0f} MB")
    print(f"supervisor at most                      {max(kb for _, kb in measured.memory.supervisor) / 1024:.0f} MB")


def sites(data: Path, turns: int, keep: Path) -> None:
    """What learning every site costs and gains, on real and on generated sites."""
    real = [
        page
        for dataset in load(data)
        if dataset.layout == "sites"
        for page in dataset.pages
        if not is_left_out(page) and page.text
    ]
    gold = {address(page): page.text or "" for page in real}
    print(f"real: {len(real)} pages of {len({page.site for page in real})} sites")
    compare(archive(keep / f"sites-{len(real)}.warc.gz", real), gold, turns, keep)
    made = [page for site in generate_sites(4711, count=12, pages=40) for page in site.pages]
    path = keep / "generated.warc.gz"
    with open(path, "wb") as file:
        for page in made:
            write_record(file, response(page.url, page.html.encode()))
    print(f"generated: {len(made)} pages of 12 sites")
    compare(path, {page.url: page.text for page in made}, turns, keep)


def compare(warc: Path, gold: dict[str, str], turns: int, keep: Path) -> None:
    """Page by page, with sites learned on the way, and with sites learned before."""
    learned = batch([warc], keep / "learned", "--workers", 1, "--sites")
    runs: dict[str, list[Measured]] = {"alone": [], "models": []}
    for _ in range(turns):
        runs["alone"].append(batch([warc], keep / "alone", "--workers", 1))
        runs["models"].append(batch([warc], keep / "applied", "--workers", 1, "--models", keep / "learned"))
    alone = best("page by page", runs["alone"], len(gold))
    applied = best("applying models", runs["models"], len(gold))
    best("sampling, learning and applying", [learned], len(gold))
    index = json.loads((keep / "learned/_sectio/models/index.json").read_text())
    print(f"applying / page by page, process time   {applied[1] / alone[1]:.2f} (wanted at most 1.4)")
    print(
        f"models                                  {sum(map(len, index['hosts'].values()))} of {len(index['hosts'])} hosts"
    )
    failed = [json.loads((keep / name / "_sectio/summary.json").read_text())["failed"] for name in ("alone", "learned")]
    print(
        f"pages that failed                       {failed[0] or 'none'} page by page, {failed[1] or 'none'} with --sites"
    )
    others = {url: text for url, text in gold.items() if url not in learned_from(gold)}
    print(f"text F1 of {len(others)} pages not learned from, page by page  {scores(keep / 'alone', others):.4f}")
    print(f"text F1 of {len(others)} pages not learned from, with --sites  {scores(keep / 'learned', others):.4f}")


def learned_from(addresses: Iterable[str], most: int = 15) -> set[str]:
    """What `--sites` learns from: of every host the pages with the smallest hashes."""
    hosts: dict[str, list[tuple[bytes, str]]] = {}
    for url in addresses:
        rank = hashlib.blake2b(url.encode("utf-8", "replace"), digest_size=8).digest()
        hosts.setdefault(urlsplit(url).hostname or "", []).append((rank, url))
    return {url for pages in hosts.values() for _, url in sorted(pages)[:most]}


def scores(output: Path, gold: dict[str, str]) -> float:
    """The mean over hosts of the mean F1 of their pages."""
    by_host: dict[str, list[float]] = {}
    for row in pq.read_table(output, columns=["url", "host", "text"]).to_pylist():
        if row["url"] in gold:
            by_host.setdefault(row["host"], []).append(bag_score(row["text"] or "", gold[row["url"]]).f1)
    return fmean(fmean(own) for own in by_host.values())


if __name__ == "__main__":
    main()
