"""The pool of children behind a queue: a thread runs the pool, the event loop waits for answers.

A job whose client has gone is dropped: out of the queue, or with the child that is doing it.
"""

import asyncio
import os
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread

from sectio.apps.server.jobs import Job, Serving
from sectio.apps.server.problems import Problem, busy
from sectio.errors import WorkersLost
from sectio.workers import CRASH, Chunk, Failure, Limits, Outcome, Pool


@dataclass(eq=False)
class _Ticket:
    """A job on its way."""

    job: Job
    answer: "asyncio.Future[Outcome]"
    loop: asyncio.AbstractEventLoop
    is_dropped: bool = False
    chunk: Chunk | None = None


@dataclass
class Gateway:
    """Children that do jobs, at most `queue` of them waiting."""

    workers: int
    queue: int
    limits: Limits
    done: int = 0
    last_done: float = 0.0
    _waiting: deque[_Ticket] = field(default_factory=deque)
    _running: dict[int, _Ticket] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _is_open: bool = True

    def start(self) -> None:
        """Start the thread; children are started when there are jobs."""
        self._wake_in, self._wake_out = os.pipe()
        self._pool = Pool(Serving(), workers=self.workers, limits=self.limits, preload=("sectio.apps.server.jobs",))
        self._thread = Thread(target=self._run, name="gateway", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End everything: what waits or runs fails."""
        self._is_open = False
        self._wake()
        self._thread.join(10)

    @property
    def depth(self) -> int:
        """How many jobs wait."""
        return len(self._waiting)

    @property
    def busy(self) -> int:
        """How many jobs are being done."""
        return len(self._running)

    @property
    def restarts(self) -> int:
        """How many children had to be replaced."""
        return self._pool.restarts

    async def do(self, job: Job) -> bytes:
        """The answer to a job; a Problem if there is none. If the caller is cancelled, so is the job."""
        loop = asyncio.get_running_loop()
        ticket = _Ticket(job, loop.create_future(), loop)
        with self._lock:
            if len(self._waiting) >= self.queue and len(self._running) >= self.workers:
                raise busy()
            self._waiting.append(ticket)
        self._wake()
        try:
            outcome = await ticket.answer
        except asyncio.CancelledError:
            self._drop(ticket)
            raise
        if outcome.error is not None:
            raise Problem.of(outcome.error)
        assert isinstance(outcome.value, bytes)
        return outcome.value

    def _drop(self, ticket: _Ticket) -> None:
        ticket.is_dropped = True
        with self._lock, suppress(ValueError):
            self._waiting.remove(ticket)
        self._wake()

    def _wake(self) -> None:
        with suppress(OSError):
            os.write(self._wake_out, b"x")

    # In the thread

    def _run(self) -> None:
        try:
            while self._is_open:
                self._give()
                finished = self._pool.take(also=[self._wake_in])
                self._drain()
                for chunk in finished:
                    self._finish(chunk)
                self._end_dropped()
        finally:
            self._pool.close()
            self._fail_all()
            os.close(self._wake_in)
            os.close(self._wake_out)

    def _give(self) -> None:
        while self._pool.free:
            with self._lock:
                if not self._waiting:
                    return
                ticket = self._waiting.popleft()
                ticket.chunk = Chunk([ticket.job])
                self._running[id(ticket.chunk)] = ticket
            try:
                self._pool.give(ticket.chunk)
            except WorkersLost as error:
                self._settle(ticket, Outcome(None, Failure(CRASH, str(error))))

    def _drain(self) -> None:
        os.set_blocking(self._wake_in, False)
        with suppress(BlockingIOError):
            os.read(self._wake_in, 65_536)
        os.set_blocking(self._wake_in, True)

    def _finish(self, chunk: Chunk) -> None:
        ticket = self._running.get(id(chunk))
        if ticket is not None:
            self.done, self.last_done = self.done + 1, time.monotonic()
            self._settle(ticket, chunk.value[0])

    def _end_dropped(self) -> None:
        """End the children of jobs that nobody waits for."""
        for ticket in [one for one in self._running.values() if one.is_dropped]:
            assert ticket.chunk is not None
            self._pool.drop(ticket.chunk)
            self._running.pop(id(ticket.chunk), None)

    def _settle(self, ticket: _Ticket, outcome: Outcome) -> None:
        with self._lock:
            self._running.pop(id(ticket.chunk), None)

        def give() -> None:
            if not ticket.answer.done():
                ticket.answer.set_result(outcome)

        with suppress(RuntimeError):  # the loop has gone
            ticket.loop.call_soon_threadsafe(give)

    def _fail_all(self) -> None:
        for ticket in [*self._waiting, *self._running.values()]:
            self._settle(ticket, Outcome(None, Failure(CRASH, "the server is stopping")))
        self._waiting.clear()
