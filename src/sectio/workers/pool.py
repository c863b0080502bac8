"""The supervisor: gives chunks to children, takes back what they made of them, and replaces children that die."""

import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Self

from sectio.errors import WorkersLost
from sectio.workers.passing import Parcel
from sectio.workers.start import Child
from sectio.workers.work import CRASH, TIMEOUT, Failure, Limits, Work

_START_UP = 60.0  # seconds a new child may take to import what it needs
_PATIENCE = 60.0  # seconds a child may spend between two items of a chunk, on a busy machine
_AFTER_KILL = 0.1  # seconds until the system has noticed that a process was killed
_TRIES = 3  # children that may die at their start, or between the items of one chunk


@dataclass
class Chunk:
    """Items that go to a child together; `value` is what the work packed for them.

    `known` holds the items that are given up. They go along to every child that tries the chunk, which packs a failure in their place.
    `restarts` counts the children it cost, `losses` those that died between two items.
    """

    items: Sequence[Any]
    key: Any = None
    known: dict[int, Failure] = field(default_factory=dict)
    losses: int = 0
    restarts: int = 0
    seconds: float = 0.0
    done: bool = False
    value: Any = None
    parcel: Parcel | None = None

    def pack(self) -> None:
        """Make the items ready to be sent; done ahead, no child waits for it. They are not kept besides, only how many they are."""
        if self.parcel is None:
            self.parcel = Parcel(self.items)
            self.items = range(len(self.items))


@dataclass
class _Seat:
    """A worker: its child, which may change, and the chunk that is being done."""

    child: Child
    chunk: Chunk | None = None
    began: float = 0.0


