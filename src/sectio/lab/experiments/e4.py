"""E4: CoreEx, ECON, CETR, Boilerpipe and SD, each with its paper's setting and the default, per page type.

On pages with gold texts: precision, recall and F1 of words on articles with intervals, F1 of every page type, and how
well CoreEx's scored tree separates articles from listings and collections. On snippets: pooled precision, recall, F1.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from sectio.api import parse_page
from sectio.dom.page import Page
from sectio.errors import InputError
from sectio.lab import metrics, peers
from sectio.lab.datasets import Dataset, GoldPage, folds, sample
from sectio.lab.experiments import plots
from sectio.lab.experiments.data import load
from sectio.lab.experiments.result import Cell, Comparison, ExperimentResult, Sign, Table
from sectio.lab.metrics import Score
from sectio.methods import body, boilerpipe, cetr, coreex, econ, sd
from sectio.results import Selection

SYSTEMS: dict[str, Callable[[Page], Any]] = {
    "body": body.select,
    "coreex": coreex.select,
    "coreex (paper)": lambda page: coreex.select(page, profile="paper"),
    "coreex (node score)": lambda page: coreex.select(page, scoring="node"),
    "econ": econ.select,
    "econ (paper)": lambda page: econ.select(page, profile="paper"),
    "cetr": cetr.select,
    "cetr-km": cetr.select_km,
    "cetr-tm": cetr.select_tm,
    "boilerpipe": boilerpipe.select,
    "boilerpipe-density": boilerpipe.select_density,
    "boilerpipe-article": boilerpipe.select_article,
    "sd": sd.select,
    "sd (reference)": lambda page: sd.select(page, profile="reference"),
    "sd (paper)": lambda page: sd.select(page, profile="paper"),
}
PEER = "boilerpy3"
INDEX_TYPES = ("listing", "collection")
LENGTHS = (150, 400, 1000)
# Figures of a paper; our method in the paper's profile and in ours.
_BESIDE: tuple[tuple[str, tuple[float, float], str, str], ...] = (
    ("CoreEx", (0.97, 0.98), "coreex (paper)", "coreex"),
    ("CETR", (0.67, 0.93), "cetr", "cetr"),
    ("Boilerpipe", (0.89, 0.90), "boilerpipe", "boilerpipe-article"),
)
_PAPER = (
    ("CoreEx", "1120 pages, 27 news domains", "over 97", "over 98"),
    ("CETR", "CYAN / RED (as FOREST's baseline)", "65 / 67", "95 / 93"),
    ("Boilerpipe", "CYAN / RED (as FOREST's baseline)", "94 / 89", "97 / 90"),
)


def run(data: Path, *, seed: int, limit: int | None, out: Path | None) -> ExperimentResult:
    """Run E4 on every data set of single pages in the folder; `limit` is the number of pages of each."""
    datasets = [dataset for dataset in load(data) if dataset.layout != "sites"]
    if not datasets:
        raise InputError("E4 needs single pages with gold: texts or snippets")
    tables = [Table("precision and recall in %, each on its own pages", ("", "pages", "P", "R"), _PAPER, paper=True)]
    drawn: list[Path] = []
    signs: list[Sign] = []
    count = 0
    comparisons: list[Comparison] = []
    for dataset in datasets:
        pages = [page for page in sample(dataset.pages, limit, seed=seed) if page.usable]
        count += len(pages)
        if any(page.text is not None for page in pages):
            scores = _score(pages)
            signs += _signs(pages, scores)
            tables += [*_text_tables(dataset, pages, scores, seed), _length_table(pages, scores), *kind_tables(pages)]
            comparisons.append(_beside(dataset, pages, scores))
            drawn += _plot(dataset, pages, scores, seed, out)
        else:
            tables.append(_snippet_table(dataset, pages))
    return ExperimentResult(
        name="E4",
        title="Single-page methods per page type",
        corpus=", ".join(dataset.name for dataset in datasets),
        pages=count,
        seed=seed,
        tables=tables,
        notes=["ECON's paper gives no figures; SD's are in E5."],
        comparisons=comparisons,
        passed=all(sign.seen for sign in signs) if signs else None,
        signs=signs,
        plots=drawn,
    )


def _systems() -> dict[str, Callable[[Page, bytes], str]]:
    systems: dict[str, Callable[[Page, bytes], str]] = {name: _ours(select) for name, select in SYSTEMS.items()}
    if peers.version(PEER):
        extract = peers.load(PEER)
        systems[PEER] = lambda page, html: extract(html, None)
    return systems


def _ours(select: Callable[[Page], Any]) -> Callable[[Page, bytes], str]:
    return lambda page, html: text_of(page, select(page))


def text_of(page: Page, found: Any) -> str:
    """The text of a method's result, one block per line."""
    if isinstance(found, Selection):
        if found.text is not None:
            return found.text
        found = found.mask
    return page.join(np.flatnonzero(found[page.text_rows]).tolist(), "\n")


