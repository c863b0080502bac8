"""What each part of the default extractor brings: train without it, on the same folds, and compare page by page.

    python bench/ablation.py DATA [--folds 0,1] [--epochs 6] [--seeds 3]

Feature groups are left out one by one; the scores of the seed methods are added; kinds of data are left out; other forms
of the model take the network's place. Differences are to the full network of the same seed on the same left-out pages, with
95 % intervals over those pages. Writes docs/ablation.json, the table in docs/ablation.md and docs/ablation.svg.
LightGBM's forest needs `pip install lightgbm`; without it, it is left out.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio import api
from sectio.dom.blocks import Blocks
from sectio.dom.page import Page
from sectio.lab.datasets import GoldPage
from sectio.lab.evaluate.report import svg
from sectio.lab.training import boost, fit, train
from sectio.lab.training.corpus import examples_of
from sectio.lab.training.examples import Example
from sectio.method import Context
from sectio.methods import METHODS
from sectio.model import extractor, features, net, trees

Array = NDArray[np.float32]
Logits = dict[int, Array]
DOCS = Path(__file__).parents[1] / "docs"
START, END = "<!-- table:start -->", "<!-- table:end -->"
SEED_METHODS = ("boilerpipe", "boilerpipe-article", "coreex", "econ", "sd", "density")
TREES = {
    "objective": "cross_entropy",
    "num_leaves": 31,
    "learning_rate": 0.08,
    "min_data_in_leaf": 60,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "feature_fraction": 0.8,
    "num_threads": 1,
    "verbose": -1,
}


@dataclass(frozen=True)
class Bench:
    """What every variant is trained and judged on."""

    examples: Sequence[Example]
    folds: Sequence[int]
    plan: train.Plan

    def split(self, fold: int) -> tuple[list[int], list[int]]:
        """Numbers of the examples to learn from, and of those left out."""
        outside = [i for i, e in enumerate(self.examples) if train.fold_of(e.group, self.plan) == fold]
        left_out = set(outside)
        return [i for i in range(len(self.examples)) if i not in left_out], outside


@dataclass(frozen=True)
class Row:
    """One variant: its mean scores, and the difference to the full network with its interval, per data set."""

    part: str
    name: str
    scores: dict[str, float]
    gain: dict[str, tuple[float, float, float]]


Predict = Callable[[Bench, int], Logits]


# Variants: from a fold to logits of its left-out pages


def network(
    *,
    without: Sequence[str] = (),
    kinds: Sequence[str] = ("text", "lines", "snippets"),
    extra: Sequence[Array] | None = None,
    channels: int = net.Shape.channels,
) -> Predict:
    """The network, without some feature groups, trained on some kinds of data, with extra columns, wider or narrower."""
    gone = [i for i, name in enumerate(features.NAMES) if any(name in features.GROUPS[group] for group in without)]

    def matrix(bench: Bench, i: int) -> Array:
        given = bench.examples[i].matrix.copy()
        given[:, gone] = 0
        return given if extra is None else np.concatenate((extra[i], given), axis=1)

    def predict(bench: Bench, fold: int) -> Logits:
        inside, outside = bench.split(fold)
        chosen = [i for i in inside if bench.examples[i].kind in kinds]
        learned = [replace(bench.examples[i], matrix=matrix(bench, i)) for i in chosen]
        measures = features.MEASURE_COUNT + (0 if extra is None else extra[0].shape[1])
        mean, spread = train.scales(learned, measures)
        samples = [
            fit.Sample(_scaled(e.matrix, mean, spread, measures), e.labels, e.weights)
            for e in learned
            if len(e.labels) and e.weights.any()
        ]
        weights = fit.fit(samples, net.Shape(samples[0].features.shape[1], channels), bench.plan.recipe)
        return {
            i: net.run(weights, _scaled(matrix(bench, i), mean, spread, measures))
            for i in outside
            if len(bench.examples[i].labels)
        }

    return predict


def _scaled(matrix: Array, mean: Array, spread: Array, measures: int) -> Array:
    """As `extractor.scale`, for any number of measures."""
    scaled = ((matrix - mean) / spread).astype(np.float32)
    scaled[:, :measures] = np.clip(scaled[:, :measures], -extractor.CLIP, extractor.CLIP)
    return scaled


def oblivious(*, without: Sequence[str] = ()) -> Predict:
    """The forest that ships, without some feature groups."""
    gone = [i for i, name in enumerate(features.NAMES) if any(name in features.GROUPS[group] for group in without)]

    def sample(example: Example) -> fit.Sample:
        given = example.matrix.copy()
        given[:, gone] = 0
        return fit.Sample(given, example.labels, example.weights)

    def predict(bench: Bench, fold: int) -> Logits:
        inside, outside = bench.split(fold)
        recipe = replace(bench.plan.forest, seed=bench.plan.recipe.seed)
        weights = boost.fit([sample(bench.examples[i]) for i in inside], recipe)
        whole = [i for i in outside if len(bench.examples[i].labels)]
        return {i: trees.run(weights, sample(bench.examples[i]).features) for i in whole}

    return predict


def lightgbm_forest(bench: Bench, fold: int) -> Logits:
    """LightGBM's gradient-boosted trees over single blocks, weighted as the network's labels are."""
    import lightgbm  # type: ignore[import-not-found,import-untyped,unused-ignore]

    inside, outside = bench.split(fold)
    learned = [bench.examples[i] for i in inside if bench.examples[i].weights.any()]
    rows = np.concatenate([e.matrix for e in learned])
    labels, weights = np.concatenate([e.labels for e in learned]), np.concatenate([e.weights for e in learned])
    known = weights > 0
    data = lightgbm.Dataset(rows[known], labels[known], weight=weights[known], free_raw_data=True)
    model = lightgbm.train({**TREES, "seed": bench.plan.recipe.seed}, data, num_boost_round=200)
    whole = [i for i in outside if len(bench.examples[i].labels)]
    return {i: np.asarray(model.predict(bench.examples[i].matrix, raw_score=True), np.float32) for i in whole}


def averaged(*parts: dict[int, Logits]) -> Predict:
    """The mean of the logits of variants that have run."""
    return lambda bench, fold: {i: np.mean([part[fold][i] for part in parts], axis=0) for i in parts[0][fold]}


def seed_scores(pages: Sequence[GoldPage]) -> list[Array]:
    """Per page and block: the share of its words that each seed method takes."""
    return [_seed_scores(api.parse_page(page.html)) for page in pages]


def _seed_scores(page: Page) -> Array:
    blocks = Blocks.of(page)
    weight = page.counts.words + 0.1
    columns = []
    for name in SEED_METHODS:
        mask = METHODS[name].select(page, Context()).mask
        columns.append(blocks.sum(mask[page.text_rows] * weight) / np.maximum(blocks.sum(weight), 1e-9))
    return np.stack(columns, axis=1).astype(np.float32)


# Judging


def score(bench: Bench, logits: Logits) -> dict[str, dict[int, float]]:
    """Scores of the left-out pages by data set: word F1, or the share of right decisions about snippets."""
    found: dict[str, dict[int, float]] = defaultdict(dict)
    for i, values in logits.items():
        example = bench.examples[i]
        value = train.page_score(example, train.choice(example, values)[0])
        if value is not None:
            found[NAMES[example.kind]][i] = value
    return found


NAMES = {"text": "wcxb-dev", "lines": "sites", "snippets": "snippets"}


def compare(
    part: str, name: str, runs: Sequence[tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]]
) -> Row:
    """Means over seeds of a variant's scores, and paired differences to the full network."""
    scores, gain = {}, {}
    for data in NAMES.values():
        mine = [run[data] for run, _ in runs]
        base = [full[data] for _, full in runs]
        pages = sorted(mine[0])
        values = np.mean([[run[i] for i in pages] for run in mine], axis=0)
        change = values - np.mean([[run[i] for i in pages] for run in base], axis=0)
        scores[data] = round(float(values.mean()), 4)
        low, high = _interval(change)
        gain[data] = (round(float(change.mean()), 4), low, high)
    return Row(part, name, scores, gain)


