"""The shape of an address: what is left when numbers and names are taken out. Pages of one kind mostly share one."""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import parse_qsl

from sectio.text.addresses import split

NUMBER, NAME = "#", "*"
MANY = 8  # so many different words at one place of a path are names, not parts of the site
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]{1,20}")
_SUFFIX = re.compile(r"\.[A-Za-z]{1,5}$")


def shapes(urls: Sequence[str]) -> list[str]:
    """The shape of each address, seen beside the others: `/news/2024/ice-returns.html` is `/news/#/*.html`.

    A part of a path is a number, a name, or a plain word; words are names too where many of them occur at one place.
    """
    split = [_parts(url) for url in urls]
    shaped: list[list[str]] = [[] for _ in urls]
    for depth in range(max((len(parts) for parts, _ in split), default=0)):
        words = _words_at(split, shaped, depth)
        for (parts, _), shape in zip(split, shaped, strict=True):
            if depth < len(parts):
                is_name = len(words[len(parts), tuple(shape)]) > MANY
                shape.append(_masked(parts[depth], is_name=is_name))
    return ["/" + "/".join(shape) + query for shape, (_, query) in zip(shaped, split, strict=True)]


def shape(url: str) -> str:
    """The shape of one address by itself."""
    return shapes([url])[0]


def _words_at(
    split: Sequence[tuple[list[str], str]], shaped: Sequence[list[str]], depth: int
) -> dict[tuple[int, tuple[str, ...]], set[str]]:
    """The plain words at this depth, by the length and the beginning of the path."""
    found: dict[tuple[int, tuple[str, ...]], set[str]] = defaultdict(set)
    for (parts, _), before in zip(split, shaped, strict=True):
        if depth < len(parts) and _WORD.fullmatch(_SUFFIX.sub("", parts[depth])):
            found[len(parts), tuple(before)].add(parts[depth])
    return found


@lru_cache(maxsize=65_536)  # a crawl asks again for all addresses it knows, page after page
def _parts(url: str) -> tuple[list[str], str]:
    """The parts of the path, and the names in the query."""
    address = split(url)
    names = sorted({name for name, _ in parse_qsl(address.query, keep_blank_values=True)})
    return [part for part in address.path.split("/") if part], "?" + "&".join(names) if names else ""


def _masked(part: str, *, is_name: bool) -> str:
    suffix = (_SUFFIX.search(part) or [""])[0]
    stem = part.removesuffix(suffix)
    if _NUMBER.fullmatch(stem):
        return NUMBER + suffix
    return part if _WORD.fullmatch(stem) and not is_name else NAME + suffix
