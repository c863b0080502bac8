"""What is known about the rows of a page before it is cut: where things repeat, what is noise, and why."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Ints, Page
from sectio.sectioning.cut import AREA

NOISY = 0.25

# From the leaves of a section (rows) and its importance to one line of words.
Explain = Callable[[NDArray[np.integer], float], str]


@dataclass(frozen=True, eq=False)
class Evidence:
    """`stars` as `cut` takes them; `noise` is 0 (content) to 1 (noise) for each leaf.

    `refine` also cuts noisy parts out of mixed nodes. `links` is what being a link counts as noise; it is set
    aside on pages that would have no content left.
    """

    stars: Ints
    noise: Floats
    explain: Explain
    refine: bool = True
    links: float = 0.0
    area: float = AREA
    threshold: float = NOISY


class SupportsEvidence(Protocol):
    """A site model that has evidence about a page; `area` is the area of each row."""

    def evidence(self, page: Page, area: Floats) -> Evidence:
        """What the site's pages say about this page."""
