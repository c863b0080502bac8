"""The engine for one machine: the supervisor reads shards in order, worker processes extract, the supervisor writes.

Chunks of several shards may be under way, so no worker waits for the end of a shard.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sectio.batch.files import sweep
from sectio.batch.job import Job
from sectio.batch.run_shard import DamagedInput, ShardRun, failed
from sectio.batch.shards import Shard
from sectio.batch.work import Count
from sectio.errors import BatchError, MissingExtra, OutputError, WorkersLost
from sectio.progress import Progress
from sectio.workers import Chunk, Limits, Pool, Work

PRELOAD = ("sectio.batch.work", "pyarrow")
# Trying again does not help against these.
FINAL = (DamagedInput, BatchError, MissingExtra, PermissionError)
_FATAL = (OutputError, WorkersLost)


@dataclass
class Attempt:
    """A shard in hand: how often it was tried before, and what is left to read of it."""

    shard: Shard
    tries: int
    run: ShardRun
    chunks: Iterator[Chunk]


class Local:
    """A run on this machine."""

    def __init__(
        self,
        job: Job,
        shards: Sequence[Shard],
        *,
        workers: int,
        retries: int = 2,
        strict: bool = False,
        progress: Progress,
        work: Work,
        before: Sequence[dict[str, Any]] = (),
    ) -> None:
        self.job, self.workers, self.retries, self.strict, self.progress = job, workers, retries, strict, progress
        self.work = work
        self.before, self.done = before, list[dict[str, Any]]()
        self._queue = deque((shard, 0) for shard in shards)
        self._reading: Attempt | None = None
        self._open: dict[int, Attempt] = {}  # attempts that are not complete, by their run
        self._ready: deque[Chunk] = deque()

    def run(self) -> list[dict[str, Any]]:
        """Do all shards; return what their done-files say."""
        limits = Limits.around(self.job.settings.timeout, self.job.settings.memory)
        try:
            with Pool(self.work, workers=self.workers, limits=limits, preload=PRELOAD) as pool:
                while self._queue or self._open or self._ready:
                    self._feed(pool)
                    finished = pool.take(timeout=0.5)
                    self._hand_out(pool)  # first, so that no worker waits until the rows of its last chunk are written
                    for chunk in finished:
                        self._take(chunk)
                    self.progress.tick()
        finally:
            for attempt in self._open.values():
                attempt.run.abandon()
            # Ctrl-C may come while a file is being made, before any attempt has it.
            sweep(self.job.folder, self.job.run, own=True)
        return self.done

    def _feed(self, pool: Pool) -> None:
        """Keep every worker busy and one chunk for each ahead, but do not run away from a slow chunk."""
        while len(self._ready) < self.workers and (chunk := self._read()) is not None:
            chunk.pack()
            self._ready.append(chunk)
            self._hand_out(pool)
        self._hand_out(pool)

    def _hand_out(self, pool: Pool) -> None:
        while self._ready and pool.free:
            pool.give(self._ready.popleft())

    def _read(self) -> Chunk | None:
        """The next chunk of the shard being read, or of the next shard; None if there is none, or too many are under way."""
        if sum(attempt.run.waiting for attempt in self._open.values()) >= 6 * self.workers:
            return None
        while self._reading is not None or self._queue:
            attempt = self._reading or self._start(*self._queue.popleft())
            if attempt is None:
                continue
            self._reading = attempt
            try:
                chunk = next(attempt.chunks, None)
            except _FATAL:
                raise
            except Exception as error:
                self._lose(attempt, error)
                continue
            if chunk is not None:
                return chunk
            self._reading = None
            self._finish_if_complete(attempt)
        return None

    def _start(self, shard: Shard, tries: int) -> Attempt | None:
        left = self._left(shard)
        if left == 0:
            return None
        run = ShardRun(self.job, shard, strict=self.strict, limit=left)
        attempt = self._open[id(run)] = Attempt(shard, tries, run, run.chunks())
        return attempt

    def _left(self, shard: Shard) -> int | None:
        """How many pages may still be read; None for all."""
        if self.job.settings.limit is None:
            return None
        rows: dict[str, int] = {done["shard"]: done.get("rows", 0) for done in [*self.before, *self.done]}
        rows |= {attempt.shard.name: attempt.run.read for attempt in self._open.values()}
        return max(self.job.settings.limit - sum(count for name, count in rows.items() if name < shard.name), 0)

    def _take(self, chunk: Chunk) -> None:
        run: ShardRun = chunk.key[0]
        attempt = self._open.get(id(run))
        if attempt is None:
            return  # of an attempt that was given up
        counted: Count = chunk.value.counted
        self.progress.add_pages(counted.rows, sum(counted.failed.values()), chunk.restarts)
        try:
            run.take(chunk)
        except _FATAL:
            raise
        except Exception as error:
            self._lose(attempt, error)
            return
        self._finish_if_complete(attempt)

    def _finish_if_complete(self, attempt: Attempt) -> None:
        if not attempt.run.is_complete:
            return
        try:
            done = attempt.run.finish()
        except _FATAL:
            raise
        except Exception as error:
            self._lose(attempt, error)
            return
        del self._open[id(attempt.run)]
        self._record(done)

    def _lose(self, attempt: Attempt, error: Exception) -> None:
        """Try a shard again, or record that it failed."""
        attempt.run.abandon()
        del self._open[id(attempt.run)]
        self._ready = deque(chunk for chunk in self._ready if chunk.key[0] is not attempt.run)
        if self._reading is attempt:
            self._reading = None
        if attempt.tries < self.retries and not isinstance(error, FINAL):
            self._queue.appendleft((attempt.shard, attempt.tries + 1))
        else:
            self._record(failed(self.job, attempt.shard, error))

    def _record(self, done: dict[str, Any]) -> None:
        self.done.append(done)
        self.progress.add_shard(done["shard"], done.get("rows", 0))
