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
from sectio.dom.page import Ints, Page
from sectio.dom.tree import child_sum, nearest_ancestor, path_sum

Matrix = NDArray[np.float32]
Values = NDArray[Any]

LEVELS = 4
MAX_DIGITS = 6  # a number with more counts no lines
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
    def sums(self) -> dict[str, Values]:
        """Characters, words, marks and words in links of each block."""
        counts = self.page.counts
        columns = {name: getattr(counts, name) for name in COUNTS}
        columns["links"] = counts.words * self.page.in_link[self.page.text_rows]
        return dict(zip(columns, self.cut.sum(np.stack([*columns.values()])), strict=True))

    @property
    def words(self) -> Values:
        """Words of each block."""
        return self.sums["words"]

    @property
    def link_words(self) -> Values:
        """Words of each block that stand in links."""
        return self.sums["links"]

    @property
    def stops(self) -> Values:
        """Sentence marks of each block."""
        return self.sums["stops"]

    @cached_property
    def total(self) -> float:
        """Words of the page, at least one."""
        return max(float(self.words.sum()), 1.0)

    @cached_property
    def first_texts(self) -> list[str]:
        """The first text of each block."""
        texts = self.page.texts
        return [texts[i].strip() for i in self.cut.first.tolist()]

    @cached_property
    def around(self) -> Ints:
        """The innermost block-level element around each row of the page."""
        return np.maximum(nearest_ancestor(self.page, self.page.is_block), 0)

    @cached_property
    def container(self) -> Ints:
        """The innermost block-level element around each block."""
        return self.around[self.cut.node]

    @cached_property
    def below(self) -> dict[str, Values]:
        """Measures of every subtree of the page: sums of what its rows hold, as differences of running sums."""
        page, counts = self.page, self.page.counts
        rows, in_paragraph = page.text_rows, page.is_tag("p")[self.around[page.text_rows]]
        running = np.zeros((len(BELOW), len(page) + 1), np.int32)
        held = running[:, 1:]
        held[:4, rows] = counts.words, counts.words * page.in_link[rows], counts.stops, counts.words * in_paragraph
        held[4], held[5, self.cut.node] = page.is_element, 1
        np.cumsum(running, axis=1, out=running)
        return dict(zip(BELOW, running.take(page.end, axis=1) - running[:, :-1], strict=True))

    @cached_property
    def attribute_marks(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Per row: groups its class and id speak of, as bits; a number for its tag and class."""
        page = self.page
        bits, numbers = page.class_words
        bits = bits.copy()
        bits[:2] = 0  # classes of html and body say what kind of page it is, of every block alike
        return bits, numbers * len(page.tag_names) + page.tag

    @cached_property
    def inherited(self) -> NDArray[np.int64]:
        """Per row: class groups of the row or an ancestor; containers and roles of the row or an ancestor."""
        page = self.page
        both = np.stack((self.attribute_marks[0], _CONTAINER_BITS[page.tag]), axis=1)
        for attribute in ("role", "itemprop"):
            for row, value in page.source.having(attribute).items():
                both[row, 1] |= _ROLE_BITS.get(value.lower(), 0)
        for jump in page.jumps:
            both |= both.take(jump, axis=0)
        both |= both[0]
        return both


COUNTS = ("words", "length", "stops", "commas", "upper", "digits", "monies", "rules", "cjk")
BELOW = ("words", "links", "stops", "prose", "elements", "blocks")
_CONTAINER_BITS = np.zeros(32768, np.int64)
_CONTAINER_BITS[[tags.CODE[name] for name in CONTAINERS]] = [1 << bit for bit in range(len(CONTAINERS))]
_ROLE_BITS = {name: 1 << (len(CONTAINERS) + bit) for bit, name in enumerate(ROLES)}
_PARENT_CODES = np.array([tags.CODE[name] for name in PARENTS], np.int16)


def _ratio(part: Values, whole: Values) -> Values:
    return part / np.maximum(whole, 1)


# The groups: names, then a function from the context to as many columns. Those that `LOGS` names are taken to their
# logarithm afterwards, all at once.


TEXT_NAMES = (
    "words", "chars", "word_length", "stops", "stops_per_word", "commas", "commas_per_word", "upper_share", "digit_share",
    "monies", "rules", "cjk_share", "link_share", "link_words", "texts", "ends_stop", "ends_comma", "starts_upper",
    "starts_digit", "starts_rule", "one_word", "no_words", "hidden", "in_link_whole", "counting",
)  # fmt: skip


def _text(context: Context) -> list[Values]:
    counts, cut, sums = context.page.counts, context.cut, context.sums
    count, length, commas = sums["words"], sums["length"], sums["commas"]
    solid = np.maximum(length, 1)
    share = _ratio(sums["links"], count)
    last, first = counts.last_bits[cut.last - 1], counts.first_bits[cut.first]
    return [
        count, length, _ratio(length, count), sums["stops"], _ratio(sums["stops"], count), commas, _ratio(commas, count),
        sums["upper"] / solid, sums["digits"] / solid, sums["monies"], sums["rules"], sums["cjk"] / solid, share,
        sums["links"], cut.last - cut.first, (last & chars.STOP) > 0, (last & chars.COMMA) > 0, (first & chars.UPPER) > 0,
        (first & chars.DIGIT) > 0, (first & chars.RULE) > 0, count == 1, count == 0, context.page.hidden[cut.node],
        share > 0.9, _counting(context),
    ]  # fmt: skip


def _counting(context: Context) -> Values:
    """Numbers one after the other, in one block or from block to block: line numbers beside code, pages of a pager."""
    sums, size = context.sums, len(context.words)
    first, last = np.full(size + 2, -9), np.full(size + 2, -9)
    run = np.zeros(size, bool)
    # All digits, with one white space at most before each number.
    for i in np.flatnonzero((sums["digits"] > 0) & (sums["digits"] + context.words >= sums["length"])).tolist():
        numbers = context.cut.text(i).split()
        if max(map(len, numbers)) <= MAX_DIGITS and all(map(str.isdecimal, numbers)):
            first[i + 1], last[i + 1] = int(numbers[0]), int(numbers[-1])
            run[i] = len(numbers) > 1 and list(map(int, numbers)) == list(range(first[i + 1], last[i + 1] + 1))
    here = first[1:-1] >= 0
    return np.asarray(run | (here & ((first[1:-1] == last[:-2] + 1) | (last[1:-1] == first[2:] - 1))))


PLACE_NAMES = (
    "place", "words_before", "words_after", "depth", "heading", "since_heading", "words_since_heading", "last_heading",
    "after_h1", "from_h1", "is_title", "in_title", "copies", "first_copy",
)  # fmt: skip


def _place(context: Context) -> list[Values]:
    page, cut, count = context.page, context.cut, context.words
    size = len(cut)
    order = np.arange(size)
    before = np.cumsum(count) - count
    level = page.heading[nearest_heading(page)[cut.node]]
    last_heading = np.maximum.accumulate(np.where(level > 0, order, -1))
    since = order - last_heading
    h1 = np.flatnonzero(level == 1)
    from_h1 = order - (h1[0] if len(h1) else -1)
    is_title, in_title = _title_marks(context)
    copies, first_copy = _copies(context)
    place_of_last = np.maximum(last_heading, 0)
    return [
        order / max(size - 1, 1), before / context.total, (context.total - before - count) / context.total,
        page.depth[cut.node] / 10, level, since, before - before[place_of_last],
        np.where(last_heading >= 0, level[place_of_last], 0), from_h1 >= 0 if len(h1) else np.zeros(size), from_h1,
        is_title, in_title, copies, first_copy,
    ]  # fmt: skip


def nearest_heading(page: Page) -> Ints:
    """The heading each row stands in, or row 0 (which is none)."""
    return np.maximum(nearest_ancestor(page, page.heading > 0, include_self=True), 0)


def _title_marks(context: Context) -> tuple[Values, Values]:
    """Is the block the page's title, or a part of it?"""
    title = chars.normalise(context.page.source.head().title).lower()
    size = len(context.cut)
    same, inside = np.zeros(size), np.zeros(size)
    length = context.page.counts.length[context.cut.first]
    for i in np.flatnonzero((length >= 4) & (length <= len(title))).tolist():
        text = context.first_texts[i].lower()
        if text in title:
            inside[i] = 1
            same[i] = 2 * len(text) > len(title)
    return same, inside


def _copies(context: Context) -> tuple[Values, Values]:
    """How often the block's first text stands on the page otherwise, and whether this is the first time."""
    seen: dict[str, int] = {}
    order = range(len(context.cut))
    firsts = np.fromiter(map(seen.setdefault, context.first_texts, order), np.intp, len(order))
    return np.bincount(firsts)[firsts] - 1, firsts == np.arange(len(order))


WINDOW_NAMES = tuple(
    f"{side}{width}_{what}" for width in WINDOWS for side in ("around", "after") for what in ("words", "links", "stops")
)


def _window(context: Context) -> Values:
    """Words, link share and sentence marks of the blocks around and after each block."""
    size = len(context.cut)
    order, reach = np.arange(size), np.array(WINDOWS)[:, None]
    running = np.zeros((3, size + 1))
    np.cumsum((context.words, context.link_words, context.stops), axis=1, out=running[:, 1:])
    until = running.take(np.minimum(order + reach + 1, size), axis=1)
    since = running.take(np.maximum(order - reach, 0), axis=1)
    sums = np.stack((until - since, until - running[:, None, :-1]), axis=2)
    sums[1:] /= np.maximum(sums[0], 1)
    # From what × width × side to width × side × what.
    return sums.transpose(1, 2, 0, 3).reshape(len(WINDOW_NAMES), size)


ANCESTOR_NAMES = tuple(
    f"up{level}_{what}"
    for level in range(1, LEVELS + 1)
    for what in ("words", "share", "links", "stops", "density", "block_words", "prose", "blocks", "height")
)


def _ancestors(context: Context) -> Values:
    """Measures of the four nearest ancestors that each hold more text than the one below."""
    page, below = context.page, context.below
    grows = below["words"][page.parent] > below["words"]
    top = np.maximum(nearest_ancestor(page, grows, include_self=True), 0)
    nodes = [top[context.container]]
    while len(nodes) < LEVELS:
        nodes.append(top[page.parent[nodes[-1]]])
    node = np.stack(nodes)
    own, links, stops, prose, elements, inside = (below[name].take(node) for name in BELOW)
    held = np.maximum(own, 1)
    columns = (
        own, own / context.total, links / held, stops / held, _ratio(own, elements), _ratio(own, inside), prose / held,
        inside, page.depth[node] / 10,
    )  # fmt: skip
    return np.stack(columns, axis=1).reshape(len(ANCESTOR_NAMES), len(context.cut))


BEST_NAMES = (
    "in_best", "best_ratio", "best_share", "best_depth", "from_best", "in_dense", "dense_ratio", "in_prose", "prose_ratio",
    "from_prose",
)  # fmt: skip


def _best(context: Context) -> list[Values]:
    """Where the block stands to the page's best article node, by three ways of scoring nodes."""
    page, below = context.page, context.below
    count, links = below["words"], below["links"]
    clean = 1 - _ratio(links, count)
    worth = np.where(context.words >= 5, 1 + context.sums["commas"] + np.minimum(context.words / 15, 3), 0) * (
        1 - _ratio(context.link_words, context.words)
    )
    first = np.bincount(page.parent[context.container], weights=worth, minlength=len(page))
    readable = (first + 0.5 * child_sum(page, first)) * clean
    dense = (
        child_sum(page, np.maximum(count - links, 0) / np.maximum(below["elements"], 1) * np.log1p(count))
        * page.is_element
    )
    prose = child_sum(page, page.is_tag("p") * (count - links))
    stacked = np.stack((readable, dense, prose), axis=1)
    above = _path_max(page, stacked).take(context.cut.node, axis=0) / np.maximum(stacked.max(axis=0), 1e-9)
    nodes = [int(node) for node in stacked.argmax(axis=0)]
    (in_best, from_best), (in_dense, _), (in_prose, from_prose) = (_to_node(context, node) for node in nodes)
    size, best = len(context.cut), nodes[0]
    return [
        in_best, above[:, 0], np.full(size, count[best] / context.total), np.full(size, page.depth[best] / 10), from_best,
        in_dense, above[:, 1], in_prose, above[:, 2], from_prose,
    ]  # fmt: skip


def _path_max(page: Page, values: Values) -> Values:
    """Largest values on the path from the root to each node, for several columns at once."""
    best = values
    for jump in page.jumps:
        best = np.maximum(best, best.take(jump, axis=0))
    return np.asarray(np.maximum(best, best[0]))


def _to_node(context: Context, node: int) -> tuple[Values, Values]:
    """Which blocks the node holds, and how many blocks away it is, before (negative) or behind."""
    nodes = context.cut.node
    low, high = np.searchsorted(nodes, (node, int(context.page.end[node])))
    order = np.arange(len(nodes))
    away = np.minimum(order - low, 0) + np.maximum(order - high + 1, 0)
    return away == 0, away


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
        number = np.bincount(group)[group]
        sums = [np.bincount(group, weights=v)[group] for v in (context.words, context.link_words, context.stops)]
        count, links, stops = sums
        columns += [number, count / number, count / context.total, _ratio(links, count)]
        if which == "path":
            same = np.zeros(size, bool)
            same[1:] = group[1:] == group[:-1]
            run = np.cumsum(~same)
            columns += [_ratio(stops, count), np.bincount(run)[run]]
            following = np.append(same[1:], False)
    return [*columns, same, following]


def _path_hashes(page: Page, labels: NDArray[np.int64]) -> Values:
    """A hash of the labels on the path from the root to each node: a sum of 32-bit numbers, exact in a float."""
    with np.errstate(over="ignore"):
        mixed = labels.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        mixed *= (page.depth.astype(np.uint64) + np.uint64(1)) * np.uint64(0xBF58476D1CE4E5B9) | np.uint64(1)
    return path_sum(page, (mixed >> np.uint64(32)).astype(np.float64))


MARK_NAMES = tuple(f"in_{name}" for name in CONTAINERS) + tuple(f"role_{name}" for name in ROLES)
CLASS_NAMES = tuple(f"class_{name}" for name in words.GROUPS)
NEAR_NAMES = tuple(f"near_{name}" for name in words.GROUPS)
PARENT_NAMES = tuple(f"parent_{name}" for name in PARENTS)


def _marks(context: Context) -> Values:
    return words.bits_apart(context.inherited.take(context.cut.node, axis=0)[:, 1], len(MARK_NAMES)).T


def _classes(context: Context) -> Values:
    return words.bits_apart(context.inherited.take(context.cut.node, axis=0)[:, 0], len(CLASS_NAMES)).T


def _near(context: Context) -> Values:
    """Class words of the three nearest elements alone."""
    own = context.attribute_marks[0]
    page = context.page
    node = page.parent[context.cut.node]
    near = own[node]
    for _ in range(2):
        node = page.parent[node]
        near = near | own[node]
    return words.bits_apart(near, len(NEAR_NAMES)).T


def _parents(context: Context) -> Values:
    page = context.page
    return np.asarray(page.tag[page.parent[context.cut.node]] == _PARENT_CODES[:, None])


PAGE_NAMES = (
    "page_words", "page_blocks", "page_links", "page_block_words", "page_prose", "page_p", "page_li", "page_table",
    "page_h", "page_img", "page_input", "page_time", "page_comment", "page_price", "page_monies", "page_cjk", "page_pre",
    "page_article", "page_depth", "page_long",
)  # fmt: skip


def _page(context: Context) -> Values:
    """The page as a whole, the same for each of its blocks: one number a feature."""
    page, total, counts = context.page, context.total, context.page.counts
    own = context.attribute_marks[0]

    def spoken(*names: str) -> int:
        return int(np.count_nonzero(own & words.mask(*names)))

    numbers = np.bincount(page.tag, minlength=len(page.tag_names)).tolist()

    def tagged(*names: str) -> int:
        return sum(numbers[tags.CODE[name]] for name in names)

    size = len(context.cut)
    values = [
        total, size, context.link_words.sum() / total, total / max(size, 1), context.below["prose"][0] / total,
        tagged("p"), tagged("li"), tagged("td", "th"), tagged("h1", "h2", "h3", "h4"), tagged("img"),
        tagged("input", "textarea", "select"), tagged("time"), spoken("comment", "reply", "thread"),
        spoken("price", "product"), counts.monies.sum(), counts.cjk.sum() / total, tagged("pre", "code"),
        tagged("article"), page.depth[page.text_rows].mean() / 10 if len(page.texts) else 0,
        np.count_nonzero(context.words > 30),
    ]  # fmt: skip
    return np.array(values)[:, None]


# Measures first, then marks (0 or 1): the network scales and clips the first and takes the others as they are.
MEASURES: dict[str, tuple[Sequence[str], Callable[[Context], list[Values] | Values]]] = {
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

# Measures whose logarithm the network sees.
_LOGGED = {
    "text": "words chars word_length stops commas monies rules link_words texts",
    "place": "since_heading words_since_heading from_h1 copies",
    "window": " ".join(name for name in WINDOW_NAMES if name.endswith("_words")),
    "ancestors": " ".join(name for name in ANCESTOR_NAMES if name.endswith(("_words", "_density", "_blocks"))),
    "best": "from_best from_prose",
    "paths": "path_count path_words path_run group_count group_words",
    "page": """page_words page_blocks page_block_words page_p page_li page_table page_h page_img page_input page_time
        page_comment page_price page_monies page_pre page_article page_long""",
}
LOGS = np.array([NAMES.index(name) for names in _LOGGED.values() for name in names.split()])


def matrix(page: Page) -> tuple[Matrix, Blocks]:
    """The feature matrix of a page's text blocks, and the blocks."""
    cut = blocks(page)
    if not len(cut):
        return np.zeros((0, len(NAMES)), np.float32), cut
    context = Context(page, cut)
    filled = np.empty((len(NAMES), len(cut)), np.float32)
    row = 0
    for names, measure in MEASURES.values():
        columns = measure(context)
        if isinstance(columns, np.ndarray):
            filled[row : row + len(names)] = columns
        else:
            for number, column in enumerate(columns, row):
                filled[number] = column
        row += len(names)
    for names, mark in MARKS.values():
        filled[row : row + len(names)] = mark(context)
        row += len(names)
    filled[LOGS] = _log(filled[LOGS])
    return filled.T, cut


def _log(values: Matrix) -> Matrix:
    """Logarithm of what is counted plus one, signs kept."""
    # Quicker than log1p, and as good for counts.
    return np.asarray(np.copysign(np.log(np.abs(values) + 1), values))
