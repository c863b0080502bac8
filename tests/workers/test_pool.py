"""A page hurts only itself: whatever an item does to its process, the other items are done, in order, once."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest

from sectio.errors import WorkersLost
from sectio.workers import Chunk, Limits, Outcome, Pool, stream
from tests.workers.deeds import Deeds

LIMITS = Limits(seconds=1.5, memory=500_000_000)


def run(
    items: list[str], *, workers: int = 1, fixed: int | None = None, limits: Limits = LIMITS
) -> tuple[list[Outcome], int]:
    """The outcomes of all items and the number of children that were replaced."""
    with Pool(Deeds(), workers=workers, limits=limits) as pool:
        found = [outcome for chunk in stream(pool, items, fixed=fixed) for outcome in chunk.value]
    return found, pool.restarts


def codes(found: list[Outcome]) -> list[str | None]:
    return [outcome.error.code if outcome.error else None for outcome in found]


@pytest.mark.parametrize("workers", [1, 2])
def test_everything_is_done_once_and_in_order(workers: int) -> None:
    items = [str(n) for n in range(200)]
    found, restarts = run(items, workers=workers)
    assert [outcome.value for outcome in found] == items
    assert restarts == 0


def test_poison_costs_only_itself() -> None:
    """Crashes, a hang, a memory bomb, errors and bugs among good pages."""
    items = ["a", "segfault", "b", "kill", "c", "hang", "d", "bomb 2000000000", "e", "fail no", "f", "bug x", "g"]
    found, restarts = run(items, fixed=len(items))
    expected = [None, "crash", None, "crash", None, "timeout", None, "memory", None, "input", None, "internal", None]
    assert codes(found) == expected
    assert [outcome.value for outcome in found if outcome.error is None] == list("abcdefg")
    assert restarts == 3  # a memory error is survived
    messages = [outcome.error.message for outcome in found if outcome.error]
    assert "SIGSEGV" in messages[0]
    assert "SIGKILL" in messages[1]
    assert "1.5 s" in messages[2]


def test_a_child_killed_between_items_costs_nothing() -> None:
    """Killed while it waits: a fresh one does the chunk, and no item is blamed."""
    with Pool(Deeds(), workers=1, limits=LIMITS) as pool:
        pool.give(Chunk(["a"]))
        pool.take()
        os.kill(pool.pids[0], signal.SIGKILL)
        time.sleep(0.05)
        pool.give(Chunk(["b", "c"]))
        (chunk,) = pool.take()
    assert chunk.value == [Outcome("b"), Outcome("c")]
    assert pool.restarts == 1


def test_a_child_killed_inside_an_item_costs_that_item() -> None:
    with Pool(Deeds(), workers=1, limits=LIMITS) as pool:
        pool.give(Chunk(["a"]))
        pool.take()
        pool.give(Chunk(["a", "sleep 1.2", "b"]))
        assert pool.take(timeout=0.4) == []
        os.kill(pool.pids[0], signal.SIGKILL)
        (chunk,) = pool.take()
    assert codes(chunk.value) == [None, "crash", None]


def test_a_chunk_that_kills_every_child_between_items_is_given_up() -> None:
    """Not without end: three tries, then its items fail, then the pool says that something is wrong."""
    with Pool(Deeds(), workers=1, limits=LIMITS) as pool:
        pool.give(Chunk(["a", "die-while-packing"]))
        with pytest.raises(WorkersLost, match="lost 4 workers"):
            pool.take()


def test_killing_what_forks_the_children_costs_no_item() -> None:
    """Another one is started, however the kill and the next start meet."""
    for _ in range(8):
        forks: Any = forkserver._forkserver
        forks.ensure_running()
        killed = threading.Timer(0.002, os.kill, (forks._forkserver_pid, signal.SIGKILL))
        killed.start()
        assert [outcome.value for outcome in run(["a", "b"], workers=2)[0]] == ["a", "b"]
        killed.join()


def test_children_that_cannot_start_are_reported() -> None:
    with Pool(Deeds(is_broken=True), workers=1, limits=LIMITS) as pool:
        pool.give(Chunk(["a"]))
        with pytest.raises(WorkersLost, match="exit code 3"):
            pool.take()


def test_children_are_renewed() -> None:
    """After this many items a fresh process takes over; that is not a restart."""
    found, restarts = run(["pid"] * 6, fixed=2, limits=Limits(seconds=5, items=2))
    assert len({outcome.value for outcome in found}) == 3
    assert restarts == 0


def test_a_busy_pool_refuses_more() -> None:
    with Pool(Deeds(), workers=1, limits=LIMITS) as pool:
        pool.give(Chunk(["sleep 1"]))
        assert pool.free == 0
        with pytest.raises(RuntimeError):
            pool.give(Chunk(["a"]))


def test_something_else_to_wait_for() -> None:
    """A server waits for requests and results together."""
    reading, writing = os.pipe()
    with Pool(Deeds(), workers=1, limits=LIMITS) as pool:
        pool.give(Chunk(["sleep 1"]))
        os.write(writing, b"x")
        assert pool.take(also=[reading]) == []
    os.close(reading)
    os.close(writing)


def test_the_first_result_does_not_wait_for_the_last() -> None:
    """The first chunk is one item, and items are read only as they are needed."""
    taken: list[int] = []

    def items() -> Iterator[str]:
        for n in range(10_000):
            taken.append(n)
            yield str(n)

    with Pool(Deeds(), workers=2, limits=LIMITS) as pool:
        chunk = next(stream(pool, items()))
    assert [outcome.value for outcome in chunk.value] == ["0"]
    assert len(taken) < 600  # eight chunks of at most 64 in all


def test_a_slow_item_does_not_pile_up_what_follows() -> None:
    """While the first item takes its time, only a bounded number of later chunks is done."""
    with Pool(Deeds(), workers=2, limits=LIMITS) as pool:
        done = [chunk.items for chunk in stream(pool, ["sleep 0.5", *map(str, range(5000))], fixed=1)]
    assert len(done) == 5001
    assert done[1:3] == [["0"], ["1"]]


SCRIPT = """
import sys
from sectio.workers import Chunk, Limits, Pool
from tests.workers.deeds import Deeds

