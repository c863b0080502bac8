"""Threads: posts look alike, so the same part of a post is content in all of them or in none.

On a forum page the mean logit, by words, of the blocks in containers of the same kind (the same path of tags and classes) is
added to a block's own, as evidence of the same weight. On other pages this does more harm than good: the first item of a
list may well be the only one that counts.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

# Blocks of one kind have these in common.
KIND = ("group_count", "group_words", "group_share", "group_links")


def joined(logits: Array, kind: Array, words: NDArray[np.floating]) -> Array:
    """Each block's own logit and the mean of its kind; `kind` has a column for each feature of `KIND`."""
    if not len(logits):
        return logits
    _, group = np.unique(kind, axis=0, return_inverse=True)
    group, weight = group.ravel(), np.asarray(words, np.float64) + 0.5
    mean = np.bincount(group, weight * logits) / np.bincount(group, weight)
    return np.asarray(logits + mean[group], np.float32)
