"""The main path. Read this first: everything Sectio does to a page happens in `extract`.

source → read → Page → analyse → Analysis → Extraction: text, Markdown, HTML, comments, sections, metadata
                pages → learn → Site → analyse(page, site)
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sectio import analysis
from sectio.analysis import Request, analyse, methods
from sectio.dom.page import Page
from sectio.errors import InputError, TemplateError
from sectio.extraction import Extraction
from sectio.layout import Given
from sectio.model.default import NAME as DEFAULT_METHOD
from sectio.options import GivenOptions, Options, favor_of
from sectio.reader import Source, read
from sectio.results import PageType, Section, Table
from sectio.site import Site, read_all

if TYPE_CHECKING:
    from sectio.bundle import Bundle
    from sectio.sites.template import TemplateSite

__all__ = [
    "DEFAULT_METHOD", "cluster", "extract", "learn", "load", "methods", "page_type", "parse_page", "records",
    "sections", "similarity",
]  # fmt: skip


def extract(
    source: Source,
    *,
    url: str | None = None,
    encoding: str | None = None,
    template: "Site | Bundle | None" = None,
    method: str | None = None,
    layout: Given = None,
    favor: float | str | None = None,
    options: GivenOptions = None,
) -> Extraction:
    """Find the main content of a page.

    `source` is the page itself, never a path or an address: bytes (the encoding is detected), decoded text or a `Page`.
    `encoding` is the charset from the HTTP header, if you know it. `template` is a learned site. `favor` leans towards
    precision (0) or recall (1). The result is never None: for a page without content, `ok` is False and `warnings` says why.
    """
    chosen = Options.of(options)
    request = _request(url, template, method, layout, favor, chosen)
    deadline = chosen.deadline()
    with deadline:
        page = read(source, chosen, encoding=encoding)
        return Extraction(analyse(page, _for_page(page, request, template), deadline))


def parse_page(
    source: Source, *, url: str | None = None, encoding: str | None = None, options: GivenOptions = None
) -> Page:
    """Decode and parse a page within the limits of the options. Every function that takes a page accepts the result.

    A `Page` does not keep its address; `url` is accepted only so that all calls look the same.
    """
    return read(source, options, encoding=encoding)


def sections(
    source: Source,
    *,
    url: str | None = None,
    encoding: str | None = None,
    template: "Site | Bundle | None" = None,
    method: str | None = None,
    layout: Given = None,
    favor: float | str | None = None,
    options: GivenOptions = None,
) -> list[Section]:
    """Cut a page into sections with importance, in document order. Every text is in exactly one section.

    Importance is the extractor's own probability, which takes a learned template into account, and `noisy` is what `text`
    leaves out. `method="template"` gives the paper's importance instead: how much of a section is unique to the page.
    """
    chosen = Options.of(options)
    request = _request(url, template, method, layout, favor, chosen)
    deadline = chosen.deadline()
    with deadline:
        page = read(source, chosen, encoding=encoding)
        return list(analysis.sections(analyse(page, _for_page(page, request, template), deadline)))


def learn(
    pages: Sequence[Source],
    *,
    method: str = "template",
    urls: Sequence[str | None] | None = None,
    feed: Any = None,
    keywords: Sequence[str] | None = None,
    options: GivenOptions = None,
) -> Site:
    """Learn a site from several of its pages, without labels; 15 pages are enough. The time limit is per page.

    `keywords` are words that FOREST looks for instead of those that it finds in the pages or the feed.
    """
    chosen = Options.of(options)
    _check_texts(method=method)
    parsed = read_all(pages, chosen)
    own = {} if keywords is None else {"keywords": keywords}
    with chosen.deadline(len(parsed)):
        return Site.learn(parsed, method=method, urls=urls, feed=feed, parameters={**chosen.parameters, **own})


def load(path: str | Path) -> "Site | Bundle":
    """Read a site that `Site.save` wrote, or a bundle (`*.site`) with several kinds of pages."""
    from sectio.bundle import Bundle, is_bundle

    return Bundle.load(path) if is_bundle(path) else Site.load(path)


def page_type(
    source: Source, *, url: str | None = None, encoding: str | None = None, options: GivenOptions = None
) -> PageType:
    """The type of a page, with the probability of each of seven types."""
    from sectio.model import extractor, pagetype

    chosen = Options.of(options)
    _check_texts(url=url)
    with chosen.deadline():
        page = read(source, chosen, encoding=encoding)
        judged = extractor.judge(page)
        return pagetype.classify(
            judged.model, pagetype.facts(page, url, pagetype.short_texts(judged.model)), judged.summary()
        )


def cluster(pages: Sequence[Source], *, threshold: float = 0.8, options: GivenOptions = None) -> list[list[int]]:
    """Group pages by structure. Pages in one group have at least the mean similarity `threshold`. The time limit is per page."""
    from sectio.sites.rtdm import clusters

    if not isinstance(threshold, int | float) or not 0 <= threshold <= 1:
        raise InputError(f"threshold is a number from 0 to 1, not {threshold!r}")
    chosen = Options.of(options)
    parsed = read_all(pages, chosen)
    with chosen.deadline(len(parsed)):
        return clusters.cluster(parsed, threshold=threshold)


def records(
    source: Source | Iterable[Source],
    *,
    url: str | None = None,
    template: "Site | Bundle | None" = None,
    options: GivenOptions = None,
) -> list[Table]:
    """What pages list, as tables, the main list first.

    Of one page, these are its repeated items. Of several pages of one kind, these are their lists, each over all pages, and
    the pages themselves as one table with a row for each. With a learned site, its template is used to find lists. `url` is
    the address of a single page. The time limit is per page.
    """
    from sectio import tabular

    chosen = Options.of(options)
    if isinstance(source, bytes | bytearray | memoryview | str | Page):
        with chosen.deadline():
            page = read(source, chosen)
            return tabular.of_page(page, url, _template_for(page, url, template))
    pages = read_all(source, chosen)
    with chosen.deadline(len(pages)):
        return tabular.of_pages(pages, _template_for(pages[0], None, template)) if pages else []


def similarity(a: Source, b: Source, *, method: str = "rtdm", options: GivenOptions = None) -> float:
    """How similar two pages are in structure, 0 to 1, by restricted top-down distance or simple tree matching."""
    if method not in ("rtdm", "stm"):
        raise InputError(f"similarity is measured by rtdm or stm, not {method!r}")
    from sectio.sites.rtdm import matching

    chosen = Options.of(options)
    with chosen.deadline(2):
        return matching.similarity(read(a, chosen), read(b, chosen), method)  # type: ignore[arg-type]


def _template_for(page: Page, url: str | None, template: "Site | Bundle | None") -> "TemplateSite | None":
    """The templates of a learned site; of a bundle those of the kind that the page fits."""
    request = _for_page(page, _request(url, template, None, None, None, Options()), template)
    if request.site is None:
        return None
    from sectio.sites.template import TemplateSite

    if not isinstance(request.site.model, TemplateSite):
        raise TemplateError(f"records need a site learned with method template, not {request.site.method}")
    return request.site.model


def _request(
    url: str | None,
    template: "Site | Bundle | None",
    method: str | None,
    layout: Given,
    favor: float | str | None,
    options: Options,
) -> Request:
    """What is asked of a page, checked before any work is done."""
    _check_texts(url=url, method=method)
    site = template if isinstance(template, Site) else None
    if template is not None and site is None:
        from sectio.bundle import Bundle

        if not isinstance(template, Bundle):
            remedy = "; load the file with `sectio.load`" if isinstance(template, str | Path) else ""
            raise InputError(f"template is a site from `sectio.learn`, not {type(template).__name__}{remedy}")
    return Request(url, method, site, layout, None if favor is None else favor_of(favor), options)


def check(
    *,
    template: "Site | Bundle | None" = None,
    method: str | None = None,
    favor: float | str | None = None,
    options: GivenOptions = None,
) -> None:
    """Refuse what `extract` would refuse on every page: before the first of many is read."""
    request = _request(None, template, method, None, favor, Options.of(options))
    if template is not None and not isinstance(template, Site):
        if not template.kinds:
            return  # every page is done page by page
        request = replace(request, site=template.kinds[0].site)
    analysis.check(request)


def _check_texts(**given: object) -> None:
    for name, value in given.items():
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} is a str, not {type(value).__name__}")


def _for_page(page: Page, request: Request, template: "Site | Bundle | None") -> Request:
    """With a bundle, the request for a page of the kind that fits."""
    return request if template is None or isinstance(template, Site) else template.request(page, request)
