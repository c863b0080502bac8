"""Strings of a result: all of them, and what is wrong with one."""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import sectio


def of(result: sectio.Extraction) -> Iterator[tuple[str, str]]:
    """Every string a result gives, with its place."""
    yield from _within(result.to_dict(sections=True), "")
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
    for char in set(text):
        category = unicodedata.category(char)
        if category == "Cs" or char in "\ufffe\uffff" or (category == "Cc" and char not in "\t\n"):
            return f"{char!r} in {text[:80]!a}"
    return None
