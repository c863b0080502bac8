"""Time and memory, stage by stage and against peers, on the same pages in one run.

    python bench/speed.py DATA [--pages 100] [--repeat 5] [--memory] [--keep]

On every page all stages and peers take turns; the best of several runs counts, in process time, so that a busy machine
matters little. Ratios compare; milliseconds only illustrate. Process time also counts threads of the matrix library that
only wait, so `make bench` runs it with OPENBLAS_NUM_THREADS=1.

Our own stages are nested: each starts from the bytes and goes one step further, so that the differences are what each
step costs in its place and add up to the whole. A page is timed several times, which is kind to the processor's caches;
the last row times the whole with pages one after the other instead.
"""

import argparse
import gc
import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import history
import sectio
from sectio import reader
from sectio.dom.decode import decode
from sectio.dom.page import Page
from sectio.lab.datasets import load
from sectio.lab.datasets.sampling import sample
from sectio.model import extractor, features

Stage = tuple[Callable[[Any], Any], Callable[[bytes], Any]]


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--pages", type=int, default=100)
    arguments.add_argument("--repeat", type=int, default=5)
    arguments.add_argument("--memory", action="store_true", help="also extract 10 000 pages and watch the memory")
    arguments.add_argument("--keep", action="store_true", help="append the figures to bench/history.jsonl")
    given = arguments.parse_args()
    single = [dataset for dataset in load(given.data) if dataset.layout != "sites"] or load(given.data)
    chosen = next((dataset for dataset in single if dataset.layout == "wcxb"), single[0])
    pages = [page.html for page in sample(list(chosen.pages), given.pages, seed=1)]
    print(f"{len(pages)} pages of {chosen.name}, {statistics.mean(map(len, pages)) / 1000:.0f} kB on average\n")
    times = measure(pages, given.repeat)
    report(times)
    split(times)
    found = {**ratios(times), **threads(pages, given.repeat)}
    for name, ratio in found.items():
        print(f"{name:<58}{ratio:6.2f}")
    print()
    if given.keep:
        history.append(history.record(times, list(steps()), chosen.name, found))
    memory(pages)
    growth()
    startup()
    if given.memory:
        resident(pages)


RESILIPARSE, TRAFILATURA = "resiliparse main content", "trafilatura with metadata"
FROM_TEXT = "resiliparse from decoded text"
PAGE, TEXT, WHOLE, IN_TURN = "to page", "to title, text", "to author, date", "whole, pages in turn"
# Megabytes above the bare interpreter, after this many pages.
MAX_RESIDENT, PAGES_IN_ALL = 60, (1000, 5000, 10000)


def flatten(data: bytes) -> Page:
    """Bytes to a page with the columns every method needs."""
    page = reader.read(data)
    _ = page.depth, page.text_len, page.words
    return page


def extract_text(data: bytes) -> sectio.Extraction:
    """Text and title."""
    result = sectio.extract(data)
    _ = result.text, result.title
    return result


def extract(data: bytes) -> sectio.Extraction:
    """The whole: text, title, author and date."""
    result = extract_text(data)
    _ = result.author, result.date
    return result


def steps() -> dict[str, Callable[[bytes], Any]]:
    """Our stages, each from the bytes on and one step longer than the one before."""
    return {
        "decode": decode,
        "page": flatten,
        "features": lambda data: features.matrix(flatten(data)),
        "model": lambda data: extractor.judge(flatten(data)),
        "choice": lambda data: extractor.select(flatten(data)),
        "title, text": extract_text,
        "author, date": extract,
    }


def stages() -> dict[str, Stage]:
    """What is timed: a function, and what prepares its input from a page's bytes."""
    import turbohtml

    as_is: Callable[[bytes], Any] = lambda data: data  # noqa: E731
    decoded: Callable[[bytes], Any] = lambda data: decode(data)[0]  # noqa: E731
    table: dict[str, Stage] = {
        "turbohtml.parse (text)": (turbohtml.parse, decoded),
        "turbohtml.parse (bytes)": (turbohtml.parse, as_is),
    }
    table |= {f"to {name}": (run, as_is) for name, run in steps().items()}
    return table | peer_stages(decoded, as_is)


