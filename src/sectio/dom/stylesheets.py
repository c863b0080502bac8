"""The page's own style rules that hide or show elements: simple selectors by tag, class and id, and what a wide screen applies.

Rules with other selectors (states, attributes) hide nothing; one that would show an element says that the page can open it.
Sheets are long, and few of their rules are about what the page has: rules are found by what they declare or name, and only
those are read. `native/sheets.c` does the same.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple, Self

from sectio.once import once
from sectio.patterns import pattern

# Sheets are read up to this many characters, and up to this many rules: what hides text is written by hand.
MAX_LENGTH: Final = 500_000
MAX_RULES: Final = 2000
# A longer media query is not looked at, and does not hold.
MAX_QUERY: Final = 500
# The screen that media queries are asked about, in pixels: as wide as the one that Chromium gets.
WIDTH: Final = 1024

# White space and letters without case are those of ASCII, as in browsers.
_DECLARED = pattern(r"(?:^|[;\s])(display|visibility)\s*:\s*([a-z-]+)\s*(!\s*important)?", re.IGNORECASE | re.ASCII)
# One pattern each: those that begin with a fixed word are found many times faster.
_HIDES = (pattern(r"display\s*:\s*none", re.ASCII), pattern(r"visibility\s*:\s*hidden", re.ASCII))
_ABOUT = (pattern(r"display\s*:", re.ASCII), pattern(r"visibility\s*:", re.ASCII))
_GROUP = pattern(r"@([\w-]+)([^{};]*)\{")
_BRACE = pattern(r"[{}]")
_PLAIN_GROUP = pattern(r"(?:[^{}]*+\{[^{}]*+\})*+[^{}]*+\}")
_WORD = r"(?:[\w-]|\\[^\s\w])+"
_COMPOUND = pattern(rf"(\*|[a-z][\w-]*)?((?:[.#]{_WORD})*)", re.IGNORECASE)
_NAME = pattern(rf"[.#]{_WORD}")
_COMBINED = pattern(r"\s*([>+~])\s*|\s+")
_STATE = pattern(r"(?<!\\):[\w-]+(?:\([^()]*\))?|\[[^\]]*\]")
_WIDTHS = pattern(r"\(\s*(min|max)-width\s*:\s*(\d{1,6}(?:\.\d{1,6})?)(px|em|rem)\s*\)")
_WITHOUT_MEANING = pattern(r"\b(?:only|and|all|screen)\b")
_EM: Final = 16.0


class Compound(NamedTuple):
    """What one element must be: its tag ("" for any) and its names, `.class` or `#id`."""

    tag: str
    names: frozenset[str]


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


class Written(NamedTuple):
    """A selector of a sheet, not read yet: where its rule starts, what is written, and where the rule's brace is."""

    sheet: "Sheet"
    start: int
    text: str
    brace: int


