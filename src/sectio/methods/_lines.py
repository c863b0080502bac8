"""The source of a page as lines of text and tags, which is all that CETR looks at.

Tags become single marks in one long string, so that splitting it at line ends gives text and tag counts at
once. A tag is `<` to the next `>`, at most 5000 characters; one that runs over line ends belongs to the line
where it begins.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from itertools import compress

import numpy as np

from sectio.dom.chars import SPACE, classes
from sectio.dom.page import Column, Floats, Ints, Mask, Page
from sectio.dom.tags import INLINE

WIDTH = 65
LONG_LINE = 2000
FEW_LINES = 10

_TAG = re.compile(r"(<[^>]{0,5000}>?)")
_BODY = re.compile(r"<(?i:body)[\s/>]")
# How an inline tag can begin, up to the first white space.
_INLINE_TAGS = frozenset(form.format(name) for name in INLINE - {"br"} for form in ("<{}", "<{}>", "<{}/>", "</{}>"))
_REMOVED = re.compile(r"<(?:!--|((?i:script|style|noscript|head))(?=[\s/>]))")
# Without an end these (the first is a comment) swallow the rest, as in browsers.
_TO_THE_END = ("", "script", "style")
# Marks in the string of lines: an inline tag, a block tag, a tag going on from the line before, a line end we
# made.
_INLINE, _BREAKING, _GOING_ON, _CUT = _MARKS = "\x00", "\x01", "\x02", "\x03"
_TAG_MARKS, _NEWLINE = 2, 10


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines that are not blank: their characters outside tags, their tags, and where the pieces of text are.

    `marked` is the lines with tags as marks, `chars` and `tags` are counts, `pieces` are the texts between tags
    with the first and the last line of each.
    """

    marked: list[str]
    chars: Ints
    tags: Ints
    pieces: list[str]
    first: Ints
    last: Ints

    @property
    def ratios(self) -> Floats:
        """Characters per tag."""
        return self.chars / np.maximum(self.tags, 1)

    def text(self, content: Mask) -> str:
        """The text of the chosen lines, entities decoded; a block tag, and its end tag, begins a new line."""
        chosen = list(compress(self.marked, content.tolist()))
        # A line end we inserted is not one in the text, unless the line after it was not chosen.
        next_too = np.append(content[1:], False)[content].tolist()
        joined = "".join(
            line[:-1] if follows and line.endswith(_CUT) else line + "\n"
            for line, follows in zip(chosen, next_too, strict=True)
        )
        joined = _without(joined, (_INLINE, _GOING_ON, _CUT)).replace(_BREAKING, "\n")
        return "\n".join(filter(None, (" ".join(line.split()) for line in unescape(joined).split("\n"))))

    def nodes(self, page: Page, content: Mask) -> Mask:
        """The text nodes with at least half of their lines among the chosen lines.

        A text node is found in the source as the next piece with its text.
        """
        running = np.concatenate(([0], np.cumsum(content)))
        chosen = 2 * (running[self.last + 1] - running[self.first]) >= self.last + 1 - self.first
        waiting: defaultdict[str, list[bool]] = defaultdict(list)
        for piece, taken in zip(reversed(self.pieces), chosen[::-1].tolist(), strict=True):
            waiting[_as_parsed(piece)].append(taken)
        found = (bool(queue) and queue.pop() for queue in (waiting[text] for text in page.texts))
        mask = np.zeros(len(page), bool)
        mask[page.text_rows] = np.fromiter(found, bool, len(page.texts))
        return mask & page.visible


def _as_parsed(piece: str) -> str:
    """A piece of source as the parser reads it."""
    return unescape(piece.replace(_CUT + "\n", "").replace("\r\n", "\n").replace("\r", "\n"))


def read(html: str) -> Lines:
    """Cut the source into lines, without comments, head, scripts and styles."""
    source = _without_code(_plain(html))
    if _hardly_broken(source, source.count("\n") + 1):
        return _measure(_mark_tags(_wrap(_TAG.split(source))))
    lines = _measure(_mark_tags(_TAG.split(source)))
    if _hardly_broken(source, len(lines.marked)):
        return _measure(_mark_tags(_wrap(_TAG.split(source))))
    return lines


def _hardly_broken(source: str, lines: int) -> bool:
    """A source with almost no line ends is not informative; it is broken into lines."""
    return len(source) > LONG_LINE * lines or lines < FEW_LINES


def _mark_tags(parts: list[str]) -> list[str]:
    """Replace each tag by marks; texts and tags alternate in the parts."""
    marks = {tag: _mark(tag) for tag in set(parts[1::2])}
    parts[1::2] = map(marks.__getitem__, parts[1::2])
    return parts


