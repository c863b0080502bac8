"""How fast the server is against the pool of workers it is made of: `python bench/serve.py FOLDER [--requests 10000]`.

The same pages go to the pool directly, and to the server by as many clients as asked for (`--clients`, 8). Printed: pages a second of both and their ratio, the
median and the 99th percentile of the answers' times, and the memory of the server and its workers over the run, in fifths.
Pool and server take turns, since the rest of the machine is not always quiet; the processor time of both is printed too, which depends less on it.
"""

import argparse
import gzip
import os
import statistics
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import httpx2

from sectio.apps.server.jobs import Job, Serving
from sectio.inputs import is_page, walk
from sectio.workers import Chunk, Limits, Pool
from sectio.workers.work import GB

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.apps.server.running import Running, running

WORKERS = 2
WARM = 50  # pages before anything is measured
OPTIONS = {"timeout": 10.0, "max_bytes": 20_000_000}


@dataclass(frozen=True)
class Speed:
    """Pages a second, and seconds of processor time a page, workers included and clients not."""

    rate: float
    cost: float

    @classmethod
    def of(cls, pages: int, start: tuple[float, float], end: tuple[float, float]) -> "Speed":
        """From the clock and the processor time at the start and at the end."""
        return cls(pages / (end[0] - start[0]), (end[1] - start[1]) / pages)


def clocks(*processes: int) -> tuple[float, float]:
    """The time, and the processor time of these processes."""
    return time.perf_counter(), sum(_worked(pid) for pid in processes)


def _worked(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def pool_speed(pool: Pool, pages: Sequence[bytes], count: int) -> Speed:
    """The pool alone, doing what the server's workers do."""
    jobs = (Job("extract", page, options=OPTIONS) for page in islice(cycle(pages), count))
    start, done = clocks(os.getpid(), *pool.pids), 0
    while done < count:
        while pool.free and (job := next(jobs, None)) is not None:
            pool.give(Chunk([job]))
        done += len(pool.take())
    return Speed.of(count, start, clocks(os.getpid(), *pool.pids))


def server_speed(server: Running, pages: Sequence[bytes], count: int, clients: int, times: list[float]) -> Speed:
    """The server, asked by several clients at once."""
    work = islice(cycle(pages), count)
    lock = threading.Lock()

    def ask() -> None:
        with httpx2.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=120, trust_env=False) as client:
            while True:
                with lock:
                    page = next(work, None)
                if page is None:
                    return
                start = time.perf_counter()
                response = client.post("/extract", content=page, headers={"Content-Type": "text/html"})
                assert response.status_code in (200, 413, 422), response.text
                times.append(time.perf_counter() - start)

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    own = (server.process.pid, *server.children())
    start = clocks(*own)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Speed.of(count, start, clocks(*own))


def memory(server: Running) -> int:
    """Kilobytes of the server and everything below it."""
    return sum(_resident(pid) for pid in [server.process.pid, *server.children()])


def _resident(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)
    except OSError:
        return 0


def read(path: Path) -> bytes:
    """A page; data sets keep theirs compressed, and the server takes what browsers show."""
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--requests", type=int, default=2000)
    arguments.add_argument("--clients", type=int, default=8)
    arguments.add_argument("--rounds", type=int, default=5)
    given = arguments.parse_args()
    pages = [read(path) for path in walk(given.folder) if is_page(path.name)]
    print(
        f"{len(pages)} pages, {given.requests} requests of {given.clients} clients, {WORKERS} workers, load {os.getloadavg()[0]:.1f}"
    )
    each = given.requests // given.rounds
    rates, costs, sizes = [], [], []
    times: list[float] = []
    limits = Limits.around(10, 2 * GB)
    pool = Pool(Serving(), workers=WORKERS, limits=limits, preload=("sectio.apps.server.jobs",))
    with running("--queue", "64") as server, pool:
        pool_speed(pool, pages, WARM)
        server_speed(server, pages, WARM, given.clients, [])
        for turn in range(given.rounds):
            alone, served = pool_speed(pool, pages, each), server_speed(server, pages, each, given.clients, times)
            rates.append(served.rate / alone.rate)
            costs.append(alone.cost / served.cost)
            sizes.append(memory(server))
            said = f"{turn}: pool {alone.rate:.1f} pages/s, {1000 * alone.cost:.1f} ms; server {served.rate:.1f}, {1000 * served.cost:.1f} ms"
            print(f"{said}; {sizes[-1] / 1000:.0f} MB", flush=True)
    median, high = statistics.median(times), statistics.quantiles(times, n=100)[98]
    print(
        f"server / pool: rate {statistics.median(rates):.2f}, by processor time {statistics.median(costs):.2f} (medians of the rounds)"
    )
    print(f"answers: median {1000 * median:.0f} ms, p99 {1000 * high:.0f} ms, {high / median:.1f} times")
    print(
        f"memory: {sizes[0] / 1000:.0f} MB after the first round, {sizes[-1] / 1000:.0f} MB after the last, of {given.requests} requests"
    )


if __name__ == "__main__":
    main()
