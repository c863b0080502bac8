"""What is beside the text and not part of it: text for screen readers, links to headings, buttons, links to the next page, labels
over code, captions.

All masks here have one value per text of the page.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom import tags, words
from sectio.dom.page import Ints, Mask, Page, covered, text_span
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
_MEDIA: Final = ("img", "amp-img", "video", "iframe", "audio", "picture")
_NO_MEDIA: Final = ("table", "pre", "blockquote", "ul", "ol")
# More words than this in a figure are a text of its own, and in a button a part of the page.
CAPTION_WORDS: Final = 80
BUTTON_WORDS: Final = 4
HINT_WORDS: Final = 12
# Other words of a bar that leads on: "Page 2 of 3", "Continue reading with".
BAR_WORDS: Final = 6
_ON: Final = frozenset(("next", "prev", "previous"))
_LABEL_LENGTH: Final = 24
_LABELS: Final = 3


# What compiled code knows of tags and of attributes, as bits in this order.
KINDS: Final[tuple[tuple[str, ...], ...]] = (
    ("figure",), _MEDIA, _NO_MEDIA, ("button",), (*tags.HEADINGS, "summary", "dt"), tags.HEADINGS,
)  # fmt: skip
MARKS: Final = ("named", "caption", "opens")
_MARKED: Final = words.FURNITURE | words.CAPTIONS
_KINDS: Final = sum(tags.table(known, 1).astype(np.uint8) << bit for bit, known in enumerate(KINDS))


def written(page: Page, at: Mask, without_captions: bool) -> Mask:
    """Those of these texts that are not furniture, and not captions either if so."""
    if compiled.core:
        return _written_compiled(compiled.core, page, at, without_captions)
    at = at & ~captions(page) if without_captions else at
    return at & ~is_furniture(page, at)


def _written_compiled(core: compiled.Core, page: Page, at: Mask, without_captions: bool) -> Mask:
    """The same by compiled code, which leaves it to Python to read texts, and what only few pages have."""
    kept = at.copy()
    given = {
        "end": page.end, "tag": page.tag, "marks": _marks(page), "in_link": page.in_link, "text_rows": page.text_rows,
        "words": page.counts.words, "length": page.counts.length, "kinds": _KINDS,
    }  # fmt: skip
    beside, short = (
        np.frombuffer(found, np.int32).tolist() for found in core.written_texts(given, without_captions, kept)
    )
    found = [*_bars(page), *_signs_and_notes_among(page, beside, short)]
    if page.has("figure"):
        found += _hints(page, page.text_rows[at])
    if page.has("pre"):
        found += _labels(page)
    if found:
        roots = np.zeros(len(page), bool)
        roots[found] = True
        kept &= ~covered(page, roots)[page.text_rows]
    return kept


def _marks(page: Page) -> NDArray[np.uint8]:
    """What attributes say of each row, as bits in the order of `MARKS`."""
    marks = np.zeros(len(page), np.uint8)
    for row, value in _named(page, _MARKED).items():
        names = value.split()
        marks[row] = (not words.FURNITURE.isdisjoint(names)) | (not words.CAPTIONS.isdisjoint(names)) << 1
    if page.has("button"):
        for name in ("aria-expanded", "aria-controls"):
            marks[page.source.rows_having(name)] |= 1 << MARKS.index("opens")
    return marks


def is_furniture(page: Page, at: Mask | None = None) -> Mask:
    """Which of these texts, or of all, are never content: for screen readers alone, links to headings, buttons, bars that lead on, labels over code.

    Only what some of the texts may be is looked for: most pages have all of this, and few texts of the content are any.
    """
    at = np.ones(len(page.texts), bool) if at is None else at
    rows = page.text_rows[at]
    found = _holding(page, np.array(with_class(page, words.FURNITURE), np.intp), rows).tolist()
    if page.has("button"):
        found += _buttons(page, rows)
    if page.has("figure"):
        found += _hints(page, rows)
    found += _bars(page)
    found += _signs_and_notes(page, at)
    if page.has("pre"):
        found += _labels(page)
    if not found:
        return np.zeros(len(at), bool)
    roots = np.zeros(len(page), bool)
    roots[found] = True
    return at & covered(page, roots)[page.text_rows]


def with_class(page: Page, names: frozenset[str]) -> list[int]:
    """The rows that have one of these classes, each of them in `FURNITURE`, `CAPTIONS` or `LINE_NUMBERS`: few have a word of any."""
    return [*_named(page, names)]


def _named(page: Page, names: frozenset[str]) -> dict[int, str]:
    """The same with their classes. Only those are read that may be among these by the words they have."""
    rows = (page.class_bits & (words.BESIDE_HINT | words.CUT)).nonzero()[0]
    return page.source.having_word("class", names, rows) if len(rows) else {}


def _holding(page: Page, roots: NDArray[np.intp], rows: Ints) -> NDArray[np.intp]:
    """Those roots that have one of these rows, given in order, below them."""
    if not len(roots) or not len(rows):
        return roots[:0]
    return roots[rows.searchsorted(roots) < rows.searchsorted(page.end[roots])]


def _buttons(page: Page, rows: Ints) -> list[int]:
    """Buttons with some of these rows, but those that are the line of a part that opens."""
    buttons = _holding(page, np.flatnonzero(page.is_tag("button")), rows)
    if not len(buttons):
        return []
    lines = covered(page, (page.heading > 0) | page.is_tag("summary", "dt"))
    for name in ("aria-expanded", "aria-controls"):
        buttons = buttons[~np.isin(buttons, page.source.rows_having(name))]
    found: list[int] = buttons[~lines[buttons] & (_words_below(page, buttons) <= BUTTON_WORDS)].tolist()
    return found


def _hints(page: Page, rows: Ints) -> list[int]:
    """Texts in the buttons around images: what happens on a click, for those who do not see it. The image stays."""
    pressed = [row for row, role in page.source.having("role").items() if role == "button"]
    around = _holding(page, np.array(pressed, np.intp), rows)
    around = around[covered(page, page.is_tag("figure"))[around]] if len(around) else around
    if not len(around):
        return []
    around = around[(_below(page, around, _MEDIA) > 0) & (_below(page, around, ("figcaption",)) == 0)]
    found: list[int] = around[_words_below(page, around) <= HINT_WORDS].tolist()
    return found


def _words_below(page: Page, rows: NDArray[np.intp]) -> NDArray[np.int64]:
    """How many words there are below each of these rows."""
    words_before = np.concatenate(([0], np.cumsum(page.counts.words)))
    first, last = page.text_rows.searchsorted(rows), page.text_rows.searchsorted(page.end[rows])
    return np.asarray(words_before[last] - words_before[first], np.int64)


def _bars(page: Page) -> list[int]:
    """Blocks of links to the next or the previous page, with few other words in them."""
    related = page.source.rows_having("rel")
    if len(related) and not _may_lead_on(page):
        return []
    rel = page.source.having_among("rel", related[page.is_link[related]]) if len(related) else {}
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


def _may_lead_on(page: Page) -> bool:
    """Whether a link may be to the next or the previous page: one look at all values, of which few say so."""
    written = page.source.written()
    if compiled.core is None or written is None:
        return True
    _, starts, ends = page.source.places("rel")
    return compiled.core.any_holds(written[0], starts, ends, b"next\0prev")


def _signs_and_notes(page: Page, at: Mask) -> list[int]:
    """Links of a sign alone, in or beside a heading, and what says that a link opens a window, among these texts."""
    linked = np.flatnonzero(at & page.in_link[page.text_rows])
    if not len(linked):
        return []
    beside = linked[covered(page, page.heading > 0)[page.text_rows[linked]]].tolist()
    short = linked[page.counts.length[linked] < _NOTE_LENGTH].tolist()
    return _signs_and_notes_among(page, beside, short)


def _signs_and_notes_among(page: Page, beside: list[int], short: list[int]) -> list[int]:
    """The same among the linked texts in headings, and those that are short."""
    if not beside and not short:
        return []
    texts = page.texts
    # Few pages have notes, and none of them without one of these words.
    together = "\n".join([texts[i] for i in short]).casefold()
    notes = short if any(hint in together for hint in _NOTE_HINTS) else ()
    found = [i for i in beside if _SIGNS.fullmatch(texts[i])]
    found += [i for i in notes if len(texts[i]) < _NOTE_LENGTH and _NOTE.fullmatch(texts[i])]
    signs: list[int] = page.text_rows[found].tolist()
    return signs


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


def captions(page: Page, roots: Mask | None = None) -> Mask:
    """Text in figures that show something: captions and credits. `text` leaves them out, as readers of the text do."""
    roots = caption_roots(page) if roots is None else roots
    return covered(page, roots)[page.text_rows] if roots.any() else np.zeros(len(page.texts), bool)


def caption_roots(page: Page) -> Mask:
    """The figures whose text is a caption, and other elements that are named captions."""
    roots = np.zeros(len(page), bool)
    if page.has("figure"):
        figures = np.flatnonzero(page.is_tag("figure"))
        shows, holds = (_below(page, figures, names) for names in (_MEDIA, _NO_MEDIA))
        roots[figures[(shows > 0) & (holds == 0) & (_words_below(page, figures) <= CAPTION_WORDS)]] = True
    roots[with_class(page, words.CAPTIONS)] = True
    return roots


def _below(page: Page, rows: NDArray[np.intp], names: tuple[str, ...]) -> NDArray[np.intp]:
    """How many elements with one of these tags there are below each of these rows, itself included."""
    there = np.flatnonzero(page.is_tag(*names))
    return there.searchsorted(page.end[rows]) - there.searchsorted(rows)
