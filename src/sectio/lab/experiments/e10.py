"""E10: each method must beat the trivial baselines on articles.

Baselines: all visible text, the largest element, random blocks. On data without page types all pages count as
articles; on sites too.
"""

from pathlib import Path

from sectio.errors import InputError
from sectio.lab import metrics
from sectio.lab.datasets import Dataset, load
from sectio.lab.evaluate.run import Run, evaluate
from sectio.lab.evaluate.summary import page_f1
from sectio.lab.evaluate.systems import all_methods, choose
from sectio.lab.experiments import plots
from sectio.lab.experiments.result import ExperimentResult, Table

_PAGES = 300


def run(data: Path, *, seed: int, limit: int | None, out: Path | None) -> ExperimentResult:
    """Measure all single-page methods on articles and compare each with the best baseline."""
    dataset = _articles(load(data))
    systems, _ = choose(all_methods(sites=False), [], sites=False)
    measured = evaluate(dataset, systems, limit=limit or _PAGES)
    baselines = [system.name for system in systems if system.baseline]
    intervals = {
        system.name: metrics.bootstrap(_f1(measured, system.name), _groups(measured), seed=seed) for system in systems
    }
    best = max(baselines, key=lambda name: intervals[name].mean)
    order = sorted(intervals, key=lambda name: -intervals[name].mean)
    rows = [_row(measured, name, best, intervals[name], baselines, seed) for name in order]
    drawn = plots.bars(
        out,
        "e10-baselines",
        {name: intervals[name] for name in order},
        title=f"F1 on articles of {dataset.name}: methods and trivial baselines (grey)",
        x="F1, 95 % interval",
        quiet=baselines,
    )
    ahead = [intervals[name].mean > intervals[best].mean for name in order if name not in baselines]
    return ExperimentResult(
        name="E10",
        title="Trivial baselines",
        corpus=dataset.name,
        pages=len(measured.pages),
        seed=seed,
        tables=[Table(f"F1 on articles, difference to {best}", _HEAD, rows)],
        notes=["The papers report no figures for these baselines."],
        failures=_failures(measured),
        passed=all(ahead) if ahead else None,
        plots=drawn,
    )


_HEAD = ("", "kind", "F1", "low", "high", "difference", "low", "high")


def _row(
    measured: Run, name: str, best: str, interval: metrics.Interval, baselines: list[str], seed: int
) -> list[str | float | None]:
    if name in baselines:
        return [name, "baseline", *interval, None, None, None]
    lead = metrics.compare(_f1(measured, name), _f1(measured, best), _groups(measured), seed=seed)
    return [name, "method", *interval, lead.difference, lead.low, lead.high]


def _articles(datasets: list[Dataset]) -> Dataset:
    """Return the first data set with gold texts, only its articles if it has page types."""
    for dataset in datasets:
        if any(page.text is not None for page in dataset.pages):
            typed = any(page.page_type for page in dataset.pages)
            kept = tuple(page for page in dataset.pages if not typed or page.page_type == "article")
            return Dataset(dataset.name, "folder", dataset.root, kept, dataset.problems)
    raise InputError("E10 needs a data set with gold texts")


def _f1(measured: Run, name: str) -> list[float]:
    return [page_f1(measured, found) if found else 0.0 for found in measured.results[name]]


def _groups(measured: Run) -> list[str]:
    return [page.site or page.id for page in measured.pages]


def _failures(measured: Run) -> list[str]:
    return [
        f"{name} on {page.id}: {found.error}"
        for name, column in measured.results.items()
        for page, found in zip(measured.pages, column, strict=True)
        if found and found.error
    ]
