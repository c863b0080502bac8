"""What is said of a page besides its text: its type, its comments and posts, how good the text probably is.

All of it is found out when it is first asked for: the text needs it only where comments may be among what was chosen.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from sectio import threads
from sectio.dom.page import Mask, Page
from sectio.model import pagetype, store
from sectio.once import once
from sectio.results import Comment, PageType, Post
from sectio.threads import Comments, Lazy, Thread
from sectio.threads.items import may_be_in

# A page that is a forum by its facts with at least this probability is one, even with something like an article above the first
# comment. The trees have no say in it: they see all words of a page, and take an article with many comments for a forum.
SURELY: Final = 0.6
# With less than this probability an article is not looked through for posts: it takes time, and lists of dated items are common.
POSSIBLY: Final = 0.04
# With at least this probability one is a forum if its comments have nothing above them, or what they answer has votes.
LIKELY: Final = 0.15


# Computes what the trees of the page types see.
Summary = Callable[[], "pagetype.Array | None"]


class Choice(NamedTuple):
    """The rows that were chosen (comments may be among them; None if there was nothing to choose from), the measure that was
    expected of them, and their words.
    """

    mask: Mask | None
    expected: float
    words: float


class Impression:
    """The type of a page before its comments and posts are looked at; `given`, if it is known."""

    def __init__(
        self, page: Page, model: store.Model, *, summary: Summary, url: str | None, given: PageType | None = None
    ) -> None:
        self._page, self._model, self._url, self._given = page, model, url, given
        self._summary: Summary | None = summary

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_summary": None}

    @once
    def kind(self) -> PageType:
        """The type, with probabilities."""
        if self._given:
            return self._given
        seen = self._summary() if self._summary else None
        return pagetype.typed(self._model, self._by_facts, seen)

    @once
    def is_surely_forum(self) -> bool:
        """Whether the page is a forum, whatever is found on it."""
        # Facts are asked first: what the trees see takes as long again, and most pages need none of it.
        by_facts = self._given or pagetype.typed(self._model, self._by_facts)
        return by_facts.probabilities["forum"] >= SURELY and self.kind.name == "forum"

    @once
    def _by_facts(self) -> pagetype.Opinion:
        model = self._model
        return pagetype.by_facts(model, pagetype.facts(self._page, self._url, pagetype.short_texts(model)))


class Verdict:
    """The learned default's opinion about a page. Type, comments and posts are found before it is pickled, so that the process that reads
    them later need not.
    """

    def __init__(
        self, page: Page, model: store.Model, choice: Choice, impression: Impression, *, url: str | None
    ) -> None:
        self._page, self._model, self._choice, self._impression, self._url = page, model, choice, impression, url

    def __getstate__(self) -> dict[str, Any]:
        assert self.threads
        return vars(self)

    @property
    def page_type(self) -> str:
        """The most likely type."""
        return self.threads.kind.name

    @property
    def page_types(self) -> dict[str, float]:
        """The probability of each type."""
        return dict(self.threads.kind.probabilities)

    @property
    def confidence(self) -> float:
        """How well the choice will probably score."""
        return confidence(self._model, self.threads.kind, self._choice.expected, self._choice.words)

    @property
    def comments(self) -> Sequence[Comment]:
        """The comments of a page that is not a forum."""
        return Lazy(self._read_comments)

    @property
    def posts(self) -> Sequence[Post]:
        """The posts of a forum."""
        return Lazy(self._read_posts)

    def comments_inside(self) -> Comments | None:
        """The comments, if some of them may be among the rows that were chosen."""
        mask = self._choice.mask
        if mask is None or not may_be_in(self._page, mask) or not self._comments.may_be_in(mask):
            return None
        found = self.threads.comments
        return found if found else None

    @once
    def threads(self) -> "Threads":
        """The type of the page by all that is on it, with its comments or posts."""
        mask, kind = self._choice.mask, self._impression.kind
        if mask is None:
            return Threads(kind)
        if self._impression.is_surely_forum:
            return Threads(kind, posts=threads.all_posts(self._page, self._url))
        return _threads(self._page, kind, self._comments, mask, self._url)

    @once
    def _comments(self) -> Comments:
        return threads.comments(self._page, self._url)

    def _read_comments(self) -> tuple[Comment, ...]:
        found = self.threads.comments
        return () if found is None else tuple(found.comments)

    def _read_posts(self) -> tuple[Post, ...]:
        return tuple(self.threads.posts)


class Threads(NamedTuple):
    """The type of a page by what it is made of, its comments and its posts: a forum has posts, other pages may have comments."""

    kind: PageType
    comments: Comments | None = None
    posts: Sequence[Post] = ()


def _threads(page: Page, kind: PageType, comments: Comments, mask: Mask, url: str | None) -> Threads:
    """What a page that is not certainly a forum is made of. No more of it is read than it takes to decide that."""
    if kind.name == "forum" and not (comments and threads.has_article(comments, mask)):
        return Threads(kind, posts=threads.all_posts(page, url, comments.readings))
    found = _unannounced(page, kind, comments, mask, url)
    if found is not None:
        return Threads(kind if kind.name == "forum" else pagetype.moved(kind, "forum"), posts=found.posts)
    return Threads(pagetype.moved(kind, "article") if kind.name == "forum" else kind, comments)


def _unannounced(page: Page, kind: PageType, comments: Comments, mask: Mask, url: str | None) -> Thread | None:
    """The posts of a page that is a thread, whatever it looks like: one on a link that people vote for, or nothing but posts."""
    if kind.probabilities["forum"] >= LIKELY and (threads.is_voted(comments) or threads.are_all(comments, mask)):
        return threads.posts(page, url, comments.readings)
    if kind.name not in ("article", "forum"):
        return threads.posts(page, url, comments.readings) if threads.is_voted(comments) else None
    # Comments are asked for before posts: a page that has them is an article, however much its comments look like posts.
    may_be = kind.probabilities["forum"] >= POSSIBLY and threads.may_be_posts(comments.readings, mask)
    is_thread = may_be and not (comments.are_named and comments)
    found = threads.sure_posts(page, mask, url, comments.readings) if is_thread else None
    return None if found and _are_below(comments, found, mask) else found


def _are_below(comments: Comments, posts: Thread, mask: Mask) -> bool:
    """Whether posts are the comments that a heading announces, below something else than a post."""
    first = comments.first
    return first is not None and posts.items[0].start >= first.start and threads.has_article(comments, mask)


def confidence(model: store.Model, kind: PageType, expected: float, words: float) -> float:
    """How well a choice with this expected measure and number of words will probably score (word F1), from what was true on pages
    left out in training.
    """
    values = [1.0, expected, math.log1p(words) / 10, *(kind.probabilities[name] for name in pagetype.TYPES)]
    guess = float(np.dot(model.arrays["confidence"], np.array(values)))
    return min(max(guess, 0.0), 1.0)
