"""The Model Context Protocol: tools that let a language model read pages. `sectio mcp` runs it over stdio.

A long text is given in pages: `start` and `length` count characters, `total` and `truncated` say what is left.
"""

from typing import Any

from mcp.server import MCPServer

import sectio
from sectio import __version__
from sectio.errors import SectioError
from sectio.extraction import Extraction

PAGE = 20_000  # characters of a text that are given at once
_SAID = {
    "empty": "the page has no text",
    "no_content": "no main content was found on the page",
    "description_only": "the page shows no text; this is what it says about itself",
}


def server(*, allow_fetch: bool = False) -> MCPServer:
    """A server with the tools; pages are fetched only if that is allowed."""
    made = MCPServer("sectio", version=__version__)
    made.tool()(extract_html)
    made.tool()(sections_html)
    if allow_fetch:
        made.tool()(extract_url)
    return made


def extract_html(html: str, url: str | None = None, start: int = 0, length: int = PAGE) -> dict[str, Any]:
    """The main content of a web page as Markdown, with title, author and date, without navigation and ads."""
    try:
        return _answer(sectio.extract(html, url=url), start, length)
    except SectioError as error:
        return _failed(error)


def sections_html(html: str, url: str | None = None) -> dict[str, Any]:
    """The sections of a web page with their importance (0 to 1), role and the reason for it."""
    try:
        found = sectio.sections(html, url=url)
    except SectioError as error:
        return _failed(error)
    shown = [
        {
            "importance": round(one.importance, 2),
            "role": one.role,
            "noisy": one.noisy,
            "text": one.text[:300],
            "reason": one.reason,
        }
        for one in found
    ]
    return {"ok": True, "sections": shown}


def extract_url(url: str, start: int = 0, length: int = PAGE) -> dict[str, Any]:
    """Fetch a web page and give its main content as Markdown, with title, author and date."""
    try:
        return _answer(sectio.extract_url(url), start, length)
    except SectioError as error:
        return _failed(error)


def _answer(doc: Extraction, start: int, length: int) -> dict[str, Any]:
    text, start = doc.markdown, max(start, 0)
    piece = text[start : start + max(min(length, PAGE), 1)]
    answer: dict[str, Any] = {
        "ok": doc.ok,
        "title": doc.title,
        "author": doc.author,
        "date": doc.date,
        "page_type": doc.page_type,
    }
    if not doc.ok:
        return {**answer, "why": [_SAID.get(code, code) for code in doc.warnings]}
    paging = {"start": start, "length": len(piece), "total": len(text), "truncated": start + len(piece) < len(text)}
    return {**answer, "markdown": piece, **paging}


def _failed(error: SectioError) -> dict[str, Any]:
    return {"ok": False, "why": [str(error)], "code": error.code}
