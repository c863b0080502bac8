"""What a block looks like (V-Wrapper spec §5): four groups of features, and each block relative to those
around it.

Absolute pixels do not transfer from one site to the next; the position of a block in its parent and on the page
does. So the classifiers see the relative ("parent-child") features, rich format and statistics, and no pixel
values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Mask
from sectio.dom.tree import subtree_max
from sectio.methods.vwrapper.blocks import VisualTree

LIMIT: Final = 10.0
TOP: Final = 3  # leaves at the top of a block among which a headline is looked for: kicker, headline, byline
MAX_SIZES: Final = 16  # distinct font sizes that are counted, the most used first

POSITION: Final = ("left", "top", "centre_x", "centre_y")
SIZE: Final = ("width", "height", "area", "height_by_width")
FORMAT: Final = ("max_font", "mean_font", "bold", "italic", "underlined", "font_sizes", "heading", "bold_top")
STATISTICS: Final = (
    "characters", "words", "sentences", "paragraphs", "images", "links", "link_share", "forms", "punctuation",
    "digits", "children", "height_of_tree",
)  # fmt: skip
BASIC: Final = (*POSITION, *SIZE, *FORMAT, *STATISTICS)
RELATIVE: Final = (
    "left", "top", "centre_x", "centre_y", "width", "height", "area", "font", "characters", "links", "images",
    "sentences",
)  # fmt: skip
SIBLING: Final = ("area_rank", "order")
PAIRS: Final = ("parent", "page", "main")

# Which group a relative feature belongs to, for ablations.
GROUPS: Final = {
    "position": (*POSITION, "order"),
    "size": (*SIZE, "area_rank"),
    "format": (*FORMAT, "font"),
    "statistics": STATISTICS,
}


@dataclass(frozen=True)
class Table:
    """Columns by name, a row per block."""

    names: tuple[str, ...]
    values: Floats

    def columns(self, names: Sequence[str]) -> Floats:
        """The columns of these names, in their order."""
        place = {name: i for i, name in enumerate(self.names)}
        return self.values[:, [place[name] for name in names]]


def inner_names() -> tuple[str, ...]:
    """What the inner-block classifier looks at."""
    pairs = [f"{name}/{pair}" for pair in PAIRS[:2] for name in RELATIVE]
    return (*pairs, *SIBLING, *STATISTICS, "height_by_width", "bold_top")


def leaf_names() -> tuple[str, ...]:
    """What the leaf-block classifiers look at: the same, the main block, and rich format."""
    return tuple(dict.fromkeys((*inner_names(), *(f"{name}/main" for name in RELATIVE), *FORMAT)))


def group_of(name: str) -> str:
    """The group of a feature."""
    bare = name.partition("/")[0]
    return next(group for group, members in GROUPS.items() if bare in members)


def table(tree: VisualTree) -> Table:
    """All features of all blocks but those relative to the main block, which is not known yet."""
    basic = basic_features(tree)
    columns = dict(zip(BASIC, basic.T, strict=True))
    for pair, outer in (("parent", tree.parent), ("page", np.zeros_like(tree.parent))):
        columns |= _named(relative_features(basic, outer), pair)
    columns |= zip(SIBLING, _sibling_ranks(tree), strict=True)
    return Table(tuple(columns), np.nan_to_num(np.stack([*columns.values()], axis=1), posinf=0.0, neginf=0.0))


def with_main(known: Table, main: int) -> Table:
    """The table with the features relative to the main block added."""
    relative = relative_features(known.columns(BASIC), np.full(len(known.values), main))
    columns = _named(relative, "main")
    return Table((*known.names, *columns), np.concatenate((known.values, relative), axis=1))


def _named(relative: Floats, pair: str) -> dict[str, Floats]:
    return {f"{name}/{pair}": column for name, column in zip(RELATIVE, relative.T, strict=True)}


def basic_features(tree: VisualTree) -> Floats:
    """The four groups, in the order of `BASIC`."""
    left, top, width, height = tree.box.T
    place = [left, top, left + width / 2, top + height / 2]
    size = [width, height, width * height, _ratio(height, width)]
    return np.stack([*place, *size, *_format(tree), *_statistics(tree)], axis=1)


def _format(tree: VisualTree) -> list[Floats]:
    page, layout = tree.page, tree.layout
    shown = tree.seen
    length = page.text_len * shown
    fonts = np.full(len(page), 16.0) if layout.font_size is None else layout.font_size.astype(np.float64)
    fonts = np.nan_to_num(fonts, nan=0.0, posinf=0.0, neginf=0.0)
    characters = tree.sum(length)
    none = np.zeros(len(page), bool)
    looks = [none if look is None else look for look in (layout.bold, layout.italic, layout.underline)]
    heading = np.where(tree.row >= 0, page.heading[tree.row] > 0, False)
    largest = _largest_font(tree, np.where(length > 0, fonts, 0.0))
    mean = _ratio(tree.sum(length * fonts), characters)
    shares = [_ratio(tree.sum(length * look), characters) for look in looks]
    return [
        largest,
        mean,
        *shares,
        _font_sizes(tree, fonts, length),
        heading.astype(np.float64),
        bold_top(tree, shares[0] > 0.5, largest, mean),
    ]


def bold_top(tree: VisualTree, bold: Mask, largest: Floats, mean: Floats) -> Floats:
    """1 for blocks with a bold line at their top: bold, larger than the block's text, among its first leaves.

    The second of the paper's signs: usually a bold-faced line at the top of the block is the headline.
    """
    leaves = np.flatnonzero(tree.is_leaf)
    first = np.searchsorted(leaves, np.arange(len(tree)))
    found = np.zeros(len(tree), bool)
    for place in range(TOP if len(leaves) else 0):
        leaf = leaves[np.minimum(first + place, len(leaves) - 1)]
        inside = (first + place < len(leaves)) & (leaf < tree.end)
        found |= inside & bold[leaf] & (largest[leaf] > mean)
    return found.astype(np.float64)


def _largest_font(tree: VisualTree, fonts: Floats) -> Floats:
    largest = np.zeros(len(tree))
    elements, loose = np.flatnonzero(tree.row >= 0), np.flatnonzero(tree.row < 0)
    largest[elements] = subtree_max(tree.page, fonts)[tree.row[elements]]
    if len(loose):
        bounds = np.stack([tree.start[loose], tree.stop[loose]], axis=1).ravel()
        largest[loose] = np.maximum.reduceat(np.append(fonts, 0.0), bounds)[::2]
    return largest


def _font_sizes(tree: VisualTree, fonts: NDArray[np.floating], length: NDArray[np.integer]) -> Floats:
    """How many font sizes each block's text has."""
    rounded = np.round(fonts).astype(np.int64)
    used = np.bincount(np.clip(rounded, 0, 1000), length)
    common = np.argsort(-used, kind="stable")[:MAX_SIZES]
    sizes = [size for size in common.tolist() if used[size] > 0]
    count = np.zeros(len(tree))
    for size in sizes:
        count += tree.sum((rounded == size) & (length > 0)) > 0
    return count