def peer_stages(decoded: Callable[[bytes], Any], as_is: Callable[[bytes], Any]) -> dict[str, Stage]:
    """Peers that are installed."""
    found: dict[str, Stage] = {}
    try:
        lexbor = importlib.import_module("selectolax.lexbor")
        found["selectolax parse"] = (lexbor.LexborHTMLParser, as_is)
        html2text = importlib.import_module("resiliparse.extract.html2text")
        tree = importlib.import_module("resiliparse.parse.html").HTMLTree
        guess = importlib.import_module("resiliparse.parse.encoding").detect_encoding
        found[RESILIPARSE] = (
            lambda data: html2text.extract_plain_text(tree.parse_from_bytes(data, guess(data)), main_content=True),
            as_is,
        )
        found[FROM_TEXT] = (lambda text: html2text.extract_plain_text(text, main_content=True), decoded)
        trafilatura = importlib.import_module("trafilatura")
        found[TRAFILATURA] = (
            lambda text: trafilatura.bare_extraction(text, with_metadata=True),
            decoded,
        )
    except ImportError as error:
        print(f"not measured: {error}", file=sys.stderr)
    return found


def measure(pages: list[bytes], repeat: int) -> dict[str, list[float]]:
    """Best time per page of every stage, in milliseconds; the stages take turns, so that noise falls on all alike."""
    table = stages()
    times: dict[str, list[float]] = {name: [] for name in table}
    for run, prepare in table.values():
        run(prepare(pages[0]))  # warm up
    # The peers' modules hold hundreds of thousands of objects that the collector need not walk while a page is timed.
    gc.collect()
    gc.freeze()
    for data in pages:
        best = dict.fromkeys(table, float("inf"))
        for turn in range(repeat):
            for name, (run, prepare) in table.items():
                if turn and name == TRAFILATURA:
                    continue
                given = prepare(data)
                started = time.process_time()
                run(given)
                best[name] = min(best[name], time.process_time() - started)
        for name, seconds in best.items():
            times[name].append(seconds * 1000)
    times[IN_TURN] = in_turn(pages, repeat)
    return times


def in_turn(pages: list[bytes], repeat: int) -> list[float]:
    """Best time per page of the whole when pages follow each other, as in a crawl, in milliseconds."""
    best = [float("inf")] * len(pages)
    for _ in range(repeat):
        for number, data in enumerate(pages):
            started = time.process_time()
            extract(data)
            best[number] = min(best[number], (time.process_time() - started) * 1000)
    return best


def report(times: dict[str, list[float]]) -> None:
    """The table of stages, each from the bytes (peers: from the text) on."""
    base = sum(times["turbohtml.parse (text)"])
    print(f"{'stage':<28}{'ms/page':>9}{'median':>9}{'p99':>9}{'p99/med':>9}{'x parse':>9}")
    for name, values in times.items():
        middle, tail = statistics.median(values), percentile(values, 0.99)
        print(
            f"{name:<28}{statistics.mean(values):>9.2f}{middle:>9.2f}{tail:>9.2f}{tail / middle:>9.1f}"
            f"{sum(values) / base:>9.2f}"
        )
    print()


def percentile(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * len(ordered)))]


def split(times: dict[str, list[float]]) -> None:
    """What each step adds to the one before; the sum is the whole."""
    whole, before = statistics.mean(times[WHOLE]), 0.0
    print(f"{'step':<28}{'ms/page':>9}{'share':>9}")
    for name in steps():
        until = statistics.mean(times[f"to {name}"])
        print(f"{name:<28}{until - before:>9.2f}{(until - before) / whole:>9.0%}")
        before = until
    print(f"{'whole':<28}{whole:>9.2f}{1:>9.0%}\n")


def ratios(times: dict[str, list[float]]) -> dict[str, float]:
    """The ratios that are promised."""
    sums = {name: sum(values) for name, values in times.items()}
    parsers = ("turbohtml.parse (text)", "turbohtml.parse (bytes)")
    found = {f"bytes to page / {parser}": sums[PAGE] / sums[parser] for parser in parsers}
    for peer in (RESILIPARSE, FROM_TEXT):
        if peer in sums:
            for name, ours in (
                ("title, text", TEXT),
                ("author, date too", WHOLE),
                ("the same, pages in turn", IN_TURN),
            ):
                found[f"{name} / {peer}"] = sums[ours] / sums[peer]
    if TRAFILATURA in sums:
        found[f"{TRAFILATURA} / sectio"] = sums[TRAFILATURA] / sums[WHOLE]
    found["p99 / median of the whole"] = percentile(times[WHOLE], 0.99) / statistics.median(times[WHOLE])
    return found


