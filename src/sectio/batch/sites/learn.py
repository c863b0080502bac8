"""From a sample to models: sort the pages of a host into kinds, learn each kind, and keep what helps on pages left out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sectio import api
from sectio.batch.files import new_run
from sectio.batch.job import Job
from sectio.batch.settings import digest
from sectio.batch.sites.sample import Sample, Sampled
from sectio.dom.page import Page
from sectio.errors import SectioError
from sectio.kinds import groups, learn_kind
from sectio.options import Options
from sectio.site import Site
from sectio.workers import Outcome


class Place(NamedTuple):
    """A host to learn, and the bucket its sample is in."""

    bucket: int
    host: str


@dataclass(frozen=True)
class LearnWork:
    """What worker processes do in this pass: one host at a time, so that a page hurts only its own host."""

    job: Job

    def start(self) -> None:
        """Load the model."""
        from sectio.workers import warm

        warm.warm()

    def do(self, place: Place) -> list[dict[str, Any]]:
        """Learn a host, save its models, and return their entries for the index."""
        assert self.job.settings.sites is not None
        sample = _sample(self.job, place.bucket, self.job.settings.sites)
        options = dict(self.job.settings.options)
        entries = []
        for kind, pages in enumerate(kinds(sample.hosts[place.host].pages(), options)):
            learned = learn_kind(pages, Options.of(options))
            if learned is not None:
                entries.append(_save(self.job, place.host, kind, len(pages), learned.site, learned.coverage))
        return entries

    def pack(self, places: Sequence[Place], outcomes: Sequence[Outcome]) -> list[tuple[str, Outcome]]:
        """What came of every host."""
        return [(place.host, outcome) for place, outcome in zip(places, outcomes, strict=True)]


_read: dict[tuple[str, int], Sample] = {}  # the last bucket of this process: its hosts come one after the other


def _sample(job: Job, bucket: int, most: int) -> Sample:
    if (job.run, bucket) not in _read:
        _read.clear()
        _read[job.run, bucket] = Sample.read(job, bucket, most)
    return _read[job.run, bucket]


def kinds(sampled: Sequence[Sampled], options: dict[str, Any]) -> list[list[Page]]:
    """The pages of a host in groups of a like structure, the largest first; groups that are too small are left out."""
    pages = [page for one in sampled if (page := _parsed(one, options)) is not None]
    return [[pages[at] for at in group] for group in groups(pages, Options.of(options))]


def _parsed(sampled: Sampled, options: dict[str, Any]) -> Page | None:
    try:
        return api.parse_page(sampled.html, encoding=sampled.encoding, options=options)
    except SectioError:
        return None


def _save(job: Job, host: str, kind: int, pages: int, site: Site, coverage: float) -> dict[str, Any]:
    """Save a model, whole or not at all."""
    name = f"{_file_stem(host)}-{kind}"
    folder = job.state / "models"
    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / f".{name}.{new_run()}.tmp"
    site.save(temporary)
    Path(temporary).replace(folder / f"{name}.json")
    return {"id": name, "file": f"{name}.json", "pages": pages, "kind": kind, "coverage": round(coverage, 4)}


def _file_stem(host: str) -> str:
    """A host as a file name that every system takes."""
    plain = re.sub(r"[^a-z0-9.-]+", "_", host.lower())[:80] or "no-host"
    return plain if plain == host else f"{plain}-{digest(host)[:6]}"
