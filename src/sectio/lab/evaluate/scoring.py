"""One page, one system: the scores, the time, the reason of a failure."""

import time
from typing import NamedTuple

from sectio.lab import metrics
from sectio.lab.datasets import GoldPage
from sectio.lab.evaluate.systems import Extract

METRICS_VERSION = 1  # raise when a score below changes its meaning: cached ones are then not used


class Measurement(NamedTuple):
    """What one system did on one page; a failure has scores of 0 and a reason."""

    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    shingle_f1: float = 0.0
    hits: int = 0
    false_alarms: int = 0
    misses: int = 0
    ms: float | None = None
    error: str | None = None


class Reference(NamedTuple):
    """The gold of a page as a worker needs it."""

    text: metrics.Gold | None
    with_: tuple[str, ...]
    without: tuple[str, ...]


def reference(page: GoldPage) -> Reference:
    """Return the part of a page's gold that scores are made from."""
    return Reference(None if page.text is None else metrics.Gold(page.text), page.with_, page.without)


def measure(run: Extract, html: bytes, url: str | None, gold: Reference) -> Measurement:
    """Extract, timed in process time, and score."""
    start = time.process_time()
    text = run(html, url)
    ms = 1000 * (time.process_time() - start)
    return score(text, gold)._replace(ms=ms)


def score(text: str, gold: Reference) -> Measurement:
    """Compare a text with the gold."""
    bag, pairs = metrics.Score(0, 0, 0), metrics.Score(0, 0, 0)
    if gold.text is not None:
        bag, pairs = metrics.bag_and_pairs(text, gold.text)
    count = metrics.count_snippets(text, gold.with_, gold.without)
    return Measurement(*bag, pairs.f1, *count)


def failure(reason: str, gold: Reference, ms: float | None = None) -> Measurement:
    """Return the measurement of a system that gave nothing."""
    return Measurement(misses=len(gold.with_), ms=ms, error=reason)
