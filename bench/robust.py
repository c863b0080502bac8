"""Threads, processes, interrupts and many pages: `python bench/robust.py [threads|processes|interrupt|many] [--pages N] [--seed N]`.

`threads`: 16 threads at once give what one after the other gives. `processes`: so do processes that are forked, spawned and
forkserved. `interrupt`: how long after Ctrl-C a page of 7 MB still works. `many`: memory and open files over many pages.
"""

import argparse
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import sectio
from sectio.lab.sitegen import THEMES, generate_site

INTERRUPTED = """
import sectio, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell may have set to nothing
from tests.hostile.bombs import BOMBS
page = BOMBS[sys.argv[1]](7_000_000)
print("ready", flush=True)
while True:
    result = sectio.extract(page, options={"timeout": 600, "max_nodes": 10_000_000})
    result.markdown, result.html, result.sections
"""


def pages(count: int, seed: int = 21) -> list[str]:
    """Generated pages of all themes."""
    each = -(-count // len(THEMES))
    return [page.html for theme in THEMES for page in generate_site(seed, theme, pages=each).pages][:count]


def read(page: str) -> str:
    """Everything about a page."""
    return sectio.extract(page, options={"timeout": 600}).to_json(sections=True)


def threads(count: int, seed: int) -> str:
    """Results of 16 threads that work on the same pages, each in its own order."""
    given = pages(count, seed)
    expected = [read(page) for page in given]

    def work(start: int) -> int:
        order = [*range(start, len(given)), *range(start)]
        return sum(read(given[number]) != expected[number] for number in order)

    with ThreadPoolExecutor(16) as pool:
        wrong = sum(pool.map(work, range(0, 16 * (count // 16), max(count // 16, 1))))
    return f"seed {seed}: 16 threads × {count} pages: {wrong} results differ"


def processes(count: int, seed: int) -> str:
    """Results of processes of every kind."""
    given = pages(count, seed)
    expected, said = [read(page) for page in given], []
    for method in multiprocessing.get_all_start_methods():
        with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
            said.append(f"{method} {sum(one != two for one, two in zip(pool.map(read, given), expected, strict=True))}")
    return f"{count} pages, results that differ: {', '.join(said)}"


def interrupt(count: int, _: int) -> str:
    """Processor time from Ctrl-C to the end, at several moments of several pages."""
    times = {}
    for name in ("paragraphs", "words", "rows", "flat comments", "deep lists")[:count]:
        for after in (0.3, 1.0, 2.5, 6.0):
            times[name, after] = _interrupted(name, after)
            print(f"{name}, after {after} s: {times[name, after]:.2f} s", flush=True)
    return f"longest time from interrupt to end: {max(times.values()):.2f} s of processor time"


def _interrupted(name: str, after: float) -> float:
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert child.stdout
    child.stdout.readline()
    begun = _processor_time(child.pid)
    while _processor_time(child.pid) - begun < after:
        assert child.poll() is None, f"{name} ended by itself"
        time.sleep(0.02)
    before = _processor_time(child.pid)
    child.send_signal(signal.SIGINT)
    _, _, usage = os.wait4(child.pid, 0)
    return usage.ru_utime + usage.ru_stime - before


def _processor_time(process: int) -> float:
    """What a child has used so far (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def many(count: int, seed: int) -> str:
    """Resident memory and open files along the way, over the smaller half of 200 pages."""
    given = sorted(pages(200, seed), key=len)[:100]
    for number in range(count):
        read(given[number % len(given)])
        if number + 1 in (count // 100, count // 20, count // 4, count // 2, count):
            resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            print(f"after {number + 1}: {resident:.1f} MB, {len(os.listdir('/proc/self/fd'))} files", flush=True)
    return f"{count} pages of {len(given[0])} to {len(given[-1])} characters"


def main() -> None:
    """Print what was measured."""
    measures = {
        "threads": (threads, 500),
        "processes": (processes, 40),
        "interrupt": (interrupt, 5),
        "many": (many, 20_000),
    }
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure", choices=measures)
    parser.add_argument("--pages", type=int)
    parser.add_argument("--seed", type=int, default=21)
    given = parser.parse_args()
    measure, usual = measures[given.measure]
    print(measure(given.pages or usual, given.seed))


if __name__ == "__main__":
    main()
