"""Structures are taken whole or not at all: after the choice of blocks, the majority of its words decides for each of them.

A structure is a table, a list, a definition list, a listing of code, a figure, a quotation, or a part that opens. One that
contains whole parts of the page (articles, sections, forms, headings of the first ranks) only arranges them and is left alone.
Short lines go with what they belong to: one that ends in a colon with the list below it, an attribution with its quotation.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from sectio import compiled
from sectio.dom import tags
from sectio.dom.blocks import Blocks
from sectio.dom.page import Ints, Mask, Page, covered
from sectio.model import notices, placement, strays
from sectio.model.placement import ADDED_SHARE, ARRANGED
from sectio.model.spans import Words, spans, sums, total
from sectio.model.spans import inside as within

STRUCTURES: Final = ("table", "ul", "ol", "dl", "pre", "figure", "details", "blockquote")
LISTS: Final = ("ul", "ol", "dl")
# Within quotations and figures, parts like these are attributions.
_OWN_PARTS: Final = ("header", "footer", "section")
# A line that announces a list, and one that says whose words these are, is not longer than this many words.
LINE_WORDS: Final = 30
# A sentence that announces a list has at least so many words.
SENTENCE_WORDS: Final = 5
# What has more than this share of the chosen words, unless it is a table with named columns, is the frame around the content.
FRAME_SHARE: Final = 0.3
# Where something was chosen of this share of the items of a list or the cells of a table, all of them are content.
MOST_MEMBERS: Final = 2 / 3
# Cells with more words on average do not hold data.
CELL_WORDS: Final = 25
# So much of a list of contents are links to places on the page.
CONTENTS_SHARE: Final = 0.8
_COLONS: Final = (":", "：")
Pairs: TypeAlias = Sequence[tuple[int, int]]
_DASHES: Final = ("—", "–", "―", "-- ", "- ")


# What compiled code knows of tags and of attributes, as bits in this order.
KINDS: Final[tuple[tuple[str, ...], ...]] = (
    STRUCTURES, ARRANGED, _OWN_PARTS, ("blockquote", "figure"), ("table",), ("tr",), ("td", "th"), ("th",), ("ul", "ol", "dl"),
    ("ul", "ol"), ("li", "dt", "dd"), ("blockquote",), ("figure",), ("button", "select"), ("pre",), ("math",), placement.BOXED,
    ("details",), ("p",), placement.CONTROLS, tags.HEADINGS, placement.LOWER_HEADINGS, ("aside",), ("li", "td", "th"), ("a",), ("address",),
    placement.BOLD, placement.HEADER,
)  # fmt: skip
MARKS: Final = ("pressed", "jump", "embedded", "box", "opened", "heading", "quoted", "ticked")


def close(page: Page, blocks: Blocks, chosen: Mask, words: Words, *, never: Mask) -> Mask:
    """The choice of blocks with every structure taken whole or left out; what is hidden or `never` content does not count."""
    if not len(blocks) or not np.count_nonzero(chosen):
        return chosen
    close_all = _close if compiled.core is None else partial(_close_compiled, compiled.core)
    closed, weight, flags = close_all(page, blocks, chosen, words, never)
    placement.add_notes(page, blocks, closed, weight)
    strays.drop(page, blocks, closed, words, flags)
    notices.drop(page, blocks, closed, words, flags)
    return closed


class Closed(NamedTuple):
    """The choice, the weight of each block, and what may be stray lines in it."""

    chosen: Mask
    weight: Words
    flags: strays.Flags


def _close(page: Page, blocks: Blocks, chosen: Mask, words: Words, never: Mask) -> Closed:
    """Structures taken whole, and what belongs to them by its place."""
    never = never & ~_number_cells(page, blocks, words)
    weight = np.maximum(words, 0.01) * ~(never | page.hidden.take(blocks.node) | _in_buttons(page, blocks))
    tops = _structures(page, blocks, weight, chosen)
    first, last = spans(blocks, page, tops)
    inside, whole = sums(weight * chosen, first, last), sums(weight, first, last)
    some = (inside > 0) & (inside < whole)
    wanted = (2 * inside >= whole)[some] & ~_are_contents(page, tops[some])
    closed = chosen.copy()
    for start, end, is_in in zip(first[some].tolist(), last[some].tolist(), wanted.tolist(), strict=True):
        closed[start:end] = is_in & (weight[start:end] > 0)
    _close_lines(page, blocks, closed, weight, *_lines(page, blocks, words, tops))
    _close_members(page, blocks, closed, weight)
    placement.add(page, blocks, closed, weight)
    return Closed(closed, weight, strays.flagged(page, blocks, words))


def _close_compiled(core: compiled.Core, page: Page, blocks: Blocks, chosen: Mask, words: Words, never: Mask) -> Closed:
    """The same by compiled code, which leaves it to Python to read lines."""
    closed, weight, flags = chosen.copy(), np.empty(len(blocks)), np.empty(len(blocks), np.uint8)
    given = {
        "parent": page.parent, "end": page.end, "tag": page.tag, "in_link": page.in_link, "hidden": page.hidden,
        "said": _said(page), "text_rows": page.text_rows, "text_words": page.counts.words, "kinds": _KINDS, "node": blocks.node,
        "first": blocks.first, "last": blocks.last, "words": words, "never": never,
    }  # fmt: skip
    closing, *found = core.close_structures(given, closed, weight, flags)
    _close_lines(page, blocks, closed, weight, *(_pairs(edges) for edges in found))
    core.close_places(closing)
    return Closed(closed, weight, flags)


def _pairs(numbers: bytearray) -> Pairs:
    found = np.frombuffer(numbers, np.int32).tolist() if numbers else []
    return [*zip(found[::2], found[1::2], strict=True)]


def _said(page: Page) -> strays.Flags:
    """What attributes say of each row, as bits in the order of `MARKS`."""
    found = placement.said(page)
    said = np.zeros(len(page), np.uint8)
    if page.has("ul", "ol"):
        said[page.source.rows_starting("href", "#")] = 1 << MARKS.index("jump")
    for bit, name in enumerate(MARKS):
        if found.get(name):
            said[found[name]] |= 1 << bit
    return said


_KINDS: Final = sum(tags.table(known, 1).astype(np.uint32) << bit for bit, known in enumerate(KINDS))


def _are_contents(page: Page, rows: Ints) -> Mask:
    """Lists of links to places on the same page: tables of contents."""
    is_list = page.is_tag("ul", "ol").take(rows)
    if not is_list.any():
        return is_list
    inner = np.zeros(len(page), bool)
    inner[page.source.rows_starting("href", "#")] = True
    linked = within(page, page.words * covered(page, inner & page.is_link), rows)
    return is_list & (linked >= CONTENTS_SHARE * np.maximum(within(page, page.words, rows), 1))


def _in_buttons(page: Page, blocks: Blocks) -> Mask:
    marked = page.is_tag("button", "select") & ~(page.heading > 0)[page.parent]  # a heading may open what is below it
    marked[_pressed(page)] = True
    return covered(page, marked).take(blocks.node)


def _pressed(page: Page) -> list[int]:
    """The rows that are buttons by their role."""
    return [row for row, role in page.source.having("role").items() if role in ("button", "tab")]


def _number_cells(page: Page, blocks: Blocks, words: Words) -> Mask:
    """Numbers that are a cell of a table each: data, where several in one cell count the lines beside it."""
    cells = page.is_tag("td", "th")
    if not cells.any():
        return np.zeros(len(blocks), bool)
    above = page.parent.take(blocks.node)
    first, last = spans(blocks, page, above)
    return np.asarray(cells.take(above) & (last - first == 1) & (words == 1))


def _close_members(page: Page, blocks: Blocks, chosen: Mask, weight: Words) -> None:
    """Take in the members that nothing was chosen of where something was chosen of most, and drop the few of others.

    Members are items of lists and cells of tables, also of those that arrange parts of the page or have most of its text;
    what is dropped or taken in is little beside what is chosen.
    """
    members, owners = _members(page)
    if not len(members):
        return
    first, last = spans(blocks, page, members)
    inside, whole = sums(weight * chosen, first, last), sums(weight, first, last)
    filled = whole > 0
    _, owner = np.unique(owners[filled], return_inverse=True)
    is_in, every = (inside > 0)[filled], total(weight * chosen)
    count, kept, chosen_words = (
        np.bincount(owner, weights=values) for values in (filled[filled], is_in, inside[filled])
    )
    missing = np.bincount(owner, weights=whole[filled] * ~is_in)
    most = kept >= MOST_MEMBERS * count
    added = ((kept < count) & most & (missing <= ADDED_SHARE * every))[owner] & ~is_in
    dropped = (~most & (chosen_words <= FRAME_SHARE * every))[owner] & is_in
    for some, value in ((added, True), (dropped, False)):
        for start, end in zip(first[filled][some].tolist(), last[filled][some].tolist(), strict=True):
            chosen[start:end] = value & (weight[start:end] > 0)


def _members(page: Page) -> tuple[Ints, Ints]:
    """The items of lists and the cells of tables of data, and what they are members of."""
    items = np.flatnonzero(page.is_tag("li", "dt", "dd") & page.is_tag("ul", "ol", "dl")[page.parent]).astype(np.int32)
    tables = np.flatnonzero(page.is_tag("table")).astype(np.int32)
    tables = tables[~_arrange(page, tables)]
    cells = np.flatnonzero(page.is_tag("td", "th")).astype(np.int32)
    of_cell = np.append(tables, 0)[np.searchsorted(tables, cells, "right") - 1]
    is_own = (of_cell > 0) & (cells < page.end[of_cell])
    return np.concatenate((items, cells[is_own])), np.concatenate((page.parent[items], of_cell[is_own]))


def _structures(page: Page, blocks: Blocks, weight: Words, chosen: Mask) -> Ints:
    """The outermost structures that are not frames around the content, in order."""
    if not page.has(*STRUCTURES):
        return np.zeros(0, np.int32)
    rows = np.flatnonzero(page.is_tag(*STRUCTURES)).astype(np.int32)
    parts = within(page, page.is_tag(*ARRANGED), rows)
    parts -= within(page, page.is_tag(*_OWN_PARTS), rows) * page.is_tag("blockquote", "figure").take(rows)
    rows = rows[(parts == 0) & ~_arrange(page, rows)]
    named = page.is_tag("table").take(rows) & (within(page, page.is_tag("th"), rows) > 0)
    inside = sums(weight * chosen, *spans(blocks, page, rows))
    rows = rows[named | (inside <= FRAME_SHARE * total(weight * chosen))]
    reached = np.maximum.accumulate(page.end[rows])
    is_outer = np.ones(len(rows), bool)
    is_outer[1:] = rows[1:] >= reached[:-1]
    return np.asarray(rows[is_outer], np.int32)


def _arrange(page: Page, rows: Ints) -> Mask:
    """Tables that only arrange things: with tables inside, with one cell in a row, or with long texts in their cells."""
    is_table = page.is_tag("table").take(rows)
    if not is_table.any():
        return is_table
    tables, lines, cells = (within(page, page.is_tag(*names), rows) for names in (("table",), ("tr",), ("td", "th")))
    length = within(page, page.words, rows)
    return is_table & ((tables > 1) | (lines < 2) | (cells <= lines) | (length > CELL_WORDS * cells))


def _lines(page: Page, blocks: Blocks, words: Words, tops: Ints) -> tuple[Pairs, Pairs]:
    """Short lines before lists and after quotations, each with the first block of the structure."""
    first, last = spans(blocks, page, tops)
    is_list, is_quote = (
        page.is_tag(*names).take(tops) & (first < last) for names in (("ul", "ol", "dl"), ("blockquote",))
    )
    before = [(start - 1, start) for start in first[is_list].tolist() if start]
    after = [
        (end, start)
        for start, end in zip(first[is_quote].tolist(), last[is_quote].tolist(), strict=True)
        if end < len(blocks)
    ]
    return [pair for pair in before if words[pair[0]] <= LINE_WORDS], [
        pair for pair in after if words[pair[0]] <= LINE_WORDS
    ]


def _close_lines(page: Page, blocks: Blocks, chosen: Mask, weight: Words, before: Pairs, after: Pairs) -> None:
    """Take in or drop the lines that announce a list, and the attributions below a quotation, like these; a list that a whole sentence
    announces is taken in between chosen blocks.
    """
    at = chosen.data  # single values of an array take three times as long
    for line, start in before:
        if at[line] != at[start] and page.texts[blocks.last[line] - 1].rstrip().endswith(_COLONS):
            end = _announced(page, blocks, chosen, weight, line, start) if at[line] else start
            chosen[start:end] = weight[start:end] > 0
            at[line] = at[start]
    for line, start in after:
        if at[line] != at[start] and page.texts[blocks.first[line]].lstrip().startswith(_DASHES):
            at[line] = at[start]


def _announced(page: Page, blocks: Blocks, chosen: Mask, weight: Words, line: int, start: int) -> int:
    """The end of a list that is little, has a chosen block behind it and a sentence before it that leads to nothing else; or its start."""
    if weight[line] < SENTENCE_WORDS or notices.leads(blocks.text(line)):
        return start
    row = top = int(page.parent[blocks.node[start]])
    while row:
        top = row if page.tag_of(row) in LISTS else top
        row = int(page.parent[row])
    end = int(blocks.node.searchsorted(page.end[top]))
    if _are_contents(page, np.array([top], np.int32))[0]:
        return start
    is_little = total(weight[start:end]) <= placement.allowance(total(weight * chosen))
    return end if end < len(blocks) and chosen[end] and is_little else start
