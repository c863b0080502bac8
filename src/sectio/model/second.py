"""The second pass: boosted trees look at each block again, now that there is an opinion of all blocks.

The first pass judges a block by itself and what is near it. Whether a doubtful block belongs to the content depends on the blocks
that are certain: whether it is between them, inside the element that contains them, of the same shape, part of another story.
The trees add a correction to the first pass's logit.

A subtree is a run of blocks, so that all the tree of elements says here is which run of blocks each element contains.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.dom.tree import nearest_or_root, subtree_sum
from sectio.model import features, store, trees
from sectio.model.first import NEVER
from sectio.once import once

Array = NDArray[np.float32]
Ints = NDArray[np.int32]
Values = NDArray[Any]

LEVELS = 6  # elements around a block that are looked at
NEIGHBOURS = (-8, -4, -2, -1, 1, 2, 4, 8)
CERTAIN = 0.8  # the chance from which a block is certain
DOUBTFUL = 0.2
CORES = (0.5, 0.8, 0.95)  # shares of the certain words that the core has at least
STORY = 40  # words; a smaller element is not a story
FAR_LOGIT = -8.0  # beyond the ends of the page
FAR = 9999.0  # words, if there is no certain block


@dataclass(frozen=True, eq=False)
class Frame:
    """The elements around the blocks of a page, as runs of blocks.

    `first` and `last` are levels by blocks: the nearest elements that each contain more text than the one below. `path` and `shape`
    number the path of tags and classes to the block and to its container. `story` is the innermost element around the block that
    has a heading and siblings of its kind, and `kind` the number of that kind; both are -1 for blocks in none.
    """

    words: Array
    first: Ints
    last: Ints
    path: Ints
    shape: Ints
    story: Ints
    kind: Ints

    @classmethod
    def of(cls, found: features.Features) -> Self:
        """The frame of a page's blocks."""
        if compiled.core and found.ready:
            return cls._compiled(compiled.core, found)
        inputs = found.inputs
        node, parent, top = inputs.node, inputs.parent, inputs.top
        around = np.empty((LEVELS, len(node)), np.intp)
        around[0] = top.take(inputs.container)
        for level in range(1, LEVELS):
            around[level] = top.take(parent.take(around[level - 1]))
        first, last = node.searchsorted(around), node.searchsorted(inputs.page.end.take(around))
        path, shape = inputs.groups
        story, kind = _stories(inputs)
        parts = (inputs.words.astype(np.float32), first, last, path.ravel(), shape.ravel(), story, kind)
        return cls(parts[0], *(part.astype(np.int32) for part in parts[1:]))

    @classmethod
    def _compiled(cls, core: compiled.Core, found: features.Features) -> Self:
        """The same by compiled code; it numbers groups in another order."""
        size = len(found.blocks)
        runs, parts = np.empty((2, LEVELS, size), np.int32), np.empty((4, size), np.int32)
        core.block_frame(found.ready, *runs, *parts)
        return cls(found.blocks.sum(found.blocks.page.counts.words).astype(np.float32), *runs, *parts)


def _stories(inputs: features.Inputs) -> tuple[Values, Values]:
    """The innermost element around each block that may be one of several stories, and the number of its kind."""
    page = inputs.page
    rows = np.flatnonzero((inputs.below[0] >= STORY) & (subtree_sum(page, page.heading > 0) > 0) & ~page.is_text)
    label = page.class_numbers.take(rows) * len(page.tag_names) + page.tag.take(rows)
    above = page.parent.take(rows)
    order = np.lexsort((label, above))
    changes = (np.diff(label.take(order)) != 0) | (np.diff(above.take(order)) != 0)
    kind = np.empty(len(rows), np.int32)
    kind[order] = np.cumsum(np.concatenate(([False], changes))[: len(rows)])
    several = np.bincount(kind).take(kind) > 1 if len(kind) else np.zeros(0, bool)
    of_row = np.full(len(page), -1, np.int32)
    of_row[rows[several]] = kind[several]
    story = nearest_or_root(page, of_row >= 0).take(inputs.node)
    found = of_row.take(story)
    return np.where(found >= 0, story, -1), found


