"""Threads: the comments below an article, the posts of a forum, a question and its answers.

items.py says which elements are contributions, reading.py what each of them says, nesting.py who answers whom.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom.page import Mask, Page, covered
from sectio.once import once
from sectio.results import Comment, Post
from sectio.threads import items, nesting, rendering
from sectio.threads.items import Item
from sectio.threads.parts import several_dated
from sectio.threads.reading import Contribution, Reading, Readings

EVERY: Final = ("comment", "post", "question", "answer")
# Elements of one name are contributions if at least this share of them has text and an author or a date.
WHOLE: Final = 0.5
MAX_NAMES: Final = 12
MAX_SECTIONS: Final = 20
# So many of them are read to find out.
SAMPLE: Final = 40
# Contributions that answer something.
ANSWERS: Final = ("comment", "answer")
# How far above the first answer what it answers is looked for, in levels.
REACH: Final = 6
# A thread that nothing else announces has at least this many posts, this share of them with author and date, and this share of
# the content.
SEVERAL: Final = 3
SURE: Final = 0.8
MOST: Final = 0.6
# An article has at least this many words.
ARTICLE_WORDS: Final = 8


class Thread:
    """Contributions in document order; where they are is known at once, what they say is read on demand."""

    def __init__(self, readings: Readings, found: Sequence[Item], url: str | None = None) -> None:
        self.page, self.readings, self.url, self._given = readings.page, readings, url, found

    @property
    def _found(self) -> Sequence[Item]:
        """The items among which the contributions are."""
        return self._given

    @once
    def reading(self) -> Reading:
        """What reads the items."""
        return self.readings.of(self._found)

    def __bool__(self) -> bool:
        """Whether there is a contribution; only as many as needed are read."""
        return self.first is not None

    @property
    def may_be(self) -> bool:
        """Whether there are elements that may be contributions, before anything is read."""
        return bool(self._given)

    @once
    def first(self) -> Item | None:
        """The element of the first contribution."""
        return next((item for number, item in enumerate(self._found) if self._is_kept(number)), None)

    def _is_kept(self, number: int) -> bool:
        """Whether an item has text besides links, and an author, a date or others beside it."""
        if len(self._found) == 1 and not self.reading.signature(number).is_signed:
            return False
        texts = self.reading.texts(number)
        return bool(texts) and not self.page.in_link[self.page.text_rows[list(texts)]].all()

    @once
    def _kept(self) -> NDArray[np.intp]:
        """The numbers of the contributions among the items."""
        return np.array([number for number in range(len(self._found)) if self._is_kept(number)], np.intp)

    @once
    def rows(self) -> Mask:
        """The rows the contributions take up."""
        mask = np.zeros(len(self.page), bool)
        for item in deadline.watched(self._found):
            mask[item.start : item.end] = True
        return mask

    @once
    def parents(self) -> list[int | None]:
        """For each contribution the index of the one it answers."""
        found = nesting.without(self._kept, nesting.parents(self.page, self.reading.items))
        kinds = [item.kind for item in self.items]
        if not kinds or kinds[0] in ANSWERS:
            return found
        # Comments on a post and answers to a question answer it, wherever they are; posts of one shape are a plain list.
        shapes = [(int(self.page.tag[item.start]), int(self.page.class_numbers[item.start])) for item in self.items]
        answers = [kind in ANSWERS and shape != shapes[0] for kind, shape in zip(kinds, shapes, strict=True)]
        return [0 if parent is None and is_answer else parent for parent, is_answer in zip(found, answers, strict=True)]

    @property
    def items(self) -> list[Item]:
        """The elements of the contributions."""
        return [self.reading.items[number] for number in self._kept.tolist()]

    @once
    def contributions(self) -> list[Contribution]:
        """What each says."""
        return [self.reading.said(number) for number in self._kept.tolist()]

    @property
    def signed(self) -> int:
        """How many contributions have an author and a date."""
        signatures = (self.reading.signature(number) for number in self._kept.tolist())
        return sum(bool(signature.author and signature.date) for signature in signatures)

    @once
    def texts(self) -> list[str]:
        """The text of each."""
        from sectio.output.text import write_parts

        part = np.full(len(self.page.texts), -1, np.int64)
        for number, said in deadline.watched(enumerate(self.contributions)):
            part[list(said.texts)] = number
        return write_parts(self.page, part, len(self.contributions))

    @property
    def comments(self) -> "Lazy[Comment]":
        """The contributions as comments."""
        return Lazy(partial(_comments, self))

    @property
    def posts(self) -> "Lazy[Post]":
        """The contributions as posts."""
        return Lazy(partial(_posts, self))


class Comments(Thread):
    """The comments of a page. Where they may be is known at once; which elements they are is found out when it is asked for."""

    def __init__(
        self, readings: Readings, named: Sequence[Item], sections: Sequence[tuple[int, int]], url: str | None
    ) -> None:
        super().__init__(readings, named, url)
        self._sections = sections

    @property
    def may_be(self) -> bool:
        """Whether there are elements that may be comments or hold them, before anything is read."""
        return bool(self._given or self._sections)

    @property
    def are_named(self) -> bool:
        """Whether names say that there are comments, and not only a heading above them."""
        return bool(self._given) or any(start == root for start, root in self._sections)

    @once
    def _found(self) -> Sequence[Item]:
        if not self.may_be:
            return ()
        aside = items.beside(self.page)
        found = _whole(self.readings, [item for item in self._given if not aside[item.start]])
        return found or list(_in_sections(self.readings, self._sections, aside))

    def may_be_in(self, mask: Mask) -> bool:
        """Whether any of these rows is where comments may be."""
        if not self.may_be:
            return False
        spans = [(item.start, item.end) for item in self._given]
        spans += [(start, int(self.page.end[root])) for start, root in self._sections]
        before = np.concatenate(([0], np.cumsum(mask)))
        starts, ends = before[np.array(spans).T]
        return bool((ends > starts).any())


Kind = TypeVar("Kind")


class Lazy(Sequence[Kind]):
    """Contributions as objects, found and made when they are first looked at."""

    def __init__(self, make: Callable[[], tuple[Kind, ...]]) -> None:
        self._make = make

    @once
    def _made(self) -> tuple[Kind, ...]:
        return self._make()

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> Kind: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Kind, ...]: ...
    def __getitem__(self, index: int | slice) -> Kind | tuple[Kind, ...]:
        return self._made[index]


def all_posts(page: Page, url: str | None = None, readings: Readings | None = None) -> Lazy[Post]:
    """The posts of a page that is a forum; what has been read of it already may be given."""
    return Lazy(partial(_posts_of, page, url, readings))


def _posts_of(page: Page, url: str | None, readings: Readings | None) -> tuple[Post, ...]:
    return _posts(posts(page, url, readings))


def _comments(thread: Thread) -> tuple[Comment, ...]:
    each = zip(thread.contributions, thread.texts, nesting.depths(thread.parents), thread.parents, strict=True)
    return tuple(Comment(said.author, said.date, text, depth, parent) for said, text, depth, parent in each)


def _posts(thread: Thread) -> tuple[Post, ...]:
    page, places = thread.page, zip(nesting.depths(thread.parents), thread.parents, strict=True)
    each = zip(thread.items, thread.contributions, thread.texts, places, strict=True)
    return tuple(
        Post(
            said.author,
            said.date,
            text,
            *place,
            said.votes,
            said.accepted,
            rendering.markdown(page, said.texts, thread.url),
            page.xpath(item.start),
        )
        for item, said, text, place in each
    )


def comments(page: Page, url: str | None = None) -> Comments:
    """The comments of a page."""
    sections = [(row, row) for row in items.sections(page)] or items.announced(page)
    return Comments(Readings(page), items.named(page, ("comment",)), sections, url)


def has_article(thread: Thread, mask: Mask) -> bool:
    """Whether comments are below an article: content before the first of them that has no votes, or what the page states."""
    page, first = thread.page, thread.first
    if first is None or is_voted(thread):
        return False
    words = int((page.words * mask)[: first.start].sum())
    stated = any(name == "og:type" and content.lower() == "article" for name, content in page.source.head().metas)
    return stated or words >= ARTICLE_WORDS


def are_all(thread: Thread, mask: Mask) -> bool:
    """Whether the content is nothing but several comments with authors and dates, so that there is nothing they are on."""
    if not thread.may_be or not thread or has_article(thread, mask):
        return False
    if len(thread.items) < SEVERAL or thread.signed < SURE * len(thread.items):
        return False
    words = thread.page.words * mask
    return bool((words * thread.rows).sum() >= SURE * words.sum())


def is_voted(thread: Thread) -> bool:
    """Whether what the comments answer has votes, as on pages that people submit links and questions to."""
    readings = thread.readings
    if not (thread.may_be and readings.parts.may_be_voted and readings.parts.first_vote is not None):
        return False
    first = thread.first  # what it answers is above it, and reading all items takes time
    if first is None or readings.parts.first_vote >= first.start:
        return False
    if first.kind not in ANSWERS and not _are_nested(readings.page, thread.items):
        return False
    opening = _opening(readings, first)
    return opening is not None and readings.of([opening]).said(0).votes is not None


def posts(page: Page, url: str | None = None, readings: Readings | None = None) -> Thread:
    """The posts of a forum, of a question with its answers."""
    readings = readings or Readings(page)
    return _best(readings, *_choices(readings), url)


def _choices(readings: Readings) -> tuple[list[Item], list[Item]]:
    """Elements that are called contributions, and elements that may be some by their dates."""
    page = readings.page
    inside = ~items.beside(page)
    named = [item for item in items.named(page, EVERY) if inside[item.start]]
    return named, items.by_dates(page, inside, readings.parts)


def _best(readings: Readings, named: list[Item], dated: list[Item], url: str | None) -> Thread:
    """Those of the two in which more have an author and a date."""
    found = _whole(readings, named)
    first, second = (Thread(readings, _with_opening(readings, choice), url) for choice in (found, dated))
    return second if dated and second.signed > first.signed else first


def may_be_posts(readings: Readings, mask: Mask) -> bool:
    """Whether content may be posts, each with a date: no more than a look before anything is read."""
    return several_dated(readings.parts, mask, SEVERAL)


def sure_posts(page: Page, mask: Mask, url: str | None = None, readings: Readings | None = None) -> Thread | None:
    """Posts on a page that nothing else says is a forum: most of its content, each with an author and a date.

    A list of reports looks alike, but has a linked headline in each.
    """
    readings = readings or Readings(page)
    if not may_be_posts(readings, mask):
        return None
    named, dated = _choices(readings)
    if max(len(named), len(dated)) + 1 < SEVERAL:  # what they answer is one more
        return None
    thread = _best(readings, named, dated, url)
    if len(thread.items) < SEVERAL or thread.signed < SURE * len(thread.items):
        return None
    words = page.words * mask
    is_most = (words * thread.rows).sum() >= MOST * words.sum()
    return thread if is_most and not thread.reading.are_reports else None


def _are_nested(page: Page, found: Sequence[Item]) -> bool:
    return any(nesting.parents(page, found))


def _with_opening(readings: Readings, found: list[Item]) -> list[Item]:
    """The items with the post above them that they answer, where it looks different: a link and the comments on it."""
    if not found or not (found[0].kind in ANSWERS or _are_nested(readings.page, found)):
        return found
    opening = _opening(readings, found[0])
    if opening is None:
        return found
    return [opening, *(one._replace(kind="comment") if one.kind == "post" else one for one in found)]


def _opening(readings: Readings, first: Item) -> Item | None:
    """The post above an item that it answers: the nearest with an author, a date and text."""
    page, row = readings.page, first.start
    for _ in range(REACH):
        above = int(page.parent[row])
        for beside in deadline.watched(reversed([kid for kid in page.children(above) if kid < row and page.tag[kid]])):
            item = Item(beside, int(page.end[beside]), "post")
            if readings.parts.may_be_dated(item.start, item.end) and _is_signed(readings, item):
                return item
        row = above
        if row <= 1:
            break
    return None


def _is_signed(readings: Readings, item: Item) -> bool:
    """Whether an item alone is a contribution with an author and a date."""
    signature = readings.of([item]).signature(0)
    return bool(signature.author and signature.date) and bool(Thread(readings, [item]))


def _whole(readings: Readings, named: Sequence[Item]) -> list[Item]:
    """Of elements called contributions those that are: named like others with text and an author or a date."""
    if not named:
        return []
    page = readings.page
    forms = readings.parts.forms | covered(page, page.is_tag("form"))
    groups: dict[str, list[Item]] = {}
    for item in _without_topics(named):
        groups.setdefault(item.name, []).append(item)
    whole = [kept for group in list(groups.values())[:MAX_NAMES] if (kept := _of_one_name(readings, group, forms))]
    return _outermost(readings, sorted(item for group in _without_parts(readings, whole) for item in group))


def _without_topics(named: Sequence[Item]) -> list[Item]:
    """Without the microdata of the whole page that has the question itself inside."""
    inside = items.children(named)
    return [
        item
        for item, nested in zip(named, inside, strict=True)
        if item.name != "itemtype" or all(named[j].kind != item.kind or item.kind == "comment" for j in nested)
    ]


def _without_parts(readings: Readings, groups: list[list[Item]]) -> list[list[Item]]:
    """Without groups whose members are parts of others': one in each, and without it nothing is left there."""
    return [
        group
        for group in groups
        if not any(_are_parts(readings, group, other) for other in groups if other is not group)
    ]


