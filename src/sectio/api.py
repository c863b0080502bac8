"""The main path. Read this first: everything Sectio does to a page happens in `extract`.

    bytes → decode → parse → Page → method → Selection → Extraction → output
                       pages → learn → SiteModel → its selection of a Page → Extraction
"""

import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sectio import metadata as page_metadata
from sectio import methods as single_page
from sectio import sites
from sectio.dom.decode import decode
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError, PageTooLarge, TemplateError, TimeLimit
from sectio.methods import Method
from sectio.options import Options
from sectio.results import Extraction, Metadata, Selection
from sectio.sites.model import SiteModel

DEFAULT_METHOD = "density"

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
    chosen = Options.of(options)
    clock = _Clock(chosen.timeout)
    page = parse_page(source, options=chosen)
    clock.check("parsing")
    selection, name = _select(page, method, template, chosen)
    clock.check(f"method {name}")
    about = page_metadata.read(page, url=url, content=selection.mask)
    clock.check("reading metadata")
    return _assemble(page, selection, name, about)


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
    return {**single_page.METHODS, **sites.METHODS}


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
    return sites.learn(parsed, method=method, urls=urls, feed=feed, parameters=dict(chosen.parameters))


def load(path: str | Path) -> SiteModel:
    """Read a site model that `SiteModel.save` wrote."""
    return sites.load(path)


def _select(page: Page, method: str | None, template: SiteModel | None, options: Options) -> tuple[Selection, str]:
    """Run the method that was asked for: by name, by the kind of the site model, or the default."""
    name = method or (template.method if template is not None else DEFAULT_METHOD)
    known = methods()
    if name not in known:
        raise InputError(f"there is no method {name!r}; choose one of {', '.join(known)}")
    if not known[name].needs_site:
        result = _call(single_page.SELECT[name], page, options)
        return (result if isinstance(result, Selection) else Selection(np.asarray(result, bool))), name
    if template is None:
        raise InputError(f"method {name} needs a site model; learn one with `sectio learn --method {name}`")
    if template.method != name:
        raise TemplateError(f"the site model was learned with method {template.method}, not {name}; learn it again")
    return template.select(page), name


def _call(select: Callable[..., Any], page: Page, options: Options) -> Any:
    """Call a method with the parameters it knows; a parameter it does not know is a mistake worth telling."""
    accepted = set(inspect.signature(select).parameters) - {"page"}
    unknown = sorted(set(options.parameters) - accepted)
    if unknown:
        choice = ", ".join(sorted(accepted - {"favor"})) or "none"
        raise InputError(f"unknown option {unknown[0]!r}; this method's own options: {choice}")
    given = dict(options.parameters)
    if "favor" in accepted:
        given["favor"] = options.favor
    return select(page, **given)


def _assemble(page: Page, selection: Selection, method: str, about: Metadata) -> Extraction:
    warnings = (*page.warnings, *selection.warnings)
    nothing = not selection.mask.any() and not selection.text
    if nothing and not any(code in warnings for code in ("empty", "no_content")):
        warnings = (*warnings, "no_content" if len(page.texts) else "empty")
    if selection.title is not None:
        about = Metadata(**{**about.__dict__, "title": selection.title})
    confidence = selection.confidence if selection.confidence is not None else (0.0 if nothing else 0.5)
    return Extraction(
        page=page,
        mask=selection.mask,
        metadata=about,
        method=method,
        confidence=confidence,
        page_type=selection.page_type,
        page_types=selection.page_types,
        comments=selection.comments,
        warnings=tuple(dict.fromkeys(warnings)),
        stated_text=selection.text,
        detail=selection.detail,
    )


class _Clock:
    """The time limit, looked at between the stages; every stage is linear, so none can run away."""

    def __init__(self, limit: float) -> None:
        self._end = time.monotonic() + limit
        self._limit = limit

    def check(self, stage: str) -> None:
        if time.monotonic() > self._end:
            raise TimeLimit(f"the page was not done after timeout={self._limit:g} s ({stage}); raise the option")
