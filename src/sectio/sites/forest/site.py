"""A site as FOREST learns it: ranked patterns, and which terms are common there.

Learning is updating a model that knows nothing, so a model can go on learning. Pages seen earlier keep the
measures they had: their keywords are not chosen again when more pages come.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from typing import Any, ClassVar, Literal, Self

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.errors import TemplateError
from sectio.layout import Layout
from sectio.once import once
from sectio.results import Match, Selection
from sectio.sites.forest.candidates import (
    BODY,
    Candidates,
    Measured,
    Rules,
    find_candidates,
    may_be_several,
    measure,
)
from sectio.sites.forest.feeds import FeedIndex, FeedItem
from sectio.sites.forest.identify import Key, dfs_index
from sectio.sites.forest.keywords import (
    Frequencies,
    Terms,
    feed_weights,
    feed_weights_by_count,
    keyword_weights,
    read_terms,
    smoothed_tf_idf,
    term_weights,
    tf_idf,
)
from sectio.sites.forest.ranking import Pattern, Ranking, aggregate, rank
from sectio.sites.forest.repeats import block_names
from sectio.sites.forest.stored import (
    frequencies_data,
    frequencies_from,
    item_data,
    item_from,
    pattern_data,
    pattern_from,
)
from sectio.sites.furniture import without_furniture
from sectio.sites.model import SiteModel, check_types

# Further down the ranking nothing is ever extracted; kept so that an update can raise a pattern.
MAX_PATTERNS = 200
NEVER = 1.1
FEED_MISS = "feed_miss"
_NOWHERE = np.zeros(0, np.int32)


def digest(page: Page) -> str:
    """A short name of a page's source, by which a model knows the pages it learned from."""
    return blake2b(page.html.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@dataclass(frozen=True)
class Settings:
    """The method's own parameters.

    `k` keywords per page; `min_terms` a pattern's elements must hold on average; `runner_up`: the share of
    the best R from which a pattern may be used where the winner is absent.

    The rest is where the default profile leaves the paper, whose values are in `PAPER`. `links`:
    keywords in links count as such; `several` takes all elements of a key for one story where they may be stories, at `together` of their measure; `single` weighs any other
    element down when others share its key; `min_cover` is the share of a page's keywords from which a pattern
    is preferred; `repeats` the share of sample pages from which a block of text is furniture (1.1: nothing is
    left out); `feed_rank`: terms of a feed item are ranked by the page's `tf-idf` or by `count`; `steps` distinguishes bare elements by their
    path; `count_pages` makes nbOcc a factor of R; `seen_first` prefers elements at dfs positions that were
    seen on new pages too, not only on pages of the sample; `numbers` may be keywords; `narrowing` counts as levels only elements
    that have less text than the one above; `covering` is the power of a pattern's share of the keywords in its informativeness. ABSELEMS and ABSPATHS
    take all leaf patterns from `leaf_share` of the best R on (1: only the winner), and with `significant`
    only elements that have a keyword.
    """

    k: int = 20
    min_terms: float = 10.0
    runner_up: float = 0.1
    links: bool = False
    min_cover: float = 0.66
    repeats: float = 0.5
    feed_rank: Literal["tf-idf", "count"] = "tf-idf"
    several: bool = True
    # With threads, the best single element has at most three quarters of the measure of all posts; see the table in docs/methods/forest.md.
    together: float = 0.85
    single: bool = True
    steps: bool = True
    count_pages: bool = False
    seen_first: bool = False
    numbers: bool = False
    narrowing: bool = True
    covering: float = 0.25
    leaf_share: float = 0.02
    significant: bool = False

    def __post_init__(self) -> None:
        check_types(self)


PAPER: dict[str, Any] = {
    "links": True,
    "min_cover": 0.0,
    "repeats": NEVER,
    "several": False,
    "single": False,
    "steps": False,
    "count_pages": True,
    "seen_first": True,
    "numbers": True,
    "narrowing": False,
    "covering": 0.0,
    "leaf_share": 1.0,
    "significant": True,
}


@dataclass(frozen=True, eq=False)
class ForestSite(SiteModel):
    """Ranked patterns of a site; see the module."""

    settings: Settings = field(default_factory=Settings)
    ranking: Ranking = field(default_factory=Ranking)
    sample: Frequencies = field(default_factory=Frequencies, repr=False)
    known: frozenset[str] = field(default=frozenset(), repr=False)
    furniture: Frequencies = field(default_factory=Frequencies, repr=False)
    own_terms: tuple[str, ...] = ()
    items: tuple[FeedItem, ...] = field(default=(), repr=False)
    warnings: tuple[str, ...] = ()

    method: ClassVar[str] = "forest"
    base_rules: ClassVar[Rules] = Rules()

    @property
    def rules(self) -> Rules:
        """How candidates are chosen and measured."""
        chosen, inner = self.settings, self.base_rules.ancestors
        return replace(
            self.base_rules,
            links=chosen.links,
            several=chosen.several and inner,
            together=chosen.together,
            single=chosen.single and inner,
            steps=chosen.steps,
            narrowing=chosen.narrowing and inner,
            covering=chosen.covering if inner and not self.base_rules.coverage else 0.0,
        )

    # Learning

    def updated(self, pages: Sequence[Page], *, urls: Sequence[str | None] | None = None) -> Self:
        """The model after these pages too."""
        read = [read_terms(page) for page in pages]
        sample = self.sample.with_pages(read)
        found: list[Candidates] = []
        flags: list[str] = []
        for page, terms, url in zip(pages, read, urls or [None] * len(pages), strict=True):
            weights, flag = self.keywords(page, terms, sample, url)
            flags += [flag] if flag else []
            found.append(find_candidates(page, terms, weights, self.rules))
        ranking = rank(
            aggregate(found, self.ranking.patterns),
            min_terms=self.settings.min_terms,
            min_cover=self.settings.min_cover if self.base_rules.ancestors else 0.0,
            count_pages=self.settings.count_pages,
        )
        return replace(
            self,
            ranking=replace(ranking, patterns=ranking.patterns[:MAX_PATTERNS]),
            sample=sample,
            furniture=self.furniture.with_sets([frozenset(block_names(page)) for page in pages]),
            known=self.known | set(map(digest, pages)),
            warnings=_warnings(self.warnings, flags, ranking),
        )

    def keywords(self, page: Page, terms: Terms, sample: Frequencies, url: str | None) -> tuple[Floats, str | None]:
        """The weights of the page's terms, 0 for all but keywords; a flag if they are a makeshift.

        Terms of the user's own come first; a page that has none of them has keywords like any other.
        """
        own = term_weights(terms, self.own_terms)
        if own.any():
            return own, None
        weights, bare = self._strongest(terms, tf_idf(terms, sample))
        return weights, "tf_only" if bare else None

    def _strongest(self, terms: Terms, weights: Floats) -> tuple[Floats, bool]:
        return keyword_weights(terms, weights, self.settings.k, numbers=self.settings.numbers)

    # Extraction

    def select(self, page: Page, *, layout: Layout | None = None) -> Selection:
        """The subtree that the best pattern present on the page points at."""
        mask = np.zeros(len(page), bool)
        for row in self.choose(page):
            mask[row : page.end[row]] = True
        flags = () if mask.any() else ("no_pattern",)
        return Selection(self._own_text(page, mask & page.is_text & page.visible), warnings=flags)

    def _own_text(self, page: Page, mask: Mask) -> Mask:
        """The text of the choice without furniture; leaf patterns skip furniture by themselves."""
        if not self.base_rules.ancestors or self.settings.repeats >= NEVER:
            return mask
        again = np.array([name in self._repeated for name in block_names(page)], bool)
        return without_furniture(page, mask, again)

    @once
    def _repeated(self) -> frozenset[str]:
        return self.furniture.repeated(self.settings.repeats)

    def choose(self, page: Page) -> list[int]:
        """The row of the element to extract: of the best pattern that is on the page; none if there is none.

        All outermost elements where they may be several stories. On a page of the sample a pattern is where it
        was seen, so that its XPath selects the choice.
        """
        rows_by_key, dfs, known = self.rows_by_key(page), dfs_index(page), digest(page) in self.known
        for pattern in self.contenders(self.settings.runner_up):
            rows = rows_by_key.get(pattern.key, _NOWHERE)
            seen = rows[np.isin(dfs[rows], pattern.dfs)]
            if known or (self.settings.seen_first and len(seen)):
                rows = seen
            if len(rows):
                several = self.rules.several and may_be_several(pattern.key)
                return _outermost(page, rows) if several else [self._best(page, rows)]
        return []

    def contenders(self, share: float) -> list[Pattern]:
        """The patterns whose R is at least this share of the best."""
        value, patterns = self.ranking.value, self.ranking.patterns
        return [p for p in patterns if value(p) >= share * value(patterns[0])]

    def rows_by_key(self, page: Page) -> dict[Key, Ints]:
        """The elements of a page by key."""
        rows = np.flatnonzero(page.is_element)[BODY:].astype(np.int32)
        found: dict[Key, list[int]] = {}
        for row, key in zip(rows.tolist(), self.rules.keys(page, rows), strict=True):
            found.setdefault(key, []).append(row)
        return {key: np.array(group, np.int32) for key, group in found.items()}

    def measured(self, page: Page) -> Measured:
        """The rows of a page outside the sample, measured by its keywords against the sample's terms."""
        terms = read_terms(page)
        weights, _ = self._strongest(terms, smoothed_tf_idf(terms, self.sample))
        return measure(page, terms, weights, self.rules)

    def _best(self, page: Page, rows: Ints) -> int:
        """Of several elements with one key: the largest score, the first of equals."""
        return int(rows[0] if len(rows) == 1 else rows[np.argmax(self.measured(page).score[rows])])

    # Speaking of itself

    @property
    def xpath(self) -> str:
        """The winner's XPath; empty if nothing was found in the sample."""
        return self.ranking.patterns[0].xpath if self.ranking.patterns else ""

    @property
    def pattern(self) -> str:
        """The winner's XPath, then the runners-up, each with its R as a share of the winner's."""
        best = self.contenders(self.settings.runner_up)[:10]
        value = self.ranking.value
        lines = [f"{value(p) / max(value(best[0]), 1e-300):.3f}  {p.xpath}" for p in best]
        return "\n".join(lines) if lines else "(no pattern: the sample has no text)"

    def match_page(self, page: Page) -> Match:
        """Half for the winner, half for the share of R of the usual patterns, as far as the page has them."""
        rows_by_key = self.rows_by_key(page)
        usual = [p for p in self.contenders(self.settings.runner_up) if p.pages >= 0.8 * self.sample.pages]
        if not self.ranking.patterns:
            return Match(0.0, False, ("no_candidates",))
        whole = sum(map(self.ranking.value, usual))
        kept = sum(self.ranking.value(p) for p in usual if p.key in rows_by_key)
        winner = self.ranking.patterns[0].key in rows_by_key
        coverage = 0.5 * winner + 0.5 * (kept / whole if whole else winner)
        fits = coverage >= self.drift_threshold
        return Match(coverage, fits, () if fits else ("drift",))

    def to_data(self) -> dict[str, Any]:
        """The model as plain JSON values."""
        return {
            "method": self.method,
            "settings": asdict(self.settings),
            "warnings": list(self.warnings),
            "dense_only": self.ranking.dense_only,
            "patterns": [pattern_data(p, self.ranking.value(p)) for p in self.ranking.patterns],
            "sample": frequencies_data(self.sample),
            "furniture": frequencies_data(self.furniture),
            "keywords": list(self.own_terms),
            "known": sorted(self.known),
            "items": [item_data(item) for item in self.items],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The model back from its data."""
        try:
            settings = Settings(**data["settings"])
            patterns = [pattern_from(p) for p in data["patterns"]]
            return cls(
                settings=settings,
                ranking=Ranking(patterns, bool(data["dense_only"]), settings.count_pages),
                sample=frequencies_from(data["sample"]),
                furniture=frequencies_from(data.get("furniture", {"pages": 0, "terms": {}})),
                own_terms=tuple(map(str, data.get("keywords", ()))),
                known=frozenset(map(str, data["known"])),
                items=tuple(item_from(item) for item in data["items"]),
                warnings=tuple(map(str, data["warnings"])),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TemplateError(f"not a FOREST model ({error!r}); learn the site again") from error


class FeedForestSite(ForestSite):
    """FOREST with the keywords that the site's feed names."""

    method = "forest-feed"

    @once
    def index(self) -> FeedIndex:
        """The items by address and title."""
        return FeedIndex.of(self.items)

    def keywords(self, page: Page, terms: Terms, sample: Frequencies, url: str | None) -> tuple[Floats, str | None]:
        """The terms of the page's feed item; where it has none, those of the page."""
        item = self.index.find(page, url)
        weights = self._of_item(item, terms, sample) if item else np.zeros(0)
        if weights.any():
            return weights, None
        return super().keywords(page, terms, sample, url)[0], FEED_MISS

    def _of_item(self, item: FeedItem, terms: Terms, sample: Frequencies) -> Floats:
        if self.settings.feed_rank == "count":
            return feed_weights_by_count(terms, item.title, item.summary, self.settings.k)
        return feed_weights(terms, item.text, tf_idf(terms, sample), self.settings.k)


class CoverageForestSite(ForestSite):
    """FOREST with the covered share of keyword weight in place of informativeness."""

    method = "forest-cov"
    base_rules = Rules(coverage=True)


class LeafForestSite(ForestSite):
    """ABSELEMS: the parents of significant leaves only; all elements with a winning key are taken."""

    method = "abselems"
    base_rules = Rules(ancestors=False)

    def choose(self, page: Page) -> list[int]:
        """All elements with a key that ranks high enough, in document order."""
        rows_by_key = self.rows_by_key(page)
        if self.settings.significant:
            leaf = self.measured(page).leaf
            rows_by_key = {key: rows[leaf[rows]] for key, rows in rows_by_key.items()}
        one = self.settings.leaf_share >= 1
        contenders = self.contenders(self.settings.runner_up if one else self.settings.leaf_share)
        present = [p for p in contenders if len(rows_by_key.get(p.key, ()))]
        return sorted(int(row) for p in present[: 1 if one else None] for row in rows_by_key[p.key])


class PathForestSite(LeafForestSite):
    """ABSPATHS: ABSELEMS with elements known by their tag path alone."""

    method = "abspaths"
    base_rules = Rules(ancestors=False, paths=True)


def _outermost(page: Page, rows: Ints) -> list[int]:
    """The rows that lie in no other of them."""
    reach = np.concatenate(([-1], np.maximum.accumulate(page.end[rows])[:-1]))
    return [int(row) for row in rows[rows >= reach]]


def _warnings(old: Sequence[str], flags: Sequence[str], ranking: Ranking) -> tuple[str, ...]:
    """The warnings of a model after some more pages: each once, `feed_miss` with the number of pages."""
    passing = ("no_candidates", "density_only")
    earlier = [flag for flag in old if flag.startswith(f"{FEED_MISS}:")]
    missed = flags.count(FEED_MISS) + sum(int(flag.partition(":")[2]) for flag in earlier)
    kept = [flag for flag in (*old, *flags) if flag not in (*passing, FEED_MISS, *earlier)]
    kept += [f"{FEED_MISS}:{missed}"] if missed else []
    kept += ["no_candidates"] if not ranking.patterns else ["density_only"] if ranking.dense_only else []
    return tuple(dict.fromkeys(kept))


VARIANTS: Mapping[str, type[ForestSite]] = {
    "info": ForestSite,
    "feed": FeedForestSite,
    "cov": CoverageForestSite,
    "abselems": LeafForestSite,
    "abspaths": PathForestSite,
}
