"""The engine for a cluster: every shard is a Ray task that runs `run_shard`, exactly as one machine would.

The driver only hands out shards and collects what their done-files say. A task whose process or machine is lost is given out again;
that is safe, since a shard's file is whole or not there.
"""

import logging
import signal
import socket
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sectio.batch.files import new_run, write_json
from sectio.batch.job import Job
from sectio.batch.local import FINAL, PRELOAD
from sectio.batch.run_shard import failed, run_shard
from sectio.batch.shards import Shard
from sectio.errors import BatchError, MissingExtra, OutputError
from sectio.progress import Progress, counted
from sectio.workers import Chunk, Limits, Pool, Work

_PATIENCE = 10.0  # seconds in which a cluster that is said to run must answer
_CURRENT = Path("/tmp/ray/ray_current_cluster")  # where Ray notes the cluster of this machine
_STORE = 200_000_000  # bytes for Ray's own objects; ours are small


class RayEngine:
    """A run on a cluster."""

    def __init__(
        self,
        job: Job,
        shards: Sequence[Shard],
        *,
        address: str = "auto",
        workers: int | None = None,
        retries: int = 2,
        strict: bool = False,
        progress: Progress,
        work: Work,
        before: Sequence[dict[str, Any]] = (),
    ) -> None:
        self.job, self.address, self.workers, self.retries, self.strict = job, address, workers, retries, strict
        self.progress, self.work = progress, work
        self.before, self.done = before, list[dict[str, Any]]()
        self._queue = deque((shard, 0) for shard in shards)
        self._running: dict[Any, tuple[Shard, int]] = {}

    def run(self) -> list[dict[str, Any]]:
        """Do all shards; return what their done-files say."""
        with cluster(self.address, self.workers) as (ray, is_own):
            probe = self.job.state / f"probe-{self.job.run}.json"
            write_json(probe, {}, self.job.run)
            try:
                self._drive(ray)
            finally:
                # A cluster of our own ends with its tasks: Ray aborts where a task is cancelled that is just done.
                for task in () if is_own else self._running:
                    with suppress(Exception):  # a cluster that is gone has ended them itself
                        ray.cancel(task, force=True)
                probe.unlink(missing_ok=True)
        return self.done

    def _drive(self, ray: Any) -> None:
        task = ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")(shard_task)
        limit = self.job.settings.limit
        most = 1 if limit is not None else 2 * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        while self._queue or self._running:
            while self._queue and len(self._running) < most:
                shard, tries = self._queue.popleft()
                if (left := self._left(shard)) != 0:
                    self._running[task.remote(self.job, shard, self.work, self.strict, left)] = shard, tries
            ready, _ = ray.wait(list(self._running), timeout=1.0) if self._running else ([], [])
            for reference in ready:
                self._collect(ray, reference)
            self.progress.tick()

    def _left(self, shard: Shard) -> int | None:
        """How many pages may still be read; None for all."""
        if self.job.settings.limit is None:
            return None
        rows: int = sum(done.get("rows", 0) for done in [*self.before, *self.done] if done["shard"] < shard.name)
        return max(self.job.settings.limit - rows, 0)

    def _collect(self, ray: Any, reference: Any) -> None:
        shard, tries = self._running.pop(reference)
        try:
            done = ray.get(reference)
        except Exception as error:
            cause = error.cause if isinstance(error, ray.exceptions.RayTaskError) else error
            if isinstance(cause, OutputError):
                raise cause from error
            if tries < self.retries and not isinstance(cause, FINAL):
                self._queue.append((shard, tries + 1))
                return
            done = failed(self.job, shard, cause)
        self.done.append(done)
        self.progress.add_pages(*counted(done))
        self.progress.add_shard(done["shard"], done.get("rows", 0))


def shard_task(job: Job, shard: Shard, work: Work, strict: bool, limit: int | None) -> dict[str, Any]:
    """What a Ray worker does: one shard, with a worker process of its own."""
    if not (job.state / f"probe-{job.run}.json").exists():
        raise BatchError(
            f"{job.folder}: this machine does not see the driver's folder; name one that all machines share"
        )
    limits = Limits.around(job.settings.timeout, job.settings.memory)
    return run_shard(job, shard, _pool(job.run, work, limits), strict=strict, limit=limit)


_pools: dict[tuple[str, str], Pool] = {}  # the one of this process, kept from task to task


def _pool(run: str, work: Work, limits: Limits) -> Pool:
    key = run, type(work).__name__
    if key not in _pools:
        for pool in _pools.values():
            pool.close()
        _pools.clear()
        _pools[key] = Pool(work, workers=1, limits=limits, preload=PRELOAD)
    return _pools[key]


@dataclass(frozen=True)
class RayCrew:
    """The passes before extraction on a cluster: a task for each chunk of items."""

    address: str
    workers: int | None
    retries: int = 2

    def each(self, work: Work, chunks: Sequence[Sequence[Any]], limits: Limits) -> Iterator[Any]:
        """Do chunks as tasks, some in flight at a time; one whose process is lost is given out again."""
        run = new_run()
        with cluster(self.address, self.workers) as (ray, _):
            options = {"num_cpus": 1, "max_retries": self.retries, "scheduling_strategy": "SPREAD"}
            task, queue, running_tasks = ray.remote(**options)(chunk_task), deque(chunks), list[Any]()
            most = 2 * max(int(ray.cluster_resources().get("CPU", 1)), 1)
            while queue or running_tasks:
                while queue and len(running_tasks) < most:
                    running_tasks.append(task.remote(run, work, list(queue.popleft()), limits))
                ready, running_tasks = ray.wait(running_tasks)
                yield from map(ray.get, ready)


def chunk_task(run: str, work: Work, items: list[Any], limits: Limits) -> Any:
    """What a Ray worker does in the passes before: some items in a worker process of its own."""
    pool = _pool(run, work, limits)
    pool.give(Chunk(items))
    (chunk,) = pool.take()
    return chunk.value


@contextmanager
def cluster(address: str, workers: int | None = None) -> Iterator[tuple[Any, bool]]:
    """Ray, joined to a cluster that runs; without one, a small one of our own, which is stopped in the end. And which of the two."""
    try:
        import ray
    except ImportError:
        raise MissingExtra("ray", "ray") from None
    if ray.is_initialized():  # the caller's own: not ours to stop
        yield ray, False
        return
    found = running() if address == "auto" else address if address != "local" else None
    handler = signal.getsignal(signal.SIGTERM)
    if found is not None:
        ray.init(address=found, logging_level=logging.ERROR, log_to_driver=False)
    else:
        ray.init(
            address="local",
            num_cpus=workers,
            include_dashboard=False,
            object_store_memory=_STORE,
            logging_level=logging.ERROR,
            log_to_driver=False,
            # Ray is polite by default and runs its workers at the lowest priority.
            _system_config={"worker_niceness": 0},
        )
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGTERM, handler)  # Ray puts its own there, which ends the process without a word
    try:
        yield ray, found is None
    finally:
        ray.shutdown()


def running() -> str | None:
    """The cluster of this machine, if one is noted and answers in time."""
    with suppress(OSError, ValueError):
        address = _CURRENT.read_text().strip()
        host, _, port = address.rpartition(":")
        with socket.create_connection((host, int(port)), _PATIENCE):
            return address
    return None
