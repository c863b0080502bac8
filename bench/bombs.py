"""Pages that are made to take time or memory: how time grows, what a time limit is worth, how much memory they take.

    python bench/bombs.py [growth|limit|memory] [--only NAME…] [--sizes BYTES…]

`growth`: process time of a page of 1, 4 and 16 times as many bytes, everything read; at most 20 times for 16 times as many.
`limit`: processor time that pages of 1 MB and of 8 MB (many of which have too many nodes) go on after their time limit, everything read; at
most 1 s. `memory`: peak memory of a process above what
it had before, as a multiple of a page of 1 MB; at most 80.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
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


def growth(name: str, size: int) -> tuple[str, bool]:
    """Times of a page and of larger ones; a bad ratio is measured again."""
    for _ in range(3):
        times = [min(seconds(BOMBS[name](size * k), 600)[0] for _ in range(3 if k == 1 else 1)) for k in (1, 4, 16)]
        ratio = times[2] / times[0]
        if ratio <= MOST_GROWTH:
            break
    return f"{times[0]:8.3f} {times[1]:8.3f} {times[2]:8.3f} s  {ratio:6.1f} ×", ratio <= MOST_GROWTH


def limit(name: str, size: int) -> tuple[str, bool]:
    """How much longer than its limit a page works, by a clock that is processor time: a busy machine does not matter."""
    time.monotonic = time.process_time
    if compiled.core:
        compiled.core.set_deadline = lambda until: None  # type: ignore[method-assign]  # it has a clock of its own
    spent, said = seconds(BOMBS[name](size), TIMEOUT)
    return f"{spent:6.2f} s  {said}", spent <= TIMEOUT + MOST_LATE


def _alone(*given: str) -> str:
    """What this script prints when it is run in a process of its own."""
    command = [sys.executable, __file__, given[0], "--only", given[1], *given[2:]]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def memory(name: str, size: int) -> tuple[str, bool]:
    """Peak memory, in a process of its own."""
    times = float(_alone("peak", name, "--sizes", str(size)))
    return f"{times:6.0f} ×", times <= MOST_MEMORY


def peak(name: str, size: int) -> str:
    """What `memory` runs."""
    read_all("<p>some text of a page", 60)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    page = BOMBS[name](size)
    read_all(page, 600)
    above = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return f"{1024 * above / len(page.encode('utf-8', 'surrogatepass'))}"


def main() -> None:
    """Print a table."""
    measures: dict[str, Callable[[str, int], tuple[str, bool]]] = {"growth": growth, "limit": limit, "memory": memory}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure", choices=[*measures, "peak"])
    parser.add_argument("--only", nargs="*", default=list(BOMBS))
    parser.add_argument("--sizes", nargs="*", type=int)
    given = parser.parse_args()
    if given.measure == "peak":
        print(peak(given.only[0], given.sizes[0]))
        return
    bad = 0
    for name, size in product(given.only, given.sizes or SIZES[given.measure]):
        said, is_good = measures[given.measure](name, size)
        bad += not is_good
        print(f"{name:26}{size / 1e6:5.2f} MB {said}{'' if is_good else '  TOO MUCH'}", flush=True)
    print(f"{len(given.only)} families, {bad} too much")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
