"""Training the default model: cross-validation by group, then the final networks, distilled into one.

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

from sectio.model import extractor, features, fit, net, pagetype, sitemode
from sectio.model.examples import Example
from sectio.model.labels import words
from sectio.model.store import Model

Array = NDArray[np.float32]
Tell = Callable[[str], None]

MARK_SPREAD = 0.2
MIN_FACT_PAGES = 4


@dataclass(frozen=True)
class Plan:
    """How to train: folds of the cross-validation (0: none), networks to average and distil, seed."""

    folds: int = 5
    teachers: int = 3
    seed: int = 0
    recipe: fit.Recipe = field(default_factory=fit.Recipe)


@dataclass(frozen=True, eq=False)
class SiteExample:
    """A page of a site as the second network sees it, and what is needed to score a choice of its blocks."""

    group: str
    matrix: Array
    words: Array
    texts: Sequence[str]
    labels: Array
    weights: Array
    gold: str


# Makes site examples from out-of-fold logits, one array per example of `train` in the same order.
SiteStage = Callable[[Sequence[Array]], list[SiteExample]]


@dataclass(frozen=True)
class Outcome:
    """One left-out page: how the choice scored."""

    kind: str
    group: str
    page_type: str | None
    expected: float
    score: float
    words: float
    hits: tuple[int, int, int]
    types: tuple[float, ...]


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
        model = Model(*_fit(inside, replace(plan, teachers=1), lambda line: None))
        for i in outside:
            logits[i] = run(examples[i], model)
            outcomes.append(score(examples[i], model, logits[i]))
        tell(f"fold {fold + 1} of {plan.folds}: {_brief(outcomes)}")
    arrays, about = _fit(examples, plan, tell)
    arrays["confidence"] = calibrate(outcomes)
    figures = summary(outcomes)
    second, figures["site_mode_f1"], figures["site_mode_by_site"] = _site_stage(
        sites(logits) if sites else [], plan, tell
    )
    about |= {"training": digest(examples), "pages": len(examples), "seed": plan.seed, "metrics": figures}
    return Model({**arrays, **second}, about), outcomes


def _site_stage(
    examples: Sequence[SiteExample], plan: Plan, tell: Tell
) -> tuple[dict[str, Array], float | None, dict[str, float]]:
    """The blend of site mode: scored leaving sites out, then learned from all of them."""
    if not examples:
        return {sitemode.BLEND: np.array(sitemode.START, np.float32)}, None, {}
    groups = sorted({example.group for example in examples})
    scores: dict[str, list[float]] = defaultdict(list)
    folds = min(11, len(groups)) if plan.folds and len(groups) > 1 else 0
    for fold in range(folds):
        left_out = set(groups[fold::folds])
        blend = fit_blend([example for example in examples if example.group not in left_out])
        for example in examples:
            if example.group in left_out:
                scores[example.group].append(_site_score(example, blend))
    by_site = {group: _mean(values) for group, values in sorted(scores.items())}
    overall = _mean(list(by_site.values())) if by_site else None
    tell(f"site mode, leaving sites out: {overall}")
    return {sitemode.BLEND: fit_blend(examples)}, overall, by_site


def fit_blend(examples: Sequence[SiteExample], *, rounds: int = 2) -> Array:
    """Weights of the blend by coordinate search for the best mean F1 over sites (in block labels, which is quick)."""
    best = np.array(sitemode.START, np.float32)
    sample = [example for i, example in enumerate(examples) if i % 3 == 0]
    top = _blend_score(sample, best)
    for _ in range(rounds):
        for place in range(len(best)):
            for step in (-0.5, -0.2, -0.1, 0.1, 0.2, 0.5):
                tried = best.copy()
                tried[place] += step * (5 if sitemode.NAMES[place] in ("often", "noise") else 1)
                value = _blend_score(sample, tried)
                if value > top + 1e-4:
                    best, top = tried, value
    return best


def _blend_score(examples: Sequence[SiteExample], blend: Array) -> float:
    by_site: dict[str, list[float]] = defaultdict(list)
    for example in examples:
        chosen, _ = extractor.choose(extractor.sigmoid(example.matrix @ blend), example.words.astype(np.float64))
        gold = float((example.labels * example.words).sum())
        hits = float((example.labels * example.words)[chosen].sum())
        by_site[example.group].append(2 * hits / max(float(example.words[chosen].sum()) + gold, 1e-9))
    return float(np.mean([np.mean(values) for values in by_site.values()]))


def _site_score(example: SiteExample, blend: Array) -> float:
    chosen, _ = extractor.choose(extractor.sigmoid(example.matrix @ blend), example.words.astype(np.float64))
    return bag_f1(
        [word for i in np.flatnonzero(chosen).tolist() for word in words(example.texts[i])], words(example.gold)
    )


def fold_of(group: str, plan: Plan) -> int:
    """The fold a group's pages are left out in, the same for every run."""
    return int.from_bytes(hashlib.blake2b(group.encode(), digest_size=4).digest(), "big") % max(plan.folds, 1)


