"""What identifies a comment region: the paper's keywords in names and in text, and the heading over it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

import numpy as np

from sectio.dom import words
from sectio.dom.page import Floats, Ints, Page
from sectio.dom.tree import subtree_sum
from sectio.methods.sd.regions import Regions, is_reply
from sectio.once import once

KEYWORDS = words.SD_KEYWORDS
SPOKEN = ("wrote:", "said:")
_NAMED = re.compile("|".join((*KEYWORDS, *SPOKEN)))
_OWN_NAME = re.compile("|".join(words.SD_COMMENTS))
_NEVER = re.compile("|".join(words.SD_NOT_COMMENTS))
# Headings that sites put over their comments, answers and reviews.
_HEADING = re.compile(
    "comment|repl(?:y|ies)|responses?\\b|answers?\\b|reviews|discussion|kommentar|antwort|bewertung|meinung"
    "|commentaire|réponse|\\bavis\\b|comentario|respuesta|opinion|comentário|resposta|commenti|rispost|recension"
    "|reacties|komentar|debate|diskussion|коммент|отзыв|ответ|评论|評論|留言|回复|回覆|回答|评价|評價|讨论"
    "|コメント|レビュー|返信|議論|댓글|답변|تعليق|ردود|آراء|نقاش"
)
_COUNT = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
HEADING_LENGTH = 60
HEADING_STEPS = 2  # a heading may be wrapped this often and still be over what follows
MOST_HEADINGS = 100  # a page with more of them is a list, not a story with comments
TEXTS_BEFORE = 4  # heading, author and date of the first comment, and one more


class CommentWords:
    """Keywords in the classes and ids of a stretch of the page, counted over the tree once.

    `needed` is how many different ones make a text evidence: one in the paper; two by default, since "user" and
    "response" are words of many an article. A "wrote:" or "said:" is always enough.
    """

    def __init__(self, page: Page, start: int, end: int, *, needed: int = 2) -> None:
        self.page, self.start, self.end, self.needed = page, start, end, needed

    @once
    def _inside(self) -> Floats:
        named = np.zeros(len(self.page), bool)
        for names in (self.page.classes, self.page.ids):
            rows = [row for row in names if self.start < row < self.end and _NAMED.search(names[row].lower())]
            named[rows] = True
        return subtree_sum(self.page, named)

    @once
    def _spoken(self) -> bool:
        """Whether any text here can mention comments; usually none can, and none need be joined."""
        first, last = np.searchsorted(self.page.text_rows, (self.start, self.end))
        return self._speaks(" ".join(self.page.texts[first:last]).lower())

    def _speaks(self, text: str) -> bool:
        return any(word in text for word in SPOKEN) or sum(word in text for word in KEYWORDS) >= self.needed

    def about(self, regions: Regions, members: Ints) -> bool:
        """Whether a group mentions comments, and neither it nor its parents mention footers or policies."""
        roots = regions.root[members]
        names = _names(self.page, [*roots.tolist(), *self.page.parent[roots].tolist()])
        if _NEVER.search(names):
            return False
        if _NAMED.search(names) or self._inside[roots].any():
            return True
        return self._spoken and any(self._speaks(regions.text(member).lower()) for member in members.tolist())


def named_comments(regions: Regions, members: Ints) -> Ints:
    """The members that call themselves comments, in their own names or their parents'."""
    page, roots = regions.page, regions.root[members]
    pairs = zip(roots.tolist(), page.parent[roots].tolist(), strict=True)
    return members[[_OWN_NAME.search(_names(page, pair)) is not None for pair in pairs]]


def with_replies(regions: Regions, comments: tuple[int, ...]) -> tuple[int, ...]:
    """The comments and the regions named comments right inside one of them, whatever their class."""
    page, roots = regions.page, regions.root.tolist()
    chosen, known = set(comments), {roots[number] for number in comments}
    if not chosen:
        return comments
    for number, root in enumerate(roots):
        if number not in chosen and int(page.parent[root]) in known and is_reply(page, root):
            chosen.add(number)
            known.add(root)
    return tuple(sorted(chosen))


def _names(page: Page, rows: Iterable[int]) -> str:
    return " ".join(f"{page.classes.get(row, '')} {page.ids.get(row, '')}" for row in rows).lower()


@dataclass(frozen=True)
class _Heading:
    row: int
    speaks: bool
    numbers: tuple[int, ...]


class Headings:
    """The headings of a page that may be over comments: those that mention them, and those with a number."""

    def __init__(self, regions: Regions) -> None:
        self.regions, self.page = regions, regions.page

    @once
    def _found(self) -> list[_Heading]:
        page = self.page
        rows = np.flatnonzero((page.heading > 1) & page.visible)
        first = np.searchsorted(page.text_rows, rows).tolist()
        last = np.searchsorted(page.text_rows, page.end[rows]).tolist()
        texts = (" ".join(page.texts[start:stop]) for start, stop in zip(first, last, strict=True))
        return [*islice(filter(None, map(_read, rows.tolist(), texts)), MOST_HEADINGS)]

    def below(self, members: Ints) -> Ints:
        """The members below a heading that mentions comments or counts them; none if there is no such heading."""
        page, roots = self.page, self.regions.root[members].tolist()
        before = int(np.searchsorted(page.text_rows, roots[0]))
        start = max(before - TEXTS_BEFORE, 0)
        lines = map(_read, page.text_rows[start:before].tolist(), page.texts[start:before])
        for heading in (*self._found, *filter(None, lines)):
            first = bisect_right(roots, heading.row)
            if first == len(roots):
                continue
            last = bisect_left(roots, self._reach(heading.row, roots[first]))
            count = last - first
            if count > 0 and (heading.speaks or (count > 1 and count in heading.numbers)):
                return members[first:last]
        return members[:0]

    def _reach(self, row: int, first: int) -> int:
        """Where the element ends that holds heading and first member, climbing a few steps at most."""
        end, holder = self.page.end, int(self.page.parent[row])
        for _ in range(HEADING_STEPS):
            if end[holder] <= first:
                holder = int(self.page.parent[holder])
        return int(end[holder])


def _read(row: int, text: str) -> _Heading | None:
    text = " ".join(text.split()).lower()
    if not text or len(text) > HEADING_LENGTH:
        return None
    numbers = tuple(map(int, _COUNT.findall(text)))
    speaks = _HEADING.search(text) is not None
    return _Heading(row, speaks, numbers) if speaks or numbers else None
