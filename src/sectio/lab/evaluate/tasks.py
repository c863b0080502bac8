"""What workers are asked to do: run systems on a page, learn a site."""

import time
from dataclasses import dataclass
from pathlib import Path

from sectio import api
from sectio.lab.evaluate.scoring import Measurement, Reference, measure
from sectio.lab.evaluate.systems import System, extractor, site_extractor


@dataclass(frozen=True)
class PageTask:
    """One page and the systems to run on it."""

    number: int
    html: bytes
    url: str | None
    gold: Reference
    systems: dict[str, System]
    models: dict[str, Path]

    @property
    def steps(self) -> tuple[str, ...]:
        """A step per system."""
        return tuple(self.systems)

    def run(self, step: str) -> Measurement:
        """Extract and score; runs in a worker."""
        system = self.systems[step]
        model = self.models.get(step)
        run = site_extractor(system, model) if model else extractor(system)
        return measure(run, self.html, self.url, self.gold)


@dataclass(frozen=True)
class LearnTask:
    """The pages of a site and where to save the model a method learns from them."""

    site: str
    method: str
    pages: tuple[bytes, ...]
    urls: tuple[str | None, ...]
    feed: bytes | None
    target: Path

    @property
    def steps(self) -> tuple[str, ...]:
        """Learning is one step."""
        return (self.method,)

    def run(self, step: str) -> float:
        """Learn, save, and return the milliseconds; runs in a worker."""
        start = time.process_time()
        urls = list(self.urls) if all(self.urls) else None
        model = api.learn(list(self.pages), method=step, urls=urls, feed=self.feed)
        elapsed = 1000 * (time.process_time() - start)
        model.save(self.target)
        return elapsed
