"""Training the network: batches of whole pages, gradients by hand, AdamW with one warm-up and cool-down.

Everything is NumPy with a fixed seed and a fixed order, so that training twice on one machine gives the same weights
bit for bit (when the matrix library runs on one thread).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sectio.model.net import DILATIONS, WIDTH, Array, Shape, start

GAP = WIDTH // 2 * max(DILATIONS)


@dataclass(frozen=True, eq=False)
class Sample:
    """A page to learn from: features, soft labels, and weights (0: the label is not known).

    `start` are logits that boosted trees begin with.
    """

    features: Array
    labels: Array
    weights: Array
    start: Array | None = None


@dataclass(frozen=True)
class Recipe:
    """How to train."""

    epochs: int = 8
    batch: int = 24
    rate: float = 2e-3
    decay: float = 0.01
    dropout: float = 0.15
    seed: int = 0


def fit(
    samples: Sequence[Sample], shape: Shape, recipe: Recipe, scaled: Callable[[Array], Array] = lambda matrix: matrix
) -> dict[str, Array]:
    """Train from scratch; `scaled` standardises features, page by page as they are used, since two copies of all take much memory."""
    weights = start(shape, recipe.seed)
    draw = np.random.default_rng(recipe.seed + 1)
    steps = recipe.epochs * -(-len(samples) // recipe.batch)
    adam, mean = _AdamW(weights, recipe, steps), _Mean(weights)
    for _ in range(recipe.epochs):
        order = draw.permutation(len(samples))
        for begin in range(0, len(order), recipe.batch):
            batch = _Batch([samples[i] for i in order[begin : begin + recipe.batch]], scaled)
            adam.step(_gradients(weights, batch, recipe, draw)[1])
            mean.add(weights)
    return mean.weights


class _Batch:
    """Pages end to end, with empty rows between them so that no convolution looks across."""

    def __init__(self, samples: Sequence[Sample], scaled: Callable[[Array], Array]) -> None:
        sizes = np.array([len(sample.labels) for sample in samples])
        self.starts = np.concatenate(([0], np.cumsum(sizes + GAP)[:-1]))
        self.ends = self.starts + sizes
        total = int(self.ends[-1])
        self.features = np.zeros((total, samples[0].features.shape[1]), np.float32)
        self.labels, self.weights = np.zeros(total, np.float32), np.zeros(total, np.float32)
        self.page = np.zeros(total, np.int64)
        self.live = np.zeros((total, 1), np.float32)
        for i, (sample, begin, end) in enumerate(zip(samples, self.starts, self.ends, strict=True)):
            self.features[begin:end], self.labels[begin:end] = scaled(sample.features), sample.labels
            self.weights[begin:end], self.page[begin:end], self.live[begin:end] = sample.weights, i, 1
        self.sizes = sizes[:, None].astype(np.float32)


def _pooled(hidden: Array, batch: _Batch) -> tuple[Array, NDArray[np.int64]]:
    """Mean and maximum over each page, and where the maxima are."""
    pages, channels = len(batch.starts), hidden.shape[1]
    pooled = np.empty((pages, 2 * channels), np.float32)
    where = np.empty((pages, channels), np.int64)
    for i, (begin, end) in enumerate(zip(batch.starts, batch.ends, strict=True)):
        part = hidden[begin:end]
        pooled[i, :channels] = part.mean(axis=0)
        where[i] = begin + part.argmax(axis=0)
        pooled[i, channels:] = hidden[where[i], np.arange(channels)]
    return pooled, where


def _wide(values: Array, dilation: int) -> Array:
    size, channels = values.shape
    reach = WIDTH // 2 * dilation
    padded = np.zeros((size + 2 * reach, channels), np.float32)
    padded[reach : reach + size] = values
    return np.concatenate([padded[tap * dilation : tap * dilation + size] for tap in range(WIDTH)], axis=1)


def _narrow(wide: Array, dilation: int) -> Array:
    """The reverse of `_wide`: add each neighbour's gradient back to where it came from."""
    size, channels = wide.shape[0], wide.shape[1] // WIDTH
    reach = WIDTH // 2 * dilation
    padded = np.zeros((size + 2 * reach, channels), np.float32)
    for tap in range(WIDTH):
        padded[tap * dilation : tap * dilation + size] += wide[:, tap * channels : (tap + 1) * channels]
    return padded[reach : reach + size]


