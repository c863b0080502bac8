"""The one way in: from any source of a page to a `Page`, within the limits of the options."""

from typing import TypeAlias

from sectio.dom.page import Page
from sectio.errors import InputError, PageTooLarge
from sectio.options import GivenOptions, Options

Source: TypeAlias = bytes | bytearray | memoryview | str | Page


def read(source: Source, options: GivenOptions = None, *, encoding: str | None = None) -> Page:
    """Decode and parse a page; a `Page` is returned as it is.

    `encoding` is what the HTTP header says: a byte order mark wins over it, and it wins over what the page declares.
    """
    if isinstance(source, Page):
        return source
    # The parser takes longer to import than everything else: it is, when there is a page to parse.
    from sectio.dom.parse import parse

    limits = Options.of(options)
    with limits.deadline():
        text, charset = _decoded(source, limits, encoding)
        return parse(text, encoding=charset, max_nodes=int(limits.max_nodes))


def _decoded(source: object, limits: Options, encoding: str | None) -> tuple[str, str]:
    if isinstance(source, str):
        # A character takes at most four bytes, so short texts need not be encoded to be measured.
        if 4 * len(source) > limits.max_bytes:
            _check_size(len(source.encode("utf-8", "replace")), limits)
        return source, "utf-8"
    if not isinstance(source, bytes | bytearray | memoryview):
        raise InputError(
            f"a page is bytes, str or a Page, not {type(source).__name__}; read files (`Path.read_bytes`) and fetch addresses first"
        )
    data = source if isinstance(source, bytes) else bytes(source)
    _check_size(len(data), limits)
    from sectio.dom.decode import decode

    return decode(data, encoding)


def _check_size(size: int, limits: Options) -> None:
    if size > limits.max_bytes:
        raise PageTooLarge(
            f"the page has {size} bytes, more than max_bytes={limits.max_bytes}; raise the option to read it"
        )
