"""Small text verbs the fields share: cleaning, comparing, addresses."""

import html
import re
from collections.abc import Collection
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import urljoin, urlsplit

from sectio.dom.chars import normalise
from sectio.dom.unicode import address as encoded
from sectio.patterns import pattern

MAX_TITLE, MAX_LONG, MAX_ADDRESS = 400, 2000, 2048

Words: TypeAlias = tuple[str, ...]

_WORD = pattern(r"\w+")
_PLAIN_ADDRESS = pattern(r"https?://[\w.-]{3,253}/[!#-;=?-\[\]_a-z~]{0,1700}", re.ASCII)
_HOST = pattern(r"https?://([a-z0-9.-]{1,253})/", re.ASCII)
_SCHEME = pattern(r"^(?:https?:)?//(?:www\.)?")
_TAG = pattern(r"<[^<>]{1,300}>")
# Marks of possible line breaks, and the signs of a permalink at the end of a heading.
_INVISIBLE = pattern("[\u00ad\u200b\u2060\ufeff]")
_PERMALINK = pattern(r"(?<=\S)\s*[¶§🔗]$|\s+#$")


def clean(text: str, limit: int = MAX_LONG) -> str:
    """A value as a reader would write it: entities decoded, tags gone, one line, no longer than `limit`."""
    text = text[: 4 * limit]
    if "&" in text:
        text = html.unescape(text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    return normalise(shown(text))[:limit].strip()


def shown(text: str) -> str:
    """A text without characters that nobody sees."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def without_permalink(text: str) -> str:
    """A heading without the sign of a link to itself."""
    return _PERMALINK.sub("", text)


def words(text: str) -> Words:
    """The words of a text in lower case."""
    return _words_of_short(text) if len(text) <= MAX_TITLE else tuple(_WORD.findall(text.casefold()))


@lru_cache(maxsize=256)
def _words_of_short(text: str) -> Words:
    """The same, kept: the few names of a page are compared again and again."""
    return tuple(_WORD.findall(text.casefold()))


def has_words(text: str) -> bool:
    """Whether there is anything to read in a text."""
    return _WORD.search(text) is not None


def agreement(one: Collection[str], other: Collection[str]) -> float:
    """How much of two sets of words is shared: 1 when they are equal, 0 when disjoint (F1 of their words)."""
    first, second = set(one), set(other)
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0


def absolute(address: str, base: str) -> str | None:
    """An absolute web address, or None when it is none (data, scripts, blanks, nonsense)."""
    if _PLAIN_ADDRESS.fullmatch(address):
        return address
    address = "".join(address.split())
    if not address or len(address) > MAX_ADDRESS:
        return None
    try:
        joined = urljoin(base, address) if base else address
        parts = urlsplit(joined)
    except ValueError:
        return None
    return encoded(joined) if parts.scheme in ("http", "https") and parts.netloc else None


def address_key(address: str) -> str:
    """An address without scheme, `www.`, query, fragment and last slash: equal for two names of one page."""
    bare = _SCHEME.sub("", address[:MAX_ADDRESS].strip().lower())
    return bare.partition("?")[0].partition("#")[0].rstrip("/")


def host(address: str | None) -> str:
    """The host of an address without `www.`, or nothing."""
    plain = _HOST.match(address or "")
    if plain:
        return plain[1].removeprefix("www.")
    try:
        name = urlsplit(address or "").hostname or ""
    except ValueError:
        return ""
    return name.removeprefix("www.")
