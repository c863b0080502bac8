"""Text, Markdown and HTML with what a user wants in them: the title, front matter, comments, tables, images, links, formatting."""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from sectio.dom import escape
from sectio.dom.page import Mask, Page, covered
from sectio.errors import FormatError, OptionError
from sectio.output import PARTS, RENDERED, html, markdown, text
from sectio.output.tables import Tables
from sectio.results import Content, Document

# Fields of the front matter, in order.
_FIELDS: Final = (
    "title",
    "author",
    "date",
    "date_modified",
    "url",
    "site_name",
    "language",
    "description",
    "image",
    "license",
    "tags",
)


_PLAIN: Final[dict[str, Callable[[str], str]]] = {
    "text": lambda text: text,
    "markdown": markdown.plain,
    "html": html.plain,
}


@dataclass
class _Part:
    """A part of the selected content, as the writers take it."""

    page: Page
    mask: Mask
    url: str | None


def write(
    extraction: Document,
    format: str,
    *,
    title: bool | None = None,
    front_matter: bool = False,
    include: Collection[str] = (),
    exclude: Collection[str] = (),
) -> str:
    """The extraction as text, Markdown or HTML; without `title` the format decides, and only Markdown has it."""
    without = _without(format, include, exclude)
    body = _body(extraction, format, without)
    heading = format == "markdown" if title is None else title
    parts = [_front_matter(extraction)] if front_matter else []
    parts += [_title(extraction, format, body)] if heading and body else []
    parts += [body]
    parts += [] if "comments" in without else _comments(extraction, format)
    apart = "\n\n" if format == "markdown" else "\n"
    return apart.join(filter(None, parts))


def _without(format: str, include: Collection[str], exclude: Collection[str]) -> frozenset[str]:
    """What is left out: the comments, unless they are asked for, and what is not wanted."""
    if format not in RENDERED:
        raise FormatError(f"render cannot write {format!r}; choose one of {', '.join(RENDERED)}")
    for names in (include, exclude):
        unknown = sorted(set([names] if isinstance(names, str) else names) - set(PARTS))
        if unknown:
            raise OptionError(
                f"there is nothing called {unknown[0]!r} to include or exclude; choose from {', '.join(PARTS)}"
            )
    asked, unwanted = ({names} if isinstance(names, str) else set(names) for names in (include, exclude))
    return frozenset(({"comments"} | unwanted) - (asked - unwanted))


def _body(extraction: Document, format: str, without: frozenset[str]) -> str:
    if extraction.is_stated:
        return _PLAIN[format](extraction.text)
    if format == "text" and "tables" not in without:
        return extraction.text
    content: Content = without_tables(extraction) if "tables" in without else extraction
    if format == "text":
        return text.write(content)
    marks = without - {"tables", "comments"}
    return markdown.write(content, marks) if format == "markdown" else html.write(content, marks)


def without_tables(extraction: Document) -> Content:
    """The content without its tables of data."""
    page, tables = extraction.page, np.zeros(len(extraction.page), bool)
    known = Tables(page)
    tables[[row for row in np.flatnonzero(page.is_tag("table")).tolist() if known.is_data(row)]] = True
    return _Part(page, extraction.mask & ~covered(page, tables), extraction.url)


def _title(extraction: Document, format: str, body: str) -> str:
    """The headline; none if the content begins with it."""
    title = " ".join((extraction.title or "").split())
    if not title:
        return ""
    written = {"text": title, "markdown": f"# {markdown.one_line(title)}", "html": f"<h1>{escape.content(title)}</h1>"}[
        format
    ]
    first = body.partition("\n")[0]
    return "" if first.lstrip("# ") == written.lstrip("# ") or first == written else written


def _front_matter(extraction: Document) -> str:
    """Metadata as YAML; every value is quoted, so that none is read as something else."""
    values = extraction.metadata.values()
    lines = [f"{name}: {_yaml(values[name])}" for name in _FIELDS if values.get(name)]
    return "\n".join(("---", *lines, "---"))


def _yaml(value: object) -> str:
    return json.dumps([*value] if isinstance(value, tuple) else str(value), ensure_ascii=False)


def _comments(extraction: Document, format: str) -> list[str]:
    """The comments, one after the other, answers below what they answer."""
    return [written for written in _each_comment(extraction, format) if written]


def _each_comment(extraction: Document, format: str) -> Iterator[str]:
    for comment in extraction.comments:
        said = f"{comment.author or ''}: {comment.text}".removeprefix(": ")
        match format:
            case "markdown":
                marks = "> " * (1 + min(comment.depth, 20))
                yield "\n".join(f"{marks}{line}".rstrip() for line in markdown.plain(said).splitlines())
            case "html":
                yield f"<blockquote>{html.plain(said)}</blockquote>"
            case _:
                yield said
