"""Author, date, text and votes of contributions."""

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom import words
from sectio.dom.chars import normalise
from sectio.dom.page import Mask, Page
from sectio.metadata import dates
from sectio.once import once
from sectio.patterns import pattern
from sectio.threads.items import Item, owners
from sectio.threads.parts import MAX_SHORT, SCORE_ATTRIBUTES, Parts, is_dated, is_relative

MAX_NAME: Final = 60
# A block with a name or a date and no more words than this besides is a line about the contribution.
META_WORDS: Final = 8
_SAID = r"says?|said|wrote|writes|commented|replied|posted|answered|asked|schrieb|sagt(?:e)?|meint(?:e)?|dice|dijo|dit|a écrit|scrive"
_LEAD: Final = pattern(
    r"^(?:(?:(?:re)?posted|comment(?:ed)?|submitted|written|asked|answered|sent|geschrieben|von|par|por|autor|author|name|from)\b)?"
    r"\s*(?:(?:by|von|par|por)\b)?\s*:?\s*@?(?=\S)", re.I,
)  # fmt: skip
_TAIL: Final = pattern(rf"(?:\s+(?:{_SAID}|on|at|am|le|el|um|in reply to.*))*(?:\.{{2,}}|[\s–—|·•,:»«…-])*$", re.I)
_TRIM: Final = pattern(r"^[\s–—|·•,:»«#-]+|[\s–—|·•,:»«-]+$")
_BY: Final = pattern(
    r"(?:^|\b(?:posted|written|submitted|started|comment|geschrieben|publié|publicado)\s)(?:by|von|par|por|from):?\s+(?P<name>\S.{0,50}?)\s*(?:$|[|,»•–(]|\s(?:on|at|am|»)\s)",
    re.I,
)
_BY_END: Final = pattern(r"(?:^|\s)(?:by|von|par|por|from|autor|author):?\s*$", re.I)
_ON: Final = pattern(
    rf"^(?P<name>\S.{{0,50}}?),?\s+(?:(?:{_SAID})\s+)?(?:on|am|le|el|at|den|,|–|-|•|\|)\s+(?=.*\d)", re.I
)
_SEPARATED: Final = pattern(r"\s[|•·»]\s")
_STATISTIC: Final = pattern(r"^[^\W\d][\w\s]{1,20}:\s*[\d.,:/ –-]*\d[\d.,/ -]*$|^[\W\d_]*$")
_JOINED: Final = pattern(
    r"\b(?:join(?:ed)?|regist\w+|member since|mitglied seit|edited|modified|bearbeitet|geändert|last seen|inscrit)\b",
    re.I,
)
_RE: Final = pattern(r"^(?:(?:re|aw|antw|sv|fwd?)\s?:\s*)+")
_NUMBER: Final = pattern(r"[-−+]?\d[\d,.]*[kK]?")
_ACTIONS: Final = frozenset(
    """reply replies like likes share report flag permalink quote edit delete link parent thread antworten melden teilen zitieren
    répondre signaler partager citer responder compartir denunciar rispondi condividi save embed give gold award follow translate
    top view profile find email www logged offline online up vote downvote upvote more see next prev previous context hide show add
    comment comments load this post answer improve cancel remove bearbeiten zitat gefällt mir segnala пожаловаться ответить 回复 返信
    useful helpful yes no copy""".split()
)
_NOT_NAMES: Final = (
    _ACTIONS
    | words.COMMENT_SECTIONS
    | words.CONTRIBUTIONS["comment"]
    | {"pingback", "trackback", "asked", "answered", "edited", "modified"}
)
_STAMPS: Final = (
    "datetime",
    "data-time",
    "data-timestamp",
    "data-epoch",
    "data-created",
    "data-utime",
    "ts",
    "created-timestamp",
    "title",
    "content",
)
_AUTHOR_ATTRIBUTES: Final = ("data-author", "author", "data-username", "data-user-name", "data-commenter", "data-name")
_PROPERTY_ORDER: Final = ("author", "creator")
_EMPHASIS: Final = ("b", "strong", "cite", "a", "h2", "h3", "h4", "h5", "h6", "i", "em")


