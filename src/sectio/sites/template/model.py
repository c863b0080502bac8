"""The site model: templates, what they say about a page, and the text of its informative sections."""

from collections.abc import Mapping as Moves
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, Self
from weakref import ref

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import ancestor_any
from sectio.errors import InputError, TemplateError
from sectio.layout import Layout
from sectio.layout.estimate import areas
from sectio.results import Match, Opinion, Selection
from sectio.sectioning.evidence import Evidence, Reading
from sectio.sectioning.importance import Weighed, weigh
from sectio.sites.model import SiteModel
from sectio.sites.template import codec
from sectio.sites.template.align import similarity
from sectio.sites.template.controls import repeated_controls
from sectio.sites.template.explain import Explainer
from sectio.sites.template.features import leaves
from sectio.sites.template.induce import learn_templates
from sectio.sites.template.match import Mapping
from sectio.sites.template.merge import merged, unmoved
from sectio.sites.template.settings import Settings, settings
from sectio.sites.template.support import MIN_PAGES, Signals
from sectio.sites.template.teasers import without_teasers
from sectio.sites.template.template import Template

MAX_UNMATCHED = 50
POOR_MATCH = 0.5
# A listing repeats what other pages say. Where counting a fifth of a node's pages as all of them would leave less than this share of
# the words that the paper's counting leaves, the paper's is used. Chosen on half of the sites.
KEEP_SATURATED = 0.3


class MergedPart(NamedTuple):
    """An earlier template that is part of a merged one: its side, its number there, and where its positions went."""

    side: int
    number: int
    moves: Moves[int, int]


class Merged(NamedTuple):
    """A site made of two, and which of their templates went into each of its own."""

    site: "TemplateSite"
    parts: list[list[MergedPart]]