class Sheet:
    """One style sheet, and where its rules are."""

    def __init__(self, text: str) -> None:
        self._whole, text = text, text[:MAX_LENGTH]
        self._text = "".join(_without_comments(text)) if "/*" in text else text

    @once
    def hides(self) -> bool:
        """Whether it says anything that hides."""
        # Plain text is found many times faster than a pattern.
        return "display:none" in self._whole or any(pattern.search(self._whole) for pattern in _HIDES)

    def hiding(self) -> list["Written"]:
        """The selectors of rules that hide."""
        rules = ((start, self._text[start:brace], brace) for start, brace in self._rules(_HIDES))
        return [Written(self, start, part, brace) for start, parts, brace in rules for part in parts.split(",")]

    def naming(self, names: frozenset[str]) -> Iterator[Rule]:
        """The rules about display and visibility that name one of these classes and ids."""
        for start, brace in self._rules(_ABOUT):
            written = self._text[start:brace]
            if not names.isdisjoint(_names(written)):
                yield from self.read(written.split(","), start, brace)

    def _rules(self, declaring: Iterable[re.Pattern[str]]) -> Iterator[tuple[int, int]]:
        """Where the rules with such declarations start, and their brace, in order."""
        text = self._text
        places = [found.start() for pattern in declaring for found in islice(pattern.finditer(text), MAX_RULES)]
        for brace in sorted({text.rfind("{", 0, place) for place in places} - {-1}):
            start = text.rfind("}", 0, brace) + 1
            for mark in "{;":
                start = max(start, text.rfind(mark, start, brace) + 1)
            if "@" not in text[start:brace]:
                yield start, brace

    def read(self, parts: Sequence[str], start: int, brace: int) -> Iterator[Rule]:
        """The rules that these selectors make with the declarations behind the brace."""
        if not parts or not self._is_applied(start):
            return
        end = self._text.find("}", brace)
        declared = _DECLARED.findall(self._text[brace + 1 : end if end >= 0 else len(self._text)])
        for written in parts:
            yield from _rules(written, declared, start)

    def _is_applied(self, place: int) -> bool:
        starts, ends = self._not_applied
        before = bisect_left(starts, place) - 1
        return before < 0 or place >= ends[before]

    @once
    def _not_applied(self) -> tuple[list[int], list[int]]:
        """Where groups that a wide screen does not apply start and end; they do not overlap."""
        starts: list[int] = []
        ends: list[int] = []
        for group in _GROUP.finditer(self._text):
            name, condition = group[1].lower(), group[2]
            is_applied = applies(condition) if name == "media" else name in ("supports", "layer")
            if not is_applied and (not ends or group.start() >= ends[-1]):
                starts.append(group.start())
                ends.append(self._end_of_group(group.end()))
        return starts, ends

    def _end_of_group(self, place: int) -> int:
        # Most groups have no others inside.
        plain, level = _PLAIN_GROUP.match(self._text, place), 1
        if plain:
            return plain.end()
        for brace in _BRACE.finditer(self._text, place):
            level += 1 if brace[0] == "{" else -1
            if not level:
                return brace.end()
        return len(self._text)


def _without_comments(text: str) -> Iterator[str]:
    """What is between the comments; the last one may be open."""
    place = 0
    while (start := text.find("/*", place)) >= 0:
        yield text[place:start]
        end = text.find("*/", start + 2)
        place = end + 2 if end >= 0 else len(text)
    yield text[place:]


def _names(written: str) -> list[str]:
    """The classes and ids that a selector names; odd characters have a backslash in front."""
    found = _NAME.findall(written)
    return [name.replace("\\", "") for name in found] if "\\" in written else found


class Styles(NamedTuple):
    """The style elements of a page: the bytes they are in, in UTF-8, and of each its medium, and where its text starts and ends."""

    source: bytes = b""
    places: tuple[tuple[str, int, int], ...] = ()

    @classmethod
    def of(cls, styles: Iterable[tuple[str, bytes]]) -> Self:
        """Styles given by medium and text."""
        texts, places, end = [], [], 0
        for medium, text in styles:
            texts.append(text)
            places.append((medium, end, end + len(text)))
            end += len(text)
        return cls(b"".join(texts), tuple(places))

    def for_screens(self) -> list[tuple[int, int]]:
        """Where the texts are that apply to a screen."""
        return [(start, end) for medium, start, end in self.places if applies(medium)]

    def text(self, start: int, end: int) -> str:
        """A text as the parser has it."""
        text = self.source[start:end].decode()
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text.replace("\0", "\ufffd") if "\0" in text else text


def hiding(sheets: Iterable[Sheet], present: Callable[[set[str]], set[str]]) -> list[Rule]:
    """The rules that hide something, all of whose names (`.class` or `#id`) the page has, which `present` is asked for."""
    found = [(written, _names(written.text)) for sheet in sheets if sheet.hides for written in sheet.hiding()]
    known = present({name for _, names in found for name in names})
    rules = (
        sheet.read([text], start, brace) for (sheet, start, text, brace), names in found if known.issuperset(names)
    )
    return [rule for some in rules for rule in some if rule.hides]


def naming(sheets: Iterable[Sheet], names: frozenset[str]) -> Iterator[Rule]:
    """The rules about display and visibility that name one of these classes and ids, of sheets that hide anything."""
    return (rule for sheet in sheets if sheet.hides for rule in sheet.naming(names))


def applies(query: str) -> bool:
    """Whether a media query holds on a wide screen; what it asks besides widths is not known, so it does not hold."""
    return not query.strip() or (len(query) <= MAX_QUERY and _one_holds(query))


@lru_cache(maxsize=1024)
def _one_holds(queries: str) -> bool:
    return any(map(_holds, queries.lower().split(",")))


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
    return Compound("" if found[1] in (None, "*") else found[1].lower(), frozenset(_names(found[2])))
