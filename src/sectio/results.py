"""What users get back about a page: `Section`, `Comment`, `Table`, `PageType` and other small types. All frozen."""

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Protocol, Self, overload

import numpy as np

from sectio.deadline import Deadline
from sectio.dom.page import Mask, Page, Scores
from sectio.fields import Metadata
from sectio.once import once

SCHEMA = "sectio/1"


@dataclass(frozen=True)
class Comment:
    """One comment; `parent` is the index of the comment it answers, or None."""

    author: str | None
    """The name as shown, or None."""
    date: str | None
    """An ISO day; as written on the page if that only says how long ago."""
    text: str
    """One block per line, without name, date and buttons."""
    depth: int = 0
    """How deeply it is nested; 0 for a comment on the page itself."""
    parent: int | None = None
    """The index of the comment it answers, or None."""


@dataclass(frozen=True)
class Post:
    """A post of a forum, a question or an answer; `parent` is the index of the post it answers, or None.

    `votes` is None if the page shows none.
    """

    author: str | None
    """The name as shown, or None."""
    date: str | None
    """An ISO day; as written on the page if that only says how long ago."""
    text: str
    """One block per line, without name, date, buttons and signature."""
    depth: int = 0
    """How deeply it is nested."""
    parent: int | None = None
    """The index of the post it answers, or None."""
    votes: int | None = None
    """The score that the page shows, or None."""
    accepted: bool = False
    """Whether it is the accepted answer."""
    markdown: str = ""
    """The text as Markdown."""
    xpath: str = ""
    """Where it is on the page."""


Why = Callable[[], str]


class Nodes(Sequence[int]):
    """Rows of a page, in four bytes each: a section may have hundreds of thousands."""

    __slots__ = ("_rows",)

    def __init__(self, rows: bytes = b"") -> None:
        self._rows = array("i", rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        return tuple(self._rows[index]) if isinstance(index, slice) else self._rows[index]

    def __eq__(self, other: object) -> bool:
        return self._rows == other._rows if isinstance(other, Nodes) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rows.tobytes())

    def __repr__(self) -> str:
        return f"Nodes({self._rows.tolist()})"


@dataclass(frozen=True)
class Section:
    """A part of the page that belongs together, how important it is, and why.

    `importance` is from 0 to 1, and `noisy` says whether the `text` of the page leaves the section out. `reason` is computed
    when you first read it.
    """

    importance: float
    """How likely the section is content, 0 to 1."""
    noisy: bool
    """Whether the `text` of the page leaves the section out."""
    kind: str
    """How it was cut out of the page: `star` (repeated items), `separator`, `inline` or `block`."""
    role: str
    """What it is for: `content`, `comments`, `navigation`, `header`, `footer`, `aside`, `form`, `ad`, `hidden` or `other`."""
    text: str
    """Its text, one block per line."""
    words: int
    """Its number of words."""
    xpath: str
    """Where it is on the page."""
    box: tuple[float, float, float, float] | None = None
    """x, y, width and height in pixels if the layout was measured, else None."""
    why: Why | str = field(default="", repr=False, compare=False)
    """The reason, or the function that computes it; read `reason`."""
    nodes: Sequence[int] = field(default=Nodes(), repr=False)
    """The rows of the page at the top of the section."""

    @once
    def reason(self) -> str:
        """Why it has this importance, in one line."""
        why = self.why
        said = why if isinstance(why, str) else why()
        self.__dict__["why"] = said  # what computes it keeps much in memory
        return said

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the reason itself, not the function that computes it."""
        return {item.name: getattr(self, item.name) for item in fields(self)} | {"why": self.reason}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON, without node numbers, which mean nothing outside."""
        names = ("importance", "noisy", "kind", "role", "text", "words", "xpath", "box", "reason")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Table:
    """Repeated items as rows, and where they were found."""

    columns: tuple[str, ...]
    """The names of the columns; links and images have columns of their own."""
    rows: tuple[tuple[str, ...], ...]
    """The cells of each item; a cell is empty if the item has no such part."""
    xpath: str
    """Where the items are on the page."""
    score: float = 0.0
    """How much the list looks like the main list of its page, 0 to 1."""


PAGE_TYPES = ("article", "forum", "product", "collection", "listing", "documentation", "service")


@dataclass(frozen=True)
class PageType:
    """The most likely type and the probability of each."""

    name: str
    """The most likely type."""
    probabilities: Mapping[str, float]
    """The probability of each of the seven types."""


