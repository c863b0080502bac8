"""Where things are on the page: one box per row, from a browser or estimated."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Layout:
    """Boxes and looks, one value per page row; NaN where unknown.

    `source` names where the numbers come from. `extra` holds further columns by name.
    """

    x: Numbers
    y: Numbers
    width: Numbers
    height: Numbers
    font_size: Numbers | None = None
    bold: NDArray[np.bool_] | None = None
    source: str = ""
    extra: dict[str, NDArray[np.generic]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.width)

    @cached_property
    def area(self) -> NDArray[np.float64]:
        """Width times height; NaN where unknown."""
        return self.width.astype(np.float64) * self.height

    def box(self, nodes: NDArray[np.integer] | list[int]) -> tuple[float, float, float, float] | None:
        """The smallest box (x, y, width, height) around these rows; None where none of them has one."""
        rows = np.asarray(nodes, np.int64)
        rows = rows[np.isfinite(self.x[rows] + self.y[rows] + self.width[rows] + self.height[rows])]
        if not len(rows):
            return None
        left, top = float(self.x[rows].min()), float(self.y[rows].min())
        right = float((self.x[rows] + self.width[rows]).max())
        bottom = float((self.y[rows] + self.height[rows]).max())
        return left, top, right - left, bottom - top
