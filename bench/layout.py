"""Chromium layout: speed, node identity, and how far the estimates are from it.

    python bench/layout.py DATA [--speed 100] [--identity 300] [--distance 200] [--workers 2]

Pages are drawn from the data set by a fixed seed. Times are wall times and mean little on a busy machine.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from sectio.api import parse_page
from sectio.dom.page import Floats, Page
from sectio.errors import SectioError
from sectio.lab.datasets import load, sample
from sectio.layout import Layout, flow
from sectio.layout.chromium import Browser, layouts
from sectio.layout.estimate import areas
from sectio.sectioning.cut import AREA, SECTIONING
from sectio.text.lcs import align

TIMEOUT = 60.0


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("data", type=Path)
    for name, count in (("--speed", 100), ("--identity", 300), ("--distance", 200), ("--workers", 2)):
        given.add_argument(name, type=int, default=count)
    chosen = given.parse_args()
    golds = load(chosen.data)[0].pages
    for what, count, measure in (
        ("speed", chosen.speed, speed),
        ("identity", chosen.identity, identity),
        ("distance", chosen.distance, distance),
    ):
        if count:
            pages = [parse_page(gold.html) for gold in sample(golds, count)]
            print(f"{what}, {len(pages)} pages\n  " + "\n  ".join(measure(pages, chosen.workers)), flush=True)


def speed(pages: Sequence[Page], workers: int) -> list[str]:
    """Throughput with several browsers, and the time of single pages with one."""
    took, failed = [], 0
    with Browser(timeout=TIMEOUT) as browser:
        browser.layout(pages[0])
        for page in pages:
            start = time.perf_counter()
            try:
                browser.layout(page)
            except SectioError:
                failed += 1
            took.append(time.perf_counter() - start)
    start = time.perf_counter()
    found = list(layouts(pages, workers=workers, timeout=TIMEOUT))
    rate = len(found) / (time.perf_counter() - start)
    middle, late = np.percentile(took, (50, 95)) * 1000
    return [
        f"one browser: p50 {middle:.0f} ms, p95 {late:.0f} ms, {len(took) / sum(took):.1f} pages/s, {failed} failed",
        f"{workers} browsers: {rate:.1f} pages/s, their start included",
    ]


def identity(pages: Sequence[Page], workers: int) -> list[str]:
    """Share of our rows that the browser has: as built from them, and as its own parser reads the source."""
    rows = same = own = equal = 0
    odd: Counter[str] = Counter()
    with Browser(timeout=TIMEOUT) as browser:
        for page in pages:
            ours = [page.tag_of(row) for row in range(len(page))]
            built, parsed = browser.document(page), browser.parsed(page.html)
            rows += len(ours)
            same += sum(a == b for a, b in zip(ours, built, strict=True))
            equal += ours == parsed
            kept = np.ones(len(ours), bool) if ours == parsed else align(ours, parsed)[0]
            own += int(kept.sum())
            odd.update(name for name, hit in zip(ours, kept.tolist(), strict=True) if not hit)
    return [
        f"built: {same / rows:.5f} of {rows} rows",
        f"parsed by the browser itself: {own / rows:.5f} of the rows, {equal / len(pages):.3f} of the pages alike",
        f"rows that differ in the browser's parser: {dict(odd.most_common(8))}",
    ]


def distance(pages: Sequence[Page], workers: int) -> list[str]:
    """Estimates against the browser: areas by rank, and whether a node is large enough to be taken apart."""
    ranks: dict[str, list[float]] = {"flow": [], "characters": []}
    alike: dict[str, list[float]] = {"flow": [], "characters": []}
    for page, real in zip(pages, layouts(pages, workers=workers, timeout=TIMEOUT), strict=True):
        if not isinstance(real, Layout) or real.visible is None:
            continue
        shown = np.flatnonzero(page.is_element & real.visible)
        parts = np.flatnonzero(page.is_tag(*SECTIONING) & real.visible)
        if len(shown) < 3 or not len(parts):
            continue
        truth = areas(page, real)
        for name, guess in (("flow", areas(page, flow.layout(page))), ("characters", areas(page))):
            ranks[name].append(spearman(truth[shown], guess[shown]))
            alike[name].append(float((large(truth)[parts] == large(guess)[parts]).mean()))
    return [
        f"{name}: rank correlation of areas {np.mean(ranks[name]):.3f} (median {np.median(ranks[name]):.3f}); "
        f"Cond1 alike on {np.mean(alike[name]):.3f} of the nodes, "
        f"on all nodes of {np.mean(np.array(alike[name]) == 1):.3f} of the pages, "
        f"on 95 % of the nodes of {np.mean(np.array(alike[name]) >= 0.95):.3f} of the pages"
        for name in ranks
    ]


def large(area: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.asarray(area > AREA * max(float(area[min(1, len(area) - 1)]), 1e-9))


def spearman(left: Floats, right: Floats) -> float:
    """Correlation of ranks, ties sharing their mean rank."""
    first, second = ranked(left), ranked(right)
    if not first.std() or not second.std():
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def ranked(values: Floats) -> Floats:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[inverse])


if __name__ == "__main__":
    main()
