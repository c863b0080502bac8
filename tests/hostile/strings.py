"""Strings of a result: all of them, and what is wrong with one."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import sectio

# Surrogates, controls but tab and line feed, and two that XML has not.
_BAD = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# What JSON writes as a reference, after any number of backslashes that are text; and the two above, which it writes as they are.
_REFERRED = re.compile(r"(?<!\\)(?:\\\\)*\\[ubfr]|[\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def are_plain(record: Mapping[str, Any]) -> bool:
    """Whether no string of a record can have anything wrong, quicker than one by one."""
    return not _REFERRED.search(json.dumps(record, ensure_ascii=False))


def of(result: sectio.Extraction, record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every string a result gives, with its place; `record` is the result as plain values, left out if all in it are plain."""
    if not are_plain(record):
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
