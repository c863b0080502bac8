"""The parts of contributions: what names, tags and microdata say about the elements inside them."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom import words
from sectio.dom.chars import MARKS
from sectio.dom.markup import find
from sectio.dom.page import Mask, Page, covered
from sectio.dom.tree import subtree_any
from sectio.metadata import dates
from sectio.once import once
from sectio.patterns import pattern

# Attributes whose words name what an element is.
_NAMING: Final = ("class", "id", "itemprop", "data-testid", "data-role", "slot", "component")
_OF_TAG: Final = {
    "cite": "author",
    "time": "date",
    "relative-time": "date",
    "faceplate-timeago": "date",
    "button": "noise",
}
# Longer texts are not dates, names or actions.
MAX_SHORT: Final = 90
VERY_SHORT: Final = 24
# Texts that are searched for dates in one go.
TOGETHER: Final = 4096
# How many texts above the content may belong to its first post.
ABOVE: Final = 12
_DIGITS: Final = MARKS.index("digits")
_UNITS = "second|minute|hour|day|week|month|year|sec|min|hr|mo|yr|sekunde|minute|stunde|tag|woche|monat|jahr"
_RELATIVE: Final = pattern(
    rf"(?:\b(?:\d+|an?|one|last|few)\s?(?:{_UNITS})s?\b.{{0,12}}\bago\b|\b\d+\s?(?:s|m|h|d|w|y|mo|yr)\s+ago\b|\byesterday\b|\bjust now\b"
    rf"|\bvor\s(?:\d+|einem|einer)\s(?:{_UNITS})\w{{0,2}}\b|\bil y a\s\d+\s\w+|\bhace\s\d+\s\w+|\b\d+\s\w+\sfa\b|\d+\s?(?:分钟|小时|天|个月|年)前)",
    re.I,
)
# Each way to say it has one of these.
_RELATIVE_HINTS: Final = ("ago", "yesterday", "just now", "vor", "il y a", "hace", "fa", "前")
_ANY_HINT: Final = pattern("|".join(_RELATIVE_HINTS))

# Each name of votes has one of these, in capital letters of any alphabet too.
_VOTED: Final = (b"vote", b"score", b"points", b"arma")
# What states how many votes there are; each of these has one of them too.
SCORE_ATTRIBUTES: Final = ("data-score", "score", "data-votes")
# Tags with such words that are looked at before all others are read; nearly all pages have fewer.
MANY_TAGS: Final = 100


@lru_cache(maxsize=8192)
def of_name(value: str) -> frozenset[str]:
    """The parts that a class, id or property names."""
    names = [name for name in value.split() if not name.startswith("text-")]  # a size or colour in utility classes
    found = {*words.tokens(" ".join(names)), *(name.lower() for name in names)}
    return frozenset(part for part, wanted in words.CONTRIBUTION_PARTS.items() if not wanted.isdisjoint(found))


def _may_name_votes(markup: bytes) -> bool:
    """Whether clean markup in small letters has a word for votes in a name: not in its text, nor in addresses and other values."""
    return any(_names(markup, word) for word in _VOTED)


def _names(markup: bytes, word: bytes) -> bool:
    at, reached = find(markup, word), 0
    for _ in range(MANY_TAGS):
        if at < 0:
            return False
        opened = markup.rfind(b"<", reached, at)
        closed = markup.find(b">", opened, at)
        if opened >= 0 and closed < 0:
            before = markup[opened:at]
            if not before.count(b'"') % 2:  # not in a value
                return True
            name = before[: before.rindex(b'"') - 1].rpartition(b" ")[2].decode()
            if name in _NAMING:
                return True
            at, reached = markup.find(b'"', at), opened
        else:
            at = reached = markup.find(b"<", at)
        at = find(markup, word, at) if at >= 0 else at
    return True


def is_relative(text: str) -> bool:
    """Whether a short text says how long ago something was."""
    if len(text) > MAX_SHORT:
        return False
    folded = text.casefold()
    return any(hint in folded for hint in _RELATIVE_HINTS) and _RELATIVE.search(text) is not None


def is_dated(text: str) -> bool:
    """Whether a short text has a date."""
    text = _on_one_line(text)
    return len(text) <= MAX_SHORT and (dates.is_likely(text) or is_relative(text))


def _on_one_line(text: str) -> str:
    """A text with single blanks; of a long one only the beginning, which is too long for a date as well."""
    return " ".join(text[: 4 * MAX_SHORT].split())


def are_dated(texts: Sequence[str]) -> set[int]:
    """The numbers of the texts that `is_dated` is true of: one search in all of them, for most are not."""
    lines = [" ".join(text[: 4 * MAX_SHORT].split()) for text in texts]  # `_on_one_line` of each
    found = set(dates.likely(lines, MAX_SHORT + 1))
    together, number, reached = "\n".join(lines).casefold(), 0, 0
    for match in _ANY_HINT.finditer(together):
        number += together.count("\n", reached, match.start())
        reached = match.start()
        if number not in found and is_relative(lines[number]):
            found.add(number)
    return found


_NO: Final = 1
_YES: Final = 2


class Parts:
    """The elements of a page by the part of a contribution that they are, and which texts have dates; found once for all readers."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._dated = np.zeros(len(page.texts), np.uint8)  # by position: not yet asked, no or yes

    @once
    def properties(self) -> dict[int, str]:
        """The elements that are a property of something, asked for once: every contribution is looked through for its author."""
        return self.page.source.having("itemprop")

    @once
    def forms(self) -> Mask:
        """True for rows of places where people write instead of read."""
        return forms(self.page)

    @once
    def may_be_voted(self) -> bool:
        """Whether a name of votes may be in the markup: a quick look before anything is read."""
        written = self.page.source.written()
        return written is None or _may_name_votes(written[0].lower())

    @once
    def first_vote(self) -> int | None:
        """The first row that is named votes or states how many there are."""
        stated = (next(iter(self.page.source.having(name)), None) for name in SCORE_ATTRIBUTES)
        return min((row for row in (*self.by_part["votes"][:1], *stated) if row is not None), default=None)

    @once
    def blocks(self) -> Sequence[int]:
        """The number of the block that each text is in, by its position on the page."""
        return array("i", np.cumsum(self.page.block_gaps, dtype=np.int32).tobytes())

    @once
    def ends(self) -> Sequence[int]:
        """The row after each subtree, quicker to look into than an array."""
        return array("i", self.page.end.tobytes())

    @once
    def by_part(self) -> dict[str, list[int]]:
        """The rows of each part, in order."""
        found: dict[str, list[int]] = {part: [] for part in words.CONTRIBUTION_PARTS}
        for row, parts in self._named():
            for part in parts:
                found[part].append(row)
        return found

    def _named(self) -> Iterable[tuple[int, set[str]]]:
        named: dict[int, set[str]] = {}
        for values in map(self.page.source.having, _NAMING):
            telling = {value: parts for value in {*values.values()} if (parts := of_name(value))}
            for row, own in zip(values, map(telling.get, values.values()), strict=True) if telling else ():
                if own:
                    named.setdefault(row, set()).update(own)
        for row in np.flatnonzero(self.page.is_tag(*_OF_TAG)).tolist():
            named.setdefault(row, set()).add(_OF_TAG[self.page.tag_of(row)])
        return sorted(named.items())

    def dated(self, positions: NDArray[np.intp]) -> Mask:
        """True for the texts, by their position on the page, that are among these, short, and have a date."""
        short, texts, known = _short(self.page, positions), self.page.texts, self._dated
        new = short[known[short] == 0]
        for start in range(0, len(new), TOGETHER):
            deadline.check()
            some = new[start : start + TOGETHER]
            known[some] = _NO
            known[some[[*are_dated([texts[i] for i in some.tolist()])]]] = _YES
        mask = np.zeros(len(texts), bool)
        mask[short] = known[short] == _YES
        return mask

    def has_date(self, position: int) -> bool:
        """Whether the text at a position is short and has a date."""
        if not self._dated[position]:
            self._dated[position] = _YES if is_dated(self.page.texts[position]) else _NO
        return bool(self._dated[position] == _YES)

    def may_be_dated(self, start: int, end: int) -> bool:
        """Whether some rows have a text with a date, or an element that is named so."""
        named = self.by_part["date"]
        at = bisect_left(named, start)
        if at < len(named) and named[at] < end:
            return True
        first, last = np.searchsorted(self.page.text_rows, (start, end))
        return bool(self.dated(np.arange(first, last)).any())


