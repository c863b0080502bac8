"""Small text verbs the fields share: cleaning, comparing, addresses."""

import html
import re
from collections import Counter
from urllib.parse import urljoin, urlsplit

from sectio.dom.chars import normalise

MAX_TITLE, MAX_LONG, MAX_ADDRESS = 400, 2000, 2048

_WORD = re.compile(r"\w+")
_TAG = re.compile(r"<[^<>]{1,300}>")


def clean(text: str, limit: int = MAX_LONG) -> str:
    """A value as a reader would write it: entities decoded, tags gone, one line, no longer than `limit`."""
    text = text[: 4 * limit]
    if "&" in text:
        text = html.unescape(text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    return normalise(text)[:limit].strip()


def words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(text.casefold())


def same_words(one: str, other: str) -> bool:
    """Equal but for case and punctuation."""
    first = words(one[:MAX_TITLE])
    return bool(first) and first == words(other[:MAX_TITLE])


def agreement(one: list[str], other: list[str]) -> float:
    """How much of two word lists is shared: 1 when equal as bags, 0 when disjoint (the F1 of their words)."""
    if not one or not other:
        return 0.0
    shared = sum((Counter(one) & Counter(other)).values())
    return 2 * shared / (len(one) + len(other))


def absolute(address: str, base: str) -> str | None:
    """An absolute web address, or None when it is none (data, scripts, blanks, nonsense)."""
    address = "".join(address.split())
    if not address or len(address) > MAX_ADDRESS:
        return None
    try:
        joined = urljoin(base, address) if base else address
        parts = urlsplit(joined)
    except ValueError:
        return None
    return joined if parts.scheme in ("http", "https") and parts.netloc else None


def address_key(address: str) -> str:
    """An address without scheme, `www.`, query, fragment and closing slash: equal for two ways to name one page."""
    bare = re.sub(r"^(?:https?:)?//(?:www\.)?", "", address[:MAX_ADDRESS].strip().lower())
    return re.split(r"[?#]", bare)[0].rstrip("/")


def host(address: str | None) -> str:
    """The host of an address without `www.`, or nothing."""
    try:
        name = urlsplit(address or "").hostname or ""
    except ValueError:
        return ""
    return name.removeprefix("www.")
