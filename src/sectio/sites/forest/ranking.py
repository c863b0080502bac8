"""Patterns over pages: candidates of equal key put together and ranked by R = Σ I · level · nbOcc."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sectio.sites.forest.candidates import Candidates, representatives
from sectio.sites.forest.identify import Key
from sectio.sites.forest.xpath import xpath


@dataclass(frozen=True)
class Pattern:
    """A pattern and what the sample says of it: sums over the pages on which it stands for a candidate."""

    key: Key
    score: float = 0.0
    dense: float = 0.0
    levels: int = 0
    terms: float = 0.0
    pages: int = 0
    dfs: tuple[int, ...] = ()

    @property
    def level(self) -> float:
        """Mean depth of its elements, `html` = 1."""
        return self.levels / self.pages

    @property
    def rank(self) -> float:
        """R = Σ I · level · nbOcc."""
        return self.score * self.level * self.pages

    @property
    def dense_rank(self) -> float:
        """The same with J in place of I, for samples in which nothing is unexpected."""
        return self.dense * self.level * self.pages

    @property
    def xpath(self) -> str:
        """Where the pattern is, with the dfs values seen."""
        return xpath(self.key, self.dfs)

    def with_page(self, found: Candidates, position: int) -> "Pattern":
        """The pattern with one more page, on which this candidate stands for it."""
        return replace(
            self,
            score=self.score + float(found.score[position]),
            dense=self.dense + float(found.dense[position]),
            levels=self.levels + int(found.level[position]),
            terms=self.terms + float(found.terms[position]),
            pages=self.pages + 1,
            dfs=tuple(sorted({*self.dfs, int(found.dfs[position])})),
        )


def aggregate(pages: Iterable[Candidates], start: Sequence[Pattern] = ()) -> list[Pattern]:
    """Put the candidates of all pages together by key, on top of patterns known already."""
    known = {pattern.key: pattern for pattern in start}
    for found in pages:
        for key, position in representatives(found).items():
            known[key] = known.get(key, Pattern(key)).with_page(found, position)
    return list(known.values())


@dataclass(frozen=True)
class Ranking:
    """Patterns, best first, and whether only density could rank them."""

    patterns: list[Pattern] = field(default_factory=list)
    dense_only: bool = False

    def value(self, pattern: Pattern) -> float:
        """What the pattern is ranked by."""
        return pattern.dense_rank if self.dense_only else pattern.rank


def rank(patterns: Sequence[Pattern], *, min_terms: float = 10.0) -> Ranking:
    """Sort by R; ties by more pages, then the outer one, then key order.

    Patterns whose elements hold fewer than `min_terms` terms on average are dropped unless nothing else is
    left: a heading made of keywords only is the densest element of all.
    """
    large = [pattern for pattern in patterns if pattern.terms >= min_terms * pattern.pages]
    kept = large or list(patterns)
    result = Ranking(kept, bool(kept) and not any(pattern.rank > 0 for pattern in kept))
    kept.sort(key=lambda p: (-result.value(p), -p.pages, p.level, _in_order(p.key)))
    return result


def _in_order(key: Key) -> tuple[object, ...]:
    return (*key.own, *(key.under or ("", "", "")))