def _gradients(
    weights: dict[str, Array], batch: _Batch, recipe: Recipe, draw: np.random.Generator
) -> tuple[float, dict[str, Array]]:
    """Loss of a batch and its gradient, forward then backward, layer by layer."""
    w, g = weights, {}
    keep = np.float32(1 - recipe.dropout)

    def dropped(shape: tuple[int, ...]) -> Array:
        return (draw.random(shape, dtype=np.float32) < keep).astype(np.float32) / keep

    first = np.maximum(batch.features @ w["in"] + w["in_bias"], 0) * batch.live
    mask0 = dropped(first.shape)
    hidden = first * mask0
    tape: list[tuple[Array, Array]] = []
    for layer, dilation in enumerate(DILATIONS):
        wide = _wide(hidden, dilation)
        branch = np.maximum(wide @ w[f"conv{layer}"] + w[f"conv{layer}_bias"], 0) * batch.live
        tape.append((wide, branch))
        hidden = hidden + branch
    pooled, where = _pooled(hidden, batch)
    page = np.maximum(pooled @ w["pool"] + w["pool_bias"], 0)
    mask1 = dropped(page.shape)
    page_in = page * mask1
    top = np.maximum(hidden @ w["own"] + (page_in @ w["from_page"] + w["own_bias"])[batch.page], 0)
    mask2 = dropped(top.shape)
    top_in = top * mask2
    logits = (top_in @ w["out"] + w["out_bias"])[:, 0]
    chance = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    total = max(float(batch.weights.sum()), 1e-6)
    safe = np.clip(chance, 1e-6, 1 - 1e-6)
    loss = -float((batch.weights * (batch.labels * np.log(safe) + (1 - batch.labels) * np.log(1 - safe))).sum()) / total

    d_logits = ((chance - batch.labels) * batch.weights / np.float32(total))[:, None].astype(np.float32)
    g["out"], g["out_bias"] = top_in.T @ d_logits, d_logits.sum(axis=0)
    d_top = (d_logits @ w["out"].T) * mask2 * (top > 0)
    g["own"], g["own_bias"] = hidden.T @ d_top, d_top.sum(axis=0)
    d_hidden = d_top @ w["own"].T
    d_page_top = np.zeros((len(batch.starts), d_top.shape[1]), np.float32)
    np.add.at(d_page_top, batch.page, d_top * batch.live)
    g["from_page"] = page_in.T @ d_page_top
    d_page_in = d_page_top @ w["from_page"].T
    d_page = d_page_in * mask1 * (page > 0)
    g["pool"], g["pool_bias"] = pooled.T @ d_page, d_page.sum(axis=0)
    d_pooled = d_page @ w["pool"].T
    channels = hidden.shape[1]
    d_hidden += (d_pooled[:, :channels] / batch.sizes)[batch.page] * batch.live
    np.add.at(d_hidden, (where, np.arange(channels)[None, :]), d_pooled[:, channels:])
    for layer in reversed(range(len(DILATIONS))):
        wide, branch = tape[layer]
        d_branch = d_hidden * (branch > 0)
        g[f"conv{layer}"], g[f"conv{layer}_bias"] = wide.T @ d_branch, d_branch.sum(axis=0)
        d_hidden = d_hidden + _narrow(d_branch @ w[f"conv{layer}"].T, DILATIONS[layer])
    d_first = d_hidden * mask0 * (first > 0)
    g["in"], g["in_bias"] = batch.features.T @ d_first, d_first.sum(axis=0)
    return loss, g


class _Mean:
    """The mean of the weights over the last steps: it is less noisy than the last weights, and costs nothing at run time.

    About a tenth of all steps counts, however many they are (polynomial-decay averaging of Shamir and Zhang, "Stochastic Gradient
    Descent for Non-smooth Optimization", ICML 2013).
    """

    DECAY = 9

    def __init__(self, weights: dict[str, Array]) -> None:
        self.means, self.done = {name: value.astype(np.float64) for name, value in weights.items()}, 0

    def add(self, weights: dict[str, Array]) -> None:
        self.done += 1
        share = self.DECAY / (self.DECAY + 1 + self.done)
        for name, value in weights.items():
            self.means[name] += share * (value - self.means[name])

    @property
    def weights(self) -> dict[str, Array]:
        return {name: value.astype(np.float32) for name, value in self.means.items()}


class _AdamW:
    """Adam with decoupled weight decay; the rate rises over a quarter of the steps and falls to almost nothing."""

    def __init__(self, weights: dict[str, Array], recipe: Recipe, steps: int) -> None:
        self.weights, self.recipe, self.steps, self.done = weights, recipe, max(steps, 1), 0
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}

    def rate(self) -> float:
        place = self.done / self.steps
        if place < 0.25:
            return float(self.recipe.rate * (0.04 + 0.96 * (1 - np.cos(np.pi * place / 0.25)) / 2))
        return float(self.recipe.rate * max((1 + np.cos(np.pi * (place - 0.25) / 0.75)) / 2, 1e-4))

    def step(self, gradients: dict[str, Array]) -> None:
        rate = self.rate()
        self.done += 1
        for name, gradient in gradients.items():
            mean, square, value = self.mean[name], self.square[name], self.weights[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            unbiased = mean / (1 - 0.9**self.done)
            spread = np.sqrt(square / (1 - 0.999**self.done)) + 1e-8
            decay = 0.0 if name.endswith("_bias") else self.recipe.decay
            value -= np.float32(rate) * (unbiased / spread + np.float32(decay) * value)
