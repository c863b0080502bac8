"""The table of methods. A new single-page method is a new file and one line here; it is imported when first used."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Method:
    """A method by name: what it needs, where it comes from, what it does."""

    name: str
    needs_site: bool
    paper: str
    summary: str


_WENINGER, _KOHLSCHUETTER = "Weninger, Hsu, Han 2010", "Kohlschütter et al. 2010"

# name: (module, function, paper, summary)
_TABLE: dict[str, tuple[str, str, str, str]] = {
    "coreex": ("coreex", "select", "Prasad, Paepcke 2008", "the set of text-rich children of the best node"),
    "econ": ("econ", "select", "Guo et al. 2010", "the node around the longest punctuated paragraph"),
    "cetr": ("cetr", "select", _WENINGER, "source lines with much text per tag, clustered in two dimensions"),
    "cetr-km": ("cetr", "select_km", _WENINGER, "the same by one-dimensional k-means"),
    "cetr-tm": ("cetr", "select_tm", _WENINGER, "the same by a threshold"),
    "boilerpipe": ("boilerpipe", "select", _KOHLSCHUETTER, "text blocks by word counts and link density"),
    "boilerpipe-density": ("boilerpipe", "select_density", _KOHLSCHUETTER, "text blocks by text density"),
    "boilerpipe-article": ("boilerpipe", "select_article", _KOHLSCHUETTER, "the largest run of content blocks"),
    "sd": ("sd", "select", "Pappas et al. 2012", "style-density regions: article, comments or several areas"),
    "vwrapper": (
        "vwrapper",
        "select",
        "Zheng, Song, Wen 2007",
        "headline and body by how blocks look and where they stand",
    ),
    "density": ("density", "select", "after Sun et al. 2011", "the container with the highest sum of text densities"),
    "body": ("body", "select", "baseline", "all visible text"),
}
METHODS: dict[str, Method] = {name: Method(name, False, paper, what) for name, (_, _, paper, what) in _TABLE.items()}


def function(name: str) -> Callable[..., Any]:
    """The function of a single-page method: from a page and the method's parameters to a mask or a `Selection`."""
    module, select, _, _ = _TABLE[name]
    found: Callable[..., Any] = getattr(importlib.import_module(f"sectio.methods.{module}"), select)
    return found
