"""Comments separated from content, with author, date, text and nesting.

A comment is an element named so by its class, id or microdata, that has text of its own and is next to or inside others
like it. Inside one, the author and the date are found by the same kinds of marks; the rest is its text.
"""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

from sectio.dom import tags, words
from sectio.dom.chars import normalise
from sectio.dom.page import Ints, Mask, Page, covered
from sectio.dom.tree import nearest_ancestor, subtree_sum
from sectio.results import Comment

_TRIM = re.compile(r"^[\s–—|·•,:-]+|(?:\s+(?:says|said|wrote|schrieb|sagt|dice|dit))?[\s–—|·•,:-]*$", re.I)
_MARKS_OF_TAG = {tags.CODE["cite"]: ("author",), tags.CODE["time"]: ("date",)}
MAX_COMMENTS = 5000
MAX_NAME = 80


class Comments(Sequence[Comment]):
    """The comments of a page in document order; positions are found at once, contents are read on demand."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._items = _items(page)

    @cached_property
    def rows(self) -> Mask:
        """The rows the comments take up."""
        return covered(self._page, _marked(self._page, self._items))

    def __bool__(self) -> bool:
        """Whether there is a comment with text."""
        return any(self._read(item)[2] for item in self._items.tolist())

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> Comment: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Comment, ...]: ...
    def __getitem__(self, index: int | slice) -> Comment | tuple[Comment, ...]:
        return self._all[index]

    @cached_property
    def _all(self) -> tuple[Comment, ...]:
        above = nearest_ancestor(self._page, _marked(self._page, self._items))
        number = {item: i for i, item in enumerate(self._items.tolist())}
        found: list[Comment] = []
        for item in number:
            parent = number.get(int(above[item]))
            depth = found[parent].depth + 1 if parent is not None else 0
            found.append(Comment(*self._read(item), depth, parent))
        return _without_empty(found)

    @cached_property
    def _owner(self) -> Ints:
        """The comment each row is in, or -1."""
        return nearest_ancestor(self._page, _marked(self._page, self._items), include_self=True)

    @cached_property
    def _marks(self) -> dict[str, dict[int, list[int]]]:
        return _rows_by_mark(self._page, self._owner)

    def _read(self, item: int) -> tuple[str | None, str | None, str]:
        marks = {name: rows.get(item, []) for name, rows in self._marks.items()}
        return _read(self._page, item, self._owner, marks)


def find(page: Page) -> tuple[tuple[Comment, ...], Mask]:
    """The comments of a page in document order, and the rows they take up."""
    found = Comments(page)
    return tuple(found), found.rows


def _marked(page: Page, rows: NDArray[np.int64]) -> Mask:
    mask = np.zeros(len(page), bool)
    mask[rows] = True
    return mask


def _items(page: Page) -> NDArray[np.int64]:
    """Rows of the elements that are each one comment."""
    named = set(_named(page))
    named |= {row for row, value in page.source.having("itemtype").items() if value.rstrip("/").endswith("/Comment")}
    if not named:
        return np.zeros(0, np.int64)
    rows = np.array(sorted(named), np.int64)
    count = subtree_sum(page, page.words)
    rows = rows[(count[rows] >= 2) & page.is_block[rows] & (page.depth[rows] > 1)][:MAX_COMMENTS]
    # An element that only wraps one comment of the same text is the same comment.
    above = nearest_ancestor(page, _marked(page, rows))[rows]
    doubled = (above >= 0) & (count[np.maximum(above, 0)] <= count[rows] * 1.02)
    return rows[~doubled]


def _named(page: Page) -> list[int]:
    """Rows with a class that names a comment, or with the id of a numbered one."""
    rows = np.flatnonzero(page.class_groups("comment", "reply"))
    if not len(rows):
        return []
    classes, ids = (page.source.having_among(name, rows) for name in ("class", "id"))
    return [row for row in rows.tolist() if _names_comment(classes.get(row, "")) or _numbers_comment(ids.get(row, ""))]


@lru_cache(maxsize=4096)
def _names_comment(value: str) -> bool:
    """Whether the tokens of one of the classes include a word for a comment and none for its parts."""
    tokens = (set(words.tokens(name)) for name in value.split()[:12])
    return any(own & words.COMMENT and not own & words.NOT_A_COMMENT for own in tokens)


def _numbers_comment(value: str) -> bool:
    """Whether an id belongs to one comment, like `comment-123`."""
    return value[-1:].isdigit() and _names_comment(value)


@lru_cache(maxsize=4096)
def _marks_of(value: str) -> tuple[str, ...]:
    """The parts of a comment that a class names: its author, its date, noise."""
    tokens = words.tokens(value)
    return tuple(name for name, wanted in words.COMMENT_PARTS.items() if not wanted.isdisjoint(tokens))


def _rows_by_mark(page: Page, owner: Ints) -> dict[str, dict[int, list[int]]]:
    """Elements that class or tag mark as author, date or noise, by the comment they are in."""
    found: dict[str, dict[int, list[int]]] = {name: {} for name in words.COMMENT_PARTS}
    inside = np.flatnonzero((owner >= 0) & (page.tag != 0))
    classes = page.source.having_among("class", inside)
    for row, item, tag in zip(inside.tolist(), owner[inside].tolist(), page.tag[inside].tolist(), strict=True):
        if row != item:
            marks = _marks_of(classes.get(row, ""))
            for name in dict.fromkeys((*marks, *_MARKS_OF_TAG.get(tag, ()))):
                found[name].setdefault(item, []).append(row)
    return found


def _read(page: Page, item: int, owner: Ints, marks: dict[str, list[int]]) -> tuple[str | None, str | None, str]:
    """Author, date and text of one comment, without the comments that answer it."""
    used = owner[item : page.end[item]] != item
    date = _first(page, marks["date"])
    stated = normalise(page.source.attributes(date).get("datetime", "")) if date is not None else None
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
    """The first of these elements with a short text."""
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
