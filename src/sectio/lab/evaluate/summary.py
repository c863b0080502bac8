"""From measurements to the rows of a table."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from sectio import api
from sectio.lab import metrics
from sectio.lab.datasets import GoldPage
from sectio.lab.evaluate.run import Run
from sectio.lab.evaluate.scoring import Measurement, gold_fields
from sectio.lab.evaluate.systems import System

SCHEMA = "sectio-evaluate/1"


@dataclass(frozen=True)
class Row:
    """A system's figures on a data set; on snippets P, R and F1 are over all strings of all pages."""

    name: str
    kind: str
    n: int
    precision: float
    recall: float
    f1: float
    f1_low: float
    f1_high: float
    ms: float | None
    errors: int
    types: dict[str, float]
    baseline: bool = False
    f1_of_means: float = 0.0
    shingle_f1: float | None = None
    snippet_f1: float | None = None
    ms_median: float | None = None
    ms_p95: float | None = None
    learn_ms: float | None = None
    box: tuple[float, ...] = ()
    versus: dict[str, Any] | None = None
    version: str = ""
    reasons: dict[str, int] = field(default_factory=dict)
    # per field: the share of pages with gold whose value is right, and the number of these pages
    metadata: dict[str, dict[str, float]] = field(default_factory=dict)


def measure_name(run: Run) -> str:
    """Return what F1 means on this data set."""
    return "words" if any(page.text is not None for page in run.dataset.pages) else "snippets"


def page_f1(run: Run, measured: Measurement) -> float:
    """Return a page's F1 by the main measure of its data set."""
    return metrics.snippet_score(_count(measured)).f1 if measure_name(run) == "snippets" else measured.f1


def group_of(run: Run, number: int) -> str | None:
    """Return what a page is grouped by in per-type figures: its type or, without one, its site."""
    page = run.pages[number]
    return page.page_type or (page.site if run.dataset.layout == "sites" else None)


def rows(run: Run) -> list[Row]:
    """Return a row per system, the best F1 first."""
    leader = _reference(run)
    made = [_row(run, system, leader) for system in run.systems]
    return sorted(made, key=lambda row: (-row.f1, row.name))


def _row(run: Run, system: System, leader: str | None) -> Row:
    column = run.results[system.name]
    numbers = [number for number, measured in enumerate(column) if measured is not None]
    taken = [measured for measured in column if measured is not None]
    groups = [run.pages[number].site for number in numbers] if run.dataset.layout == "sites" else None
    score, interval = _main_figures(run, taken, groups)
    f1 = [page_f1(run, measured) for measured in taken]
    times = [measured.ms for measured in taken if measured.ms is not None]
    has_text = measure_name(run) == "words"
    has_snippets = any(page.with_ or page.without for page in run.pages)
    return Row(
        name=system.name,
        kind=system.kind,
        n=len(taken),
        precision=score.precision,
        recall=score.recall,
        f1=score.f1,
        f1_low=interval.low,
        f1_high=interval.high,
        ms=_mean(times),
        errors=sum(measured.error is not None for measured in taken),
        types=_by_group(run, numbers, f1),
        baseline=system.baseline,
        f1_of_means=metrics.harmonic_mean(score.precision, score.recall),
        shingle_f1=_mean([measured.shingle_f1 for measured in taken]) if has_text else None,
        snippet_f1=metrics.snippet_score(metrics.pool(map(_count, taken))).f1 if has_snippets else None,
        ms_median=float(np.median(times)) if times else None,
        ms_p95=float(np.percentile(times, 95)) if times else None,
        learn_ms=_mean(run.learn_ms.get(system.learns or "", [])),
        box=metrics.box(f1),
        versus=_versus(run, system.name, leader),
        version=system.version,
        reasons=_reasons(taken),
        metadata=_metadata([run.pages[number] for number in numbers], taken),
    )


def _main_figures(
    run: Run, taken: list[Measurement], groups: Sequence[str] | None
) -> tuple[metrics.Score, metrics.Interval]:
    if measure_name(run) == "snippets":
        counts = [_count(measured) for measured in taken]
        return metrics.snippet_score(metrics.pool(counts)), metrics.bootstrap_pooled(counts, groups)
    score = metrics.macro(metrics.Score(*measured[:3]) for measured in taken)
    return score, metrics.bootstrap([measured.f1 for measured in taken], groups)


def _by_group(run: Run, numbers: list[int], f1: list[float]) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for number, value in zip(numbers, f1, strict=True):
        name = group_of(run, number)
        if name is not None:
            groups.setdefault(name, []).append(value)
    return {name: sum(values) / len(values) for name, values in sorted(groups.items())}


def _reference(run: Run) -> str | None:
    """Return the system others are compared with: the default extractor if it takes part."""
    return next((system.name for system in run.systems if system.name == api.DEFAULT_METHOD), None)


def _versus(run: Run, name: str, leader: str | None) -> dict[str, Any] | None:
    """Compare with the leader on the pages both were measured on."""
    if leader is None or leader == name:
        return None
    pairs = [
        (page_f1(run, ours), page_f1(run, theirs), page.site)
        for ours, theirs, page in zip(run.results[name], run.results[leader], run.pages, strict=True)
        if ours is not None and theirs is not None
    ]
    a, b, sites = (list(column) for column in zip(*pairs, strict=True)) if pairs else ([], [], [])
    found = metrics.compare(a, b, sites if run.dataset.layout == "sites" else None)
    return {"name": leader, **found._asdict()}


def _reasons(taken: list[Measurement]) -> dict[str, int]:
    reasons: dict[str, int] = {}
    for measured in taken:
        if measured.error is not None:
            reason = measured.error[:100]
            reasons[reason] = reasons.get(reason, 0) + 1
    return reasons


def _metadata(pages: Sequence[GoldPage], taken: Sequence[Measurement]) -> dict[str, dict[str, float]]:
    """Share right by field, where the gold has a value; a failed page is wrong, and peers have no metadata here."""
    if all(measured.fields is None for measured in taken):
        return {}
    right: dict[str, list[bool]] = {}
    for page, measured in zip(pages, taken, strict=True):
        for name in gold_fields(page):
            right.setdefault(name, []).append((measured.fields or {}).get(name, False))
    return {name: {"right": sum(values) / len(values), "n": len(values)} for name, values in right.items()}


def _count(measured: Measurement) -> metrics.SnippetCount:
    return metrics.SnippetCount(measured.hits, measured.false_alarms, measured.misses)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def to_json(runs: Sequence[Run], data: str) -> dict[str, Any]:
    """Return the JSON form of one or more runs; every row names its data set."""
    return {
        "schema": SCHEMA,
        "data": data,
        "datasets": [
            {
                "name": run.dataset.name,
                "layout": run.dataset.layout,
                "measure": measure_name(run),
                "pages": len(run.pages),
                "skipped": len(run.problems),
                "cached": run.cached,
                "seconds": round(run.seconds, 2),
            }
            for run in runs
        ],
        "rows": [_json_row(row, run) for run in runs for row in rows(run)],
    }


def _json_row(row: Row, run: Run) -> dict[str, Any]:
    record = asdict(row) | {"data": run.dataset.name, "box": list(row.box)}
    return {key: _rounded(value) for key, value in record.items() if value is not None or key == "ms"}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 5)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value