def _short(page: Page, positions: NDArray[np.intp]) -> NDArray[np.intp]:
    """Of these texts those that are short and have a digit, or are very short: only they can be dates."""
    length, digits = page.counts.length[positions], page.counts.marks[_DIGITS][positions]
    short: NDArray[np.intp] = positions[(length <= MAX_SHORT) & ((digits > 0) | (length <= VERY_SHORT))]
    return short


def several_dated(parts: Parts, mask: Mask, count: int) -> bool:
    """Whether at least so many short texts from a little above the content to its end have dates."""
    page = parts.page
    chosen = np.flatnonzero(mask[page.text_rows])
    if not len(chosen):
        return False
    around = np.arange(max(0, int(chosen[0]) - ABOVE), int(chosen[-1]) + 1)
    found = filter(parts.has_date, _short(page, around).tolist())
    return sum(1 for _ in islice(found, count)) == count


def forms(page: Page) -> Mask:
    """True for rows of places where people write instead of read."""
    roots = np.zeros(len(page), bool)
    if page.has("textarea"):
        fields = subtree_any(page, page.is_tag("textarea"))
        roots |= page.is_tag("form") & fields
    rows = np.flatnonzero(page.class_groups("reply", "form", "comment"))
    for name in ("class", "id"):
        for row, value in page.source.having_among(name, rows).items():
            if _is_form(value):
                roots[row] = True
    return covered(page, roots)


@lru_cache(maxsize=4096)
def _is_form(value: str) -> bool:
    for name in value.split()[:12]:
        own = {*words.tokens(name), name.lower()}
        if not own.isdisjoint(words.COMMENT_FORMS) or (
            "form" in own and not own.isdisjoint(words.CONTRIBUTIONS["comment"])
        ):
            return True
    return False
