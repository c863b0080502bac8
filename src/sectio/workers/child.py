"""The life of a child: take a chunk, do its items, send back what they gave.

It ends when its pipe closes or its parent is gone, also in the middle of a chunk: nothing of a run that was killed goes on.
"""

import gc
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any

from sectio.workers.note import Note
from sectio.workers.passing import receive
from sectio.workers.work import MEMORY, Failure, Limits, Outcome, Work, failure_of

# How long after the supervisor's limit the system itself ends a child, in case there is no supervisor any more.
_MARGIN = 2.0
# Objects made before the collector looks for cycles; what was there before the first page is not looked at at all.
_GARBAGE = 20_000


def live(pipe: Connection, note: Note, work: Work, limits: Limits) -> None:
    """Be a child until the pipe closes."""
    from sectio.model.blas import one_thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the supervisor decides
    with one_thread():
        work.start()
        gc.freeze()
        gc.set_threshold(_GARBAGE)
        _limit_memory(limits.memory)
        _Child(pipe, note, work, limits).run()


class _Child:
    """A child at work."""

    def __init__(self, pipe: Connection, note: Note, work: Work, limits: Limits) -> None:
        self.pipe, self.note, self.work, self.limits = pipe, note, work, limits
        self.parent = os.getppid()
        self.done = 0

    def run(self) -> None:
        """Say that we are up, then do chunk after chunk."""
        try:
            self.pipe.send(None)
            while True:
                items, known = receive(self.pipe)
                outcomes = self.outcomes(items, known)
                self.pipe.send((self.work.pack(items, outcomes), self.is_tired(outcomes)))
        except (EOFError, ConnectionError):
            return

    def outcomes(self, items: Sequence[Any], known: Mapping[int, Failure]) -> list[Outcome]:
        """Do the items of a chunk, those aside that are given up already."""
        self.done += len(items)
        return [Outcome(None, known[at]) if at in known else self.outcome(at, item) for at, item in enumerate(items)]

    def outcome(self, at: int, item: Any) -> Outcome:
        """Do one item, with the note and the system's alarm around it."""
        if os.getppid() != self.parent:
            os._exit(1)
        _alarm(self.limits.seconds + _MARGIN)
        self.note.enter(at)
        try:
            return Outcome(self.work.do(item))
        except Exception as error:
            return Outcome(None, failure_of(error))
        finally:
            self.note.leave()
            _alarm(0)

    def is_tired(self, outcomes: Sequence[Outcome]) -> bool:
        """Whether a fresh child should take over: after many items, or when memory ran short or grew."""
        short = any(outcome.error is not None and outcome.error.code == MEMORY for outcome in outcomes)
        grown = self.limits.memory is not None and _peak() > self.limits.memory
        return short or grown or self.done >= self.limits.items


def _alarm(seconds: float) -> None:
    """Let the system end this process after this many seconds, whatever code it is in; 0 cancels it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _limit_memory(memory: int | None) -> None:
    """Allow this much address space above what is mapped now. Only Linux both reports and enforces it."""
    if memory is None or not sys.platform.startswith("linux"):
        return
    import resource

    with open("/proc/self/statm") as file:
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = mapped + memory
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _peak() -> int:
    """The most memory this process had resident so far, in bytes; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
