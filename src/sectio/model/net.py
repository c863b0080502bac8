"""The network: a small convolution over the sequence of text blocks, with the page pooled and appended.

Each block's features become `C` channels; two convolutions (five blocks wide, the second with gaps of two) with residual
links let a block see its neighbours; the mean and the maximum over the page tell what kind of page it is; a last
layer gives one logit per block. NumPy only.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Weights = Mapping[str, Array]

WIDTH = 5
DILATIONS = (1, 2)


@dataclass(frozen=True)
class Shape:
    """Sizes of the layers."""

    features: int
    channels: int = 48
    page: int = 32
    hidden: int = 32


def start(shape: Shape, seed: int) -> dict[str, Array]:
    """Fresh weights: scaled normal draws, biases zero."""
    draw = np.random.default_rng(seed)
    c, sizes = shape.channels, {}
    sizes["in"] = (shape.features, c)
    for layer in range(len(DILATIONS)):
        sizes[f"conv{layer}"] = (WIDTH * c, c)
    sizes |= {"pool": (2 * c, shape.page), "own": (c, shape.hidden), "from_page": (shape.page, shape.hidden)}
    sizes["out"] = (shape.hidden, 1)
    weights: dict[str, Array] = {}
    for name, (rows, columns) in sizes.items():
        weights[name] = (draw.standard_normal((rows, columns)) * np.sqrt(2 / rows)).astype(np.float32)
        if name != "from_page":
            weights[f"{name}_bias"] = np.zeros(columns, np.float32)
    for layer in range(len(DILATIONS)):
        weights[f"conv{layer}"] *= 0.5  # residual branches start small
    return weights


def shifted(values: Array, dilation: int) -> Array:
    """Each row with its neighbours side by side; beyond the ends stand zeros."""
    size, channels = values.shape
    reach = WIDTH // 2 * dilation
    padded = np.zeros((size + 2 * reach, channels), np.float32)
    padded[reach : reach + size] = values
    wide = np.empty((size, WIDTH * channels), np.float32)
    for tap in range(WIDTH):
        wide[:, tap * channels : (tap + 1) * channels] = padded[tap * dilation : tap * dilation + size]
    return wide


def run(weights: Weights, features: Array) -> Array:
    """Logits of the blocks of one page. Features are standardised already."""
    hidden = np.maximum(features @ weights["in"] + weights["in_bias"], 0)
    for layer, dilation in enumerate(DILATIONS):
        hidden = hidden + np.maximum(
            shifted(hidden, dilation) @ weights[f"conv{layer}"] + weights[f"conv{layer}_bias"], 0
        )
    pooled = np.concatenate((hidden.mean(axis=0), hidden.max(axis=0)))
    page = np.maximum(pooled @ weights["pool"] + weights["pool_bias"], 0)
    top = np.maximum(hidden @ weights["own"] + (page @ weights["from_page"] + weights["own_bias"]), 0)
    return np.asarray((top @ weights["out"] + weights["out_bias"])[:, 0], np.float32)
