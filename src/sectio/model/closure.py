"""Structures are taken whole or not at all: after the choice of blocks, the majority of its words decides for each of them.

A structure is a table, a list, a definition list, a listing of code, a figure, a quotation, or a part that opens. One that
contains whole parts of the page (articles, sections, forms, headings of the first ranks) only arranges them and is left alone.
Short lines go with what they belong to: one that ends in a colon with the list below it, an attribution with its quotation.
"""

from typing import Final

import numpy as np

from sectio.dom.blocks import Blocks
from sectio.dom.page import Ints, Mask, Page, covered
from sectio.model import placement, strays
from sectio.model.placement import ADDED_SHARE, ARRANGED
from sectio.model.spans import Words, spans, sums
from sectio.model.spans import inside as within

STRUCTURES: Final = ("table", "ul", "ol", "dl", "pre", "figure", "details", "blockquote")
# Within quotations and figures, parts like these are attributions.
_OWN_PARTS: Final = ("header", "footer", "section")
# A line that announces a list, and one that says whose words these are, is not longer than this many words.
LINE_WORDS: Final = 30
# What has more than this share of the chosen words, unless it is a table with named columns, is the frame around the content.
FRAME_SHARE: Final = 0.3
# Where something was chosen of this share of the items of a list or the cells of a table, all of them are content.
MOST_MEMBERS: Final = 2 / 3
# Cells with more words on average do not hold data.
CELL_WORDS: Final = 25
# So much of a list of contents are links to places on the page.
CONTENTS_SHARE: Final = 0.8
_COLONS: Final = (":", "：")
_DASHES: Final = ("—", "–", "―", "-- ", "- ")


def close(page: Page, blocks: Blocks, chosen: Mask, words: Words, *, never: Mask) -> Mask:
    """The choice of blocks with every structure taken whole or left out; what is hidden or `never` content does not count."""
    if not len(blocks) or not chosen.any():
        return chosen
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
    closed = _with_lines(page, blocks, closed, words, tops)
    _close_members(page, blocks, closed, weight)
    placement.add(page, blocks, closed, weight)
    strays.drop(page, blocks, closed, words)
    return closed


def _are_contents(page: Page, rows: Ints) -> Mask:
    """Lists of links to places on the same page: tables of contents."""
    is_list = page.is_tag("ul", "ol").take(rows)
    if not is_list.any():
        return is_list
    inner = np.zeros(len(page), bool)
    inner[[row for row, value in page.source.having("href").items() if value[:1] == "#"]] = True
    linked = within(page, page.words * covered(page, inner & page.is_link), rows)
    return is_list & (linked >= CONTENTS_SHARE * np.maximum(within(page, page.words, rows), 1))


def _in_buttons(page: Page, blocks: Blocks) -> Mask:
    marked = page.is_tag("button", "select")
    marked[[row for row, role in page.source.having("role").items() if role in ("button", "tab")]] = True
    return covered(page, marked).take(blocks.node)


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
    is_in, total = (inside > 0)[filled], weight @ chosen
    count, kept, chosen_words = (
        np.bincount(owner, weights=values) for values in (filled[filled], is_in, inside[filled])
    )
    missing = np.bincount(owner, weights=whole[filled] * ~is_in)
    most = kept >= MOST_MEMBERS * count
    added = ((kept < count) & most & (missing <= ADDED_SHARE * total))[owner] & ~is_in
    dropped = (~most & (chosen_words <= FRAME_SHARE * total))[owner] & is_in
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
    rows = rows[named | (inside <= FRAME_SHARE * (weight @ chosen))]
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


def _with_lines(page: Page, blocks: Blocks, chosen: Mask, words: Words, tops: Ints) -> Mask:
    """The same with the lines that announce a list, and the attributions below a quotation, like these."""
    first, last = spans(blocks, page, tops)
    is_list, is_quote = (page.is_tag(*names).take(tops) for names in (("ul", "ol", "dl"), ("blockquote",)))
    for start, end in zip(first[is_list], last[is_list], strict=True):
        before = start - 1
        if (
            start < end
            and before >= 0
            and words[before] <= LINE_WORDS
            and page.texts[blocks.last[before] - 1].rstrip().endswith(_COLONS)
        ):
            chosen[before] = chosen[start]
    for start, end in zip(first[is_quote], last[is_quote], strict=True):
        if (
            start < end < len(blocks)
            and words[end] <= LINE_WORDS
            and page.texts[blocks.first[end]].lstrip().startswith(_DASHES)
        ):
            chosen[end] = chosen[start]
    return chosen
