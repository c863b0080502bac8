"""A template at a glance: its outermost elements, one on a line."""

import re
from dataclasses import dataclass, field

_TOKENS = re.compile(r"[()|?*]|[^\s()|?*]+")
_DEEPEST, _LONGEST = 2, 16
_MARKS = {"?": "(may be missing)", "*": "(repeats)", "|": "(or another)"}


@dataclass
class _Open:
    """A parenthesis: the children of an element, or a group; `first` is the first line in it."""

    is_element: bool
    first: int


@dataclass
class _Outline:
    """The lines so far: depth, name, and what is said about it."""

    lines: list[tuple[int, str, str]] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return sum(one.is_element for one in self.stack)

    def read(self, tokens: list[str]) -> None:
        for at, token in enumerate(tokens):
            follows = tokens[at + 1] if at + 1 < len(tokens) else ""
            before = tokens[at - 1] if at else ""
            if token == "(":
                self.stack.append(_Open(_is_name(before), len(self.lines)))
            elif token == ")" and self.stack:
                self._close(self.stack.pop(), follows)
            elif token == "|" and self.stack:
                self._mark(self.stack[-1], token)
            elif _is_name(token) and token != "#text":
                self.lines.append((self.depth, token, ""))

    def _close(self, closed: _Open, follows: str) -> None:
        if not closed.is_element and follows in ("?", "*"):
            self._mark(closed, follows)

    def _mark(self, group: _Open, mark: str) -> None:
        """Say of the elements directly in a group that they may be missing or repeat."""
        for at in range(group.first, min(len(self.lines), group.first + _LONGEST)):
            depth, name, said = self.lines[at]
            if depth == self.depth and not said:
                self.lines[at] = depth, name, _MARKS[mark]


def outline(pattern: str) -> list[str]:
    """The elements of a template down to the second level below its root, indented; `…` where there are more."""
    found = _Outline()
    found.read(_TOKENS.findall(pattern))
    shown = [
        f"{'  ' * depth}{name}{' ' if said else ''}{said}" for depth, name, said in found.lines if depth <= _DEEPEST
    ]
    return [*shown[:_LONGEST], *(["…"] if len(shown) > _LONGEST else [])]


def _is_name(token: str) -> bool:
    return bool(token) and token not in "()|?*"