@dataclass(eq=False)
class TemplateSite(SiteModel):
    """A site as tree regular expressions with page support."""

    method: ClassVar[str] = "template"
    templates: tuple[Template, ...]
    settings: Settings
    skipped: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    drift_threshold: float = POOR_MATCH
    _last: "tuple[ref[Page], tuple[Template, Mapping]] | None" = field(default=None, init=False, repr=False)

    @property
    def pattern(self) -> str:
        """The templates as text; `(a)*` repeats, `(a)?` may be missing, `(a|b)` is one of the two."""
        return "\n\n".join(template.pattern for template in self.templates)

    @property
    def pages(self) -> int:
        """How many sample pages the templates have counted."""
        return sum(template.support.pages for template in self.templates)

    # Looking at a page

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_last": None}

    def best(self, page: Page) -> tuple[Template, Mapping]:
        """The template that knows most of the page, and the page mapped to it; kept for the page asked about last."""
        last = self._last
        if last is None or last[0]() is not page:
            found = [(template, template.match(page)) for template in self.templates]
            last = ref(page), max(found, key=lambda pair: int((pair[1].place >= 0).sum()))
            self._last = last
        return last[1]

    def signals(self, page: Page) -> Signals:
        """What the site's pages say about each row of a page: columns for other extractors."""
        template, mapping = self.best(page)
        return template.signals(page, mapping)

    def _readings(self, template: Template, known: Signals) -> tuple[Reading, ...]:
        """The noise of a page, read ever more cautiously: see `KEEP_SATURATED`."""
        score, share, links = known.score.astype(np.float64), known.share.astype(np.float64), self.settings.links
        # One page is not evidence, not even that its links are noise (spec §11).
        if template.support.pages < MIN_PAGES or not links:
            return (Reading(score),)
        return Reading(score, links, KEEP_SATURATED), Reading(share, links), Reading(share)

    def evidence(self, page: Page, area: Floats) -> Evidence:
        """Repetition and noise of a page's rows, for cutting it into sections."""
        template, mapping = self.best(page)
        known = template.signals(page, mapping)
        stars = np.full(len(page), -1, np.int32)
        if self.settings.star_sections:
            stars = template.stars(page, mapping, area, max_ratio=self.settings.max_star_ratio)
        return Evidence(
            stars=stars,
            readings=self._readings(template, known),
            certain=known.share.astype(np.float64),
            explain=Explainer(page, known, template.support.pages, self.settings.noisy),
            refine=self.settings.refine,
            image_cap=self.settings.image_cap,
            area=self.settings.area,
            threshold=self.settings.noisy,
        )

    def weigh(self, page: Page, *, layout: Layout | None = None) -> Weighed:
        """The page cut into sections, each with its importance."""
        return weigh(page, self.evidence(page, areas(page, layout)), layout=layout)

    def select(self, page: Page, *, layout: Layout | None = None) -> Selection:
        """The text of the informative sections."""
        found = self.match_page(page)
        weighed = self.weigh(page, layout=layout)
        opinion = Opinion(confidence=found.coverage)
        return Selection(self._own_text(page, weighed), warnings=found.warnings, opinion=opinion, detail=weighed)

    def _own_text(self, page: Page, weighed: Weighed) -> Mask:
        """The text of the informative sections without repeated links and buttons and without teasers; with them, if there is nothing else."""
        mask = weighed.informative(page)
        if self.settings.controls:
            rest = mask & ~repeated_controls(page, self.signals(page).score.astype(np.float64))
            mask = rest if rest.any() else mask
        if not self.settings.teasers:
            return mask
        template, _ = self.best(page)
        return without_teasers(page, mask, template.anywhere, template.support.pages)

    def match_page(self, page: Page) -> Match:
        """Share of the page's leaves with a partner, whether all fits exactly, and what has no partner."""
        _, mapping = self.best(page)
        coverage = self.coverage(page)
        return Match(
            coverage=coverage,
            accepted=mapping.accepted,
            warnings=("poor_match",) if coverage < POOR_MATCH else (),
            unmatched=_unmatched(page, mapping.place),
        )

    def coverage(self, page: Page) -> float:
        """The share of the page's leaves with a partner; a page without leaves fits if the template has none."""
        _, mapping = self.best(page)
        body = np.zeros(len(page), bool)
        body[2:] = True
        leaf = leaves(page) & body
        return float((mapping.place >= 0)[leaf].mean()) if leaf.any() else float(mapping.accepted)

    # More pages

    def updated(self, pages: Sequence[Page], *, urls: Sequence[str | None] | None = None) -> Self:
        """A model that has also seen these pages; pages that fit no template are learned as new ones."""
        return self.merge(self.learn_more(pages)) if pages else self

    def learn_more(self, pages: Sequence[Page]) -> "TemplateSite":
        """A model of these pages alone, with the labels of this one: ready to be merged with it."""
        known = frozenset().union(*(template.known for template in self.templates))
        return TemplateSite(learn_templates(pages, self.settings, known).templates, self.settings)

    def merge(self, other: "TemplateSite") -> Self:
        """A model of what two models learned separately; similar templates become one."""
        site = self.merge_with_parts(other).site
        assert isinstance(site, type(self))
        return site

    def merge_with_parts(self, other: "TemplateSite") -> Merged:
        """The same, with where the positions of both went."""
        if other.settings.label != self.settings.label:
            raise TemplateError("site models learned with different labels cannot be merged; learn one of them again")
        homes = [_Home(one, [MergedPart(0, number, unmoved(one.root))]) for number, one in enumerate(self.templates)]
        for number, one in enumerate(other.templates):
            best = max(homes, key=lambda home: _likeness(home.template, one))
            if _likeness(best.template, one) >= self.settings.min_page_sim:
                best.take(number, one)
            else:
                homes.append(_Home(one, [MergedPart(1, number, unmoved(one.root))]))
        homes.sort(key=lambda home: -home.template.support.pages)
        templates = tuple(home.template for home in homes)
        site = replace(self, templates=templates, warnings=_warnings(templates))
        return Merged(site, [home.parts for home in homes])

    # Files

    def to_data(self) -> dict[str, Any]:
        """The model as plain values."""
        return {
            "settings": self.settings.to_data(),
            "skipped": list(self.skipped),
            "warnings": list(self.warnings),
            "templates": [codec.to_data(template) for template in self.templates],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The model back from `to_data`."""
        try:
            given = settings(**data["settings"])
            templates = tuple(codec.from_data(one, given) for one in data["templates"])
            skipped = tuple(int(number) for number in data["skipped"])
            warnings = tuple(str(warning) for warning in data["warnings"])
        except (KeyError, TypeError, ValueError, InputError) as error:
            raise TemplateError(f"the site model is damaged ({error!r}); learn it again with `sectio learn`") from error
        if not templates:
            raise TemplateError("the site model has no template; learn it again with `sectio learn`")
        return cls(templates, given, skipped, warnings)


@dataclass(eq=False)
class _Home:
    """A template while sites are merged, and the templates that went into it."""

    template: Template
    parts: list[MergedPart]

    def take(self, number: int, other: Template) -> None:
        """Merge a template of the other site into this one."""
        template, mine, theirs = merged(self.template, other)
        kept = [
            part._replace(moves={old: mine[new] for old, new in part.moves.items() if new in mine})
            for part in self.parts
        ]
        self.template, self.parts = template, [*kept, MergedPart(1, number, theirs)]


def learn(
    pages: Sequence[Page], *, urls: Sequence[str | None] | None = None, feed: Any = None, **parameters: Any
) -> TemplateSite:
    """Learn a site from sample pages, about 15 of them; `profile="paper"` keeps to the letter of the paper.

    Addresses and feeds are not used: links are compared as they are written.
    """
    del urls, feed
    if not pages:
        raise InputError("learning needs at least one page, and about 15 to do well; none was passed")
    given = settings(**parameters)
    found = learn_templates(pages, given)
    return TemplateSite(found.templates, given, found.skipped, _warnings(found.templates, pages))


def load(data: dict[str, Any]) -> TemplateSite:
    """The model back from its data."""
    return TemplateSite.from_data(data)


def _likeness(a: Template, b: Template) -> float:
    return similarity(a.root.sig, b.root.sig) if a.root.label == b.root.label else 0.0


def _warnings(templates: Sequence[Template], pages: Sequence[Page] = ()) -> tuple[str, ...]:
    """Short codes for samples that provide little evidence."""
    found = []
    counted = max(template.support.pages for template in templates)
    if counted < 2:
        found.append("insufficient_samples")
    if counted > 1 and all(_identical(template) for template in templates):
        found.append("identical_samples")
    if any("deep_nesting" in page.warnings for page in pages):
        found.append("truncated")
    return tuple(found)


def _identical(template: Template) -> bool:
    """Every feature is on every page."""
    everywhere = (1 << template.support.pages) - 1
    return all(bits == everywhere for bits in template.support.features.values())


def _unmatched(page: Page, place: Ints) -> tuple[str, ...]:
    """The topmost nodes of parts of the page that the template does not have."""
    lost = place < 0
    lost[:1] = False
    tops = np.flatnonzero(lost & ~ancestor_any(page, lost))
    return tuple(page.xpath(node) for node in tops[:MAX_UNMATCHED].tolist())