def matrix(frame: Frame, logits: Array, base: Array) -> Array:
    """What the trees of the second pass see: one row per block, columns as `NAMES`."""
    made = np.empty((len(NAMES), len(logits)), np.float32)
    given, own = _Given(frame, logits, base), made[: -len(BASE)]
    if compiled.core:
        _fill_compiled(compiled.core, given, logits, own)
    else:
        _fill(given, own)
    made[-len(BASE) :] = base.T[_BASE]
    return made.T


def corrected(model: store.Model, found: features.Features, base: Array, logits: Array) -> Array:
    """The logits of a page's blocks as the second pass corrects them; what is never content stays as it is."""
    if compiled.core and found.ready:
        return _corrected_compiled(compiled.core, model, found, base, logits)
    return corrected_in_steps(model, Frame.of(found), base, logits)


def corrected_in_steps(model: store.Model, frame: Frame, base: Array, logits: Array) -> Array:
    """The same from the frame of the blocks."""
    correction = trees.run(model.arrays, matrix(frame, logits, base), "second")
    return np.where(logits <= NEVER, logits, logits + correction)


def _corrected_compiled(
    core: compiled.Core, model: store.Model, found: features.Features, base: Array, logits: Array
) -> Array:
    """The same in one call; NumPy takes the logarithm and the exponentials, whose last bits differ in C's library."""
    chance = _chance(logits)
    total = np.add.accumulate(chance * (found.blocks.words + 0.5))[-1]
    made, columns = np.empty(len(logits), np.float32), np.ascontiguousarray(base.T, np.float32)
    core.second_logits(_tables(model), found.ready, columns, logits, chance, float(np.log(total + 1)), made)
    return made


@lru_cache(maxsize=4)
def _tables(model: store.Model) -> dict[str, Any]:
    """What compiled code needs of a model."""
    arrays = {name: np.ascontiguousarray(model.arrays[f"second_{name}"], np.float32) for name in ("border", "leaf")}
    feature = np.ascontiguousarray(model.arrays["second_feature"], np.int64)
    base = np.array(_BASE, np.int64)
    return {**arrays, "feature": feature, "base": base, "heading": _HEADING, "in_title": _IN_TITLE}


def _fill(given: "_Given", own: Array) -> None:
    """All columns but those of the first pass, by array code."""
    columns = (column for _, fill in PARTS for column in fill(given))
    for row, column in zip(own, columns, strict=True):
        row[:] = column


def _fill_compiled(core: compiled.Core, given: "_Given", logits: Array, own: Array) -> None:
    """The same by compiled code."""
    columns = {
        **vars(given.frame),
        "logits": np.ascontiguousarray(logits),
        "chance": given.chance,
        "heading": given.heading,
        "in_title": given.base[:, _IN_TITLE] > 0,
    }
    own[_PAGE_EXPECTED] = np.log(core.second_features(columns, own) + 1)


class _Given:
    """The first pass's opinion, and what several parts need. Sums run in the order of blocks, so that they can be repeated bit for bit."""

    def __init__(self, frame: Frame, logits: Array, base: Array) -> None:
        self.frame, self.base, self.size = frame, base, len(logits)
        self.logits = logits.astype(np.float64)
        self.chance = _chance(logits)

    @once
    def words(self) -> Values:
        return self.frame.words.astype(np.float64)

    @once
    def weight(self) -> Values:
        return self.words + 0.5

    @once
    def gain(self) -> Values:
        """Expected words."""
        return np.asarray(self.chance * self.weight)

    @once
    def certain(self) -> Values:
        return np.asarray(self.chance >= CERTAIN)

    @once
    def order(self) -> Values:
        return np.arange(self.size)

    @once
    def running_gain(self) -> Values:
        return _running(self.gain)

    @once
    def held(self) -> Values:
        """Expected words in the elements around each block."""
        return self.running_gain.take(self.frame.last) - self.running_gain.take(self.frame.first)

    @once
    def sizes(self) -> Values:
        """Words in them."""
        sums = _running(self.weight)
        return np.asarray(sums.take(self.frame.last) - sums.take(self.frame.first))

    @once
    def heading(self) -> Values:
        return np.asarray(self.base[:, _HEADING] > 0)


