"""What is known about the rows of a page before it is cut: where things repeat, what is noise, and why."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Ints, Page
from sectio.sectioning.cut import AREA

NOISY = 0.25

# From the leaves (rows) and the importance of a section to one line of text.
Explain = Callable[[NDArray[np.integer], float], str]


class Explains(Protocol):
    """Puts into words what is known about the leaves of a section."""

    def __call__(self, leaves: NDArray[np.integer], importance: float) -> str:
        """Why it has this importance."""

    def support(self, leaves: NDArray[np.integer]) -> str:
        """What other pages say about it."""

    def repeats(self, leaves: NDArray[np.integer]) -> bool:
        """Whether most of its text repeats on other pages."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """`stars` as `cut` takes them; `noise` is 0 (content) to 1 (noise) for each leaf.

    `refine` also cuts noisy parts out of mixed nodes. `links` is how much noise being a link counts as; it is set
    aside on pages that would have no content left.
    """

    stars: Ints
    noise: Floats
    explain: Explains
    refine: bool = True
    links: float = 0.0
    area: float = AREA
    threshold: float = NOISY


class SupportsEvidence(Protocol):
    """A site model that has evidence about a page; `area` is the area of each row."""

    def evidence(self, page: Page, area: Floats) -> Evidence:
        """What the site's pages say about this page."""