pool = Pool(Deeds(), workers=1, limits=Limits(seconds={seconds}, memory=None))
pool.give(Chunk(["a"]))
pool.take()
pool.give(Chunk(["{deed}", "b"]))
print(pool.pids[0], flush=True)
pool.take()
"""


@pytest.mark.parametrize("deed", ["sleep 1", "hang"])
def test_children_do_not_outlive_a_killed_supervisor(deed: str) -> None:
    """Between items they see that their parent is gone; inside an endless one the system's alarm ends them.

    The script has no `if __name__ == "__main__"`: children do not import it.
    """
    seconds = 1 if deed == "hang" else 30  # the alarm comes two seconds after the limit
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(deed=deed, seconds=seconds)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
    for _ in range(100):
        if not Path(f"/proc/{child}").exists():
            return
        time.sleep(0.1)
    pytest.fail("the child is still there")


INTERRUPTED = """
import os, signal
from sectio.workers import Chunk, Limits, Pool, prepare
from tests.workers.deeds import Deeds

signal.signal(signal.SIGINT, lambda *_: None)
prepare()
os.killpg(0, signal.SIGINT)
with Pool(Deeds(), workers=1, limits=Limits(memory=None)) as pool:
    pool.give(Chunk(["a"]))
    print(pool.take()[0].value[0].value)
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be held back here")
def test_ctrl_c_while_the_children_load_is_for_the_supervisor_alone() -> None:
    """The system sends it to all of them, and those that load would end with a traceback."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, start_new_session=True
    )
    assert (done.stdout, done.stderr) == ("a\n", "")
