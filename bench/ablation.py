"""What each part of the default extractor brings: train without it, on the same folds, and compare page by page.

    python bench/ablation.py DATA [--folds 2] [--epochs 4] [--trees 80] [--workers 2]

Parts of the model are left out of one training, kinds of training data and what is known of several stories in one training each. Every variant is cross-validated as
`sectio train` does it, with fewer folds, epochs and trees to save time. Differences are to the full model on the same left-out pages,
with 95 % intervals over domains or sites. Writes docs/ablation.json and the table in docs/ablation.md.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import between
from sectio.lab.training import boost, fit, train
from sectio.lab.training.corpus import examples_of
from sectio.lab.training.examples import Example, scaled
from sectio.lab.training.figures import Outcome
from sectio.model import first, trees
from sectio.model.store import Model

DOCS = Path(__file__).parents[1] / "docs"
SETS = ("wcxb-dev", "snippets", "sites", "fundus", "magichtml-forum", "recipes")
# Sets that are left out together: of one source, or too small to matter alone.
LEFT_OUT = {
    "wcxb-dev": ("wcxb-dev",),
    "snippets": ("snippets",),
    "sites": ("sites",),
    "fundus": ("fundus",),
    "both sets of magichtml": ("magichtml-article", "magichtml-forum"),
    "recipes": ("recipes",),
    "goose, newspaper, postlight and readability": ("goose", "newspaper", "postlight", "readability"),
    "made pages": (train.MADE,),
}
CERTAIN = np.float32(30)
ROWS, RATE = 30_000, 0.25  # of trees: few of them, so each learns more than in the shipped model

Scores = dict[str, dict[str, tuple[str, float]]]  # data set, page: group and score
Array = NDArray[np.float32]
Judge = Callable[[Example, Model], Array]


def _both(example: Example, model: Model) -> Array:
    return train.corrected(example, model, train.run(example, model))


def _network(example: Example, model: Model) -> Array:
    return train.run(example, Model({k: v for k, v in model.arrays.items() if not k.startswith("forest")}, model.about))


def _trees(example: Example, model: Model) -> Array:
    found = trees.run(model.arrays, example.read.matrix)
    return first.without_line_numbers(example.read.matrix, found) if len(example) else found


def _certain(example: Example, model: Model) -> Array:
    """Certain of every block, so that the choice with the best expected measure is that of all blocks that are more probable than not."""
    return np.where(_both(example, model) > 0, CERTAIN, -CERTAIN)


# The parts that one training tells apart.
PARTS: dict[str, Judge] = {
    "all of it": _both,
    "stop at one half instead of the best expected F1": _certain,
    "without the second pass": train.run,
    "network alone": _network,
    "trees alone": _trees,
}


def scores(models: Sequence[tuple[Model, Sequence[int]]], examples: Sequence[Example], judge: Judge) -> Scores:
    """The scores of left-out pages: word F1, F1 of snippets, share of strings."""
    found: Scores = defaultdict(dict)
    for model, numbers in models:
        for example in (examples[i] for i in numbers if examples[i].dataset in SETS):
            outcome = train.score(example, judge(example, model))
            value = _value(outcome)
            if value is not None:
                found[outcome.dataset][f"{outcome.group} {outcome.page}"] = outcome.group, value
    return found


def variants(examples: Sequence[Example], plan: train.Plan, workers: int) -> Iterator[tuple[str, Scores]]:
    """Name and scores of each variant, the full model first."""
    models = [*train.fold_models(examples, plan, workers)]
    yield from ((name, scores(models, examples, judge)) for name, judge in PARTS.items())
    models = [*train.fold_models([without_stories(example) for example in examples], plan, workers)]
    yield "without several stories", scores(models, [without_stories(example) for example in examples], _both)
    for name, sets in LEFT_OUT.items():
        models = [*train.fold_models(without(examples, sets), plan, workers)]
        yield f"without {name}", scores(models, examples, _both)


def without(examples: Sequence[Example], sets: Sequence[str]) -> list[Example]:
    """The examples, those of some sets and those made from them with nothing to learn from."""
    groups = {example.group for example in examples if example.dataset in sets}
    return [
        replace(e, gold=scaled(e.gold, 0))
        if e.dataset in sets or (e.dataset == train.MADE and e.group in groups)
        else e
        for e in examples
    ]


def without_stories(example: Example) -> Example:
    """The example with no block in one of several stories."""
    frame = example.read.frame
    alone = replace(frame, story=np.full_like(frame.story, -1), kind=np.full_like(frame.kind, -1))
    return replace(example, read=replace(example.read, frame=alone))


def _value(outcome: Outcome) -> float | None:
    if not np.isnan(outcome.score):
        return outcome.score
    got, missed, wrong = outcome.hits
    return 2 * got / (2 * got + missed + wrong) if got + missed + wrong else None


def compare(own: Scores, full: Scores, data: str, draws: int = 2000) -> tuple[float, float, float, float]:
    """The mean over pages, its difference to the full model's, and the interval of that."""
    changes: dict[str, list[float]] = defaultdict(list)
    for page, (group, value) in own[data].items():
        changes[group].append(value - full[data][page][1])
    sums, sizes = np.array([sum(part) for part in changes.values()]), np.array([len(part) for part in changes.values()])
    drawn = np.random.default_rng(0).integers(0, len(sums), (draws, len(sums)))
    low, high = np.quantile(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1), (0.025, 0.975))
    mean = float(np.mean([value for _, value in own[data].values()]))
    return mean, float(sums.sum() / sizes.sum()), float(low), float(high)


def line(name: str, own: Scores, full: Scores) -> str:
    """One row of the table."""
    cells = []
    for data in SETS:
        mean, change, low, high = compare(own, full, data)
        cells.append(f"{mean:.3f}" if own is full else f"{change:+.3f} [{low:+.3f}, {high:+.3f}]")
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--folds", type=int, default=2)
    arguments.add_argument("--epochs", type=int, default=4)
    arguments.add_argument("--trees", type=int, default=80)
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    _, examples = examples_of(given.data, spare_untouched=True, workers=given.workers)
    plan = train.Plan(
        folds=given.folds,
        recipe=fit.Recipe(epochs=given.epochs),
        forest=boost.Recipe(trees=given.trees, rows=ROWS, rate=RATE),
        second=replace(train.SECOND, trees=given.trees, rows=ROWS),
    )
    lines = [f"| | {' | '.join(SETS)} |", "| --- |" + " --- |" * len(SETS)]
    full: Scores = {}
    for name, own in variants(examples, plan, given.workers):
        full = full or own
        lines.append(line(name, own, full))
        print(lines[-1], flush=True)
    how = {"folds": given.folds, "epochs": given.epochs, "trees": given.trees, "pages": len(examples)}
    write(lines, {**how, "date": date.today().isoformat(), "training": train.digest(examples)})


def write(lines: Sequence[str], how: dict[str, int | str]) -> None:
    """The record and the table."""
    (DOCS / "ablation.json").write_text(json.dumps({"how": how, "rows": lines}, indent=1) + "\n", encoding="utf-8")
    said = f"Measured {how['date']}: {how['pages']} pages, {how['folds']} folds, {how['epochs']} epochs, {how['trees']} trees."
    between.write(DOCS / "ablation.md", "table", "\n".join([*lines, "", said]))


if __name__ == "__main__":
    main()
