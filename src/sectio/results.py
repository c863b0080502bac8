"""What users get back: `Extraction`, `Section`, `Comment`, `Table` and their small kin. All frozen.

An `Extraction` is a page and a mask over its rows; text, Markdown and HTML are written when first asked for.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from sectio.dom.page import Mask, Page

SCHEMA = "sectio/1"


@dataclass(frozen=True)
class Comment:
    """One comment; `parent` is the index of the comment it answers, or None."""

    author: str | None
    date: str | None
    text: str
    depth: int = 0
    parent: int | None = None


@dataclass(frozen=True)
class Section:
    """A part of the page that belongs together, how important it is, and why."""

    importance: float
    noisy: bool
    kind: str
    role: str
    text: str
    words: int
    xpath: str
    box: tuple[float, float, float, float] | None = None
    reason: str = ""
    nodes: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Table:
    """Rows of repeated items, with where they were found."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    xpath: str


@dataclass(frozen=True)
class PageType:
    """The most likely type and the probability of each."""

    name: str
    probabilities: Mapping[str, float]


@dataclass(frozen=True)
class Metadata:
    """What the page says about itself; None or empty where it says nothing."""

    title: str | None = None
    author: str | None = None
    date: str | None = None
    language: str | None = None
    description: str | None = None
    site_name: str | None = None
    image: str | None = None
    tags: tuple[str, ...] = ()
    license: str | None = None
    url: str | None = None

    def all(self) -> "Metadata":
        """All fields, as an `About` has them."""
        return self


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

    def all(self) -> Metadata:
        """All fields."""


@dataclass(frozen=True)
class Link:
    """A link of the content."""

    href: str
    text: str


@dataclass(frozen=True)
class Image:
    """An image of the content."""

    src: str
    alt: str
    caption: str


@dataclass(frozen=True)
class Opinion:
    """What a method thinks of a page as a whole; None or empty where it thinks nothing."""

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
    opinion: Opinion = Opinion()
    comments: Sequence[Comment] = ()
    # A method's own result object, for those who want more than text (SD's regions, V-Wrapper's blocks).
    detail: Any = None

    @property
    def page_type(self) -> str | None:
        """The type of the page, as the method sees it."""
        return self.opinion.page_type


