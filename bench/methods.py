"""The methods of papers in their variants, and how their parameters matter: the tables of docs/methods.

    python bench/methods.py coreex DATA/wcxb-dev
    python bench/methods.py forest DATA/sites

Words of the main text on the articles of a data set, without the domains that stay untouched: mean precision, recall and F1
over pages, with all visible text beside them. `sd` adds the page types that it finds, `coreex` how well it separates articles
from listings. `forest` is measured on sites, ten pages to learn from and six others; of `template` this is the size of its files.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Any

import sectio
from sectio.api import parse_page
from sectio.dom.page import Page
from sectio.lab import metrics, peers
from sectio.lab.datasets import GoldPage
from sectio.lab.experiments.data import load, sites_of
from sectio.lab.experiments.e4 import PEER, kind_tables, text_of
from sectio.lab.experiments.e5 import types_of
from sectio.methods import body, boilerpipe, cetr, coreex, econ, sd
from sectio.sites import forest
from sectio.sites.forest.site import Settings

Select = Callable[[Page], Any]
TOGETHER = (0.70, 0.76, 0.85, 0.97, 1.0)
LEARNED, TESTED = 10, 6  # pages of a site; a template learns from fifteen
RATIOS = (0.99, 0.97, 0.96, 0.95, 0.93, 0.90, 0.80)
PATIENCE = (0, 1, 2, 3, 4, 6)

# The variants of each method; the sweeps of its parameters.
VARIANTS: Mapping[str, Mapping[str, Select]] = {
    "boilerpipe": {
        "boilerpipe": boilerpipe.select,
        "boilerpipe-density": boilerpipe.select_density,
        "boilerpipe-article": boilerpipe.select_article,
    },
    "cetr": {"cetr": cetr.select, "cetr-km": cetr.select_km, "cetr-tm": cetr.select_tm},
    "coreex": {
        "default": coreex.select,
        "paper's profile": partial(coreex.select, profile="paper"),
        "node score": partial(coreex.select, scoring="node"),
    },
    "econ": {"default": econ.select, "paper's profile": partial(econ.select, profile="paper")},
    "sd": {
        "default": sd.select,
        "reference": partial(sd.select, profile="reference"),
        "paper's profile": partial(sd.select, profile="paper"),
    },
}
SWEEPS: Mapping[str, Mapping[str, Select]] = {
    "coreex": {f"weights {a:.2f} {1 - a:.2f}": partial(coreex.select, weights=(a, round(1 - a, 2))) for a in RATIOS},
    "econ": {f"patience {n}": partial(econ.select, patience=n) for n in PATIENCE},
}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("method", choices=sorted({*VARIANTS, *OF_SITES}))
    parser.add_argument("data", type=Path)
    given = parser.parse_args()
    if given.method in OF_SITES:
        sites = [site for dataset in sites_of(given.data, given.method) for site in dataset.by_site.values()]
        print("\n".join(OF_SITES[given.method](sites)))
    else:
        on_articles(given.method, given.data)


def on_articles(method: str, data: Path) -> None:
    """The tables of a method for single pages."""
    (dataset,) = load(data)
    pages = [page for page in dataset.pages if page.usable]
    articles = [page for page in pages if page.page_type in (None, "article")]
    print(f"{len(articles)} articles".ljust(24), "P".rjust(7), "R".rjust(7), "F1".rjust(7))
    peer = method == "boilerpipe" and peers.version(PEER) is not None
    for name, score in scores(articles, systems(method), peer=peer).items():
        print(f"{name:24} {score.precision:7.3f} {score.recall:7.3f} {score.f1:7.3f}")
    for table in further(method, pages):
        print(f"\n{table}")


def systems(method: str) -> dict[str, Select]:
    """What is measured on articles, in the order of the table."""
    return {**VARIANTS[method], **SWEEPS.get(method, {}), "all visible text": body.select}


def scores(articles: Sequence[GoldPage], chosen: Mapping[str, Select], *, peer: bool) -> dict[str, metrics.Score]:
    """Mean word scores of each system; `peer` adds boilerpy3's article extractor."""
    extract = peers.load(PEER) if peer else None
    found: dict[str, list[metrics.Score]] = {}
    for gold in articles:
        html, wanted = gold.html, metrics.Gold(gold.text or "")
        page = parse_page(html)
        texts = {name: text_of(page, select(page)) for name, select in chosen.items()}
        if extract:
            texts[f"{PEER}, article"] = extract(html, None)
        for name, text in texts.items():
            found.setdefault(name, []).append(metrics.bag_score(text, wanted))
    return {name: metrics.macro(column) for name, column in found.items()}


def further(method: str, pages: Sequence[GoldPage]) -> list[str]:
    """The tables about page types."""
    tables = kind_tables(pages) if method == "coreex" else [types_of(pages)] if method == "sd" else []
    return [table.to_text().partition(": ")[2] for table in tables]


def forest_table(sites: Sequence[Sequence[GoldPage]]) -> list[str]:
    """F1 by what several elements of one class count for beside one, and the most that a site gains or loses by it."""
    found = {value: [forest_score(pages, value) for pages in sites] for value in TOGETHER}
    usual = found[Settings().together]
    lines = [f"{len(sites)} sites".ljust(12) + "F1".rjust(7) + "  sites that differ, and by how much at most"]
    for value, column in found.items():
        change = [one - other for one, other in zip(column, usual, strict=True)]
        differ = sum(abs(one) >= 0.0005 for one in change)
        most = f"{max(change, key=abs):+.3f}" if differ else ""
        lines.append(f"{f'{value:.2f}':12}{fmean(column):7.3f} {differ:2} {most}".rstrip())
    return lines


def forest_score(pages: Sequence[GoldPage], together: float) -> float:
    """Mean F1 on the pages of a site after those that it is learned from."""
    read = [parse_page(gold.html) for gold in pages[: LEARNED + TESTED]]
    model = forest.learn(read[:LEARNED], together=together)
    tested = zip(read[LEARNED:], pages[LEARNED:], strict=False)
    return fmean(metrics.bag_score(text_of(page, model.select(page)), gold.text or "").f1 for page, gold in tested)


def template_sizes(sites: Sequence[Sequence[GoldPage]]) -> list[str]:
    """How large the files of templates are."""
    sizes = sorted(len(sectio.learn([gold.html for gold in pages[:15]]).to_json().encode()) for pages in sites)
    return [
        f"{len(sites)} sites, kB of a file: {sizes[0] / 1e3:.0f} to {sizes[-1] / 1e3:.0f}, median {median(sizes) / 1e3:.0f}"
    ]


OF_SITES: Mapping[str, Callable[[Sequence[Sequence[GoldPage]]], list[str]]] = {
    "forest": forest_table,
    "template": template_sizes,
}

if __name__ == "__main__":
    main()
