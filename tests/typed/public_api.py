"""What type checkers see of the public API; mypy checks this file, and nothing runs it.

A line that no longer holds is a change of the API: docs/stability.md says how such changes are made.
"""

from collections.abc import Iterator, Mapping
from typing import Any, assert_type

import sectio
from sectio.bundle import Bundle
from sectio.dom.page import Page
from sectio.errors import FetchError
from sectio.fetch import FetchOptions, Response, fetch
from sectio.fields import Field, Metadata
from sectio.method import Method
from sectio.results import Image, Link, Match, Problem


def functions(page: bytes, pages: list[bytes]) -> None:
    """What the functions return."""
    assert_type(sectio.extract(page), sectio.Extraction)
    assert_type(sectio.extract("<p>text"), sectio.Extraction)
    assert_type(sectio.extract(bytearray(page), url=None, favor="recall", options={"timeout": 1}), sectio.Extraction)
    assert_type(sectio.extract(sectio.parse_page(page), options=sectio.Options(max_bytes=1)), sectio.Extraction)
    assert_type(sectio.parse_page(page), Page)
    assert_type(sectio.sections(page), list[sectio.Section])
    assert_type(sectio.page_type(page), sectio.PageType)
    assert_type(sectio.learn(pages), sectio.Site)
    assert_type(sectio.load("site.json"), sectio.Site | Bundle)
    assert_type(sectio.cluster(pages), list[list[int]])
    assert_type(sectio.records(page), list[sectio.Table])
    assert_type(sectio.records(pages), list[sectio.Table])
    assert_type(sectio.similarity(page, page), float)
    assert_type(dict(sectio.methods()), dict[str, Method])
    assert_type(sectio.extract_many(pages, workers=2), Iterator[sectio.Extraction])
    assert_type(sectio.extract_url("https://example.org/"), sectio.Extraction)
    assert_type(sectio.native, bool)
    assert_type(sectio.__version__, str)
    assert_type(sectio.DEFAULT_METHOD, str)


async def later() -> None:
    """The asynchronous twin."""
    assert_type(await sectio.aextract_url("https://example.org/"), sectio.Extraction)


def result(doc: sectio.Extraction) -> None:
    """The fields of a result."""
    assert_type(doc.ok, bool)
    assert_type(doc.text, str)
    assert_type(doc.markdown, str)
    assert_type(doc.html, str)
    assert_type(doc.render("text", title=True, include=["comments"]), str)
    assert_type(doc.title, str | None)
    assert_type(doc.author, str | None)
    assert_type(doc.date, str | None)
    assert_type(doc.language, str | None)
    assert_type(doc.tags, tuple[str, ...])
    assert_type(doc.url, str | None)
    assert_type(doc.page_type, str | None)
    assert_type(doc.page_types, Mapping[str, float])
    assert_type(doc.confidence, float)
    assert_type(doc.sections, tuple[sectio.Section, ...])
    assert_type(doc.comments, tuple[sectio.Comment, ...])
    assert_type(doc.posts, tuple[sectio.Post, ...])
    assert_type(doc.tables, tuple[sectio.Table, ...])
    assert_type(doc.records, tuple[sectio.Table, ...])
    assert_type(doc.images, tuple[Image, ...])
    assert_type(doc.links, tuple[Link, ...])
    assert_type(doc.metadata, Metadata)
    assert_type(doc.metadata.title, Field[str | None])
    assert_type(doc.warnings, tuple[str, ...])
    assert_type(doc.method, str)
    assert_type(doc.error, Problem | None)
    assert_type(doc.to_dict(), dict[str, Any])
    assert_type(doc.to_json(indent=1), str)


def parts(section: sectio.Section, comment: sectio.Comment, post: sectio.Post, table: sectio.Table) -> None:
    """The fields of what results contain."""
    assert_type(section.importance, float)
    assert_type(section.noisy, bool)
    assert_type(section.role, str)
    assert_type(section.box, tuple[float, float, float, float] | None)
    assert_type(section.reason, str)
    assert_type(comment.author, str | None)
    assert_type(comment.parent, int | None)
    assert_type(post.votes, int | None)
    assert_type(table.columns, tuple[str, ...])
    assert_type(table.rows, tuple[tuple[str, ...], ...])


def site(learned: sectio.Site, page: bytes) -> None:
    """What a learned site offers."""
    assert_type(learned.pattern, str)
    assert_type(learned.match(page), Match)
    assert_type(learned.match(page).coverage, float)
    assert_type(learned.update([page]), sectio.Site)
    assert_type(learned.merge(learned), sectio.Site)
    assert_type(learned.drift_threshold, float)
    assert_type(learned.warnings, tuple[str, ...])
    learned.save("site.json")


ERRORS: tuple[type[sectio.SectioError], ...] = (
    sectio.BatchError, sectio.BrowserError, sectio.FetchError, sectio.MissingExtra, sectio.OutputError, sectio.WorkersLost,
)  # fmt: skip
MISUSE: tuple[type[ValueError], ...] = (sectio.InputError, sectio.ModelError, sectio.TemplateError, sectio.FormatError)
INPUT: tuple[type[sectio.InputError], ...] = (
    sectio.NotHTML, sectio.DecodeError, sectio.OptionError, sectio.MethodError, sectio.PageTooLarge, sectio.TimeLimit,
)  # fmt: skip
LARGE: type[sectio.PageTooLarge] = sectio.TooManyNodes


def fetching(error: FetchError) -> None:
    """What fetching returns and raises."""
    assert_type(fetch("https://example.org/", options=FetchOptions(timeout=5)), Response)
    assert_type(error.code, str)
    assert isinstance(error, sectio.SectioError)
