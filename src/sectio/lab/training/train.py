"""Training the default model: cross-validation by group, then the networks and the forest whose average ships.

Pages of one domain or site stay on one side of every split. What is reported and what the confidence is calibrated on comes
from pages left out. The same examples and seed give the same model file, bit for bit, on one machine.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sectio.lab.datasets.sampling import LEARN
from sectio.lab.training import boost, fit, pagetypes
from sectio.lab.training.examples import Example
from sectio.lab.training.figures import Outcome, brief, calibrate, mean, reliability, rows, site_rows, type_rows
from sectio.lab.training.labels import words
from sectio.model import extractor, features, first, net, pagetype, second
from sectio.model.store import Model

Array = NDArray[np.float32]
Tell = Callable[[str], None]

# The data set of pages made for training: they are not scored.
MADE = "made"
SECOND = boost.Recipe(trees=100, depth=5, rate=0.15, rows=40_000, decay=10.0)
MARK_SPREAD = 0.2


@dataclass(frozen=True)
class Plan:
    """How to train: folds of the cross-validation (0: none), networks to average, seed; how to train a network and the forest."""

    folds: int = 5
    networks: int = 1
    seed: int = 0
    recipe: fit.Recipe = field(default_factory=fit.Recipe)
    forest: boost.Recipe = field(default_factory=boost.Recipe)
    second: boost.Recipe = SECOND
    types: boost.Recipe = pagetypes.RECIPE


@dataclass(frozen=True, eq=False)
class SiteExample:
    """A page of a site in site mode: its blended logits, and what is needed to score a choice of its blocks."""

    group: str
    logits: Array
    example: Example


# Makes site examples from out-of-fold logits, one array per example of `train` in the same order.
SiteStage = Callable[[Sequence[Array]], list[SiteExample]]


def train(
    examples: Sequence[Example],
    plan: Plan,
    tell: Tell = lambda line: None,
    sites: SiteStage | None = None,
    workers: int = 1,
    keep: Model | None = None,
) -> tuple[Model, list[Outcome]]:
    """Cross-validate, then train on everything. Returns the model and the left-out pages' outcomes.

    The second pass is trained on opinions of models that have not seen the page, and is itself cross-validated. Of a model to `keep`
    both passes stay as they are, with their figures: only types and confidence are trained.
    """
    folds = _folds(examples, plan)
    passes = _passes(examples, plan, folds if keep else [*folds, None], tell, workers)
    logits, outcomes = [*passes.opinions], list[Outcome]()
    for fold in folds:
        for i in _split(examples, plan, fold)[1]:
            logits[i] = corrected(examples[i], passes.model(fold), passes.opinions[i])
    typed = _for_each(partial(typed_model, examples, logits, plan), [*folds, None], workers)
    tell("page types trained")
    for fold in folds:
        for i in _split(examples, plan, fold)[1]:
            if examples[i].dataset != MADE:
                outcomes.append(score(examples[i], logits[i], types(examples[i], typed[fold], logits[i])))
        tell(f"fold {fold + 1} of {plan.folds}: {brief(outcomes)}")
    of_types = {"training": digest(examples), "pages": len(examples), "seed": plan.seed}
    confidence = {"confidence": calibrate(outcomes)}
    figures: dict[str, Any] = {
        "reliability": reliability(outcomes, [fold_of(outcome.group, plan) for outcome in outcomes])
    }
    if keep:
        about = {**keep.about, **typed[None].about, "types": of_types}
        figures = {**keep.about["metrics"], **figures, "rows": _with_types(keep.about["metrics"]["rows"], outcomes)}
        return Model({**keep.arrays, **typed[None].arrays, **confidence}, {**about, "metrics": figures}), outcomes
    whole = passes.model(None)
    by_site = site_scores(sites(logits)) if sites and plan.folds else {}
    figures |= {
        "rows": [astuple(row) for row in (*rows(outcomes), *site_rows(by_site, LEARN))],
        "site_mode": by_site,
    }
    about = {**whole.about, **typed[None].about, **of_types, "metrics": figures}
    return Model({**whole.arrays, **typed[None].arrays, **confidence}, about), outcomes


def _with_types(kept: Sequence[Sequence[Any]], outcomes: Sequence[Outcome]) -> list[Sequence[Any]]:
    """The figures of a model that is kept, those of its page types as they are now."""
    new = {(row.data, row.measure): astuple(row) for row in type_rows(outcomes)}
    return [new.get((row[0], row[1]), row) for row in kept]


def fold_models(examples: Sequence[Example], plan: Plan, workers: int = 1) -> Iterator[tuple[Model, Sequence[int]]]:
    """Of each fold the model that has not seen it, without types and calibration, and the numbers of the examples left out."""
    folds = _folds(examples, plan)
    passes = _passes(examples, plan, folds, lambda line: None, workers)
    return ((passes.model(fold), _split(examples, plan, fold)[1]) for fold in folds)


@dataclass(frozen=True, eq=False)
class _Passes:
    """Both passes of each split, and the first pass's logits for pages left out."""

    firsts: Mapping[int | None, Model]
    seconds: Mapping[int | None, Mapping[str, NDArray[Any]]]
    opinions: Sequence[Array]

    def model(self, split: int | None) -> Model:
        """The model of a split; without a second pass if there was none to train."""
        first = self.firsts[split]
        return Model({**first.arrays, **self.seconds.get(split, {})}, first.about)


