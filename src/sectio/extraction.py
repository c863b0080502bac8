"""The result for one page: an analysis, read as text, Markdown, HTML, comments, sections and plain values."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import FrozenInstanceError, asdict, fields, replace
from typing import Any, NoReturn, Self

from sectio import analysis as analyses
from sectio.analysis import Analysis, Request
from sectio.deadline import Deadline
from sectio.dom.page import Mask, Page
from sectio.dom.unicode import composed
from sectio.errors import OptionError, SectioError
from sectio.fields import Field, Metadata
from sectio.once import once
from sectio.reader import read
from sectio.results import Comment, Image, Link, Post, Problem, Section, Table

SCHEMA = "sectio/1"

# The fields of a record, in order, and those that have to be asked for.
FIELDS = (
    "schema", "ok", *(item.name for item in fields(Metadata)), "page_type", "page_types", "confidence", "text", "markdown",
    "comments", "posts", "tables", "records", "images", "links", "warnings", "method", "error", "metadata",
)  # fmt: skip
MORE_FIELDS = ("html", "sections")
_LISTS = ("comments", "posts", "tables", "records", "images", "links")


def _as_dicts(items: Iterable[Any]) -> list[dict[str, Any]]:
    # Their values are plain and never change, so nothing inside need be copied.
    return [dict(vars(item)) for item in items]


# How the values are written that are not plain already.
_PLAIN: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(_LISTS, _as_dicts),
    "page_types": dict,
    "confidence": lambda value: round(float(value), 4),
    "warnings": list,
    "error": lambda problem: asdict(problem) if problem else None,
    "metadata": Metadata.to_dict,
    "sections": lambda sections: [section.to_dict() for section in sections],
}


def known_fields(names: Collection[str]) -> tuple[str, ...]:
    """These names, if all are fields of a record."""
    for name in names:
        if name not in FIELDS and name not in MORE_FIELDS:
            raise OptionError(f"there is no field {name!r}; choose from {', '.join((*FIELDS, *MORE_FIELDS))}")
    return tuple(names)


class Extraction:
    """The result for one page. `ok` says whether there is content, and `warnings` names anything unusual.

    Everything is computed when you first read it, from one analysis and within one time budget. Results can be copied,
    pickled and compared.
    """

    _analysis: Analysis
    error: Problem | None

    def __init__(self, analysis: Analysis, error: Problem | None = None) -> None:
        self.__dict__.update(_analysis=analysis, error=error)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"{name} cannot be changed: a result is what was found on the page")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"{name} cannot be removed: a result is what was found on the page")

    @classmethod
    def failed(cls, error: SectioError, *, method: str = "sectio", url: str | None = None) -> Self:
        """The result for a page that could not be extracted: no content, and `error` says why."""
        blank = analyses.analyse(read(""), Request(url=url, method="body"), Deadline(10))
        shown = replace(blank, method=method, selection=replace(blank.selection, warnings=(error.code,)))
        return cls(shown, Problem(error.code, str(error)))

    def __getstate__(self) -> tuple[Analysis, Problem | None]:
        return self._analysis, self.error

    def __setstate__(self, state: tuple[Analysis, Problem | None]) -> None:
        self.__dict__.update(_analysis=state[0], error=state[1])

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Extraction) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.method, self.title, self.text))

    @property
    def page(self) -> Page:
        """The parsed page."""
        return self._analysis.page

    @property
    def mask(self) -> Mask:
        """The rows of the page that are in `text`."""
        return self._analysis.mask

    @property
    def method(self) -> str:
        """The method that decided what is content."""
        return self._analysis.method

    @property
    def warnings(self) -> tuple[str, ...]:
        """Short codes for anything unusual."""
        return self._analysis.warnings

    @property
    def deadline(self) -> Deadline:
        """The time budget of the page, shared by everything you read from the result. Your own work counts inside `with doc.deadline:`."""
        return self._analysis.deadline

    @property
    def detail(self) -> Any:
        """The method's own result object, if it has more to say than the text."""
        return self._analysis.selection.detail

    def __repr__(self) -> str:
        said = {"title": self.title, "page_type": self.page_type, "confidence": round(self.confidence, 2)}
        shown = ", ".join(f"{name}={value!r}" for name, value in (said | {"warnings": self.warnings}).items())
        return f"Extraction({self.method!r}, {shown})"

    @once
    def text(self) -> str:
        """The main content in reading order, one block per line."""
        if self._analysis.selection.text is not None:
            return composed(self._analysis.selection.text)
        from sectio.output import text

        with self.deadline:
            return text.write(self)

    @once
    def markdown(self) -> str:
        """The main content as Markdown, with the title first."""
        return self.render("markdown")

    @once
    def html(self) -> str:
        """The main content as clean, safe HTML."""
        return self.render("html")

    def render(
        self,
        format: str = "markdown",
        *,
        title: bool | None = None,
        front_matter: bool = False,
        include: Collection[str] = (),
        exclude: Collection[str] = (),
    ) -> str:
        """The content as `text`, `markdown` or `html`.

        `title` says whether to begin with the headline (only Markdown does by default), and `front_matter` puts the metadata
        before it as YAML. `include` and `exclude` name parts: `comments` (left out unless included), `tables`, `images`,
        `links` and `formatting`.
        """
        from sectio.output import rendering

        with self.deadline:
            return rendering.write(
                self, format, title=title, front_matter=front_matter, include=include, exclude=exclude
            )

    @property
    def is_stated(self) -> bool:
        """Whether the text is only what the page says about itself (its description or JSON-LD), as nothing else was found."""
        return self._analysis.is_stated

    @property
    def ok(self) -> bool:
        """Whether anything was extracted."""
        return bool(self.text)

    @property
    def page_type(self) -> str | None:
        """The most likely type of the page."""
        with self.deadline:
            return self._analysis.selection.opinion.page_type

    @property
    def page_types(self) -> Mapping[str, float]:
        """The probability of each type."""
        with self.deadline:
            return self._analysis.selection.opinion.page_types

    @property
    def confidence(self) -> float:
        """How good the text probably is, 0 to 1: 0 if nothing was found, 0.5 if the method cannot estimate it."""
        if not self._analysis.selection.text and not self.mask.any():
            return 0.0
        with self.deadline:
            said = self._analysis.selection.opinion.confidence
        return 0.5 if said is None else said

    @once
    def sections(self) -> tuple[Section, ...]:
        """The page cut into sections, in document order."""
        with self.deadline:
            return analyses.sections(self._analysis)

    @once
    def comments(self) -> tuple[Comment, ...]:
        """The comments, in document order."""
        with self.deadline:
            return tuple(self._analysis.selection.comments)

    @once
    def posts(self) -> tuple[Post, ...]:
        """The posts of a forum or question page, in document order; they are in `text`, too."""
        with self.deadline:
            found = tuple(self._analysis.selection.posts)
        if found or self.page_type != "forum" or not (self.author and self.date and self.text):
            return found
        # A page with one message, as in the archives of mailing lists.
        return (Post(self.author, self.date, self.text, markdown=self.markdown, xpath=self.page.xpath(0)),)

    @once
    def tables(self) -> tuple[Table, ...]:
        """The tables of the content."""
        from sectio.output import parts

        with self.deadline:
            return parts.tables(self)

    @once
    def records(self) -> tuple[Table, ...]:
        """The lists of the whole page as tables, the main one first, addresses made absolute."""
        from sectio import tabular

        with self.deadline:
            return tuple(tabular.of_page(self.page, self.url))

    @once
    def images(self) -> tuple[Image, ...]:
        """The images of the content, addresses made absolute."""
        from sectio.output import parts

        with self.deadline:
            return parts.images(self)

    @once
    def links(self) -> tuple[Link, ...]:
        """The links of the content, addresses made absolute."""
        from sectio.output import parts

        with self.deadline:
            return parts.links(self)

    @once
    def metadata(self) -> Metadata:
        """What the page says about itself: each field with its value, source and confidence."""
        stated = self._analysis.selection.title
        with self.deadline:
            found = self._analysis.about.all()
        return found if stated is None else replace(found, title=Field(stated, "text", 0.5))

    @property
    def title(self) -> str | None:
        """The headline."""
        stated = self._analysis.selection.title
        return self._analysis.about.title if stated is None else stated

    @once
    def author(self) -> str | None:
        """Who wrote it: names separated by semicolons."""
        with self.deadline:
            return self._analysis.about.author

    @once
    def date(self) -> str | None:
        """The day of publication, ISO."""
        with self.deadline:
            return self._analysis.about.date

    @property
    def date_modified(self) -> str | None:
        """The day of the last change, ISO."""
        return self.metadata.date_modified.value

    @property
    def language(self) -> str | None:
        """The language code, which has two letters if the language has such a code."""
        return self.metadata.language.value

    @property
    def description(self) -> str | None:
        """The page's own summary."""
        return self.metadata.description.value

    @property
    def site_name(self) -> str | None:
        """The name of the site."""
        return self.metadata.site_name.value

    @property
    def image(self) -> str | None:
        """The address of the lead image."""
        return self.metadata.image.value

    @property
    def tags(self) -> tuple[str, ...]:
        """Keywords and categories."""
        return self.metadata.tags.value

    @property
    def license(self) -> str | None:
        """The licence of the content."""
        return self.metadata.license.value

    @property
    def url(self) -> str | None:
        """The address of the page: the one you passed, or else the one that the page states."""
        with self.deadline:
            return self._analysis.about.url

    def to_dict(self, *, sections: bool = False, fields: Collection[str] | None = None) -> dict[str, Any]:
        """Everything as plain values, ready for JSON. With `fields`, only these are returned and computed.

        `sections` and `html` are left out unless you ask for them.
        """
        if fields is not None:
            return {name: self._plain(name) for name in known_fields(fields)}
        record = {name: self._plain(name) for name in (*FIELDS, *(["sections"] if sections else []))}
        if self.method == "sd" and self.detail is not None:
            record["regions"] = self.detail.to_dict()["regions"]
        return record

    def _plain(self, name: str) -> Any:
        """The value of a field, made of what JSON has."""
        value = SCHEMA if name == "schema" else getattr(self, name)
        return _PLAIN[name](value) if name in _PLAIN else value

    def to_json(self, *, sections: bool = False, indent: int | None = None) -> str:
        """`to_dict` as JSON. Unicode is not escaped."""
        with self.deadline:
            return json.dumps(self.to_dict(sections=sections), ensure_ascii=False, indent=indent)
