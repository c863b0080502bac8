"""Columns to matrix: what the network sees of each text block.

One row per block, one column per name of `NAMES`. Groups are small functions over the page's columns; each fills the
features of its names. The model file stores the names and is rejected if they differ.

The cost is in hundreds of small array calls, so similar columns are computed together; `native/features.c`
does the same in a fifth of the time.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.dom import chars, tags, words
from sectio.dom.blocks import Blocks
from sectio.dom.page import Page
from sectio.dom.tree import nearest_or_root, path_sum
from sectio.once import once

Matrix = NDArray[np.float32]
Part = slice  # the blocks that are asked for
Values = NDArray[Any]
Nodes = NDArray[np.intp]

TOGETHER = 1024  # blocks whose features are computed together on large pages
LEVELS = 4
MAX_DIGITS = 6  # a number with more digits is not a line number
SHORTEST = 4  # letters that are looked for in the title
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


@dataclass(eq=False)
class Inputs:
    """What several groups need, computed once per page."""

    page: Page
    blocks: Blocks

    @once
    def counts(self) -> Values:
        """What `COUNTS` names, of each text node."""
        page, counts = self.page, self.page.counts
        table = np.empty((len(COUNTS), len(page.texts)), np.int32)
        table[0], table[1], table[3:] = counts.words, counts.length, counts.marks
        np.multiply(counts.words, page.in_link.take(page.text_rows), out=table[2])
        return table

    @once
    def sums(self) -> dict[str, Values]:
        """The same of each block."""
        return dict(zip(COUNTS, self.blocks.sum(self.counts), strict=True))

    @property
    def words(self) -> Values:
        """Words of each block."""
        return self.sums["words"]

    @once
    def total(self) -> float:
        """Words of the page, at least one."""
        return max(float(self.words.sum()), 1.0)

    @once
    def order(self) -> Nodes:
        """The number of each block."""
        return np.arange(len(self.blocks))

    @once
    def first_texts(self) -> list[str]:
        """The first text of each block."""
        return [*map(str.strip, map(self.page.texts.__getitem__, self.blocks.first.tolist()))]

    @once
    def words_before(self) -> Values:
        """Words of all blocks before each block."""
        return np.asarray(np.add.accumulate(self.words) - self.words)

    @once
    def heading_levels(self) -> Values:
        """The level of the innermost heading that each block is in, or 0."""
        page, levels = self.page, np.zeros(len(self.blocks), np.int8)
        headings = page.heading.nonzero()[0]
        first, last = self.node.searchsorted(headings), self.node.searchsorted(page.end.take(headings))
        for start, end, level in zip(first.tolist(), last.tolist(), page.heading.take(headings).tolist(), strict=True):
            levels[start:end] = level
        return levels

    @once
    def block_sums(self) -> Values:
        """Running sums of words, words in links and sentence marks over the blocks."""
        running = np.zeros((3, len(self.blocks) + 1))
        np.cumsum([self.sums[name] for name in ("words", "links", "stops")], axis=1, out=running[:, 1:])
        return running

    @once
    def last_heading(self) -> Nodes:
        """The last block up to each block that is in a heading, or -1."""
        return np.maximum.accumulate(np.where(self.heading_levels > 0, self.order, -1))

    # Rows of the page

    @once
    def parent(self) -> Nodes:
        """The parent of each row, in the type that indexes quickest."""
        return self.page.parent.astype(np.intp)

    @once
    def node(self) -> Nodes:
        """The first text node of each block."""
        return self.blocks.node.astype(np.intp)

    @once
    def around(self) -> Nodes:
        """The innermost block-level element around each text node."""
        return nearest_or_root(self.page, self.page.is_block).take(self.parent.take(self.page.text_rows))

    @once
    def container(self) -> Nodes:
        """The innermost block-level element around each block."""
        return self.around.take(self.blocks.first)

    # Sums over subtrees, as differences of running sums over the text nodes

    @once
    def running(self) -> Values:
        """Running sums of what `BELOW` names, over the text nodes."""
        words, _, links, stops = self.counts[:4]
        sums = np.zeros((len(BELOW), len(words) + 1), np.int32)
        held = sums[:, 1:]
        held[0], held[1], held[2], held[4, self.blocks.first] = words, links, stops, 1
        np.multiply(words, self.page.tag.take(self.around) == _PARAGRAPH, out=held[3])
        return np.add.accumulate(sums, axis=1, out=sums)

    @once
    def spans(self) -> tuple[Nodes, Nodes]:
        """Numbers of the first text node of each row's subtree and of the first after it."""
        before = np.zeros(len(self.page) + 1, np.intp)
        np.add.accumulate(self.page.is_text, out=before[1:])
        return before[:-1], before.take(self.page.end)

    @once
    def below(self) -> Values:
        """Words and words in links of the subtree of each row."""
        first, last = self.spans
        return np.asarray(self.running[:2].take(last, axis=1) - self.running[:2].take(first, axis=1))

    @once
    def top(self) -> Nodes:
        """The nearest row on the way up whose parent holds more words."""
        return nearest_or_root(self.page, self.below[0].take(self.parent) > self.below[0])

    @once
    def elements(self) -> Values:
        """Elements of the subtree of each row."""
        first, last = self.spans
        return np.asarray(self.page.end - np.arange(len(self.page)) - (last - first))

    @once
    def best(self) -> tuple[Nodes, Values]:
        """The best article node by each of three ways; of each block, the best score above it as a share of that node's."""
        scores = _scores(self)
        best = scores
        for jump in self.page.jumps:  # the largest on the way from the root
            best = np.maximum(best, best.take(jump, axis=1))
        best = np.maximum(best.take(self.node, axis=1), best[:, :1])
        best /= np.maximum(scores.max(axis=1), 1e-9)[:, None]
        return scores.argmax(axis=1), best

    @once
    def groups(self) -> tuple[Nodes, Nodes]:
        """The number of each block's group: blocks with the same path of tags and classes, and with the same parent path."""
        page = self.page
        path = _path_hashes(page, page.class_numbers * len(page.tag_names) + page.tag)
        one, other = (path[self.parent[rows]] for rows in (self.node, self.container))
        return np.unique(one, return_inverse=True)[1], np.unique(other, return_inverse=True)[1]

    @once
    def whole(self) -> Matrix:
        """The features of the page as a whole."""
        return _of_page(self)

    @once
    def runs(self) -> tuple[NDArray[np.bool_], Nodes]:
        """Whether each block is of the same group as the one before, and how many such blocks there are in a row."""
        group = self.groups[0]
        same = np.zeros(len(group), bool)
        same[1:] = group[1:] == group[:-1]
        run = np.cumsum(~same)
        return same, np.bincount(run)[run]

    # Marks, as bits

    @once
    def class_groups(self) -> NDArray[np.int64]:
        """Groups of class words of each row."""
        bits = self.page.class_bits
        if np.count_nonzero(bits[:2]):  # classes of html and body describe the page, not the block
            bits = bits.copy()
            bits[:2] = 0
        return bits

    @once
    def marked(self) -> NDArray[np.int64]:
        """The container and the roles that each row is."""
        marks = _CONTAINER_BITS.take(self.page.tag, mode="clip")
        for attribute in ("role", "itemprop"):
            for row, value in self.page.source.having(attribute).items():
                bit = _ROLE_BITS.get(value.lower())
                if bit:
                    marks[row] |= bit
        return marks

    @once
    def inherited(self) -> NDArray[np.int64]:
        """Of each block's node and its ancestors: class groups; containers and roles."""
        both = np.stack((self.class_groups, self.marked))
        for jump in self.page.jumps:
            both |= both.take(jump, axis=1)
        return np.asarray(both.take(self.node, axis=1) | both[:, :1])


