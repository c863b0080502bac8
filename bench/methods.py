"""The methods of papers in their variants, and how their parameters matter: the tables of docs/methods.

    python bench/methods.py coreex DATA/wcxb-dev

Words of the main text on the articles of a data set, without the domains that stay untouched: mean precision, recall and F1
over pages, with all visible text beside them. `sd` adds the page types that it finds, `coreex` how well it separates articles
from listings.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sectio.api import parse_page
from sectio.dom.page import Page
from sectio.lab import metrics, peers
from sectio.lab.datasets import GoldPage
from sectio.lab.experiments.data import load
from sectio.lab.experiments.e4 import PEER, kind_tables, text_of
from sectio.lab.experiments.e5 import types_of
from sectio.methods import body, boilerpipe, cetr, coreex, econ, sd

Select = Callable[[Page], Any]
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
    parser.add_argument("method", choices=sorted(VARIANTS))
    parser.add_argument("data", type=Path)
    given = parser.parse_args()
    (dataset,) = load(given.data)
    pages = [page for page in dataset.pages if page.usable]
    articles = [page for page in pages if page.page_type in (None, "article")]
    print(f"{len(articles)} articles".ljust(24), "P".rjust(7), "R".rjust(7), "F1".rjust(7))
    peer = given.method == "boilerpipe" and peers.version(PEER) is not None
    for name, score in scores(articles, systems(given.method), peer=peer).items():
        print(f"{name:24} {score.precision:7.3f} {score.recall:7.3f} {score.f1:7.3f}")
    for table in further(given.method, pages):
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


if __name__ == "__main__":
    main()