def _fit(examples: Sequence[Example], plan: Plan, tell: Tell) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Scales, network and page type model from these pages."""
    mean, spread = scales(examples)
    samples = [
        fit.Sample(extractor.scale(example.matrix, mean, spread), example.labels, example.weights)
        for example in examples
        if len(example.labels) and example.weights.any()
    ]
    shape = net.Shape(len(features.NAMES))
    networks = []
    for teacher in range(plan.teachers):
        networks.append(fit.fit(samples, shape, replace(plan.recipe, seed=plan.seed + teacher)))
        tell(f"network {teacher + 1} of {plan.teachers} trained")
    weights = networks[0]
    if plan.teachers > 1:
        weights = distil(samples, networks, shape, replace(plan.recipe, seed=plan.seed + plan.teachers))
        tell("their average distilled into one")
    types, names = fit_types(examples)
    arrays: dict[str, NDArray[Any]] = {"mean": mean, "spread": spread, **weights, **types}
    arrays["confidence"] = np.zeros(3 + len(pagetype.TYPES))
    return arrays, {"features": list(features.NAMES), "type_facts": names}


def scales(examples: Sequence[Example]) -> tuple[Array, Array]:
    """Mean and spread of each feature; rare marks get a least spread, so that they do not shout."""
    every = np.concatenate([example.matrix for example in examples[::2]] or [examples[0].matrix])
    mean, spread = every.mean(axis=0), every.std(axis=0)
    measures = features.MEASURE_COUNT
    spread[:measures] += 1e-3
    spread[measures:] = np.maximum(spread[measures:], MARK_SPREAD)
    return mean.astype(np.float32), spread.astype(np.float32)


def distil(
    samples: Sequence[fit.Sample], networks: Sequence[net.Weights], shape: net.Shape, recipe: fit.Recipe
) -> dict[str, Array]:
    """One network that learns the average of several, also where the gold is silent."""
    softened = []
    for sample in samples:
        logits = np.mean([net.run(weights, sample.features) for weights in networks], axis=0)
        taught = extractor.sigmoid(logits)
        known = sample.weights > 0
        labels = np.where(known, 0.5 * sample.labels + 0.5 * taught, taught)
        base = float(sample.weights[known].mean())
        weights = np.where(known, sample.weights, 0.3 * base)
        softened.append(fit.Sample(sample.features, labels.astype(np.float32), weights.astype(np.float32)))
    return fit.fit(softened, shape, recipe)


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
    """The network's logits for an example's blocks."""
    if not len(example.labels):
        return np.zeros(0, np.float32)
    return extractor.logits_of(model, example.matrix)


def score(example: Example, model: Model, logits: Array) -> Outcome:
    """How the model's choice on a page compares with its gold."""
    chosen, expected = np.zeros(0, bool), 0.0
    if len(logits):
        chosen, expected = extractor.choose(extractor.sigmoid(logits), example.words.astype(np.float64))
    found = [example.texts[i] for i in np.flatnonzero(chosen).tolist()]
    kind = pagetype.classify(model, example.facts)
    hits = (0, 0, 0)
    value = float("nan")
    if example.kind == "snippets":
        plain = " ".join(" ".join(found).split())
        got = sum(" ".join(s.split()) in plain for s in example.wanted)
        hits = (got, len(example.wanted) - got, sum(" ".join(s.split()) in plain for s in example.unwanted))
    elif example.gold and example.gold.strip():
        value = bag_f1([word for text in found for word in words(text)], words(example.gold))
    types = tuple(kind.probabilities[name] for name in pagetype.TYPES)
    return Outcome(
        example.kind, example.group, example.page_type, expected, value, float(example.words[chosen].sum()), hits, types
    )


