"""The one way in: from any source of a page to a `Page`, within the limits of the options."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from sectio.dom.page import Page
from sectio.errors import InputError, NotHTML, PageTooLarge
from sectio.options import GivenOptions, Options

Source: TypeAlias = bytes | bytearray | memoryview | str | Page

# A text of one line, shorter than this and without markup, may be a path or an address by mistake.
MAX_NAME: Final = 4096
_ADDRESS: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{1,20}://\S*$")
_PATH: Final = re.compile(r"(?:/|\./|\.\./|~|[a-zA-Z]:[\\/])")
_SUFFIXES: Final = (
    ".html", ".htm", ".xhtml", ".mhtml", ".xml", ".pdf", ".txt", ".md", ".json", ".gz", ".warc",
)  # fmt: skip


def read(source: Source, options: GivenOptions = None, *, encoding: str | None = None) -> Page:
    """Decode and parse a page; a `Page` is returned as it is, unless parts of it are asked for.

    `encoding` is what the HTTP header says: a byte order mark wins over it, and it wins over what the page declares.
    """
    limits = Options.of(options)
    if encoding is not None and not isinstance(encoding, str):
        raise InputError(f"encoding is the name of a charset, not {type(encoding).__name__}")
    if isinstance(source, Page):
        return _part(source, limits) if limits.prune or limits.only else source
    # The parser takes longer to import than everything else: it is, when there is a page to parse.
    from sectio.dom.foreign import readable
    from sectio.dom.parse import parse

    with limits.deadline():
        given, charset = _decoded(source, limits, encoding)
        if isinstance(given, bytes):
            return parse(given, encoding=charset, max_nodes=int(limits.max_nodes))
        other = readable(given)
        html, missing = _reduced(other.html if other else given, limits)
        page = parse(html, encoding=charset, max_nodes=int(limits.max_nodes))
        warnings = (*([other.warning] if other else []), *missing, *page.warnings)
        return replace(page, warnings=warnings) if warnings else page


def _part(page: Page, limits: Options) -> Page:
    """What `prune` and `only` leave of a page that was parsed already."""
    from sectio.dom.parse import parse

    with limits.deadline():
        html, missing = _reduced(page.html, limits)
        part = parse(html, encoding=page.encoding, max_nodes=int(limits.max_nodes))
        return replace(part, warnings=tuple(dict.fromkeys((*page.warnings, *missing, *part.warnings))))


def _reduced(html: str, limits: Options) -> tuple[str, tuple[str, ...]]:
    """What `prune` and `only` leave of the HTML, and a warning if nothing is left because `only` selects nothing."""
    if not limits.prune and not limits.only:
        return html, ()
    from sectio.dom.selecting import reduced

    part, is_found = reduced(html, prune=limits.prune, only=limits.only)
    return part, () if is_found else ("no_match",)


def _decoded(source: object, limits: Options, encoding: str | None) -> tuple[str | bytes, str]:
    """The page as text, or as it is if it plainly is a page in UTF-8 of which all is wanted, and its charset."""
    if isinstance(source, str):
        # A character takes at most four bytes, so short texts need not be encoded to be measured.
        if 4 * len(source) > limits.max_bytes:
            _check_size(len(source.encode("utf-8", "replace")), limits)
        _check_is_page(source)
        return source, "utf-8"
    if not isinstance(source, bytes | bytearray | memoryview):
        raise not_a_page(source)
    data = source if isinstance(source, bytes) else bytes(source)
    _check_size(len(data), limits)
    from sectio.dom.decode import decode, is_utf8
    from sectio.dom.foreign import binary_kind, is_page

    kind = binary_kind(data)
    if kind is not None:
        raise NotHTML(f"the page is {kind}, not HTML; convert it first")
    if is_page(data) and not (limits.prune or limits.only) and is_utf8(data, encoding):
        return data, "utf-8"
    return decode(data, encoding)


def not_a_page(source: object) -> InputError:
    """What is said about something that no page can be read from."""
    remedy = "pass what its `.read()` gives" if hasattr(source, "read") else "read files first (`Path.read_bytes`)"
    return InputError(f"a page is bytes, str or a Page, not {type(source).__name__}; {remedy}, and fetch addresses")


def _check_is_page(text: str) -> None:
    """Refuse a text that plainly is a path or an address."""
    if "<" in text[:MAX_NAME] or len(text) >= MAX_NAME or "\n" in text or not text.strip():
        return
    if _ADDRESS.match(text) and not text.startswith("file:"):
        raise InputError(
            f"{text!r} is an address, not a page; use `sectio.extract_url` (extra `fetch`), or fetch it first"
        )
    if _ADDRESS.match(text) or _PATH.match(text) or text.lower().endswith(_SUFFIXES) or _is_file(text):
        raise InputError(f"{text!r} is a path, not a page; read it first: `Path({text!r}).read_bytes()`")


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _check_size(size: int, limits: Options) -> None:
    if size > limits.max_bytes:
        raise PageTooLarge(f"the page has more bytes than max_bytes={limits.max_bytes}; raise the option to read it")
