"""Drift: when a site changes, its pages cover less of the template that was learned. Watched page by page, kind by kind.

A page is poor if its coverage is below what nine in ten pages left out in learning had, less a margin. A moving average of poor
pages goes from `fits` over `watch` to `drifted`.
"""

from dataclasses import dataclass, replace
from typing import Literal, Self

Status = Literal["fits", "watch", "drifted"]
# Measured on generated sites whose theme changes (bench/drift.py): the alarm comes after at most 10 pages, none in 500 without a change.
MARGIN = 0.1
WEIGHT = 0.2
WATCH, ALARM = 0.45, 0.75


@dataclass(frozen=True)
class Watch:
    """How many new pages were seen, and the moving average of those that fit poorly."""

    seen: int = 0
    poor: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.seen, int) or self.seen < 0 or not 0 <= self.poor <= 1:
            raise ValueError("a watch has a number of pages and a share from 0 to 1")

    def after(self, coverage: float, low: float) -> Self:
        """The watch after one more page; `low` is what nine in ten pages left out had at least."""
        is_poor = coverage < low - MARGIN
        return replace(self, seen=self.seen + 1, poor=(1 - WEIGHT) * self.poor + WEIGHT * is_poor)

    @property
    def status(self) -> Status:
        """`fits`, `watch` if many of the last pages fit poorly, `drifted` if nearly all do."""
        if self.poor >= ALARM:
            return "drifted"
        return "watch" if self.poor >= WATCH else "fits"
