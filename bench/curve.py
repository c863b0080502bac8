"""How many pages of a site it takes: word F1 in site mode over the number of pages learned from.

    python bench/curve.py [--sites 18] [--seed 4711]    measure, and keep the figures in bench/curve.json

On generated sites, which the model was not trained on. Pages that are learned from are not tested on, and both are of
one kind: the most frequent one of the site. No pages means page by page.
"""

import argparse
import json
import statistics
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sectio
from sectio.lab.metrics.samples import bootstrap
from sectio.lab.metrics.words import bag_score
from sectio.lab.sitegen import generate_sites
from sectio.lab.sitegen.model import GenPage, GenSite

FILE = Path(__file__).with_name("curve.json")
NUMBERS = (0, 2, 3, 5, 8, 15)
TESTED = 6


def of_one_kind(site: GenSite) -> list[GenPage]:
    """The pages of the site's most frequent kind, in order."""
    (kind, _), *_ = Counter(page.kind for page in site.pages).most_common(1)
    return [page for page in site.pages if page.kind == kind]


def score(pages: list[GenPage], number: int) -> float:
    """Mean word F1 on the first pages, with a site learned from this number of the others."""
    tested, sample = pages[:TESTED], pages[TESTED : TESTED + number]
    learned = sectio.learn([page.html for page in sample]) if sample else None
    return statistics.mean(bag_score(sectio.extract(page.html, template=learned).text, page.text).f1 for page in tested)


def measure(sites: int, seed: int) -> dict[str, Any]:
    """The figures: for each number of pages the mean over sites, with its interval."""
    made = [of_one_kind(site) for site in generate_sites(seed, sites, 60)]
    chosen = [pages for pages in made if len(pages) >= TESTED + max(NUMBERS)]
    curve = []
    for number in NUMBERS:
        found = bootstrap([score(pages, number) for pages in chosen])
        curve.append({"pages": number, "f1": found.mean, "f1_low": found.low, "f1_high": found.high})
    about = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "version": sectio.__version__}
    return {**about, "sites": len(chosen), "tested": TESTED, "seed": seed, "curve": curve}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sites", type=int, default=18)
    parser.add_argument("--seed", type=int, default=4711)
    asked = parser.parse_args()
    measured = measure(asked.sites, asked.seed)
    FILE.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    for point in measured["curve"]:
        print(f"{point['pages']:3} pages  {point['f1']:.3f} ({point['f1_low']:.3f} to {point['f1_high']:.3f})")


if __name__ == "__main__":
    main()
