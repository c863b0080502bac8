"""Figures from left-out pages: means with intervals, the calibration of the confidence, and the table people read."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio.model import pagetype

Bins = list[tuple[float, float, int]]


@dataclass(frozen=True)
class Outcome:
    """One left-out page: how the choice scored, and how the best choice of blocks would have (`bound`)."""

    kind: str
    group: str
    page: str
    page_type: str | None
    expected: float
    score: float
    precision: float
    recall: float
    bound: float
    words: float
    hits: tuple[int, int, int]
    types: tuple[float, ...]


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Figures over left-out pages: mean F1 overall and by type, over sites, over snippets; share of right types."""
    texts = [o for o in outcomes if o.kind == "text" and not np.isnan(o.score)]
    figures: dict[str, Any] = {}
    if texts:
        figures["text_f1"] = mean([o.score for o in texts])
        kinds = defaultdict(list)
        for o in texts:
            kinds[o.page_type or "unknown"].append(o.score)
        figures["text_f1_by_type"] = {name: mean(values) for name, values in sorted(kinds.items())}
    typed = [o for o in outcomes if o.page_type in pagetype.TYPES]
    if typed:
        figures["type_accuracy"] = mean([pagetype.TYPES[int(np.argmax(o.types))] == o.page_type for o in typed])
    sites = defaultdict(list)
    for o in outcomes:
        if o.kind == "lines":
            sites[o.group].append(o.score)
    if sites:
        figures["sites_f1"] = mean([mean(values) for values in sites.values()])
    got, missed, wrong = (sum(o.hits[i] for o in outcomes) for i in range(3))
    if got:
        figures["snippet_f1"] = round(2 * got / (2 * got + missed + wrong), 4)
    return figures