def _interval(change: NDArray[np.float64], draws: int = 2000) -> tuple[float, float]:
    draw = np.random.default_rng(0)
    means = [change[draw.integers(0, len(change), len(change))].mean() for _ in range(draws)]
    low, high = np.quantile(means, (0.025, 0.975))
    return round(float(low), 4), round(float(high), 4)


def run_all(
    examples: Sequence[Example], extra: Sequence[Array], folds: Sequence[int], epochs: int, seeds: int
) -> list[Row]:
    """Every variant, the full network first."""
    benches = [Bench(examples, folds, train.Plan(recipe=fit.Recipe(epochs=epochs, seed=seed))) for seed in range(seeds)]

    def run(predict: Predict, bench: Bench) -> dict[int, Logits]:
        return {fold: predict(bench, fold) for fold in folds}

    def judged(bench: Bench, by_fold: dict[int, Logits]) -> dict[str, dict[int, float]]:
        return score(bench, {i: values for logits in by_fold.values() for i, values in logits.items()})

    full = [run(network(), bench) for bench in benches]
    base = [judged(bench, found) for bench, found in zip(benches, full, strict=True)]
    rows = [compare("model", "network (what the others are compared with)", [(b, b) for b in base])]
    _tell(rows[-1])

    def add(part: str, name: str, predict: Predict, count: int = 1) -> list[dict[int, Logits]]:
        found = [run(predict, bench) for bench in benches[:count]]
        pairs = [(judged(bench, one), base[k]) for k, (bench, one) in enumerate(zip(benches, found, strict=False))]
        rows.append(compare(part, name, pairs))
        _tell(rows[-1])
        return found

    trees = add("model", f"forest of {boost.Recipe.trees} oblivious trees", oblivious(), seeds)
    add("model", "average of network and forest", averaged(full[0], trees[0]))
    add("model", "average of 2 networks", averaged(*full[:2]))
    add("model", f"average of {seeds} networks", averaged(*full))
    add("model", "network of 64 channels", network(channels=64))
    add("model", "network of 16 channels", network(channels=16))
    try:
        grown = add("model", "LightGBM's forest of 200 trees", lightgbm_forest, seeds)
        add("model", "average of network and LightGBM's forest", averaged(full[0], grown[0]))
    except ImportError as error:
        print(f"left out: {error}")
    for group in features.GROUPS:
        add("features", f"without {group}", network(without=(group,)))
    add("features", "with the seed methods' scores", network(extra=extra))
    for kinds in (("text",), ("text", "lines"), ("text", "snippets")):
        add("data", " + ".join(NAMES[kind] for kind in kinds) + " only", network(kinds=kinds))
    return rows


