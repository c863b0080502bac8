"""Columns to matrix: what the network sees of each text block.

One row per block, one column per name of `NAMES`. Groups are small functions over the page's columns; each returns its
features in the order of its names. The model file carries the names and is refused when they differ.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio.dom import chars, tags, words
from sectio.dom.blocks import Blocks, blocks
from sectio.dom.page import Ints, Mask, Page
from sectio.dom.tree import child_sum, nearest_ancestor, subtree_sum

Matrix = NDArray[np.float32]
Values = NDArray[Any]

LEVELS = 4
WINDOWS = (2, 6, 16)
CONTAINERS = (
    "nav", "header", "footer", "aside", "main", "article", "section", "form", "table", "ul", "ol", "dl", "blockquote",
    "figure", "button", "select", "details", "pre", "address", "td", "th", "noscript", "label", "fieldset",
)  # fmt: skip
PARENTS = (
    "p", "li", "td", "th", "div", "span", "a", "dt", "dd", "figcaption", "pre", "code", "label", "button", "option",
    "strong", "b", "em", "i", "time", "small", "font", "caption", "summary", "body", "section", "article", "blockquote",
)  # fmt: skip
ROLES = (
    "navigation", "banner", "contentinfo", "complementary", "main", "search", "dialog", "article", "articlebody",
    "comment", "text", "description", "list", "menu",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Context:
    """What several groups need, computed once for a page."""

    page: Page
    cut: Blocks

    @cached_property
    def words(self) -> Values:
        """Words of each block."""
        return self.cut.sum(self.page.counts.words)

    @cached_property
    def in_link(self) -> Mask:
        """Per text node: is it inside a link?"""
        return self.page.in_link[self.page.text_rows]

    @cached_property
    def link_words(self) -> Values:
        """Words of each block that stand in links."""
        return self.cut.sum(self.page.counts.words * self.in_link)

    @cached_property
    def stops(self) -> Values:
        """Sentence marks of each block."""
        return self.cut.sum(self.page.counts.stops)

    @cached_property
    def total(self) -> float:
        """Words of the page, at least one."""
        return max(float(self.words.sum()), 1.0)

    @cached_property
    def container(self) -> Ints:
        """The innermost block-level element around each block."""
        around = nearest_ancestor(self.page, self.page.is_block)
        return np.maximum(around[self.cut.node], 0)

    @cached_property
    def below(self) -> dict[str, Values]:
        """Measures of every subtree of the page."""
        page, counts = self.page, self.page.counts
        shown = page.words
        first = np.zeros(len(page))
        first[self.cut.node] = 1
        return {
            "words": subtree_sum(page, shown),
            "links": subtree_sum(page, shown * page.in_link),
            "stops": subtree_sum(page, page.spread(counts.stops)),
            "elements": subtree_sum(page, page.is_element),
            "blocks": subtree_sum(page, first),
            "prose": subtree_sum(page, shown * self.in_paragraph),
        }

    @cached_property
    def in_paragraph(self) -> Mask:
        """Rows whose parent is a paragraph or stands in one."""
        page = self.page
        near = nearest_ancestor(page, page.is_block)
        return page.is_tag("p")[np.maximum(near, 0)]

    @cached_property
    def attribute_marks(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Per row: groups its class and id speak of, as bits; a hash of its tag and class."""
        page = self.page
        bits, hashes = page.class_words
        bits = bits.copy()
        bits[:2] = 0  # classes of html and body say what kind of page it is, of every block alike
        return bits, page.tag.astype(np.int64) * 0x9E3779B1 + hashes

    @cached_property
    def inherited(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Per row: class groups of the row or an ancestor; containers and roles of the row or an ancestor."""
        page = self.page
        both = np.empty((len(page), 2), np.int64)
        both[:, 0], both[:, 1] = self.attribute_marks[0], _CONTAINER_BITS[page.tag]
        for attribute in ("role", "itemprop"):
            for row, value in page.source.having(attribute).items():
                bit = _ROLE_BITS.get(value.lower())
                if bit:
                    both[row, 1] |= bit
        jump = page.parent.astype(np.int64)
        while True:
            both |= both[jump]
            if not jump.any():
                return both[:, 0], both[:, 1]
            jump = jump[jump]


_CONTAINER_BITS = np.zeros(32768, np.int64)
_CONTAINER_BITS[[tags.CODE[name] for name in CONTAINERS]] = [1 << bit for bit in range(len(CONTAINERS))]
_ROLE_BITS = {name: 1 << (len(CONTAINERS) + bit) for bit, name in enumerate(ROLES)}
_PARENT_CODES = np.array([tags.CODE[name] for name in PARENTS], np.int16)


def _log(values: Values) -> Values:
    return np.log1p(np.maximum(values, 0))


def _ratio(part: Values, whole: Values) -> Values:
    return part / np.maximum(whole, 1)


# The groups: names, then a function from the context to as many columns


TEXT_NAMES = (
    "words", "chars", "word_length", "stops", "stops_per_word", "commas", "commas_per_word", "upper_share", "digit_share",
    "monies", "rules", "cjk_share", "link_share", "link_words", "texts", "ends_stop", "ends_comma", "starts_upper",
    "starts_digit", "starts_rule", "one_word", "no_words", "hidden", "in_link_whole", "counting",
)  # fmt: skip


def _text(context: Context) -> list[Values]:
    counts, cut, count = context.page.counts, context.cut, context.words
    length, stops = cut.sum(counts.length), context.stops
    commas, solid = cut.sum(counts.commas), np.maximum(cut.sum(counts.length), 1)
    share = _ratio(context.link_words, count)
    last, first = counts.last_bits[cut.last - 1], counts.first_bits[cut.first]
    hidden = context.page.hidden[cut.node]
    return [
        _log(count), _log(length), _log(length / np.maximum(count, 1)), _log(stops), _ratio(stops, count), _log(commas),
        _ratio(commas, count), cut.sum(counts.upper) / solid, cut.sum(counts.digits) / solid, _log(cut.sum(counts.monies)),
        _log(cut.sum(counts.rules)), cut.sum(counts.cjk) / solid, share, _log(context.link_words),
        _log(cut.last - cut.first), (last & chars.STOP) > 0, (last & chars.COMMA) > 0, (first & chars.UPPER) > 0,
        (first & chars.DIGIT) > 0, (first & chars.RULE) > 0, count == 1, count == 0, hidden, share > 0.9, _counting(context),
    ]  # fmt: skip


def _counting(context: Context) -> Values:
    """Numbers one after the other: the line numbers beside code, the pages of a pager."""
    texts, cut = context.page.texts, context.cut
    length = cut.sum(context.page.counts.length)
    numbers = np.full(len(cut) + 2, -9)
    for i in np.flatnonzero((length <= 4) & (cut.sum(context.page.counts.digits) == length)).tolist():
        text = texts[cut.first[i]].strip()
        if text.isdecimal():
            numbers[i + 1] = int(text)
    here = numbers[1:-1]
    return np.asarray((here >= 0) & ((here == numbers[:-2] + 1) | (here == numbers[2:] - 1)))


PLACE_NAMES = (
    "place", "words_before", "words_after", "depth", "heading", "since_heading", "words_since_heading", "last_heading",
    "after_h1", "from_h1", "is_title", "in_title", "copies", "first_copy",
)  # fmt: skip


def _place(context: Context) -> list[Values]:
    page, cut, count = context.page, context.cut, context.words
    size = len(cut)
    order = np.arange(size)
    before = np.cumsum(count) - count
    level = page.heading[nearest_heading(page)][cut.node]
    last_heading = np.maximum.accumulate(np.where(level > 0, order, -1))
    since = order - last_heading
    h1 = np.flatnonzero(level == 1)
    from_h1 = order - (h1[0] if len(h1) else -1)
    is_title, in_title = _title_marks(context)
    copies, first_copy = _copies(context)
    place_of_last = np.maximum(last_heading, 0)
    return [
        order / max(size - 1, 1), before / context.total, (context.total - before - count) / context.total,
        page.depth[cut.node] / 10, level, _log(since), _log(before - before[place_of_last]),
        np.where(last_heading >= 0, level[place_of_last], 0), from_h1 >= 0 if len(h1) else np.zeros(size),
        np.sign(from_h1) * _log(np.abs(from_h1)), is_title, in_title, copies, first_copy,
    ]  # fmt: skip


def nearest_heading(page: Page) -> Ints:
    """The heading each row stands in, or row 0 (which is none)."""
    return np.maximum(nearest_ancestor(page, page.heading > 0, include_self=True), 0)


def _title_marks(context: Context) -> tuple[Values, Values]:
    """Is the block the page's title, or a part of it?"""
    title = chars.normalise(context.page.source.head().title).lower()
    size = len(context.cut)
    same, inside = np.zeros(size), np.zeros(size)
    texts, length = context.page.texts, context.page.counts.length[context.cut.first]
    for i in np.flatnonzero((length >= 4) & (length <= len(title))).tolist():
        text = texts[context.cut.first[i]].strip().lower()
        if text in title:
            inside[i] = 1
            same[i] = 2 * len(text) > len(title)
    return same, inside


def _copies(context: Context) -> tuple[Values, Values]:
    """How often the block's first text stands on the page, and whether this is the first time."""
    seen: dict[str, int] = {}
    texts = [context.page.texts[i].strip() for i in context.cut.first.tolist()]
    firsts = np.fromiter((seen.setdefault(text, i) for i, text in enumerate(texts)), np.int64, len(texts))
    counts = np.bincount(firsts, minlength=len(texts))
    return _log(counts[firsts] - 1), firsts == np.arange(len(texts))


WINDOW_NAMES = tuple(
    f"{side}{width}_{what}" for width in WINDOWS for side in ("around", "after") for what in ("words", "links", "stops")
)


def _window(context: Context) -> list[Values]:
    """Words, link share and sentence marks of the blocks around and after each block."""
    size = len(context.cut)
    order = np.arange(size)
    sums = [np.concatenate(([0.0], np.cumsum(v))) for v in (context.words, context.link_words, context.stops)]
    columns: list[Values] = []
    for width in WINDOWS:
        for low in (np.maximum(order - width, 0), order):
            high = np.minimum(order + width + 1, size)
            count, links, stops = (running[high] - running[low] for running in sums)
            columns += [_log(count), _ratio(links, count), _ratio(stops, count)]
    return columns


ANCESTOR_NAMES = tuple(
    f"up{level}_{what}"
    for level in range(1, LEVELS + 1)
    for what in ("words", "share", "links", "stops", "density", "block_words", "prose", "blocks", "height")
)


def _ancestors(context: Context) -> list[Values]:
    """Measures of the four nearest ancestors that each hold more text than the one below."""
    page, below = context.page, context.below
    count = below["words"]
    grows = count[page.parent] > count
    top = nearest_ancestor(page, grows, include_self=True)
    top = np.where(top < 0, 0, top)
    node = top[context.container]
    columns: list[Values] = []
    for level in range(LEVELS):
        if level:
            node = top[page.parent[node]]
        own, elements, inside = count[node], below["elements"][node], below["blocks"][node]
        columns += [
            _log(own), own / context.total, _ratio(below["links"][node], own), _ratio(below["stops"][node], own),
            _log(own / np.maximum(elements, 1)), _log(own / np.maximum(inside, 1)), _ratio(below["prose"][node], own), _log(inside),
            page.depth[node] / 10,
        ]  # fmt: skip
    return columns


BEST_NAMES = (
    "in_best", "best_ratio", "best_share", "best_depth", "from_best", "in_dense", "dense_ratio", "in_prose", "prose_ratio",
    "from_prose",
)  # fmt: skip


def _best(context: Context) -> list[Values]:
    """Where the block stands to the page's best article node, by three ways of scoring nodes."""
    page, below = context.page, context.below
    count, links = below["words"], below["links"]
    clean = 1 - _ratio(links, count)
    worth = np.where(
        context.words >= 5, 1 + context.cut.sum(page.counts.commas) + np.minimum(context.words / 15, 3), 0
    ) * (1 - _ratio(context.link_words, context.words))
    first = np.bincount(page.parent[context.container], weights=worth, minlength=len(page))
    readable = (first + 0.5 * child_sum(page, first)) * clean
    dense = (
        child_sum(page, np.maximum(count - links, 0) / np.maximum(below["elements"], 1) * np.log1p(count))
        * page.is_element
    )
    prose = child_sum(page, page.is_tag("p") * (count - links))
    stacked = np.stack((readable, dense, prose), axis=1)
    above = _path_max(page, stacked)[context.cut.node] / np.maximum(stacked.max(axis=0), 1e-9)
    nodes = [int(node) for node in stacked.argmax(axis=0)]
    (in_best, from_best), (in_dense, _), (in_prose, from_prose) = (_to_node(context, node) for node in nodes)
    size, best = len(context.cut), nodes[0]
    return [
        in_best, above[:, 0], np.full(size, count[best] / context.total), np.full(size, page.depth[best] / 10), from_best,
        in_dense, above[:, 1], in_prose, above[:, 2], from_prose,
    ]  # fmt: skip


def _path_max(page: Page, values: Values) -> Values:
    """Largest values on the path from the root to each node, for several columns at once."""
    best, jump = values, page.parent.astype(np.int64)
    while jump.any():
        best = np.maximum(best, best[jump])
        jump = jump[jump]
    return np.asarray(np.maximum(best, best[0]))


def _to_node(context: Context, node: int) -> tuple[Values, Values]:
    """Which blocks the node holds, and how many blocks away it is, before (negative) or behind."""
    nodes = context.cut.node
    low, high = np.searchsorted(nodes, (node, int(context.page.end[node])))
    order = np.arange(len(nodes))
    away = np.where(order < low, order - low, np.where(order >= high, order - high + 1, 0))
    return (order >= low) & (order < high), np.sign(away) * _log(np.abs(away))


PATH_NAMES = (
    "path_count", "path_words", "path_share", "path_links", "path_stops", "path_run", "group_count", "group_words",
    "group_share", "group_links", "same_as_last", "same_as_next",
)  # fmt: skip


def _paths(context: Context) -> list[Values]:
    """Repetition: blocks with the same path of tags and classes, and with the same parent path, taken together."""
    page, cut = context.page, context.cut
    path = _path_hashes(page, context.attribute_marks[1])
    columns: list[Values] = []
    inner = page.parent[cut.node]
    size = len(cut)
    for which, keys in (("path", path[inner]), ("group", path[page.parent[context.container]])):
        _, group = np.unique(keys, return_inverse=True)
        number = np.bincount(group)
        sums = [np.bincount(group, weights=v) for v in (context.words, context.link_words, context.stops)]
        count, links, stops = (s[group] for s in sums)
        columns += [_log(number[group]), _log(count / number[group]), count / context.total, _ratio(links, count)]
        if which == "path":
            same = np.zeros(size, bool)
            same[1:] = group[1:] == group[:-1]
            run = np.cumsum(~same)
            columns += [_ratio(stops, count), _log(np.bincount(run)[run])]
            following = np.append(same[1:], False)
    return [*columns, same, following]


def _path_hashes(page: Page, labels: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A hash of the labels on the path from the root to each node (64-bit sums that wrap around)."""
    with np.errstate(over="ignore"):
        mixed = labels.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        mixed *= (page.depth.astype(np.uint64) + np.uint64(1)) * np.uint64(0xBF58476D1CE4E5B9) | np.uint64(1)
        running = np.cumsum(mixed)
        total = np.concatenate((np.zeros(1, np.uint64), running))
        # What closed subtrees added is taken off again where they close.
        own = np.argsort(page.end, kind="stable")
        closed = np.concatenate((np.zeros(1, np.uint64), np.cumsum(mixed[own])))
        gone = np.searchsorted(page.end[own], np.arange(len(page)), side="right")
        return np.asarray(total[1:] - closed[gone], np.uint64)


MARK_NAMES = tuple(f"in_{name}" for name in CONTAINERS) + tuple(f"role_{name}" for name in ROLES)
CLASS_NAMES = tuple(f"class_{name}" for name in words.GROUPS)
NEAR_NAMES = tuple(f"near_{name}" for name in words.GROUPS)
PARENT_NAMES = tuple(f"parent_{name}" for name in PARENTS)


def _bits(values: NDArray[np.int64], count: int) -> Values:
    return (values[None, :] >> np.arange(count)[:, None]) & 1


def _marks(context: Context) -> Values:
    return _bits(context.inherited[1][context.cut.node], len(MARK_NAMES))


def _classes(context: Context) -> Values:
    return _bits(context.inherited[0][context.cut.node], len(CLASS_NAMES))


def _near(context: Context) -> Values:
    """Class words of the three nearest elements alone."""
    own = context.attribute_marks[0]
    page = context.page
    node = page.parent[context.cut.node]
    near = own[node]
    for _ in range(2):
        node = page.parent[node]
        near = near | own[node]
    return _bits(near, len(NEAR_NAMES))


def _parents(context: Context) -> Values:
    page = context.page
    return np.asarray(page.tag[page.parent[context.cut.node]] == _PARENT_CODES[:, None])


PAGE_NAMES = (
    "page_words", "page_blocks", "page_links", "page_block_words", "page_prose", "page_p", "page_li", "page_table",
    "page_h", "page_img", "page_input", "page_time", "page_comment", "page_price", "page_monies", "page_cjk", "page_pre",
    "page_article", "page_depth", "page_long",
)  # fmt: skip


def _page(context: Context) -> list[Values]:
    """The page as a whole, the same for each of its blocks."""
    page, total, counts = context.page, context.total, context.page.counts
    own = context.attribute_marks[0]
    groups = list(words.GROUPS)

    def spoken(*names: str) -> float:
        mask = sum(1 << groups.index(name) for name in names)
        return float(np.log1p(((own & mask) > 0).sum()))

    numbers = np.bincount(page.tag, minlength=len(page.tag_names))

    def tagged(*names: str) -> float:
        return float(np.log1p(sum(numbers[tags.CODE[name]] for name in names)))

    size = len(context.cut)
    values = [
        np.log1p(total), np.log1p(size), context.link_words.sum() / total, np.log1p(total / max(size, 1)),
        context.below["prose"][0] / total, tagged("p"), tagged("li"), tagged("td", "th"), tagged("h1", "h2", "h3", "h4"),
        tagged("img"), tagged("input", "textarea", "select"), tagged("time"), spoken("comment", "reply", "thread"),
        spoken("price", "product"), np.log1p(counts.monies.sum()), counts.cjk.sum() / total, tagged("pre", "code"),
        tagged("article"), page.depth[page.text_rows].mean() / 10 if len(page.texts) else 0,
        np.log1p((context.words > 30).sum()),
    ]  # fmt: skip
    return [np.full(size, value) for value in values]


# Measures first, then marks (0 or 1): the network scales and clips the first and takes the others as they are.
MEASURES: dict[str, tuple[Sequence[str], Callable[[Context], list[Values]]]] = {
    "text": (TEXT_NAMES, _text),
    "place": (PLACE_NAMES, _place),
    "window": (WINDOW_NAMES, _window),
    "ancestors": (ANCESTOR_NAMES, _ancestors),
    "best": (BEST_NAMES, _best),
    "paths": (PATH_NAMES, _paths),
    "page": (PAGE_NAMES, _page),
}
MARKS: dict[str, tuple[Sequence[str], Callable[[Context], Values]]] = {
    "marks": (MARK_NAMES, _marks),
    "classes": (CLASS_NAMES, _classes),
    "near": (NEAR_NAMES, _near),
    "parents": (PARENT_NAMES, _parents),
}
GROUPS: dict[str, Sequence[str]] = {name: names for table in (MEASURES, MARKS) for name, (names, _) in table.items()}
NAMES: tuple[str, ...] = tuple(name for names in GROUPS.values() for name in names)
MEASURE_COUNT = sum(len(names) for names, _ in MEASURES.values())


def matrix(page: Page) -> tuple[Matrix, Blocks]:
    """The feature matrix of a page's text blocks, and the blocks."""
    cut = blocks(page)
    if not len(cut):
        return np.zeros((0, len(NAMES)), np.float32), cut
    context = Context(page, cut)
    filled = np.empty((len(NAMES), len(cut)), np.float32)
    row = 0
    for _, measure in MEASURES.values():
        for column in measure(context):
            filled[row] = column
            row += 1
    for names, mark in MARKS.values():
        filled[row : row + len(names)] = mark(context)
        row += len(names)
    return filled.T, cut
