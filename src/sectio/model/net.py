"""The network: a small convolution over the sequence of text blocks, with a summary of the page appended.

Each block's features become `C` channels; two convolutions (five blocks wide, the second with gaps of two) with residual
links let a block see its neighbours; the mean and the maximum over the page describe what kind of page it is; a last
layer gives one logit per block. Several networks run side by side, stacked along a first axis of their weights, and
their logits are averaged.

Every sum starts with its bias and adds one product after the other: matrix products of libraries are quicker, but their last bits
depend on the machine. Compiled code (`native/first.c`) does the same at their speed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Weights = Mapping[str, Array]

WIDTH = 5
DILATIONS = (1, 2)
HALO = sum(WIDTH // 2 * dilation for dilation in DILATIONS)
# Up to so many terms are written side by side before they are added: of a small page the calls cost more than the sums.
_AT_ONCE = 1 << 18
# The arrays of a network.
NAMES = (
    "in", "in_bias", "conv0", "conv0_bias", "conv1", "conv1_bias",
    "pool", "pool_bias", "own", "own_bias", "from_page", "out", "out_bias",
)  # fmt: skip


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


def stack(networks: Sequence[Weights]) -> dict[str, Array]:
    """Several networks of one shape as one set of weights."""
    return {name: np.stack([weights[name] for weights in networks]) for name in networks[0]}


def shifted(values: Array, dilation: int) -> Array:
    """Each row (of the axis before the last) with its neighbours side by side; zeros beyond the ends."""
    *many, size, channels = values.shape
    reach = WIDTH // 2 * dilation
    padded = np.zeros((*many, size + 2 * reach, channels), np.float32)
    padded[..., reach : reach + size, :] = values
    wide = np.empty((*many, size, WIDTH * channels), np.float32)
    for tap in range(WIDTH):
        wide[..., tap * channels : (tap + 1) * channels] = padded[..., tap * dilation : tap * dilation + size, :]
    return wide


def run(weights: Weights, features: Array) -> Array:
    """Logits of the blocks of one page. Features are standardised already; weights are one network's or stacked ones."""
    weights = stacked(weights)
    found = hidden(weights, features)
    return logits(weights, found, Pool().added(found))


def stacked(weights: Weights) -> Weights:
    """Weights with a first axis for the networks, also if there is only one."""
    return weights if weights["in"].ndim == 3 else {name: value[None] for name, value in weights.items()}


def hidden(weights: Weights, features: Array) -> Array:
    """The channels of each block, which depend on the features of at most `HALO` blocks before and after it."""
    found = _cut(_added(weights["in_bias"][:, None, :], features[None], weights["in"]))
    for layer, dilation in enumerate(DILATIONS):
        seen = _added(weights[f"conv{layer}_bias"][:, None, :], shifted(found, dilation), weights[f"conv{layer}"])
        found = found + _cut(seen)
    return found


def _added(start: Array, inputs: Array, weights: Array) -> Array:
    """`start + inputs @ weights`, one product after the other. An input that is 0 everywhere adds nothing."""
    columns = np.ascontiguousarray(inputs.swapaxes(1, 2))  # blocks last: long loops inside NumPy
    networks, _, width = weights.shape
    begun = np.broadcast_to(start.swapaxes(1, 2), (networks, width, columns.shape[2]))
    used = np.flatnonzero(columns.any(axis=(0, 2)))
    # Along an axis that is not the last, NumPy adds one after the other too.
    if begun[0].size > 1 and len(used) * begun.size <= _AT_ONCE:
        terms = np.empty((networks, len(used) + 1, *begun.shape[1:]), np.float32)
        terms[:, 0] = begun
        np.multiply(columns[:, used, None, :], weights[:, used, :, None], out=terms[:, 1:])
        return np.asarray(np.add.reduce(terms, axis=1).swapaxes(1, 2))
    total = np.array(begun, np.float32)
    product = np.empty_like(total)
    for i in used.tolist():
        np.multiply(columns[:, i, None, :], weights[:, i, :, None], out=product)
        total += product
    return total.swapaxes(1, 2)


def _cut(values: Array) -> Array:
    """Nothing below 0."""
    return np.maximum(values, np.float32(0))


@dataclass(frozen=True)
class Pool:
    """What is known of the channels over the blocks so far: sums and maxima. Blocks are added one after the other, so the sums are
    the same to the last bit however a page is cut.
    """

    size: int = 0
    total: Array | None = None
    most: Array | None = None

    def added(self, found: Array) -> "Pool":
        """With these blocks too."""
        if self.total is None or self.most is None:
            return Pool(found.shape[1], _sum(found), found.max(axis=1, keepdims=True))
        total = _sum(np.concatenate((self.total, found), axis=1))
        most = np.maximum(self.most, found.max(axis=1, keepdims=True))
        return Pool(self.size + found.shape[1], total, most)

    @property
    def summary(self) -> Array:
        """Mean and maximum of each channel."""
        assert self.total is not None
        assert self.most is not None
        return np.concatenate((self.total / np.float32(self.size), self.most), axis=2)


def _sum(found: Array) -> Array:
    """The sum over the blocks, from the first to the last."""
    return np.cumsum(found, axis=1, dtype=np.float32)[:, -1:]


def logits(weights: Weights, found: Array, pool: Pool) -> Array:
    """One logit per block, from its channels and the page's."""
    bias = {name: weights[f"{name}_bias"][:, None, :] for name in ("pool", "own", "out")}
    page = _cut(_added(bias["pool"], pool.summary, weights["pool"]))
    top = _cut(_added(_added(bias["own"], page, weights["from_page"]), found, weights["own"]))
    each = _added(bias["out"], top, weights["out"])[..., 0]
    return np.asarray(np.cumsum(each, axis=0, dtype=np.float32)[-1] / np.float32(len(each)))
