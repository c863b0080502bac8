"""What each part of the default extractor brings: train without it, on the same folds, and compare page by page.

    python bench/ablation.py DATA [--epochs 4] [--trees 80] [--workers 2]

Parts of the model and kinds of training data are left out one by one. Every variant is cross-validated as `sectio train` does it,
with fewer epochs and trees to save time. Differences are to the full model on the same left-out pages, with 95 % intervals over domains
or sites. Writes docs/ablation.json and the table in docs/ablation.md.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from sectio.lab.training import boost, fit, train
from sectio.lab.training.corpus import examples_of
from sectio.lab.training.examples import Example, scaled
from sectio.lab.training.figures import Outcome

DOCS = Path(__file__).parents[1] / "docs"
START, END = "<!-- table:start -->", "<!-- table:end -->"
SETS = ("wcxb-dev", "snippets", "sites", "fundus", "magichtml-forum", "recipes")
OLD = ("wcxb-dev", "snippets", "sites")

Scores = dict[str, dict[str, tuple[str, float]]]  # data set, page: group and score


@dataclass(frozen=True)
class Variant:
    """A way to train: the plan, and the data sets whose labels count."""

    name: str
    plan: train.Plan
    learns_from: Callable[[str], bool] = lambda dataset: True


def variants(plan: train.Plan) -> Iterator[Variant]:
    """The full model first."""
    none = boost.Recipe(trees=0)
    yield Variant("all of it", plan)
    yield Variant("without the second pass", replace(plan, second=none))
    yield Variant("network alone", replace(plan, second=none, forest=none))
    yield Variant("network and second pass", replace(plan, forest=none))
    yield Variant("without made pages", plan, lambda name: name != train.MADE)
    yield Variant("without the sets of one gold.jsonl", plan, lambda name: name in (*OLD, train.MADE))
    yield Variant("without sites", plan, lambda name: name != "sites")
    yield Variant("without snippets", plan, lambda name: name != "snippets")


def scores(examples: Sequence[Example], variant: Variant, workers: int) -> Scores:
    """The scores of left-out pages: word F1, F1 of snippets, share of strings."""
    known = [e if variant.learns_from(e.dataset) else replace(e, gold=scaled(e.gold, 0)) for e in examples]
    found: Scores = defaultdict(dict)
    for outcome in train.train(known, variant.plan, workers=workers)[1]:
        value = _value(outcome)
        if value is not None:
            found[outcome.dataset][f"{outcome.group} {outcome.page}"] = outcome.group, value
    return found


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
    arguments.add_argument("--epochs", type=int, default=4)
    arguments.add_argument("--trees", type=int, default=80)
    arguments.add_argument("--workers", type=int, default=2)
    given = arguments.parse_args()
    _, examples = examples_of(given.data, spare_untouched=True, workers=given.workers)
    small = {"trees": given.trees, "rows": 30_000}
    plan = train.Plan(
        recipe=fit.Recipe(epochs=given.epochs), forest=boost.Recipe(**small), second=replace(train.SECOND, **small)
    )
    lines = [f"| | {' | '.join(SETS)} |", "| --- |" + " --- |" * len(SETS)]
    full: Scores = {}
    for variant in variants(plan):
        own = scores(examples, variant, given.workers)
        full = full or own
        lines.append(line(variant.name, own, full))
        print(lines[-1], flush=True)
    write(lines, {"epochs": given.epochs, "trees": given.trees, "pages": len(examples)})


def write(lines: Sequence[str], how: dict[str, int]) -> None:
    """The record and the table."""
    (DOCS / "ablation.json").write_text(json.dumps({"how": how, "rows": lines}, indent=1) + "\n", encoding="utf-8")
    page = DOCS / "ablation.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(START)
    table = "\n".join(lines)
    page.write_text(f"{before}{START}\n{table}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