class About(Protocol):
    """What a page says about itself, each field read when first asked for."""

    @property
    def title(self) -> str | None:
        """The headline."""

    @property
    def author(self) -> str | None:
        """Who wrote it."""

    @property
    def date(self) -> str | None:
        """The day of publication, ISO."""

    @property
    def url(self) -> str | None:
        """The address of the page."""

    def is_headline(self, node: int) -> bool:
        """Whether an element of the page is the headline that `title` names."""

    def all(self) -> Metadata:
        """All fields."""


@dataclass(frozen=True)
class Link:
    """A link of the content."""

    href: str
    """The address, absolute if the page's address is known."""
    text: str
    """The text that readers click on."""


@dataclass(frozen=True)
class Image:
    """An image of the content."""

    src: str
    """The address, absolute if the page's address is known."""
    alt: str
    """The alternative text."""
    caption: str
    """The caption of its figure."""


class Said(Protocol):
    """A method's opinion of a page as a whole; None or empty where it has none."""

    @property
    def page_type(self) -> str | None:
        """The most likely type."""

    @property
    def page_types(self) -> Mapping[str, float]:
        """The probability of each type."""

    @property
    def confidence(self) -> float | None:
        """How good the text probably is, 0 to 1."""


@dataclass(frozen=True)
class Opinion:
    """An opinion that is known already."""

    page_type: str | None = None
    page_types: Mapping[str, float] = field(default_factory=dict)
    confidence: float | None = None


@dataclass(frozen=True, eq=False)
class Selection:
    """What a method decides about a page: a mask over its rows, and whatever else the method knows.

    A method that has nothing to add returns the bare mask. `text` is for methods whose text is not read off the page's
    rows (CETR's source lines, a feed's description).
    """

    mask: Mask
    warnings: tuple[str, ...] = ()
    text: str | None = None
    title: str | None = None
    opinion: Said = Opinion()
    comments: Sequence[Comment] = ()
    # The posts of a forum or question page, which are its content.
    posts: Sequence[Post] = ()
    # How sure the method is of each row, 0 to 1, where it says so.
    chance: Scores | None = None
    # A method's own result object, for those who want more than text (SD's regions, V-Wrapper's blocks).
    detail: Any = None

    @property
    def page_type(self) -> str | None:
        """The type of the page, as the method sees it."""
        return self.opinion.page_type

    def with_mask(self, mask: Mask) -> Self:
        """The same with other rows chosen."""
        return replace(self, mask=mask)


class Content(Protocol):
    """What the writers of text, Markdown and HTML need: a page, the rows that are content, and its address."""

    @property
    def page(self) -> Page:
        """The page."""

    @property
    def mask(self) -> Mask:
        """The rows that are content."""

    @property
    def url(self) -> str | None:
        """The address that relative links are relative to."""


class Document(Content, Protocol):
    """What the writers of whole records need besides."""

    @property
    def text(self) -> str:
        """The main content."""

    @property
    def markdown(self) -> str:
        """The same as Markdown."""

    @property
    def html(self) -> str:
        """The same as clean HTML."""

    @property
    def title(self) -> str | None:
        """The headline."""

    @property
    def is_stated(self) -> bool:
        """Whether there is a text, and none of it from the page's rows."""

    @property
    def metadata(self) -> Metadata:
        """What the page says about itself."""

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The comments."""

    @property
    def deadline(self) -> Deadline:
        """The time budget of the page, within which it is written."""

    @property
    def page_type(self) -> str | None:
        """The type of the page."""

    @property
    def method(self) -> str:
        """The method that extracted it."""

    def to_dict(self, *, fields: Collection[str] | None = None) -> dict[str, Any]:
        """Everything as plain values, or these fields alone."""

    def to_json(self, *, indent: int | None = None) -> str:
        """The same as JSON."""


@dataclass(frozen=True)
class Problem:
    """Why a page could not be extracted."""

    code: str
    """One of the codes that errors have."""
    message: str
    """What happened, and what to do about it."""


@dataclass(frozen=True)
class Match:
    """How well a page fits a learned site. If `coverage` is below the site's `drift_threshold`, the site has changed."""

    coverage: float
    """The share of the page that fits, 0 to 1."""
    accepted: bool
    """Whether coverage reaches the threshold."""
    warnings: tuple[str, ...] = ()
    """Short codes for anything unusual."""
    unmatched: tuple[str, ...] = ()
    """Parts of the page that nothing in the site corresponds to, as XPaths."""


def empty_mask(page: Page) -> Mask:
    """A mask that selects nothing."""
    return np.zeros(len(page), bool)
