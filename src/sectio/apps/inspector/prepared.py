"""A page prepared for the inspector: parsed and written again, with the number of its section on each part.

The first of three layers that keep a hostile page from doing anything (the others are the frame's sandbox and the policy inside it). Only
tags and attributes of a list are written; no address is, images become grey boxes with their alternative text. Numbers are on elements, since a browser
repairs markup in its own way and a path would lead elsewhere.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from sectio import deadline
from sectio.apps.inspector import styles
from sectio.dom import escape, tags
from sectio.dom.page import Ints, Mask, Page
from sectio.results import Section

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
_TAGS: Final = frozenset(
    "a abbr acronym address article aside b bdi bdo big blockquote body br button caption center cite code col colgroup data dd del"
    " details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr html i ins kbd label legend"
    " li main mark menu nav nobr ol p pre q rb rp rt rtc ruby s samp search section small span strike strong sub summary sup table tbody"
    " td tfoot th thead time tr tt u ul var wbr".split()
)
# Written as another element. All others become `span`, which may be anywhere.
_AS: Final = {"form": "div", "dialog": "div"}
_ATTRIBUTES: Final = (
    "class", "id", "dir", "lang", "colspan", "rowspan", "align", "valign", "width", "height", "bgcolor", "color", "start",
    "cellpadding", "cellspacing", "border",
)  # fmt: skip
_LONGEST: Final = 2000
_MEDIA: Final = frozenset(["audio", "video", "iframe", "canvas", "frame"])
# Pixels of an image's box, at least and at most.
_SIZES: Final = {"width": (16, 640), "height": (16, 180)}
_BASE: Final = """
:where(html) { color-scheme: light; background: #fff }
:where(body) { font: 15px/1.55 system-ui, sans-serif; color: #1c2430; margin: 18px; overflow-wrap: anywhere }
:where(h1, h2, h3, h4) { line-height: 1.25; text-wrap: balance }
:where(a) { color: #1d4f91; text-decoration: underline }
:where(nav, header, footer) :where(ul, ol) { padding: 0; margin: .4em 0 }
:where(nav, header, footer) :where(li) { display: inline-block; margin-inline-end: 1em }
:where(table) { border-collapse: collapse }
:where(td, th) { padding: 2px 8px; vertical-align: top; text-align: start }
:where(pre) { overflow: auto; background: #f3f5f8; padding: 10px }
html, body { visibility: visible !important; opacity: 1 !important; height: auto !important; overflow: visible !important }
body { display: block !important }
* { animation: none !important; transition: none !important }
.sx-b { display: block }
.sx-img, .sx-media { display: inline-block; box-sizing: border-box; max-width: 100%; min-width: 24px; min-height: 20px; padding: 2px 6px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
  vertical-align: middle; background: #dfe3e9; color: #4b5563; font: 12px/1.35 system-ui, sans-serif; border-radius: 3px }
.sx-select { display: inline-block; max-height: 1.7em; overflow: hidden; border: 1px solid #b8c0cc; border-radius: 3px; padding: 0 4px }
"""


def write(page: Page, sections: Sequence[Section]) -> str:
    """The page as a document of its own, its parts marked with `data-s`, the number of their section."""
    return "".join(_Writer(page, sections).pieces())


class _Writer:
    def __init__(self, page: Page, sections: Sequence[Section]) -> None:
        self._page = page
        self._number = _numbers(page, sections)
        self._pure = _pure(page, self._number)
        self._names = [_name(name) for name in page.tag_names]
        self._attributes = {name: page.source.having(name) for name in (*_ATTRIBUTES, "style", "alt")}

    def pieces(self) -> Iterator[str]:
        """Start tags, texts and end tags, in order."""
        yield "<!doctype html>"
        ends = self._page.end.tolist()
        hidden, texts, blanks = self._page.hidden.tolist(), iter(self._page.texts), self._blanks()
        opened: list[tuple[int, str]] = []
        skipped = 0
        for row, code in deadline.watched(enumerate(self._page.tag.tolist())):
            while opened and opened[-1][0] <= row:
                yield opened.pop()[1]
            text = next(texts) if code == 0 else ""
            if row < skipped:
                continue
            if row in blanks:
                yield " "
            if hidden[row] and row:
                skipped = ends[row]
            elif code == 0:
                yield self._text(row, text)
            else:
                start, end = self._element(row, code)
                yield start
                opened.append((ends[row], end))
        yield "".join(end for _, end in reversed(opened))

    def _blanks(self) -> set[int]:
        """The rows with white space before them: texts, or the inline elements that begin with one."""
        page, found = self._page, set()
        parent, is_block = page.parent.tolist(), page.is_block.tolist()
        for row in page.text_rows[page.after_blank].tolist():
            while row and parent[row] == row - 1 and not is_block[row - 1]:
                row -= 1
            found.add(row)
        return found

    def _text(self, row: int, text: str) -> str:
        """A text; in an element of its own if the element around it is not all of one section."""
        above = int(self._page.parent[row])
        written = escape.content(text)
        if self._number[row] >= 0 and not self._pure[above]:
            return f'<span data-s="{self._number[row]}">{written}</span>'
        # A parser drops the first line end in a listing.
        return "\n" + written if row == above + 1 and self._page.tag_of(above) == "pre" else written

    def _element(self, row: int, code: int) -> tuple[str, str]:
        """Start tag and end tag."""
        was, name = self._page.tag_names[code], self._names[code]
        mark = self._mark(row)
        if was == "img":
            return self._image(row, mark), ""
        own = self._class(row, was, name) + self._plain(row)
        head = self._head() if was == "html" else ""
        return f"<{name}{mark}{own}>{head}", "" if name in tags.VOID else f"</{name}>"

    def _mark(self, row: int) -> str:
        """The number of the section, on the top element that is all of it."""
        number = self._number[row]
        return f' data-s="{number}"' if number >= 0 and (row == 0 or not self._pure[self._page.parent[row]]) else ""

    def _class(self, row: int, was: str, name: str) -> str:
        own = self._attributes["class"].get(row, "")[:_LONGEST]
        ours = ""
        if was in _MEDIA:
            ours = "sx-media"
        elif was == "select":
            ours = "sx-select"
        elif name != was and was in tags.BLOCK:
            ours = "sx-b"
        both = f"{own} {ours}".strip()
        return f' class="{escape.verbatim(both)}"' if both else ""

    def _plain(self, row: int) -> str:
        """The attributes that matter for looks and load nothing."""
        found = []
        for name in _ATTRIBUTES[1:]:
            value = self._attributes[name].get(row)
            if value is not None and len(value) <= _LONGEST:
                found.append(f' {name}="{escape.verbatim(value)}"')
        style = self._attributes["style"].get(row)
        if style is not None and len(style) <= _LONGEST:
            found.append(f' style="{escape.verbatim(styles.harmless(style))}"')
        if self._page.tag_of(row) == "details":
            found.append(" open")
        return "".join(found)

    def _image(self, row: int, mark: str) -> str:
        alt = self._attributes["alt"].get(row, "")[:_LONGEST]
        sides = (_side(name, self._attributes[name].get(row)) for name in _SIZES)
        style = "".join(sides)
        sized = f' style="{style}"' if style else ""
        return f'<span class="sx-img" role="img"{mark}{sized}>{escape.content(alt)}</span>'

    def _head(self) -> str:
        own = styles.sheet(self._page.source.styles())
        return (
            f'<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
            f'<style>{_BASE}</style><style id="sx-own">{own}</style></head>'
        )


def _numbers(page: Page, sections: Sequence[Section]) -> Ints:
    """The section of each row: that of a leaf, or of all leaves below an element; else -1."""
    number = np.full(len(page), -1, np.int32)
    for i, section in enumerate(sections):
        number[list(section.nodes)] = i
    rows = np.flatnonzero(number >= 0)
    own = number[rows]
    changes = np.cumsum(np.append(0, np.diff(own) != 0))
    first, last = rows.searchsorted(np.arange(len(page))), rows.searchsorted(page.end) - 1
    some = (first <= last) & page.is_element & (number < 0)
    some[0] = False
    alike = np.flatnonzero(some)[changes[first[some]] == changes[last[some]]]
    number[alike] = own[first[alike]]
    return number


def _pure(page: Page, number: Ints) -> Mask:
    """Elements all of whose leaves are in one section."""
    return np.asarray(page.is_element & (number >= 0))


def _name(name: str) -> str:
    return name if name in _TAGS else _AS.get(name, "span")


def _side(name: str, value: str | None) -> str:
    """The size of an image's box by its attribute, within bounds."""
    digits = (value or "").removesuffix("px")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        return ""
    least, most = _SIZES[name]
    return f"{name}:{min(max(int(digits), least), most)}px;"
