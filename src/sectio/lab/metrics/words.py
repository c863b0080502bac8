r"""Precision, recall and F1 of an extracted text against its gold text, counted in words.

A word is a lower-cased run of ``\w+``, the measure of the public benchmarks. ``bag_score`` ignores order,
``shingle_score`` looks at runs of n words, ``lcs_score`` at the longest common subsequence (CleanEval, CETR).
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio.once import once

WORD = re.compile(r"\w+")
Ints: TypeAlias = NDArray[np.int64]
LCS_CAP = 20_000  # words of each text the subsequence looks at


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each 0–1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Gold:
    """A gold text whose words are numbered and counted once and compared with many extractions."""

    text: str

    @once
    def words(self) -> list[str]:
        """The words in reading order."""
        return words(self.text)

    @once
    def number(self) -> dict[str, int]:
        """A number for each different word, in order of first appearance."""
        return {word: at for at, word in enumerate(dict.fromkeys(self.words))}

    @once
    def counts(self) -> Ints:
        """How often each different word occurs."""
        return np.bincount(self.encode(self.words), minlength=len(self.number))

    @once
    def pairs(self) -> tuple[Ints, Ints]:
        """The different runs of two words, as sorted numbers, and how often each occurs."""
        return self.count_pairs(self.encode(self.words))

    def encode(self, found: Sequence[str]) -> Ints:
        """Return words as their numbers; a word the gold does not have gets the next free number."""
        unknown = len(self.number)
        return np.fromiter(map(self.number.get, found, repeat(unknown)), np.int64, len(found))

    def count_pairs(self, codes: Ints) -> tuple[Ints, Ints]:
        """Return the different pairs of encoded words that the gold could have, and how often each occurs."""
        size = len(self.number)
        first, second = codes[:-1], codes[1:]
        known = (first < size) & (second < size)
        return np.unique(first[known] * size + second[known], return_counts=True)


def words(text: str) -> list[str]:
    """Return the words of a text as the benchmarks count them."""
    return WORD.findall(text.lower())


def harmonic_mean(precision: float, recall: float) -> float:
    """Return F1 of a precision and a recall; 0 when both are 0."""
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0


def score_counts(shared: int, extracted: int, gold: int) -> Score:
    """Turn three counts into a score: both sides empty is perfect, one side empty is worth nothing."""
    if not extracted and not gold:
        return Score(1.0, 1.0, 1.0)
    if not extracted or not gold:
        return Score(0.0, 0.0, 0.0)
    precision, recall = shared / extracted, shared / gold
    return Score(precision, recall, harmonic_mean(precision, recall))


def bag_score(extracted: str | Sequence[str], gold: str | Gold) -> Score:
    """Score the multiset of words: P = shared / extracted, R = shared / gold."""
    gold = _as_gold(gold)
    return _bag(gold.encode(_as_words(extracted)), gold)


def shingle_score(extracted: str | Sequence[str], gold: str | Gold, *, n: int = 2) -> Score:
    """Score the multiset of runs of ``n`` words; a text shorter than ``n`` words is one shingle."""
    gold = _as_gold(gold)
    found, wanted = _shingles(_as_words(extracted), n), _shingles(gold.words, n)
    return score_counts((found & wanted).total(), found.total(), wanted.total())


def bag_and_pairs(extracted: str, gold: Gold) -> tuple[Score, Score]:
    """Return the bag score and the score of runs of two words: what every page of a run is measured by."""
    found = words(extracted)
    codes = gold.encode(found)
    if min(len(found), len(gold.words)) < 2:
        return _bag(codes, gold), shingle_score(found, gold)
    (pairs, times), (wanted, wanted_times) = gold.count_pairs(codes), gold.pairs
    _, here, there = np.intersect1d(pairs, wanted, assume_unique=True, return_indices=True)
    shared = int(np.minimum(times[here], wanted_times[there]).sum())
    return _bag(codes, gold), score_counts(shared, len(found) - 1, len(gold.words) - 1)


def _bag(codes: Ints, gold: Gold) -> Score:
    found = np.bincount(codes, minlength=len(gold.counts))[: len(gold.counts)]
    return score_counts(int(np.minimum(found, gold.counts).sum()), len(codes), len(gold.words))


def lcs_score(
    extracted: str | Sequence[str], gold: str | Gold, *, cap: int = LCS_CAP, band: int | None = None
) -> Score:
    """Score the longest common subsequence of words, looking at the first ``cap`` words of each text."""
    left, right = _as_words(extracted)[:cap], _as_gold(gold).words[:cap]
    return score_counts(lcs_length(left, right, band=band), len(left), len(right))


def lcs_length(left: Sequence[Hashable], right: Sequence[Hashable], *, band: int | None = None) -> int:
    """Return the length of the longest common subsequence.

    Bit-parallel (Crochemore et al. 2001; Hyyrö 2004): one big-integer addition per word of ``right``, so two
    texts of 20 000 words take well under a second without any band. ``band`` limits pairs to positions at
    most this far apart; the default compares everything and is exact.
    """
    places: dict[Hashable, int] = {}
    for position, item in enumerate(left):
        places[item] = places.get(item, 0) | 1 << position
    full = (1 << len(left)) - 1
    row = full
    for position, item in enumerate(right):
        matches = places.get(item, 0)
        if band is not None:
            matches &= _window(position, band)
        hits = row & matches
        if hits:
            row = ((row + hits) | (row - hits)) & full
    return len(left) - row.bit_count()


def macro(scores: Iterable[Score]) -> Score:
    """Average page scores; F1 is the mean of the pages' F1, not F1 of the means."""
    rows = list(scores)
    if not rows:
        return Score(0.0, 0.0, 0.0)
    precision, recall, f1 = (sum(column) / len(rows) for column in zip(*rows, strict=True))
    return Score(precision, recall, f1)


def _window(centre: int, band: int) -> int:
    """Return the bits of the positions at most ``band`` away from ``centre``."""
    return ((1 << (centre + band + 1)) - 1) & ~((1 << max(centre - band, 0)) - 1)


def _shingles(items: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    if items and len(items) < n:
        return Counter([tuple(items)])
    return Counter(zip(*(items[start:] for start in range(n)), strict=False))


def _as_gold(gold: str | Gold) -> Gold:
    return Gold(gold) if isinstance(gold, str) else gold


def _as_words(text: str | Sequence[str]) -> Sequence[str]:
    return words(text) if isinstance(text, str) else text
