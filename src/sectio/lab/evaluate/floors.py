"""Score floors: the F1 each method must keep on a fixed sample of a corpus.

Floors are in a file together with the digest of the sample, so that a number is never compared with pages
it was not measured on. They are raised on request and lowered only on request.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sectio.lab.datasets import Dataset, sample
from sectio.lab.datasets.gold import GoldPage, corpus_digest
from sectio.lab.evaluate.run import evaluate
from sectio.lab.evaluate.summary import rows
from sectio.lab.evaluate.systems import all_methods, choose
from sectio.lab.splits import UNTOUCHED_SITES

PAGES, SITES = 150, 5  # of each data set, of a data set of sites
DIGITS, SLACK = 4, 0.0005  # more digits than the slack needs: rounding alone is no fall
Floors = dict[str, dict[str, Any]]  # data set -> {"digest", "pages", "floors": {method: F1}}


@dataclass(frozen=True)
class Found:
    """What was measured on the sample of one data set."""

    name: str
    digest: str
    pages: int
    scores: Mapping[str, float]


def quick_subset(dataset: Dataset) -> Dataset:
    """Return the fixed sample: some pages or, of sites, some whole sites, none of them untouched."""
    if dataset.layout == "sites":
        ones = [GoldPage(id=site, load=bytes) for site in sorted(set(dataset.by_site) - UNTOUCHED_SITES)]
        chosen = {page.id for page in sample(ones, SITES)}
        kept = tuple(page for page in dataset.pages if page.site in chosen)
    else:
        kept = tuple(sample(dataset.pages, PAGES))
    return Dataset(dataset.name, dataset.layout, dataset.root, kept, dataset.problems, dataset.feeds)


def measure(dataset: Dataset, methods: Sequence[str] | None = None) -> Found:
    """Measure all methods (or these) on the quick subset of a data set."""
    subset = quick_subset(dataset)
    sites = dataset.layout == "sites"
    systems, _ = choose(all_methods(sites=sites) if methods is None else methods, [], sites=sites)
    run = evaluate(subset, systems, limit=PAGES)
    scores = {row.name: round(row.f1, DIGITS) for row in rows(run)}
    return Found(dataset.name, corpus_digest(list(subset.pages)), len(run.pages), scores)


def check(found: Found, floors: Floors) -> tuple[list[str], list[str]]:
    """Return what is wrong and what is worth saying."""
    known = floors.get(found.name)
    if known is None:
        scores = ", ".join(f"{method} {score:.3f}" for method, score in found.scores.items())
        return [], [f"{found.name}: no floors yet, --update writes them; measured: {scores}"]
    if known["digest"] != found.digest:
        wrong = f"{found.name}: another corpus than the floors were measured on ({known['digest']}); use --lower"
        return [wrong], []
    wrong_ones, talk = [], []
    for method, floor in known["floors"].items():
        score = found.scores.get(method)
        if score is None:
            wrong_ones.append(f"{found.name}: {method} has a floor of {floor:.3f} and was not measured")
        elif round(floor - score, DIGITS) > SLACK:
            wrong_ones.append(f"{found.name}: {method} fell to {score:.4f}, its floor is {floor:.4f}")
        else:
            talk.append(f"{found.name}: {method} {score:.4f}, floor {floor:.4f}")
    new = [method for method in found.scores if method not in known["floors"]]
    return wrong_ones, talk + [f"{found.name}: {method} has no floor yet; --update writes it" for method in new]


def update(found: Found, floors: Floors, *, lower: bool = False) -> Floors:
    """Return the floors raised to these scores; lowered or moved to another corpus only with ``lower``."""
    known = floors.get(found.name)
    if known is not None and known["digest"] != found.digest and not lower:
        raise ValueError(f"{found.name}: another corpus than the floors were measured on; use --lower")
    old: dict[str, float] = {} if known is None or lower else known["floors"]
    scores = {method: max(score, old.get(method, 0.0)) for method, score in found.scores.items()}
    entry = {"digest": found.digest, "pages": found.pages, "floors": dict(sorted({**old, **scores}.items()))}
    return dict(sorted({**floors, found.name: entry}.items()))


def read(path: Path) -> Floors:
    """Return the floors of a file; none without one."""
    if not path.exists():
        return {}
    floors: Floors = json.loads(path.read_text(encoding="utf-8"))
    return floors


def write(path: Path, floors: Floors) -> None:
    """Write the floors."""
    path.write_text(json.dumps(floors, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
