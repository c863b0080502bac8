"""JSON-LD: script texts to a flat list of things, and the one thing that is this page.

Real blocks are broken in a few known ways (comments or CDATA around them, raw line breaks in strings,
trailing commas); those are repaired, anything else is skipped. All walks are iterative and capped.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from sectio.metadata.texts import MAX_TITLE, Words, address_key, words
from sectio.patterns import pattern

Thing: TypeAlias = Mapping[str, Any]

# Blocks and characters that are read, things that are kept, values of one member.
MAX_BLOCKS, MAX_SCRIPTS, MAX_THINGS, MAX_VALUES, MAX_STRING = 20, 1_000_000, 400, 40, 4000

# Accepts control characters in strings: line breaks there are the most common fault.
_DECODER: Final = json.JSONDecoder(strict=False)
_WRAPPING: Final = pattern(
    r"^\s*(?:<!--|<!\[CDATA\[|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/)|[\s*/]{0,20}(?:-->|]]>)[\s*/]{0,20}$"
)
_TRAILING_COMMA: Final = pattern(r",(?=\s{0,200}[}\]])")
_ARTICLES: Final = (
    "article", "posting", "report", "review", "recipe", "story", "claimreview", "howto",
    "creativework",
)  # fmt: skip
# Types that describe the page but not a text on it.
_PAGES: Final = (
    "webpage", "itempage", "aboutpage", "faqpage", "qapage", "contactpage", "medicalwebpage",
    "question",
)  # fmt: skip
_OTHERS: Final = (
    "product", "event", "course", "book", "movie", "dataset", "podcastepisode", "videoobject",
    "softwareapplication",
)  # fmt: skip
# Members that hold further things about the page; others (reviews, offers, lists) are about something else.
_INWARD: Final = (
    "@graph", "mainEntity", "mainEntityOfPage", "isPartOf", "publisher", "author", "creator",
    "about", "subjectOf",
)  # fmt: skip


def things(scripts: Sequence[str]) -> list[Thing]:
    """Every typed thing the blocks name, in document order, nested ones after their owners."""
    queue: list[Any] = []
    budget = MAX_SCRIPTS
    for text in scripts[:MAX_BLOCKS]:
        budget -= len(text)
        if budget >= 0:
            queue.extend(_load(text))
    found: list[Thing] = []
    for value in queue:  # grows while it is read
        if len(found) >= MAX_THINGS or len(queue) > 20 * MAX_THINGS:
            break
        if isinstance(value, list):
            queue.extend(value[:MAX_THINGS])
        elif isinstance(value, dict):
            found.append(value)
            queue.extend([value[key] for key in _INWARD if key in value])
    return found


def _load(text: str) -> Iterator[Any]:
    for attempt in (_as_is, _repaired):
        try:
            yield attempt(text)
        except (ValueError, RecursionError):
            continue
        return


def _as_is(text: str) -> Any:
    return _DECODER.decode(text)


def _repaired(text: str) -> Any:
    bare = _WRAPPING.sub("", _WRAPPING.sub("", text)).strip().rstrip(";")
    return _DECODER.decode(_TRAILING_COMMA.sub("", bare))


def types(thing: Thing) -> list[str]:
    """The type names of a thing in lower case, without their vocabulary's address."""
    given = thing.get("@type")
    names = given if isinstance(given, list) else [given]
    texts = [name[:200] for name in names[:8] if isinstance(name, str)]
    return [(re.split(r"[/#:]", name)[-1] if ":" in name else name).lower() for name in texts]


def rank(thing: Thing) -> int:
    """How well the type fits the text of a page: 3 articles, 2 other works, 1 the page itself, 0 the rest."""
    names = types(thing)
    if any(name.endswith(_ARTICLES) for name in names):
        return 3
    if any(name in _OTHERS for name in names):
        return 2
    return 1 if any(name.endswith(_PAGES) for name in names) else 0


def main_things(found: Sequence[Thing], url: str | None, titles: Sequence[str]) -> list[Thing]:
    """The things that are this page, best first.

    Many articles and none that says it is this page make a listing: what they say is not about the page.
    """
    own, named = address_key(url) if url else "", [words(title) for title in titles]
    ours = [(level, _is_this_page(thing, own, named), thing) for thing in found if (level := rank(thing))]
    articles = [match for level, match, _ in ours if level == 3]
    if len(articles) > 2 and not any(articles):
        ours = [entry for entry in ours if entry[0] < 3]
    elif any(articles):
        ours = [entry for entry in ours if entry[0] < 3 or entry[1]]
    ours.sort(key=lambda entry: (-entry[0], -entry[1]))
    return [thing for _, _, thing in ours]


def _is_this_page(thing: Thing, own: str, named: list[Words]) -> bool:
    names = [*strings(thing, "headline")[:1], *strings(thing, "name")[:1]]
    if any(words(name[:MAX_TITLE]) in named for name in names):
        return True
    addresses = (value for key in ("url", "@id", "mainEntityOfPage") for value in strings(thing, key, "@id")[:1])
    return bool(own) and any(address_key(value) == own for value in addresses)


def strings(thing: Thing, key: str, member: str = "name", *, most: int = MAX_STRING) -> list[str]:
    """The texts that a member holds, cut at `most` characters: itself, or the `member` of the things in it; numbers count as texts."""
    given = thing.get(key)
    values = given[:MAX_VALUES] if isinstance(given, list) else [given]
    return [text for value in values if (text := _string(value, member, most))]


def _string(value: Any, member: str, most: int) -> str:
    if isinstance(value, dict):
        value = value.get(member)
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("@value", "")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return html.unescape(value[:most]).strip() if isinstance(value, str) else ""


def resolved(thing: Thing, key: str, by_id: Mapping[str, Thing]) -> list[Any]:
    """The values of a member, references by `@id` replaced with what they point to."""
    given = thing.get(key)
    values = given[:MAX_VALUES] if isinstance(given, list) else [given]
    return [_follow(value, by_id) for value in values if value is not None]


def _follow(value: Any, by_id: Mapping[str, Thing]) -> Any:
    if isinstance(value, dict) and "name" not in value:
        target = value.get("@id")
        return by_id.get(target, value) if isinstance(target, str) else value
    return value


def index(found: Sequence[Thing]) -> dict[str, Thing]:
    """Things by their `@id`; of several the fullest."""
    by_id: dict[str, Thing] = {}
    for thing in found:
        name = thing.get("@id")
        if isinstance(name, str) and len(thing) > len(by_id.get(name, {})):
            by_id[name] = thing
    return by_id