COUNTS = ("words", "length", "links", *chars.MARKS)
BELOW = ("words", "links", "stops", "prose", "blocks")
_PARAGRAPH = tags.CODE["p"]
_CONTAINER_BITS = np.zeros(len(tags.NAMES) + 1, np.int64)  # codes past its end count as its last entry
_CONTAINER_BITS[[tags.CODE[name] for name in CONTAINERS]] = [1 << bit for bit in range(len(CONTAINERS))]
_ROLE_BITS = {name: 1 << (len(CONTAINERS) + bit) for bit, name in enumerate(ROLES)}
_PARENT_CODES = np.array([tags.CODE[name] for name in PARENTS], np.int16)


# The groups: names, then a function that fills as many rows, for a part of the blocks, from the inputs. Rows in `LOGS` are replaced by
# their logarithm afterwards, all at once.


TEXT_NAMES = (
    "words", "chars", "word_length", "stops", "stops_per_word", "commas", "commas_per_word", "upper_share", "digit_share",
    "monies", "separators", "cjk_share", "link_share", "link_words", "texts", "ends_stop", "ends_comma", "starts_upper",
    "starts_digit", "starts_separator", "one_word", "no_words", "hidden", "in_link_whole", "line_numbers",
)  # fmt: skip


def _text(inputs: Inputs, part: Part, rows: Matrix) -> None:
    counts, sums = inputs.page.counts, {name: column[part] for name, column in inputs.sums.items()}
    starts, ends = inputs.blocks.first[part], inputs.blocks.last[part]
    to = dict(zip(TEXT_NAMES, rows, strict=True))
    count, length = sums["words"], sums["length"]
    some, solid = np.maximum(count, 1), np.maximum(length, 1)
    to["words"][:], to["chars"][:], to["link_words"][:] = count, length, sums["links"]
    for name in ("stops", "commas", "monies", "separators"):
        to[name][:] = sums[name]
    for name, amount, whole in (
        ("word_length", length, some), ("stops_per_word", sums["stops"], some), ("commas_per_word", sums["commas"], some),
        ("upper_share", sums["upper"], solid), ("digit_share", sums["digits"], solid), ("cjk_share", sums["cjk"], solid),
        ("link_share", sums["links"], some),
    ):  # fmt: skip
        np.divide(amount, whole, out=to[name])
    last, first = counts.last_bits.take(ends - 1), counts.first_bits.take(starts)
    for name, bits, wanted in (
        ("ends_stop", last, chars.STOP), ("ends_comma", last, chars.COMMA), ("starts_upper", first, chars.UPPER),
        ("starts_digit", first, chars.DIGIT), ("starts_separator", first, chars.SEPARATOR),
    ):  # fmt: skip
        np.minimum(bits & wanted, 1, out=to[name])
    np.subtract(ends, starts, out=to["texts"])
    to["one_word"][:], to["no_words"][:] = count == 1, count == 0
    to["hidden"][:] = inputs.page.hidden.take(inputs.node[part])
    to["in_link_whole"][:] = to["link_share"] > 0.9


