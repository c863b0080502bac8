"""The same page from another parser, node by node: a slow, obvious twin of `dom/parse.py` for tests."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser

from sectio.dom import markup, tags, words
from sectio.dom.markup import is_blank
from sectio.dom.page import Head, Page
from sectio.dom.stylesheets import Styles

_TEXT = "-text"


def parse(html: str) -> Page:
    """Parse with selectolax (Lexbor)."""
    parser = LexborHTMLParser(html.encode("utf-8", "replace"))
    rows = _Rows()
    for node in parser.root.traverse(include_text=True) if parser.root is not None else ():
        rows.add(node)
    rows.end_text()
    codes = {name: code for code, name in enumerate(dict.fromkeys((*tags.NAMES, *rows.tags)))}
    source = _Source(html, parser, rows.nodes)
    return Page(
        parent=np.array(rows.parents, np.int32),
        end=np.array(_ends(rows.parents), np.int32),
        tag=np.array([codes[name] for name in rows.tags], np.int16),
        tag_names=tuple(codes),
        text_rows=np.array([row for row, name in enumerate(rows.tags) if name == tags.TEXT], np.int32),
        texts=rows.texts,
        after_blank=np.array(rows.after_blank, bool),
        source=source,
    )


@dataclass
class _Rows:
    """The rows while nodes come in, in document order."""

    nodes: list[Any] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    after_blank: list[bool] = field(default_factory=list)
    row_of: dict[int, int] = field(default_factory=dict)
    run: list[Any] = field(default_factory=list)  # texts side by side: one row
    blank: bool = True

    def add(self, node: Any) -> None:
        """Take the next node, unless it is nothing of a page or inside something dropped."""
        tag, above = node.tag or "", node.parent
        inside = self.row_of.get(above.mem_id) if above is not None else None
        if (self.nodes and inside is None) or tag in tags.DROPPED or (tag != _TEXT and tag[:1] in "-_!"):
            return
        if tag != _TEXT or (self.run and self.run[0].parent.mem_id != above.mem_id):
            self.end_text()
        if tag == _TEXT:
            self.run.append(node)
        else:
            self.row_of[node.mem_id] = len(self.nodes)
            self._append(node, tag, inside or 0)

    def end_text(self) -> None:
        """What comes next is not adjacent to the texts before."""
        text = "".join(node.text_content or "" for node in self.run)
        if self.run and is_blank(text):
            self.blank = True
        elif self.run:
            self.texts.append(text)
            self.after_blank.append(self.blank)
            self.blank = False
            self._append(self.run[0], tags.TEXT, self.row_of[self.run[0].parent.mem_id])
        self.run = []

    def _append(self, node: Any, tag: str, parent: int) -> None:
        self.nodes.append(node)
        self.tags.append(tag)
        self.parents.append(parent)


def _ends(parents: Sequence[int]) -> list[int]:
    """Where each subtree ends."""
    ends = list(range(1, len(parents) + 1))
    for row in range(len(parents) - 1, 0, -1):
        ends[parents[row]] = max(ends[parents[row]], ends[row])
    return ends


class _Source:
    """What selectolax still knows about the rows; enough for the column tests."""

    def __init__(self, html: str, parser: Any, nodes: Sequence[Any]) -> None:
        self._html, self._parser, self._nodes = html, parser, nodes

    def html(self) -> str:
        return self._html

    def may_have(self, letters: bytes, pattern: re.Pattern[bytes]) -> bool:
        return pattern.search(self._html.encode()) is not None

    def attribute(self, node: int, name: str) -> str | None:
        return self.attributes(node).get(name)

    def attributes(self, node: int) -> dict[str, str]:
        if self._nodes[node].tag == _TEXT:
            return {}
        return {name: value or "" for name, value in self._nodes[node].attributes.items()}

    def having(self, name: str) -> dict[int, str]:
        return {row: found[name] for row, found in self._all_attributes() if name in found}

    def having_among(self, name: str, rows: NDArray[np.intp]) -> dict[int, str]:
        wanted = set(rows.tolist())
        return {row: value for row, value in self.having(name).items() if row in wanted}

    def rows_having(self, name: str) -> NDArray[np.intp]:
        return np.array(list(self.having(name)), np.intp)

    def rows_starting(self, name: str, letter: str) -> NDArray[np.intp]:
        """The rows whose value starts with a sign."""
        return np.array([row for row, value in self.having(name).items() if value.startswith(letter)], np.intp)

    def having_word(self, name: str, wanted: frozenset[str], only: NDArray[np.intp] | None = None) -> dict[int, str]:
        values = self.having(name) if only is None else self.having_among(name, only)
        return {row: value for row, value in values.items() if not wanted.isdisjoint(value.split())}

    def rows_hiding(self) -> list[int]:
        return markup._hiding(self.having("style"))

    def places(self, name: str) -> tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.int32]]:
        nowhere = np.zeros(0, np.int32)
        return self.rows_having(name), nowhere, nowhere

    def own_styles(self) -> Styles:
        return Styles()

    def words(self, name: str) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        return (self.rows_having(name), *words.read(self.having(name).values()))

    def _all_attributes(self) -> Iterator[tuple[int, dict[str, str]]]:
        return ((row, self.attributes(row)) for row in range(len(self._nodes)))

    def written(self) -> None:
        return None

    def position(self, node: int) -> tuple[int, int] | None:
        return None

    def raw_text(self, node: int) -> str:
        element = self._nodes[node]
        return (element.text_content if element.tag == _TEXT else element.text()) or ""

    def inner(self, node: int) -> str:
        return "".join(child.html or "" for child in self._nodes[node].iter(include_text=True))

    def styles(self) -> list[tuple[str, str]]:
        return [(style.attributes.get("media") or "", style.text()) for style in self._parser.css("style")]

    def sheets(self) -> list[str]:
        found = self._parser.css("link[rel~=stylesheet][href]")
        return [link.attributes.get("href") or "" for link in found]

    def head(self) -> Head:
        title = self._parser.css_first("title")
        return Head(title=title.text() if title else "")
