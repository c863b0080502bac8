"""One analysis per page: what a method decided, made once; text, sections, comments and the rest all read it.

page → method → Selection → Analysis → Extraction, sections
"""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sectio import layout as layouts
from sectio import sites
from sectio.deadline import Deadline
from sectio.dom.foreign import is_plain
from sectio.dom.page import Mask, Page
from sectio.dom.tags import HEADINGS
from sectio.errors import MethodError, TemplateError
from sectio.fields import Announcement
from sectio.layout import Given, Layout, unseen
from sectio.method import Context, Method
from sectio.methods import METHODS
from sectio.model import default
from sectio.once import once
from sectio.options import Options
from sectio.results import About, Section, Selection, empty_mask
from sectio.site import Site
from sectio.sites.model import SiteModel

# What not every call needs is imported where it is used: `import sectio` stays quick.
if TYPE_CHECKING:
    from sectio.sectioning import Evidence, Explain

BLANKS = ("empty", "no_content", "no_match", "other_language")
HEADLINE = "the headline, which is in `title`"


@dataclass(frozen=True, eq=False)
class Request:
    """What is asked of a page besides its content: the method and everything else it may use."""

    url: str | None = None
    method: str | None = None
    site: Site | None = None
    layout: Given = None
    favor: float | None = None
    options: Options = field(default_factory=Options)
    warnings: tuple[str, ...] = ()
    announced: Announcement | None = None

    @property
    def name(self) -> str:
        """The method: by name, by what the site was learned with, or the default."""
        if self.method is not None:
            return self.method
        return default.NAME if self.site is None or self.site.method == "template" else self.site.method


def methods() -> dict[str, Method]:
    """All methods by name, single-page ones first."""
    return {default.NAME: default.METHOD, **METHODS, **sites.METHODS}


@dataclass(frozen=True, eq=False)
class Analysis:
    """What a method decided about a page, and what is needed to explain it. Immutable, and made once.

    `mask` are the rows of the text; `selection.mask` also has the headline, which is in `title`.
    """

    page: Page
    method: str
    selection: Selection
    mask: Mask
    about: About
    deadline: Deadline
    support: "Support | None" = None
    layout: Layout | None = None

    @once
    def warnings(self) -> tuple[str, ...]:
        """Short codes for anything unusual."""
        found = (*self.page.warnings, *self.selection.warnings)
        nothing = not self.mask.any() and not self.selection.text
        if nothing and not any(code in found for code in BLANKS):
            found = (*found, "no_content" if len(self.page.texts) else "empty")
        return tuple(dict.fromkeys(found))

    @property
    def is_stated(self) -> bool:
        """Whether there is a text, and none of it from the page's rows."""
        return self.selection.text is not None and not self.mask.any()


class Support:
    """What a site's templates say about a page: where it repeats, and why a part of it is noise.

    Computed when it is first needed, and pickled without the site.
    """

    def __init__(self, page: Page, site: SiteModel, layout: Layout | None) -> None:
        self._given = page, site, layout

    def __getstate__(self) -> dict[str, Any]:
        return {"evidence": self.evidence}

    @once
    def evidence(self) -> "Evidence":
        """The evidence of the template that fits the page best."""
        from sectio.layout.estimate import areas
        from sectio.sites.template.model import TemplateSite

        page, site, layout = self._given
        assert isinstance(site, TemplateSite)
        return site.evidence(page, areas(page, layout))


def analyse(page: Page, request: Request, deadline: Deadline) -> Analysis:
    """Run the method that was asked for on a page."""
    from sectio import metadata

    name, method = request.name, _method(request.name)
    layout = layouts.get(page, request.layout, request.url)
    context = _context(request, layout, deadline)
    selection = method.select(page, context, request.options.parameters)
    if layout is not None:
        selection = _seen(page, selection, layout)
    if is_plain(page):
        selection = _whole(page, selection)
    if request.warnings:
        selection = replace(selection, warnings=(*selection.warnings, *request.warnings))
    about = metadata.Reader(page, url=request.url, content=selection.mask, announced=request.announced)
    if _is_in_another_language(about, request.options.target_language):
        selection = _nothing(page, selection, "other_language")
    keeps = name != default.NAME or is_plain(page)
    mask = selection.mask if keeps else _without_headline(page, selection.mask, about)
    site = request.site
    support = Support(page, site.model, layout) if site is not None and site.method == "template" else None
    return Analysis(page, name, selection, mask, about, deadline, support, layout)


def check(request: Request) -> None:
    """Refuse what the method would ignore, without a page."""
    _method(request.name).check(_context(request, None, request.options.deadline()), request.options.parameters)


def _method(name: str) -> Method:
    known = methods()
    if name not in known:
        raise MethodError(f"there is no method {name!r}; choose one of {', '.join(known)}")
    return known[name]


def _context(request: Request, layout: Layout | None, deadline: Deadline) -> Context:
    favor = request.favor if request.favor is not None else request.options.favor
    site = _site_for(request.name, request.site)
    return Context(request.url, layout, site, None if favor is None else float(favor), deadline)


