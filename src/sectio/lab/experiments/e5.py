"""E5: SD as a classifier of page types and a finder of regions; its thresholds, and how many pages they need.

On generated sites (`sd_type` in their gold): one class and three classes with five folds, one of them for learning,
as in the paper; the T1 curve at T2 = 20, the T2 curve, the learning curve. On wcxb pages: the types, as far as the
page types show them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sectio.api import parse_page
from sectio.errors import InputError
from sectio.lab.datasets import Dataset, load, sample
from sectio.lab.experiments import plots
from sectio.lab.experiments.result import ExperimentResult, Table
from sectio.lab.experiments.sd_corpus import TYPES, Corpus, confusion_rows, labelled, type_precision
from sectio.lab.judging import answers
from sectio.methods import sd
from sectio.methods.sd.learn import T1_GRID, search

PAGES = 600  # as in the paper's diverse set
FOLDS = 5
RUNS = 10
T2 = 20.0
T2_CURVE = (0, 10, 20, 40, 60, 80, 100, 150, 200, 250, 300, 350, 400)
SAMPLES = (5, 10, 20, 40, 60, 80, 120, 160, 200)
BEST_T1 = {"article": 0.0, "article_comments": 0.0, "multiple": 100.0}  # the paper's choice per class
PROFILES = ("default", "reference", "paper")
_PAPER = (
    ("article", 0.75, 1.0, 0.82, 0.84, 1.0, 0.91),
    ("article_comments", 0.74, 1.0, 0.82, 0.85, 1.0, 0.92),
    ("multiple", 0.87, 1.0, 0.75, 0.98, 1.0, 0.95),
    ("three classes", 0.74, None, 0.78, 0.81, None, 0.89),
)
_PAPER_HEAD = ("", "diverse P", "R", "RA", "non-diverse P", "R", "RA")
# What a wcxb page type may be in SD's terms.
WCXB = {
    "article": ("article", "article_comments"),
    "forum": ("multiple", "article_comments"),
    "listing": ("multiple",),
    "collection": ("multiple",),
}

Curve = dict[str, list[tuple[float, float]]]


def run(data: Path, *, seed: int, limit: int | None, out: Path | None) -> ExperimentResult:
    """Run E5 on the generated sites and the typed single pages of a folder; `limit` is the number of pages."""
    datasets = load(data)
    generated = [d for d in datasets if any("sd_type" in page.extra for page in d.pages)]
    typed = [d for d in datasets if any(page.page_type in WCXB for page in d.pages)]
    if not generated and not typed:
        raise InputError("E5 needs generated sites (their gold has sd_type) or pages with page types")
    tables = [Table("shares of 1", _PAPER_HEAD, _PAPER, paper=True)]
    notes: list[str] = []
    drawn: list[Path] = []
    passed: bool | None = None
    count = 0
    for dataset in generated:
        pages = labelled(dataset, sample(dataset.pages, limit or PAGES, seed=seed))
        count += len(pages)
        corpus = Corpus(pages)
        curves = _Curves(corpus, seed)
        tables += [*_fold_tables(pages, seed), *curves.tables()]
        signs = curves.signs()
        notes += [f"{what}: {'seen' if seen else 'NOT seen'}" for what, seen in signs.items()]
        passed = all(signs.values())
        drawn += curves.plot(out)
    for dataset in typed:
        tables.append(_types_of_wcxb(dataset, limit, seed))
        count += min(limit or len(dataset.pages), len(dataset.pages))
    return ExperimentResult(
        name="E5",
        title="SD: page types, regions, thresholds",
        corpus=", ".join(dataset.name for dataset in (*generated, *typed)),
        pages=count,
        seed=seed,
        parameters={"folds": FOLDS, "runs": RUNS},
        tables=[*tables, *answers.tables(data, answers.type_tables)],
        notes=[*notes, "Recall of one class alone is 1 by construction; guessing gives a precision of 1/3."],
        passed=passed,
        plots=drawn,
    )


# Five folds, a fifth to learn from


def _fold_tables(pages: Sequence[Any], seed: int) -> list[Table]:
    rows: list[list[Any]] = []
    confusion: list[Table] = []
    for profile in PROFILES:
        corpus = Corpus(pages, profile)
        learnt = _parts(len(pages), seed)
        rows += [[profile, label, *_one_class(corpus, label, learnt)] for label in TYPES]
        precision, accuracy, types = _three_classes(corpus, learnt)
        rows.append([profile, "three classes", precision, accuracy])
        labels = [corpus.pages[n].label for n, _ in types]
        matrix = confusion_rows(labels, [name for _, name in types])
        confusion.append(Table(f"{profile}: gold (rows) and found, all folds", ("", *TYPES), matrix))
    head = ("profile", "class", "precision", "RA")
    return [Table("five folds, thresholds learned on 20 %", head, rows), *confusion]


def _parts(count: int, seed: int) -> list[list[int]]:
    order = np.random.default_rng(seed).permutation(count).tolist()
    return [order[fold::FOLDS] for fold in range(FOLDS)]


def _rest(count: int, learnt: Sequence[int]) -> list[int]:
    taken = frozenset(learnt)
    return [n for n in range(count) if n not in taken]


def _one_class(corpus: Corpus, label: str, parts: list[list[int]]) -> tuple[float, float]:
    """Only pages of one class, thresholds for it alone: the paper's first three rows."""
    precision, accuracy = [], []
    for part in parts:
        learn = corpus.of_class(label, part)
        test = corpus.of_class(label, _rest(len(corpus.pages), part))
        if not learn or not test:
            continue
        found = search(lambda t1, t2, learn=learn: corpus.precision(t1, t2, learn))  # type: ignore[misc]
        precision.append(corpus.precision(found.t1, found.t2, test))
        accuracy.append(corpus.accuracy(found.t1, found.t2, test))
    return _mean(precision), _mean(accuracy)