def _passes(examples: Sequence[Example], plan: Plan, splits: Sequence[int | None], tell: Tell, workers: int) -> _Passes:
    """Train both passes of these splits: folds to leave out, or None for all pages."""
    folds = [split for split in splits if split is not None]
    firsts = _for_each(partial(_first, examples, plan), splits, workers)
    tell(f"first pass trained for {len(splits)} splits")
    opinions = _opinions(examples, plan, folds, firsts)
    seen = [*_seen(examples, opinions)] if folds and plan.second.trees else []
    seconds = _for_each(partial(_second, examples, seen, plan), splits, workers) if seen else {}
    tell("second pass trained")
    return _Passes(firsts, seconds, opinions)


def _folds(examples: Sequence[Example], plan: Plan) -> list[int]:
    """The folds with pages on both sides."""
    return [fold for fold in range(plan.folds) if all(_split(examples, plan, fold))]


def _split(examples: Sequence[Example], plan: Plan, fold: int) -> tuple[list[int], list[int]]:
    """Numbers of the examples to learn from, and of those left out."""
    outside = [fold_of(example.group, plan) == fold for example in examples]
    return [i for i, out in enumerate(outside) if not out], [i for i, out in enumerate(outside) if out]


Result = TypeVar("Result")
_shared: Callable[[Any], Any] | None = None


def _for_each(
    job: Callable[[int | None], Result], folds: Sequence[int | None], workers: int
) -> dict[int | None, Result]:
    """A job for every fold, and for None, which is all pages; the results are the same whatever the number of workers."""
    if workers < 2:
        return {fold: job(fold) for fold in folds}
    global _shared
    _shared = job  # inherited by the forked workers, since the examples are too large to send
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        return dict(zip(folds, pool.map(_run_shared, folds), strict=True))


def _run_shared(fold: int | None) -> Any:
    assert _shared is not None
    return _shared(fold)


def _first(examples: Sequence[Example], plan: Plan, fold: int | None) -> Model:
    return fitted(examples if fold is None else [examples[i] for i in _split(examples, plan, fold)[0]], plan)


def _opinions(
    examples: Sequence[Example], plan: Plan, folds: Sequence[int], firsts: Mapping[int | None, Model]
) -> list[Array]:
    """The first pass's logits for each page, by the model that left it out."""
    made = [np.zeros(0, np.float32)] * len(examples)
    for fold in folds:
        for i in _split(examples, plan, fold)[1]:
            made[i] = run(examples[i], firsts[fold])
    return made


