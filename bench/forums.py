"""What it brings to decide the posts of a forum together, on pages that are forums for certain.

    python bench/forums.py DATA [--workers 2]

Both passes and the page types are cross-validated as `sectio train` does it; then left-out pages are decided as `extract` does, once
with posts decided together and once one by one. Writes the table in docs/ablation.md.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import between
from sectio.dom.blocks import Blocks
from sectio.dom.decode import decode
from sectio.dom.parse import parse
from sectio.lab.datasets import GoldPage
from sectio.lab.training import train
from sectio.lab.training.corpus import examples_of
from sectio.lab.training.examples import Example
from sectio.model import extractor, store
from sectio.model.verdict import Impression

DOC = Path(__file__).parents[1] / "docs" / "ablation.md"
FEW, CHANGED = 10, 0.01


class Scored(NamedTuple):
    """A page that is a forum for certain: its scores without and with posts decided together."""

    data: str
    group: str
    alone: float
    together: float


def scored(gold: GoldPage, example: Example, logits: NDArray[np.float32], model: store.Model) -> Scored | None:
    """The scores of a page; None if it is not certainly a forum, or nothing is known of it."""
    text, encoding = decode(gold.html)
    page = parse(text, encoding=encoding)
    judged = extractor.Judged(model, Blocks.of(page), example.read.matrix, logits)
    if not Impression(page, model, summary=judged.summary, url=gold.url).is_surely_forum:
        return None
    masks = (extractor.decide(page, model, judged, logits, url=gold.url, of_site=alone).mask for alone in (True, False))
    found = [train.page_score(example, mask.take(judged.blocks.node) & ~example.headline) for mask in masks]
    if found[0] is None or found[1] is None:
        return None
    return Scored(example.dataset, example.group, found[0], found[1])


def line(data: str, pages: Sequence[Scored]) -> str:
    """A row: the means, their difference with its interval over domains or sites, and how many pages lose and gain."""
    changes: dict[str, list[float]] = defaultdict(list)
    for one in pages:
        changes[one.group].append(one.together - one.alone)
    sums, sizes = np.array([sum(part) for part in changes.values()]), np.array([len(part) for part in changes.values()])
    drawn = np.random.default_rng(0).integers(0, len(sums), (2000, len(sums)))
    low, high = np.quantile(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1), (0.025, 0.975))
    alone, together = np.mean([(one.alone, one.together) for one in pages], axis=0).tolist()
    every = np.array([one.together - one.alone for one in pages])
    cells = (
        data,
        len(pages),
        len(sums),
        f"{alone:.3f}",
        f"{together:.3f}",
        f"{together - alone:+.3f} [{low:+.3f}, {high:+.3f}]",
    )
    return f"| {' | '.join(map(str, cells))} | {(every < -CHANGED).sum()} | {(every > CHANGED).sum()} |"


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    pages, examples = examples_of(given.data, spare_untouched=True, workers=given.workers)
    plan, logits = train.Plan(), [np.zeros(0, np.float32)] * len(examples)
    models = [*train.fold_models(examples, plan, given.workers)]
    for model, numbers in models:
        for i in numbers:
            logits[i] = train.corrected(examples[i], model, train.run(examples[i], model))
    found: dict[str, list[Scored]] = defaultdict(list)
    for fold, (_, numbers) in enumerate(models):
        types, shipped = train.typed_model(examples, logits, plan, fold), store.default()
        model = store.Model({**shipped.arrays, **types.arrays}, {**shipped.about, **types.about})
        for i in numbers:
            example = examples[i]
            if example.dataset != train.MADE and len(example) and example.gold.kind != "snippets":
                one = scored(pages[i], example, logits[i], model)
                if one:
                    found[one.data].append(one)
    lines = [
        "| | pages | domains or sites | one by one | together | change | lose 0.01 | gain it |",
        "| --- |" + " ---: |" * 4 + " --- |" + " ---: |" * 2,
    ]
    lines += [line(data, found[data]) for data in sorted(found) if len(found[data]) >= FEW]
    between.write(DOC, "forums", "\n".join([*lines, "", f"Measured {date.today().isoformat()}."]))


if __name__ == "__main__":
    main()
