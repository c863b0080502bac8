r"""Precision, recall and F1 of an extracted text against its gold text, counted in words.

A word is a lower-cased run of ``\w+``, the measure of the public benchmarks. ``bag_score`` ignores order,
``shingle_score`` looks at runs of n words, ``lcs_score`` at the longest common subsequence (CleanEval, CETR).
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

WORD = re.compile(r"\w+")
Item = TypeVar("Item", bound=Hashable)
LCS_CAP = 20_000  # words of each text the subsequence looks at


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each 0–1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Gold:
    """A gold text whose words are counted once and compared with many extractions."""

    text: str

    @cached_property
    def words(self) -> list[str]:
        """The words in reading order."""
        return words(self.text)

    @cached_property
    def bag(self) -> Counter[str]:
        """How often each word occurs."""
        return Counter(self.words)

    @cached_property
    def pairs(self) -> Counter[tuple[str, ...]]:
        """How often each run of two words occurs."""
        return _shingles(self.words, 2)


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
    found = _as_words(extracted)
    return score_counts(_shared(Counter(found), gold.bag), len(found), len(gold.words))


def shingle_score(extracted: str | Sequence[str], gold: str | Gold, *, n: int = 2) -> Score:
    """Score the multiset of runs of ``n`` words; a text shorter than ``n`` words is one shingle."""
    gold = _as_gold(gold)
    found = _shingles(_as_words(extracted), n)
    wanted = gold.pairs if n == 2 else _shingles(gold.words, n)
    return score_counts(_shared(found, wanted), found.total(), wanted.total())


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
    most that far apart; the default compares everything and is exact.
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


def _shared(found: Counter[Item], wanted: Counter[Item]) -> int:
    """Return the size of the multiset intersection; walks the smaller bag, no third one is built."""
    small, large = (found, wanted) if len(found) <= len(wanted) else (wanted, found)
    count = large.get
    return sum(min(times, count(item, 0)) for item, times in small.items())


def _as_gold(gold: str | Gold) -> Gold:
    return Gold(gold) if isinstance(gold, str) else gold


def _as_words(text: str | Sequence[str]) -> Sequence[str]:
    return words(text) if isinstance(text, str) else text
