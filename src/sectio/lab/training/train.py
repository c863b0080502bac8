"""Training the default model: cross-validation by group, then the networks and the forest whose average ships.

Pages of one domain or site stay on one side of every split. What is reported and what the confidence is calibrated on comes
from pages left out. The same examples and seed give the same model file, bit for bit, on one machine.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio.lab.training import boost, fit
from sectio.lab.training.examples import Example
from sectio.lab.training.figures import Outcome, brief, calibrate, intervals, mean, reliability, site_figures, summary
from sectio.lab.training.labels import words
from sectio.model import extractor, features, forum, net, pagetype
from sectio.model.store import Model

Array = NDArray[np.float32]
Tell = Callable[[str], None]

MARK_SPREAD = 0.2
MIN_FACT_PAGES = 4


@dataclass(frozen=True)
class Plan:
    """How to train: folds of the cross-validation (0: none), networks to average, seed; how to train a network and the forest."""

    folds: int = 5
    networks: int = 2
    seed: int = 0
    recipe: fit.Recipe = field(default_factory=fit.Recipe)
    forest: boost.Recipe = field(default_factory=boost.Recipe)


@dataclass(frozen=True, eq=False)
class SiteExample:
    """A page of a site in site mode: its blended logits, and what is needed to score a choice of its blocks."""

    group: str
    logits: Array
    example: Example


# Makes site examples from out-of-fold logits, one array per example of `train` in the same order.
SiteStage = Callable[[Sequence[Array]], list[SiteExample]]


def train(
    examples: Sequence[Example], plan: Plan, tell: Tell = lambda line: None, sites: SiteStage | None = None
) -> tuple[Model, list[Outcome]]:
    """Cross-validate, then train on everything. Returns the model and the left-out pages' outcomes."""
    outcomes: list[Outcome] = []
    logits: list[Array] = [np.zeros(len(example.labels), np.float32) for example in examples]
    for fold in range(plan.folds):
        outside = [i for i, example in enumerate(examples) if fold_of(example.group, plan) == fold]
        inside = [example for example in examples if fold_of(example.group, plan) != fold]
        if not inside or not outside:
            continue
        model = fitted(inside, plan)
        for i in outside:
            logits[i] = run(examples[i], model)
            outcomes.append(score(examples[i], model, logits[i]))
        tell(f"fold {fold + 1} of {plan.folds}: {brief(outcomes)}")
    arrays, about = _fit(examples, plan, tell)
    arrays["confidence"] = calibrate(outcomes)
    figures = summary(outcomes)
    figures["intervals"] = intervals(outcomes)
    figures["reliability"] = reliability(outcomes, [fold_of(outcome.group, plan) for outcome in outcomes])
    if sites and plan.folds:
        figures |= site_figures(_site_scores(sites(logits)))
    about |= {"training": digest(examples), "pages": len(examples), "seed": plan.seed, "metrics": figures}
    return Model(arrays, about), outcomes


def _site_scores(examples: Sequence[SiteExample]) -> dict[str, float]:
    """Mean F1 of each site in site mode, from logits of models that have not seen it."""
    scores: dict[str, list[float]] = defaultdict(list)
    for site in examples:
        value = page_score(site.example, choice(site.example, site.logits)[0])
        if value is not None:
            scores[site.group].append(value)
    return {group: mean(values) for group, values in sorted(scores.items())}


def fold_of(group: str, plan: Plan) -> int:
    """The fold a group's pages are left out in, the same for every run."""
    return int.from_bytes(hashlib.blake2b(group.encode(), digest_size=4).digest(), "big") % max(plan.folds, 1)


def fitted(examples: Sequence[Example], plan: Plan) -> Model:
    """A model of these pages alone: no cross-validation, no calibration."""
    return Model(*_fit(examples, plan, lambda line: None))


