"""What a comment region says of itself: the paper's keywords in names and in text, and the heading over it."""

import re

import numpy as np

from sectio.dom.page import Ints, Page
from sectio.dom.tree import subtree_sum
from sectio.methods.sd.regions import Regions

KEYWORDS = ("comment", "reply", "response", "user")
SPOKEN = ("wrote:", "said:")
_NAMED = re.compile("|".join(KEYWORDS))
_OWN_NAME = re.compile("comment|reply|response|review|answer")
_SPOKEN = re.compile("|".join(SPOKEN))
_ANY = re.compile("|".join((*KEYWORDS, *SPOKEN)))
_NEVER = re.compile("footer|policy")
# How sites head their comments, answers and reviews.
_HEADING = re.compile(
    "comment|repl(?:y|ies)|responses?\\b|answers?\\b|reviews|discussion|kommentar|antwort|bewertung|meinung"
    "|commentaire|réponse|\\bavis\\b|comentario|respuesta|opinion|comentário|resposta|commenti|rispost|recension"
    "|reacties|komentar|debate|diskussion|коммент|отзыв|ответ|评论|評論|留言|回复|回覆|回答|评价|評價|讨论"
    "|コメント|レビュー|返信|議論|댓글|답변|تعليق|ردود|آراء|نقاش"
)
_COUNT = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
HEADING_LENGTH = 60
HEADING_STEPS = 2  # a heading may be wrapped so often and still stand over what follows
TEXTS_BEFORE = 4  # heading, author and date of the first comment, one to spare


class CommentWords:
    """Keywords in the classes and ids of a stretch of the page, counted over the tree once."""

    def __init__(self, page: Page, start: int, end: int) -> None:
        self.page = page
        named = np.zeros(len(page), bool)
        for names in (page.classes, page.ids):
            named[[row for row, name in names.items() if start < row < end and _NAMED.search(name.lower())]] = True
        self._inside = subtree_sum(page, named)

    def about(self, regions: Regions, members: Ints) -> bool:
        """Whether a group speaks of comments, and neither it nor its parents of footers or policies."""
        roots = regions.root[members]
        names = self._names([*roots.tolist(), *self.page.parent[roots].tolist()])
        if _NEVER.search(names):
            return False
        if _NAMED.search(names) or self._inside[roots].any():
            return True
        return any(_speaks(regions.text(member).lower()) for member in members.tolist())

    def named(self, regions: Regions, members: Ints) -> Ints:
        """The members that call themselves comments, in their own names or their parents'."""
        parents = self.page.parent
        roots = regions.root[members].tolist()
        return members[[_OWN_NAME.search(self._names([root, int(parents[root])])) is not None for root in roots]]

    def _names(self, rows: list[int]) -> str:
        classes, ids = self.page.classes, self.page.ids
        return " ".join(f"{classes.get(row, '')} {ids.get(row, '')}" for row in rows).lower()


def _speaks(text: str) -> bool:
    return _SPOKEN.search(text) is not None or len(set(_ANY.findall(text))) >= 2


def headings_over(regions: Regions, members: Ints) -> Ints:
    """The members below a heading that speaks of comments or counts them; none if there is no such heading."""
    page = regions.page
    roots = regions.root[members]
    for row, text in _headings(regions, roots):
        after = roots > row
        first, holder = int(roots[np.argmax(after)]), int(page.parent[row])
        for _ in range(HEADING_STEPS):
            if page.end[holder] <= first:
                holder = int(page.parent[holder])
        below = members[after & (roots < page.end[holder])]
        if len(below) and (_HEADING.search(text) or _counts(text, len(below))):
            return below
    return members[:0]


def _counts(text: str, number: int) -> bool:
    return number > 1 and str(number) in _COUNT.findall(text)


def _headings(regions: Regions, roots: Ints) -> list[tuple[int, str]]:
    """Short headings before the last member, and the short texts just before the first."""
    page = regions.page
    rows = np.flatnonzero((page.heading > 1) & page.visible)
    rows = rows[(rows > regions.root[0]) & (rows < roots[-1])]
    before = int(np.searchsorted(page.text_rows, roots[0]))
    rows = np.concatenate((rows, page.text_rows[max(before - TEXTS_BEFORE, 0) : before]))
    texts = [(row, page.text(row).lower()) for row in rows.tolist()]
    return [(row, text) for row, text in texts if len(text) <= HEADING_LENGTH]
