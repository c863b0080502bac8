"""Training the page types: a linear model over facts, and trees over what the text of a page is like.

The trees see means over the content that models which had not seen the page expected.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio.lab.training import boost
from sectio.lab.training.examples import Example
from sectio.model import extractor, pagetype

Array = NDArray[np.float32]

# The weight of sets that lack some types, and how much more rare types count (chosen on these pages).
FEW_TYPES, RARE = 0.5, 0.2
# Facts are on so many pages, short texts in so many groups.
MIN_FACT_PAGES, MIN_SAYING_GROUPS = 4, 12
RECIPE = boost.Recipe(trees=200, depth=3, rate=0.1, bins=16, columns=0.15, decay=3.0)


def fit(
    examples: Sequence[Example], logits: Sequence[Array], recipe: boost.Recipe = RECIPE
) -> tuple[dict[str, NDArray[Any]], list[str]]:
    """The arrays of both parts, and the names of the facts. Without logits of the blocks there are no trees."""
    linear, names = fit_linear(examples)
    seen = [
        (example, found)
        for example, own in zip(examples, logits, strict=True)
        if (found := summary(example, own)) is not None
    ]
    known = [(example, found) for example, found in seen if example.page_type in pagetype.TYPES]
    if not known or not recipe.trees:
        return dict(linear), names
    pages = [example for example, _ in known]
    inputs, weights = np.stack([found for _, found in known]), _weights(pages)[:, 0].astype(np.float64)
    return {
        **linear,
        **boost.fit_classes(inputs, _goal(pages).astype(np.float64), weights, recipe, pagetype.TREES),
    }, names


def summary(example: Example, logits: Array) -> Array | None:
    """What the trees see of a page, if it has blocks and there are logits for them."""
    if not 0 < len(example) <= extractor.AT_ONCE or len(logits) != len(example):
        return None
    weight = example.read.words.astype(np.float32) + np.float32(0.5)
    return pagetype.summary(example.read.matrix, weight, extractor.sigmoid(logits))


def _goal(known: Sequence[Example]) -> Array:
    """A row for each page, with 1 in the column of its type."""
    return np.eye(len(pagetype.TYPES), dtype=np.float32)[[pagetype.TYPES.index(e.page_type or "") for e in known]]


def _names(known: Sequence[Example]) -> list[str]:
    """The facts that are on enough pages."""
    seen: dict[str, int] = Counter()
    groups: dict[str, set[str]] = defaultdict(set)
    for example in known:
        for name in example.read.facts:
            seen[name] += 1
            if name.startswith(pagetype.SAYS):
                groups[name].add(example.group)
    return sorted(
        name
        for name, count in seen.items()
        if (len(groups[name]) >= MIN_SAYING_GROUPS if name in groups else count >= MIN_FACT_PAGES)
    )


def _weights(known: Sequence[Example]) -> Array:
    """How much each page counts: pages of one group are alike, sets of one kind of page say little about how common it is, and rare
    types count more.
    """
    sizes = Counter(example.group for example in known)
    types: dict[str, set[str | None]] = defaultdict(set)
    for example in known:
        types[example.dataset].add(example.page_type)
    whole = {name for name, found in types.items() if len(found) == len(pagetype.TYPES)} or {*types}
    common = Counter(example.page_type for example in known if example.dataset in whole)
    weights = [
        sizes[e.group] ** -0.5 * (1.0 if e.dataset in whole else FEW_TYPES) * max(common[e.page_type], 1) ** -RARE
        for e in known
    ]
    return np.array(weights, np.float32)[:, None]


def fit_linear(
    examples: Sequence[Example], *, decay: float = 0.1, steps: int = 400
) -> tuple[dict[str, Array], list[str]]:
    """The linear page type model: multinomial logistic regression by full-batch Adam."""
    known = [example for example in examples if example.page_type in pagetype.TYPES]
    counts = _weights(known)
    names = _names(known)
    place = {name: i for i, name in enumerate(names)}
    table = np.zeros((len(known), len(names)), np.float32)
    for row, example in enumerate(known):
        for name, value in example.read.facts.items():
            if name in place:
                table[row, place[name]] = value
    shape = (len(names), len(pagetype.TYPES))
    if not known:
        blank = {"type_scale": np.ones(0), "type_weights": np.zeros(shape), "type_bias": np.zeros(shape[1])}
        return {name: array.astype(np.float32) for name, array in blank.items()}, names
    mean, spread = table.mean(axis=0), table.std(axis=0) + np.float32(0.05)
    inputs = np.append(np.clip((table - mean) / spread, -4, 4), np.ones((len(known), 1), np.float32), axis=1)
    goal = _goal(known)
    weights = np.zeros((inputs.shape[1], shape[1]), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        errors = counts * (pagetype.softmax(inputs @ weights) - goal)
        gradient = inputs.T @ errors / counts.sum() + np.float32(decay) * weights
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
