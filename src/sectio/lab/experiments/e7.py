"""E7: RTDM. Groups of pages against sites and kinds of pages, correctly extracted pages, time against size.

Works on any folder of sites, real or generated. Pages of one site and kind belong together. Each site is learned
from its first pages and tested on later ones; a page is correct when word F1 of headline and body are both at
least 0.9, as the paper counts.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from sectio.api import parse_page
from sectio.dom.page import Page
from sectio.lab import metrics
from sectio.lab.datasets import GoldPage
from sectio.lab.experiments import plots
from sectio.lab.experiments.data import sites_of
from sectio.lab.experiments.result import Comparison, ExperimentResult, Sign, Table
from sectio.results import Selection
from sectio.sites import rtdm
from sectio.sites.rtdm import matching
from sectio.sites.rtdm.clusters import THRESHOLD, Profile, cluster

GROUPED, LEARNED, TESTED, TIMED = 10, 15, 20, 6
PAPER_TESTED = 5  # one pattern per unusual page makes the paper's profile slow
THRESHOLDS = (0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
PROFILES: tuple[Profile, ...] = ("default", "paper")
CORRECT = 0.9
TICK = 1e-4  # some clocks of processes advance in steps of milliseconds: a short time reads 0
SIZES = (250, 500, 1000, 2000, 4000, 8000)


@dataclass(frozen=True)
class _Site:
    """Pages of a site, parsed, with their gold: to group, to learn from and to test on."""

    name: str
    seen: list[tuple[Page, GoldPage]]
    new: list[tuple[Page, GoldPage]]


def run(data: Path, *, seed: int, limit: int | None, out: Path | None, sites: int | None = None) -> ExperimentResult:
    """Group, extract and time."""
    read, corpus = _read(data, limit or TESTED, sites)
    grouped = {profile: _grouping(read, profile) for profile in PROFILES}
    extracted = [_extraction(site) for site in read]
    timed = _timing(read)
    means = [_mean(column) for column in zip(*(row[1:] for row in extracted), strict=True)]
    at = grouped["default"][THRESHOLDS.index(THRESHOLD)]
    signs = [
        Sign(f"groups at {THRESHOLD} are pure (from 0.95 on)", at[2] >= 0.95),
        Sign(f"and not splinters (inverse purity from 0.55 on at {THRESHOLD})", at[3] >= 0.55),
        Sign("body F1 at least 0.05 above all visible text", (means[0] or 0.0) >= (means[5] or 0.0) + 0.05),
    ]
    return ExperimentResult(
        name="E7",
        title="RTDM: groups, extraction, time",
        corpus=corpus,
        pages=sum(len(site.seen) + len(site.new) for site in read),
        seed=seed,
        parameters={"sites": len(read), "grouped per site": GROUPED, "learned": LEARNED},
        tables=[
            Table("correctly extracted news", ("pages", "sites", "correct"), [(4088, 35, 0.8771)], paper=True),
            *(Table(f"groups against sites and kinds, {p}", _GROUP_HEAD, rows) for p, rows in grouped.items()),
            Table("extraction", _EXTRACTION_HEAD, [*extracted, ("mean", *means)]),
            Table("RTDM of two pages of one site", _TIME_HEAD, timed),
        ],
        comparisons=[_beside(means, at)],
        notes=["Purity and inverse purity: share of pages in the right group; ARI: adjusted Rand index."],
        passed=all(sign.seen for sign in signs),
        signs=signs,
        plots=_draw(out, grouped, timed),
    )


_GROUP_HEAD = ("threshold", "groups", "purity", "inverse purity", "ARI", "seconds")
_EXTRACTION_HEAD = ("site", "F1", "headline", "correct", "correct articles", "F1 paper", "F1 body", "correct, paper")
_TIME_HEAD = ("nodes", "pairs", "median ms", "of parsing", "similarity")


def _read(data: Path, tested: int, most: int | None) -> tuple[list[_Site], str]:
    sites: list[_Site] = []
    names: list[str] = []
    for dataset in sites_of(data, "E7", most=most):
        names.append(dataset.name)
        for name, pages in dataset.by_site.items():
            later = pages[LEARNED:]
            step = max(len(later) // tested, 1)
            new = [page for page in later[::step][:tested] if page.usable]
            sites.append(_Site(name, [*map(_parsed, pages[:LEARNED])], [*map(_parsed, new)]))
    return sites, ", ".join(names)


def _parsed(page: GoldPage) -> tuple[Page, GoldPage]:
    return parse_page(page.html), page


def _grouping(sites: Sequence[_Site], profile: Profile) -> list[tuple[float, int, float, float, float, float]]:
    """Pages of all sites mixed, at each threshold: how well groups and kinds agree."""
    mixed = [(page, (site.name, gold.extra.get("kind"))) for site in sites for page, gold in site.seen[:GROUPED]]
    pages, kinds = [page for page, _ in mixed], [kind for _, kind in mixed]
    rows = []
    for threshold in THRESHOLDS:
        start = time.process_time()
        groups = cluster(pages, threshold, profile=profile)
        spent = time.process_time() - start
        labels = [0] * len(pages)
        for number, group in enumerate(groups):
            for place in group:
                labels[place] = number
        agreement = [
            measure(labels, kinds) for measure in (metrics.purity, metrics.inverse_purity, metrics.adjusted_rand)
        ]
        rows.append((threshold, len(groups), agreement[0], agreement[1], agreement[2], spent))
    return rows


def _extraction(site: _Site) -> tuple[str, *tuple[float | None, ...]]:
    """Mean F1, shares of right headlines, pages and articles; F1 of the paper's profile and of all visible text."""
    pages = [page for page, _ in site.seen]
    default, paper = (rtdm.learn(pages, profile=profile) for profile in PROFILES)
    bodies: list[float] = []
    titles: list[float] = []
    papers: list[float] = []
    everything: list[float] = []
    named: list[bool] = []
    for page, gold in site.new:
        found = default.select(page)
        bodies.append(_f1(_text(page, found), gold.text))
        titles.append(_f1(found.title, gold.title))
        if len(papers) < PAPER_TESTED:
            read = paper.select(page)
            papers.append(_f1(_text(page, read), gold.text))
            named.append(papers[-1] >= CORRECT and _f1(read.title, gold.title) >= CORRECT)
        everything.append(_f1(_text(page, Selection(page.is_text & page.visible)), gold.text))
    right = [title >= CORRECT for title in titles]
    both = [body >= CORRECT and good for body, good in zip(bodies, right, strict=True)]
    articles = [good for good, (_, gold) in zip(both, site.new, strict=True) if gold.extra.get("kind") == "article"]
    return site.name, *(_mean(column) for column in (bodies, right, both, articles, papers, everything, named))


