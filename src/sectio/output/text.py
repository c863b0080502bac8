"""Plain text: one block per line, in reading order.

White space is collapsed and the text is in NFC; `<br>` ends a line; preformatted text keeps its lines and
indentation. The cells of a table row are on one line, separated by tabs, when each of them is a single line.
"""

import re

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom import tags
from sectio.dom.chars import collapse
from sectio.dom.page import Mask, Page, text_span
from sectio.dom.unicode import composed
from sectio.output import preformatted
from sectio.output.chosen import Chosen, choose, choose_texts, cuts
from sectio.results import Content

# No parser lets the NUL character through, so it can represent what must survive the collapsing of white
# space.
_MARKS = ("", " ", " \0\0 ", " \0 ", " \0\0\0 ")
_TAB, _LINE, _PART = 2, 3, 4
_KEPT_AS_IS = re.compile("\0(\\d+)\0")
_PRE, _TD, _TH = (tags.CODE[name] for name in ("pre", "td", "th"))


def write(extraction: Content) -> str:
    """The selected text."""
    chosen = choose(extraction)
    page = chosen.page
    blocks = _take_out_preformatted(chosen)
    positions = chosen.at.nonzero()[0]
    if not len(positions):
        return ""
    apart = separators(page, positions)
    if chosen.instead or compiled.core is None or page.source.written() is None:
        return composed(_joined(chosen, positions, apart, blocks))
    text, is_composed = _joined_compiled(compiled.core, page, positions, apart)
    return text if is_composed else composed(text)


def _joined_compiled(
    core: compiled.Core, page: Page, positions: NDArray[np.intp], apart: NDArray[np.int8]
) -> tuple[str, bool]:
    """The same from the markup, for texts of which none is replaced; a NUL begins each part. And whether it is composed for certain."""
    return core.plain_text(*cuts(page, positions), apart)


def _joined(chosen: Chosen, positions: NDArray[np.intp], apart: NDArray[np.int8], blocks: list[str]) -> str:
    """These texts with what separates them, white space collapsed."""
    page = chosen.page
    texts = list(map(chosen.text if chosen.instead else page.texts.__getitem__, positions.tolist()))
    if chosen.instead:
        apart[[i for i, text in enumerate(texts) if not text and apart[i] != _PART]] = 0
    parts = [""] * (2 * len(texts))
    parts[0::2], parts[1::2] = map(_MARKS.__getitem__, apart.tolist()), texts
    text = collapse("".join(parts)).replace(" \0 ", "\n").replace(" \0\0 ", "\t")
    return _KEPT_AS_IS.sub(lambda match: blocks[int(match[1])], text) if blocks else text


def write_parts(page: Page, part: NDArray[np.integer], count: int) -> list[str]:
    """The text of each of `count` parts of a page; `part` has the number of each text, or -1."""
    chosen = choose_texts(page, part >= 0)
    blocks = _take_out_preformatted(chosen)
    positions = np.flatnonzero(chosen.at)
    if not len(positions):
        return [""] * count
    part = _owners(part)
    positions = positions[np.argsort(part[positions], kind="stable")]
    apart = separators(page, np.sort(positions))[np.argsort(np.argsort(positions))]
    apart[1:][np.diff(positions) != 1] = _LINE  # something else is in between
    number = part[positions]
    apart[np.flatnonzero(np.diff(number, prepend=-1))] = _PART
    is_composed = False
    if chosen.instead or compiled.core is None or page.source.written() is None:
        written = _joined(chosen, positions, apart, blocks).split(_MARKS[_PART].strip())[1:]
    else:
        joined, is_composed = _joined_compiled(compiled.core, page, positions, apart)
        written = joined.split("\0")[1:]
    texts = [""] * count
    for where, text in deadline.watched(zip(dict.fromkeys(number.tolist()), written, strict=True)):
        texts[where] = (text if is_composed else composed(text)).strip("\n\t ")
    return texts


def _owners(part: NDArray[np.integer]) -> NDArray[np.integer]:
    """The parts, those of texts in none taken from the next text that is in one, or the last: a listing or formula of which some texts
    are in a part is written whole, where it begins.
    """
    owned = np.flatnonzero(part >= 0)
    following = owned.searchsorted(np.arange(len(part)))
    return part[owned[np.minimum(following, len(owned) - 1)]]


def separators(page: Page, positions: NDArray[np.intp]) -> NDArray[np.int8]:
    """What comes before each text: nothing, a space, a tab or a line end (0 to 3)."""
    kinds = np.where(page.block_gaps, np.int8(_LINE), page.after_blank)
    if page.has("td", "th"):
        kinds[cell_gaps(page) & page.block_gaps] = _TAB
    before = np.zeros(len(positions), np.int8)
    if len(positions) > 1:
        # Texts that are left out separate what is around them as widely as they did, at least by a space.
        widest = np.maximum.reduceat(kinds[: positions[-1] + 1], positions[:-1] + 1)
        np.maximum(widest, positions[1:] - positions[:-1] > 1, out=before[1:])
    return before


def cell_gaps(page: Page) -> Mask:
    """Per text: True where it begins a cell and the cell before it, in the same row, ends; both a single
    line.
    """
    gaps = np.zeros(len(page.texts), bool)
    cells = ((page.tag == _TD) | (page.tag == _TH)).nonzero()[0]
    if not len(cells):
        return gaps
    first, last = np.searchsorted(page.text_rows, cells), np.searchsorted(page.text_rows, page.end[cells])
    lines = np.cumsum(page.block_gaps)
    pres = np.cumsum(page.tag == _PRE)
    filled = np.flatnonzero(last > first)
    cells, first, last = cells[filled], first[filled], last[filled]
    single = (lines[last - 1] == lines[first]) & (pres[page.end[cells] - 1] == pres[cells])
    cells, first, last = cells[single], first[single], last[single]
    next_to = (page.parent[cells[1:]] == page.parent[cells[:-1]]) & (first[1:] == last[:-1])
    gaps[first[1:][next_to]] = True
    return gaps


def _take_out_preformatted(chosen: Chosen) -> list[str]:
    """Put a mark in place of each preformatted text, and return what the marks represent."""
    page, blocks, reached = chosen.page, list[str](), 0
    if not page.has("pre"):
        return blocks
    for node in np.flatnonzero(page.tag == _PRE).tolist():
        first, last = text_span(page, node)
        if node < reached or not chosen.at[first:last].any():
            continue
        reached = int(page.end[node])
        text = preformatted.written(chosen, node)
        chosen.at[first:last] = False
        if text:
            chosen.at[first] = True
            chosen.instead[first] = f"\0{len(blocks)}\0"
            blocks.append(text)
    return blocks
