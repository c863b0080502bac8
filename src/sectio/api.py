"""The main path. Read this first: everything Sectio does to a page happens in `extract`.

bytes → decode → parse → Page → method → Selection → Extraction → output
                   pages → learn → SiteModel → its selection of a Page → Extraction
"""

import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sectio import sites
from sectio.dom.decode import decode
from sectio.dom.page import Mask, Page
from sectio.dom.parse import parse
from sectio.dom.tags import HEADINGS
from sectio.errors import InputError, PageTooLarge, TemplateError, TimeLimit
from sectio.methods import METHODS, Method, function
from sectio.options import Options
from sectio.results import About, Extraction, PageType, Section, Selection
from sectio.sites.model import SiteModel

# What only some calls need is imported where it is used: `import sectio` stays quick.
if TYPE_CHECKING:
    from sectio.sectioning import Knows
    from sectio.sites.template import TemplateSite

DEFAULT_METHOD = "sectio"
_DEFAULT = Method(
    DEFAULT_METHOD, False, "this project", "learned: small networks and a forest over text blocks; best for most pages"
)


def _learned(
    page: Page,
    *,
    favor: float = 0.5,
    url: str | None = None,
    template: SiteModel | None = None,
    model: str | Path | None = None,
) -> Selection:
    """The default: in site mode where a template is given. `model` is a file that `sectio train` wrote."""
    from sectio.model import extractor, store

    trained = store.named(model) if model else None
    if template is not None and template.method == "template":
        from sectio.model import sitemode

        return sitemode.select(page, cast("TemplateSite", template), favor=favor, url=url, model=trained)
    return extractor.select(page, favor=favor, url=url, model=trained)


Source = bytes | str
GivenOptions = Options | Mapping[str, Any] | None


def extract(
    source: Source,
    *,
    url: str | None = None,
    template: SiteModel | None = None,
    method: str | None = None,
    layout: Any = None,
    options: GivenOptions = None,
) -> Extraction:
    """Find the main content of a page.

    `source` is the page itself, never a path or an address: bytes (the encoding is found out) or decoded text.
    The result is never None; a page without content gives `ok == False` and says why in `warnings`.
    """
    from sectio import metadata

    chosen = Options.of(options)
    clock = _Clock(chosen.timeout)
    page = parse_page(source, options=chosen)
    clock.check("parsing")
    selection, name = _select(page, method, template, chosen, url=url, layout=layout)
    clock.check(f"method {name}")
    about = metadata.Reader(page, url=url, content=selection.mask)
    mask = _without_headline(page, selection.mask, about) if name == DEFAULT_METHOD else selection.mask
    clock.check("reading the headline")
    return _assemble(page, mask, selection, name, about, lambda: _sections(page, template, layout, url))


def parse_page(source: Source, *, options: GivenOptions = None) -> Page:
    """Decode and parse a page within the limits of the options."""
    chosen = Options.of(options)
    if not isinstance(source, bytes | str):
        raise InputError(f"a page is bytes or str, not {type(source).__name__}; read files and fetch addresses first")
    if len(source) > chosen.max_bytes:
        raise PageTooLarge(
            f"the page has {len(source)} bytes, more than max_bytes={chosen.max_bytes}; raise the option to read it"
        )
    text, encoding = decode(source) if isinstance(source, bytes) else (source, "utf-8")
    return parse(text, encoding=encoding, max_nodes=chosen.max_nodes)


def methods() -> dict[str, Method]:
    """All methods by name, single-page ones first."""
    return {DEFAULT_METHOD: _DEFAULT, **METHODS, **sites.METHODS}


def learn(
    pages: Sequence[Source],
    *,
    method: str = "template",
    urls: Sequence[str | None] | None = None,
    feed: Any = None,
    options: GivenOptions = None,
) -> SiteModel:
    """Learn a site from several of its pages, without labels."""
    if isinstance(pages, bytes | str):
        raise InputError("learning takes a list of pages, not one page")
    chosen = Options.of(options)
    parsed = [parse_page(page, options=chosen) for page in pages]
    site = sites.learn(parsed, method=method, urls=urls, feed=feed, parameters=dict(chosen.parameters))
    return _remember(cast("TemplateSite", site), parsed) if method == "template" else site


def load(path: str | Path) -> SiteModel:
    """Read a site model that `SiteModel.save` wrote."""
    site = sites.load(path)
    return replace(cast("TemplateSite", site), remember=_remember) if site.method == "template" else site


def _remember(site: "TemplateSite", pages: Sequence[Page]) -> "TemplateSite":
    """Let the default extractor remember sample pages, for site mode."""
    from sectio.model import sitemode

    return sitemode.remember(site, pages)


def sections(
    source: Source, *, url: str | None = None, template: SiteModel | None = None, layout: Any = None
) -> list[Section]:
    """Cut a page into sections with importance, in document order; every text node is in exactly one.

    With a learned template, importance says how much of a section is the page's own; without one, how much of it the
    default extractor takes for content.
    """
    return _sections(parse_page(source), template, layout, url)


def page_type(source: Source, *, url: str | None = None) -> PageType:
    """The type of a page, with the probability of each of seven types."""
    from sectio.model import pagetype, store

    return pagetype.classify(store.default(), pagetype.facts(parse_page(source), url))