class Pool:
    """Children that do chunks of items.

    `give` hands a chunk to a free child, `take` waits for what is finished. Neither starts threads; a caller with other things to
    wait for passes them to `take`.
    """

    def __init__(self, work: Work, *, workers: int, limits: Limits, preload: Sequence[str] = ()) -> None:
        self.work, self.workers, self.limits, self.preload = work, workers, limits, preload
        self.restarts = 0
        self._seats: list[_Seat] = []
        self._bad_starts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def free(self) -> int:
        """How many chunks can be given now."""
        return self.workers - self.busy

    @property
    def busy(self) -> int:
        """How many chunks are being done."""
        return sum(seat.chunk is not None for seat in self._seats)

    @property
    def pids(self) -> list[int]:
        """The processes of the children."""
        return [seat.child.process.pid for seat in self._seats if seat.child.process.pid is not None]

    def give(self, chunk: Chunk) -> None:
        """Hand a chunk to a free child; one is started if there are fewer than `workers`."""
        for seat in self._seats:
            if seat.chunk is None:
                return self._hand(seat, chunk)
        if len(self._seats) >= self.workers:
            raise RuntimeError("all workers are busy; take what is finished first")
        self._seats.append(seat := _Seat(self._start()))
        return self._hand(seat, chunk)

    def take(self, timeout: float | None = None, also: Sequence[Any] = ()) -> list[Chunk]:
        """Wait until a chunk is finished, the time is up, or something of `also` is ready; return what is finished."""
        end = None if timeout is None else time.monotonic() + timeout
        while self.busy or also:
            ready = wait([*self._pipes(), *also], _patience(self._wake(end)))
            finished = [chunk for seat in self._seats if (chunk := self._look(seat, ready)) is not None]
            if finished or any(other in ready for other in also) or (end is not None and time.monotonic() >= end):
                return finished
        return []

    def drop(self, chunk: Chunk) -> None:
        """End the child that is doing a chunk nobody wants any more."""
        for seat in [one for one in self._seats if one.chunk is chunk]:
            self._leave(seat)

    def close(self) -> None:
        """End all children, whatever they do."""
        for seat in self._seats:
            seat.child.end()
        self._seats.clear()

    def _start(self) -> Child:
        """A new child. If the process that forks them was killed, the next try starts another."""
        for _ in range(_TRIES):
            with suppress(EOFError, ConnectionError):
                return Child(self.work, self.limits, self.preload)
            time.sleep(_AFTER_KILL)
        raise WorkersLost(f"no worker process could be started in {_TRIES} tries; see above what they said")

    def _hand(self, seat: _Seat, chunk: Chunk) -> None:
        seat.chunk, seat.began = chunk, time.monotonic()
        if seat.child.is_up:
            self._send(seat)

    def _send(self, seat: _Seat) -> None:
        assert seat.chunk is not None
        parcel = seat.chunk.parcel or Parcel(seat.chunk.items)
        seat.began = time.monotonic()
        with suppress(OSError):  # a child that died is noticed when its pipe is read
            parcel.send(seat.child.pipe, seat.child.process.pid or 0, seat.chunk.known)

    def _pipes(self) -> list[Connection]:
        return [seat.child.pipe for seat in self._seats if seat.chunk is not None]

    def _wake(self, end: float | None) -> float | None:
        """When to look again though nothing was heard."""
        times = [self._deadline(seat) for seat in self._seats if seat.chunk is not None]
        return min([*times, *([] if end is None else [end])], default=None)

    def _deadline(self, seat: _Seat) -> float:
        if not seat.child.is_up:
            return seat.child.started + _START_UP
        if seat.child.note.at is not None:
            return seat.child.note.since + self.limits.seconds
        return max(seat.began, seat.child.note.since) + self.limits.seconds + _PATIENCE

    def _look(self, seat: _Seat, ready: Sequence[Any]) -> Chunk | None:
        """Deal with a seat whose pipe is ready or whose time is up; return its chunk if that is finished."""
        if seat.chunk is None:
            return None
        if seat.child.pipe in ready:
            return self._hear(seat)
        if time.monotonic() > self._deadline(seat):
            self._lose(seat, TIMEOUT)
        return None

    def _hear(self, seat: _Seat) -> Chunk | None:
        try:
            message = seat.child.pipe.recv()
        except (EOFError, OSError):
            self._lose(seat, CRASH)
            return None
        if not seat.child.is_up:
            seat.child.is_up, self._bad_starts = True, 0
            self._send(seat)
            return None
        return self._finish(seat, *message)

    def _finish(self, seat: _Seat, value: Any, is_tired: bool) -> Chunk:
        chunk, seat.chunk = seat.chunk, None
        assert chunk is not None
        chunk.parcel = None
        chunk.value, chunk.done, chunk.seconds = value, True, time.monotonic() - seat.began
        if is_tired:
            self._leave(seat)
        return chunk

    def _leave(self, seat: _Seat) -> None:
        """Send a tired child home; the next chunk starts a fresh one."""
        seat.child.end()
        self._seats.remove(seat)

    def _lose(self, seat: _Seat, reason: str) -> None:
        """Give up the item a dead or endless child was at, and let a fresh child do the chunk."""
        chunk, child = seat.chunk, seat.child
        assert chunk is not None
        code = child.end() if reason == TIMEOUT else child.wait()
        if not child.is_up:
            self._count_bad_start(code)
        elif child.note.at is not None:
            chunk.known[child.note.at] = self._failure(reason, code)
        else:
            self._count_loss(chunk, code)
        self.restarts += 1
        chunk.restarts += 1
        seat.child, seat.began = self._start(), time.monotonic()

    def _failure(self, reason: str, code: int | None) -> Failure:
        if reason == TIMEOUT or code == -getattr(signal, "SIGALRM", 0):
            return Failure(TIMEOUT, f"not done after {self.limits.seconds:g} s, so its worker was stopped")
        return Failure(CRASH, f"its worker process died ({_cause(code)})")

    def _count_bad_start(self, code: int | None) -> None:
        self._bad_starts += 1
        if self._bad_starts >= _TRIES:
            raise WorkersLost(
                f"{_TRIES} worker processes in a row died at their start ({_cause(code)}); see above what they said"
            )

    def _count_loss(self, chunk: Chunk, code: int | None) -> None:
        """A child died between items: nobody's fault, unless it happens again and again."""
        chunk.losses += 1
        if chunk.losses > _TRIES:
            raise WorkersLost(f"a chunk of {len(chunk.items)} pages lost {chunk.losses} workers ({_cause(code)})")
        if chunk.losses == _TRIES:
            failure = Failure(CRASH, f"{_TRIES} worker processes died on it ({_cause(code)})")
            chunk.known = {at: chunk.known.get(at, failure) for at in range(len(chunk.items))}


def _patience(wake: float | None) -> float | None:
    return None if wake is None else max(wake - time.monotonic(), 0)


def _cause(code: int | None) -> str:
    """What an exit code says: `SIGKILL`, or `exit code 3`."""
    if code is None or code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
