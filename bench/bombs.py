"""Pages that are made to take time or memory: how time grows, what a time limit is worth, how much memory they take.

    python bench/bombs.py [growth|limit|memory] [--only NAME…] [--sizes BYTES…] [--worst N] [--ledger FILE]
    python bench/bombs.py told [--worst N] [--ledger FILE]

`growth`: process time of a page of 1, 4 and 16 times as many bytes, everything read; at most 20 times for 16 times as many.
`limit`: processor time that pages of 1 MB and of 8 MB (many of which have too many nodes) go on after their time limit, everything read; at
most 1 s. `memory`: peak memory of a process above what
it had before, as a multiple of a page of 1 MB; at most 80. `--worst` only shows the families with the highest figures.
`--ledger` adds what was measured to a file, so that a few families may be measured at a time; `told` is what was measured last of each.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import groupby, product
from pathlib import Path

import sectio
from sectio import compiled
from sectio.output import WRITERS

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.hostile.bombs import BOMBS
from tests.hostile.invariants import PROPERTIES

SIZES = {"growth": [40_000], "limit": [1_000_000, 8_000_000], "memory": [1_000_000]}
MOST_GROWTH, MOST_LATE, MOST_MEMORY = 20, 1.0, 80
TIMEOUT = 2.0
LEDGER = Path(__file__).parent / "kept" / "bombs.jsonl"
Measured = tuple[float, str, bool]  # a figure, what is printed, whether it is good


def read_all(page: str, timeout: float) -> str:
    """Read everything of a page; what happened."""
    start = time.process_time()
    try:
        result = sectio.extract(page, options={"timeout": timeout})
        for name in PROPERTIES:
            getattr(result, name)
        for section in result.sections:
            _ = section.reason
        for write in WRITERS.values():
            write(result)
    except sectio.SectioError as error:
        return f"{error.code} after {time.process_time() - start:.1f} s"
    return "done"


def seconds(page: str, timeout: float) -> tuple[float, str]:
    """Processor time of reading everything."""
    start = time.process_time()
    said = read_all(page, timeout)
    return time.process_time() - start, said


def growth(name: str, size: int) -> Measured:
    """Times of a page and of larger ones; a bad ratio is measured again."""
    for _ in range(3):
        times = [min(seconds(BOMBS[name](size * k), 600)[0] for _ in range(3 if k == 1 else 1)) for k in (1, 4, 16)]
        ratio = times[2] / times[0]
        if ratio <= MOST_GROWTH:
            break
    return ratio, f"{times[0]:8.3f} {times[1]:8.3f} {times[2]:8.3f} s  {ratio:6.1f} ×", ratio <= MOST_GROWTH


def limit(name: str, size: int) -> Measured:
    """How much longer than its limit a page works, by a clock that is processor time: a busy machine does not matter."""
    time.monotonic = time.process_time
    if compiled.core:
        compiled.core.set_deadline = lambda seconds: None  # type: ignore[method-assign]  # it has a clock of its own
    spent, said = seconds(BOMBS[name](size), TIMEOUT)
    return spent, f"{spent:6.2f} s  {said}", spent <= TIMEOUT + MOST_LATE


def _alone(*given: str) -> str:
    """What this script prints when it is run in a process of its own."""
    command = [sys.executable, __file__, given[0], "--only", given[1], *given[2:]]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def memory(name: str, size: int) -> Measured:
    """Peak memory, in a process of its own."""
    times = float(_alone("peak", name, "--sizes", str(size)))
    return times, f"{times:6.0f} ×", times <= MOST_MEMORY


def peak(name: str, size: int) -> str:
    """What `memory` runs."""
    read_all("<p>some text of a page", 60)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    page = BOMBS[name](size)
    read_all(page, 600)
    above = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return f"{1024 * above / len(page.encode('utf-8', 'surrogatepass'))}"


def add(ledger: Path, measure: str, size: int, name: str, measured: Measured) -> None:
    """A line for one family."""
    figure, said, is_good = measured
    about = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "measure": measure, "size": size, "name": name}
    with ledger.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(about | {"figure": figure, "said": said, "is_good": is_good}, ensure_ascii=False) + "\n")


def told(ledger: Path, worst: int) -> None:
    """Of each measure and size: how many families there are, and those with the highest figures."""
    lines = [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]
    last = {(line["measure"], line["size"], line["name"]): line for line in lines}
    for (measure, size), group in groupby(sorted(last), lambda key: key[:2]):
        found = sorted((last[key] for key in group), key=lambda line: -line["figure"])
        days = sorted({line["date"] for line in found})
        bad = sum(not line["is_good"] for line in found)
        print(
            f"{measure}, {size / 1e6:g} MB: {len(found)} families, {bad} too much ({' to '.join(dict.fromkeys((days[0], days[-1])))})"
        )
        for line in found[:worst]:
            print(f"  {line['name']:26}{line['said']}")


def main() -> None:
    """Print a table."""
    measures: dict[str, Callable[[str, int], Measured]] = {"growth": growth, "limit": limit, "memory": memory}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure", choices=[*measures, "peak", "told"])
    parser.add_argument("--only", nargs="*", default=list(BOMBS))
    parser.add_argument("--sizes", nargs="*", type=int)
    parser.add_argument("--worst", type=int, help="show so many at the end, and no others")
    parser.add_argument("--ledger", type=Path, help="a file to which what was measured is added")
    given = parser.parse_args()
    if given.measure == "told":
        told(given.ledger or LEDGER, given.worst or 6)
        return
    if given.measure == "peak":
        print(peak(given.only[0], given.sizes[0]))
        return
    found: list[Measured] = []
    for name, size in product(given.only, given.sizes or SIZES[given.measure]):
        measured = figure, said, is_good = measures[given.measure](name, size)
        if given.ledger:
            add(given.ledger, given.measure, size, name, measured)
        line = f"{name:26}{size / 1e6:5.2f} MB {said}{'' if is_good else '  TOO MUCH'}"
        found.append((figure, line, is_good))
        if given.worst is None:
            print(line, flush=True)
    print(*(line for _, line, _ in sorted(found, reverse=True)[: given.worst or 0]), sep="\n")
    bad = sum(not is_good for *_, is_good in found)
    print(f"{len(given.only)} families, {bad} too much")
    sys.exit(bad > 0 and given.worst is None)


if __name__ == "__main__":
    main()