def intervals(outcomes: Sequence[Outcome], *, draws: int = 1000) -> dict[str, tuple[float, float]]:
    """95 % intervals of the figures, drawing groups (domains, sites) with replacement."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[f"{outcome.kind} {outcome.group}"].append(outcome)
    names, draw = sorted(groups), np.random.default_rng(0)
    seen: dict[str, list[float]] = defaultdict(list)
    parts = {kind: [name for name in names if name.startswith(f"{kind} ")] for kind in ("text", "lines", "snippets")}
    for _ in range(draws):
        for kind, members in parts.items():
            if members:
                drawn = [members[i] for i in draw.integers(0, len(members), len(members)).tolist()]
                for name, value in _kind_figures(kind, [groups[member] for member in drawn]).items():
                    seen[name].append(value)
    return {name: _middle(values) for name, values in sorted(seen.items())}


def site_figures(by_site: Mapping[str, float], *, draws: int = 1000) -> dict[str, Any]:
    """The figures of site mode: the mean over sites with its interval, and every site."""
    if not by_site:
        return {}
    values, draw = np.array(list(by_site.values())), np.random.default_rng(0)
    means = values[draw.integers(0, len(values), (draws, len(values)))].mean(axis=1)
    return {
        "site_mode_f1": mean(values.tolist()),
        "site_mode_interval": _middle(means.tolist()),
        "site_mode_by_site": dict(by_site),
    }


def _kind_figures(kind: str, groups: Sequence[Sequence[Outcome]]) -> dict[str, float]:
    """The figures of one kind of gold, over whole groups."""
    pages = [outcome for group in groups for outcome in group]
    if kind == "lines":
        return {"sites_f1": float(np.mean([np.mean([o.score for o in group]) for group in groups]))}
    if kind == "snippets":
        got, missed, wrong = (sum(o.hits[i] for o in pages) for i in range(3))
        return {"snippet_f1": 2 * got / max(2 * got + missed + wrong, 1)}
    known = [o for o in pages if not np.isnan(o.score)]
    found = {"text_f1": float(np.mean([o.score for o in known]))} if known else {}
    by_type: dict[str, list[float]] = defaultdict(list)
    for o in known:
        by_type[o.page_type or "unknown"].append(o.score)
    typed = [pagetype.TYPES[int(np.argmax(o.types))] == o.page_type for o in pages if o.page_type in pagetype.TYPES]
    if typed:
        found["type_accuracy"] = float(np.mean(typed))
    return found | {f"text_f1 {name}": float(np.mean(values)) for name, values in by_type.items()}


def _middle(values: Sequence[float]) -> tuple[float, float]:
    low, high = np.quantile(values, (0.025, 0.975))
    return round(float(low), 4), round(float(high), 4)


def mean(values: Sequence[float]) -> float:
    """The mean, rounded as figures are reported."""
    return round(float(np.mean(values)), 4)


def brief(outcomes: Sequence[Outcome]) -> str:
    """The overall figures in one line."""
    parts = [f"{name} {value:.3f}" for name, value in summary(outcomes).items() if isinstance(value, float)]
    return ", ".join(parts)


def calibrate(outcomes: Sequence[Outcome], *, decay: float = 1.0) -> NDArray[np.float64]:
    """Weights that turn expected F1, size and type into the F1 to be expected (ridge regression on left-out pages)."""
    known = [o for o in outcomes if not np.isnan(o.score)]
    width = 3 + len(pagetype.TYPES)
    if len(known) < width:
        return np.asarray(np.eye(1, width, 1)[0])
    table = np.array([_facts(o) for o in known])
    goal = np.array([o.score for o in known])
    penalty = decay * np.eye(width)
    penalty[0, 0] = penalty[1, 1] = 1e-6
    return np.asarray(np.linalg.solve(table.T @ table + penalty, table.T @ goal))


def reliability(outcomes: Sequence[Outcome], folds: Sequence[int], bins: int = 10) -> Bins:
    """The reliability diagram: mean confidence, mean F1 and number of pages in bins of equal size.

    The confidence of a page comes from a calibration on the pages of the other folds.
    """
    known = [(o, fold) for o, fold in zip(outcomes, folds, strict=True) if not np.isnan(o.score)]
    pairs: list[tuple[float, float]] = []
    for fold in sorted({fold for _, fold in known}):
        weights = calibrate([o for o, other in known if other != fold])
        pairs += [(confidence(o, weights), o.score) for o, own in known if own == fold]
    ordered = sorted(pairs)
    parts = [ordered[i * len(ordered) // bins : (i + 1) * len(ordered) // bins] for i in range(bins)]
    return [(mean([g for g, _ in p]), mean([f for _, f in p]), len(p)) for p in parts if p]


def confidence(outcome: Outcome, weights: NDArray[np.float64]) -> float:
    """The F1 to be expected of a page."""
    return float(np.clip(np.dot(weights, _facts(outcome)), 0, 1))


def _facts(outcome: Outcome) -> list[float]:
    return [1.0, outcome.expected, float(np.log1p(outcome.words)) / 10, *outcome.types]


def calibration_error(bins: Sequence[tuple[float, float, int]]) -> float:
    """Mean distance between confidence and F1 over the bins of a reliability diagram, weighted by pages."""
    pages = sum(count for _, _, count in bins)
    return round(float(sum(abs(guess - real) * count for guess, real, count in bins) / max(pages, 1)), 4)


# The word F1 of a site where site mode gets nearly everything right.
NEARLY_ALL = 0.99
ROWS = (
    ("wcxb-dev", "word F1", "text_f1"),
    *((f"wcxb-dev, {name}", "word F1", f"text_f1 {name}") for name in sorted(pagetype.TYPES)),
    ("wcxb-dev", "page type accuracy", "type_accuracy"),
    ("snippets", "snippet F1", "snippet_f1"),
    ("sites, page by page", "word F1, mean over sites", "sites_f1"),
    ("sites, site mode (15 pages to learn)", "word F1, mean over sites", "site_mode_f1"),
)


def table(figures: Mapping[str, Any]) -> str:
    """The figures in Markdown, with 95 % intervals; what was not measured is left out."""
    spans = {**figures.get("intervals", {}), "site_mode_f1": figures.get("site_mode_interval", ("", ""))}
    known = {**figures, **{f"text_f1 {name}": value for name, value in figures.get("text_f1_by_type", {}).items()}}
    lines = ["| data | measure | left-out pages | 95 % interval |", "| --- | --- | --- | --- |"]
    for data, measure, name in ROWS:
        if known.get(name) is not None:
            low, high = spans.get(name, ("", ""))
            span = f"{low:.3f} to {high:.3f}" if low != "" else ""
            lines.append(f"| {data} | {measure} | {known[name]:.3f} | {span} |")
    by_site = figures.get("site_mode_by_site", {})
    if by_site:
        good = sum(value >= NEARLY_ALL for value in by_site.values())
        lines.append(f"| sites, site mode | sites with word F1 ≥ {NEARLY_ALL} | {good} of {len(by_site)} | |")
    if figures.get("reliability"):
        lines.append(f"| all | error of the confidence | {calibration_error(figures['reliability']):.3f} | |")
    return "\n".join(lines)