def _measure(parts: list[str]) -> Lines:
    """Count characters and tags of each line and find the lines of each text, all over one array of characters."""
    joined = "".join(parts)
    points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    is_mark = points < len(_MARKS)
    is_space = (classes(joined) & SPACE) > 0
    line = np.cumsum(points == _NEWLINE, dtype=np.int32)
    count = joined.count("\n") + 1
    kept = np.bincount(line[~is_space], minlength=count) > 0
    number = np.cumsum(kept, dtype=np.int32) - 1  # blank lines are gone: number those that are left
    solid = np.flatnonzero(~is_space & ~is_mark)
    spans = _solid_spans(parts, solid)
    return Lines(
        marked=list(compress(joined.split("\n"), kept.tolist())),
        chars=_characters(line[solid], np.cumsum(is_space)[solid], count)[kept],
        tags=np.bincount(line[points < _TAG_MARKS], minlength=count)[kept].astype(np.int32),
        pieces=list(compress(parts[0::2], (spans[0] < spans[1]).tolist())),
        first=number[line[solid[spans[0][spans[0] < spans[1]]]]],
        last=number[line[solid[spans[1][spans[0] < spans[1]] - 1]]],
    )


def _characters(line: Ints, spaces: Column, count: int) -> Ints:
    """Characters outside tags per line, from the line and the white space before each solid one.

    White space between two on the same line counts as one.
    """
    separated = (spaces[1:] > spaces[:-1]) & (line[1:] == line[:-1])
    return np.bincount(line, minlength=count) + np.bincount(line[1:][separated], minlength=count)


def _solid_spans(parts: list[str], solid: Column) -> tuple[Column, Column]:
    """For each text, which of the solid characters are its own: from, to."""
    lengths = np.fromiter(map(len, parts), np.int64, len(parts))
    ends = np.cumsum(lengths)
    starts = ends - lengths
    return np.searchsorted(solid, starts[0::2]), np.searchsorted(solid, ends[0::2])


def _without(text: str, marks: Iterable[str]) -> str:
    for mark in marks:
        if mark in text:
            text = text.replace(mark, "")
    return text


def _plain(html: str) -> str:
    """The source without our marks, and with modern line ends if it has only old ones."""
    return _without(html if "\n" in html else html.replace("\r", "\n"), _MARKS)


def _without_code(html: str) -> str:
    """Remove what is not text; line ends stay, so that what follows keeps its line."""
    kept: list[str] = []
    start = at = 0
    endless: list[str] = []
    while opener := _REMOVED.search(html, at):
        name = (opener[1] or "").lower()
        at = opener.end()
        if name in endless:
            continue
        end = _end_tag(html, name, at) if name else html.find("-->", at - 2) + 3
        if end < 3:
            endless.append(name)
            if name not in _TO_THE_END:
                continue
            end = len(html)
        kept += [html[start : opener.start()], "\n" * html.count("\n", opener.start(), end)]
        start = at = end
    kept.append(html[start:])
    return "".join(kept)


def _end_tag(html: str, name: str, at: int) -> int:
    """Where the element's end tag ends, or 0; the head ends at the body as well."""
    body = _BODY.search(html, at) if name == "head" else None
    while (at := html.find("</", at) + 2) > 1:
        if body and body.start() < at:
            return body.start()
        after = at + len(name)
        if html[at:after].lower() == name and not html[after : after + 1].isalnum():
            return html.find(">", after) + 1 or len(html)
    return body.start() if body else 0


def _wrap(parts: list[str]) -> list[str]:
    """End a line after every 65 characters, but not inside a tag."""
    column = 0
    for place, part in enumerate(parts):
        if place % 2:
            end = part.rfind("\n")
            column = column + len(part) if end < 0 else len(part) - end - 1
            if column >= WIDTH:
                parts[place], column = part + _CUT + "\n", 0
        elif part:
            parts[place], column = _wrap_text(part, column)
    return parts


def _wrap_text(text: str, column: int) -> tuple[str, int]:
    """Break one piece of text; `column` characters are on its first line already."""
    wrapped: list[str] = []
    for number, line in enumerate(text.split("\n")):
        column = 0 if number else column
        ends = [*range(WIDTH - column, len(line) + 1, WIDTH)]
        pieces = [line[start:end] for start, end in zip([0, *ends], [*ends, len(line)], strict=True)]
        wrapped.append((_CUT + "\n").join(pieces))
        column = len(pieces[-1]) + (0 if ends else column)
    return "\n".join(wrapped), column


def _mark(tag: str) -> str:
    """The marks that represent a tag."""
    mark = _INLINE if tag.split(None, 1)[0].lower() in _INLINE_TAGS else _BREAKING
    if "\n" not in tag:
        return mark
    whole = tag.removesuffix(_CUT + "\n")
    return mark + ("\n" + _GOING_ON) * whole.count("\n") + tag[len(whole) :]