def _statistics(tree: VisualTree) -> list[Floats]:
    page = tree.page
    shown = tree.seen
    length = page.text_len * shown
    characters = tree.sum(length)
    counts = page.counts
    breaks = page.is_tag("p") | (page.is_tag("br") & np.roll(page.is_tag("br"), 1))
    inside = np.bincount(tree.parent[1:], minlength=len(tree)).astype(np.float64)
    return [
        characters,
        tree.sum(page.words * shown),
        tree.sum(page.spread(counts.stops) * shown),
        tree.sum(breaks & shown),
        tree.sum(page.is_tag("img") & shown),
        tree.sum(page.is_link & shown),
        _ratio(tree.sum(length * page.in_link), characters),
        tree.sum(page.is_tag("input", "select", "textarea", "button", "form")),
        100 * _ratio(tree.sum(page.punctuation * shown), characters),
        _ratio(tree.sum(page.spread(counts.digits) * shown), characters),
        inside,
        subtree_max(tree, tree.depth) - tree.depth,
    ]


def relative_features(basic: Floats, outer: NDArray[np.integer]) -> Floats:
    """Each block relative to an outer one, in the order of `RELATIVE`; no size, no ratio: 0."""
    own = dict(zip(BASIC, basic.T, strict=True))
    around = {name: column[outer] for name, column in own.items()}
    sized = (around["width"] > 0) & (around["height"] > 0)
    wide, high = around["width"] * sized, around["height"] * sized
    columns = [
        _ratio(own["left"] - around["left"], wide),
        _ratio(own["top"] - around["top"], high),
        _ratio(np.abs(own["centre_x"] - around["centre_x"]), wide),
        _ratio(np.abs(own["centre_y"] - around["centre_y"]), high),
        _ratio(own["width"], wide),
        _ratio(own["height"], high),
        _ratio(own["area"], around["area"]),
        (own["max_font"] - around["max_font"]) * sized,
        *(_ratio(own[name], around[name] * sized) for name in ("characters", "links", "images", "sentences")),
    ]
    return np.asarray(np.clip(np.stack(columns, axis=1), -LIMIT, LIMIT))


def _sibling_ranks(tree: VisualTree) -> tuple[Floats, Floats]:
    """Rank by area among siblings (1 = largest) and order among siblings, both by their number."""
    siblings = np.bincount(tree.parent[1:], minlength=len(tree))[tree.parent].astype(np.float64)
    area = tree.box[:, 2] * tree.box[:, 3]
    ranks = [_place(tree.parent, key) for key in (-area, np.arange(len(tree)))]
    rank, order = (_ratio(found, siblings) for found in ranks)
    return rank, order


def _place(parent: NDArray[np.integer], key: NDArray[np.floating] | NDArray[np.integer]) -> Floats:
    """Rank of each block among its siblings by the key, from 1."""
    place = np.zeros(len(parent))
    order = np.lexsort((key[1:], parent[1:])) + 1
    first = np.diff(parent[order], prepend=-1) != 0
    at = np.arange(len(order))
    place[order] = at - np.maximum.accumulate(np.where(first, at, 0)) + 1
    return place


def _ratio(above: NDArray[np.floating], below: NDArray[np.floating]) -> Floats:
    """A quotient that is 0 where there is nothing to divide by."""
    return np.asarray(np.divide(above, below, out=np.zeros(len(above)), where=below != 0))
