"""Markdown, in the dialect most tools read (GFM), with footnotes, definition lists and TeX between dollar
signs.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from sectio import deadline
from sectio.dom.page import Page
from sectio.output.escaping import code_span, escape, escape_end, escape_starts, is_active, note
from sectio.output.inline import Inline
from sectio.output.notes import Notes, find
from sectio.output.tables import MAX_CELLS, Tables
from sectio.output.walk import (
    HEADINGS,
    MARKS,
    PHRASING,
    Close,
    Code,
    Content,
    Event,
    Open,
    Run,
    content,
    without,
)
from sectio.results import Content as Source

_QUOTE = "> "
# Lines that are put together before the next ones are written: each takes some fifty bytes more than its letters.
_TOGETHER = 10_000
_STRONG, _EM = frozenset((MARKS.index("strong"),)), frozenset((MARKS.index("em"),))


def plain(text: str) -> str:
    """Lines of plain text as paragraphs."""
    return "\n\n".join(escape_starts(escape(line, at_start=True)) for line in text.splitlines() if line.strip())


def one_line(text: str) -> str:
    """Text for a heading."""
    return escape_end(escape(text, at_start=True))


def write(extraction: Source, exclude: frozenset[str] = frozenset()) -> str:
    """The selected content as Markdown, without these parts: images, links, formatting."""
    found = content(extraction)
    return _Writer(found, find(found)).write(without(found.events, exclude))


@dataclass
class _Container:
    """What every line inside it begins with: `marker` on the first line, `indent` after."""

    marker: str
    indent: str
    # Whether it may follow what is above without an empty line.
    tight: bool = False
    used: bool = False


@dataclass
class _List:
    """An open list: the number of its next item, or None; what its items begin and their numbers end with."""

    number: int | None
    marks: str
    begun: bool = False


class _Writer:
    """Writes blocks one below the other, with the prefixes of the containers they are in."""

    def __init__(self, found: Content, notes: Notes) -> None:
        self._page, self._notes = found.page, notes
        self._inline = Inline(found, notes)
        self._tables = Tables(found.page)
        self._lines: list[str] = []
        self._done: list[str] = []
        self._containers: list[_Container] = []
        self._lists: list[_List] = []
        self._last_list: _List | None = None
        self._phrases: list[str] = []
        self._phrasing = ""
        self._captioned = 0
        self._table = _Table()

    def write(self, events: Iterable[Event]) -> str:
        for event in deadline.watched(events):
            if len(self._lines) > _TOGETHER:
                self._done.append("\n".join(self._lines[:-1]))
                del self._lines[:-1]
            if isinstance(event, Run):
                self._run(event)
            elif isinstance(event, Open):
                self._open(event.tag, event.row)
            elif isinstance(event, Close):
                self._close(event.tag, event.row)
            elif isinstance(event, Code):
                self._code(event)
            else:
                self._emit(["---"])
        return "\n".join((*self._done, *self._lines))

    # Blocks

    def _emit(self, lines: list[str]) -> None:
        """Write a block, separated from the previous one by an empty line unless it begins an item of the same
        list.
        """
        if not self._containers:
            self._lines += [""] if self._lines else []
            self._lines += map(str.rstrip, lines)
            self._last_list = self._lists[0] if self._lists else None
            return
        fresh = [container for container in self._containers if not container.used]
        outer = self._lists[0] if self._lists else None
        tight = bool(fresh) and fresh[-1].tight and (not outer or outer is self._last_list)
        if self._lines and not tight:
            self._lines.append("".join(box.indent for box in self._containers if box.used).rstrip())
        first = "".join(box.indent if box.used else box.marker for box in self._containers)
        rest = "".join(box.indent for box in self._containers)
        self._lines.append((first + lines[0]).rstrip())
        self._lines += [(rest + line).rstrip() for line in lines[1:]]
        for box in fresh:
            box.used = True
        self._last_list = outer

    def _run(self, run: Run) -> None:
        if self._phrasing:
            self._phrases.append(self._inline.write(run.segments, plain=_STRONG, line_end=" ", shared=True))
        elif self._table.cell is not None:
            self._table.add(self._inline.write(run.segments, cell=True), bool(self._lists))
        elif self._captioned:
            self._emit([f"*{self._inline.write(run.segments, plain=_EM, line_end=' ')}*"])
        else:
            self._paragraph(escape_starts(self._inline.write(run.segments)).split("\n"))

    def _paragraph(self, lines: list[str]) -> None:
        if self._containers and self._containers[-1].marker.startswith("[^") and not self._containers[-1].used:
            lines[0] = note(lines[0])
        self._emit(lines)

    def _code(self, code: Code) -> None:
        if self._table.cell is not None:
            for line in filter(str.strip, code.text.split("\n")):
                self._table.add(code_span(line), False)
            return
        longest = max(map(len, re.findall("`{3,}", code.text)), default=2)
        fence = "`" * (longest + 1)
        lines = [f"{fence}{code.language}", *code.text.split("\n"), fence]
        if is_active(code.text):
            self._emit_outside(lines)
        else:
            self._emit(lines)

    def _emit_outside(self, lines: list[str]) -> None:
        """Write a block outside of all lists and quotes; what they hold after it is at the margin.

        Not all renderers know fences in lists and quotes, and some know no notes and definitions at all. What they do
        not know as code they take for markup.
        """
        containers, self._containers = self._containers, []
        self._emit(lines)
        self._containers, self._last_list = containers, None
        for box in containers:
            if box.marker != _QUOTE:
                box.used, box.indent = True, ""

    # Structure

    def _open(self, tag: str, row: int) -> None:
        if tag in PHRASING:
            self._phrasing, self._phrases = tag, []
        elif tag in ("ul", "ol"):
            self._lists.append(_List(_start(self._page, row) if tag == "ol" else None, self._other_marks()))
        elif tag == "li":
            self._containers.append(self._item(row))
        elif tag == "blockquote":
            self._containers.append(_Container(_QUOTE, _QUOTE))
        elif tag == "dd":
            self._containers.append(_Container(": ", "  ", tight=True))
        elif tag == "figcaption":
            self._captioned += 1
        elif tag == "table":
            self._table = _Table()
        elif tag in ("td", "th"):
            self._table.begin(row)

    def _item(self, row: int) -> _Container:
        if row in self._notes.items:
            return _Container(f"[^{self._notes.items[row]}]: ", "    ")
        numbers = self._lists[-1]
        if numbers.number is None:
            return _Container(f"{numbers.marks[0]} ", "  ", tight=True)
        value = (self._page.attribute(row, "value") or "") if row >= 0 else ""
        number = int(value) if _is_number(value) else numbers.number
        # A list that begins in the middle of a paragraph has to begin with 1.
        tight = numbers.begun or number == 1
        numbers.number, numbers.begun = number + 1, True
        marker = f"{number}{numbers.marks[1]} "
        return _Container(marker, " " * len(marker), tight)

    def _other_marks(self) -> str:
        """Marks unlike those of a list that ends just above: Markdown would take the two for one."""
        above = self._last_list
        return "*)" if not self._lists and above is not None and above.marks == "-." else "-."

    def _close(self, tag: str, row: int) -> None:
        if tag in PHRASING:
            self._phrasing = ""
            self._phrase(tag, " ".join(self._phrases))
        elif tag in ("ul", "ol"):
            self._lists.pop()
        elif tag in ("li", "blockquote", "dd"):
            self._containers.pop()
        elif tag == "figcaption":
            self._captioned -= 1
        elif tag in ("td", "th"):
            self._table.end()
        elif tag == "table":
            lines = self._table.lines(self._tables, row)
            self._table = _Table()
            if lines:
                self._emit(lines)

    def _phrase(self, tag: str, text: str) -> None:
        if not text:
            return
        if self._table.cell is not None:
            self._table.add(text, False)
        elif tag in HEADINGS:
            self._emit([f"{'#' * int(tag[1])} {escape_end(text)}"])
        else:
            self._paragraph([f"**{text}**" if tag == "summary" else escape_end(escape_starts(text))])


class _Table:
    """A table while it is read: the lines of its cell, and the texts of those before it."""

    def __init__(self) -> None:
        self.cell: list[str] | None = None
        self._node = 0
        self._texts: dict[int, str] = {}

    def begin(self, node: int) -> None:
        self.cell, self._node = [], node

    def end(self) -> None:
        if self.cell:
            self._texts[self._node] = "<br>".join(self.cell)
        self.cell = None

    def add(self, text: str, in_list: bool) -> None:
        if self.cell is not None:
            self.cell.append(f"- {text}" if in_list else text)

    def lines(self, tables: Tables, node: int) -> list[str]:
        """The table's lines; rows without content are left out, an empty header is added if there is
        none.
        """
        grid = tables.grid(node)
        texts = [escape_end(self._texts.get(cell, "")).replace("|", "\\|") for cell in grid.nodes]
        filled = [(row, column) for row, column, text in zip(grid.rows, grid.columns, texts, strict=True) if text]
        if not filled:
            return []
        width, first = 1 + max(column for _, column in filled), filled[0][0]
        padded = width * len({row for row, _ in filled}) <= MAX_CELLS
        lines: list[str] = []
        for _, cells in groupby(zip(grid.rows, grid.columns, texts, strict=True), key=itemgetter(0)):
            row = {column: text for _, column, text in cells if text}
            if row:
                lines.append(_line(row, width if padded else 1 + max(row)))
        head = [] if tables.is_header_row(tables.row(node, first)) else [_line({}, width)]
        ruled = [*head, *lines]
        return [ruled[0], "|" + " --- |" * width, *ruled[1:]]


def _line(cells: dict[int, str], width: int) -> str:
    return "|" + "|".join(f" {cells[at]} " if at in cells else "  " for at in range(width)) + "|"


def _start(page: Page, row: int) -> int:
    value = page.attribute(row, "start") or ""
    return int(value) if _is_number(value) else 1


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) < 10
