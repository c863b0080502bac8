"""Do judges agree? Cohen's kappa of two judges, and the answer of most of several."""

from collections import Counter
from collections.abc import Hashable, Sequence


def observed(a: Sequence[Hashable], b: Sequence[Hashable]) -> float:
    """Return the share of items that two judges answered alike."""
    return sum(x == y for x, y in zip(a, b, strict=True)) / len(a) if a else 0.0


def cohen_kappa(a: Sequence[Hashable], b: Sequence[Hashable]) -> float:
    """Return (p − e) / (1 − e): agreement p beyond the agreement e that two judges with these habits have by chance.

    1 is perfect, 0 is chance. Judges who both give one and the same answer to everything agree: 1.
    """
    if not a:
        return 0.0
    mine, theirs = Counter(a), Counter(b)
    chance = sum(mine[answer] * theirs[answer] for answer in mine) / len(a) ** 2
    found = observed(a, b)
    return 1.0 if chance == 1 else (found - chance) / (1 - chance)


def majority(answers: Sequence[Hashable]) -> Hashable:
    """Return the answer of most judges; of equally many, the one given first."""
    return Counter(answers).most_common(1)[0][0]
