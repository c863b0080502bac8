"""Run a command and measure it with everything it starts: wall time, process time, and the memory of its worker processes.

Worker processes are forked from a server that outlives nobody, so they are not children of the command that a shell would count. Here
this process adopts whatever is orphaned (Linux) and waits for it, so that no second is lost.
"""

import ctypes
import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER


@dataclass(frozen=True)
class Measured:
    """Seconds of wall and of process time (user and system, all processes), and samples of memory while it ran."""

    wall: float
    process: float
    memory: "Memory"


@dataclass
class Memory:
    """Resident kilobytes over time, of the command itself and of each of its workers, and their process time so far."""

    supervisor: list[tuple[float, int]] = field(default_factory=list)
    workers: dict[int, list[tuple[float, int]]] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """The most that any worker had."""
        return max((size for samples in self.workers.values() for _, size in samples), default=0)

    @property
    def at_work(self) -> float:
        """Process time of all workers, as far as it was seen."""
        return sum(self.seconds.get(worker, 0.0) for worker in self.workers)

    def at(self, when: float) -> int:
        """What the workers had together at a moment: in the last sample of those at work within the second before."""
        last = [next((one for one in reversed(own) if one[0] <= when), None) for own in self.workers.values()]
        return sum(size for passed, size in filter(None, last) if passed > when - 1)

    def fifths(self) -> list[float]:
        """The mean of all workers in each fifth of the run."""
        samples = sorted(sample for own in self.workers.values() for sample in own)
        if len(samples) < 10:
            return []
        end = samples[-1][0]
        parts: list[list[int]] = [[] for _ in range(5)]
        for when, size in samples:
            parts[min(int(5 * when / end), 4)].append(size)
        return [sum(part) / max(len(part), 1) for part in parts]


def run(
    command: Sequence[str],
    *,
    watch: Callable[[float], None] | None = None,
    every: float = 0.25,
    allowed: Sequence[int] = (0, 1),
) -> Measured:
    """Run a command to its end; `watch` is called now and then with the seconds since the start."""
    ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)
    memory, ended = Memory(), threading.Event()
    before, began = _spent(), time.monotonic()
    process = subprocess.Popen(command)

    def look() -> None:
        while not ended.wait(every):
            passed = time.monotonic() - began
            _sample(process.pid, passed, memory)
            if watch is not None:
                watch(passed)

    looker = threading.Thread(target=look)
    looker.start()
    code = process.wait()
    wall = time.monotonic() - began
    ended.set()
    looker.join()
    _wait_for_orphans()
    if code not in allowed:
        raise RuntimeError(f"{' '.join(command)} ended with {code}")
    return Measured(wall, _spent() - before, memory)


def _spent() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _wait_for_orphans() -> None:
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


def _sample(supervisor: int, passed: float, memory: Memory) -> None:
    parents = _children()
    if size := _resident(supervisor):
        memory.supervisor.append((passed, size))
    memory.seconds[supervisor] = _seconds(supervisor) or memory.seconds.get(supervisor, 0.0)
    for server in parents.get(supervisor, []):
        for worker in parents.get(server, []):
            if size := _resident(worker):
                memory.workers.setdefault(worker, []).append((passed, size))
                memory.seconds[worker] = _seconds(worker) or memory.seconds.get(worker, 0.0)


def _children() -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        found.setdefault(parent, []).append(int(folder.name))
    return found


def _seconds(process: int) -> float:
    """Process time of a process so far; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(process: int) -> int:
    """Resident kilobytes of a process; 0 if it is gone."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)
