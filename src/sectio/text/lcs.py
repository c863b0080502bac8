"""Longest common subsequence of two word lists, with the words that take part."""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

# Time is words × words / 64 and memory words × words bits; longer texts are cut.
MAX_WORDS = 20_000


def align(found: Sequence[Hashable], gold: Sequence[Hashable]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """For each found item and each gold item: is it in their longest common subsequence?

    Hyyrö's bit-vector recurrence gives one big integer per found item; a zero bit marks a step of the table,
    and walking back over the integers reads the matches off.
    """
    matched, covered = np.zeros(len(found), bool), np.zeros(len(gold), bool)
    found, gold = found[:MAX_WORDS], gold[:MAX_WORDS]
    places: dict[Hashable, int] = {}
    for i, word in enumerate(gold):
        places[word] = places.get(word, 0) | 1 << i
    full = (1 << len(gold)) - 1
    state, rows = full, []
    for word in found:
        hit = state & places.get(word, 0)
        state = ((state + hit) | (state - hit)) & full
        rows.append(state)
    row, column = len(found), len(gold)
    while row and column:
        if rows[row - 1] >> (column - 1) & 1:
            column -= 1
            continue
        row -= 1
        if not row or rows[row - 1] >> (column - 1) & 1:
            column -= 1
            matched[row] = covered[column] = True
    return matched, covered
