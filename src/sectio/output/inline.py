"""Inline Markdown: a run's segments with their marks, and the escaping that keeps text text.

Only what Markdown would take for markup is escaped, so `snake_case`, `2 * 3` and `[1]` stay readable.
"""

import re
from collections.abc import Sequence

from sectio.output.notes import Notes
from sectio.output.walk import MARKS, Content, Marks, Segment

_ESCAPED = re.compile(
    r"""
      \\(?=[!-/:-@\[-`{-~])              # a backslash that would escape
    | `
    | \*(?=\S) | (?<=\S)\*
    | (?<![^\W_])_(?=\S) | (?<=\S)_(?![^\W_])
    | \](?=[(\[:])                       # the middle of a link
    | <(?=[A-Za-z/!?])
    | &(?=\#?\w{1,32};)
    | ~(?=~) | (?<=~)~
    """,
    re.VERBOSE,
)
_SUSPECT = re.compile(r"[\\`*_\]<&~]")
_AT_LINE_START = re.compile(r"(?:\#{1,6}|[-+*]|=+|-{2,}|~{3,})(?=\s|$)|>|\d{1,9}(?=[.)](?:\s|$))")
_BRACKET = re.compile(r"(?<!\\)[\[\]]")
_DELIMITERS = {"strong": "**", "em": "*", "del": "~~"}
_UNSAFE_IN_ADDRESS = str.maketrans({" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "|": "%7C"})
_CODE = MARKS.index("code")


def escape(text: str) -> str:
    """Text in which Markdown sees no markup (but for what only counts at the start of a line)."""
    return _ESCAPED.sub(r"\\\g<0>", text) if _SUSPECT.search(text) else text


def escape_start(line: str) -> str:
    """A line that Markdown does not take for a heading, an item, a quote or a rule."""
    found = _AT_LINE_START.match(line)
    if not found:
        return line
    at = found.end() if found[0].isdecimal() else 0
    return f"{line[:at]}\\{line[at:]}"


def code_span(text: str) -> str:
    """Inline code, fenced by more backticks than it holds in a row."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def address(text: str) -> str:
    """An address that can stand between a link's parentheses."""
    return text.translate(_UNSAFE_IN_ADDRESS)


class Inline:
    """Writes the runs of one page."""

    def __init__(self, found: Content, notes: Notes) -> None:
        self._page, self._link, self._notes = found.page, found.link, notes

    def write(self, segments: Sequence[Segment], *, plain: frozenset[int] = frozenset(), line_end: str = "\\\n") -> str:
        """A run as Markdown; marks at the places in `plain` are left out."""
        parts: list[str] = []
        now: Marks = ()
        for segment in self._spans(segments):
            marks = tuple(mark for mark in segment.marks if mark[0] not in plain and mark[0] != _CODE)
            same = _common(now, marks)
            parts += [self._closing(*mark) for mark in reversed(now[same:])]
            if segment.kind == "break":
                parts.append(line_end)
            else:
                if segment.space and parts and not parts[-1].endswith("\n"):
                    parts.append(" ")
                parts += [self._opening(parts, *mark) for mark in marks[same:]]
                parts.append(self._written(segment))
            now = marks
        parts += [self._closing(*mark) for mark in reversed(now)]
        return "".join(parts)

    def _spans(self, segments: Sequence[Segment]) -> list[Segment]:
        """The segments with footnote links resolved and neighbouring pieces of one code span put together."""
        found: list[Segment] = []
        noted = -1
        for segment in segments:
            link = segment.marks[0][1] if segment.marks and segment.marks[0][0] == 0 else 0
            if link in self._notes.back:
                continue
            if link in self._notes.references:
                if link != noted:
                    found.append(Segment("note", self._notes.references[link], segment.space, (), segment.row))
                noted = link
            elif found and _is_code(segment) and _is_code(found[-1]) and segment.marks == found[-1].marks:
                found[-1] = found[-1]._replace(text=f"{found[-1].text}{' ' * segment.space}{segment.text}")
            else:
                found.append(segment)
        return found

    def _written(self, segment: Segment) -> str:
        match segment.kind:
            case "image":
                alt = " ".join((self._page.attribute(segment.row, "alt") or "").split())
                return f"![{_brackets(escape(alt))}]({address(segment.text)})"
            case "math":
                return f"${segment.text}$"
            case "note":
                return f"[^{segment.text}]"
        if _is_code(segment):
            return code_span(segment.text)
        linked = bool(segment.marks) and segment.marks[0][0] == 0
        return _brackets(escape(segment.text)) if linked else escape(segment.text)

    def _opening(self, parts: list[str], place: int, row: int) -> str:
        name = MARKS[place]
        if name != "a":
            return _DELIMITERS.get(name, f"<{name}>")
        if not self._link(row):
            return ""
        if parts and parts[-1].endswith("!"):
            parts[-1] = parts[-1][:-1] + "\\!"
        return "["

    def _closing(self, place: int, row: int) -> str:
        name = MARKS[place]
        if name != "a":
            return _DELIMITERS.get(name, f"</{name}>")
        target = self._link(row)
        return f"]({address(target)})" if target else ""


def _is_code(segment: Segment) -> bool:
    return segment.kind == "text" and bool(segment.marks) and segment.marks[-1][0] == _CODE


def _common(now: Marks, then: Marks) -> int:
    same = 0
    while same < min(len(now), len(then)) and now[same] == then[same]:
        same += 1
    return same


def _brackets(text: str) -> str:
    return _BRACKET.sub(r"\\\g<0>", text)
