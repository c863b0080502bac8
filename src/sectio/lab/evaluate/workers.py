"""Run tasks in worker processes that are killed when a step takes too long.

A task is some steps done one after the other in the same process. A step that hangs or brings its process
down costs only itself: a fresh process does the others. Workers have no network and no voice.
"""

import logging
import os
import socket
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

from sectio.workers import CRASH, TIMEOUT, Chunk, Limits, Pool, as_finished
from sectio.workers import Outcome as Raw

__all__ = ["CRASH", "TIMEOUT", "Outcome", "Task", "run_tasks"]


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


def run_tasks(tasks: Iterable[Task], *, workers: int = 2, limit: float = 20.0) -> Iterator[Outcome]:
    """Yield an outcome per step, as tasks are done; ``limit`` is in seconds of wall time per step."""
    chunks = (Chunk([(task, step) for step in task.steps]) for task in tasks)
    limits = Limits(seconds=limit, memory=None)
    with Pool(_Steps(), workers=workers, limits=limits, preload=["sectio.lab.evaluate.tasks"]) as pool:
        for chunk in as_finished(pool, chunks):
            for (task, step), (value, error) in zip(chunk.items, chunk.value, strict=True):
                yield Outcome(task, step, value, error)


class _Steps:
    """The work of the children: one step is one item."""

    def start(self) -> None:
        """Take away voice and network."""
        _be_quiet()
        _stay_offline()

    def do(self, item: tuple[Task, str]) -> tuple[Any, str | None]:
        """Run a step; an exception is reported by its name."""
        task, step = item
        try:
            return task.run(step), None
        except Exception as error:
            return None, f"{type(error).__name__}: {error}"[:300]

    def pack(self, items: Sequence[Any], outcomes: Sequence[Raw]) -> list[tuple[Any, str | None]]:
        """Values and errors."""
        return [outcome.value if outcome.error is None else (None, outcome.error.code) for outcome in outcomes]


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
