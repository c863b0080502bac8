"""The passes of a run that learns its sites: sample every shard, learn every host, write the index. Then pages are extracted."""

import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sectio.batch.files import read_json, write_json
from sectio.batch.job import Job
from sectio.batch.schema import SCHEMA
from sectio.batch.shards import Shard
from sectio.batch.sites.learn import LearnWork, Place
from sectio.batch.sites.sample import bucket_of, sample_folder, sample_shard
from sectio.kinds import LEAST
from sectio.progress import Progress
from sectio.workers import Chunk, Limits, Outcome, Pool, Work, as_finished

_HOUR = 3600.0
# Learning needs more than one page at once.
_PAGES = 40


class Crew(Protocol):
    """What an engine offers to the passes: a task for each item, results in any order."""

    def each(self, work: Work, chunks: Sequence[Sequence[Any]], limits: Limits) -> Iterator[Any]:
        """Do chunks of items; yield what the work packs for each."""


@dataclass(frozen=True)
class SampleWork:
    """What worker processes do in the first pass: one shard at a time."""

    job: Job
    buckets: int

    def start(self) -> None:
        """Nothing is needed."""

    def do(self, shard: Shard) -> dict[str, int]:
        """Sample a shard."""
        return sample_shard(self.job, shard, self.buckets)

    def pack(self, items: Sequence[Shard], outcomes: Sequence[Outcome]) -> list[Outcome]:
        """How many pages each host has; a shard that cannot be read gives none, and says so when it is extracted."""
        return list(outcomes)


def learn_sites(job: Job, shards: Sequence[Shard], crew: Crew, progress: Progress) -> None:
    """Learn every host of the inputs, unless that is done."""
    index = job.state / "models" / "index.json"
    if (read_json(index) or {}).get("options") == job.settings.digest:
        return
    buckets = max(16, min(1024, len(shards)))
    progress.plan(len(shards), title="sample")
    hosts = _sampled(job, shards, buckets, crew, progress)
    places = _places([name for name, count in hosts.items() if count >= LEAST], buckets)
    progress.plan(len(places), title="learn")
    hosts_learned, failed = _learned(job, places, crew, progress)
    record = {"schema": SCHEMA, "options": job.settings.digest, "hosts": hosts_learned, "failed": failed}
    write_json(index, record, job.run)
    shutil.rmtree(sample_folder(job), ignore_errors=True)


def _sampled(job: Job, shards: Sequence[Shard], buckets: int, crew: Crew, progress: Progress) -> Counter[str]:
    hosts: Counter[str] = Counter()
    for outcomes in crew.each(SampleWork(job, buckets), [[shard] for shard in shards], Limits(_HOUR, None)):
        for outcome in outcomes:
            hosts.update(outcome.value or {})
        progress.add_shard()
    return hosts


def _learned(
    job: Job, places: Sequence[Sequence[Place]], crew: Crew, progress: Progress
) -> tuple[dict[str, Any], dict[str, str]]:
    """The models of every host, and why there are none where learning failed."""
    found: dict[str, Any] = {}
    failed: dict[str, str] = {}
    limits = Limits(_PAGES * job.settings.timeout, job.settings.memory)
    for outcomes in crew.each(LearnWork(job), places, limits):
        found |= {host: outcome.value for host, outcome in outcomes if outcome.value}
        failed |= {host: outcome.error.message for host, outcome in outcomes if outcome.error}
        progress.add_shard()
    return dict(sorted(found.items())), dict(sorted(failed.items()))


def _places(hosts: Sequence[str], buckets: int) -> list[list[Place]]:
    """Hosts by bucket, both in a fixed order."""
    found: dict[int, list[Place]] = {}
    for host in sorted(hosts):
        bucket = bucket_of(host, buckets)
        found.setdefault(bucket, []).append(Place(bucket, host))
    return [found[bucket] for bucket in sorted(found)]


@dataclass(frozen=True)
class LocalCrew:
    """The passes on this machine."""

    workers: int

    def each(self, work: Work, chunks: Sequence[Sequence[Any]], limits: Limits) -> Iterator[Any]:
        """Do chunks in worker processes."""
        if not chunks:
            return
        with Pool(work, workers=self.workers, limits=limits, preload=("sectio.batch.sites.learn",)) as pool:
            for chunk in as_finished(pool, (Chunk(list(items)) for items in chunks)):
                yield chunk.value
