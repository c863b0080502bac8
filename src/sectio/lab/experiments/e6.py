"""E6: SD where one template makes many pages, and where every page has a template of its own.

The paper finds regions more accurately on its set of ten domains than on that of 521. Here, on generated sites, sets of
one size are drawn: all pages of few sites (low diversity), or few pages of every site (high diversity). Thresholds are
learned on a fifth of each set and tested on the rest; all figures are means over many draws.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sectio.errors import InputError
from sectio.lab import metrics
from sectio.lab.datasets import load, sample
from sectio.lab.experiments import plots
from sectio.lab.experiments.result import ExperimentResult, Table
from sectio.lab.experiments.sd_corpus import Corpus, labelled

SITES = 3  # of a set of low diversity
DRAWS = 30
PROFILES = ("default", "reference", "paper")
LEARN = 5  # one of this many pages
PAGES_PER_SITE = 30
_PAPER = (("SD Non-Diverse", 10, 5400, 0.185, 0.81, 0.89), ("SD Diverse", 521, 600, 86.833, 0.74, 0.78))
_HEAD = ("", "domains", "pages", "diversity %", "precision", "RA")


def run(data: Path, *, seed: int, limit: int | None, out: Path | None) -> ExperimentResult:
    """Run E6 on the generated sites of a folder; `limit` is the number of pages of each site."""
    datasets = [d for d in load(data) if d.layout == "sites" and any("sd_type" in page.extra for page in d.pages)]
    if not datasets:
        raise InputError("E6 needs generated sites: their gold has sd_type")
    dataset = datasets[0]
    chosen = [page for pages in dataset.by_site.values() for page in sample(pages, limit or PAGES_PER_SITE, seed=seed)]
    pages = labelled(dataset, chosen)
    rows: list[list[Any]] = []
    accuracy: dict[str, metrics.Interval] = {}
    for profile in PROFILES:
        for name, drawn in _draw(Corpus(pages, profile), seed).items():
            accuracy[f"{profile}, {name}"] = interval = metrics.bootstrap([row[4] for row in drawn], seed=seed)
            rows.append([profile, name, *np.mean(drawn, axis=0).tolist(), interval.low, interval.high])
    higher = {profile: accuracy[f"{profile}, low"].mean > accuracy[f"{profile}, high"].mean for profile in PROFILES}
    head = ("profile", "diversity", *_HEAD[1:], "low", "high")
    title = "SD: RA by profile and diversity of the pages"
    return ExperimentResult(
        name="E6",
        title="SD on low and high diversity",
        corpus=dataset.name,
        pages=len(pages),
        seed=seed,
        parameters={"draws": DRAWS, "sites of a low set": SITES},
        tables=[
            Table("the paper's two sets", _HEAD, _PAPER, paper=True),
            Table(f"means of {DRAWS} draws, RA with its 95 % interval", head, rows),
        ],
        notes=[
            f"RA is higher on low diversity with {name}: {'yes' if seen else 'no'}" for name, seen in higher.items()
        ],
        passed=higher["reference"] and higher["paper"],  # the sign is about the paper's decision
        plots=plots.bars(out, "e6-diversity", accuracy, title=title, x="RA, 95 % interval"),
    )


def _draw(corpus: Corpus, seed: int) -> dict[str, list[tuple[float, ...]]]:
    """Sets of low and of high diversity, about equally big, and what SD reaches on each."""
    sites = sorted({one.site for one in corpus.pages})
    rng = np.random.default_rng(seed)
    low = [_measure(corpus, _few_sites(corpus, sites, rng), rng) for _ in range(DRAWS)]
    size = int(np.mean([row[1] for row in low]))
    high = [_measure(corpus, rng.permutation(len(corpus.pages))[:size].tolist(), rng) for _ in range(DRAWS)]
    return {"low": low, "high": high}


def _few_sites(corpus: Corpus, sites: Sequence[str], rng: np.random.Generator) -> list[int]:
    kept = rng.permutation(len(sites))[:SITES].tolist()
    names = [sites[n] for n in kept]
    return [n for n, one in enumerate(corpus.pages) if one.site in names]


def _measure(corpus: Corpus, at: list[int], rng: np.random.Generator) -> tuple[float, ...]:
    """Domains, pages, diversity in percent, precision and RA of one drawn set."""
    order = rng.permutation(at).tolist()
    learn, test = order[::LEARN], [n for place, n in enumerate(order) if place % LEARN]
    found = corpus.learn(learn)
    domains = len({corpus.pages[n].site for n in at})
    return (
        domains,
        len(at),
        100 * metrics.diversity(domains, len(at)),
        corpus.precision(found.t1, found.t2, test),
        corpus.accuracy(found.t1, found.t2, test),
    )
