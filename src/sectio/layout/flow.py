"""A guess at the layout without a browser (V-Wrapper spec §4): blocks stack, cells share their row, text
wraps.

Everything is a sum over the tree. Widths multiply on the way down (a sum of logarithms from the nearest width
in pixels), heights add up, and what is side by side (cells) is subtracted again at the end of each cell.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Mask, Page, covered
from sectio.dom.tree import nearest_ancestor, path_sum, subtree_sum
from sectio.layout import Layout

VIEWPORT: Final = 1024.0
FONT: Final = 16.0
CHARACTER: Final = 0.5  # width of a character, in font sizes
LINE: Final = 1.2
IMAGE: Final = 100.0
MIN_SHARE: Final = 0.05
MAX_LEVELS: Final = 64  # nested rows and fixed heights; deeper ones are stacked
_LARGEST: Final = 10_000.0

_FONTS: Final = {"h1": 32, "h2": 24, "h3": 19, "h4": 16, "h5": 13, "h6": 11, "small": 13, "big": 19}
_FONT_SIZES: Final = (10, 13, 16, 18, 24, 32, 48)
_STYLE: Final = re.compile(r"(?:^|[;\s])(width|height|font-size)\s*:\s*(\d{1,6}(?:\.\d{1,4})?)\s*(px|%)", re.IGNORECASE)
_LENGTH: Final = re.compile(r"\s*(\d{1,6})(?:\.\d*)?\s*(px|%)?\s*$", re.IGNORECASE)


def layout(page: Page) -> Layout:
    """Estimated boxes and looks of every row."""
    said = _Said(page)
    fonts = _fonts(page, said)
    shares = _cell_shares(page, said)
    width = _widths(page, said, shares)
    leaves, own_width = _leaves(page, said, fonts, width)
    heights, top = _stack(page, said, leaves)
    shown = page.visible
    return Layout(
        x=_lefts(page, shares, width).astype(np.float32),
        y=top.astype(np.float32),
        width=(own_width * shown).astype(np.float32),
        height=(heights * shown).astype(np.float32),
        font_size=fonts.astype(np.float32),
        bold=covered(page, page.is_tag("b", "strong", "th") | (page.heading > 0) | said.bold),
        italic=covered(page, page.is_tag("i", "em", "cite", "dfn", "var", "address")),
        underline=covered(page, page.is_tag("u", "ins") | page.is_link),
        visible=shown & (heights > 0) & (own_width > 0),
        source="estimate",
    )


class _Said:
    """Sizes that attributes and inline styles state; NaN where they do not, per cent as negative shares."""

    def __init__(self, page: Page) -> None:
        self.width = np.full(len(page), np.nan)
        self.height = np.full(len(page), np.nan)
        self.font = np.full(len(page), np.nan)
        self.bold = np.zeros(len(page), bool)
        for name, column in (("width", self.width), ("height", self.height)):
            for row, value in page.source.having(name).items():
                match = _LENGTH.match(value)
                if match:
                    column[row] = _size(match[1], match[2])
        columns = {"width": self.width, "height": self.height, "font-size": self.font}
        for row, style in page.source.having("style").items():
            for name, number, unit in _STYLE.findall(style):
                columns[name.lower()][row] = _size(number, unit)
            self.bold[row] = "font-weight:bold" in style.replace(" ", "").lower()
        # A height in per cent is of a parent that is as high as its content; a font so small that nothing
        # would have a size is a trick.
        self.height[self.height < 0] = np.nan
        self.font[~(self.font >= 1)] = np.nan


def _size(number: str, unit: str | None) -> float:
    value = min(float(number), _LARGEST)
    if unit == "%":
        return -min(value, 100.0) / 100 if value else np.nan
    return value or np.nan


def _stated_font(value: str) -> float:
    """The font size of a `size` attribute; numbers beyond the last size are the last, as in browsers."""
    if value and not (value.isascii() and value.isdecimal()):
        return np.nan
    number = int(value[:6] or 3)
    return _FONT_SIZES[min(max(number, 1), len(_FONT_SIZES)) - 1]


def _fonts(page: Page, said: _Said) -> Floats:
    """Font size of each row: from the nearest element that sets one."""
    sizes = np.array([_FONTS.get(name, np.nan) for name in page.tag_names])[page.tag]
    if page.is_tag("font").any():
        for row, value in page.source.having("size").items():
            if page.tag_of(row) == "font":
                sizes[row] = _stated_font(value.strip())
    sizes = np.where(np.isfinite(said.font), said.font, sizes)
    source = nearest_ancestor(page, np.isfinite(sizes), include_self=True)
    return np.where(source >= 0, sizes[source], FONT)


@dataclass(frozen=True)
class _Cells:
    """Table cells with their share of the row's width and where in the row they begin, both 0–1."""

    rows: NDArray[np.intp]
    share: Floats
    start: Floats


