"""The default method, `sectio`: the learned extractor, in site mode if the page's site is known."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sectio.dom.page import Page
from sectio.errors import InputError, TemplateError
from sectio.method import Context, Method
from sectio.options import BALANCED
from sectio.results import PAGE_TYPES, Selection

NAME = "sectio"
NO_MATCH = "no_template_match"


def select(page: Page, context: Context, parameters: Mapping[str, Any]) -> Selection:
    """The content of a page. The parameter `model` is a file that `sectio train` wrote."""
    from sectio.model import extractor, store

    model = store.named(_path(parameters["model"])) if parameters.get("model") else store.default()
    favor = BALANCED if context.favor is None else context.favor
    if context.site is None:
        return extractor.select(page, favor=favor, url=context.url, model=model)
    from sectio.model import sitemode

    if not isinstance(context.site, sitemode.KnownSite):
        raise TemplateError("the default extractor works with a site learned by method template; learn it again")
    if context.site.site.coverage(page) < context.site.site.drift_threshold:
        # A page of another site, or of one that changed: what was learned would only mislead.
        alone = extractor.select(page, favor=favor, url=context.url, model=model)
        return replace(alone, warnings=(*alone.warnings, NO_MATCH))
    return sitemode.select(page, context.site, favor=favor, url=context.url, model=model)


def _path(given: object) -> str | Path:
    if not isinstance(given, str | Path):
        raise InputError(f"the parameter model is the path of a model file, not {type(given).__name__}")
    return given


METHOD = Method(
    NAME,
    "this project",
    "learned: small networks and trees over text blocks; best for most pages",
    select,
    uses=("site", "favor"),
    parameters={"model": None},
    types=PAGE_TYPES,
)
