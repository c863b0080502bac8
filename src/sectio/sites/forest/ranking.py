"""Patterns over pages: candidates with equal keys joined and ranked by R = Σ I · level · nbOcc."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sectio.sites.forest.candidates import Candidates, representatives
from sectio.sites.forest.identify import Key
from sectio.sites.forest.xpath import xpath


@dataclass(frozen=True)
class Pattern:
    """A pattern and what the sample says about it: sums over the pages on which it represents a candidate."""

    key: Key
    score: float = 0.0
    dense: float = 0.0
    levels: float = 0.0
    terms: float = 0.0
    pages: int = 0
    dfs: tuple[int, ...] = ()
    cover: float = 0.0

    @property
    def level(self) -> float:
        """Mean depth of its elements, `html` = 1."""
        return self.levels / self.pages

    def rank(self, *, dense: bool = False, count_pages: bool = True) -> float:
        """R = Σ I · level · nbOcc; with J in place of I, or without nbOcc."""
        return (self.dense if dense else self.score) * self.level * (self.pages if count_pages else 1)

    @property
    def xpath(self) -> str:
        """Where the pattern is, with the dfs values seen."""
        return xpath(self.key, self.dfs)

    def with_page(self, found: Candidates, positions: list[int]) -> "Pattern":
        """The pattern with one more page, on which these candidates represent it; their values are equal."""
        first = positions[0]
        return replace(
            self,
            score=self.score + float(found.score[first]),
            dense=self.dense + float(found.dense[first]),
            levels=self.levels + float(found.level[positions].mean()),
            terms=self.terms + float(found.terms[first]),
            pages=self.pages + 1,
            dfs=tuple(sorted({*self.dfs, *map(int, found.dfs[positions])})),
            cover=self.cover + float(found.cover[first]),
        )


def aggregate(pages: Iterable[Candidates], start: Sequence[Pattern] = ()) -> list[Pattern]:
    """Join the candidates of all pages by key, on top of patterns known already."""
    known = {pattern.key: pattern for pattern in start}
    for found in pages:
        for key, positions in representatives(found).items():
            known[key] = known.get(key, Pattern(key)).with_page(found, positions)
    return list(known.values())


@dataclass(frozen=True)
class Ranking:
    """Patterns, best first; `dense_only`: nothing is unexpected in the sample, so only density ranks them.

    `count_pages`: nbOcc is a factor of R, as in the paper; the sum over pages rewards frequency already.
    """

    patterns: list[Pattern] = field(default_factory=list)
    dense_only: bool = False
    count_pages: bool = True

    def value(self, pattern: Pattern) -> float:
        """What the pattern is ranked by."""
        return pattern.rank(dense=self.dense_only, count_pages=self.count_pages)


def rank(
    patterns: Sequence[Pattern], *, min_terms: float = 10.0, min_cover: float = 0.0, count_pages: bool = True
) -> Ranking:
    """Sort by R; ties by more pages, then the outer one, then key order.

    Patterns whose elements have fewer than `min_terms` terms on average are dropped unless nothing else is
    left: a heading made of keywords only is the densest element of all. Where nbOcc is not a factor of R,
    patterns of less than half of the pages come last: one long page must not choose for all. Before them
    come those that have less than `min_cover` of the keywords: a code block may be dense, but it is not the story.
    """
    large = [pattern for pattern in patterns if pattern.terms >= min_terms * pattern.pages]
    kept = large or list(patterns)
    dense_only = bool(kept) and not any(pattern.score > 0 for pattern in kept)
    result = Ranking(kept, dense_only, count_pages)
    usual = 0 if count_pages else 0.5 * max((pattern.pages for pattern in kept), default=0)
    kept.sort(
        key=lambda p: (
            p.pages < usual,
            p.cover < min_cover * p.pages,
            -result.value(p),
            -p.pages,
            p.level,
            _in_order(p.key),
        )
    )
    return result


def _in_order(key: Key) -> tuple[object, ...]:
    return (*key.own, *(key.under or ("", "", "")), key.steps)
