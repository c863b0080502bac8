"""Sites by tree matching: group the pages, make a pattern of each group, label what its wildcards take.

Reis, Golgher, Silva and Laender, "Automatic web news extraction using tree edit distance", WWW 2004.
`profile="paper"` is their method as `docs/methods/tree_matching.md` sets it out; the default groups pages by
skeletons and takes the body as a region of the pattern (`regions.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Self

import numpy as np

from sectio.dom.page import Mask, Page
from sectio.errors import InputError, TemplateError
from sectio.layout import Layout
from sectio.results import Match, Opinion, Selection, empty_mask
from sectio.sites.model import SiteModel
from sectio.sites.rtdm import regions
from sectio.sites.rtdm.clusters import THRESHOLD, Profile, cluster
from sectio.sites.rtdm.groups import FEWEST_PAGES, Group, grown, one_pattern, patterns
from sectio.sites.rtdm.labels import label_news, passages
from sectio.sites.rtdm.matcher import Matcher
from sectio.sites.rtdm.patterns import NePattern, PatternMatch
from sectio.sites.rtdm.trees import Tree

UNMATCHED_SHOWN: Final = 20


@dataclass(frozen=True, eq=False)
class RtdmSite(SiteModel):
    """The patterns of a site's groups of pages."""

    groups: tuple[Group, ...]
    profile: Profile = "default"
    threshold: float = THRESHOLD
    warnings: tuple[str, ...] = ()

    # Pages of the site itself stay above 0.8, with few exceptions; pages of other sites below 0.1 (experiment E7).
    drift_threshold: float = 0.5

    method: ClassVar[str] = "rtdm"

    @property
    def pattern(self) -> str:
        """The patterns, one per line, that of most pages first."""
        return "\n".join(str(group.pattern) for group in self.groups)

    def best(self, page: Page) -> tuple[Group, PatternMatch]:
        """The group whose pattern fits a page best, and how."""
        tree, matcher = Tree.of(page, "content"), Matcher(wildcards=True)
        best, found = self.groups[0], self.groups[0].pattern.match(tree, matcher)
        for group in self.groups[1:]:
            # At a higher cost even a page of only fixed nodes has the larger share.
            limit = found.share * (group.pattern.fixed + len(tree))
            match = group.pattern.match(tree, matcher, limit)
            if match.share < found.share:
                best, found = group, match
        return best, found

    def select(self, page: Page, *, layout: Layout | None = None) -> Selection:
        """The body and the headline of a page."""
        group, match = self.best(page)
        warnings = () if 1 - match.share >= self.drift_threshold else ("page_does_not_fit",)
        if self.profile == "paper":
            return _by_passages(page, group.pattern, match, warnings)
        return _by_region(page, group, match, warnings)

    def match_page(self, page: Page) -> Match:
        """How much of page and pattern have partners."""
        _, match = self.best(page)
        coverage = max(1 - match.share, 0.0)
        return Match(
            coverage=coverage,
            accepted=coverage >= self.drift_threshold,
            warnings=("approximate",) if match.approximate else (),
            unmatched=tuple(page.xpath(row) for row in _unmatched(page, match)[:UNMATCHED_SHOWN]),
        )

    def updated(self, pages: Sequence[Page], *, urls: Sequence[str | None] | None = None) -> Self:
        """A model whose patterns also fit these pages; pages that fit none make groups of their own."""
        near: dict[int, list[Page]] = {}
        new: list[Page] = []
        for page in pages:
            group, match = self.best(page)
            fits = 1 - match.share >= self.drift_threshold
            (near.setdefault(self.groups.index(group), []) if fits else new).append(page)
        groups = [grown(group, near.get(number, [])) for number, group in enumerate(self.groups)]
        more = learn(new, profile=self.profile, threshold=self.threshold).groups if new else ()
        return replace(self, groups=_in_order([*groups, *more]), warnings=_warnings([*groups, *more]))

    def to_data(self) -> dict[str, Any]:
        """The patterns in their notation, with what was learned about each."""
        groups = [
            {"pages": group.pattern.pages, "body": group.body, "pattern": str(group.pattern)} for group in self.groups
        ]
        return {"profile": self.profile, "threshold": self.threshold, "groups": groups}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The model back from its data."""
        try:
            groups = tuple(_read_group(record) for record in data["groups"])
            model = cls(groups, data["profile"], float(data["threshold"]), _warnings(groups))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TemplateError(f"this is not an rtdm model ({error!r}); learn it again with `sectio learn`") from error
        if not groups or model.profile not in ("default", "paper"):
            raise TemplateError("this rtdm model has no patterns; learn it again with `sectio learn`")
        return model


def learn(
    pages: Sequence[Page],
    *,
    urls: Sequence[str | None] | None = None,
    feed: Any = None,
    threshold: float = THRESHOLD,
    profile: Profile = "default",
) -> RtdmSite:
    """Group the pages of a site and make a pattern of each group."""
    if not pages:
        raise InputError("learning needs at least one page, and about 15 to do well; none was passed")
    parts = [[pages[number] for number in part] for part in cluster(pages, threshold, profile=profile)]
    if profile == "paper":
        groups = [one_pattern(part) for part in parts]
    else:
        parts = [part for part in parts if len(part) >= FEWEST_PAGES] or [list(pages)]
        groups = [group for part in parts for group in patterns(part)]
    return RtdmSite(_in_order(groups), profile, threshold, _warnings(groups))


def load(data: dict[str, Any]) -> RtdmSite:
    """The model back from its data."""
    return RtdmSite.from_data(data)


def _in_order(groups: Sequence[Group]) -> tuple[Group, ...]:
    return tuple(sorted(groups, key=lambda group: -group.pattern.pages))


def _warnings(groups: Sequence[Group]) -> tuple[str, ...]:
    varied = any(group.pattern.wildcards for group in groups)
    single = all(group.pattern.pages < FEWEST_PAGES for group in groups)
    return (*(() if varied else ("no_variation",)), *(("single_pages",) if single else ()))


def _read_group(record: dict[str, Any]) -> Group:
    pattern, body = NePattern.parse(record["pattern"], int(record["pages"])), record["body"]
    if not len(pattern.tree) or (body is not None and not 0 <= int(body) < len(pattern.tree)):
        raise ValueError("a pattern without nodes, or a body outside its pattern")
    return Group(pattern, None if body is None else int(body))


# Labelling


def _by_passages(page: Page, pattern: NePattern, match: PatternMatch, warnings: tuple[str, ...]) -> Selection:
    """The labels of the paper."""
    labels = label_news(passages(pattern, match, page), page.source.head().title.strip())
    mask = empty_mask(page)
    for row in labels.body:
        mask[row : page.end[row]] = True
    mask &= page.is_text & page.visible
    opinion = Opinion(confidence=1 - match.share)
    warnings = (*warnings, *labels.warnings)
    return Selection(mask, warnings=warnings, title=labels.title, opinion=opinion)


def _by_region(page: Page, group: Group, match: PatternMatch, warnings: tuple[str, ...]) -> Selection:
    """The region with most of what varies, without furniture; everything that varies where it has no partner."""
    mask = empty_mask(page)
    if group.pattern.wildcards:
        mask = regions.own_text(page, match, regions.region(page, group.pattern, match, group.body))
    title, rows = regions.headline(page, match, mask)
    opinion = Opinion(confidence=1 - match.share)
    return Selection(_without(mask, rows), warnings=warnings, title=title, opinion=opinion)


def _without(mask: Mask, rows: Mask) -> Mask:
    """The mask without the headline; a page that is only a headline keeps it."""
    rest = mask & ~rows
    return rest if rest.any() else mask


def _unmatched(page: Page, match: PatternMatch) -> list[int]:
    """The page rows without a partner that no wildcard took either, only the topmost of each part."""
    known = regions.captured(page, match).copy()
    known[[other for _, other in match.pairs]] = True
    return np.flatnonzero(~known & known[page.parent]).tolist()
