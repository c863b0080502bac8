"""Comments told apart from content, with author, date, text and nesting.

A comment is an element whose class, id or microdata says so, that has text of its own and stands beside or inside others
like it. Inside one, the author and the date are found by the same kinds of marks; the rest is its text.
"""

import re
from collections.abc import Sequence

import numpy as np

from sectio.dom import words
from sectio.dom.page import Ints, Mask, Page, covered
from sectio.dom.tree import nearest_ancestor, subtree_sum
from sectio.results import Comment

_ITEM = frozenset(["comment", "reply", "response", "kommentar", "comentario", "answer"])
_NOT_ITEM = frozenset(
    ["comments", "form", "list", "count", "number", "link", "reply-link", "body", "text", "content", "author", "meta", "date", "avatar", "header", "footer", "title", "respond", "area", "wrapper", "count", "wrap", "container", "policy", "button", "actions", "links", "toolbar", "icon", "metadata", "permalink", "add", "name"]
)  # fmt: skip
_AUTHOR = frozenset(["author", "fn", "name", "user", "username", "commenter", "poster", "nickname", "byline"])
_DATE = frozenset(["date", "time", "timestamp", "published", "posted", "datetime", "ago", "permalink"])
_NOISE = frozenset(
    [
        "reply",
        "actions",
        "action",
        "share",
        "like",
        "vote",
        "votes",
        "report",
        "avatar",
        "footer",
        "toolbar",
        "links",
        "flag",
        "says",
        "edit",
    ]
)
_TRIM = re.compile(r"^[\s–—|·•,:-]+|(?:\s+(?:says|said|wrote|schrieb|sagt|dice|dit))?[\s–—|·•,:-]*$", re.I)
_MARKS = {"author": (_AUTHOR, ("cite",)), "date": (_DATE, ("time",)), "noise": (_NOISE, ())}
MAX_COMMENTS = 5000
MAX_NAME = 80


def find(page: Page) -> tuple[tuple[Comment, ...], Mask]:
    """The comments of a page in document order, and the rows they take up."""
    items = _items(page)
    if not len(items):
        return (), np.zeros(len(page), bool)
    marked = np.zeros(len(page), bool)
    marked[items] = True
    owner = nearest_ancestor(page, marked, include_self=True)
    above = nearest_ancestor(page, marked)
    number = {int(item): i for i, item in enumerate(items)}
    marks = {name: _rows_by_owner(page, owner, *wanted) for name, wanted in _MARKS.items()}
    found: list[Comment] = []
    for item in items.tolist():
        parent = number.get(int(above[item]))
        author, date, text = _read(page, item, owner, {name: rows.get(item, []) for name, rows in marks.items()})
        depth = found[parent].depth + 1 if parent is not None else 0
        found.append(Comment(author, date, text, depth, parent))
    return _without_empty(found), covered(page, marked)


def _items(page: Page) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Rows of the elements that are each one comment."""
    named = set(_named(page, _ITEM, _NOT_ITEM))
    named |= {
        row
        for row, value in page.source.having("itemtype").items()
        if value.rstrip("/").endswith(("/Comment", "/Answer"))
    }
    if not named:
        return np.zeros(0, np.int64)
    rows = np.array(sorted(named), np.int64)
    own = subtree_sum(page, page.words)[rows]
    rows = rows[(own >= 2) & page.is_block[rows] & (page.depth[rows] > 1)][:MAX_COMMENTS]
    mark = np.zeros(len(page), bool)
    mark[rows] = True
    # An element that only wraps one comment of the same text is the same comment.
    above = nearest_ancestor(page, mark)[rows]
    count = subtree_sum(page, page.words)
    doubled = (above >= 0) & (count[np.maximum(above, 0)] <= count[rows] * 1.02)
    return rows[~doubled]


def _named(page: Page, wanted: frozenset[str], unwanted: frozenset[str]) -> list[int]:
    """Rows with a class whose tokens hold a wanted word and none of the unwanted."""
    found = []
    for row in np.flatnonzero(page.speaks_of("comment", "reply")).tolist():
        for name in page.classes.get(row, "").split()[:12]:
            tokens = set(words.tokens(name))
            if tokens & wanted and not tokens & unwanted:
                found.append(row)
                break
    return found


def _rows_by_owner(page: Page, owner: Ints, wanted: frozenset[str], names: tuple[str, ...]) -> dict[int, list[int]]:
    """Elements named so by class or by tag, by the comment they stand in."""
    rows = {row for row, value in page.classes.items() if owner[row] >= 0 and wanted & set(words.tokens(value))}
    rows.update(np.flatnonzero(page.is_tag(*names) & (owner >= 0)).tolist() if names else ())
    found: dict[int, list[int]] = {}
    for row in sorted(rows):
        if owner[row] != row:
            found.setdefault(int(owner[row]), []).append(row)
    return found


def _read(page: Page, item: int, owner: Ints, marks: dict[str, list[int]]) -> tuple[str | None, str | None, str]:
    """Author, date and text of one comment, without the comments that answer it."""
    used = owner[item : page.end[item]] != item
    date = _first(page, marks["date"])
    stated = page.attribute(date, "datetime") if date is not None else None
    when = stated or (page.text(date) if date is not None else None)
    _use(page, used, item, date)
    author = _first(page, [row for row in marks["author"] if not used[row - item]])
    who = _TRIM.sub("", _rest(page, item, author, used)) if author is not None else None
    _use(page, used, item, author)
    for row in marks["noise"]:
        _use(page, used, item, row)
    return who or None, when or None, _rest(page, item, item, used)


def _use(page: Page, used: Mask, item: int, row: int | None) -> None:
    if row is not None:
        used[row - item : page.end[row] - item] = True


def _rest(page: Page, item: int, row: int, used: Mask) -> str:
    """The text below a row that is not used for something else."""
    low, high = np.searchsorted(page.text_rows, (row, page.end[row]))
    free = np.flatnonzero(~used[page.text_rows[low:high] - item]) + int(low)
    return page.join(free.tolist())


def _first(page: Page, rows: Sequence[int]) -> int | None:
    """The first of these elements that has text, and little of it."""
    for row in rows:
        text = page.text(row)
        if text and len(text) <= MAX_NAME:
            return row
    return None


def _without_empty(found: Sequence[Comment]) -> tuple[Comment, ...]:
    """Leave out comments without text; answers to them answer what they answered."""
    place: dict[int, int | None] = {}
    kept: list[Comment] = []
    for i, comment in enumerate(found):
        parent = place.get(comment.parent) if comment.parent is not None else None
        if comment.text:
            depth = kept[parent].depth + 1 if parent is not None else 0
            place[i] = len(kept)
            kept.append(Comment(comment.author, comment.date, comment.text, depth, parent))
        else:
            place[i] = parent
    return tuple(kept)
