"""A tree as preorder arrays, with labels a matcher can compare across pages.

Two ways to read a page (Reis et al., WWW 2004, as `docs/methods/tree_matching.md` sets out): *structure*
takes tags and `#text`, *content* writes the text into the label, so that equal boilerplate is equal and data
differs. The notation `a(b,c)` is for tests and for saved patterns; a text is written as a JSON string:
`body(h1("News"),p(.))`.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sectio.dom import chars, tags
from sectio.dom.page import Ints, Page
from sectio.dom.tree import children_of, fingerprints
from sectio.errors import InputError
from sectio.once import once

Mode = Literal["structure", "content"]

CONTENT = tags.TEXT + ":"
_TOKEN = re.compile(r'[(),]|\\?"(?:[^"\\]|\\.)*"|[^\s(),"\\]+|\S')
_PLAIN = re.compile(r'[^\s(),"\\]+\Z')


@dataclass(frozen=True, eq=False)
class Tree:
    """Rows in preorder: the label of row `i` is `names[label[i]]`, its subtree the rows `i … end[i]-1`."""

    names: tuple[str, ...]
    label: Ints
    parent: Ints
    end: Ints

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.parent)

    @classmethod
    def of(cls, page: Page, mode: Mode = "structure") -> "Tree":
        """The tree of a page."""
        if mode == "structure":
            return cls(page.tag_names, page.tag.astype(np.int32), page.parent, page.end)
        names, label = list(page.tag_names), page.tag.astype(np.int32)
        seen: dict[str, int] = {}
        for row, text in zip(page.text_rows.tolist(), page.texts, strict=True):
            label[row] = seen.setdefault(chars.normalise(text), len(names) + len(seen))
        return cls((*names, *(CONTENT + text for text in seen)), label, page.parent, page.end)

    @classmethod
    def build(cls, labels: Sequence[str], parents: Sequence[int]) -> "Tree":
        """A tree from one label and one parent per row, rows in preorder (the root's parent is 0)."""
        seen: dict[str, int] = {}
        label = np.fromiter((seen.setdefault(name, len(seen)) for name in labels), np.int32, len(labels))
        end = np.arange(1, len(labels) + 1, dtype=np.int32)
        for row in range(len(labels) - 1, 0, -1):
            end[parents[row]] = max(end[parents[row]], end[row])
        return cls(tuple(seen), label, np.array(parents, np.int32), end)

    @classmethod
    def parse(cls, notation: str) -> "Tree":
        """A tree from the notation; white space and commas both separate siblings."""
        labels: list[str] = []
        parents: list[int] = []
        above: list[int] = []
        for token in _TOKEN.findall(notation):
            if token == "(":
                above.append(len(labels) - 1)
            elif token == ")" and above:
                above.pop()
            elif token != ",":
                if (labels and not above) or token in ')"\\':
                    raise InputError(f"not a tree: {token!r} after node {len(labels)}; write it like a(b,c(d))")
                labels.append(_read_label(token))
                parents.append(above[-1] if above else 0)
        if above:
            raise InputError(f"not a tree: {len(above)} brackets are left open; write it like a(b,c(d))")
        return cls.build(labels, parents)

    def notation(self) -> str:
        """The tree as text; `parse` reads it back."""
        written = [_write_label(name) for name in self.names]
        parts: list[str] = []
        closing = np.bincount(self.end, minlength=len(self) + 1)
        for row, (label, end) in enumerate(zip(self.label.tolist(), self.end.tolist(), strict=True)):
            if row:
                # A row opens its parent's list when it follows the parent directly.
                parts.append("(" if self.parent[row] == row - 1 else _close(int(closing[row]) - 1) + ",")
            parts.append(written[label])
            if end == len(self) and row == len(self) - 1:
                parts.append(_close(int(closing[end]) - 1))
        return "".join(parts)

    def name(self, row: int) -> str:
        """The label of a row."""
        return self.names[int(self.label[row])]

    def children(self, row: int) -> list[int]:
        """The children of a row, in order."""
        order, starts = self.child_lists
        found: list[int] = order[starts[row] : starts[row + 1]].tolist()
        return found

    @once
    def child_lists(self) -> tuple[Ints, Ints]:
        """All child lists in one array, and where each starts."""
        return children_of(self)

    @once
    def depth(self) -> Ints:
        """Number of ancestors: 0 for the root."""
        closed = np.bincount(self.end, minlength=len(self) + 1)[: len(self)]
        return np.cumsum(1 - closed, dtype=np.int32) - 1

    @once
    def size(self) -> Ints:
        """Number of rows in each subtree."""
        return (self.end - np.arange(len(self))).astype(np.int32)

    @once
    def codes(self) -> NDArray[np.int64]:
        """The label of each row as a number that is the same in every tree."""
        table = np.fromiter(map(_code, self.names), np.int64, len(self.names))
        return table[self.label]

    @once
    def classes(self) -> NDArray[np.int64]:
        """The class of each subtree: equal, in one tree or in two, when the subtrees are identical."""
        return fingerprints(self, self.codes) if len(self) else np.zeros(0, np.int64)


def as_tree(tree: "Tree | Page | str") -> Tree:
    """A tree from a page (its structure), from the notation, or as it is."""
    if isinstance(tree, str):
        return Tree.parse(tree)
    return Tree.of(tree) if isinstance(tree, Page) else tree


def content_text(name: str) -> str | None:
    """The text in a content label, or None for other labels."""
    return name[len(CONTENT) :] if name.startswith(CONTENT) else None


def paths(tree: Tree) -> NDArray[np.uint64]:
    """The labels from the root to each row as one number: rows of equal number have equal label paths."""
    found = np.zeros(len(tree), np.uint64)
    codes = tree.codes.view(np.uint64)
    order = np.argsort(tree.depth, kind="stable")
    bounds = np.searchsorted(tree.depth[order], np.arange(int(tree.depth.max(initial=-1)) + 2))
    for start, stop in pairwise(bounds.tolist()):
        rows = order[start:stop]
        above = found[tree.parent[rows]] if start else np.zeros(len(rows), np.uint64)
        mixed = (above + np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xBF58476D1CE4E5B9) ^ codes[rows]
        found[rows] = mixed ^ (mixed >> np.uint64(29))
    return found


def _code(name: str) -> int:
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True)


def _close(count: int) -> str:
    return ")" * count


def _read_label(token: str) -> str:
    try:
        if token.startswith('"'):
            return CONTENT + str(json.loads(token))
        return str(json.loads(token[1:])) if token.startswith("\\") else token
    except ValueError as error:
        raise InputError(f"not a label: {token} ({error})") from error


def _write_label(name: str) -> str:
    text = content_text(name)
    if text is not None:
        return json.dumps(text, ensure_ascii=False)
    return name if _PLAIN.match(name) else "\\" + json.dumps(name, ensure_ascii=False)
