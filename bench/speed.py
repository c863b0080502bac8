"""Time and memory, stage by stage and against peers, on the same pages in one run.

    python bench/speed.py DATA [--pages 100] [--repeat 5]

Every stage and peer runs on every page in turn; the best of several runs counts, in process time, so that a busy machine
matters little. Ratios compare; milliseconds only illustrate. Process time also counts threads of the matrix library that
only wait, so `make bench` runs it with OPENBLAS_NUM_THREADS=1.
"""

import argparse
import gc
import importlib
import resource
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sectio
from sectio import metadata
from sectio.dom.decode import decode
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.evaluate.datasets import load
from sectio.evaluate.datasets.splits import sample
from sectio.model import extractor, features, store
from sectio.model.net import run as run_net
from sectio.output import text as text_writer

Stage = tuple[Callable[[Any], Any], Callable[[bytes], Any]]


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--pages", type=int, default=100)
    arguments.add_argument("--repeat", type=int, default=5)
    given = arguments.parse_args()
    single = [dataset for dataset in load(given.data) if dataset.layout != "sites"] or load(given.data)
    chosen = next((dataset for dataset in single if dataset.layout == "wcxb"), single[0])
    pages = [page.html for page in sample(list(chosen.pages), given.pages, seed=1)]
    print(f"{len(pages)} pages of {chosen.name}, {statistics.mean(map(len, pages)) / 1000:.0f} kB on average\n")
    times = measure(pages, given.repeat)
    report(times)
    memory(pages)
    growth()
    startup()


def flatten(data: bytes) -> Page:
    """Bytes to a page with the columns every method needs."""
    text, encoding = decode(data)
    page = parse(text, encoding=encoding)
    _ = page.depth, page.text_len, page.words
    return page


def stages() -> dict[str, Stage]:
    """What is timed: a function, and what prepares its input from a page's bytes."""
    import turbohtml

    model = store.default()
    as_is: Callable[[bytes], Any] = lambda data: data  # noqa: E731
    decoded: Callable[[bytes], Any] = lambda data: decode(data)[0]  # noqa: E731
    table: dict[str, Stage] = {
        "turbohtml.parse (text)": (turbohtml.parse, decoded),
        "turbohtml.parse (bytes)": (turbohtml.parse, as_is),
        "decode": (decode, as_is),
        "bytes to page": (flatten, as_is),
        "features": (features.matrix, flatten),
        "network": (lambda m: run_net(model.arrays, m), lambda data: scaled(model, flatten(data))),
        "select, type, comments": (lambda page: extractor.select(page), flatten),
        "metadata": (lambda page: metadata.read(page), flatten),
        "text output": (text_writer.write, lambda data: sectio.extract(data)),
        "sectio.extract().text": (lambda data: sectio.extract(data).text, as_is),
    }
    return table | peer_stages(decoded, as_is)


def peer_stages(decoded: Callable[[bytes], Any], as_is: Callable[[bytes], Any]) -> dict[str, Stage]:
    """Peers that are installed."""
    found: dict[str, Stage] = {}
    try:
        lexbor = importlib.import_module("selectolax.lexbor")
        found["selectolax parse"] = (lexbor.LexborHTMLParser, as_is)
        html2text = importlib.import_module("resiliparse.extract.html2text")
        found["resiliparse main content"] = (
            lambda text: html2text.extract_plain_text(text, main_content=True),
            decoded,
        )
        trafilatura = importlib.import_module("trafilatura")
        found["trafilatura with metadata"] = (
            lambda text: trafilatura.bare_extraction(text, with_metadata=True),
            decoded,
        )
    except ImportError as error:
        print(f"not measured: {error}", file=sys.stderr)
    return found


def scaled(model: store.Model, page: Page) -> Any:
    """A page's features as the network takes them."""
    return extractor.scale(features.matrix(page)[0], model.arrays["mean"], model.arrays["spread"])


