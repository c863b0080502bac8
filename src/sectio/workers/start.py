"""How a child is started and ended."""

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import forkserver, get_all_start_methods, get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from types import ModuleType

from sectio.workers.child import live
from sectio.workers.note import Note
from sectio.workers.work import Limits, Work

# Imported once by the server that children are forked from.
PRELOAD = ("sectio.workers.child", "sectio.workers.warm")


class Child:
    """A process and the supervisor's ends of what joins it."""

    def __init__(self, work: Work, limits: Limits, preload: Sequence[str] = ()) -> None:
        context = _context(preload)
        self.note = Note(context)
        ours, theirs = context.Pipe()
        self.pipe: Connection = ours
        self.started = time.monotonic()
        self.is_up = False
        prepare(preload)
        with _without_main():
            self.process: BaseProcess = context.Process(  # type: ignore[attr-defined]
                target=live, args=(theirs, self.note, work, limits), daemon=True
            )
            self.process.start()
        theirs.close()

    def end(self) -> int | None:
        """Kill the process, whatever it does, and return its exit code."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return self.process.exitcode

    def wait(self) -> int | None:
        """The exit code of a process that closed its pipe; one that lingers is killed."""
        self.process.join(5)
        return self.end()


def prepare(preload: Sequence[str] = ()) -> None:
    """Start the server that children are forked from, so that it loads what they need while the caller does something else."""
    if _context(preload).get_start_method() == "forkserver":
        resource_tracker.ensure_running()  # which the server starts otherwise, and then hears again
        with _without_main(), _deaf():
            forkserver.ensure_running()


def available() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _context(preload: Sequence[str]) -> BaseContext:
    """The way to make clean processes: forks of a server that has our modules, if there is one."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([*PRELOAD, *preload])
    return context


@contextmanager
def _deaf() -> Iterator[None]:
    """Let what is started here not hear Ctrl-C, which goes to the whole group: while it loads, it would die with a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide the caller's script from the child.

    A child would import it again, and a script that calls us outside of `if __name__ == "__main__"` would start children without end.
    Ours need nothing from it.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