def _tell(row: Row) -> None:
    print(row.part, row.name, row.scores, row.gain, flush=True)


# Writing


def table(rows: Iterable[Row]) -> str:
    """The rows in Markdown."""
    sets = list(NAMES.values())
    lines = [f"| | {' | '.join(f'{data} | change' for data in sets)} |", "| --- |" + " --- | --- |" * len(sets)]
    for row in rows:
        cells = []
        for data in sets:
            mean, low, high = row.gain[data]
            cells += [
                f"{row.scores[data]:.3f}",
                "" if mean == low == high else f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]",
            ]
        lines.append(f"| {row.name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def picture(rows: Sequence[Row]) -> str:
    """Changes against the full network as dots with intervals, one column per data set."""
    shown = [row for row in rows if any(row.gain[data] != (0, 0, 0) for data in NAMES.values())]
    left, width, step, top = 330, 230, 22, 44
    height = top + step * len(shown) + 20
    parts: list[str] = []
    for k, data in enumerate(NAMES.values()):
        x0 = left + k * (width + 20)
        worst = max(0.01, *(abs(v) for row in shown for v in row.gain[data]))

        def at(value: float, x0: int = x0, worst: float = worst) -> float:
            return x0 + width / 2 + value / worst * (width / 2 - 6)

        parts += [
            svg.text(x0 + width / 2, 14, data, "head", anchor="middle"),
            svg.line(at(0), 26, at(0), height - 14, "zero"),
        ]
        parts += [svg.text(at(s * worst), 32, f"{s * worst:+.3f}", "tick", anchor="middle") for s in (-0.9, 0.9)]
        for n, row in enumerate(shown):
            mean, low, high = row.gain[data]
            y = top + step * n + 8
            sign = "good" if low > 0 else "bad" if high < 0 else "open"
            parts += [svg.line(at(low), y, at(high), y, sign), svg.tag("circle", cx=at(mean), cy=y, r=3.5, cls=sign)]
    parts += [svg.text(left - 12, top + step * n + 8, row.name, anchor="end") for n, row in enumerate(shown)]
    label = "Change of word F1 against the full network, with 95 % intervals"
    return svg.standalone(left + 3 * (width + 20), height, label, _STYLE, *parts)


_STYLE = (
    "text{font:12px sans-serif;fill:#222}.head{font-weight:bold}.tick{fill:#777;font-size:10px}.zero{stroke:#999}"
    "line.good,line.bad,line.open{stroke-width:2}.good{stroke:#1a7f37;fill:#1a7f37}.bad{stroke:#c0392b;fill:#c0392b}"
    ".open{stroke:#888;fill:#888}"
)


def write(rows: Sequence[Row], how: dict[str, Any]) -> None:
    """The record, the table and the picture."""
    record = {"how": how, "rows": [vars(row) for row in rows]}
    (DOCS / "ablation.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    (DOCS / "ablation.svg").write_text(picture(rows) + "\n", encoding="utf-8")
    page = DOCS / "ablation.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(START)
    page.write_text(f"{before}{START}\n{table(rows)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def main() -> None:
    """Run from the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--folds", default="0,1")
    arguments.add_argument("--epochs", type=int, default=6)
    arguments.add_argument("--seeds", type=int, default=3)
    given = arguments.parse_args()
    pages, examples = examples_of(given.data)
    folds = [int(fold) for fold in given.folds.split(",")]
    rows = run_all(examples, seed_scores(pages), folds, given.epochs, given.seeds)
    write(rows, {"folds": folds, "epochs": given.epochs, "seeds": given.seeds, "pages": len(examples)})


if __name__ == "__main__":
    main()
