"""One shard: read it, have its pages extracted, write one file, mark it done. Exactly once, wherever it is killed.

The data file gets its name first, then the done-file is written. A run that is killed between the two does the shard again and puts
the same bytes in the same place.
"""

import time
from collections.abc import Iterator
from typing import Any

from sectio.batch.files import NewFile
from sectio.batch.job import Job
from sectio.batch.readers import READERS
from sectio.batch.records import Batch, Tally
from sectio.batch.shards import Shard
from sectio.batch.sinks import sink_for
from sectio.batch.work import Count, Item, Packed
from sectio.errors import SectioError
from sectio.workers import Chunk, Pool


class DamagedInput(SectioError):
    """An input is damaged, and the run is strict."""

    code = "bad_record"


class ShardRun:
    """One attempt at one shard. Chunks come back in any order and are written in theirs."""

    def __init__(self, job: Job, shard: Shard, *, strict: bool = False, limit: int | None = None) -> None:
        self.job, self.shard, self.strict = job, shard, strict
        self.tally, self.count = Tally(), Count()
        self.read = self.restarts = 0  # pages handed out, worker processes they cost
        self.is_read = self.is_dead = False
        self._limit = limit
        self._began = time.monotonic()
        self._batches: dict[int, Batch] = {}  # handed out, not written yet
        self._back: dict[int, Packed] = {}  # come back before their turn
        self._given = self._next = 0
        self._file = NewFile(job.data_path(shard), job.run)
        self._sink = sink_for(self._file, job.settings, job.passed)

    @property
    def waiting(self) -> int:
        """Chunks that are handed out and not written yet."""
        return self._given - self._next

    @property
    def is_complete(self) -> bool:
        """Whether everything is read and written."""
        return self.is_read and not self.waiting

    def chunks(self) -> Iterator[Chunk]:
        """Read the shard, in chunks for the pool."""
        for batch in READERS[self.shard.kind].read(self.shard, self.job.settings, self.tally):
            chosen = self._within_limit(batch)
            if chosen.records:
                self._batches[self._given] = Batch([], chosen.extra)
                self.read += len(chosen.records)
                number, self._given = self._given, self._given + 1
                yield Chunk([Item(record, self.shard.name) for record in chosen.records], key=(self, number))
            if len(chosen.records) < len(batch.records):
                break
        self.is_read = True

    def _within_limit(self, batch: Batch) -> Batch:
        left = len(batch.records) if self._limit is None else max(self._limit - self.read, 0)
        if left >= len(batch.records):
            return batch
        return Batch(batch.records[:left], None if batch.extra is None else batch.extra[:left])

    def take(self, chunk: Chunk) -> None:
        """Take a chunk back, and write what is due."""
        _, number = chunk.key
        self._back[number] = chunk.value
        self.restarts += chunk.restarts
        while self._next in self._back:
            due = self._back.pop(self._next)
            self._sink.add(due.payload, self._batches.pop(self._next))
            self.count.add(due.counted)
            self._next += 1

    def finish(self) -> dict[str, Any]:
        """Give the file its name and write the done-file."""
        if self.strict and self.tally.warnings:
            raise DamagedInput(f"the input is damaged: {self.tally.warnings[0]['message']}")
        self._sink.close()
        self._file.commit()
        return self.job.mark_done(self.shard, self._facts())

    def _facts(self) -> dict[str, Any]:
        return {
            "rows": self.count.rows,
            "ok": self.count.ok,
            "failed": dict(sorted(self.count.failed.items())),
            "skipped": dict(sorted(self.tally.skipped.items())),
            "restarts": self.restarts,
            "seconds": round(time.monotonic() - self._began, 2),
            "input_bytes": self.tally.bytes,
            "bytes": self._file.size,
            "sha256": self._file.sha256,
            "slowest": self.count.slowest,
            "hosts": self.count.hosts,
            "warnings": self.tally.warnings,
            "notes": self.tally.notes,
        }

    def abandon(self) -> None:
        """Throw away what was written."""
        self.is_dead = True
        self._file.discard()


def run_shard(job: Job, shard: Shard, pool: Pool, *, strict: bool = False, limit: int | None = None) -> dict[str, Any]:
    """Do one shard from beginning to end with the workers of a pool; what a Ray task does."""
    run = ShardRun(job, shard, strict=strict, limit=limit)
    try:
        for chunk in run.chunks():
            chunk.pack()
            while not pool.free:
                _take(run, pool)
            pool.give(chunk)
        while not run.is_complete:
            _take(run, pool)
        return run.finish()
    except BaseException:
        run.abandon()
        raise


def _take(run: ShardRun, pool: Pool) -> None:
    for chunk in pool.take():
        if chunk.key[0] is run:
            run.take(chunk)


def failed(job: Job, shard: Shard, error: BaseException) -> dict[str, Any]:
    """Record that a shard could not be done; a run that is resumed tries it again."""
    code = error.code if isinstance(error, SectioError) else "input" if isinstance(error, OSError) else "internal"
    message = str(error) if isinstance(error, SectioError) else f"{type(error).__name__}: {error}"
    return job.mark_done(shard, {"error": {"code": code, "message": message[:500]}})
