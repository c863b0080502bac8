"""Which elements are each one contribution: a comment, a post, a question, an answer.

They are found by their names; where names say nothing, by their dates: elements of one kind with a date each.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom import tags, words
from sectio.dom.page import Ints, Mask, Page, Source, covered
from sectio.patterns import pattern
from sectio.threads.parts import Parts

MAX_ITEMS: Final = 5000
# On nine threads in ten one element for at most so many texts has a word for contributions in its name, and on one other page in three.
MANY: Final = 20
_GROUPS: Final = ("comment", "reply", "post", "thread", "question")
# Those that have every word for a comment.
_COMMENTS: Final = ("comment", "reply")
_TYPES: Final = {"comment": "comment", "usercomments": "comment", "answer": "answer", "question": "question",
                 "discussionforumposting": "post", "socialmediaposting": "post"}  # fmt: skip
_PROPERTIES: Final = {"comment": "comment", "suggestedanswer": "answer", "acceptedanswer": "answer"}
# More dates than this in one element: it holds several contributions.
MAX_DATES: Final = 3
_CELL: Final = tags.CODE["td"]
# A footer no deeper than this is that of the page.
PAGE_DEPTH: Final = 3
# Headings that announce comments are not longer; what follows them in the same element has at least so many words, else that
# around it is looked at, a few times.
HEADING_LENGTH, HEADING_TEXTS, SOME_WORDS, MAX_AROUND = 40, 3, 8, 3
_HEADING: Final = pattern(
    r"\W*(?:\d{1,6}\s+)?(?:(?:reader|user|your|visitor)['’]?s?\s+)?"
    r"(?:comments?|responses|kommentare?|leserkommentare|commentaires?|comentarios?|comentários?|commenti|commento|reacties"
    r"|komentarze|kommentarer|kommentit|комментарии|коментарі|yorumlar|コメント|评论|評論|التعليقات)\W*(?:\d{1,6}\W*)?",
    re.IGNORECASE,
)
# In each of these words one of `_HEADING`; without an `i`, which has more forms than `casefold` makes one.
_HEADING_WORDS: Final = (
    "comment", "komment", "coment", "koment", "respon", "react", "коммент", "комент", "yorum", "コメント", "评论", "評論", "التعليقات",
)  # fmt: skip


class Item(NamedTuple):
    """The rows of one contribution and those that answer it: `start` to `end`; what it is, and the name that says so."""

    start: int
    end: int
    kind: str
    name: str = ""


class Named(NamedTuple):
    """What contribution an element is, and the name that says so, without digits."""

    kind: str
    name: str


@lru_cache(maxsize=8192)
def called(value: str) -> Named | None:
    """What contribution a class names, if any."""
    for name in value.split()[:12]:
        own = {*words.tokens(name), name.lower()}
        if own.isdisjoint(words.NOT_A_CONTRIBUTION):
            for kind, wanted in words.CONTRIBUTIONS.items():
                if not own.isdisjoint(wanted):
                    return Named(kind, name.strip("0123456789_-"))
    return None


def named(page: Page, kinds: Sequence[str]) -> list[Item]:
    """Elements that are called contributions of these kinds."""
    found: dict[int, Named] = {}
    for row, name in _named(page, _COMMENTS if kinds == ("comment",) else _GROUPS):
        is_element = page.depth[row] > 1 and (page.is_block[row] or "-" in page.tag_of(row))
        if name.kind in kinds and is_element:
            found.setdefault(row, name)
    rows = _widened(page, found)
    return [Item(row, int(page.end[row]), *rows[row]) for row in sorted(rows)[:MAX_ITEMS]]


def may_be_repeated(page: Page) -> Mask | None:
    """True for the elements that `repeated` looks at, or None if it finds nothing among so few."""
    named = page.class_groups(*_GROUPS)
    return named if np.count_nonzero(named) * MANY >= max(len(page.texts), 1) else None


def repeated(page: Page, named: Mask) -> Mask:
    """Of the elements of `may_be_repeated` those whose class calls them contributions by a name that others have too: what they say is
    not read.
    """
    rows = np.flatnonzero(named)
    _, first, number, count = np.unique(
        page.class_numbers.take(rows), return_index=True, return_inverse=True, return_counts=True
    )
    values = page.source.having_among("class", rows.take(np.sort(first)))
    names = [called(values.get(row, "")) for row in deadline.watched(rows.take(first).tolist())]
    shared = Counter[Named | None]()
    for name, times in zip(names, count.tolist(), strict=True):
        shared[name] += times
    wanted = np.array([name is not None and shared[name] > 1 for name in names])
    found = np.zeros(len(page), bool)
    if wanted.any():
        found[rows[wanted.take(number)]] = True
        found &= page.is_block & (page.depth > 1) & ~beside(page)
    return found


def _widened(page: Page, found: dict[int, Named]) -> dict[int, Named]:
    """Table rows in place of the only cell that is called a contribution: the author is often in the cell beside it."""
    cells = [row for row in found if page.tag_of(row) == "td"]
    alone = Counter(int(page.parent[row]) for row in cells)
    moved = {row: int(page.parent[row]) for row in cells if alone[int(page.parent[row])] == 1}
    return {moved.get(row, row): name for row, name in found.items()}


def _telling(page: Page, *groups: str) -> NDArray[np.intp]:
    """Rows whose names may say what they are; French words for comments are not among the groups of class words."""
    is_french = page.source.head().language.lower().startswith("fr")
    return page.source.rows_having("class") if is_french else np.flatnonzero(page.class_groups(*groups))


@lru_cache(maxsize=4096)
def _is_echo(value: str) -> bool:
    """Whether a class says that another site links here, and nobody said anything."""
    return not words.ECHOES.isdisjoint(words.tokens(value))


def _named(page: Page, groups: Sequence[str]) -> Iterator[tuple[int, Named]]:
    """Rows that are called contributions, by names with a word of these groups, or by other attributes."""
    source = page.source
    tested = source.having("data-testid") if len(source.rows_having("data-testid")) else {}
    rows = _telling(page, *(_GROUPS if tested else groups))  # echoes are told by the classes of all groups
    if len(rows) or tested:
        yield from _called(source, rows, tested)
    yield from _custom(page)
    yield from _described(source)


def may_be_in(page: Page, mask: Mask) -> bool:
    """Whether any of these rows is in an element that may be called a comment, or hold them: no more than a look, before names are
    read. Of cells, the line of the table counts (`_widened`).
    """
    source = page.source
    rows = [_telling(page, *(_GROUPS if len(source.rows_having("data-testid")) else _COMMENTS))]
    rows += [source.rows_having(name) for name in ("data-testid", "itemtype", "itemprop")]
    if len(page.tag_names) > len(tags.NAMES):
        rows.append(np.flatnonzero(page.tag >= len(tags.NAMES)))
    every = np.concatenate([some for some in rows if len(some)] or rows[:1])
    return _is_around(page, every, mask) or any(mask[start : page.end[root]].any() for start, root in announced(page))


def _is_around(page: Page, rows: NDArray[np.intp], mask: Mask) -> bool:
    """Whether any of some elements, for a cell its line, has one of the rows of a mask inside."""
    if not len(rows):
        return False
    rows = np.where(page.tag.take(rows) == _CELL, page.parent.take(rows), rows)
    before = np.zeros(len(page) + 1, np.int32)
    np.add.accumulate(mask, out=before[1:])
    return bool((before.take(page.end.take(rows)) > before.take(rows)).any())


def _called(source: Source, rows: NDArray[np.intp], tested: dict[int, str]) -> Iterator[tuple[int, Named]]:
    """By the classes and ids of these rows, and by names for tests."""
    classes = source.having_among("class", rows)
    echoes = {row for row, value in classes.items() if _is_echo(value)}
    for values in (classes, tested):
        yield from ((row, name) for row, value in values.items() if row not in echoes and (name := called(value)))
    for row, value in source.having_among("id", rows).items():
        if value[-1:].isdigit() and row not in echoes and (name := called(value)):
            yield row, name


def _described(source: Source) -> Iterator[tuple[int, Named]]:
    """By microdata."""
    if len(source.rows_having("itemtype")):
        for row, value in source.having("itemtype").items():
            if kind := _TYPES.get(value.rstrip("/").rpartition("/")[2].lower()):
                yield row, Named(kind, "itemtype")
    if len(source.rows_having("itemprop")):
        for row, value in source.having("itemprop").items():
            if kind := _PROPERTIES.get(value.lower()):
                yield row, Named(kind, "itemprop")


def _custom(page: Page) -> Iterator[tuple[int, Named]]:
    """Elements with tags of their own, like `shreddit-comment`."""
    for code, tag in enumerate(page.tag_names[len(tags.NAMES) :], len(tags.NAMES)):
        if "-" in tag and (name := called(tag)):
            yield from ((row, name) for row in np.flatnonzero(page.tag == code).tolist())


def without_wrappers(page: Page, items: list[Item], has_own: Callable[[int], bool]) -> list[Item]:
    """The items without those that only hold others.

    One with several side by side is a list. One with nothing of its own wraps the first inside it, which is dropped: the
    wrapper also has the answers.
    """
    inside = children(items)
    dropped: set[int] = set()
    for i in range(len(items)):
        nested, first = (inside[i] if i not in dropped else []), i
        while nested and not has_own(first):
            if _are_siblings(page, [items[j] for j in nested]):
                dropped.add(i)
                break
            first, *others = nested
            dropped.add(first)
            nested = inside[first] + others
    return [item for i, item in enumerate(items) if i not in dropped]


def _are_siblings(page: Page, items: Sequence[Item]) -> bool:
    """Whether the first of some items has another beside it."""
    around = page.parent[items[0].start]
    return any(page.parent[item.start] == around for item in items[1:])


def children(items: Sequence[Item]) -> list[list[int]]:
    """For each item the items directly inside it; items are in order and do not overlap."""
    found: list[list[int]] = [[] for _ in items]
    for i, parent in enumerate(containing(items)):
        if parent >= 0:
            found[parent].append(i)
    return found


def containing(items: Sequence[Item]) -> list[int]:
    """For each item the number of the innermost item around it, or -1."""
    found: list[int] = []
    stack: list[int] = []
    for i, item in enumerate(items):
        while stack and items[stack[-1]].end <= item.start:
            stack.pop()
        found.append(stack[-1] if stack else -1)
        stack.append(i)
    return found


def owners(page: Page, items: Sequence[Item]) -> Ints:
    """For each row the number of the innermost item it is in, or -1."""
    change: dict[int, int] = {0: -1}
    stack: list[int] = []

    def close(until: int) -> None:
        while stack and items[stack[-1]].end <= until:
            ended = items[stack.pop()].end
            change[ended] = stack[-1] if stack else -1

    for i, item in enumerate(items):
        close(item.start)
        stack.append(i)
        change[item.start] = i
    close(len(page))
    starts = np.array(sorted(change), np.int64)
    values = np.array([change[start] for start in starts.tolist()], np.int32)
    return values[np.searchsorted(starts, np.arange(len(page)), side="right") - 1]


def runs(page: Page, root: int) -> list[Item]:
    """Contributions without an element of their own: heads and bodies that take turns, as in a definition list."""
    kids = [kid for kid in page.children(root) if page.tag[kid]]
    classes = page.source.having_among("class", np.array(kids, np.intp)) if kids else {}
    starts = [i for i, kid in enumerate(kids) if _is_head(page, kid, classes.get(kid, ""))]
    starts = [i for n, i in enumerate(starts) if not n or i - starts[n - 1] > 1]
    stops = [*starts[1:], len(kids)][: len(starts)]
    return [
        Item(kids[i], int(page.end[kids[stop - 1]]), "comment")
        for i, stop in zip(starts, stops, strict=True)
        if stop - i > 1
    ]


def _is_head(page: Page, row: int, classes: str) -> bool:
    if page.tag_of(row) == "dt":
        return True
    tokens = set(words.tokens(classes)) if classes else ()
    return "comment" in tokens and page.tag_of(row) not in ("dd", "li") and not _HEADS.isdisjoint(tokens)


_HEADS: Final = frozenset(("author", "head", "header", "meta", "byline"))


def may_have_runs(page: Page) -> Mask:
    """True for rows with a child that may be the head of a contribution, as `runs` looks for: most have none."""
    found = np.zeros(len(page), bool)
    found[page.parent[page.is_tag("dt") | page.class_groups("comment")]] = True
    return found


def by_dates(page: Page, inside: Mask, parts: Parts) -> list[Item]:
    """Elements of one kind with a date each: the kind with the most words of its own."""
    places = _dated_rows(page, inside, parts)
    kinds = _class_kinds(page)
    by_kind: dict[tuple[int, int, int], dict[int, int]] = {}
    for row in deadline.watched(places):
        seen: set[tuple[int, int, int]] = set()
        while row > 0 and inside[row]:
            number = kinds[int(page.class_numbers[row])]
            key = (int(page.tag[row]), number, 0 if number else int(page.depth[row]))
            if key not in seen and page.tag[row]:
                seen.add(key)
                count = by_kind.setdefault(key, {})
                count[row] = count.get(row, 0) + 1
            row = int(page.parent[row])
    best = max(by_kind.values(), key=lambda count: (_weight(page, count), -int(page.depth[min(count)])), default={})
    if not best or not _weight(page, best):
        return []
    rows = {row for row, dates in best.items() if dates <= MAX_DATES}
    rows |= set(_beside(page, rows, places))
    return [Item(row, _end(page, row), "post") for row in sorted(rows)][:MAX_ITEMS]


def _class_kinds(page: Page) -> dict[int, int]:
    """For each number of a class the number of the first that differs in numbers and words such as "odd" only."""
    found: dict[int, int] = {0: 0}
    first: dict[frozenset[str], int] = {}
    rows = page.source.rows_having("class")
    numbers = page.class_numbers[rows]
    new = np.sort(np.unique(numbers, return_index=True)[1])  # the first row of each number
    values = page.source.having_among("class", rows[new]).values() if len(new) else ()
    for number, value in zip(numbers[new].tolist(), values, strict=True):
        if number:
            bare = _bare_class(value)
            found[number] = first.setdefault(bare, number) if bare else number
    return found


@lru_cache(maxsize=8192)
def _bare_class(value: str) -> frozenset[str]:
    """The names in a class without those that tell neighbours from each other."""
    return frozenset(name for name in value.split()[:12] if not name[-1].isdigit() and not _TURN.search(name))


_TURN: Final = re.compile(r"(?:odd|even|alt|first|last)\b|\b(?:first|last)", re.IGNORECASE)


def _end(page: Page, row: int) -> int:
    """Where a contribution ends: a term of a list of definitions has what follows it, up to the next term."""
    end = int(page.end[row])
    while page.tag_of(row) == "dt" and end < page.end[page.parent[row]] and page.tag_of(end) == "dd":
        end = int(page.end[end])
    return end


def _dated_rows(page: Page, inside: Mask, parts: Parts) -> list[int]:
    dated = parts.dated(np.flatnonzero(inside[page.text_rows]))
    rows = {int(page.text_rows[i]) for i in np.flatnonzero(dated).tolist()}
    stamped = [row for row in page.source.having("datetime") if inside[row]]
    with_text = {int(page.parent[row]) for row in rows}
    return sorted(rows | {row for row in stamped if row not in with_text and row + 1 not in rows})[:MAX_ITEMS]


def _weight(page: Page, count: dict[int, int]) -> float:
    """The words of elements with few dates, if there are several."""
    rows = [row for row, dates in count.items() if dates <= MAX_DATES]
    if len(rows) < 2 or 2 * len(rows) < len(count):
        return 0.0
    total = np.cumsum(np.concatenate(([0], page.words)))
    sizes = sorted(float(total[page.end[row]] - total[row]) for row in rows)
    return float(sum(sizes) + sizes[len(sizes) // 2] * len(sizes))


def _beside(page: Page, rows: set[int], places: Sequence[int]) -> Iterable[int]:
    """Siblings of the items, of the same tag, with a date of their own: the question above the answers."""
    if not rows:
        return
    first = min(rows)
    around, tag = int(page.parent[first]), page.tag[first]
    at = np.array(places, np.int64)
    kids = np.flatnonzero((page.parent == around) & (page.tag == tag))
    dates = at.searchsorted(page.end[kids]) - at.searchsorted(kids)
    yield from (kid for kid in kids[(dates > 0) & (dates <= MAX_DATES)].tolist() if kid and kid not in rows)


def sections(page: Page) -> list[int]:
    """Elements that hold all comments of the page, outermost first."""
    rows = _telling(page, *_COMMENTS)
    if not len(rows):
        return []
    named = (page.source.having_among(name, rows) for name in ("class", "id"))
    found = sorted(
        {row for values in named for row, value in values.items() if _is_section(value) and page.depth[row] > 1}
    )
    outer: list[int] = []
    for row in found:
        if not outer or row >= page.end[outer[-1]]:
            outer.append(row)
    return outer


def announced(page: Page) -> list[tuple[int, int]]:
    """Where a heading says that comments follow: its row, and the element that holds them too."""
    rows = page.heading.nonzero()[0]
    first, last = page.text_rows.searchsorted(rows), page.text_rows.searchsorted(page.end.take(rows))
    spans = zip(rows.tolist(), first.tolist(), last.tolist(), strict=True)
    headings = [(row, page.texts[start:end]) for row, start, end in spans if 0 < end - start <= HEADING_TEXTS]
    if not _may_announce([text for _, texts in headings for text in texts]):
        return []
    found = next(
        (row for row, texts in reversed(headings) if _announces(texts)), None
    )  # those of the page are the last
    return [] if found is None else [(found, _around(page, found))]


def _may_announce(texts: Sequence[str]) -> bool:
    """Whether one of these texts may say that comments follow: most pages have none, and one look at all of them is quick."""
    together = "\n".join(texts).casefold()
    return any(word in together for word in _HEADING_WORDS)


def _announces(texts: Sequence[str]) -> bool:
    """Whether the texts of a heading say that comments follow."""
    return sum(map(len, texts)) <= HEADING_LENGTH and _HEADING.fullmatch(" ".join(texts)) is not None


def _around(page: Page, row: int) -> int:
    """The first element around a heading that has more text after it than a link or two."""
    until, root = int(page.end[row]), int(page.parent[row])
    for _ in range(MAX_AROUND):
        if root <= 1 or int(page.words[until : page.end[root]].sum()) >= SOME_WORDS:
            break
        root = int(page.parent[root])
    return root


@lru_cache(maxsize=4096)
def _is_section(value: str) -> bool:
    for name in value.split()[:12]:
        own = {*words.tokens(name), name.lower()}
        if own.isdisjoint(words.NOT_A_SECTION) and (
            own & words.COMMENT_SECTIONS or (own & words.CONTRIBUTIONS["comment"] and own & words.SECTION_WORDS)
        ):
            return True
    return False


def beside(page: Page) -> Mask:
    """True for rows of side columns and of lists of the latest comments; not of what holds most of the page."""
    roots = page.class_groups("sidebar", "popular") | page.is_tag("aside", "nav")
    roots = roots & ~page.class_groups("comment", "reply", "thread", "post", "content", "main")
    roots |= page.is_tag("footer") & (page.depth <= PAGE_DEPTH)
    rows = np.flatnonzero(roots)
    total = np.concatenate(([0], np.cumsum(page.words)))
    roots[rows[2 * (total[page.end[rows]] - total[rows]) > total[-1]]] = False
    return covered(page, roots)


def lone(page: Page, root: int, inside: Mask, parts: Parts) -> list[Item]:
    """The only contribution of a section: what is around its only date."""
    rows = [row for row in _dated_rows(page, inside, parts) if root < row < page.end[root]]
    if not 0 < len(rows) <= MAX_DATES:
        return []
    row = rows[0]
    while page.parent[row] != root:
        row = int(page.parent[row])
    return [Item(row, int(page.end[row]), "comment"), Item(root, int(page.end[root]), "comment")]