def _seen(examples: Sequence[Example], opinions: Sequence[Array]) -> Iterator[fit.Sample | None]:
    """What the second pass sees of each page; None where nothing is known."""
    for example, opinion in zip(examples, opinions, strict=True):
        gold, read = example.gold, example.read
        known = len(gold.labels) and gold.weights.any()
        matrix = second.matrix(read.frame, opinion, read.matrix) if known else None
        yield None if matrix is None else fit.Sample(matrix, gold.labels, gold.weights, opinion)


def _second(
    examples: Sequence[Example], seen: Sequence[fit.Sample | None], plan: Plan, fold: int | None
) -> dict[str, NDArray[Any]]:
    """The second pass without the pages of a fold, or on all pages."""
    numbers = range(len(examples)) if fold is None else _split(examples, plan, fold)[0]
    samples = [sample for i in numbers if (sample := seen[i]) is not None]
    return boost.fit(samples, replace(plan.second, seed=plan.seed), "second")


def typed_model(examples: Sequence[Example], logits: Sequence[Array], plan: Plan, fold: int | None) -> Model:
    """The part of a model that tells page types, without the pages of a fold, or from all pages."""
    numbers = range(len(examples)) if fold is None else _split(examples, plan, fold)[0]
    kept = [i for i in numbers if examples[i].dataset != MADE]
    recipe = replace(plan.types, seed=plan.seed)
    arrays, names = pagetypes.fit([examples[i] for i in kept], [logits[i] for i in kept], recipe)
    return Model(arrays, {"type_facts": names})


def types(example: Example, model: Model, logits: Array) -> tuple[float, ...]:
    """The probabilities of the page types."""
    kind = pagetype.classify(model, example.read.facts, pagetypes.summary(example, logits))
    return tuple(kind.probabilities[name] for name in pagetype.TYPES)


def site_scores(examples: Sequence[SiteExample]) -> dict[str, float]:
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
    """Scales, networks and forest from these pages."""
    mean, spread = scales(examples)
    known = [example for example in examples if len(example) and example.gold.weights.any()]
    samples = [fit.Sample(example.read.matrix, example.gold.labels, example.gold.weights) for example in known]
    scaled = partial(first.scale, mean=mean, spread=spread)
    networks = []
    for number in range(plan.networks):
        recipe = replace(plan.recipe, seed=plan.seed + number)
        networks.append(fit.fit(samples, net.Shape(len(features.NAMES)), recipe, scaled))
        tell(f"network {number + 1} of {plan.networks} trained")
    weights: dict[str, NDArray[Any]] = {**net.stack(networks), **_forest(samples, plan)}
    if plan.forest.trees:
        tell(f"forest of {plan.forest.trees} trees trained")
    arrays: dict[str, NDArray[Any]] = {"mean": mean, "spread": spread, **weights}
    return arrays, {"features": list(features.NAMES), "second": list(second.NAMES)}


def _forest(samples: Sequence[fit.Sample], plan: Plan) -> dict[str, NDArray[Any]]:
    """The forest's arrays; none when the plan has no trees."""
    return boost.fit(samples, replace(plan.forest, seed=plan.seed)) if plan.forest.trees else {}


def scales(examples: Sequence[Example], measures: int = features.MEASURE_COUNT) -> tuple[Array, Array]:
    """Mean and spread of each feature; rare marks get a least spread, so that they do not shout."""
    every = np.concatenate([example.read.matrix for example in examples[::2]])
    mean, spread = every.mean(axis=0), every.std(axis=0)
    spread[:measures] += 1e-3
    spread[measures:] = np.maximum(spread[measures:], MARK_SPREAD)
    return mean.astype(np.float32), spread.astype(np.float32)


# Scoring left-out pages

_HIDDEN = features.NAMES.index("hidden")


def run(example: Example, model: Model) -> Array:
    """The model's logits for an example's blocks."""
    if not len(example):
        return np.zeros(0, np.float32)
    return first.logits(model, example.read.matrix)


