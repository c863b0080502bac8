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
class Reading:
    """One way to read the noise of a page: `repeats` is 0 (its own) to 1 (on other pages) for each leaf.

    `links` is how much noise being a link counts as. A reading that would leave less than `keep` of the words that the next
    one leaves is set aside: on a page of links the links are the content.
    """

    repeats: Floats
    links: float = 0.0
    keep: float = 0.0

    def noise(self, page: Page) -> Floats:
        """0 (content) to 1 (noise) for each leaf."""
        return np.maximum(self.repeats, self.links * page.in_link) if self.links else self.repeats


@dataclass(frozen=True, eq=False)
class Evidence:
    """`stars` as `cut` takes them; `readings` of the noise, the strictest first; `certain` as `repeats` of a reading, without
    any guess.

    `refine` also cuts noisy parts out of mixed nodes and sections. `image_cap` lets the images of a section weigh no more
    than its text.
    """

    stars: Ints
    readings: tuple[Reading, ...]
    certain: Floats
    explain: Explains
    refine: bool = True
    image_cap: bool = True
    area: float = AREA
    threshold: float = NOISY


class SupportsEvidence(Protocol):
    """A site model that has evidence about a page; `area` is the area of each row."""

    def evidence(self, page: Page, area: Floats) -> Evidence:
        """What the site's pages say about this page."""
