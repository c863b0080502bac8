"""The page's own style rules that hide or show elements: simple selectors by tag, class and id, and what a wide screen applies.

Rules with other selectors (states, attributes) hide nothing; one that would show an element says that the page can open it.
Sheets are long, and few of their rules are about what the page has: rules are found by what they declare or name, and only
those are read.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

# Sheets are read up to this many characters, and up to this many rules: what hides text is written by hand.
MAX_LENGTH: Final = 500_000
MAX_RULES: Final = 2000
# The screen that media queries are asked about, in pixels: as wide as the one that Chromium gets.
WIDTH: Final = 1024

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_DECLARED = re.compile(r"(?:^|[;\s])(display|visibility)\s*:\s*([a-z-]+)\s*(!\s*important)?", re.IGNORECASE)
# One pattern each: those that begin with a fixed word are found many times faster.
_HIDES = (re.compile(r"display\s*:\s*none"), re.compile(r"visibility\s*:\s*hidden"))
_GROUP = re.compile(r"@([\w-]+)([^{};]*)\{")
_BRACE = re.compile(r"[{}]")
_WORD = r"(?:[\w-]|\\[^\s\w])+"
_COMPOUND = re.compile(rf"(\*|[a-z][\w-]*)?((?:[.#]{_WORD})*)", re.IGNORECASE)
_NAME = re.compile(rf"[.#]{_WORD}")
_COMBINED = re.compile(r"\s*([>+~])\s*|\s+")
_STATE = re.compile(r"(?<!\\):[\w-]+(?:\([^()]*\))?|\[[^\]]*\]")
_WIDTHS = re.compile(r"\(\s*(min|max)-width\s*:\s*(\d{1,6}(?:\.\d{1,6})?)(px|em|rem)\s*\)")
_WITHOUT_MEANING = re.compile(r"\b(?:only|and|all|screen)\b")
_EM: Final = 16.0

Names = frozenset[str]


class Compound(NamedTuple):
    """What one element must be: its tag ("" for any) and its names, `.class` or `#id`."""

    tag: str
    names: Names


class Selector(NamedTuple):
    """Compounds from the element itself upwards, each with how it is joined to the next: `" "` or `">"`."""

    compounds: tuple[Compound, ...]
    joints: tuple[str, ...]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """How many ids, classes and tags it names."""
        names = [name[0] for part in self.compounds for name in part.names]
        return names.count("#"), names.count("."), sum(bool(part.tag) for part in self.compounds)


class Rule(NamedTuple):
    """What a selector says about one property; `plain` is whether it was understood as a whole, `order` its place."""

    selector: Selector
    name: str
    hides: bool
    important: bool
    plain: bool
    order: int


class Sheet:
    """One style sheet, and where its rules are."""

    def __init__(self, text: str) -> None:
        text = text[:MAX_LENGTH]
        self._text = _COMMENT.sub("", text) if "/*" in text else text

    def hiding(self) -> Iterator[Rule]:
        """The rules that hide something."""
        places = [found.start() for pattern in _HIDES for found in islice(pattern.finditer(self._text), MAX_RULES)]
        return (rule for rule in self._at(self._text.rfind("{", 0, place) for place in places) if rule.hides)

    def naming(self, names: Iterable[str]) -> Iterator[Rule]:
        """The rules about display and visibility that name one of these classes and ids."""
        wanted = re.compile(f"(?:{'|'.join(map(_as_written, sorted(names)))})(?![\\w-])")
        places = (found.start() for found in islice(wanted.finditer(self._text), MAX_RULES))
        return self._at(self._text.find("{", place) for place in places)

    def _at(self, braces: Iterable[int]) -> Iterator[Rule]:
        """The rules whose declarations begin at these places."""
        text = self._text
        for brace in sorted({*braces} - {-1}):
            end = text.find("}", brace)
            start = 1 + max(text.rfind(mark, 0, brace) for mark in "{};")
            declared = _DECLARED.findall(text[brace + 1 : end if end >= 0 else len(text)])
            if declared and "@" not in text[start:brace] and self._is_applied(start):
                for written in text[start:brace].split(","):
                    yield from _rules(written, declared, start)

    def _is_applied(self, place: int) -> bool:
        return not any(start < place < end for start, end in self._not_applied)

    @cached_property
    def _not_applied(self) -> list[tuple[int, int]]:
        """Groups that a wide screen does not apply; from start to end."""
        found, reached = [], 0
        for group in _GROUP.finditer(self._text):
            name, condition = group[1].lower(), group[2]
            is_applied = applies(condition) if name == "media" else name in ("supports", "layer")
            if not is_applied and group.start() >= reached:
                reached = self._end_of_group(group.end())
                found.append((group.start(), reached))
        return found

    def _end_of_group(self, place: int) -> int:
        level = 1
        for brace in _BRACE.finditer(self._text, place):
            level += 1 if brace[0] == "{" else -1
            if not level:
                return brace.end()
        return len(self._text)


def sheets(styles: Iterable[tuple[str, str]]) -> list[Sheet]:
    """The sheets (given by medium and text) that apply to a screen and hide something."""
    return [
        Sheet(text) for medium, text in styles if applies(medium) and any(pattern.search(text) for pattern in _HIDES)
    ]


def applies(query: str) -> bool:
    """Whether a media query holds on a wide screen; what it asks besides widths is not known, so it does not hold."""
    return not query.strip() or any(map(_holds, query.lower().split(",")))


def _holds(query: str) -> bool:
    for bound, number, unit in _WIDTHS.findall(query):
        width = float(number) * (1 if unit == "px" else _EM)
        if (bound == "min" and width > WIDTH) or (bound == "max" and width < WIDTH):
            return False
    return bool(query.strip()) and not _WITHOUT_MEANING.sub(" ", _WIDTHS.sub(" ", query)).strip()


def _rules(written: str, declared: list[tuple[str, str, str]], place: int) -> Iterator[Rule]:
    if "::" in written:
        return
    plain = selector(written)
    known = plain or selector(_STATE.sub("", written))
    if known is None:
        return
    for name, value, important in declared:
        hides = value.lower() == _HIDING[name.lower()]
        if plain is not None or not hides:
            yield Rule(known, name.lower(), hides, bool(important), plain is not None, place)


def _as_written(name: str) -> str:
    """A pattern for a class or id in a sheet, where odd characters have a backslash in front."""
    return re.escape(name[0]) + re.sub(r"[^\w-]", lambda odd: rf"\\{re.escape(odd[0])}", name[1:])


_HIDING: Final = {"display": "none", "visibility": "hidden"}


def selector(written: str) -> Selector | None:
    """A selector as compounds, from the element upwards; None if it is not a simple one."""
    parts = _COMBINED.split(written.strip())
    known = [part for part in map(compound, parts[::2]) if part is not None]
    joints = [joint or " " for joint in parts[1::2]]
    if len(known) <= len(joints) or not {" ", ">"}.issuperset(joints):
        return None
    return Selector(tuple(reversed(known)), tuple(reversed(joints)))


def compound(written: str) -> Compound | None:
    """One compound; None if it is not made of a tag, classes and ids alone."""
    found = _COMPOUND.fullmatch(written)
    if not written or found is None:
        return None
    names = frozenset(name.replace("\\", "") for name in _NAME.findall(found[2]))
    return Compound("" if found[1] in (None, "*") else found[1].lower(), names)
