"""Found contributions against what is true: how many are right, with author, day and parent."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sectio.results import Comment, Post
from tests.threads.said import Said

# Shares of words in common from which a found text is the text.
SAME = 0.9
# What pages say that give no day.
AGO = "2 years ago"


@dataclass
class Score:
    """Counts; `authors`, `dates` and `parents` are of the contributions that were found."""

    gold: int = 0
    found: int = 0
    right: int = 0
    authors: int = 0
    dates: int = 0
    parents: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(*(getattr(self, name) + getattr(other, name) for name in Score.__dataclass_fields__))

    def __str__(self) -> str:
        def share(part: int, whole: int) -> str:
            return f"{part / whole:.3f}" if whole else "–"

        return (
            f"recall {share(self.right, self.gold)}  precision {share(self.right, self.found)}  authors {share(self.authors, self.right)}  "
            f"dates {share(self.dates, self.right)}  parents {share(self.parents, self.right)}  ({self.gold} gold, {self.found} found)"
        )


def score(found: Sequence[Comment | Post], gold: Sequence[Said]) -> Score:
    """Pair the found with the true by their texts, in order, and count."""
    pairs: dict[int, int] = {}
    for index, said in enumerate(gold):
        free = (i for i in range(len(found)) if i not in pairs.values())
        best = max(free, key=lambda i: overlap(found[i].text, said.text), default=None)
        if best is not None and overlap(found[best].text, said.text) >= SAME:
            pairs[index] = best
    result = Score(len(gold), len(found), len(pairs))
    for index, i in pairs.items():
        said, got = gold[index], found[i]
        result.authors += (got.author or "").lstrip("@") == said.author
        result.dates += got.date in (said.iso, AGO)
        result.parents += got.parent == (None if said.parent is None else pairs.get(said.parent))
    return result


def overlap(one: str, other: str) -> float:
    """F1 of the words of two texts."""
    first, second = Counter(one.split()), Counter(other.split())
    total = sum(first.values()) + sum(second.values())
    return 2 * sum((first & second).values()) / total if total else 0.0
