"""Labels for what the wildcards of a pattern took: which passage is the headline, which are the body.

After Reis et al. (WWW 2004): the body is the longest group of passages, the headline a short passage before
it that shares its words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sectio.dom.page import Page
from sectio.sites.rtdm.patterns import NePattern, PatternMatch
from sectio.sites.rtdm.trees import Tree

BODY_WORDS: Final = 100
SHORT_BODY_WORDS: Final = 20
TITLE_WORDS: Final = 20
# A word of fewer letters is rarely what a text is about, in languages that write with letters.
SHORT_WORD: Final = 3

_WORD = re.compile(r"\w+")
_DATE = re.compile(r"[\d\s.,:;/\-–|()]*")


@dataclass(frozen=True)
class Passage:
    """The text one wildcard took. `group` is the pattern row it belongs to (see `group_row`), `rows` are page rows."""

    group: int
    rows: tuple[int, ...]
    text: str
    words: int


@dataclass(frozen=True)
class Labels:
    """The headline and the page rows whose subtrees are the body."""

    title: str | None
    body: tuple[int, ...]
    warnings: tuple[str, ...] = ()


def passages(pattern: NePattern, match: PatternMatch, page: Page) -> list[Passage]:
    """What the wildcards took, in document order; what one wildcard took is one passage."""
    running = np.concatenate(([0], np.cumsum(page.words * page.visible)))
    found = []
    for number, wildcard in enumerate(pattern.wildcards, 1):
        rows = match.captures.get(number, ())
        words = int(sum(running[page.end[row]] - running[row] for row in rows))
        if words:
            text = " ".join(filter(None, (page.text(row) for row in rows)))
            found.append(Passage(group_row(pattern.tree, wildcard), rows, text, words))
    return sorted(found, key=lambda passage: passage.rows)


def group_row(tree: Tree, wildcard: int) -> int:
    """The first row above a wildcard with more than one child: the paragraphs `p(.)` of an article are one group."""
    row = int(tree.parent[wildcard])
    while row and len(tree.children(row)) == 1:
        row = int(tree.parent[row])
    return row


def label_news(found: Sequence[Passage], head_title: str = "") -> Labels:
    """The headline and the body among the passages of a page."""
    groups: dict[int, list[Passage]] = {}
    for passage in found:
        groups.setdefault(passage.group, []).append(passage)
    warnings: list[str] = []
    body = max(groups.values(), key=_words, default=[])
    if _words(body) <= BODY_WORDS:
        longest = max(found, key=lambda passage: passage.words, default=None)
        body = [longest] if longest and longest.words >= SHORT_BODY_WORDS else []
        warnings += ["short_body"] if body else []
    title = _title(found, body, head_title)
    if title is None and head_title:
        title = head_title
        warnings.append("title_from_head")
    return Labels(title, tuple(row for passage in body for row in passage.rows), tuple(warnings))


def _words(group: Sequence[Passage]) -> int:
    return sum(passage.words for passage in group)


def _title(found: Sequence[Passage], body: Sequence[Passage], head_title: str) -> str | None:
    """The short passage before the body with most words from body or head; the last one on a tie."""
    if not body:
        return None
    known = content_words(" ".join((head_title, *(passage.text for passage in body))))
    start = body[0].rows[0]
    before = [passage for passage in found if passage.rows[0] < start and may_be_title(passage.text, passage.words)]
    best = max(before, key=lambda passage: (_share(passage.text, known), passage.rows), default=None)
    return best.text if best else None


def may_be_title(text: str, words: int, most: int = TITLE_WORDS) -> bool:
    """Whether a text is short and more than a number or a date."""
    return 1 <= words <= most and not _DATE.fullmatch(text)


def content_words(text: str) -> frozenset[str]:
    """The words of a text that say what it is about; all its words if there are none."""
    words = _WORD.findall(text.lower())
    return frozenset(word for word in words if len(word) > SHORT_WORD or not word.isascii()) or frozenset(words)


def _share(text: str, known: frozenset[str]) -> float:
    words = content_words(text)
    return len(words & known) / len(words) if words else 0.0
