"""Places in the body: texts, classes and distances around the headline.

All of it looks at a few rows only: columns over the whole page would cost more than the rest of the metadata.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from sectio.dom import tags, words
from sectio.dom.chars import normalise
from sectio.dom.page import Page
from sectio.metadata.texts import shown

# How far around the headline things are looked for, in text nodes. Wider windows find a little more and err
# more (measured on development pages).
BEFORE, AFTER, CLOSE, JUST_BEFORE = 12, 25, 10, 4
CLASSES_BEFORE, CLASSES_AFTER = 20, 60
MAX_PARTS, MAX_ABOVE, MAX_INSIDE = 60, 60, 4
# So many texts with more characters are the paragraphs of a page; one may be the line below the headline.
SENTENCE, PARAGRAPHS = 60, 2
# Characters of a link from which on it says more than a date.
TEASER = 40

_NOT_HEADLINE: Final = frozenset(("button", "rt", "rp"))
_KICKERS: Final = frozenset(words.KICKERS.split())
_BREAKS: Final = tags.BLOCK | {"br"}
# Class words of places beside the article.
_BESIDE_GROUPS: Final = ("comment", "reply", "review", "related", "popular", "sidebar", "footer", "nav", "ad")
_BESIDE: Final = words.mask(*_BESIDE_GROUPS)
_FOOT: Final = words.mask("footer")


def rows(page: Page, *names: str) -> list[int]:
    """The rows of elements with these (known) tag names."""
    codes = [code for name in names if page.tag_counts[code := tags.CODE[name]]]
    if not codes:
        return []
    # For a few names this is quicker than a look at a table for each row.
    found = page.tag == codes[0]
    for code in codes[1:]:
        found |= page.tag == code
    numbers: list[int] = found.nonzero()[0].tolist()
    return numbers


def position(page: Page, row: int) -> int:
    """Where in `page.texts` the texts of a row begin."""
    return bisect_left(page.text_rows.data, row)  # a quarter of the time of NumPy's search for a single number


def text(page: Page, row: int, limit: int, apart: str = " ", tight: str = "") -> str:
    """The text of a node, or nothing when it is longer than `limit` or has very many parts.

    `apart` is put between two blocks, `tight` between two elements with no blank between them.
    """
    first, last = position(page, row), position(page, int(page.end[row]))
    return _joined(page, range(first, last), limit, apart, tight) if last - first <= MAX_PARTS else ""


def _joined(page: Page, numbers: Sequence[int], limit: int, apart: str = " ", tight: str = "") -> str:
    parts: list[str] = []
    for i in numbers:
        if parts:
            parts.append(apart if _block_between(page, i) else " " if page.after_blank[i] else tight)
        parts.append(page.texts[i])
    whole = normalise(shown("".join(parts)))
    return whole if len(whole) <= limit else ""


def headline(page: Page, row: int, limit: int) -> str:
    """The text of a heading without what else is in it: a kicker, a date, buttons, the reading of characters.

    All of it, where nothing else is left.
    """
    first, last = position(page, row), position(page, int(page.end[row]))
    if not 1 < last - first <= MAX_PARTS:
        return text(page, row, limit)
    own = [i for i in range(first, last) if not _is_beside_headline(page, int(page.parent[page.text_rows[i]]), row)]
    return _joined(page, own, limit) or text(page, row, limit)


def _is_beside_headline(page: Page, row: int, heading: int) -> bool:
    while row > heading:
        named = page.source.attribute(row, "class")
        if page.tag_of(row) in _NOT_HEADLINE or (named and not _KICKERS.isdisjoint(words.tokens(named))):
            return True
        row = int(page.parent[row])
    return False


def pieces(page: Page, row: int) -> list[str]:
    """The texts of a node, one by one; none when they are very many."""
    first, last = position(page, row), position(page, int(page.end[row]))
    return list(page.texts[first:last]) if last - first <= MAX_PARTS else []


def _block_between(page: Page, i: int) -> bool:
    """Whether a block boundary or line break parts text `i` from the one before, as in `page.block_gaps`."""
    before, row = page.text_rows[i - 1 : i + 1].tolist()
    if any(page.tag_of(between) in _BREAKS for between in range(before + 1, row)):
        return True
    above = int(page.parent[before])
    while page.end[above] <= row:
        if page.tag_of(above) in tags.BLOCK:
            return True
        above = int(page.parent[above])
    return False


def named_near(page: Page, start: int, attribute: str) -> dict[int, str]:
    """Rows around the headline whose value of this attribute may have a word for authors or dates, and the values."""
    owners = page.source.rows_having(attribute)
    if not len(owners):
        return {}
    at, first, last = position(page, start), 0, len(page) - 1
    around = page.text_rows[max(0, at - CLASSES_BEFORE - 1) : at + CLASSES_AFTER]
    if len(around):
        first, last = int(around[0]) if at > CLASSES_BEFORE else 0, int(around[-1])
    begin, end = owners.searchsorted(np.array((first, last + 1), owners.dtype)).tolist()
    near = owners[begin:end]
    if attribute in ("class", "id"):  # the words of others are not known
        near = near[page.class_bits.take(near) & words.BYLINE_HINT != 0]
    return page.source.having_among(attribute, near) if len(near) else {}


def classed(named: Mapping[int, str], needles: tuple[str, ...], wanted: frozenset[str], start: int) -> list[int]:
    """Of rows and the values of an attribute those that have one of the wanted words as a token; nearest first.

    Each wanted word holds one of the needles; of rows that are as near, those with an earlier one come first.
    """
    rank = {value: _rank(value, needles) for value in {*named.values()} if not wanted.isdisjoint(_tokens(value))}
    if not rank:
        return []
    found = sorted((rank[value], row) for row, value in named.items() if value in rank)
    return nearest([row for _, row in found], start)


def _rank(value: str, needles: tuple[str, ...]) -> int:
    """The number of the first needle that a value holds."""
    lowered = value.lower()
    return next(number for number, needle in enumerate(needles) if needle in lowered)


@lru_cache(maxsize=4096)
def _tokens(value: str) -> frozenset[str]:
    """The words of a class: the pages of a site have the same."""
    return frozenset(words.tokens(value))


def link(page: Page, row: int) -> int | None:
    """The link that a node is in, or that begins it."""
    near = (int(page.parent[row]), *range(row + 1, min(row + 3, int(page.end[row]))))
    return next((one for one in near if page.tag_of(one) == "a"), None)


def in_list(page: Page, row: int) -> bool:
    """Whether a node is in an item of a list or in navigation, as the trail of links to a page is."""
    for _ in range(MAX_INSIDE):
        row = int(page.parent[row])
        if row <= 1 or page.tag_of(row) in ("li", "nav"):
            return row > 1
    return False


def nearest(numbers: list[int], start: int) -> list[int]:
    """Rows by their distance from the headline; what comes before it counts as twice as far."""
    return sorted(numbers, key=lambda row: row - start if row >= start else 2 * (start - row))


def elsewhere(page: Page, row: int, start: int) -> bool:
    """Whether a node lies in comments, a side bar or the like, by the names of what is above it.

    What is close to the headline (row `start`), with no paragraphs between, or also holds it, is not such a place, whatever its name.
    """
    at, own = position(page, start), position(page, row)
    if (
        -JUST_BEFORE <= own - at <= CLOSE
        and sum(len(text) > SENTENCE for text in page.texts[at + 1 : own]) < PARAGRAPHS
    ):
        return False
    for _ in range(MAX_ABOVE):
        if row <= 1 or row <= start < page.end[row]:
            return False
        if page.tag_of(row) in ("aside", "footer", "nav"):
            return True
        if page.class_bits[row] & _BESIDE:
            return True
        row = int(page.parent[row])
    return False


def at_foot(page: Page, row: int, start: int) -> bool:
    """Whether a node is in the foot of the very text that the headline (row `start`) begins, not in that of the page."""
    is_foot = False
    for _ in range(MAX_ABOVE):
        if row <= 1 or page.tag_of(row) == "body":
            return False
        if row <= start < page.end[row]:
            return is_foot
        bits = int(page.class_bits[row])
        if page.tag_of(row) in ("aside", "nav") or bits & _BESIDE & ~_FOOT:
            return False
        is_foot = page.tag_of(row) == "footer" or bool(bits & _FOOT)
        row = int(page.parent[row])
    return False


def in_page_foot(page: Page, row: int, start: int) -> bool:
    """Whether a node is in the foot or the menus of the page, where it names who owns it."""
    if at_foot(page, row, start):
        return False
    for _ in range(MAX_ABOVE):
        if row <= 1 or row <= start < page.end[row]:
            return False
        if page.tag_of(row) in ("footer", "nav"):
            return True
        row = int(page.parent[row])
    return False


def in_teaser(page: Page, row: int) -> bool:
    """Whether a node is in a link that says more than a date does: it announces another page."""
    for _ in range(MAX_INSIDE):
        row = int(page.parent[row])
        if page.tag_of(row) == "a":
            return sum(map(len, page.texts[position(page, row) : position(page, int(page.end[row]))])) > TEASER
    return False


def quoted(page: Page, row: int) -> bool:
    """Whether a node is in a figure or a quotation: it names those who took or said it, not those who wrote."""
    for _ in range(MAX_ABOVE):
        if row <= 1:
            return False
        if page.tag_of(row) in ("figure", "figcaption", "blockquote", "q"):
            return True
        row = int(page.parent[row])
    return False
