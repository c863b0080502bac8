"""Measure systems on a data set: page by page, all systems on a page one after the other in the same process.

Systems that learn get the first 15 pages of each site; everything is measured on the other pages, so that all
rows of a table are based on the same ones.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sectio.lab.datasets import Dataset, GoldPage, Split, sample, split_sites
from sectio.lab.evaluate.cache import Cache, cache_key
from sectio.lab.evaluate.scoring import Measurement, failure, reference
from sectio.lab.evaluate.systems import System
from sectio.lab.evaluate.tasks import LearnTask, PageTask
from sectio.lab.evaluate.workers import CRASH, TIMEOUT, run_tasks

Progress = Callable[[int, int], None]  # done, of how many

LEARN_LIMIT = 15  # a site may take this many times the limit of a page to learn
_NEED_FEED = ("forest-feed", "description")


@dataclass(frozen=True)
class Run:
    """Everything measured on one data set; ``results`` has a list per system, in the order of ``pages``.

    A measurement is None where a system does not apply (a method that needs a feed, on a site without one).
    """

    dataset: Dataset
    systems: tuple[System, ...]
    pages: tuple[GoldPage, ...]
    results: dict[str, list[Measurement | None]]
    problems: tuple[str, ...] = ()
    cached: int = 0
    seconds: float = 0.0
    learn_ms: dict[str, list[float]] = field(default_factory=dict)


def evaluate(
    dataset: Dataset,
    systems: Sequence[System],
    *,
    limit: int | None = None,
    cache: Cache | None = None,
    workers: int = 2,
    time_limit: float = 20.0,
    progress: Progress | None = None,
) -> Run:
    """Measure these systems on (a sample of) the pages of a data set."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sectio-evaluate-") as models:
        state = _State(dataset, tuple(systems), limit, cache or Cache(None), workers, time_limit, Path(models))
        state.learn()
        state.measure(progress or (lambda done, total: None))
    return state.finish(time.monotonic() - start)


class _State:
    """The state of one run: what is known so far, page by page."""

    def __init__(
        self,
        dataset: Dataset,
        systems: tuple[System, ...],
        limit: int | None,
        cache: Cache,
        workers: int,
        time_limit: float,
        models: Path,
    ) -> None:
        self.dataset, self.systems, self.cache = dataset, systems, cache
        self.workers, self.time_limit, self.models = workers, time_limit, models
        self.splits = split_sites(dataset) if dataset.layout == "sites" else {}
        candidates = [page for split in self.splits.values() for page in split.test] or list(dataset.pages)
        self.pages = sample(candidates, limit)
        self.found: dict[tuple[int, str], Measurement] = {}
        self.keys: dict[tuple[int, str], str] = {}
        self.learnt: dict[tuple[str, str], Path | str] = {}  # a saved model, or why there is none
        self.learn_ms: dict[str, list[float]] = {}
        self.problems: list[str] = []
        self.unreadable: set[int] = set()
        self.cached = 0

    # Learning

    def learn(self) -> None:
        """Learn every site model that some page will need."""
        tasks = self._learn_tasks()
        for outcome in run_tasks(tasks, workers=self.workers, limit=LEARN_LIMIT * self.time_limit):
            task: LearnTask = outcome.task
            where = (task.site, task.method)
            self.learnt[where] = task.target if outcome.error is None else f"learn: {outcome.error}"
            if outcome.error is None:
                self.learn_ms.setdefault(task.method, []).append(outcome.value)
            else:
                self.problems.append(f"{task.site}: {task.method} could not learn ({outcome.error})")

    def _learn_tasks(self) -> Iterator[LearnTask]:
        methods = list(dict.fromkeys(system.learns for system in self.systems if system.learns))
        if not methods:
            return
        for number, site in enumerate(dict.fromkeys(page.site for page in self.pages)):
            html, urls = self._learning_pages(self.splits[site])
            feed = self.dataset.feeds[site]() if site in self.dataset.feeds else None
            for method in methods:
                if feed is None and method in _NEED_FEED:
                    continue
                target = self.models / f"{number}-{method}.json"
                yield LearnTask(site, method, html, urls, feed, target)

    def _learning_pages(self, split: Split) -> tuple[tuple[bytes, ...], tuple[str | None, ...]]:
        readable = []
        for page in split.learn:
            try:
                readable.append((page.html, page.url))
            except OSError as error:
                self.problems.append(f"{page.id}: cannot be read ({error})")
        return tuple(html for html, _ in readable), tuple(url for _, url in readable)

    # Measuring

    def measure(self, progress: Progress) -> None:
        """Run every system on every page that is not known from the cache."""
        total = len(self.pages) * len(self.systems)
        progress(0, total)
        for outcome in run_tasks(self._page_tasks(), workers=self.workers, limit=self.time_limit):
            task: PageTask = outcome.task
            self._note(task, outcome.step, outcome.value, outcome.error)
            progress(min(len(self.found), total - 1), total)
        self.cache.keep()
        progress(total, total)

    def _note(self, task: PageTask, name: str, value: Any, error: str | None) -> None:
        waited = 1000 * self.time_limit if error == TIMEOUT else None
        measured: Measurement = value if error is None else failure(error, task.gold, waited)
        self.found[task.number, name] = measured
        if (key := self.keys.get((task.number, name))) and error not in (TIMEOUT, CRASH):
            self.cache.put(key, measured)

    def _page_tasks(self) -> Iterator[PageTask]:
        for number, page in enumerate(self.pages):
            try:
                html = page.html
            except OSError as error:
                self.problems.append(f"{page.id}: cannot be read ({error})")
                self.unreadable.add(number)
                continue
            task = self._page_task(number, page, html)
            if task.systems:
                yield task

    def _page_task(self, number: int, page: GoldPage, html: bytes) -> PageTask:
        gold = reference(page)
        digests = blake2b(html, digest_size=16).hexdigest(), page.gold_digest(), json.dumps(gold.fields)
        task = PageTask(number, html, page.url, gold, {}, {})
        for system in self.systems:
            model = self.learnt.get((page.site, system.learns)) if system.learns else None
            if isinstance(model, str):
                self.found[number, system.name] = failure(model, gold)
            elif model is not None:
                task.systems[system.name] = system
                task.models[system.name] = model
            elif not system.learns and not self._recall(number, system, digests):
                task.systems[system.name] = system
        return task

    def _recall(self, number: int, system: System, digests: tuple[str, ...]) -> bool:
        """Take a result from the cache if it is there; what learns depends on other pages and is not."""
        key = cache_key(*digests, system.name, system.version, system.code)
        self.keys[number, system.name] = key
        known = self.cache.get(key)
        if known is not None:
            self.found[number, system.name] = known
            self.cached += 1
        return known is not None

    def finish(self, seconds: float) -> Run:
        """Put the results into order."""
        numbers = [number for number in range(len(self.pages)) if number not in self.unreadable]
        results = {
            system.name: [self.found.get((number, system.name)) for number in numbers] for system in self.systems
        }
        pages = tuple(self.pages[number] for number in numbers)
        problems = (*self.dataset.problems, *self.problems)
        return Run(self.dataset, self.systems, pages, results, problems, self.cached, seconds, self.learn_ms)
