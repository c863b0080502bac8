"""The trees: boosted oblivious trees over single blocks, in NumPy or compiled (`native/trees.c`).

An oblivious tree asks one question per level, the same in all of its nodes, so that a block's answers are the bits of its leaf's
number. All trees run at once: take the features they use, compare them with the borders, pack the bits, add up the leaves.
Kohavi and Li, "Oblivious Decision Trees, Graphs, and Top-Down Pruning", IJCAI 1995; boosted as in Prokhorenkova et al.,
"CatBoost: unbiased boosting with categorical features", NeurIPS 2018 (without its ordered boosting).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio import compiled

Array = NDArray[np.float32]

# Blocks processed together: their data fits into a processor's cache.
TOGETHER = 512
# The maximum depth of a tree: a leaf's number is one byte.
DEEPEST = 8


def run(weights: Mapping[str, NDArray[Any]], matrix: Array, prefix: str = "forest") -> Array:
    """Logits of the blocks of one page, from features as they are (not standardised).

    The arrays' names begin with `prefix`: `forest_feature` and `forest_border` are levels by trees, the first level's answer is the
    highest bit; `forest_leaf` is trees by leaves.
    """
    asked, borders, leaves = (weights[f"{prefix}_{name}"] for name in ("feature", "border", "leaf"))
    if compiled.core is None:
        if borders.shape != asked.shape or leaves.shape != (asked.shape[1], 1 << len(asked)):
            raise ValueError(
                f"{prefix}: borders of shape {borders.shape} and leaves of {leaves.shape} for {asked.shape}"
            )
        starts = range(0, max(len(matrix), 1), TOGETHER)
        return np.concatenate([_run(asked, borders, leaves, matrix.T[:, i : i + TOGETHER]) for i in starts])
    logits = np.empty(len(matrix), np.float32)
    columns = np.ascontiguousarray(matrix.T, np.float32)
    compiled.core.tree_logits(asked.astype(np.int64), borders, leaves, columns, logits)
    return logits


def _run(asked: NDArray[Any], borders: Array, leaves: Array, columns: Array) -> Array:
    answers = (columns.take(asked, axis=0) > borders[..., None]).view(np.uint8)
    number = answers[0].copy()
    for answer in answers[1:]:
        number += number
        number += answer
    first = np.arange(0, leaves.size, leaves.shape[1])
    # One tree at a time, as compiled code does; a sum would take single blocks in another order.
    return np.asarray(np.add.accumulate(leaves.take(number + first[:, None]), axis=0)[-1], np.float32)


def run_classes(weights: Mapping[str, NDArray[Any]], row: Array, prefix: str) -> Array:
    """The logits of several classes for one row of features; `leaf` is trees by leaves by classes."""
    asked, borders, leaves = (weights[f"{prefix}_{name}"] for name in ("feature", "border", "leaf"))
    number = np.zeros(len(leaves), np.intp)
    for answer in row.take(asked) > borders:
        number += number
        number += answer
    return np.asarray(np.add.accumulate(leaves[np.arange(len(leaves)), number], axis=0)[-1], np.float32)
