"""Threads: the comments below an article, the posts of a forum, a question and its answers.

items.py says which elements are contributions, reading.py what each of them says, nesting.py who answers whom.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Final, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom.page import Mask, Page, covered
from sectio.results import Comment, Post
from sectio.threads import items, nesting, rendering
from sectio.threads.items import Item
from sectio.threads.parts import Parts, several_dated
from sectio.threads.reading import Contribution, Reading

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

    def __init__(self, page: Page, found: Sequence[Item], url: str | None = None) -> None:
        self.page, self.url, self._found = page, url, found

    @cached_property
    def reading(self) -> Reading:
        """What reads the items."""
        return Reading(self.page, self._found, self.page.source.head().language)

    def __bool__(self) -> bool:
        """Whether there is a contribution; only as many as needed are read."""
        reading, several = self.reading if self._found else None, len(self._found) > 1
        return reading is not None and any(
            self._has_text(said) and (several or said.is_signed) for said in map(reading.said, range(len(self._found)))
        )

    def _has_text(self, said: Contribution) -> bool:
        return bool(said.texts) and not self.page.in_link[self.page.text_rows[list(said.texts)]].all()

    @cached_property
    def _all(self) -> list[Contribution]:
        return self.reading.contributions

    @cached_property
    def _kept(self) -> NDArray[np.intp]:
        """The numbers of the items that have text besides links, and an author, a date or others beside them."""
        has_text = [self._has_text(said) for said in self._all]
        several = len(self._found) > 1
        kept = [has and (several or said.is_signed) for has, said in zip(has_text, self._all, strict=True)]
        return np.flatnonzero(np.array(kept, bool))

    @cached_property
    def rows(self) -> Mask:
        """The rows the contributions take up."""
        mask = np.zeros(len(self.page), bool)
        for item in deadline.watched(self._found):
            mask[item.start : item.end] = True
        return mask

    @cached_property
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

    @cached_property
    def contributions(self) -> list[Contribution]:
        """What each says."""
        return [self._all[number] for number in self._kept.tolist()]

    @cached_property
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


Kind = TypeVar("Kind")


class Lazy(Sequence[Kind]):
    """Contributions as objects, found and made when they are first looked at."""

    def __init__(self, make: Callable[[], tuple[Kind, ...]]) -> None:
        self._make = make

    @cached_property
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


def all_posts(page: Page, url: str | None = None) -> Lazy[Post]:
    """The posts of a page that is a forum."""
    return Lazy(partial(_posts_of, page, url))


def _posts_of(page: Page, url: str | None) -> tuple[Post, ...]:
    return _posts(posts(page, url))


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


def comments(page: Page, url: str | None = None) -> Thread:
    """The comments of a page."""
    named, sections = items.named(page, ("comment",)), items.sections(page)
    if not named and not sections:
        return Thread(page, (), url)
    aside = items.beside(page)
    found = _whole(page, [item for item in named if not aside[item.start]])
    return Thread(page, found or list(_in_sections(page, sections, aside)), url)


def has_article(page: Page, thread: Thread, mask: Mask) -> bool:
    """Whether comments are below an article: content before the first of them that has no votes, or what the page states."""
    if is_voted(page, thread):
        return False
    words = int((page.words * mask)[: thread.items[0].start].sum())
    stated = any(name == "og:type" and content.lower() == "article" for name, content in page.source.head().metas)
    return stated or words >= ARTICLE_WORDS


def is_voted(page: Page, thread: Thread) -> bool:
    """Whether what the comments answer has votes, as on pages that people submit links and questions to."""
    first = _with_opening(page, thread.items)[0]
    if first.start == thread.items[0].start:
        return False
    opening = Thread(page, [first]).contributions
    return bool(opening) and opening[0].votes is not None


def posts(page: Page, url: str | None = None) -> Thread:
    """The posts of a forum, of a question with its answers."""
    aside = items.beside(page)
    found = _whole(page, [item for item in items.named(page, EVERY) if not aside[item.start]])
    inside = ~aside
    dated = items.by_dates(page, inside, Parts(page, inside))
    choices = [_with_opening(page, choice) for choice in (found, dated)]
    return Thread(page, max(choices, key=lambda choice: _signed(page, choice)), url)


def _signed(page: Page, found: Sequence[Item]) -> int:
    """How many of these items have an author and a date."""
    return sum(bool(said.author and said.date) for said in Thread(page, found).contributions) if found else 0


def sure_posts(page: Page, mask: Mask, url: str | None = None) -> Thread | None:
    """Posts on a page that nothing else says is a forum: most of its content, each with an author and a date.

    A list of reports looks alike, but has a linked headline in each.
    """
    if not several_dated(page, mask, SEVERAL):
        return None
    thread = posts(page, url)
    said = thread.contributions
    if len(said) < SEVERAL or sum(bool(one.author and one.date) for one in said) < SURE * len(said):
        return None
    words = page.words * mask
    is_most = (words * thread.rows).sum() >= MOST * words.sum()
    return thread if is_most and not thread.reading.are_reports else None


def _with_opening(page: Page, found: list[Item]) -> list[Item]:
    """The items with the post above them that they answer, where it looks different: a link and the comments on it."""
    if not found or not (found[0].kind in ANSWERS or any(nesting.parents(page, found))):
        return found
    row = found[0].start
    for _ in range(REACH):
        for beside in reversed([kid for kid in page.children(int(page.parent[row])) if kid < row and page.tag[kid]]):
            item = Item(beside, int(page.end[beside]), "post")
            said = Thread(page, [item]).contributions
            if said and said[0].author and said[0].date:
                return [item, *(one._replace(kind="comment") if one.kind == "post" else one for one in found)]
        row = int(page.parent[row])
        if row <= 1:
            break
    return found


def _whole(page: Page, named: Sequence[Item]) -> list[Item]:
    """Of elements called contributions those that are: named like others with text and an author or a date."""
    if not named:
        return []
    forms = items.forms(page) | covered(page, page.is_tag("form"))
    groups: dict[str, list[Item]] = {}
    for item in _without_topics(named):
        groups.setdefault(item.name, []).append(item)
    whole = [kept for group in list(groups.values())[:MAX_NAMES] if (kept := _of_one_name(page, group, forms))]
    return _outermost(page, sorted(item for group in _without_parts(page, whole) for item in group))


def _without_topics(named: Sequence[Item]) -> list[Item]:
    """Without the microdata of the whole page that has the question itself inside."""
    inside = items.children(named)
    return [
        item
        for item, nested in zip(named, inside, strict=True)
        if item.name != "itemtype" or all(named[j].kind != item.kind or item.kind == "comment" for j in nested)
    ]


def _without_parts(page: Page, groups: list[list[Item]]) -> list[list[Item]]:
    """Without groups whose members are parts of others': one in each, and without it nothing is left there."""
    return [
        group for group in groups if not any(_are_parts(page, group, other) for other in groups if other is not group)
    ]


