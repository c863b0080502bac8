"""Inline Markdown: a run's segments with their marks."""

import re
from collections.abc import Sequence
from itertools import pairwise

from sectio import deadline
from sectio.output.escaping import address, code_span, escape, formulas, is_active, may_be_math, paired, tex
from sectio.output.notes import Notes
from sectio.output.walk import MARKS, Content, Marks, Segment, joined

_DELIMITERS = {"strong": "**", "em": "*", "del": "~~"}
_CODE, _DEL = MARKS.index("code"), MARKS.index("del")
_AFTER_NOTE = {"(": "\\(", "[": "\\[", ":": "&#58;"}
_LINE_ENDS = frozenset(("break", "end"))
# What begins an address in a word; so many segments are looked through for one.
_ADDRESS = re.compile(r"://|www\.", re.IGNORECASE)
_MOST_BEFORE = 50
_END = Segment("end", "", False, (), 0)


class Inline:
    """Writes the runs of one page."""

    def __init__(self, found: Content, notes: Notes) -> None:
        self._link, self._picture, self._notes = found.link, found.picture, notes

    def write(
        self,
        segments: Sequence[Segment],
        *,
        plain: frozenset[int] = frozenset(),
        line_end: str = "\\\n",
        cell: bool = False,
        shared: bool = False,
    ) -> str:
        """A run as Markdown, maybe for the cell of a table, or for a line it shares with others; marks at the places in `plain` are
        left out.
        """
        if (
            len(segments) == 1
            and segments[0].kind == "text"
            and not segments[0].marks
            and not may_be_math(segments[0].text)
        ):
            return escape(segments[0].text, at_start=True)
        parts: list[str] = []
        now: Marks = ()
        before, signs = _END, set[str]()
        spans = self._spans(segments, plain)
        wary = _has_active_code(spans)
        for at, (segment, after) in enumerate(pairwise((*deadline.watched(tuple(spans)), _END))):
            if wary:
                own = _signs(segment)
                signs |= {"~"} if any(place == _DEL for place, _ in segment.marks) else set()
                if _is_code(segment):
                    # Cells are on a line too: a renderer may not see the table. Code that is cut leaves a backtick for the code after it.
                    begun = own if cell or shared else own & signs
                    if begun or (is_active(segment.text) and _follows_address(spans, at)):
                        segment = segment._replace(marks=segment.marks[:-1])
                signs |= own
            marks = segment.marks[:-1] if _is_code(segment) else segment.marks
            same = len(marks) if marks == now else _common(now, marks)
            if same < len(now):
                parts += [self._closing(*mark) for mark in reversed(now[same:])]
            if segment.kind == "break":
                parts.append("<br>" if cell else line_end)
            else:
                if segment.space and parts and not parts[-1].endswith("\n"):
                    parts.append(" ")
                if same < len(marks):
                    parts += [self._opening(*mark) for mark in marks[same:]]
                parts.append(self._written(segment, before, after, cell))
            now, before = marks, segment
        parts += [self._closing(*mark) for mark in reversed(now)]
        return "".join(parts)

    def _spans(self, segments: Sequence[Segment], plain: frozenset[int]) -> list[Segment]:
        """The segments with the marks that are written, footnote links resolved, and put together where marks are equal:
        text is escaped as it will be read, whatever elements the page put it in.
        """
        found: list[Segment] = []
        noted = -1
        for segment in deadline.watched(tuple(segments)):
            if not segment.marks:
                found.append(segment)
                continue
            link = segment.marks[0][1]
            if link in self._notes.back:
                continue
            if link in self._notes.references:
                if link != noted:
                    found.append(Segment("note", self._notes.references[link], segment.space, (), segment.row))
                noted = link
            else:
                kept = self._kept(segment.marks, plain)
                found.append(segment if kept == segment.marks else segment._replace(marks=kept))
        pieces = joined(found)
        if not any(may_be_math(segment.text) for segment in deadline.watched(tuple(pieces))):
            return pieces
        return [piece for segment in pieces for piece in _formulas(segment)]

    def _kept(self, marks: Marks, plain: frozenset[int]) -> Marks:
        """The marks that are written: links need a usable address."""
        if not plain and marks[0][0]:
            return marks
        return tuple([mark for mark in marks if mark[0] not in plain and (mark[0] or self._link(mark[1]))])

    def _written(self, segment: Segment, before: Segment, after: Segment, cell: bool) -> str:
        kind = segment.kind
        if kind == "image":
            alt = self._picture(segment.row).alt
            return f"![{escape(alt, linked=True)}]({address(segment.text)})"
        if kind == "math":
            return f"${tex(segment.text, cell=cell)}$"
        if kind == "display":
            return f"$${tex(segment.text, cell=cell)}$$"
        if kind == "note":
            return f"[^{segment.text}]"
        if _is_code(segment) and not (cell and "\\|" in segment.text):  # no renderer agrees with another on these
            return code_span(segment.text)
        text = escape(segment.text, linked=_is_linked(segment), at_start=before.kind in _LINE_ENDS)
        return _beside(text, segment, before, after)

    def _opening(self, place: int, row: int) -> str:
        name = MARKS[place]
        return "[" if name == "a" else _DELIMITERS.get(name, f"<{name}>")

    def _closing(self, place: int, row: int) -> str:
        name = MARKS[place]
        return f"]({address(self._link(row) or '')})" if name == "a" else _DELIMITERS.get(name, f"</{name}>")


