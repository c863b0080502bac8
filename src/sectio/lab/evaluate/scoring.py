"""One page, one system: the scores, the time, the reason of a failure."""

import time
from typing import Any, NamedTuple

from sectio.extraction import Extraction
from sectio.lab import metrics
from sectio.lab.datasets import GoldPage
from sectio.lab.evaluate.systems import Extract, text_of
from sectio.lab.metrics.fields import SAME

METRICS_VERSION = 2  # raise when a score below changes its meaning: cached ones are then not used


class Measurement(NamedTuple):
    """What one system did on one page; a failure has scores of 0 and a reason.

    ``fields`` says which fields of the metadata are right, of those that the gold has; None for systems without any.
    """

    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    shingle_f1: float = 0.0
    hits: int = 0
    false_alarms: int = 0
    misses: int = 0
    ms: float | None = None
    error: str | None = None
    fields: dict[str, bool] | None = None


class Reference(NamedTuple):
    """The gold of a page as a worker needs it."""

    text: metrics.Gold | None
    with_: tuple[str, ...]
    without: tuple[str, ...]
    fields: dict[str, Any]


def reference(page: GoldPage) -> Reference:
    """Return the part of a page's gold that scores are made from."""
    text = None if page.text is None else metrics.Gold(page.text)
    return Reference(text, page.with_, page.without, gold_fields(page))


def gold_fields(page: GoldPage) -> dict[str, Any]:
    """Return the metadata that the gold has a value for."""
    return {name: value for name in SAME if (value := getattr(page, name))}


def measure(run: Extract, html: bytes, url: str | None, gold: Reference) -> Measurement:
    """Extract, timed in process time, and score."""
    start = time.process_time()
    found = run(html, url)
    text = text_of(found)
    ms = 1000 * (time.process_time() - start)
    fields = None if isinstance(found, str) else right_fields(found, gold)
    return score(text, gold)._replace(ms=ms, fields=fields)


def right_fields(found: Extraction, gold: Reference) -> dict[str, bool]:
    """Return for each field of the gold whether the extraction has the same value."""
    given = {name: getattr(found, name) for name in gold.fields}
    return {name: bool(given[name]) and SAME[name](given[name], value) for name, value in gold.fields.items()}


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