def _mark_line_numbers(inputs: Inputs, suspects: Values, marks: Values) -> None:
    """Of blocks of digits those that are consecutive numbers, within one or from one to the next: line numbers next to code, pages of
    a pager.
    """
    page, blocks, known = inputs.page, inputs.blocks, dict[int, list[int]]()
    first, last = blocks.first.take(suspects), blocks.last.take(suspects)
    for block, start, end in zip(suspects.tolist(), first.tolist(), last.tolist(), strict=True):
        numbers = (page.texts[start] if end - start == 1 else blocks.text(block)).split()
        if max(map(len, numbers)) <= MAX_DIGITS and all(map(str.isdecimal, numbers)):
            known[block] = [*map(int, numbers)]
    none = [-9]
    for block, own in known.items():
        marks[block] = (
            known.get(block - 1, none)[-1] + 1 == own[0]
            or known.get(block + 1, none)[0] == own[-1] + 1
            or (len(own) > 1 and own == [*range(own[0], own[-1] + 1)])
        )


def _all_digits(inputs: Inputs) -> NDArray[np.bool_]:
    """Blocks of digits alone, with one white space at most before each number."""
    counts, first = inputs.page.counts, inputs.blocks.first
    words, length, digits = (
        np.add.reduceat(column, first) for column in (counts.words, counts.length, counts.marks[_DIGITS])
    )
    return np.asarray((digits > 0) & (digits + words >= length))


_DIGITS = chars.MARKS.index("digits")

PLACE_NAMES = (
    "place", "words_before", "words_after", "depth", "heading", "since_heading", "words_since_heading", "last_heading",
    "after_h1", "from_h1", "is_title", "in_title", "copies", "first_copy",
)  # fmt: skip


