"""Labels for text blocks from gold text: how much of each block is content.

Page words and gold words are aligned by their longest common subsequence; a block's label is the share of its words
that take part. A block that the gold text holds elsewhere (moved in the page) is found by its four-word runs.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sectio.text.lcs import align

_WORD = re.compile(r"\w+")
RUN = 4


def words(text: str) -> list[str]:
    """Lower-case word tokens, as the benchmarks count them."""
    return _WORD.findall(text.lower())


def runs(sequence: Sequence[str], length: int = RUN) -> set[tuple[str, ...]]:
    """All runs of this many words."""
    return set(zip(*(sequence[i:] for i in range(length)), strict=False))


def block_labels(block_words: Sequence[Sequence[str]], gold_text: str) -> NDArray[np.float32]:
    """The share of each block's words that the gold text accounts for; blocks without words get 0."""
    gold = words(gold_text)
    bounds = np.concatenate(([0], np.cumsum([len(block) for block in block_words]))).astype(int)
    matched, covered = align([word for block in block_words for word in block], gold)
    # Only what the alignment left over can be a moved block; otherwise a second copy of the text would count as content.
    left = [word if not covered[i] else "" for i, word in enumerate(gold)]
    gold_runs = {run for run in runs(left) if all(run)}
    labels = np.zeros(len(block_words), np.float32)
    for i, ((start, end), block) in enumerate(zip(pairwise(bounds), block_words, strict=True)):
        if not block:
            continue
        share = float(matched[start:end].mean())
        if len(block) >= RUN and share < 1:
            own = runs(block)
            share = max(share, len(own & gold_runs) / len(own))
        labels[i] = share
    return labels