def threads(pages: list[bytes], repeat: int) -> dict[str, float]:
    """How much two threads gain on two processors: the interpreter is free while compiled code runs."""
    walls: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(repeat):
        for count, seconds in walls.items():
            with ThreadPoolExecutor(count) as pool:
                started = time.perf_counter()
                for _ in pool.map(extract_text, pages):
                    pass
                seconds.append(time.perf_counter() - started)
    return {"two threads against one, pages a second": min(walls[1]) / min(walls[2])}


def memory(pages: list[bytes]) -> None:
    """Peak memory of a page against its bytes."""
    shares = []
    for data in pages:
        tracemalloc.start()
        page = flatten(data)
        shares.append(tracemalloc.get_traced_memory()[1] / len(data))
        tracemalloc.stop()
        del page
    print(
        f"peak memory of bytes to page / bytes of the page: median {statistics.median(shares):.1f}, max {max(shares):.1f}"
    )
    print()


# Runs in a fresh interpreter: reads the pages of a folder repeatedly and prints how much memory it uses.
_WATCH = """
import sys
from pathlib import Path

def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))

if sys.argv[1:]:
    import sectio
    print(resident())
    files, marks = sorted(Path(sys.argv[1]).iterdir()), [int(mark) for mark in sys.argv[2:]]
    for number in range(max(marks)):
        result = sectio.extract(files[number % len(files)].read_bytes())
        _ = result.text, result.title, result.author, result.date
        if number + 1 in marks:
            print(resident(), flush=True)
else:
    print(resident())
"""


def resident(pages: list[bytes]) -> None:
    """Resident memory above the bare interpreter while one process extracts page after page."""

    def watch(*arguments: object) -> list[float]:
        command = [sys.executable, "-c", _WATCH, *map(str, arguments)]
        return [float(line) for line in subprocess.run(command, capture_output=True, check=True).stdout.split()]

    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(pages):
            Path(folder, f"{number:05}.html").write_bytes(data)
        (bare,) = watch()
        imported, *held = watch(folder, *PAGES_IN_ALL)
    print(f"\nresident memory above the bare interpreter ({bare:.0f} MB), at most {MAX_RESIDENT} MB:")
    print(f"{'after importing sectio':<28}{imported - bare:>9.1f} MB")
    for count, now in zip(PAGES_IN_ALL, held, strict=True):
        print(f"{f'after {count} pages':<28}{now - bare:>9.1f} MB")


def growth() -> None:
    """Time on pages of 1, 4, 16 and 64 times the nodes."""
    print(f"{'nodes':>9}{'to page ms':>12}{'x':>7}{'extract ms':>12}{'x':>7}")
    first: tuple[float, float] | None = None
    for factor in (1, 4, 16, 64):
        item = "<div class=post><h2>Title</h2><p>Some words, and <a href=/x>a link</a> in them.</p><ul><li>one<li>two</ul></div>"
        data = f"<html><body>{item * 100 * factor}</body></html>".encode()
        spent = []
        for run in (flatten, extract):
            best = float("inf")
            for _ in range(5 if factor < 64 else 3):
                started = time.process_time()
                run(data)
                best = min(best, time.process_time() - started)
            spent.append(best * 1000)
        first = first or (spent[0], spent[1])
        print(
            f"{len(flatten(data)):>9}{spent[0]:>12.2f}{spent[0] / first[0]:>7.1f}{spent[1]:>12.2f}{spent[1] / first[1]:>7.1f}"
        )
    print()


def startup() -> None:
    """What `import sectio` costs above importing its dependencies, once Python has compiled all of them."""
    compiling = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def clock(code: str) -> float:
        line = f"import time; t = time.process_time(); {code}; print(time.process_time() - t)"
        command = [sys.executable, "-c", line]
        times = [subprocess.run(command, capture_output=True, check=True, env=compiling).stdout for _ in range(9)]
        return min(map(float, times))

    core, ours = (
        clock("import turbohtml, turbohtml.detect, numpy, click"),
        clock("import turbohtml, turbohtml.detect, numpy, click, sectio"),
    )
    print(f"import sectio: {(ours - core) * 1000:.0f} ms above its core dependencies ({core * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
