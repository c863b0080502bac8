"""The table of single-page methods. A new one is a new file and one entry here; it is imported when first used."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sectio.dom.page import Page
from sectio.method import Context, Method
from sectio.results import Selection

_WENINGER, _KOHLSCHUETTER = "Weninger, Hsu, Han 2010", "Kohlschütter et al. 2010"


@dataclass(frozen=True)
class _Run:
    """Calls the function of a module of this package; a bare mask is a selection too."""

    module: str
    function: str
    with_layout: bool

    def __call__(self, page: Page, context: Context, parameters: Mapping[str, Any]) -> Selection:
        layout = {"layout": context.layout} if self.with_layout else {}
        found = function_of(self.module, self.function)(page, **layout, **parameters)
        return found if isinstance(found, Selection) else Selection(np.asarray(found, bool))


def function_of(module: str, name: str) -> Callable[..., Any]:
    """A function of a method's module: from a page and the method's parameters to a mask or a `Selection`."""
    found: Callable[..., Any] = getattr(importlib.import_module(f"sectio.methods.{module}"), name)
    return found


def _method(
    name: str,
    where: str,
    paper: str,
    summary: str,
    *,
    uses: tuple[str, ...] = (),
    types: tuple[str, ...] = (),
    **parameters: Any,
) -> Method:
    module, _, function = where.partition(".")
    run = _Run(module, function or "select", "layout" in uses)
    return Method(name, paper, summary, run, uses=uses, parameters=parameters, types=types)


_ALL = (
    _method(
        "coreex", "coreex", "Prasad, Paepcke 2008", "the set of text-rich children of the best node",
        types=("article", "index"), threshold=0.9, weights=None, scoring="set", profile="default",
    ),
    _method(
        "econ", "econ", "Guo et al. 2010", "the node around the longest punctuated paragraph",
        patience=None, profile="default",
    ),
    _method(
        "cetr", "cetr", _WENINGER, "source lines with much text per tag, clustered in two dimensions",
        radius=2, ahead=3,
    ),
    _method("cetr-km", "cetr.select_km", _WENINGER, "the same by one-dimensional k-means", radius=2),
    _method("cetr-tm", "cetr.select_tm", _WENINGER, "the same by a threshold", radius=2, factor=1.0),
    _method("boilerpipe", "boilerpipe", _KOHLSCHUETTER, "text blocks by word counts and link density"),
    _method(
        "boilerpipe-density", "boilerpipe.select_density", _KOHLSCHUETTER, "text blocks by text density", fuse=False
    ),
    _method(
        "boilerpipe-article", "boilerpipe.select_article", _KOHLSCHUETTER, "the largest run of content blocks"
    ),
    _method(
        "sd", "sd", "Pappas et al. 2012", "style-density regions: article, comments or several areas",
        types=("article", "article_comments", "multiple"), t1=50, t2=20, profile="default", require_period=False, order="paper",
    ),
    _method(
        "vwrapper", "vwrapper", "Zheng, Song, Wen 2007", "headline and body by how blocks look and where they are",
        uses=("layout",), wrapper=None,
    ),
    _method(
        "density", "density", "after Sun et al. 2011", "the container with the highest sum of text densities",
        max_link_share=0.5,
    ),
    _method("body", "body", "baseline", "all visible text"),
)  # fmt: skip
METHODS: dict[str, Method] = {method.name: method for method in _ALL}
