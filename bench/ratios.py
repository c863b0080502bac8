"""What sections, site mode and the command cost, as ratios of one run.

    python bench/ratios.py DATA [--sites 10] [--pages 6] [--learn 15] [--repeat 5]

DATA is a folder of sites; untouched ones are left out. Pages of all sites take turns, and so do the calls on a page; the
best of several runs counts, in process time. A ratio is given as the median over sites. Commands run in fresh
interpreters that take turns too; their time is user and system time, once Python has compiled the modules.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import sectio
from sectio.lab.datasets import load
from sectio.lab.splits import UNTOUCHED_SITES

# The most that is promised.
LIMITS = {"sections / text": 2.5, "doc.sections after doc.text / text": 1.5, "site mode / single page": 1.4}
COMMAND, ABOVE_NUMPY = 300, 90

_EXTRACT = "from sectio.apps.cli import main; main()"
_TRAFILATURA = "from trafilatura.cli import main; main()"


def sites_of(data: Path, wanted: int, size: int) -> dict[str, list[bytes]]:
    """The first pages of sites that are spread over the folder."""
    found: dict[str, list[Callable[[], bytes]]] = {}
    for dataset in load(data):
        for page in dataset.pages:
            if page.site and page.site not in UNTOUCHED_SITES:
                found.setdefault(page.site, []).append(lambda page=page: page.html)  # type: ignore[misc]
    names = [name for name in sorted(found) if len(found[name]) >= size]
    step = max(len(names) / wanted, 1)
    chosen = [names[int(i * step)] for i in range(min(wanted, len(names)))]
    return {name: [read() for read in found[name][:size]] for name in chosen}


def clock(call: Callable[[], object]) -> float:
    """Process time of a call, in seconds."""
    started = time.process_time()
    call()
    return time.process_time() - started


def times(page: bytes, site: sectio.Site) -> dict[str, float]:
    """Each call on one page, once."""
    doc = sectio.extract(page)
    assert isinstance(doc.text, str)  # what `sections` then needs anew is all that is timed
    return {
        "text": clock(lambda: sectio.extract(page).text),
        "site": clock(lambda: sectio.extract(page, template=site).text),
        "sections": clock(lambda: sectio.sections(page)),
        "later": clock(lambda: doc.sections),
    }


def best_times(
    pages: dict[str, list[bytes]], known: dict[str, sectio.Site], repeat: int
) -> dict[str, dict[str, float]]:
    """For each site the sums over its pages of the best times; sites take turns page by page."""
    turns = [(name, number) for number in range(max(map(len, pages.values()))) for name in pages]
    turns = [(name, number) for name, number in turns if number < len(pages[name])]
    best: dict[tuple[str, int], dict[str, float]] = {}
    for _ in range(repeat):
        for turn in turns:
            now = times(pages[turn[0]][turn[1]], known[turn[0]])
            before = best.get(turn, now)
            best[turn] = {name: min(before[name], now[name]) for name in now}
    return {
        name: {
            call: sum(best[turn][call] for turn in turns if turn[0] == name)
            for call in ("text", "site", "sections", "later")
        }
        for name in pages
    }


def report(sums: dict[str, dict[str, float]]) -> None:
    """A row for each site, and the medians next to what is promised."""
    rows = {
        name: (spent["sections"] / spent["text"], spent["later"] / spent["text"], spent["site"] / spent["text"])
        for name, spent in sums.items()
    }
    print(f"{'':<20}" + "".join(f"{name:>38}" for name in LIMITS))
    for name, row in rows.items():
        print(f"{name:<20}" + "".join(f"{value:>38.2f}" for value in row))
    medians = [statistics.median(values) for values in zip(*rows.values(), strict=True)]
    print(f"{'median':<20}" + "".join(f"{value:>38.2f}" for value in medians))
    print(f"{'at most':<20}" + "".join(f"{value:>38.2f}" for value in LIMITS.values()) + "\n")


def commands(page: bytes, repeat: int) -> None:
    """Milliseconds of user and system time of commands in fresh interpreters."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        file.write_bytes(page)
        code = {
            "python": ["pass"],
            "import numpy": ["import numpy"],
            "import sectio": ["import sectio.api"],  # what `import sectio` loads when a function is used
            "sectio extract": [_EXTRACT, "extract", str(file)],
            "sectio --version": [_EXTRACT, "--version"],
            "trafilatura": [_TRAFILATURA],
        }
        spent: dict[str, list[float]] = {name: [] for name in code}
        for _ in range(repeat + 1):  # the first run compiles
            for name, arguments in code.items():
                spent[name].append(processor_time([sys.executable, "-c", *arguments], file))
    print(f"{'command':<20}{'best ms':>10}{'median ms':>12}")
    for name, values in spent.items():
        print(f"{name:<20}{min(values[1:]):>10.0f}{statistics.median(values[1:]):>12.0f}")
    above = min(spent["import sectio"][1:]) - min(spent["import numpy"][1:])
    print(
        f"import sectio is {above:.0f} ms above import numpy (at most {ABOVE_NUMPY}); the command takes at most {COMMAND} ms"
    )


def processor_time(command: Sequence[str], page: Path) -> float:
    """User and system time of a command, in milliseconds; it gets the page on stdin too."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with page.open("rb") as given:
        process = subprocess.Popen(
            command, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        _, _, used = os.wait4(process.pid, 0)
    return 1000 * (used.ru_utime + used.ru_stime)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sites", type=int, default=10)
    parser.add_argument("--pages", type=int, default=6)
    parser.add_argument("--learn", type=int, default=15)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--only-commands", action="store_true")
    given = parser.parse_args()
    pages = sites_of(given.data, 1 if given.only_commands else given.sites, given.learn + given.pages)
    if not given.only_commands:
        known = {name: sectio.learn(of_site[: given.learn]) for name, of_site in pages.items()}
        report(best_times({name: of_site[given.learn :] for name, of_site in pages.items()}, known, given.repeat))
    every = sorted((page for of_site in pages.values() for page in of_site), key=len)
    commands(every[len(every) // 2], 2 * given.repeat)


if __name__ == "__main__":
    main()
