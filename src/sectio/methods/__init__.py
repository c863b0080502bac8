"""The table of methods. A new single-page method is a new file and one line here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sectio.dom.page import Mask, Page
from sectio.methods import body, boilerpipe, cetr, coreex, density, econ, sd, vwrapper


@dataclass(frozen=True)
class Method:
    """A method by name: what it needs, where it comes from, what it does."""

    name: str
    needs_site: bool
    paper: str
    summary: str


Select = Callable[..., Mask | Any]

_TABLE: tuple[tuple[str, Select, str, str], ...] = (
    ("coreex", coreex.select, "Prasad, Paepcke 2008", "the set of text-rich children of the best node"),
    ("econ", econ.select, "Guo et al. 2010", "the node around the longest punctuated paragraph"),
    (
        "cetr",
        cetr.select,
        "Weninger, Hsu, Han 2010",
        "source lines with much text per tag, clustered in two dimensions",
    ),
    ("cetr-km", cetr.select_km, "Weninger, Hsu, Han 2010", "the same by one-dimensional k-means"),
    ("cetr-tm", cetr.select_tm, "Weninger, Hsu, Han 2010", "the same by a threshold"),
    (
        "boilerpipe",
        boilerpipe.select,
        "Kohlschütter et al. 2010",
        "text blocks by word counts and link density",
    ),
    (
        "boilerpipe-density",
        boilerpipe.select_density,
        "Kohlschütter et al. 2010",
        "text blocks by text density",
    ),
    (
        "boilerpipe-article",
        boilerpipe.select_article,
        "Kohlschütter et al. 2010",
        "the largest run of content blocks",
    ),
    ("sd", sd.select, "Pappas et al. 2012", "style-density regions: article, comments or several areas"),
    (
        "vwrapper",
        vwrapper.select,
        "Zheng, Song, Wen 2007",
        "headline and body by how blocks look and where they stand",
    ),
    (
        "density",
        density.select,
        "Sun, Song, Liao 2011 (idea)",
        "the container with the highest sum of text densities",
    ),
    ("body", body.select, "baseline", "all visible text"),
)

SELECT: dict[str, Select] = {name: select for name, select, _, _ in _TABLE}
METHODS: dict[str, Method] = {name: Method(name, False, paper, what) for name, _, paper, what in _TABLE}


def run(name: str, page: Page, **parameters: Any) -> Any:
    """Run a single-page method on a page."""
    return SELECT[name](page, **parameters)