def _are_parts(readings: Readings, group: list[Item], outer: list[Item]) -> bool:
    """Whether each of a group is in one of another: in every one, or in those that are whole with them only."""
    together = sorted([(item, 0) for item in outer] + [(item, 1) for item in group])
    around = items.containing([item for item, _ in together])
    within = [around[n] for n, (_, inner) in enumerate(together) if inner]
    if any(n < 0 or together[n][1] for n in within) or len(set(within)) < len(within):
        return False
    if len(group) == len(outer) > 1:
        return True
    reading = readings.of([item for item, _ in together])
    return not any(map(reading.is_whole, within[:SAMPLE]))


def _of_one_name(readings: Readings, group: list[Item], forms: Mask) -> list[Item]:
    reading = readings.of(group)
    usable = [i for i, item in enumerate(group) if not forms[item.start] or _is_complete(reading, i)]
    sample = usable[:SAMPLE]
    return [group[i] for i in usable] if sample and _are_most(map(reading.is_whole, sample), len(sample)) else []


def _are_most(answers: Iterator[bool], count: int) -> bool:
    """Whether the share `WHOLE` of so many answers is yes; no more of them are asked for than decide it."""
    yes = 0
    for number, answer in enumerate(answers, 1):
        yes += answer
        if yes >= WHOLE * count:
            return True
        if yes + count - number < WHOLE * count:
            return False
    return False