def _are_parts(page: Page, group: list[Item], outer: list[Item]) -> bool:
    """Whether each of a group is in one of another: in every one, or in those that are whole with them only."""
    together = sorted([(item, 0) for item in outer] + [(item, 1) for item in group])
    around = items.containing([item for item, _ in together])
    within = [around[n] for n, (_, inner) in enumerate(together) if inner]
    if any(n < 0 or together[n][1] for n in within) or len(set(within)) < len(within):
        return False
    if len(group) == len(outer) > 1:
        return True
    reading = Reading(page, [item for item, _ in together], page.source.head().language)
    said = (reading.said(n) for n in within[:SAMPLE])
    return not any(one.texts and one.is_signed for one in said)


def _of_one_name(page: Page, group: list[Item], forms: Mask) -> list[Item]:
    reading = Reading(page, group, page.source.head().language)
    usable = [i for i, item in enumerate(group) if not forms[item.start] or _is_complete(page, item, reading.said(i))]
    sample = [reading.said(i) for i in usable[:SAMPLE]]
    whole = sum(bool(said.texts) and said.is_signed for said in sample)
    return [group[i] for i in usable] if sample and whole >= WHOLE * len(sample) else []


def _is_complete(page: Page, item: Item, said: Contribution) -> bool:
    """Whether an item inside a form is a contribution: some systems put all of them into one."""
    return page.tag_of(item.start) != "form" and bool(said.author and said.date)


def _outermost(page: Page, found: list[Item]) -> list[Item]:
    """One item per row, and none that only wraps another."""
    once = list({item.start: item for item in reversed(found)}.values())[::-1]
    reading = Reading(page, once, page.source.head().language)
    return items.without_wrappers(page, once, lambda i: bool(reading.said(i).texts))


def _in_sections(page: Page, sections: Sequence[int], aside: Mask) -> Iterator[Item]:
    """Contributions without telling names, in elements that are called comments."""
    forms = items.forms(page)
    for root in sections[:MAX_SECTIONS]:
        if aside[root]:
            continue
        inside = np.zeros(len(page), bool)
        inside[root : page.end[root]] = True
        inside &= ~forms
        yield from _in_section(page, root, inside)


def _in_section(page: Page, root: int, inside: Mask) -> list[Item]:
    named = [item for item in items.named(page, EVERY) if inside[item.start] and item.start != root]
    found = _whole(page, named)
    if found:
        return found
    rows = np.flatnonzero(inside & page.is_tag("dl", "div", "section", "ol", "ul")).tolist()
    for row in rows:
        listed = items.runs(page, row)
        if listed:
            return listed
    parts = Parts(page, inside)
    return items.by_dates(page, inside, parts) or _lone(page, items.lone(page, root, inside, parts))


def _lone(page: Page, choices: Sequence[Item]) -> list[Item]:
    """The first of these that has an author, a date and text."""
    for item in choices:
        said = Thread(page, [item]).contributions
        if said and said[0].author and said[0].date and _is_said(page, said[0]):
            return [item]
    return []


def _is_said(page: Page, said: Contribution) -> bool:
    """Whether most of a contribution is not in links."""
    rows = page.text_rows[list(said.texts)]
    return bool(2 * (page.text_len * page.in_link)[rows].sum() < page.text_len[rows].sum())