def _chance(logits: Array) -> Values:
    """Chances from logits, in 64 bits."""
    bounded = np.minimum(np.maximum(logits.astype(np.float64), -30.0), 30.0)  # half the time of `clip`
    return np.asarray(1 / (1 + np.exp(-bounded)))


def _running(values: Values) -> Values:
    """Sums of the values before each place, and of all."""
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, out=sums[1:])
    return sums


def _neighbours(given: _Given) -> list[Values]:
    """The block's own logit, and those of blocks before and after."""
    reach = NEIGHBOURS[-1]
    padded = np.full(given.size + 2 * reach, FAR_LOGIT)
    padded[reach : reach + given.size] = given.logits
    return [given.logits, *(padded[reach + step : reach + step + given.size] for step in NEIGHBOURS)]


def _certain(given: _Given) -> list[Values]:
    """How far away certain blocks are: words since the last and until the next, blocks from the first and the last of all."""
    size, order, certain = given.size, given.order, given.certain
    before = np.maximum.accumulate(np.where(certain, order, -1))
    after = np.minimum.accumulate(np.where(certain, order, size)[::-1])[::-1]
    sums, known = _running(given.words), np.flatnonzero(certain)
    first, last = (known[0], known[-1]) if len(known) else (size, -1)
    held = np.cumsum(certain * given.words)
    return [
        np.where(before < 0, FAR, np.maximum(sums.take(order) - sums.take(before + 1), 0)),
        np.where(after >= size, FAR, np.maximum(sums.take(after) - sums.take(order + 1), 0)),
        order - first,
        order - last,
        held / max(float(held[-1]), 1.0),
    ]


def _levels(given: _Given) -> list[Values]:
    """Of each element around the block: the mean chance of its words, and its share of the expected words."""
    return [*(given.held / given.sizes), *(given.held / given.running_gain[-1])]


def _cores(given: _Given) -> list[Values]:
    """Of the smallest elements that contain most certain words: how far away, how pure, and how many levels up they are."""
    first, last, columns = given.frame.first, given.frame.last, list[Values]()
    sums = _running(given.certain * given.words)
    held, sizes = (sums.take(last) - sums.take(first)).ravel(), given.sizes.ravel()
    for share in CORES:
        enough = held >= share * sums[-1]
        at = int(np.where(enough, sizes, np.inf).argmin())
        start, end = (int(first.ravel()[at]), int(last.ravel()[at])) if enough[at] else (0, given.size)
        columns.append(np.minimum(given.order - start, 0) + np.maximum(given.order - end + 1, 0))
        columns.append(np.full(given.size, held[at] / sizes[at]))
        columns.append(np.count_nonzero((first > start) | (last < end), axis=0))
    return columns


def _alike(given: _Given) -> list[Values]:
    """The mean logit of the other blocks of the same path and in containers of the same shape, and how many they are."""
    columns = list[Values]()
    for group in (given.frame.path, given.frame.shape):
        own = given.weight * given.logits
        count, size, total = (np.bincount(group, values).take(group) for values in (None, given.weight, own))
        mean = (total - own) / np.maximum(size - given.weight, 0.5)
        columns += [np.where(count > 1, mean, given.logits), count]
    return columns


def _headings(given: _Given) -> list[Values]:
    """The mean chance of what is below the block's heading, and the logit of that heading."""
    part, own = np.cumsum(given.heading), given.weight * ~given.heading
    mean = np.bincount(part, own * given.chance) / np.maximum(np.bincount(part, own), 0.5)
    last = np.maximum.accumulate(np.where(given.heading, given.order, -1))
    return [mean.take(part), np.where(last >= 0, given.logits.take(last), FAR_LOGIT)]


