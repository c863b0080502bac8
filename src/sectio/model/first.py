"""The first pass: networks and trees judge each block by its features, in NumPy or compiled (`native/first.c`).

The logit of a block is the mean of the networks' and the trees' opinion. Line numbers next to code are never content.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.model import features, net, store, trees

Array = NDArray[np.float32]

CLIP = 5.0
NEVER = -10.0
TREES_SHARE = 0.5
LINE = 16  # floats

_LINE_NUMBERS = tuple(features.NAMES.index(name) for name in ("line_numbers", "in_pre", "in_td"))


def logits(model: store.Model, matrix: Array) -> Array:
    """The first pass's logits for a feature matrix; line numbers next to code are never content."""
    if compiled.core and len(matrix):
        return _compiled(compiled.core, model, matrix, rule=True)
    return without_line_numbers(matrix, learned(model, matrix))


def learned(model: store.Model, matrix: Array) -> Array:
    """What was learned alone, without the rule about line numbers."""
    if compiled.core and len(matrix):
        return _compiled(compiled.core, model, matrix, rule=False)
    found = hidden(model, matrix)
    return with_trees(model, matrix, from_hidden(model, found, net.Pool().added(found)))


def _compiled(core: compiled.Core, model: store.Model, matrix: Array, *, rule: bool) -> Array:
    found = np.empty(len(matrix), np.float32)
    core.first_logits(_ready(model), _columns(matrix), rule, found)
    return found


def hidden(model: store.Model, matrix: Array) -> Array:
    """The networks' channels of each block: networks by blocks by channels."""
    if compiled.core is None or not len(matrix):
        return net.hidden(_folded(model), _inputs(model, matrix))
    weights = _folded(model)["in"]
    found = np.empty((len(weights), len(matrix), weights.shape[2]), np.float32)
    compiled.core.net_hidden(_ready(model), _columns(matrix), found)
    return found


def from_hidden(model: store.Model, found: Array, pool: net.Pool) -> Array:
    """The networks' logits from these channels and those of the page."""
    if compiled.core is None:
        return net.logits(_folded(model), found, pool)
    made = np.empty(found.shape[1], np.float32)
    compiled.core.net_logits(_ready(model), np.ascontiguousarray(found), pool.summary, made)
    return made


def with_trees(model: store.Model, matrix: Array, logits: Array) -> Array:
    """The mean of the networks' logits and the trees', if the model has trees."""
    if "forest_leaf" not in model.arrays:
        return logits
    return np.asarray(logits + np.float32(TREES_SHARE) * (trees.run(model.arrays, matrix) - logits))


def without_line_numbers(matrix: Array, logits: Array) -> Array:
    """The logits with the lowest one for line numbers next to code."""
    line_numbers, in_pre, in_td = (matrix[:, column] > 0 for column in _LINE_NUMBERS)
    return np.where(line_numbers & (in_pre | in_td), np.float32(NEVER), logits)


def _columns(matrix: Array) -> Array:
    """One row for each feature, in one piece, as compiled code takes them; features come like this, so that nothing is copied."""
    return np.ascontiguousarray(matrix.T, np.float32)


@lru_cache(maxsize=4)
def _ready(model: store.Model) -> object:
    """The model made ready for compiled code."""
    assert compiled.core is not None
    weights, arrays, measures = _folded(model), model.arrays, features.MEASURE_COUNT
    networks, size, channels = weights["in"].shape
    given = {name: _aligned(weights[name]) for name in net.NAMES}
    given |= {name: np.ascontiguousarray(arrays[name][:measures], np.float32) for name in ("mean", "spread")}
    given |= {"share": np.array([TREES_SHARE], np.float32), "never": np.array(_LINE_NUMBERS, np.int64)}
    if "forest_leaf" in arrays:
        given |= {name: np.ascontiguousarray(arrays[name], np.float32) for name in ("forest_border", "forest_leaf")}
        given["forest_feature"] = np.ascontiguousarray(arrays["forest_feature"], np.int64)
    sizes = {"networks": networks, "features": size, "measures": measures, "channels": channels}
    sizes |= {name: weights[array].shape[2] for name, array in (("page", "pool"), ("hidden", "own"))}
    return compiled.core.ready_model({**given, **sizes})


def _aligned(array: Array) -> Array:
    """The same in memory that starts with a line of the cache: vectors of the processor then never need two."""
    room = np.empty(array.size + LINE, np.float32)
    start = -room.ctypes.data % (4 * LINE) // 4
    made = room[start : start + array.size].reshape(array.shape)
    made[...] = array
    return made


@lru_cache(maxsize=4)
def _folded(model: store.Model) -> dict[str, Array]:
    """The network's weights for unscaled marks: standardisation is folded into the first layer."""
    arrays, marks = model.arrays, slice(features.MEASURE_COUNT, None)
    weights = net.stacked({name: arrays[name] for name in net.NAMES})
    first = weights["in"].copy()
    first[:, marks] /= arrays["spread"][marks, None]
    # Added up one after the other: a matrix product has another order on another machine.
    moved = np.cumsum(arrays["mean"][marks, None] * first[:, marks], axis=1, dtype=np.float32)[:, -1]
    return {**weights, "in": first, "in_bias": weights["in_bias"] - moved}


def _inputs(model: store.Model, matrix: Array) -> Array:
    """Features as the networks take them: marks as they are."""
    measures, arrays = features.MEASURE_COUNT, model.arrays
    inputs = matrix.copy(order="K")
    _standardise(inputs[:, :measures], arrays["mean"][:measures], arrays["spread"][:measures])
    return inputs


def scale(matrix: Array, mean: Array, spread: Array) -> Array:
    """Features as the network expects them in training: measures standardised and clipped, marks only standardised."""
    scaled = np.array(matrix, np.float32)
    measures = features.MEASURE_COUNT
    _standardise(scaled[:, :measures], mean[:measures], spread[:measures])
    scaled[:, measures:] = (matrix[:, measures:] - mean[measures:]) / spread[measures:]
    return scaled


def _standardise(measures: Array, mean: Array, spread: Array) -> None:
    """Standardise and clip in place."""
    measures -= mean
    measures /= spread
    np.clip(measures, -CLIP, CLIP, out=measures)
