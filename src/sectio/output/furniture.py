"""What is beside the text and not part of it: text for screen readers, links to headings, buttons, links to the next page, labels
over code, captions.

All masks here have one value per text of the page.
"""

import re
from typing import Final

import numpy as np

from sectio import deadline
from sectio.dom import words
from sectio.dom.page import Mask, Page, covered, text_span
from sectio.dom.tree import lowest_common_ancestor

_NOTE = re.compile(
    r"[\s(\[]*(?:opens|opening|will open|öffnet|s'ouvre|se abre|si apre|abre)\b.{0,20}\b(?:new|neuem|neuen|nouvel|nouvelle|nueva|nuova|nova)"
    r"\b.{0,20}[)\]\s.]*",
    re.IGNORECASE,
)
_NOTE_HINTS: Final = ("open", "öffnet", "ouvre", "abre", "apre")
_NOTE_LENGTH: Final = 60
# Characters of links to a heading; a heading of such a character alone is left as it is.
_SIGNS = re.compile(r"[\s#¶§†🔗🔖\u200b\ufeff\u2060*^]*")
_MEDIA: Final = ("img", "video", "iframe", "audio", "picture")
_NO_MEDIA: Final = ("table", "pre", "blockquote", "ul", "ol")
# More words than this in a figure are a text of its own, and in a button a part of the page.
CAPTION_WORDS: Final = 80
BUTTON_WORDS: Final = 4
# Other words of a bar that leads on: "Page 2 of 3", "Continue reading with".
BAR_WORDS: Final = 6
_ON: Final = frozenset(("next", "prev", "previous"))
_LABEL_LENGTH: Final = 24
_LABELS: Final = 3


def is_furniture(page: Page) -> Mask:
    """Text that is never content: for screen readers alone, links to headings, buttons, bars that lead on, labels over code."""
    roots = np.zeros(len(page), bool)
    roots[page.with_class(words.FURNITURE)] = True
    if page.has("button"):
        roots |= _buttons(page)
    roots[_bars(page)] = True
    roots[_signs_and_notes(page)] = True
    if page.has("pre"):
        roots[_labels(page)] = True
    return covered(page, roots)[page.text_rows]


def _buttons(page: Page) -> Mask:
    """Buttons, but those that are the line of a part that opens."""
    found = page.is_tag("button")
    for name in ("aria-expanded", "aria-controls"):
        found[page.source.rows_having(name)] = False
    headings = covered(page, (page.heading > 0) | page.is_tag("summary", "dt"))
    length = np.concatenate(([0], np.cumsum(page.words)))
    return found & ~headings & (length[page.end] - length[:-1] <= BUTTON_WORDS)


def _bars(page: Page) -> list[int]:
    """Blocks of links to the next or the previous page, with few other words in them."""
    rel = page.source.having_among("rel", np.flatnonzero(page.is_link))
    links = [row for row, value in rel.items() if not _ON.isdisjoint(value.lower().split())]
    if not links:
        return []
    roots = np.zeros(len(page), bool)
    roots[links] = True
    others = np.concatenate(([0], np.cumsum(page.words * ~covered(page, roots))))
    found = []
    for row in deadline.watched(links):
        while row and not page.is_block[row]:
            row = int(page.parent[row])
        if row and others[page.end[row]] - others[row] <= BAR_WORDS:
            found.append(row)
    return found


def _signs_and_notes(page: Page) -> list[int]:
    """Links of a sign alone, in or beside a heading, and what says that a link opens a window."""
    linked, texts = page.in_link[page.text_rows], page.texts
    beside = np.flatnonzero(covered(page, page.heading > 0)[page.text_rows] & linked).tolist()
    short = np.flatnonzero(linked & (page.counts.length < _NOTE_LENGTH)).tolist()
    # Few pages have notes, and none of them without one of these words.
    together = "\n".join([texts[i] for i in short]).casefold()
    notes = short if any(hint in together for hint in _NOTE_HINTS) else ()
    found = [i for i in beside if _SIGNS.fullmatch(texts[i])]
    found += [i for i in notes if len(texts[i]) < _NOTE_LENGTH and _NOTE.fullmatch(texts[i])]
    rows: list[int] = page.text_rows[found].tolist()
    return rows


def _labels(page: Page) -> list[int]:
    """The name of a language in an element of its own, in a box with the listing below it and little else."""
    found = []
    for pre in np.flatnonzero(page.is_tag("pre")).tolist():
        start = text_span(page, pre)[0]
        for i in range(max(start - _LABELS, 0), start):
            if len(page.texts[i]) > _LABEL_LENGTH or page.texts[i].strip().lower() not in words.LANGUAGES:
                continue
            row = int(page.text_rows[i])
            box = lowest_common_ancestor(page, np.array([row, pre]))
            if page.tag_of(box) in ("div", "figure") and text_span(page, box)[0] >= start - _LABELS:
                found.append(row)
    return found


def captions(page: Page) -> Mask:
    """Text in figures that show something: captions and credits. `text` leaves them out, as readers of the text do."""
    return covered(page, caption_roots(page))[page.text_rows]


def caption_roots(page: Page) -> Mask:
    """The figures whose text is a caption, and other elements that are named captions."""
    roots = np.zeros(len(page), bool)
    if page.has("figure"):
        shows, holds = (_counts(page, names) for names in (_MEDIA, _NO_MEDIA))
        figures = np.flatnonzero(page.is_tag("figure"))
        ends = page.end[figures]
        length = np.concatenate(([0], np.cumsum(page.words)))
        is_short = length[ends] - length[figures] <= CAPTION_WORDS
        roots[figures[(shows[ends] > shows[figures]) & (holds[ends] == holds[figures]) & is_short]] = True
    roots[page.with_class(words.CAPTIONS)] = True
    return roots


def _counts(page: Page, names: tuple[str, ...]) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    return np.concatenate(([0], np.cumsum(page.is_tag(*names))))
