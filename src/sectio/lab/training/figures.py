"""Figures from left-out pages: means with intervals, the calibration of the confidence, and the table people read."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio.model import pagetype

Bins = list[tuple[float, float, int]]

# The word F1 of a site where site mode gets nearly everything right.
NEARLY_ALL = 0.99
DRAWS = 1000


@dataclass(frozen=True)
class Outcome:
    """One left-out page: how the choice scored, and how the best choice of blocks would have (`bound`)."""

    kind: str
    dataset: str
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
    unwanted: int
    types: tuple[float, ...]


@dataclass(frozen=True)
class Row:
    """A line of the table: a measure on a data set, its 95 % interval (drawing groups with replacement), and how many groups."""

    data: str
    measure: str
    value: float
    low: float
    high: float
    groups: int


Groups = Sequence[Sequence[Outcome]]
WORD, TYPE, STRINGS, SNIPPETS = "word F1", "page type accuracy", "strings found", "snippet F1"
OVER_SITES = "word F1, mean over sites"


def rows(outcomes: Sequence[Outcome]) -> list[Row]:
    """All figures: for each data set its scores, by type where it has several types, and how often the type is right."""
    made: list[Row] = []
    for name in sorted({o.dataset for o in outcomes}):
        pages = [o for o in outcomes if o.dataset == name]
        made += _text_rows(name, pages) + _string_rows(name, pages) + type_rows(pages)
    return made


def type_rows(outcomes: Sequence[Outcome]) -> list[Row]:
    """Of each data set, how often the type is right."""
    typed = [o for o in outcomes if o.page_type in pagetype.TYPES]
    sets = sorted({o.dataset for o in typed})
    return [_row(name, TYPE, [o for o in typed if o.dataset == name], lambda o: float(right_type(o))) for name in sets]


def _text_rows(name: str, pages: Sequence[Outcome]) -> list[Row]:
    known = [o for o in pages if not np.isnan(o.score)]
    if not known:
        return []
    if known[0].kind == "lines":
        return [_row(f"{name}, page by page", OVER_SITES, known, lambda o: o.score, by_group=True)]
    types = sorted({o.page_type for o in known if o.page_type})
    parts = [(f"{name}, {kind}", [o for o in known if o.page_type == kind]) for kind in types if len(types) > 1]
    return [_row(data, WORD, part, lambda o: o.score) for data, part in ((name, known), *parts)]


def _string_rows(name: str, pages: Sequence[Outcome]) -> list[Row]:
    given = [o for o in pages if sum(o.hits)]
    if not given:
        return []
    if any(o.unwanted for o in given):
        return [_interval(name, SNIPPETS, _grouped(given), _snippet_f1)]
    return [_interval(name, STRINGS, _grouped(given), _found)]


def _snippet_f1(groups: Groups) -> float:
    got, missed, wrong = (sum(o.hits[i] for group in groups for o in group) for i in range(3))
    return 2 * got / max(2 * got + missed + wrong, 1)


def _found(groups: Groups) -> float:
    got, missed = (sum(o.hits[i] for group in groups for o in group) for i in range(2))
    return got / max(got + missed, 1)


def right_type(outcome: Outcome) -> bool:
    """Whether the most probable type of a page is its type."""
    return pagetype.TYPES[int(np.argmax(outcome.types))] == outcome.page_type


def _row(
    data: str, measure: str, pages: Sequence[Outcome], value: Callable[[Outcome], float], *, by_group: bool = False
) -> Row:
    """The mean of a value over pages, or of the groups' means."""

    def average(groups: Groups) -> float:
        means = [np.mean([value(o) for o in group]) for group in groups]
        return float(np.average(means, weights=None if by_group else [len(group) for group in groups]))

    return _interval(data, measure, _grouped(pages), average)


def _grouped(pages: Sequence[Outcome]) -> list[list[Outcome]]:
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in pages:
        groups[outcome.group].append(outcome)
    return [groups[name] for name in sorted(groups)]


def _interval(data: str, measure: str, groups: Groups, figure: Callable[[Groups], float]) -> Row:
    draw = np.random.default_rng(0)
    drawn = [figure([groups[i] for i in draw.integers(0, len(groups), len(groups)).tolist()]) for _ in range(DRAWS)]
    return Row(data, measure, round(figure(groups), 4), *_middle(drawn), len(groups))


def site_rows(by_site: Mapping[str, float], learned: int) -> list[Row]:
    """The figures of site mode: the mean over sites, and the share of sites where it gets nearly everything right."""
    if not by_site:
        return []
    values, draw = np.array(list(by_site.values())), np.random.default_rng(0)
    drawn = values[draw.integers(0, len(values), (DRAWS, len(values)))]
    name, good = f"sites, site mode ({learned} pages to learn)", f"sites with word F1 ≥ {NEARLY_ALL}"
    return [
        Row(name, OVER_SITES, mean(values.tolist()), *_middle(drawn.mean(axis=1).tolist()), len(values)),
        Row(
            name,
            good,
            mean((values >= NEARLY_ALL).tolist()),
            *_middle((drawn >= NEARLY_ALL).mean(axis=1).tolist()),
            len(values),
        ),
    ]


def _middle(values: Sequence[float]) -> tuple[float, float]:
    low, high = np.quantile(values, (0.025, 0.975))
    return round(float(low), 4), round(float(high), 4)


def mean(values: Sequence[float]) -> float:
    """The mean, rounded as figures are reported."""
    return round(float(np.mean(values)), 4)


def brief(outcomes: Sequence[Outcome]) -> str:
    """The overall figures in one line, without intervals."""
    scores: dict[str, list[float]] = defaultdict(list)
    for o in outcomes:
        if not np.isnan(o.score):
            scores[o.dataset].append(o.score)
    return ", ".join(f"{name} {np.mean(values):.3f}" for name, values in sorted(scores.items()))


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


def table(figures: Mapping[str, Any]) -> str:
    """The figures in Markdown, with 95 % intervals."""
    lines = ["| data | measure | left-out pages | 95 % interval |", "| --- | --- | --- | --- |"]
    for data, measure, value, low, high, _ in figures["rows"]:
        lines.append(f"| {data} | {measure} | {value:.3f} | {low:.3f} to {high:.3f} |")
    if figures.get("reliability"):
        lines.append(f"| all | error of the confidence | {calibration_error(figures['reliability']):.3f} | |")
    return "\n".join(lines)