def _cell_shares(page: Page, said: _Said) -> _Cells:
    """Explicit widths first, the rest by text length, none less than a twentieth; then all fill the row."""
    rows = np.flatnonzero(page.is_tag("td", "th") & page.is_tag("tr")[page.parent])
    if not len(rows):
        return _Cells(rows, np.zeros(0), np.zeros(0))
    rows = rows[np.argsort(page.parent[rows], kind="stable")]
    _, group = np.unique(page.parent[rows], return_inverse=True)
    fixed = _fixed(page, said)
    anchor = nearest_ancestor(page, fixed, include_self=True)
    outer = np.where(anchor >= 0, said.width[anchor], VIEWPORT)[rows]
    told = said.width[rows]
    explicit = np.nan_to_num(np.where(told < 0, -told, np.minimum(told / outer, 1.0)))
    length = np.where(np.isfinite(told), 0.0, subtree_sum(page, page.text_len * page.visible)[rows])
    rest = np.maximum(1 - np.bincount(group, explicit), 0.0)[group]
    by_length = rest * length / np.maximum(np.bincount(group, length), 1)[group]
    share = np.where(np.isfinite(told), explicit, np.maximum(by_length, MIN_SHARE))
    share = share / np.bincount(group, share)[group]
    running = np.cumsum(share) - share
    first = np.flatnonzero(np.diff(group, prepend=-1))
    return _Cells(rows, share, running - running[first][group])


def _fixed(page: Page, said: _Said) -> Mask:
    """Blocks whose width is stated in pixels (cells share their row instead)."""
    return (said.width > 0) & page.is_block & ~page.is_tag("td", "th", "tr", "col")


def _widths(page: Page, said: _Said, cells: _Cells) -> Floats:
    """The width available for each row's content."""
    factor = np.zeros(len(page))
    shared = (said.width < 0) & page.is_block & ~page.is_tag("td", "th", "tr", "col")
    factor[shared] = np.log(-said.width[shared])
    factor[cells.rows] = np.log(np.maximum(cells.share, 1e-6))
    total = path_sum(page, factor)
    anchor = nearest_ancestor(page, _fixed(page, said), include_self=True)
    base = np.where(anchor >= 0, said.width[anchor], VIEWPORT)
    above = np.where(anchor >= 0, total[anchor], 0.0)
    return np.asarray(base * np.exp(np.minimum(total - above, 0.0)))


def _leaves(page: Page, said: _Said, fonts: Floats, width: Floats) -> tuple[Floats, Floats]:
    """The height every text and image adds, and the width of each row: of texts and images their own."""
    height, own = np.zeros(len(page)), width.copy()
    images = np.flatnonzero(page.is_tag("img") & page.visible)
    wide, high = said.width[images], said.height[images]
    wide = np.where(wide < 0, -wide * width[images], wide)
    own[images] = np.minimum(np.where(np.isfinite(wide), wide, np.where(high > 0, high, IMAGE)), width[images])
    height[images] = np.where(np.isfinite(high), high, np.where(np.isfinite(wide), wide, IMAGE))
    rows = page.text_rows
    advance = page.counts.length * CHARACTER * fonts[rows] * page.visible[rows]
    if len(rows):
        height[rows] = _line_heights(page, advance, fonts[rows], width[rows])
    own[rows] = np.minimum(advance, width[rows])
    inline = page.is_element & ~page.is_block
    inside = subtree_sum(page, np.where(height > 0, own, 0.0))
    own[inline] = np.minimum(inside, width)[inline]
    return height, own


def _line_heights(page: Page, advance: Floats, fonts: Floats, width: Floats) -> Floats:
    """Wrap each run of text and give every text its part of the run's height."""
    first = np.flatnonzero(page.block_gaps)
    run = np.cumsum(page.block_gaps) - 1
    total = np.add.reduceat(advance, first)
    lines = np.ceil(total / np.maximum(width[first], 1.0))
    high = lines * LINE * np.maximum.reduceat(fonts, first)
    return np.asarray(advance * (high / np.maximum(total, 1e-9))[run])


def _stack(page: Page, said: _Said, leaves: Floats) -> tuple[Floats, Floats]:
    """Heights and tops: children add up, cells of a row are side by side, a stated height is the minimum."""
    is_row = page.is_tag("tr")
    least = np.where(page.is_block & page.visible, np.nan_to_num(said.height), 0.0)
    level = path_sum(page, is_row | (least > 0)).astype(np.int64)
    special = (is_row | (least > 0)) & (level <= MAX_LEVELS)
    added = leaves.copy()
    height = subtree_sum(page, added)
    for now in range(int(level[special].max(initial=0)), 0, -1):
        nodes = np.flatnonzero(special & (level == now))
        wanted = np.where(is_row[nodes], _highest_child(page, nodes, height), height[nodes])
        added[nodes] += np.maximum(wanted, least[nodes]) - height[nodes]
        height = subtree_sum(page, added)
    return height, _tops(page, height, leaves, added - leaves, is_row & special)


def _highest_child(page: Page, nodes: NDArray[np.intp], height: Floats) -> Floats:
    best = np.zeros(len(page))
    inside = np.zeros(len(page), bool)
    inside[nodes] = True
    cells = np.flatnonzero(inside[page.parent])
    np.maximum.at(best, page.parent[cells], height[cells])
    return best[nodes]


def _tops(page: Page, height: Floats, leaves: Floats, extra: Floats, side_by_side: Mask) -> Floats:
    """How much has been stacked before each row begins; each cell subtracts its height again, the row adds its
    own.
    """
    steps = np.zeros(len(page) + 1)
    steps[1:] += leaves
    others = ~side_by_side
    steps += np.bincount(page.end[others], extra[others], minlength=len(steps))
    cells = np.flatnonzero(side_by_side[page.parent])
    steps -= np.bincount(page.end[cells], height[cells], minlength=len(steps))
    steps += np.bincount(page.end[side_by_side], height[side_by_side], minlength=len(steps))
    return np.cumsum(steps)[:-1]


def _lefts(page: Page, cells: _Cells, width: Floats) -> Floats:
    offset = np.zeros(len(page))
    offset[cells.rows] = cells.start * width[page.parent[cells.rows]]
    return path_sum(page, offset)
