"""Strings of a result: all of them, and what is wrong with one."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import sectio

# Surrogates, controls but tab and line feed, and two that XML has not.
_BAD = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def of(result: sectio.Extraction, record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every string a result gives, with its place; `record` is the result as plain values."""
    yield from _within(record, "")
    for name in ("html", "title", "author", "date", "language", "description", "site_name", "image", "license", "url"):
        yield from _within(getattr(result, name), name)
    yield "repr", repr(result)


def _within(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield f"{place}.key", key
            yield from _within(item, f"{place}.{key}")
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _within(item, f"{place}[]")


def fault(text: str) -> str | None:
    """What keeps a text from being written as UTF-8, put into XML or shown on a terminal."""
    found = _BAD.search(text)
    return f"{found[0]!r} in {text[:80]!a}" if found else None