def _texts(pages: Sequence[GoldPage]) -> Iterator[tuple[GoldPage, dict[str, str]]]:
    systems = _systems()
    for gold in pages:
        html = gold.html
        page = parse_page(html)
        yield gold, {name: extract(page, html) for name, extract in systems.items()}


def _score(pages: Sequence[GoldPage]) -> dict[str, list[Score]]:
    scores: dict[str, list[Score]] = {}
    for gold, texts in _texts(pages):
        wanted = metrics.Gold(gold.text or "")
        for name, text in texts.items():
            scores.setdefault(name, []).append(metrics.bag_score(text, wanted))
    return scores


def _articles(pages: Sequence[GoldPage]) -> list[int]:
    """Where the articles are; everything counts as one if there are no types."""
    typed = any(page.page_type for page in pages)
    return [n for n, page in enumerate(pages) if not typed or page.page_type == "article"]


def _signs(pages: Sequence[GoldPage], scores: dict[str, list[Score]]) -> list[Sign]:
    """CETR finds more than it should, articles are easier than listings, the article extractor is the most precise.

    None where there are no listings to compare with.
    """
    at = _articles(pages)
    mean = {name: metrics.macro([column[n] for n in at]) for name, column in scores.items()}
    lists = [n for n, page in enumerate(pages) if page.page_type in INDEX_TYPES]
    if not at or not lists:
        return []
    harder = [name for name, column in scores.items() if mean[name].f1 <= metrics.macro([column[n] for n in lists]).f1]
    cetr_over = all(mean[name].recall > mean[name].precision for name in ("cetr", "cetr-km", "cetr-tm"))
    precise = mean["boilerpipe-article"].precision > max(mean["boilerpipe"].precision, mean["body"].precision)
    few = "The sample has few pages of a kind."
    return [
        Sign("CETR's recall is above its precision, in all three variants", cetr_over, few),
        Sign("Boilerpipe's article extractor is more precise than the default", precise, few),
        Sign("articles are easier than listings", not harder, f"Not with {', '.join(harder)}. {few}"),
    ]


def _text_tables(dataset: Dataset, pages: Sequence[GoldPage], scores: dict[str, list[Score]], seed: int) -> list[Table]:
    at = _articles(pages)
    rows: list[list[Any]] = []
    for name, column in scores.items():
        mean = metrics.macro([column[n] for n in at])
        interval = _interval(pages, column, at, seed)
        rows.append([name, mean.precision, mean.recall, *interval])
    types = sorted({page.page_type for page in pages if page.page_type})
    per_type: list[list[Any]] = [
        [
            name,
            *(_mean_f1([s for s, page in zip(column, pages, strict=True) if page.page_type == kind]) for kind in types),
        ]
        for name, column in scores.items()
    ]
    counts = [sum(page.page_type == kind for page in pages) for kind in types]
    heads = [f"{kind} ({number})" for kind, number in zip(types, counts, strict=True)]
    tables = [Table(f"{dataset.name}: {len(at)} articles", ("", "P", "R", "F1", "low", "high"), rows)]
    return [*tables, Table(f"{dataset.name}: F1 by page type", ("", *heads), per_type)] if types else tables


def _length_table(pages: Sequence[GoldPage], scores: dict[str, list[Score]]) -> Table:
    """F1 on articles by the number of words of their gold: the survey calls CoreEx and ECON weak on short news."""
    at = _articles(pages)
    words = [len(metrics.words(pages[n].text or "")) for n in at]
    bounds = [*pairwise((0, *LENGTHS, sys.maxsize))]
    groups = [[n for n, count in zip(at, words, strict=True) if low <= count < high] for low, high in bounds]
    heads = [f"{low} to {high} words" if high < sys.maxsize else f"from {low} words" for low, high in bounds]
    named = [f"{head} ({len(group)})" for head, group in zip(heads, groups, strict=True)]
    rows = [
        [name, *(_mean_f1([column[n] for n in group]) if group else None for group in groups)]
        for name, column in scores.items()
    ]
    return Table("F1 on articles by length", ("", *named), rows)


