"""The table of methods. A new single-page method is a new file and one line here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sectio.dom.page import Mask, Page
from sectio.methods import body, density


@dataclass(frozen=True)
class Method:
    """A method by name: what it needs, where it comes from, what it does."""

    name: str
    needs_site: bool
    paper: str
    summary: str


Select = Callable[..., Mask | Any]

_TABLE: tuple[tuple[str, Select, str, str], ...] = (
    ("density", density.select, "Sun, Song, Liao 2011 (idea)", "the container with the highest sum of text densities"),
    ("body", body.select, "baseline", "all visible text"),
)

SELECT: dict[str, Select] = {name: select for name, select, _, _ in _TABLE}
METHODS: dict[str, Method] = {name: Method(name, False, paper, what) for name, _, paper, what in _TABLE}


def run(name: str, page: Page, **parameters: Any) -> Any:
    """Run a single-page method on a page."""
    return SELECT[name](page, **parameters)