def _fit(examples: Sequence[Example], plan: Plan, tell: Tell) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Scales, networks, forest and page type model from these pages."""
    mean, spread = scales(examples)
    known = [example for example in examples if len(example.labels) and example.weights.any()]
    samples = [
        fit.Sample(extractor.scale(example.matrix, mean, spread), example.labels, example.weights) for example in known
    ]
    networks = []
    for number in range(plan.networks):
        recipe = replace(plan.recipe, seed=plan.seed + number)
        networks.append(fit.fit(samples, net.Shape(len(features.NAMES)), recipe))
        tell(f"network {number + 1} of {plan.networks} trained")
    weights: dict[str, NDArray[Any]] = {**net.stack(networks), **_forest(known, plan)}
    if plan.forest.trees:
        tell(f"forest of {plan.forest.trees} trees trained")
    types, names = fit_types(examples)
    arrays: dict[str, NDArray[Any]] = {"mean": mean, "spread": spread, **weights, **types}
    arrays["confidence"] = np.zeros(3 + len(pagetype.TYPES))
    return arrays, {"features": list(features.NAMES), "type_facts": names}


def _forest(examples: Sequence[Example], plan: Plan) -> dict[str, NDArray[Any]]:
    """The forest's arrays; none when the plan has no trees."""
    if not plan.forest.trees:
        return {}
    samples = [fit.Sample(example.matrix, example.labels, example.weights) for example in examples]
    return boost.fit(samples, replace(plan.forest, seed=plan.seed))


def scales(examples: Sequence[Example], measures: int = features.MEASURE_COUNT) -> tuple[Array, Array]:
    """Mean and spread of each feature; rare marks get a least spread, so that they do not shout."""
    every = np.concatenate([example.matrix for example in examples[::2]] or [examples[0].matrix])
    mean, spread = every.mean(axis=0), every.std(axis=0)
    spread[:measures] += 1e-3
    spread[measures:] = np.maximum(spread[measures:], MARK_SPREAD)
    return mean.astype(np.float32), spread.astype(np.float32)