def _beside(means: Sequence[float | None], at: tuple[float, int, float, float, float, float]) -> Comparison:
    """What the survey and the abstract of Reis et al. say."""
    return Comparison(
        "Reis et al. 2004 (4088 pages of 35 Brazilian news sites), as quoted in the survey",
        [
            ("headline and body right", 0.8771, means[6], means[2]),
            ("body, word F1", None, means[4], means[0]),
            ("purity of groups at 0.8", None, None, at[2]),
            ("inverse purity of groups at 0.8", None, None, at[3]),
        ],
        "News sites of 2004 put each story into one cell of a table; here are also references, forums and shops, and both headline and body "
        "need an F1 of 0.9. The survey gives only complexities for STM and RTDM; times by size are below.",
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None


def _f1(found: str | None, gold: str | None) -> float:
    return metrics.bag_score(found or "", gold or "").f1


def _text(page: Page, found: Selection) -> str:
    return page.join(np.flatnonzero(found.mask[page.text_rows]).tolist(), "\n")


def _timing(sites: Sequence[_Site]) -> list[tuple[str, int, float, float, float]]:
    """Median time of a comparison by mean size of the two pages, also as a multiple of parsing one."""
    measured: dict[int, list[tuple[float, float, float]]] = {size: [] for size in SIZES}
    for site in sites:
        pages = [page for page, _ in site.seen[:TIMED]]
        parsing = max(_mean([_seconds(page) for page in pages]) or 0.0, TICK)
        for one, other in combinations(pages, 2):
            start = time.process_time()
            alike = matching.similarity(one, other)
            spent = time.process_time() - start
            mean = (len(one) + len(other)) / 2
            measured[min(SIZES, key=lambda size: abs(np.log(size / mean)))].append((spent, spent / parsing, alike))
    rows = []
    for size, values in measured.items():
        if values:
            spent, ratio, alike = np.median(values, axis=0).tolist()
            rows.append((f"~{size}", len(values), 1000 * spent, ratio, alike))
    return rows


def _seconds(page: Page) -> float:
    start = time.process_time()
    parse_page(page.html)
    return time.process_time() - start


def _draw(
    out: Path | None,
    grouped: dict[Profile, list[tuple[float, int, float, float, float, float]]],
    timed: Sequence[tuple[str, int, float, float, float]],
) -> list[Path]:
    series = {}
    for profile, rows in grouped.items():
        series[f"purity, {profile}"] = [(row[0], row[2]) for row in rows]
        series[f"inverse purity, {profile}"] = [(row[0], row[3]) for row in rows]
    times = {"RTDM": [(float(size[1:]), spent) for size, _, spent, _, _ in timed]}
    return [
        *plots.curves(out, "e7-groups", series, title="Groups by threshold", x="threshold", y="share of pages"),
        *plots.curves(out, "e7-time", times, title="Comparing two pages", x="nodes", y="ms", log_x=True, log_y=True),
    ]
