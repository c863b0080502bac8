"""Pages that are made to take time or memory: how time grows, what a time limit is worth, how much memory they take.

    python bench/bombs.py [growth|limit|memory] [--only NAME…]

`growth`: process time of a page of 1, 4 and 16 times as many bytes, everything read; at most 20 times for 16 times as many.
`limit`: processor time that 8 MB go on after their time limit, everything read; at most 1 s. `memory`: peak memory of a process above what
it had before, as a multiple of a page of 1 MB; at most 80.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable

from tests.hostile.bombs import BOMBS
from tests.hostile.invariants import PROPERTIES

import sectio
from sectio import compiled

SMALL, LARGE, LIMIT = 40_000, 1_000_000, 8_000_000
MOST_GROWTH, MOST_LATE, MOST_MEMORY = 20, 1.0, 80
TIMEOUTS = (2.0,)


def read_all(page: str, timeout: float) -> str:
    """Read everything of a page; what happened."""
    start = time.process_time()
    try:
        result = sectio.extract(page, options={"timeout": timeout})
        for name in PROPERTIES:
            getattr(result, name)
        for section in result.sections:
            _ = section.reason
    except sectio.SectioError as error:
        return f"{error.code} after {time.process_time() - start:.1f} s"
    return "done"


def seconds(page: str, timeout: float) -> tuple[float, str]:
    """Processor time of reading everything."""
    start = time.process_time()
    said = read_all(page, timeout)
    return time.process_time() - start, said


def growth(name: str) -> tuple[str, bool]:
    """Times of a page and of larger ones; a bad ratio is measured again."""
    for _ in range(3):
        times = [min(seconds(BOMBS[name](SMALL * k), 600)[0] for _ in range(3 if k == 1 else 1)) for k in (1, 4, 16)]
        ratio = times[2] / times[0]
        if ratio <= MOST_GROWTH:
            break
    return f"{times[0]:8.3f} {times[1]:8.3f} {times[2]:8.3f} s  {ratio:6.1f} ×", ratio <= MOST_GROWTH


def limit(name: str) -> tuple[str, bool]:
    """How much longer than its limit a page works, in a process whose clock is its processor time: a busy machine does not matter."""
    late = {timeout: float(_alone("late", name, "--timeout", str(timeout))) for timeout in TIMEOUTS}
    return "  ".join(f"{timeout:g} s: {over:+.2f} s" for timeout, over in late.items()), max(late.values()) <= MOST_LATE


def late(name: str, timeout: float) -> str:
    """What `limit` runs."""
    time.monotonic = time.process_time
    if compiled.core:
        compiled.core.set_deadline = lambda until: None  # type: ignore[method-assign]  # it has a clock of its own
    page = BOMBS[name](LIMIT)
    return f"{seconds(page, timeout)[0] - timeout}"


def _alone(*given: str) -> str:
    """What this script prints when it is run in a process of its own."""
    command = [sys.executable, __file__, given[0], "--only", given[1], *given[2:]]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def memory(name: str) -> tuple[str, bool]:
    """Peak memory, in a process of its own."""
    times = float(_alone("peak", name))
    return f"{times:6.0f} ×", times <= MOST_MEMORY


def peak(name: str) -> str:
    """What `memory` runs."""
    read_all("<p>some text of a page", 60)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    page = BOMBS[name](LARGE)
    read_all(page, 600)
    above = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return f"{1024 * above / len(page.encode('utf-8', 'surrogatepass'))}"


def main() -> None:
    """Print a table."""
    measures: dict[str, Callable[[str], tuple[str, bool]]] = {"growth": growth, "limit": limit, "memory": memory}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure", choices=[*measures, "peak", "late"])
    parser.add_argument("--only", nargs="*", default=list(BOMBS))
    parser.add_argument("--timeout", type=float, default=2.0)
    given = parser.parse_args()
    if given.measure in ("peak", "late"):
        print(peak(given.only[0]) if given.measure == "peak" else late(given.only[0], given.timeout))
        return
    bad = 0
    for name in given.only:
        said, is_good = measures[given.measure](name)
        bad += not is_good
        print(f"{name:26} {said}{'' if is_good else '  TOO MUCH'}", flush=True)
    print(f"{len(given.only)} families, {bad} too much")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