def _is_complete(reading: Reading, i: int) -> bool:
    """Whether an item inside a form is a contribution: some systems put all of them into one."""
    signature = reading.signature(i)
    return reading.page.tag_of(reading.items[i].start) != "form" and bool(signature.author and signature.date)


def _outermost(readings: Readings, found: list[Item]) -> list[Item]:
    """One item per row, and none that only wraps another."""
    once = list({item.start: item for item in reversed(found)}.values())[::-1]
    reading = readings.of(once)
    return items.without_wrappers(readings.page, once, lambda i: bool(reading.texts(i)))


def _in_sections(readings: Readings, sections: Sequence[tuple[int, int]], aside: Mask) -> Iterator[Item]:
    """Contributions without telling names, in elements that are called comments, or below a heading that says so."""
    page = readings.page
    places = [(start, root) for start, root in sections[:MAX_SECTIONS] if not aside[root]]
    if not places:
        return
    forms, named = readings.parts.forms, items.named(page, EVERY)
    for start, root in places:
        inside = np.zeros(len(page), bool)
        inside[start : page.end[root]] = True
        inside &= ~forms
        yield from _in_section(readings, root, inside, named)


def _in_section(readings: Readings, root: int, inside: Mask, named: Sequence[Item]) -> list[Item]:
    page, parts = readings.page, readings.parts
    found = _whole(readings, [item for item in named if inside[item.start] and item.start != root])
    if found:
        return found
    rows = np.flatnonzero(inside & page.is_tag("dl", "div", "section", "ol", "ul") & items.may_have_runs(page))
    single: list[Item] = []  # each in an element of its own
    for row in deadline.watched(rows.tolist()):
        listed = items.runs(page, row)
        if len(listed) > 1:
            return listed
        single += listed
    dated = items.by_dates(page, inside, parts)
    if len(single) > len(dated):
        return single
    return dated or _lone(readings, items.lone(page, root, inside, parts))


def _lone(readings: Readings, choices: Sequence[Item]) -> list[Item]:
    """The first of these that has an author, a date and text."""
    for item in choices:
        if _is_signed(readings, item) and _is_said(readings.page, readings.of([item]).texts(0)):
            return [item]
    return []


def _is_said(page: Page, texts: Sequence[int]) -> bool:
    """Whether most of these texts is not in links."""
    rows = page.text_rows[list(texts)]
    return bool(2 * (page.text_len * page.in_link)[rows].sum() < page.text_len[rows].sum())