def bag_f1(found: Sequence[str], gold: Sequence[str]) -> float:
    """F1 of two bags of words."""
    if not found and not gold:
        return 1.0
    shared = sum((Counter(found) & Counter(gold)).values())
    return 2 * shared / (len(found) + len(gold))


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Figures over left-out pages: mean F1 overall and by type, over sites, over snippets; share of right types."""
    texts = [o for o in outcomes if o.kind == "text" and not np.isnan(o.score)]
    figures: dict[str, Any] = {}
    if texts:
        figures["text_f1"] = _mean([o.score for o in texts])
        kinds = defaultdict(list)
        for o in texts:
            kinds[o.page_type or "unknown"].append(o.score)
        figures["text_f1_by_type"] = {name: _mean(values) for name, values in sorted(kinds.items())}
    typed = [o for o in outcomes if o.page_type in pagetype.TYPES]
    if typed:
        figures["type_accuracy"] = _mean([pagetype.TYPES[int(np.argmax(o.types))] == o.page_type for o in typed])
    sites = defaultdict(list)
    for o in outcomes:
        if o.kind == "lines":
            sites[o.group].append(o.score)
    if sites:
        figures["sites_f1"] = _mean([_mean(values) for values in sites.values()])
    got, missed, wrong = (sum(o.hits[i] for o in outcomes) for i in range(3))
    if got:
        figures["snippet_f1"] = round(2 * got / (2 * got + missed + wrong), 4)
    return figures


def _mean(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 4)


def _brief(outcomes: Sequence[Outcome]) -> str:
    parts = [f"{name} {value:.3f}" for name, value in summary(outcomes).items() if isinstance(value, float)]
    return ", ".join(parts)


def calibrate(outcomes: Sequence[Outcome], *, decay: float = 1.0) -> NDArray[np.float64]:
    """Weights that turn expected F1, size and type into the F1 to be expected (ridge regression on left-out pages)."""
    known = [o for o in outcomes if not np.isnan(o.score)]
    width = 3 + len(pagetype.TYPES)
    if len(known) < width:
        return np.asarray(np.eye(1, width, 1)[0])
    table = np.array([[1.0, o.expected, np.log1p(o.words) / 10, *o.types] for o in known])
    goal = np.array([o.score for o in known])
    penalty = decay * np.eye(width)
    penalty[0, 0] = penalty[1, 1] = 1e-6
    return np.asarray(np.linalg.solve(table.T @ table + penalty, table.T @ goal))


def calibration_error(outcomes: Sequence[Outcome], weights: NDArray[np.float64], bins: int = 10) -> float:
    """Mean distance between confidence and F1 over bins of equal size, weighted by pages."""
    known = [o for o in outcomes if not np.isnan(o.score)]
    table = np.array([[1.0, o.expected, np.log1p(o.words) / 10, *o.types] for o in known])
    guess, real = np.clip(table @ weights, 0, 1), np.array([o.score for o in known])
    parts = np.array_split(np.argsort(guess, kind="stable"), bins)
    apart = [abs(guess[part].mean() - real[part].mean()) * len(part) for part in parts if len(part)]
    return float(sum(apart) / len(known))


def digest(examples: Sequence[Example]) -> str:
    """A digest of the training data: features, labels and weights of every page, in order."""
    whole = hashlib.sha256()
    for example in examples:
        whole.update(re.sub(r"\s+", " ", f"{example.kind} {example.group} {example.page_type}").encode())
        for array in (example.matrix, example.labels, example.weights):
            whole.update(np.ascontiguousarray(array).tobytes())
    return whole.hexdigest()