def _formulas(segment: Segment) -> list[Segment]:
    """The segment with the formulas that its text contains between signs apart."""
    if segment.kind != "text" or _is_code(segment) or not may_be_math(segment.text):
        return [segment]
    found: list[Segment] = []
    space = segment.space
    for kind, text in formulas(segment.text):
        body = text.strip()
        if body:
            found.append(Segment(kind, body, space or text[:1].isspace(), segment.marks, segment.row))
        space = text[-1:].isspace()
    return found or [segment]


def _beside(text: str, segment: Segment, before: Segment, after: Segment) -> str:
    """Escaped text that makes no markup together with what is written before and after it."""
    if before.kind == "note" and not segment.space:
        text = _AFTER_NOTE.get(text[0], text[0]) + text[1:]
    if after.space:
        return text
    if text[-1] == "!" and (after.kind == "note" or _is_linked(after)):
        return text[:-1] + "\\!"
    return text[:-1] + "&lt;" if text[-1] == "<" and after.kind == "image" else text


def _follows_address(spans: Sequence[Segment], at: int) -> bool:
    """Whether a segment directly follows a bare address: renderers that make a link of it take the start of code for a part of it."""
    for place in range(at, max(at - _MOST_BEFORE, 0), -1):
        before = spans[place - 1]
        if spans[place].space or before.kind == "break" or _is_linked(before):
            return False
        words = before.text.rsplit(maxsplit=1)
        if words and _ADDRESS.search(words[-1]):
            return True
        if len(words) > 1:
            return False
    return at > _MOST_BEFORE


def _signs(segment: Segment) -> set[str]:
    """The signs of a segment that may begin or end something in pairs, as it is written."""
    match segment.kind:
        case "math" | "display":
            return {"$"}
        case "note":
            return {"^"}
        case "text":
            return paired(segment.text)
    return set()


def _is_code(segment: Segment) -> bool:
    marks = segment.marks
    return bool(marks) and marks[-1][0] == _CODE and segment.kind == "text"


def _has_active_code(spans: Sequence[Segment]) -> bool:
    """Whether there is code that would do more than be shown, if a renderer took it for text."""
    for segment in deadline.watched(tuple(spans)):  # noqa: SIM110 - a generator takes longer than what it says
        if _is_code(segment) and is_active(segment.text):
            return True
    return False


def _is_linked(segment: Segment) -> bool:
    return bool(segment.marks) and segment.marks[0][0] == 0


def _common(now: Marks, then: Marks) -> int:
    same, most = 0, min(len(now), len(then))
    while same < most and now[same] == then[same]:
        same += 1
    return same