def cluster(pages: Sequence[Source], *, threshold: float = 0.8) -> list[list[int]]:
    """Group pages by structure; pages in one group are at least so similar on average."""
    from sectio.sites.rtdm import clusters

    return clusters.cluster([parse_page(page) for page in pages], threshold=threshold)


def similarity(a: Source, b: Source, *, method: str = "rtdm") -> float:
    """How alike two pages are in structure, 0 to 1, by restricted top-down distance or simple tree matching."""
    if method not in ("rtdm", "stm"):
        raise InputError(f"similarity is measured by rtdm or stm, not {method!r}")
    from sectio.sites.rtdm import matching

    return matching.similarity(parse_page(a), parse_page(b), method)  # type: ignore[arg-type]


def _sections(page: Page, template: SiteModel | None, layout: Any, url: str | None) -> list[Section]:
    if template is not None and not hasattr(template, "evidence"):
        raise TemplateError(f"sections need a site learned with method template, not {template.method}")
    from sectio import layout as layouts
    from sectio.sectioning import segment

    content = why = None
    if template is None:
        from sectio.model import extractor, reasons, store

        judged = extractor.judge(page)
        content = page.spread(judged.chance[judged.cut.of_text] if len(judged.cut) else np.zeros(0, np.float32))
        why = reasons.Reasons(page, judged, store.default())
    boxes = layouts.get(page, layout, url)
    return segment(page, site=cast("Knows | None", template), content=content, layout=boxes, why=why)


def _select(
    page: Page, method: str | None, template: SiteModel | None, options: Options, *, url: str | None, layout: Any
) -> tuple[Selection, str]:
    """Run the method that was asked for: by name, by the kind of the site model, or the default."""
    name = method or (template.method if template is not None and template.method != "template" else DEFAULT_METHOD)
    known = methods()
    if name not in known:
        raise InputError(f"there is no method {name!r}; choose one of {', '.join(known)}")
    if not known[name].needs_site:
        given = {"url": url, "layout": _layout(page, layout, url), "template": template}
        select = _learned if name == DEFAULT_METHOD else function(name)
        result = _call(select, page, options, given)
        return (result if isinstance(result, Selection) else Selection(np.asarray(result, bool))), name
    if template is None:
        raise InputError(f"method {name} needs a site model; learn one with `sectio learn --method {name}`")
    if template.method != name:
        raise TemplateError(f"the site model was learned with method {template.method}, not {name}; learn it again")
    return template.select(page), name


def _layout(page: Page, layout: Any, url: str | None) -> Any:
    if layout is None:
        return None
    from sectio import layout as layouts

    return layouts.get(page, layout, url)


def _call(select: Callable[..., Any], page: Page, options: Options, given: Mapping[str, Any]) -> Any:
    """Call a method with what it takes; a parameter it does not know is a mistake worth telling."""
    accepted = _parameters(select)
    unknown = sorted(set(options.parameters) - accepted)
    if unknown:
        choice = ", ".join(sorted(accepted - {"favor", *given})) or "none"
        raise InputError(f"unknown option {unknown[0]!r}; this method's own options: {choice}")
    offered = {**given, "favor": options.favor, **options.parameters}
    return select(page, **{name: value for name, value in offered.items() if name in accepted})


@lru_cache(maxsize=64)
def _parameters(select: Callable[..., Any]) -> frozenset[str]:
    """The parameters of a method."""
    return frozenset(inspect.signature(select).parameters) - {"page"}


def _without_headline(page: Page, mask: Mask, about: About) -> Mask:
    """The headline is in `title`, so it does not stand again in front of the text."""
    heading = int(page.parent[int(mask.argmax())])
    while heading and page.tag_of(heading) not in HEADINGS:
        heading = int(page.parent[heading])
    if not heading or np.count_nonzero(mask) < 2:
        return mask
    if not about.title or page.text(heading).casefold() != about.title.casefold():
        return mask
    kept = mask.copy()
    kept[heading : page.end[heading]] = False
    # A page that holds little more than its headline (a shared link) keeps it.
    return kept if 2 * (page.words * kept).sum() >= (page.words * mask).sum() else mask


def _assemble(
    page: Page,
    mask: Mask,
    selection: Selection,
    method: str,
    about: About,
    find_sections: Callable[[], Sequence[Section]],
) -> Extraction:
    warnings = (*page.warnings, *selection.warnings)
    nothing = not mask.any() and not selection.text
    if nothing and not any(code in warnings for code in ("empty", "no_content")):
        warnings = (*warnings, "no_content" if len(page.texts) else "empty")
    return Extraction(
        page=page,
        mask=mask,
        method=method,
        warnings=tuple(dict.fromkeys(warnings)),
        stated_text=selection.text,
        stated_title=selection.title,
        detail=selection.detail,
        about=about,
        opinion=selection.opinion,
        find_comments=lambda: selection.comments,
        find_sections=find_sections,
    )


class _Clock:
    """The time limit, looked at between the stages; every stage is linear, so none can run away."""

    def __init__(self, limit: float) -> None:
        self._end = time.monotonic() + limit
        self._limit = limit

    def check(self, stage: str) -> None:
        if time.monotonic() > self._end:
            raise TimeLimit(f"the page was not done after timeout={self._limit:g} s ({stage}); raise the option")