def _three_classes(corpus: Corpus, parts: list[list[int]]) -> tuple[float, float, list[tuple[int, str]]]:
    precision, accuracy, types = [], [], []
    for part in parts:
        found, test = corpus.learn(part), _rest(len(corpus.pages), part)
        precision.append(corpus.precision(found.t1, found.t2, test))
        accuracy.append(corpus.accuracy(found.t1, found.t2, test))
        types += list(zip(test, corpus.types(found.t1, found.t2, test), strict=True))
    return _mean(precision), _mean(accuracy), types


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


# Curves


class _Curves:
    """T1, T2 and learning curves of the default profile."""

    def __init__(self, corpus: Corpus, seed: int) -> None:
        self.corpus, self.seed = corpus, seed
        everything = {label: corpus.of_class(label) for label in TYPES}
        self.by_t1: Curve = {
            label: [(float(t1), corpus.precision(float(t1), T2, at)) for t1 in T1_GRID]
            for label, at in everything.items()
        }
        self.by_t2: Curve = {
            label: [(float(t2), corpus.precision(BEST_T1[label], float(t2), at)) for t2 in T2_CURVE]
            for label, at in everything.items()
        }
        self.accuracy_by_t2 = [(float(t2), corpus.accuracy(50.0, float(t2), everything["article"])) for t2 in T2_CURVE]
        self.learning = self._learning()

    def _learning(self) -> list[tuple[float, float, float]]:
        """Pages for learning, mean precision on the others over the runs, and its deviation."""
        rng = np.random.default_rng(self.seed)
        count = len(self.corpus.pages)
        curve = []
        for size in (size for size in SAMPLES if size <= count // 2):
            values = []
            for _ in range(RUNS):
                part = rng.permutation(count)[:size].tolist()
                found = self.corpus.learn(part)
                values.append(self.corpus.precision(found.t1, found.t2, _rest(count, part)))
            curve.append((float(size), float(np.mean(values)), float(np.std(values))))
        return curve

    def tables(self) -> list[Table]:
        """The curves in figures."""
        t1 = [[x, *(dict(self.by_t1[label])[x] for label in TYPES)] for x, _ in self.by_t1["article"]]
        t2 = [
            [x, *(dict(self.by_t2[label])[x] for label in TYPES), accuracy]
            for (x, _), (_, accuracy) in zip(self.by_t2["article"], self.accuracy_by_t2, strict=True)
        ]
        return [
            Table("precision by T1, T2 = 20", ("T1", *TYPES), t1),
            Table("precision by T2, T1 = 0, 0, 100; RA of articles at T1 = 50", ("T2", *TYPES, "RA"), t2),
            Table(f"pages for learning, {RUNS} runs each", ("pages", "precision", "deviation"), self.learning),
        ]

    def signs(self) -> dict[str, bool]:
        """The shapes of the paper's figures 3 to 5."""
        low = {label: _mean([y for x, y in curve if x <= 40]) for label, curve in self.by_t1.items()}
        high = {label: _mean([y for x, y in curve if x >= 60]) for label, curve in self.by_t1.items()}
        small = _mean([y for x, y in self.accuracy_by_t2 if x <= 100])
        late = [value for size, value, _ in self.learning if size >= 40]
        return {
            "article classes fall with T1": all(high[label] <= low[label] for label in TYPES[:2]),
            "multiple rises with T1": high["multiple"] > low["multiple"],
            "regions collapse for T2 above 200": self.accuracy_by_t2[-1][1] < 0.75 * small,
            "flat from 40 pages on": bool(late) and max(late) - min(late) < 0.05,
        }

    def plot(self, out: Path | None) -> list[Path]:
        """The paper's figures 3 to 5 on our pages."""
        guess: Curve = {"random guess": [(0.0, 1 / 3), (100.0, 1 / 3)]}
        t2: Curve = {
            **self.by_t2,
            "RA of articles": self.accuracy_by_t2,
            "random guess": [(0.0, 1 / 3), (400.0, 1 / 3)],
        }
        learning: Curve = {"three classes": [(size, value) for size, value, _ in self.learning]}
        return [
            *plots.curves(
                out, "e5-t1", {**self.by_t1, **guess}, title="SD: precision by T1 (T2 = 20)", x="T1", y="precision"
            ),
            *plots.curves(
                out, "e5-t2", t2, title="SD: precision by T2 (T1 best for each class)", x="T2", y="precision"
            ),
            *plots.curves(out, "e5-learning", learning, title="SD: pages to learn from", x="pages", y="precision"),
        ]


# Types of real pages


def _types_of_wcxb(dataset: Dataset, limit: int | None, seed: int) -> Table:
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for gold in sample(dataset.pages, limit, seed=seed):
        if gold.page_type in WCXB:
            page = parse_page(gold.html)
            for profile in PROFILES:
                found = sd.select(page, profile=profile).page_type or ""
                row = counts.setdefault((profile, gold.page_type), dict.fromkeys(TYPES, 0))
                row[found] += 1
    rows: list[list[Any]] = [
        [profile, kind, *row.values(), sum(row[name] for name in WCXB[kind]) / sum(row.values())]
        for (profile, kind), row in sorted(counts.items())
    ]
    return Table(
        f"{dataset.name}: types found, share of those that fit", ("profile", "page type", *TYPES, "fits"), rows
    )


__all__ = ["run", "type_precision"]