@dataclass(frozen=True)
class Match:
    """How well a page fits a site model; `coverage` below the model's `drift_threshold` means the site changed."""

    coverage: float
    accepted: bool
    warnings: tuple[str, ...] = ()
    # Page parts without a partner in the model, as XPaths.
    unmatched: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Extraction:
    """The result for one page. Never None: `ok` says whether there is content, `warnings` say what was odd.

    What costs time and is not always wanted (metadata, comments, sections) is found when first asked for.
    """

    page: Page
    mask: Mask
    method: str
    warnings: tuple[str, ...] = ()
    # Some methods say their text themselves (a feed's description, source lines); then it is not read off the page.
    stated_text: str | None = None
    stated_title: str | None = None
    detail: Any = None
    about: About = Metadata()
    opinion: Opinion = Opinion()
    find_comments: Callable[[], Sequence[Comment]] = tuple
    find_sections: Callable[[], Sequence[Section]] = tuple

    def __repr__(self) -> str:
        said = {"title": self.title, "page_type": self.page_type, "confidence": round(self.confidence, 2)}
        shown = ", ".join(f"{name}={value!r}" for name, value in (said | {"warnings": self.warnings}).items())
        return f"Extraction({self.method!r}, {shown})"

    @cached_property
    def text(self) -> str:
        """The main content in reading order, one block per line, blocks parted by a newline."""
        if self.stated_text is not None:
            return self.stated_text
        from sectio.output import text

        return text.write(self)

    @cached_property
    def markdown(self) -> str:
        """The main content as Markdown."""
        from sectio.output import markdown

        return markdown.plain(self.text) if self._is_stated else markdown.write(self)

    @cached_property
    def html(self) -> str:
        """The main content as clean, safe HTML."""
        from sectio.output import html

        return html.plain(self.text) if self._is_stated else html.write(self)

    @property
    def _is_stated(self) -> bool:
        """Whether there is a text, and none of it from the page's rows."""
        return self.stated_text is not None and not self.mask.any()

    @property
    def ok(self) -> bool:
        """Whether anything was extracted."""
        return bool(self.text)

    @property
    def page_type(self) -> str | None:
        """The most likely type of the page."""
        return self.opinion.page_type

    @property
    def page_types(self) -> Mapping[str, float]:
        """The probability of each type."""
        return self.opinion.page_types

    @property
    def confidence(self) -> float:
        """How good the text probably is, 0 to 1; 0 where nothing was found, a half where the method does not say."""
        if not self.stated_text and not self.mask.any():
            return 0.0
        return 0.5 if self.opinion.confidence is None else self.opinion.confidence

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The page cut into sections, in document order."""
        return tuple(self.find_sections())

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        """The comments, in document order."""
        return tuple(self.find_comments())

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the content."""
        from sectio.output import parts

        return parts.tables(self)

    @cached_property
    def images(self) -> tuple[Image, ...]:
        """The images of the content, addresses made absolute."""
        from sectio.output import parts

        return parts.images(self)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The links of the content, addresses made absolute."""
        from sectio.output import parts

        return parts.links(self)

    @cached_property
    def metadata(self) -> Metadata:
        """All that the page says about itself."""
        return replace(self.about.all(), title=self.title)

    @property
    def title(self) -> str | None:
        """The headline."""
        return self.about.title if self.stated_title is None else self.stated_title

    @property
    def author(self) -> str | None:
        """Who wrote it: names parted by semicolons."""
        return self.about.author

    @property
    def date(self) -> str | None:
        """The day of publication, ISO."""
        return self.about.date

    @property
    def language(self) -> str | None:
        """Language code, two letters where there is one."""
        return self.metadata.language

    @property
    def description(self) -> str | None:
        """The page's own summary."""
        return self.metadata.description

    @property
    def site_name(self) -> str | None:
        """The name of the site."""
        return self.metadata.site_name

    @property
    def image(self) -> str | None:
        """Address of the lead image."""
        return self.metadata.image

    @property
    def tags(self) -> tuple[str, ...]:
        """Keywords and categories."""
        return self.metadata.tags

    @property
    def license(self) -> str | None:
        """The licence of the content."""
        return self.metadata.license

    @property
    def url(self) -> str | None:
        """The address of the page: as given, else as the page names it."""
        return self.metadata.url

    def to_dict(self, *, sections: bool = False) -> dict[str, Any]:
        """Everything as plain values, ready for JSON; `sections` are left out unless asked for."""
        record: dict[str, Any] = {
            "schema": SCHEMA,
            "ok": self.ok,
            **asdict(self.metadata),
            "page_type": self.page_type,
            "page_types": dict(self.page_types),
            "confidence": round(float(self.confidence), 4),
            "text": self.text,
            "markdown": self.markdown,
            "comments": [asdict(comment) for comment in self.comments],
            "tables": [asdict(table) for table in self.tables],
            "images": [asdict(image) for image in self.images],
            "links": [asdict(link) for link in self.links],
            "warnings": list(self.warnings),
            "method": self.method,
        }
        if sections:
            record["sections"] = [section_dict(section) for section in self.sections]
        return record

    def to_json(self, *, sections: bool = False, indent: int | None = None) -> str:
        """`to_dict` as JSON, Unicode kept."""
        return json.dumps(self.to_dict(sections=sections), ensure_ascii=False, indent=indent)


def section_dict(section: Section) -> dict[str, Any]:
    """A section as plain values, without its node numbers."""
    record = asdict(section)
    del record["nodes"]
    return record


def empty_mask(page: Page) -> Mask:
    """A mask that selects nothing."""
    return np.zeros(len(page), bool)