def corrected(example: Example, model: Model, logits: Array) -> Array:
    """The first pass's logits, corrected by the second."""
    return extractor.corrected(model, example.read.frame, example.read.matrix, logits) if len(example) else logits


def choice(example: Example, logits: Array) -> tuple[NDArray[np.bool_], float]:
    """The blocks to take, without the headline, and the F1 to be expected."""
    if not len(logits):
        return np.zeros(0, bool), 0.0
    words, hidden = example.read.words.astype(np.float64), example.read.matrix[:, _HIDDEN] > 0
    chosen, expected = extractor.choose(extractor.shown(hidden, words, extractor.sigmoid(logits)), words)
    chosen &= ~extractor.copies(example.read.texts.__getitem__, example.read.words, chosen)
    kept = chosen & ~example.headline
    if example.headline[np.argmax(chosen)] and 2 * example.read.words[kept].sum() >= example.read.words[chosen].sum():
        return kept, expected
    return chosen, expected


def score(example: Example, logits: Array, types: tuple[float, ...] = ()) -> Outcome:
    """How the choice on a page compares with its gold; `types` are the probabilities of the page types, where they are known."""
    chosen, expected = choice(example, logits)
    if example.stated:
        chosen, expected = np.zeros(len(chosen), bool), 0.0
    precision, recall, value = _against_gold(example, chosen)
    return Outcome(
        kind=example.gold.kind,
        dataset=example.dataset,
        group=example.group,
        page=example.page,
        page_type=example.page_type,
        expected=expected,
        score=value,
        precision=precision,
        recall=recall,
        bound=_against_gold(example, example.gold.labels >= 0.5)[2],
        words=float(len(example.stated.split()) if example.stated else example.read.words[chosen].sum()),
        hits=_snippet_hits(example, chosen),
        unwanted=len(example.gold.unwanted),
        types=types,
    )


def page_score(example: Example, chosen: NDArray[np.bool_]) -> float | None:
    """Word F1 of a choice, or the F1 of its snippets; None if there is nothing to compare with."""
    if example.gold.kind == "snippets":
        got, missed, wrong = _snippet_hits(example, chosen)
        return 2 * got / (2 * got + missed + wrong) if got + missed + wrong else None
    value = _against_gold(example, chosen)[2]
    return None if np.isnan(value) else value


def _snippet_hits(example: Example, chosen: NDArray[np.bool_]) -> tuple[int, int, int]:
    """Wanted strings found and missed, unwanted strings found."""
    if example.gold.kind != "snippets":
        return 0, 0, 0
    plain = " ".join(
        (example.stated or " ".join(example.read.texts[i] for i in np.flatnonzero(chosen).tolist())).split()
    )
    got = sum(" ".join(s.split()) in plain for s in example.gold.wanted)
    return got, len(example.gold.wanted) - got, sum(" ".join(s.split()) in plain for s in example.gold.unwanted)


def _against_gold(example: Example, chosen: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Precision, recall and F1 in words; not a number where there is no gold text."""
    if not (example.gold.text and example.gold.text.strip()):
        return float("nan"), float("nan"), float("nan")
    texts = [example.stated] if example.stated else [example.read.texts[i] for i in np.flatnonzero(chosen).tolist()]
    found = Counter(word for text in texts for word in words(text))
    gold = Counter(words(example.gold.text))
    shared, here, there = (sum(bag.values()) for bag in (found & gold, found, gold))
    return shared / max(here, 1), shared / max(there, 1), 2 * shared / max(here + there, 1)


def digest(examples: Sequence[Example]) -> str:
    """A digest of the training data: features, labels and weights of every page, in order."""
    whole = hashlib.sha256()
    for example in examples:
        whole.update(re.sub(r"\s+", " ", f"{example.gold.kind} {example.group} {example.page_type}").encode())
        for array in (example.read.matrix, example.gold.labels, example.gold.weights):
            whole.update(np.ascontiguousarray(array).tobytes())
    return whole.hexdigest()