def fit_types(
    examples: Sequence[Example], *, decay: float = 0.1, steps: int = 400
) -> tuple[dict[str, Array], list[str]]:
    """The linear page type model: multinomial logistic regression by full-batch Adam."""
    known = [example for example in examples if example.page_type in pagetype.TYPES]
    seen = Counter(name for example in known for name in example.facts)
    names = sorted(name for name, count in seen.items() if count >= MIN_FACT_PAGES)
    place = {name: i for i, name in enumerate(names)}
    table = np.zeros((len(known), len(names)), np.float32)
    for row, example in enumerate(known):
        for name, value in example.facts.items():
            if name in place:
                table[row, place[name]] = value
    shape = (len(names), len(pagetype.TYPES))
    if not known:
        blank = {"type_scale": np.ones(0), "type_weights": np.zeros(shape), "type_bias": np.zeros(shape[1])}
        return {name: array.astype(np.float32) for name, array in blank.items()}, names
    mean, spread = table.mean(axis=0), table.std(axis=0) + np.float32(0.05)
    inputs = np.append(np.clip((table - mean) / spread, -4, 4), np.ones((len(known), 1), np.float32), axis=1)
    goal = np.eye(shape[1], dtype=np.float32)[[pagetype.TYPES.index(example.page_type or "") for example in known]]
    weights = np.zeros((inputs.shape[1], shape[1]), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        gradient = inputs.T @ (pagetype.softmax(inputs @ weights) - goal) / len(known) + np.float32(decay) * weights
        first += 0.1 * (gradient - first)
        second += 0.01 * (gradient * gradient - second)
        rate = np.float32(0.02 * (1 - 0.9 * step / steps))
        spread_out = np.sqrt(second / (1 - 0.99**step)) + np.float32(1e-6)
        weights -= rate * (first / (1 - 0.9**step)) / spread_out
    slopes = weights[:-1]
    bias = weights[-1] - (mean / spread) @ slopes
    return {
        "type_scale": (1 / spread).astype(np.float32),
        "type_weights": slopes.astype(np.float16),
        "type_bias": bias.astype(np.float32),
    }, names


# Scoring left-out pages


def run(example: Example, model: Model) -> Array:
    """The model's logits for an example's blocks."""
    if not len(example.labels):
        return np.zeros(0, np.float32)
    return extractor.logits_of(model, example.matrix)


def choice(example: Example, logits: Array) -> tuple[NDArray[np.bool_], float]:
    """The blocks to take, without the headline, and the F1 to be expected."""
    if not len(logits):
        return np.zeros(0, bool), 0.0
    chosen, expected = extractor.choose(extractor.sigmoid(logits), example.words.astype(np.float64))
    kept = chosen & ~example.headline
    if example.headline[np.argmax(chosen)] and 2 * example.words[kept].sum() >= example.words[chosen].sum():
        return kept, expected
    return chosen, expected


def score(example: Example, model: Model, logits: Array) -> Outcome:
    """How the model's choice on a page compares with its gold."""
    kind = pagetype.classify(model, example.facts)
    if kind.name == "forum":
        logits = forum.joined(logits, example.matrix, example.words)
    chosen, expected = choice(example, logits)
    if example.stated:
        chosen, expected = np.zeros(len(chosen), bool), 0.0
    precision, recall, value = _against_gold(example, chosen)
    return Outcome(
        kind=example.kind,
        group=example.group,
        page=example.page,
        page_type=example.page_type,
        expected=expected,
        score=value,
        precision=precision,
        recall=recall,
        bound=_against_gold(example, example.labels >= 0.5)[2],
        words=float(len(example.stated.split()) if example.stated else example.words[chosen].sum()),
        hits=_snippet_hits(example, chosen),
        types=tuple(kind.probabilities[name] for name in pagetype.TYPES),
    )


def page_score(example: Example, chosen: NDArray[np.bool_]) -> float | None:
    """Word F1 of a choice, or the F1 of its snippets; None if there is nothing to compare with."""
    if example.kind == "snippets":
        got, missed, wrong = _snippet_hits(example, chosen)
        return 2 * got / (2 * got + missed + wrong) if got + missed + wrong else None
    value = _against_gold(example, chosen)[2]
    return None if np.isnan(value) else value


def _snippet_hits(example: Example, chosen: NDArray[np.bool_]) -> tuple[int, int, int]:
    """Wanted strings found and missed, unwanted strings found."""
    if example.kind != "snippets":
        return 0, 0, 0
    plain = " ".join((example.stated or " ".join(example.texts[i] for i in np.flatnonzero(chosen).tolist())).split())
    got = sum(" ".join(s.split()) in plain for s in example.wanted)
    return got, len(example.wanted) - got, sum(" ".join(s.split()) in plain for s in example.unwanted)


def _against_gold(example: Example, chosen: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Precision, recall and F1 in words; not a number where there is no gold text."""
    if not (example.gold and example.gold.strip()):
        return float("nan"), float("nan"), float("nan")
    texts = [example.stated] if example.stated else [example.texts[i] for i in np.flatnonzero(chosen).tolist()]
    found = Counter(word for text in texts for word in words(text))
    gold = Counter(words(example.gold))
    shared, here, there = (sum(bag.values()) for bag in (found & gold, found, gold))
    return shared / max(here, 1), shared / max(there, 1), 2 * shared / max(here + there, 1)


def digest(examples: Sequence[Example]) -> str:
    """A digest of the training data: features, labels and weights of every page, in order."""
    whole = hashlib.sha256()
    for example in examples:
        whole.update(re.sub(r"\s+", " ", f"{example.kind} {example.group} {example.page_type}").encode())
        for array in (example.matrix, example.labels, example.weights):
            whole.update(np.ascontiguousarray(array).tobytes())
    return whole.hexdigest()
