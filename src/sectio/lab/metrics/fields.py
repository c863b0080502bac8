"""Metadata against gold: whether two values of a field are the same to a reader."""

import html
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

_WORD: Final = re.compile(r"\w+")
_BETWEEN_NAMES: Final = re.compile(r"\s*[;,|/]\s*|\s(?:and|und|et|y|&)\s")


def field_words(text: str) -> tuple[str, ...]:
    """The words of a value, without case, punctuation and the marks of possible hyphens."""
    return tuple(_WORD.findall(html.unescape(text).replace("\u00ad", "").casefold()))


def names(given: str | Sequence[str]) -> frozenset[tuple[str, ...]]:
    """The names in a line of authors (or a list of them), in any order."""
    text = given if isinstance(given, str) else ";".join(given)
    parts = (field_words(part) for part in _BETWEEN_NAMES.split(html.unescape(text)))
    return frozenset(part for part in parts if part)


def _same_words(given: str, gold: str) -> bool:
    return field_words(given) == field_words(gold)


def _same_names(given: str | Sequence[str], gold: str | Sequence[str]) -> bool:
    return names(given) == names(gold)


def _same_day(given: str, gold: str) -> bool:
    return given[:10] == gold[:10]


# How the fields that gold data sets have are compared: words of titles, sets of names, days.
SAME: Final[Mapping[str, Callable[..., bool]]] = {"title": _same_words, "author": _same_names, "date": _same_day}
