"""Addresses of links and images: made absolute, and dropped unless they are harmless."""

import re
from collections.abc import Mapping
from functools import lru_cache
from html import unescape
from itertools import chain
from urllib.parse import urljoin

from sectio.dom.images import SOURCE_SETS, SOURCES
from sectio.dom.page import Page
from sectio.dom.unicode import address as encoded
from sectio.text.addresses import split

LINK_SCHEMES = ("http", "https", "mailto", "tel")
IMAGE_SCHEMES = ("http", "https")
# Longer ones are data in disguise, and no server takes them.
MAX_LENGTH = 8192
# No address has references in references so deep.
_READ_AGAIN = 4

_IGNORED = str.maketrans("", "", "\t\n\r")
_CONTROLS = "".join(map(chr, range(0x21)))
_FIRST_PART = re.compile(r"[/?#]")
_PLAIN = re.compile(rf"https?://[!-~]{{1,{MAX_LENGTH - 8}}}")
# What browsers would leave as it is, with a query or a fragment that is not empty.
_PLAIN_HERE = re.compile(
    rf"/(?![/\\])[!-\"$-:<->@-~]{{0,{MAX_LENGTH // 4}}}(?:\?[!-\"$-~]{{1,{MAX_LENGTH // 4}}})?(?:#[!-~]{{1,{MAX_LENGTH // 4}}})?"
)
_PLAIN_PATH = re.compile(r"/(?![/\\])[^?#;]*")
# A candidate of a `srcset` with its descriptor. An address may contain commas; one at its end means that no descriptor follows.
_CANDIDATE = re.compile(r"([^\s,]\S*)(?:(?<!,)\s+([^,]*))?")
_NEXT_ADDRESS = re.compile(r",(?=https?:)")
_SIZE = re.compile(r"(\d{1,6}(?:\.\d{1,4})?)[wx](?!\S)")
# Images that only keep the place of another.
_SPACER = re.compile(
    r"^(?:spacer|blank|pixel|placeholder|transparent|1x1|clear|lazy[-_]?load(?:er|ing)?)\b.{0,12}\.(?:gif|png|svg|jpe?g)"
)


def base_of(page: Page, url: str | None) -> str | None:
    """What relative addresses on the page are relative to: `<base href>`, itself relative to the page's
    address.
    """
    stated = page.source.head().base
    base = (absolute(stated, url, IMAGE_SCHEMES) if stated else None) or url
    return encoded(base) if base and split(base).scheme in ("http", "https") else None


def absolute(address: str, base: str | None, schemes: tuple[str, ...] = LINK_SCHEMES) -> str | None:
    """The absolute address, or None when it is unusable or its scheme is not one of these.

    As browsers do, tabs and line ends are ignored wherever they are. Whatever comes before a colon in the
    first part has to be an allowed scheme, letter by letter: stricter than browsers, so nothing that any
    reader could take for `javascript:` gets through, not even one that reads character references twice.
    """
    if len(address) > 4 * MAX_LENGTH:
        return None
    if _PLAIN.fullmatch(address):
        return address
    if base is not None and _PLAIN_HERE.fullmatch(address) and "/." not in address:
        return _origin(base) + address  # what urljoin gives, in a tenth of the time
    address = address.strip(_CONTROLS).translate(_IGNORED)
    if not address or len(address) > MAX_LENGTH or not _is_harmless(address, schemes):
        return None
    first = _FIRST_PART.split(address, maxsplit=1)[0]
    has_scheme = ":" in first
    if base is None and "&" in first and not _stays_harmless(address, schemes):
        return None
    address = encoded(address)
    if has_scheme or base is None:
        return address
    if _PLAIN_PATH.fullmatch(address) and "/." not in address:
        return _origin(base) + address
    try:
        return urljoin(base, address)
    except ValueError:
        return None


def _is_harmless(address: str, schemes: tuple[str, ...]) -> bool:
    """Whether an address has no scheme, or one of these."""
    scheme, colon, _ = _FIRST_PART.split(address, maxsplit=1)[0].partition(":")
    return not colon or scheme.lower() in schemes


def _stays_harmless(address: str, schemes: tuple[str, ...]) -> bool:
    """The same when the references in it (`javascript&colon;`) are read again, as some renderers of Markdown do."""
    for _ in range(_READ_AGAIN):
        before, address = address, unescape(address)
        if not _is_harmless(address, schemes):
            return False
        if address == before:
            return True
    return False


@lru_cache(maxsize=64)
def _origin(base: str) -> str:
    return urljoin(base, "/")[:-1]


def image_address(attributes: Mapping[str, str], base: str | None) -> str | None:
    """Where an image comes from: the largest of several, and what is loaded late before what is there until then."""
    sets = (_largest(attributes[name]) for name in SOURCE_SETS if name in attributes)
    given = chain(sets, (attributes[name] for name in SOURCES if name in attributes))
    return next(
        (found for one in given if (found := absolute(one, base, IMAGE_SCHEMES)) and not _is_spacer(found)), None
    )


def _largest(candidates: str) -> str:
    """The largest candidate of a `srcset`, by width or density."""
    best, size = "", -1.0
    for found in _CANDIDATE.finditer(candidates[: 4 * MAX_LENGTH]):
        *unsized, last = _NEXT_ADDRESS.split(found[1].rstrip(","))
        said = _SIZE.match(found[2] or "")
        for address, own in (*((one, 1.0) for one in unsized), (last, float(said[1]) if said else 1.0)):
            if address and own > size:
                best, size = address, own
    return best


def _is_spacer(address: str) -> bool:
    return _SPACER.search(address.rpartition("/")[2]) is not None