def _beside(dataset: Dataset, pages: Sequence[GoldPage], scores: dict[str, list[Score]]) -> Comparison:
    at = _articles(pages)
    rows: list[tuple[str, Cell, Cell, Cell]] = []
    for label, figures, paper, default in _BESIDE:
        ours = [metrics.macro([scores[name][n] for n in at]) for name in (paper, default)]
        rows.append((f"{label}, precision", figures[0], ours[0].precision, ours[1].precision))
        rows.append((f"{label}, recall", figures[1], ours[0].recall, ours[1].recall))
    return Comparison(
        f"CoreEx 2008 (as recalled from its abstract); CETR and Boilerpipe as FOREST's baselines on RED; articles of {dataset.name}",
        rows,
        "News pages of 2008 to 2012 had few parts besides the story; today's have more that looks like it. CETR and Boilerpipe "
        "have only the paper's profile, so both columns show the paper's method (the last one, Boilerpipe's article extractor).",
    )


def _mean_f1(scores: Sequence[Score]) -> float:
    return metrics.macro(scores).f1


def _interval(pages: Sequence[GoldPage], column: Sequence[Score], at: Sequence[int], seed: int) -> metrics.Interval:
    return metrics.bootstrap([column[n].f1 for n in at], [pages[n].site or pages[n].id for n in at], seed=seed)


def kind_tables(pages: Sequence[GoldPage]) -> list[Table]:
    """CoreEx as a classifier of article or index: its own threshold, and one learned on four fifths of the domains.

    No table where the pages are all of one kind.
    """
    known = [page for page in pages if page.page_type in ("article", *INDEX_TYPES)]
    rows: list[list[Any]] = []
    if {page.page_type == "article" for page in known} == {True, False}:
        score = {page.id: coreex.article_score(parse_page(page.html)) for page in known}
        default = coreex.ARTICLE_SHARE
        rows.append(["default threshold", default, *_separated(known, score, default), _auc(known, score)])
        hits: list[tuple[GoldPage, bool]] = []
        for learn, test in folds(known, 5):
            cut = max(sorted({score[p.id] for p in learn}), key=lambda t: sum(_separated(learn, score, t)))
            hits += [(page, score[page.id] >= cut) for page in test]
        right = [
            [
                called == (page.page_type == "article")
                for page, called in hits
                if (page.page_type == "article") == wanted
            ]
            for wanted in (True, False)
        ]
        rows.append(["learned, 5 folds", None, *(sum(column) / len(column) for column in right), None])
    head = ("", "threshold", "articles right", "listings and collections right", "AUC")
    return [Table("CoreEx's scored tree: article or index", head, rows)] if rows else []


def _separated(pages: Sequence[GoldPage], score: dict[str, float], cut: float) -> tuple[float, float]:
    articles = [score[page.id] >= cut for page in pages if page.page_type == "article"]
    others = [score[page.id] < cut for page in pages if page.page_type != "article"]
    return sum(articles) / max(len(articles), 1), sum(others) / max(len(others), 1)


def _auc(pages: Sequence[GoldPage], score: dict[str, float]) -> float:
    """The chance that an article scores higher than an index page."""
    articles = np.array([score[page.id] for page in pages if page.page_type == "article"])
    others = np.array([score[page.id] for page in pages if page.page_type != "article"])
    ahead = (articles[:, None] > others).mean() + 0.5 * (articles[:, None] == others).mean()
    return float(ahead)


def _snippet_table(dataset: Dataset, pages: Sequence[GoldPage]) -> Table:
    counts: dict[str, list[metrics.SnippetCount]] = {}
    for gold, texts in _texts(pages):
        for name, text in texts.items():
            counts.setdefault(name, []).append(metrics.count_snippets(text, gold.with_, gold.without))
    rows: list[list[Any]] = [[name, *metrics.snippet_score(metrics.pool(column))] for name, column in counts.items()]
    return Table(f"{dataset.name}: snippets of {len(pages)} pages, pooled", ("", "P", "R", "F1"), rows)


def _plot(
    dataset: Dataset, pages: Sequence[GoldPage], scores: dict[str, list[Score]], seed: int, out: Path | None
) -> list[Path]:
    at = _articles(pages)
    bars = {name: _interval(pages, column, at, seed) for name, column in scores.items()}
    quiet = [name for name in bars if name == "body" or "(" in name or name == PEER]
    title = f"F1 on articles of {dataset.name}: defaults, papers' settings and baseline (grey)"
    return plots.bars(out, f"e4-{dataset.name}", bars, title=title, x="F1, 95 % interval", quiet=quiet)