def _place(inputs: Inputs, part: Part, rows: Matrix) -> None:
    to = dict(zip(PLACE_NAMES, rows, strict=True))
    levels, order, count, total = inputs.heading_levels, inputs.order[part], inputs.words[part], inputs.total
    before, last = inputs.words_before[part], inputs.last_heading[part]
    np.divide(order, max(len(inputs.blocks) - 1, 1), out=to["place"])
    np.divide(before, total, out=to["words_before"])
    np.divide(total - before - count, total, out=to["words_after"])
    np.divide(inputs.page.depth.take(inputs.node[part]), 10, out=to["depth"])
    to["heading"][:] = levels[part]
    np.subtract(order, last, out=to["since_heading"])
    # There is no heading (level 0) before the first one, as at the first block: it is there, or is a heading itself.
    at = np.maximum(last, 0)
    np.subtract(before, inputs.words_before.take(at), out=to["words_since_heading"])
    np.multiply(levels.take(at), last >= 0, out=to["last_heading"])
    h1 = (levels == 1).nonzero()[0]
    np.subtract(order, h1[0] if len(h1) else -1, out=to["from_h1"])
    to["after_h1"][:] = to["from_h1"] >= 0 if len(h1) else 0


def _title(page: Page) -> str:
    return chars.normalise(page.source.head().title).lower()


def _may_be_title(inputs: Inputs) -> Nodes:
    """Blocks that are not too short and not too long to be in the title."""
    length = inputs.page.counts.length.take(inputs.blocks.first)
    return ((length >= SHORTEST) & (length <= len(_title(inputs.page)))).nonzero()[0]


def _title_marks(inputs: Inputs, some: Values, same: Values, inside: Values) -> None:
    """Are these blocks the page's title, or a part of it?"""
    page, title = inputs.page, _title(inputs.page)
    for i, at in zip(some.tolist(), inputs.blocks.first.take(some).tolist(), strict=True):
        text = page.texts[at].strip().lower()
        if text in title:
            inside[i] = 1
            same[i] = 2 * len(text) > len(title)


def _copies(inputs: Inputs, copies: Values, first: Values) -> None:
    """How often else the block's first text is on the page, and whether this is the first time."""
    seen: dict[str, int] = {}
    size = len(inputs.blocks)
    firsts = np.fromiter(map(seen.setdefault, inputs.first_texts, range(size)), np.intp, size)
    np.subtract(np.bincount(firsts).take(firsts), 1, out=copies)
    first[:] = firsts == inputs.order


WINDOW_NAMES = tuple(
    f"{side}{width}_{what}" for width in WINDOWS for side in ("around", "after") for what in ("words", "links", "stops")
)


