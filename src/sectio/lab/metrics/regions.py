"""SD's measures (RA, type precision, diversity) and RTDM's share of correctly extracted pages.

RA compares the size of each gold region with that of the region found for it; the paper leaves the pairing
open, here it is greedy by common text, one to one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sectio.lab.metrics.words import WORD, bag_score

Pair = tuple[int, int]  # characters detected, characters annotated


class Regions(NamedTuple):
    """Per gold region of a page the size found for it (0: none); how many found ones are left over."""

    pairs: tuple[Pair, ...]
    extra: int


def region_accuracy(pages: Iterable[Sequence[Pair]]) -> float:
    """Return RA = (1/n) Σ_i (1/k_i) Σ_j c/(|c − r| + c); pages without gold regions are left out."""
    means = [sum(_accuracy(*pair) for pair in page) / len(page) for page in pages if page]
    return sum(means) / len(means) if means else 0.0


def _accuracy(detected: int, annotated: int) -> float:
    return detected / (abs(detected - annotated) + detected) if detected else 0.0


def pair_regions(detected: Sequence[str], annotated: Sequence[str]) -> Regions:
    """Pair regions one to one, the pair with most common text first; a pair needs some text in common."""
    common = [
        (-_common_chars(found, gold), g, d) for g, gold in enumerate(annotated) for d, found in enumerate(detected)
    ]
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for overlap, g, d in sorted(common):
        if overlap < 0 and g not in partner and d not in taken:
            partner[g] = d
            taken.add(d)
    pairs = tuple((len(detected[partner[g]]) if g in partner else 0, len(gold)) for g, gold in enumerate(annotated))
    return Regions(pairs, len(detected) - len(taken))


def _common_chars(left: str, right: str) -> int:
    shared = Counter(WORD.findall(left.lower())) & Counter(WORD.findall(right.lower()))
    return sum(len(word) * times for word, times in shared.items())


def confusion(annotated: Sequence[str], assigned: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return how often each gold class was given each class, both in sorted order."""
    if len(annotated) != len(assigned):
        raise ValueError(f"{len(annotated)} gold classes for {len(assigned)} assigned ones")
    counts = Counter(zip(annotated, assigned, strict=True))
    columns = sorted(set(annotated) | set(assigned))
    return {gold: {name: counts[gold, name] for name in columns} for gold in sorted(set(annotated))}


def type_precision(matrix: Mapping[str, Mapping[str, int]]) -> dict[str, float]:
    """Return, per gold class of a confusion matrix, the share of its pages given that class."""
    return {gold: row.get(gold, 0) / sum(row.values()) for gold, row in matrix.items() if sum(row.values())}


def diversity(domains: int | Iterable[str], pages: int) -> float:
    """Return distinct domains / pages; 0 without pages."""
    count = domains if isinstance(domains, int) else len(set(domains))
    return count / pages if pages else 0.0


class TitledText(NamedTuple):
    """What RTDM extracts: a headline and a body."""

    title: str
    body: str


def correctly_extracted(pages: Iterable[tuple[TitledText, TitledText]], *, least: float = 0.9) -> float:
    """Return the share of (extracted, gold) pages whose title F1 and body F1 both reach ``least``."""
    right = [
        bag_score(found.title, gold.title).f1 >= least and bag_score(found.body, gold.body).f1 >= least
        for found, gold in pages
    ]
    return sum(right) / len(right) if right else 0.0