def measure(pages: list[bytes], repeat: int) -> dict[str, list[float]]:
    """Best time per page of every stage, in milliseconds."""
    table = stages()
    times: dict[str, list[float]] = {name: [] for name in table}
    # The peers' modules hold hundreds of thousands of objects that the collector need not walk while a page is timed.
    gc.collect()
    gc.freeze()
    for name, (run, prepare) in table.items():
        run(prepare(pages[0]))  # warm up
        rounds = 1 if name.startswith("trafilatura") else repeat
        for data in pages:
            best = float("inf")
            for _ in range(rounds):
                given = prepare(data)
                started = time.process_time()
                run(given)
                best = min(best, time.process_time() - started)
            times[name].append(best * 1000)
    return times


def report(times: dict[str, list[float]]) -> None:
    """The table of stages and the ratios that are promised."""
    base = sum(times["turbohtml.parse (text)"])
    print(f"{'stage':<28}{'ms/page':>9}{'median':>9}{'p99':>9}{'x parse':>9}")
    for name, values in times.items():
        ordered = sorted(values)
        tail = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
        print(
            f"{name:<28}{statistics.mean(values):>9.2f}{statistics.median(values):>9.2f}{tail:>9.2f}{sum(values) / base:>9.2f}"
        )
    ours = sum(times["sectio.extract().text"])
    print()
    print(f"bytes to page / turbohtml.parse (text)      {sum(times['bytes to page']) / base:6.2f}")
    print(
        f"bytes to page / turbohtml.parse (bytes)     {sum(times['bytes to page']) / sum(times['turbohtml.parse (bytes)']):6.2f}"
    )
    for peer, upside_down in (("resiliparse main content", False), ("trafilatura with metadata", True)):
        if peer in times:
            other = sum(times[peer])
            label = f"{peer} / sectio" if upside_down else f"sectio / {peer}"
            print(f"{label:<44}{(other / ours if upside_down else ours / other):6.2f}")
    print()


def memory(pages: list[bytes]) -> None:
    """Peak memory of a page against its bytes, and growth of the process over many extractions."""
    shares = []
    for data in pages[:40]:
        tracemalloc.start()
        page = flatten(data)
        shares.append(tracemalloc.get_traced_memory()[1] / len(data))
        tracemalloc.stop()
        del page
    print(
        f"peak memory of bytes to page / bytes of the page: median {statistics.median(shares):.1f}, max {max(shares):.1f}"
    )
    gc.collect()
    marks = []
    for turn in range(4):
        for data in pages:
            _ = sectio.extract(data).text
        marks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        del turn
    print(
        f"peak resident after {len(pages)}, {2 * len(pages)}, … extractions: {', '.join(f'{m:.0f} MB' for m in marks)}\n"
    )


def growth() -> None:
    """Time on pages of 1, 4, 16 and 64 times the nodes."""
    print(f"{'nodes':>9}{'to page ms':>12}{'x':>7}{'extract ms':>12}{'x':>7}")
    first: tuple[float, float] | None = None
    for factor in (1, 4, 16, 64):
        item = "<div class=post><h2>Title</h2><p>Some words, and <a href=/x>a link</a> in them.</p><ul><li>one<li>two</ul></div>"
        data = f"<html><body>{item * 100 * factor}</body></html>".encode()
        spent = []
        for run in (flatten, lambda data: sectio.extract(data).text):
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
    """What `import sectio` costs above importing its dependencies."""

    def clock(code: str) -> float:
        line = f"import time; t = time.process_time(); {code}; print(time.process_time() - t)"
        return min(
            float(subprocess.run([sys.executable, "-c", line], capture_output=True, check=True).stdout)
            for _ in range(7)
        )

    core, ours = (
        clock("import turbohtml, turbohtml.detect, numpy, click"),
        clock("import turbohtml, turbohtml.detect, numpy, click, sectio"),
    )
    print(f"import sectio: {(ours - core) * 1000:.0f} ms above its core dependencies ({core * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