def _window(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """Words, link share and sentence marks of the blocks around and after each block."""
    order, reach, running = inputs.order[part], np.array(WINDOWS)[:, None], inputs.block_sums
    until = running.take(np.minimum(order + reach + 1, len(inputs.blocks)), axis=1)
    since = running.take(np.maximum(order - reach, 0), axis=1)
    sums = np.stack((until - since, until - running[:, None, order]), axis=2)
    sums[1:] /= np.maximum(sums[0], 1)
    # From what × width × side to width × side × what.
    rows[:] = sums.transpose(1, 2, 0, 3).reshape(rows.shape)


ANCESTOR_MEASURES = ("words", "share", "links", "stops", "density", "block_words", "prose", "blocks", "height")
ANCESTOR_NAMES = tuple(f"up{level}_{what}" for level in range(1, LEVELS + 1) for what in ANCESTOR_MEASURES)


def _ancestors(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """Measures of the four nearest ancestors that each contain more text than the one below."""
    node = np.empty((LEVELS, rows.shape[1]), np.intp)
    node[0] = inputs.top.take(inputs.container[part])
    for level in range(1, LEVELS):
        node[level] = inputs.top.take(inputs.parent.take(node[level - 1]))
    first, last = (span.take(node) for span in inputs.spans)
    sums = inputs.running.take(last, axis=1) - inputs.running.take(first, axis=1)
    own, links, stops, prose, inside = sums.astype(np.float32)
    held, elements = np.maximum(own, 1), np.maximum(inputs.elements.take(node), 1, dtype=np.float32)
    columns = rows.reshape(LEVELS, len(ANCESTOR_MEASURES), -1).transpose(1, 0, 2)
    to = dict(zip(ANCESTOR_MEASURES, columns, strict=True))
    to["words"][:], to["blocks"][:] = own, inside
    for name, amount, whole in (
        ("share", own, inputs.total), ("links", links, held), ("stops", stops, held), ("prose", prose, held),
        ("density", own, elements), ("block_words", own, np.maximum(inside, 1)),
        ("height", inputs.page.depth.take(node), 10),
    ):  # fmt: skip
        np.divide(amount, whole, out=to[name])


BEST_NAMES = (
    "in_best", "best_ratio", "best_share", "best_depth", "from_best", "in_dense", "dense_ratio", "in_prose", "prose_ratio",
    "from_prose",
)  # fmt: skip


def _best(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """Where the block is relative to the page's best article node, by three ways of scoring nodes."""
    page, to = inputs.page, dict(zip(BEST_NAMES, rows, strict=True))
    nodes, ratios = inputs.best
    to["best_ratio"][:], to["dense_ratio"][:], to["prose_ratio"][:] = ratios[:, part]
    to["best_share"][:] = inputs.below[0, nodes[0]] / inputs.total
    to["best_depth"][:] = page.depth[nodes[0]] / 10
    away = _away(inputs, part, nodes)
    to["from_best"][:], to["from_prose"][:] = away[0], away[2]
    to["in_best"][:], to["in_dense"][:], to["in_prose"][:] = away == 0


def _scores(inputs: Inputs) -> Values:
    """How good an article node each row is: by sentences in its blocks, by density of its children, by its paragraphs."""
    page, sums, (count, links) = inputs.page, inputs.sums, inputs.below
    size, parent = len(page), inputs.parent
    worth = np.minimum(sums["words"] / 15, 3)
    worth += sums["commas"]
    worth += 1
    worth *= sums["words"] >= 5
    worth *= 1 - sums["links"] / np.maximum(sums["words"], 1)
    first = np.bincount(parent.take(inputs.container), worth, size)
    plain = count - links
    density = plain / np.maximum(inputs.elements, 1)
    density *= np.log(count + 1, dtype=np.float32)
    paragraphs = (page.tag == _PARAGRAPH).nonzero()[0]
    scores = np.empty((3, size))
    np.multiply(np.bincount(parent[1:], first[1:], size), 0.5, out=scores[0])
    scores[0] += first
    scores[0] *= 1 - links / np.maximum(count, 1)
    scores[1] = np.bincount(parent[1:], density[1:], size)
    scores[2] = np.bincount(parent.take(paragraphs), plain.take(paragraphs), size)
    return scores


def _away(inputs: Inputs, part: Part, nodes: Nodes) -> Values:
    """How many blocks away from each node every block is, before (negative) or after; 0 inside."""
    first, last = (inputs.node.searchsorted(rows)[:, None] for rows in (nodes, inputs.page.end.take(nodes)))
    order = inputs.order[part]
    return np.asarray(np.minimum(order - first, 0) + np.maximum(order - last + 1, 0))


PATH_NAMES = (
    "path_count", "path_words", "path_share", "path_links", "path_stops", "path_run", "group_count", "group_words",
    "group_share", "group_links", "same_as_last", "same_as_next",
)  # fmt: skip


def _paths(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """Repetition: blocks with the same path of tags and classes, and with the same parent path."""
    columns: list[Values] = []
    same, run = inputs.runs
    for which, group in zip(("path", "group"), inputs.groups, strict=True):
        own = group[part]
        number = np.bincount(group)[own]
        count, links, stops = (np.bincount(group, inputs.sums[name])[own] for name in ("words", "links", "stops"))
        some = np.maximum(count, 1)
        columns += [number, count / number, count / inputs.total, links / some]
        if which == "path":
            columns += [stops / some, run[part]]
    following = np.append(same[1:], False)
    for row, column in zip(rows, (*columns, same[part], following[part]), strict=True):
        row[:] = column


def _path_hashes(page: Page, labels: NDArray[np.int64]) -> Values:
    """A hash of the labels on the path from the root to each node: a sum of 32-bit numbers, exact in a float."""
    with np.errstate(over="ignore"):
        mixed = labels.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        mixed *= (page.depth.astype(np.uint64) + np.uint64(1)) * np.uint64(0xBF58476D1CE4E5B9) | np.uint64(1)
    return path_sum(page, (mixed >> np.uint64(32)).astype(np.float64))


PAGE_NAMES = (
    "page_words", "page_blocks", "page_links", "page_block_words", "page_prose", "page_p", "page_li", "page_table",
    "page_h", "page_img", "page_input", "page_time", "page_comment", "page_price", "page_monies", "page_cjk", "page_pre",
    "page_article", "page_depth", "page_long",
)  # fmt: skip
_PAGE_SHARES = ("page_links", "page_prose", "page_cjk", "page_depth")
_PAGE_LOGS = np.array([name not in _PAGE_SHARES for name in PAGE_NAMES])
# Kinds of elements that are counted.
KINDS = ("p", "li", "td th", "h1 h2 h3 h4", "img", "input textarea select", "time", "pre code", "article")
_TALK, _SHOP = words.mask("comment", "reply", "thread"), words.mask("price", "product")


def _page(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """The page as a whole, the same for each of its blocks."""
    rows[:] = inputs.whole[:, None]


def _of_page(inputs: Inputs) -> Matrix:
    """The page as a whole: one number per feature."""
    page, total, size = inputs.page, inputs.total, len(inputs.blocks)
    sums = dict(zip(COUNTS, inputs.counts.sum(axis=1).tolist(), strict=True))
    numbers = np.bincount(page.tag, minlength=len(page.tag_names)).tolist()
    kinds = [sum(numbers[tags.CODE[name]] for name in kind.split()) for kind in KINDS]
    values = [
        total, size, sums["links"] / total, total / size, inputs.running[3, -1] / total, *kinds[:7],
        np.count_nonzero(inputs.class_groups & _TALK), np.count_nonzero(inputs.class_groups & _SHOP), sums["monies"],
        sums["cjk"] / total, *kinds[7:], page.depth.take(page.text_rows).sum() / len(page.texts) / 10,
        np.count_nonzero(inputs.words > 30),
    ]  # fmt: skip
    return _logged(np.array(values, np.float32))


def _logged(whole: Matrix) -> Matrix:
    """Features of the page with the logarithm of those that are counts."""
    np.log(whole + np.float32(1), out=whole, where=_PAGE_LOGS)  # none is negative
    return whole


MARK_NAMES = tuple(f"in_{name}" for name in CONTAINERS) + tuple(f"role_{name}" for name in ROLES)
CLASS_NAMES = tuple(f"class_{name}" for name in words.GROUPS)
NEAR_NAMES = tuple(f"near_{name}" for name in words.GROUPS)
PARENT_NAMES = tuple(f"parent_{name}" for name in PARENTS)


def _marks(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """Containers and roles around the block."""
    rows[:] = words.bits_apart(inputs.inherited[1, part], len(rows)).T


def _classes(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """Class words of all elements around the block."""
    rows[:] = words.bits_apart(inputs.inherited[0, part], len(rows)).T


def _near(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """Class words of the three nearest elements alone."""
    node = inputs.parent.take(inputs.node[part])
    near = inputs.class_groups.take(node)
    for _ in range(2):
        node = inputs.parent.take(node)
        near |= inputs.class_groups.take(node)
    rows[:] = words.bits_apart(near, len(rows)).T


def _parents(inputs: Inputs, part: Part, rows: Matrix) -> None:
    """The tag of the block's parent."""
    rows[:] = inputs.page.tag.take(inputs.parent.take(inputs.node[part])) == _PARENT_CODES[:, None]


# Measures first, then marks (0 or 1): the network scales and clips the first and takes the others as they are.
MEASURES: dict[str, tuple[Sequence[str], Callable[[Inputs, Part, Matrix], None]]] = {
    "text": (TEXT_NAMES, _text),
    "place": (PLACE_NAMES, _place),
    "window": (WINDOW_NAMES, _window),
    "ancestors": (ANCESTOR_NAMES, _ancestors),
    "best": (BEST_NAMES, _best),
    "paths": (PATH_NAMES, _paths),
    "page": (PAGE_NAMES, _page),
}
MARKS: dict[str, tuple[Sequence[str], Callable[[Inputs, Part, Matrix], None]]] = {
    "marks": (MARK_NAMES, _marks),
    "classes": (CLASS_NAMES, _classes),
    "near": (NEAR_NAMES, _near),
    "parents": (PARENT_NAMES, _parents),
}
GROUPS: dict[str, Sequence[str]] = {name: names for table in (MEASURES, MARKS) for name, (names, _) in table.items()}
NAMES: tuple[str, ...] = tuple(name for names in GROUPS.values() for name in names)
MEASURE_COUNT = sum(len(names) for names, _ in MEASURES.values())

# Measures whose logarithm the network sees; those of the page are computed once, not for every block.
_LOGGED = {
    "text": "words chars word_length stops commas monies separators link_words texts",
    "place": "since_heading words_since_heading from_h1 copies",
    "window": " ".join(name for name in WINDOW_NAMES if name.endswith("_words")),
    "ancestors": " ".join(name for name in ANCESTOR_NAMES if name.endswith(("_words", "_density", "_blocks"))),
    "best": "from_best from_prose",
    "paths": "path_count path_words path_run group_count group_words",
}
LOGS = np.array([NAMES.index(name) for names in _LOGGED.values() for name in names.split()])


class Features:
    """The features of a page's text blocks, computed for any run of blocks at a time: all of a large page would take a hundred
    times its bytes.
    """

    def __init__(self, page: Page, blocks: Blocks) -> None:
        self.blocks, self.inputs = blocks, Inputs(page, blocks)
        self.ready, self._fill = _ready(compiled.core, self.inputs, _wording(self.inputs))

    @classmethod
    def of(cls, page: Page) -> Self:
        """The features of a page."""
        return cls(page, Blocks.of(page))

    def rows(self, start: int, stop: int) -> Matrix:
        """One row per block from `start` to `stop`, one column per name of `NAMES`."""
        filled = np.empty((len(NAMES), stop - start), np.float32)
        if start < stop:
            self._fill(start, filled)
        return filled.T

    def columns(self, names: Sequence[str]) -> Matrix:
        """All blocks, but only these features."""
        places, size = [NAMES.index(name) for name in names], len(self.blocks)
        parts = [self.rows(start, min(start + TOGETHER, size))[:, places] for start in range(0, max(size, 1), TOGETHER)]
        return np.concatenate(parts)


def matrix(page: Page) -> tuple[Matrix, Blocks]:
    """The feature matrix of a page's text blocks, and the blocks."""
    found = Features.of(page)
    return found.rows(0, len(found.blocks)), found.blocks


def _wording(inputs: Inputs) -> Matrix:
    """Features about the wording of texts, as `OF_WORDS` names them, of all blocks."""
    rows, written = np.zeros((len(OF_WORDS), len(inputs.blocks)), np.float32), inputs.page.source.written()
    if not len(inputs.blocks):
        return rows
    line_numbers, is_title, in_title, copies, first_copy = rows
    if compiled.core and written is not None:
        suspects, titles = _wording_compiled(compiled.core, inputs, written, rows)
    else:
        suspects, titles = _all_digits(inputs).nonzero()[0], _may_be_title(inputs)
        _copies(inputs, copies, first_copy)
    if len(suspects):
        _mark_line_numbers(inputs, suspects, line_numbers)
    if len(titles):
        _title_marks(inputs, titles, is_title, in_title)
    return rows


def _wording_compiled(core: compiled.Core, inputs: Inputs, written: chars.Written, rows: Matrix) -> list[Values]:
    """The same by compiled code, but for the blocks that it returns: those of digits, and those that may be in the title."""
    counts, blocks, title = inputs.page.counts, inputs.blocks, _title(inputs.page)
    source, starts, ends = written
    given = {
        "source": source, "starts": starts, "ends": ends, "words": counts.words, "length": counts.length,
        "digits": counts.marks[_DIGITS], "first": blocks.first, "last": blocks.last,
        "title": title.encode("utf-8", "surrogatepass"), "title_length": len(title),
    }  # fmt: skip
    return [np.frombuffer(left, np.int32) for left in core.block_wording(given, rows)]


Filler = Callable[[int, Matrix], None]


def _filler(inputs: Inputs, wording: Matrix) -> Filler:
    """Features by array code, of the blocks from a start; those about the wording of texts are given."""

    def fill(start: int, filled: Matrix) -> None:
        row, part = 0, slice(start, start + filled.shape[1])
        for names, group in (*MEASURES.values(), *MARKS.values()):
            group(inputs, part, filled[row : row + len(names)])
            row += len(names)
        filled[_WORDED] = wording[:, part]
        filled[LOGS] = _log(filled.take(LOGS, axis=0))

    return fill


def _ready(core: compiled.Core | None, inputs: Inputs, wording: Matrix) -> tuple[object | None, Filler]:
    """The page as compiled code keeps it, if there is compiled code and a block, and what fills features."""
    if core is None or not len(inputs.blocks):
        return None, _filler(inputs, wording)
    whole = np.zeros(len(PAGE_NAMES), np.float32)
    ready = core.ready_features(_columns(inputs), _TABLES, whole)
    _logged(whole)

    def fill(start: int, filled: Matrix) -> None:
        raised = np.empty((len(LOGS), filled.shape[1]), np.float32)
        core.block_features(ready, start, whole, wording, filled, raised)
        np.log(raised, out=raised)
        core.put_logs(ready, raised, filled)

    return ready, fill


def _columns(inputs: Inputs) -> dict[str, Any]:
    """What compiled code needs of a page."""
    page, blocks, counts = inputs.page, inputs.blocks, inputs.page.counts
    total = int(counts.words.sum())
    return {
        "parent": page.parent, "end": page.end, "depth": page.depth, "tag": page.tag, "in_link": page.in_link,
        "hidden": page.hidden, "class_groups": inputs.class_groups, "marked": inputs.marked, "class_numbers": page.class_numbers,
        "text_rows": page.text_rows, "words": counts.words, "length": counts.length, "marks": counts.marks,
        "first_bits": counts.first_bits, "last_bits": counts.last_bits, "first": blocks.first, "last": blocks.last,
        "logs": _SOME_LOGS if total < len(_SOME_LOGS) else _logs(total),
        "tag_names": len(page.tag_names),
    }  # fmt: skip


def _logs(most: int) -> Matrix:
    """Logarithms of 1 … `most` + 1."""
    return np.log(np.arange(1, most + 2), dtype=np.float32)


def _by_tag(names: Iterable[str]) -> NDArray[np.int8]:
    """The index of each tag's name among these (several may share one), -1 for others."""
    places = np.full(len(tags.NAMES) + 1, -1, np.int8)
    for place, shared in enumerate(names):
        places[tags.codes(*shared.split())] = place
    return places


OF_WORDS = ("line_numbers", "is_title", "in_title", "copies", "first_copy")
_WORDED = [NAMES.index(name) for name in OF_WORDS]
_SOME_LOGS = _logs(4000)
_TABLES = {
    "is_block": tags.table(tags.BLOCK, 1), "heading": tags.LEVELS, "kind": _by_tag(KINDS), "as_parent": _by_tag(PARENTS),
    "paragraph": _PARAGRAPH, "stop": chars.STOP, "comma": chars.COMMA, "upper": chars.UPPER, "digit": chars.DIGIT,
    "separator": chars.SEPARATOR, "comment": _TALK, "price": _SHOP, "roles": len(MARK_NAMES), "groups": len(words.GROUPS),
    "parents": len(PARENTS), "worded": np.array(_WORDED, np.int64), "logged": LOGS.astype(np.int64),
}  # fmt: skip


def _log(values: Matrix) -> Matrix:
    """Logarithm of what is counted plus one, signs kept."""
    # Quicker than log1p, and as good for counts.
    raised = np.abs(values)
    raised += 1
    np.log(raised, out=raised)
    return np.copysign(raised, values, out=raised)