def _stories_told(given: _Given) -> list[Values]:
    """Whether the block's story has the title, whether another one has, which one it is, and how many there are."""
    columns = np.zeros((4, given.size))
    inside = np.flatnonzero(given.frame.kind >= 0)
    if len(inside):
        title = (given.base[inside, _IN_TITLE] > 0) & given.heading.take(inside)
        rows, story = np.unique(given.frame.story.take(inside), return_inverse=True)
        kind = np.zeros(len(rows), np.intp)
        kind[story] = given.frame.kind.take(inside)
        has = np.bincount(story, title) > 0
        earliest = np.full(int(kind.max()) + 1, len(rows))
        np.minimum.at(earliest, kind, np.arange(len(rows)))
        columns[0, inside] = has.take(story)
        columns[1, inside] = (np.bincount(kind, has).take(kind) > has).take(story)
        columns[2, inside] = (np.arange(len(rows)) - earliest.take(kind)).take(story)
        columns[3, inside] = np.bincount(kind).take(kind).take(story)
    return [*columns]


def _whole(given: _Given) -> list[Values]:
    """Where the block is in the order of chances, and the page as a whole."""
    weight, chance, gain = given.weight, given.chance, given.gain
    order = (-chance).argsort(kind="stable")
    sorted_weight = weight.take(order)
    above = np.empty(given.size)
    above[order] = np.cumsum(sorted_weight) - sorted_weight
    total, size = float(given.running_gain[-1]), float(_running(weight)[-1])
    doubtful = float(_running(weight * ((chance > DOUBTFUL) & ~given.certain))[-1])
    sure = float(_running(gain * given.certain)[-1])
    page = (float(np.log(total + 1)), total / size, doubtful / total, sure / total, float(gain.max()) / total)
    return [above / total, *(np.full(given.size, value) for value in page)]


PARTS: Sequence[tuple[Sequence[str], Callable[[_Given], list[Values]]]] = (
    (("logit", *(f"logit{step:+d}" for step in NEIGHBOURS)), _neighbours),
    (
        ("words_since_certain", "words_to_certain", "from_first_certain", "from_last_certain", "certain_before"),
        _certain,
    ),
    ((*(f"up{n}_chance" for n in range(1, LEVELS + 1)), *(f"up{n}_expected" for n in range(1, LEVELS + 1))), _levels),
    (tuple(f"core{share:.0%}_{what}" for share in CORES for what in ("away", "pure", "levels")), _cores),
    (("path_logit", "path_blocks", "shape_logit", "shape_blocks"), _alike),
    (("below_heading", "heading_logit"), _headings),
    (("story_title", "other_title", "story_number", "stories"), _stories_told),
    (("above", "page_expected", "page_share", "page_doubtful", "page_certain", "page_largest"), _whole),
)
# Features of the first pass that are looked at again: those that the trees asked for most when all were on offer.
BASE = (
    "words", "word_length", "stops_per_word", "commas_per_word", "upper_share", "texts", "ends_stop", "hidden", "place", "depth",
    "since_heading", "words_since_heading", "from_h1", "in_title", "copies", "first_copy", "around2_words", "around2_links",
    "around6_words", "around6_links", "up1_words", "up2_words", "up2_prose", "up3_links", "best_ratio", "best_share", "from_best",
    "prose_ratio", "from_prose", "path_count", "path_share", "path_links", "group_count", "page_words", "page_blocks", "page_links",
    "page_p", "page_comment", "page_price", "page_long", "page_prose", "in_main", "in_article", "in_footer", "in_table", "in_ul",
)  # fmt: skip
NAMES = (*(name for names, _ in PARTS for name in names), *BASE)
_BASE = [features.NAMES.index(name) for name in BASE]
_PAGE_EXPECTED = NAMES.index("page_expected")
_HEADING, _IN_TITLE = (features.NAMES.index(name) for name in ("heading", "in_title"))