def _seen(page: Page, selection: Selection, layout: Layout) -> Selection:
    """What the browser shows of it; all of it if that would be less than half: then a script shows the rest."""
    seen = selection.mask & ~unseen.rows(page, layout)
    return replace(selection, mask=seen) if 2 * (page.words @ seen) >= page.words @ selection.mask else selection


def _whole(page: Page, selection: Selection) -> Selection:
    """All of a page that was made of plain text or a feed."""
    text = page.source.raw_text(0).strip("\r\n") if "plain_text" in page.warnings else None
    return replace(selection, mask=page.is_text, text=text, comments=(), posts=())


def _is_in_another_language(about: About, wanted: str | None) -> bool:
    """Whether the page is in a language that is known, and not the one that is wanted."""
    return wanted is not None and (about.all().language.value or wanted) != wanted


def _nothing(page: Page, selection: Selection, warning: str) -> Selection:
    """None of the page, and why."""
    kept = (*selection.warnings, warning)
    return replace(selection, mask=empty_mask(page), text=None, comments=(), posts=(), chance=None, warnings=kept)


def _site_for(name: str, site: Site | None) -> object | None:
    """The part of a site that a method works with."""
    if site is None:
        return None
    if name == default.NAME:
        return site.known if site.known is not None else site.model
    if name in sites.METHODS and site.method != name:
        raise TemplateError(f"the site was learned with method {site.method}, not {name}; learn it again")
    return site.model


def _without_headline(page: Page, mask: Mask, about: About) -> Mask:
    """The headline is in `title`, so it is not repeated at the start of the text."""
    heading = int(page.parent[int(mask.argmax())])
    while heading and page.tag_of(heading) not in HEADINGS:
        heading = int(page.parent[heading])
    if not heading or not about.is_headline(heading):
        return mask
    kept = mask.copy()
    kept[heading : page.end[heading]] = False
    # A page that has little more than its headline (a shared link) keeps it.
    return kept if 2 * (page.words * kept).sum() >= (page.words * mask).sum() else mask


def sections(analysis: Analysis) -> tuple[Section, ...]:
    """The page cut into sections, in document order; every text is in exactly one.

    Importance is how certain the method is that a section is content; method `template` has the paper's own.
    """
    from sectio.output.text import write_parts
    from sectio.sectioning import Decision, Weighed, describe, weigh_decision

    page, detail, support = analysis.page, analysis.selection.detail, analysis.support
    if isinstance(detail, Weighed) and support is not None:
        explain = _within(analysis.deadline, support.evidence.explain)
        return tuple(describe(page, detail, explain, write_parts, layout=analysis.layout))
    stars = support.evidence.stars if support is not None else None
    decision = Decision.of(page, analysis.mask, analysis.selection.chance)
    weighed = weigh_decision(page, decision, stars=stars, layout=analysis.layout)
    return tuple(describe(page, weighed, _explainer(analysis), write_parts, layout=analysis.layout))


def _explainer(analysis: Analysis) -> "Explain":
    """Why a section is content or noise, by what the method looked at."""
    from sectio.model.extractor import Judged
    from sectio.model.reasons import Reasons

    if analysis.support is not None:
        return _within(analysis.deadline, partial(_by_support, analysis, analysis.support))
    judged = analysis.selection.detail
    reasons = Reasons(analysis.page, judged) if isinstance(judged, Judged) and len(judged.blocks) else None
    return _within(analysis.deadline, partial(_by_share, analysis, reasons))


def _within(deadline: Deadline, explain: "Explain") -> "Explain":
    """The same within the time limit: reasons are read later than all else."""

    def explained(rows: NDArray[np.integer], importance: float) -> str:
        with deadline:
            return explain(rows, importance)

    return explained


def _by_support(analysis: Analysis, support: Support, rows: NDArray[np.integer], importance: float) -> str:
    if _is_headline(analysis, rows):
        return HEADLINE
    explain, is_noise = support.evidence.explain, importance < 0.5
    said, repeats = explain.support(rows), explain.repeats(rows)
    if is_noise == repeats:
        return said
    return f"looks like content, although {said}" if repeats else f"looks like noise, although {said}"


def _is_headline(analysis: Analysis, rows: NDArray[np.integer]) -> bool:
    """Whether these rows are the headline and nothing else."""
    page, title = analysis.page, analysis.about.title
    if not title or page.text_len[rows].sum() > 2 * len(title):
        return False
    positions = np.searchsorted(page.text_rows, rows[page.is_text[rows]])
    return page.join(positions.tolist()).casefold() == title.casefold()


def _by_share(analysis: Analysis, reasons: Any, rows: NDArray[np.integer], importance: float) -> str:
    if _is_headline(analysis, rows):
        return HEADLINE
    page = analysis.page
    size = np.maximum(page.text_len[rows], 1)
    share = float(size @ analysis.mask[rows] / size.sum())
    verdict = _verdict(share) if analysis.method == default.NAME else f"{analysis.method}: {_verdict(share)}"
    because = reasons(rows) if reasons is not None else ""
    return f"{verdict}: {because}" if because else verdict


def _verdict(share: float) -> str:
    """How much of a section's text is content, in a word or two."""
    said = f"{share:.0%}"
    return {"0%": "noise", "100%": "content"}.get(said, f"{said} content")