@dataclass(frozen=True)
class Contribution:
    """What one item says: `texts` are the positions of its texts on the page.

    `is_signed` says whether there is a date, or an author who is marked as such and not only set in bold.
    """

    author: str | None
    date: str | None
    texts: tuple[int, ...]
    is_signed: bool
    votes: int | None
    accepted: bool


class Signature(NamedTuple):
    """Who wrote an item and when, with the positions of the texts that say so."""

    author: str | None
    date: str | None
    who: set[int]
    when: set[int]
    is_signed: bool


class Readings:
    """Readings of a page by their items: none is made twice, and what all of them need is looked up once."""

    def __init__(self, page: Page) -> None:
        self.page, self.parts = page, Parts(page)
        self._made: dict[tuple[Item, ...], Reading] = {}

    def __reduce__(self) -> tuple[type[Self], tuple[Page]]:
        return type(self), (self.page,)

    def of(self, items: Sequence[Item]) -> "Reading":
        """What reads these items."""
        key = tuple(items)
        if key not in self._made:
            self._made[key] = Reading(self.parts, key)
        return self._made[key]


class Reading:
    """Reads items, each when it is first asked for."""

    def __init__(self, parts: Parts, items: Sequence[Item]) -> None:
        self.page, self.parts, self.items = parts.page, parts, items
        self.language = self.page.source.head().language
        self.owner = owners(self.page, items)
        self._signatures: dict[int, Signature] = {}
        self._texts: dict[int, tuple[int, ...]] = {}
        self._bodies: dict[int, tuple[list[int], set[int]]] = {}
        self._with_date: dict[int, bool] = {}

    def said(self, i: int) -> Contribution:
        """What one of the items says."""
        signed = self.signature(i)
        return Contribution(
            signed.author, signed.date, self.texts(i), signed.is_signed, self._votes(i), self._is_accepted(i)
        )

    def signature(self, i: int) -> Signature:
        """Who wrote one of the items, and when."""
        found = self._signatures.get(i)
        if found is None:
            deadline.check()
            found = self._signatures[i] = self._read_signature(i)
        return found

    def texts(self, i: int) -> tuple[int, ...]:
        """The positions of the texts that one of the items says."""
        found = self._texts.get(i)
        if found is None:
            signed = self.signature(i)
            found = self._texts[i] = tuple(self._body(i, signed.who, signed.when))
        return found

    def is_whole(self, i: int) -> bool:
        """Whether one of the items has text, and an author or a date."""
        return self.signature(i).is_signed and bool(self.texts(i))

    @once
    def _rows(self) -> dict[str, list[list[int]]]:
        """The rows of each part, by item."""
        found: dict[str, list[list[int]]] = {}
        for part, rows in self.parts.by_part.items():
            lists: list[list[int]] = [[] for _ in self.items]
            for row, owner in zip(rows, self.owner[np.array(rows, np.intp)].tolist(), strict=True):
                if owner >= 0:
                    lists[owner].append(row)
            found[part] = lists
        return found

    @once
    def _owner(self) -> Sequence[int]:
        """The number of the item that each row is in, quicker to look into than an array."""
        return array("i", self.owner.astype(np.int32).tobytes())

    @once
    def _inside(self) -> NDArray[np.intp]:
        """The positions of the texts of all items."""
        return np.flatnonzero(self.owner[self.page.text_rows] >= 0)

    @once
    def _dated(self) -> Mask:
        """True for the texts of the items, by their position on the page, that are short and have a date."""
        return self.parts.dated(self._inside)

    @once
    def _before(self) -> list[int]:
        """For each row the number of texts before it."""
        numbers: list[int] = np.concatenate(([0], np.cumsum(self.page.is_text))).tolist()
        return numbers

    @once
    def _own(self) -> list[list[int]]:
        """The positions of all texts of each item."""
        found: list[list[int]] = [[] for _ in self.items]
        for i, number in zip(
            self._inside.tolist(), self.owner[self.page.text_rows[self._inside]].tolist(), strict=True
        ):
            found[number].append(i)
        return found

    @once
    def _positions(self) -> list[list[int]]:
        """The positions of each item's texts that are shown and not in forms."""
        shown = (self.page.visible & ~self._written)[self.page.text_rows].tolist()
        return [[at for at in own if shown[at] or not self._any_shown] for own in self._own]

    @once
    def _written(self) -> Mask:
        """True for rows of forms inside items."""
        mask = self.parts.forms.copy()
        for item in deadline.watched(self.items):
            if mask[item.start]:
                mask[item.start : item.end] = False
        return mask

    @once
    def _any_shown(self) -> bool:
        return bool(self.page.visible[self.page.text_rows[self._inside]].any())

    @once
    def _users(self) -> list[list[int]]:
        """The links of each item that lead to users."""
        found: list[list[int]] = [[] for _ in self.items]
        for row, address in self.page.source.having_among("href", np.flatnonzero(self.owner >= 0)).items():
            if any(step in address.lower() for step in words.USER_ADDRESSES):
                found[self.owner[row]].append(row)
        return found

    def _read_signature(self, i: int) -> Signature:
        date, when = self._date(i)
        author, who = self._author(i, when)
        is_signed = date is not None or author is not None
        if author is None:
            author, who = self._emphasised(i, when)
        return Signature(author, date, who, when, is_signed)

    # Dates

    def _date(self, i: int) -> tuple[str | None, set[int]]:
        rows = self._rows["date"][i]
        for row in rows:
            found = self._stamp(row)
            if found:
                return found, self._below(row) if len(self.text_of(self._below(row))) <= MAX_SHORT else set()
        for row in rows:
            below = self._below(row)
            found = self._parsed(self.text_of(below))
            if found:
                return found, below
        found_in_text = self._date_in_texts(i)
        return found_in_text if found_in_text[0] else self._written_date(rows)

    def _written_date(self, rows: Sequence[int]) -> tuple[str | None, set[int]]:
        """A date without a year, as written."""
        for row in rows:
            text = self.text_of(self._below(row))
            if 0 < len(text) <= MAX_SHORT // 2 and any(map(str.isdigit, text)):
                return _TRIM.sub("", text), self._below(row)
        return None, set()

    def _date_in_texts(self, i: int) -> tuple[str | None, set[int]]:
        body = self._marked_body(i)
        relative: tuple[str | None, set[int]] = None, set()
        texts = self.page.texts
        for at in self._positions[i]:
            if not self._dated[at] or at in body or _JOINED.search(texts[at]) or self._follows_joined(at):
                continue
            stamp = self._stamp(int(self.page.parent[self.page.text_rows[at]]))
            found = stamp or self._parsed(texts[at])
            if found and (stamp or not is_relative(texts[at])):
                return found, {at}
            if found and relative[0] is None:
                relative = found, {at}
        return relative

    def _follows_joined(self, at: int) -> bool:
        return at > 0 and len(self.page.texts[at - 1]) < 30 and _JOINED.search(self.page.texts[at - 1]) is not None

    def _stamp(self, row: int) -> str | None:
        attributes = self.page.source.attributes(row)
        values = (attributes.get(name) for name in _STAMPS)
        return next((found for value in values if value and (found := dates.stamp(value, self.language))), None)

    def _parsed(self, text: str) -> str | None:
        """A date as an ISO day, or as written where it says how long ago."""
        if not text or len(text) > MAX_SHORT:
            return None
        found = dates.parse(text, self.language)
        return found or (_TRIM.sub("", text) if is_relative(text) else None)

    # Authors

    def _author(self, i: int, when: set[int]) -> tuple[str | None, set[int]]:
        stated = self._stated_author(i)
        for row in self._author_rows(i):
            below = self._below(row)
            first = next(self._blocks(sorted(below - when)), [])
            name = self._name(_SEPARATED.split(self.text_of(first))[0])
            if name:
                return stated or name, below if len(self.text_of(below)) <= MAX_SHORT else set(first)
        return (stated, set()) if stated else self._author_in_texts(i, when)

    def _stated_author(self, i: int) -> str | None:
        attributes = self.page.source.attributes(self.items[i].start)
        values = (attributes.get(name, "") for name in _AUTHOR_ATTRIBUTES)
        return next((normalise(value) for value in values if 0 < len(value) <= MAX_NAME), None)

    def _author_rows(self, i: int) -> Iterator[int]:
        """Elements that may hold the author: named so, the innermost first; then `cite`; then links to users."""
        body = covered_rows(self.page, self._named_body(i)[0])
        rows = [row for row in self._rows["author"][i] if row not in body]
        properties = self.parts.properties
        yield from (row for row in rows if "name" in properties.get(row, ""))
        ends = self.parts.ends
        inner = [row for n, row in enumerate(rows) if n + 1 == len(rows) or rows[n + 1] >= ends[row]]
        yield from inner
        yield from (row for row in reversed(rows) if row not in inner)
        yield from (row for row in self._users[i] if row not in body)

    def _author_in_texts(self, i: int, when: set[int]) -> tuple[str | None, set[int]]:
        """The author of "NAME on DATE" or "Posted by NAME"."""
        texts, body = self.page.texts, self._marked_body(i)
        free = [at for at in self._positions[i] if at not in body]
        for block in self._blocks(free):
            text = self.text_of(block)
            if len(text) > 2 * MAX_SHORT:
                continue
            for at, after in pairwise(block):
                if _BY_END.search(texts[at]) and (name := self._name(texts[after])):
                    return name, {after}
            match = (_ON.search(text) if is_dated(text) or not when.isdisjoint(block) else None) or _BY.search(text)
            if match and (name := self._name(match["name"])):
                return name, set(block) if len(block) == 1 else {at for at in block if name in texts[at]}
        return None, set()

    def _emphasised(self, i: int, when: set[int]) -> tuple[str | None, set[int]]:
        """The first short text in bold, in a link or a heading that begins a block or is beside the date."""
        texts, body = self.page.texts, self._marked_body(i)
        free = [at for at in self._positions[i] if at not in body]
        dated = {at for block in self._blocks(free) if not when.isdisjoint(block) for at in block}
        # What is named a date may have a name in it.
        apart = when if len(when) < 2 else {at for at in when if self._dated[at]}
        for at in [at for at in free if at not in apart and (self.page.block_gaps[at] or at in dated)]:
            if self._is_emphasised(at, i) and (name := self._name(texts[at])):
                return name, {at}
        return None, set()

    def _is_emphasised(self, at: int, i: int) -> bool:
        """Whether a text is in bold, in a link or a heading."""
        row = int(self.page.parent[self.page.text_rows[at]])
        for _ in range(3):
            if row < self.items[i].start or self.owner[row] != i:
                return False
            if self.page.tag_of(row) in _EMPHASIS:
                return True
            row = int(self.page.parent[row])
        return False

    def _name(self, text: str) -> str | None:
        """A short text as a name, without what introduces it."""
        text = _TRIM.sub("", normalise(text))
        if not text or len(text) > MAX_SHORT or is_dated(text):
            match = _ON.search(text) if len(text) <= MAX_SHORT else None
            text = match["name"] if match else ""
        text = _TRIM.sub("", _TAIL.sub("", _LEAD.sub("", text, count=1)))
        if not 0 < len(text) <= MAX_NAME or not any(map(str.isalpha, text)):
            return None
        own = set(text.lower().split())
        return None if own <= _NOT_NAMES or _STATISTIC.match(text) else text

    # Texts

    def _below(self, row: int) -> set[int]:
        """The positions of the texts below a row that are its item's own."""
        first, last = self._before[row], self._before[self.parts.ends[row]]
        own = self._own[self._owner[row]]
        if not own or own[0] >= last or own[-1] < first:
            return set()
        return set(own[bisect_left(own, first) : bisect_left(own, last)])

    def text_of(self, positions: set[int] | Sequence[int]) -> str:
        """These texts in one line."""
        if len(positions) == 1:
            return normalise(self.page.texts[next(iter(positions))])
        return self.page.join(sorted(positions)) if len(positions) <= MAX_SHORT else ""

    def _body_rows(self, i: int) -> list[int]:
        """The largest element that is named as the text, without the author or the date in it, and others of its class."""
        signs = sorted([*self._rows["date"][i], *self._rows["author"][i]])
        noise = covered_rows(self.page, self._noise_rows(i))
        named = {*signs, self.items[i].start}
        rows = [row for row in self._rows["body"][i] if row not in noise and row not in named]
        rows = [row for row in rows if not self._holds(row, signs) and not self._begins_dated(row, i)]
        rows = [row for row in rows if not self._has_profile(row)] or rows
        sizes = {row: sum(len(self.page.texts[at]) for at in self._below(row)) for row in rows[:40]}
        best = max(sizes, key=lambda row: (sizes[row], -row), default=None)
        if best is None or not sizes[best]:
            return []
        number = self.page.class_numbers[best]
        alike = [row for row in sizes if row == best or (number and self.page.class_numbers[row] == number)]
        ends = self.parts.ends
        return [row for row in alike if not any(other < row < ends[other] for other in alike)]

    def _has_profile(self, row: int) -> bool:
        """Whether short texts of an element say since when somebody is a member, how much they wrote and the like."""
        texts = (self.page.texts[at] for at in self._below(row))
        return sum(len(text) <= MAX_SHORT and ":" in text and _STATISTIC.match(text) is not None for text in texts) > 1

    def _noise_rows(self, i: int) -> list[int]:
        """Elements named as something around the text; not those that hold most of the item."""
        size = sum(len(self.page.texts[at]) for at in self._positions[i])
        rows = [row for row in self._rows["noise"][i] if row != self.items[i].start]
        return [row for row in rows if 2 * sum(len(self.page.texts[at]) for at in self._below(row)) <= size]

    def _holds(self, row: int, signs: Sequence[int]) -> bool:
        """Whether a row has one of these rows, with text, below it."""
        at, end = bisect_left(signs, row), self.parts.ends[row]
        while at < len(signs) and signs[at] < end:
            sign = signs[at]
            text = self.text_of(self._below(sign))
            if text and sign != row and len(text) <= MAX_SHORT and (self._is_sign(sign, text)):
                return True
            at += 1
        return False

    def _is_sign(self, row: int, text: str) -> bool:
        """Whether an element that is named so really has a date or a name."""
        return is_dated(text) or self._stamp(row) is not None or len(text.split()) <= 5

    def _begins_dated(self, row: int, i: int) -> bool:
        """Whether one of the first blocks of an element is a date, and nothing of the item before it is."""
        below, before = sorted(self._below(row)), self._positions[i][:1]
        if not below or not before or self._dated[before[0] : below[0]].any():
            return False
        if self._names_date(i):
            return False
        blocks = islice(self._blocks(below), 3)
        return any(self._dated[block].any() and len(self.text_of(block).split()) <= META_WORDS for block in blocks)

    def _names_date(self, i: int) -> bool:
        """Whether an element of the item that is named a date has one."""
        found = self._with_date.get(i)
        if found is None:
            rows = self._rows["date"][i]
            found = any(self._stamp(row) or self._parsed(self.text_of(self._below(row))) for row in rows)
            self._with_date[i] = found
        return found

    def _marked_body(self, i: int) -> set[int]:
        return self._named_body(i)[1]

    def _named_body(self, i: int) -> tuple[list[int], set[int]]:
        """The elements that are named as the text of an item, and the positions of their texts."""
        if i not in self._bodies:
            rows = self._body_rows(i)
            self._bodies[i] = rows, set().union(*map(self._below, rows))
        return self._bodies[i]

    def _body(self, i: int, who: set[int], when: set[int]) -> list[int]:
        """The positions of the texts that are the contribution itself."""
        noise: set[int] = set()
        for row in self._noise_rows(i):
            noise |= self._below(row)
        marked = self._marked_body(i)
        noise |= self._subject(i)
        if marked:
            free = [at for at in sorted(marked) if at not in noise and at not in when and at not in who]
            return [at for block in self._blocks(free) if not self._is_action(block) for at in block]
        free = [at for at in self._positions[i] if at not in noise]
        return self._without_lines(free, who, when)

    def _subject(self, i: int) -> set[int]:
        """The heading of an item, if it repeats what the thread is called."""
        return {at for at in self._headed[i] if _subject_of(self.page.texts[at]) in self._subjects}

    @once
    def _headed(self) -> list[list[int]]:
        """The texts of the headings of each item."""
        found: list[list[int]] = [[] for _ in self.items]
        for row in np.flatnonzero((self.page.heading > 0) & (self.owner >= 0)).tolist():
            found[self.owner[row]] += sorted(self._below(row))
        return found

    @property
    def are_reports(self) -> bool:
        """Whether most items have a heading of their own, as reports in a list do; a number or a date is none."""
        named = [
            {_subject_of(self.page.texts[at]) for at in item if self._is_title(at)} - self._subjects
            for item in self._headed
        ]
        return 2 * sum(bool(own) for own in named) > len(named)

    def _is_title(self, at: int) -> bool:
        return any(map(str.isalpha, self.page.texts[at])) and not self.parts.has_date(at)

    @once
    def _subjects(self) -> set[str]:
        """What several items have as their heading, and what the page is called."""
        counts = Counter(_subject_of(self.page.texts[at]) for item in self._headed for at in item)
        title = _subject_of(self.page.source.head().title)
        return {text for text, count in counts.items() if count > 1 or text in title}

    def _without_lines(self, free: list[int], who: set[int], when: set[int]) -> list[int]:
        """Without lines about the contribution, links to act on it, statistics of its author."""
        kept: list[int] = []
        for block in self._blocks(free):
            rest = [at for at in block if at not in who and at not in when]
            text = self.text_of(rest)
            is_meta = len(rest) < len(block) and len(text.split()) <= META_WORDS
            if rest and not is_meta and not self._is_furniture(text):
                kept += rest
        return kept

    def _blocks(self, positions: Sequence[int]) -> Iterator[list[int]]:
        number_of, block, number = self.parts.blocks, list[int](), -1
        for at in positions:
            if block and number_of[at] != number:
                yield block
                block = []
            number = number_of[at]
            block.append(at)
        if block:
            yield block

    def _is_action(self, block: list[int]) -> bool:
        """Whether a block is a link that does something to the contribution."""
        tags = {self.page.tag_of(int(self.page.parent[self.page.text_rows[at]])) for at in block}
        return tags <= {"a", "button"} and self._is_furniture(self.text_of(block))

    def _is_furniture(self, text: str) -> bool:
        if len(text) > MAX_SHORT:
            return False
        if _STATISTIC.match(text):
            return True
        own = {word.strip("()[]|·•,.:!") for word in text.lower().split()}
        if len(own) > 5:
            return False
        return {word for word in own if not word.isdigit()} <= _ACTIONS | {""}

    # Votes and answers

    def _votes(self, i: int) -> int | None:
        attributes = self.page.source.attributes(self.items[i].start)
        values = [attributes.get(name, "") for name in SCORE_ATTRIBUTES]
        rows = self._rows["votes"][i]
        rows = [row for row in rows if "unvoted" in self.page.classes.get(row, "")] or rows
        values += [self.text_of(self._below(row)) for row in rows]
        for value in values:
            match = _NUMBER.search(value) if value and len(value) <= 30 else None
            if match:
                return _as_int(match[0])
        return None

    def _is_accepted(self, i: int) -> bool:
        attributes = self.page.source.attributes(self.items[i].start)
        named = " ".join(attributes.get(name, "") for name in ("class", "itemprop"))
        return not words.ACCEPTED.isdisjoint((*words.tokens(named), *named.lower().split()))


def _subject_of(text: str) -> str:
    """The subject of a message, without the marks of an answer."""
    return _RE.sub("", normalise(text).casefold())


def _as_int(number: str) -> int:
    factor = 1000 if number[-1] in "kK" else 1
    digits = number.rstrip("kK").replace("−", "-")
    whole = digits.replace(",", "") if factor == 1 else digits
    try:
        return int(float(whole) * factor)
    except ValueError:
        return int(re.sub(r"\D", "", digits))


def covered_rows(page: Page, rows: Sequence[int]) -> range | set[int]:
    """The rows below these rows, themselves included."""
    if len(rows) == 1:
        return range(rows[0], int(page.end[rows[0]]))
    return {inner for row in rows for inner in range(row, int(page.end[row]))}
