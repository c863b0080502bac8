"""Weights of site mode that are learned, against those set by hand.

    python bench/site_weights.py DATA [--workers 2]

Both passes are cross-validated as `sectio train` does it. Sites are learned from their first pages, with the logits of models that have
not seen them, and from the blocks of the other pages a logistic regression learns the weights of `sitemode.BLEND`: words count alike,
and so does every site, each weight keeps its sign and is pulled towards the one set by hand. Six folds of sites. Writes the table in
docs/ablation.md.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import between
from sectio.dom.blocks import Blocks
from sectio.dom.decode import decode
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.lab.datasets import GoldPage
from sectio.lab.training import train
from sectio.lab.training.corpus import examples_of
from sectio.lab.training.examples import Example
from sectio.model import sitemode, store
from sectio.model.extractor import Judged
from sectio.sites.template import learn

DOC = Path(__file__).parents[1] / "docs" / "ablation.md"
FOLDS, PAGES, LEARNED = 6, 30, (5, 15)
PULLS = {"strong": 0.1, "medium": 0.01, "weak": 0.001}
STEPS, HALVINGS = 30, 12

Array = NDArray[np.float32]
Weights = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Seen:
    """A page of a site that is known, with what the blend sees of its blocks."""

    page: Page
    judged: Judged
    known: sitemode.KnownSite
    columns: Array
    example: Example


def seen(golds: Sequence[GoldPage], examples: Sequence[Example], logits: Sequence[Array], learned: int) -> list[Seen]:
    """The pages of a site that it is not learned from."""
    decoded = [decode(gold.html) for gold in golds]
    pages = [parse(text, encoding=encoding) for text, encoding in decoded]
    known = sitemode.KnownSite.learn(learn(pages[:learned]), pages[:learned], logits[:learned])
    model, found = store.default(), list[Seen]()  # only named, never run
    for page, example, own in zip(pages[learned:], examples[learned:], logits[learned:], strict=True):
        if len(example):
            judged = Judged(model, Blocks.of(page), example.read.matrix, own)
            found.append(Seen(page, judged, known, sitemode.matrix(page, judged, known), example))
    return found


def fitted(sites: Sequence[Sequence[Seen]], pull: float) -> Weights:
    """The weights with the least loss on these sites, by Newton's method, none with another sign than set by hand."""
    by_hand = sitemode.BLEND.astype(np.float64)
    inputs = np.concatenate([one.columns for site in sites for one in site]).astype(np.float64)
    labels = np.concatenate([one.example.gold.labels for site in sites for one in site])
    parts = [np.concatenate([one.example.gold.weights for one in site]) for site in sites]
    share = np.concatenate([part / max(float(part.sum()), 1e-9) / len(sites) for part in parts])
    inverse = pull / by_hand**2

    def loss(weights: Weights) -> float:
        logits = inputs @ weights
        wrong = np.logaddexp(0, logits) - labels * logits
        return float(share @ wrong + (inverse * (weights - by_hand) ** 2).sum() / 2)

    weights = by_hand
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (share * (chance - labels)) + inverse * (weights - by_hand)
        bend = (inputs * (share * chance * (1 - chance))[:, None]).T @ inputs + np.diag(inverse)
        step = np.linalg.solve(bend, slope)
        tries = (_of_sign(weights - step / 2**n, by_hand) for n in range(HALVINGS))
        weights = min((weights, *tries), key=loss)
    return weights


def _of_sign(weights: Weights, by_hand: Weights) -> Weights:
    return np.where(weights * by_hand > 0, weights, 0.0)


def scores(site: Sequence[Seen], weights: Weights) -> float:
    """The mean F1 of a site with these weights."""
    before = sitemode.BLEND
    sitemode.BLEND = weights.astype(np.float32)
    try:
        found = [
            train.page_score(
                one.example, train.choice(one.example, sitemode.blended(one.page, one.judged, one.known))[0]
            )
            for one in site
        ]
    finally:
        sitemode.BLEND = before
    return float(np.mean([value for value in found if value is not None]))


def rows(sites: Mapping[str, Sequence[Seen]]) -> Iterator[tuple[str, list[float]]]:
    """The score of each site, by hand and with weights learned from the sites of the other folds."""
    names = sorted(sites)
    yield "set by hand (shipped)", [scores(sites[name], sitemode.BLEND.astype(np.float64)) for name in names]
    for way, pull in PULLS.items():
        weights = [
            fitted([sites[name] for n, name in enumerate(names) if n % FOLDS != fold], pull) for fold in range(FOLDS)
        ]
        yield f"learned, {way} pull", [scores(sites[name], weights[n % FOLDS]) for n, name in enumerate(names)]


def cell(own: Sequence[float], by_hand: Sequence[float]) -> str:
    """The mean over sites, and how it differs from that of the weights set by hand."""
    change = np.array(own) - np.array(by_hand)
    if not change.any():
        return f"{np.mean(own):.4f}"
    drawn = change[np.random.default_rng(0).integers(0, len(change), (2000, len(change)))].mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return f"{np.mean(own):.4f}, {change.mean():+.4f} [{low:+.4f}, {high:+.4f}]"


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    pages, examples = examples_of(given.data, spare_untouched=True, workers=given.workers)
    logits: dict[int, Array] = {}
    for model, numbers in train.fold_models(examples, train.Plan(), given.workers):
        logits |= {i: train.corrected(examples[i], model, train.run(examples[i], model)) for i in numbers}
    by_site: dict[str, list[int]] = defaultdict(list)
    for i, example in enumerate(examples):
        if example.gold.kind == "lines":
            by_site[example.group].append(i)
    cells: dict[str, list[str]] = defaultdict(list)
    for learned in LEARNED:
        sites: dict[str, list[Seen]] = {}
        for name, every in by_site.items():
            some = every[: learned + PAGES]
            if len(some) > learned:
                golds, own = [pages[i] for i in some], [examples[i] for i in some]
                sites[name] = seen(golds, own, [logits[i] for i in some], learned)
        found = dict(rows(sites))
        by_hand = next(iter(found.values()))
        for name, values in found.items():
            cells[name].append(cell(values, by_hand))
            print(learned, len(sites), name, cells[name][-1], flush=True)
    lines = [
        f"| | {' | '.join(f'learned from {learned} pages' for learned in LEARNED)} |",
        "| --- |" + " --- |" * len(LEARNED),
    ]
    lines += [f"| {name} | {' | '.join(found)} |" for name, found in cells.items()]
    lines += ["", f"Measured {date.today().isoformat()}: {len(by_site)} sites."]
    between.write(DOC, "weights", "\n".join(lines))


if __name__ == "__main__":
    main()
