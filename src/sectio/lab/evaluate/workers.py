"""Run tasks in worker processes that are killed when a step takes too long.

A task is some steps done one after the other in the same process. A step that hangs or brings its process
down costs only itself: a fresh process goes on with the next step. Workers have no network and no voice.
"""

import logging
import os
import socket
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, NoReturn, Protocol

TIMEOUT, CRASH = "timeout", "crash"
_START_UP = 60.0  # seconds a new process may take to import what it needs


class Task(Protocol):
    """Steps to do in a worker; sent there by value."""

    @property
    def steps(self) -> Sequence[str]:
        """The names of the steps, in order."""

    def run(self, step: str) -> Any:
        """Do one step and return what it found."""


class Outcome(NamedTuple):
    """What a step gave, or in a word why it gave nothing."""

    task: Any
    step: str
    value: Any
    error: str | None


@dataclass
class _Worker:
    """A process, and what it is doing."""

    process: BaseProcess
    pipe: Connection
    deadline: float
    ready: bool = False
    task: Task | None = None
    left: list[str] = field(default_factory=list)


def run_tasks(tasks: Iterable[Task], *, workers: int = 2, limit: float = 20.0) -> Iterator[Outcome]:
    """Yield an outcome per step, as they come in; ``limit`` is in seconds of wall time per step."""
    queue = iter(tasks)
    crew: list[_Worker] = []
    try:
        for task in queue:
            crew.append(_give(_start(), task, list(task.steps), limit))
            if len(crew) == workers:
                break
        while crew:
            yield from _turn(crew, queue, limit)
    finally:
        for worker in crew:
            _stop(worker)


def _turn(crew: list[_Worker], queue: Iterator[Task], limit: float) -> Iterator[Outcome]:
    """Wait for the next message or deadline and deal with it."""
    patience = min(worker.deadline for worker in crew) - time.monotonic()
    heard = wait([worker.pipe for worker in crew], max(patience, 0))
    for at, worker in enumerate(crew):
        if worker.pipe in heard:
            outcome = _hear(worker, limit)
        elif time.monotonic() > worker.deadline:
            outcome = _lose(worker, TIMEOUT)
        else:
            continue
        if outcome is not None:
            yield outcome
        if not worker.process.is_alive() and worker.left:
            crew[at] = _give(_start(), worker.task, worker.left, limit)
        elif not worker.left:
            following = next(queue, None)
            if following is not None:
                fresh = worker if worker.process.is_alive() else _start()
                crew[at] = _give(fresh, following, list(following.steps), limit)
    for worker in [worker for worker in crew if not worker.left]:
        crew.remove(worker)
        _stop(worker)


def _hear(worker: _Worker, limit: float) -> Outcome | None:
    """Take a message; None for the one that only says that the process is up."""
    try:
        message = worker.pipe.recv()
    except (EOFError, OSError):
        return _lose(worker, CRASH)
    worker.deadline = time.monotonic() + limit
    if not worker.ready:
        worker.ready = True
        return None
    value, error = message
    return Outcome(worker.task, worker.left.pop(0), value, error)


def _lose(worker: _Worker, reason: str) -> Outcome:
    """Kill the process and give up the step it was at."""
    _stop(worker)
    return Outcome(worker.task, worker.left.pop(0), None, reason)


def _give(worker: _Worker, task: Task | None, steps: list[str], limit: float) -> _Worker:
    worker.task, worker.left = task, steps
    worker.deadline = time.monotonic() + limit + (0 if worker.ready else _START_UP)
    with suppress(OSError):  # a process that died is noticed when nothing comes back
        worker.pipe.send((task, steps))
    return worker


def _start() -> _Worker:
    context = _context()
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours, time.monotonic() + _START_UP)


def _context() -> Any:
    """Return the way to make clean processes: forks of a server that has our modules, where there is one."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["sectio.lab.evaluate.tasks"])
    return context


def _stop(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.pipe.close()


def _work(pipe: Connection) -> None:
    """The life of a worker: take a task, do its steps, say what each gave."""
    _be_quiet()
    _stay_offline()
    pipe.send(None)
    while True:
        try:
            task, steps = pipe.recv()
        except EOFError:
            return
        for step in steps:
            try:
                message: tuple[Any, str | None] = task.run(step), None
            except Exception as error:
                message = None, f"{type(error).__name__}: {error}"[:300]
            pipe.send(message)


def _be_quiet() -> None:
    """Peers print, warn and log; the evaluation has one voice."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    sink = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(sink, stream)


def _stay_offline() -> None:
    def refuse(*arguments: object, **options: object) -> NoReturn:
        raise OSError("the evaluation does not use the network")

    socket.socket.connect = refuse  # type: ignore[method-assign]
    socket.socket.connect_ex = refuse  # type: ignore[method-assign]
    socket.getaddrinfo = refuse
