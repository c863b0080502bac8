"""The parts of a FOREST model as plain JSON values, and back."""

from typing import Any

from sectio.sites.forest.feeds import FeedItem
from sectio.sites.forest.identify import Identifier, Key
from sectio.sites.forest.keywords import Frequencies
from sectio.sites.forest.ranking import Pattern


def pattern_data(pattern: Pattern, value: float) -> dict[str, Any]:
    """A pattern with what a reader wants first: XPath, R, level, pages."""
    return {
        "xpath": pattern.xpath,
        "rank": value,
        "level": pattern.level,
        "pages": pattern.pages,
        "score": pattern.score,
        "dense": pattern.dense,
        "levels": pattern.levels,
        "terms": pattern.terms,
        "cover": pattern.cover,
        "dfs": list(pattern.dfs),
        "key": [pattern.key.own, pattern.key.under, pattern.key.steps],
    }


def pattern_from(data: dict[str, Any]) -> Pattern:
    """A pattern back from its data."""
    own, under, steps = data["key"]
    return Pattern(
        key=Key(_identifier(own), _identifier(under) if under else None, str(steps)),
        score=float(data["score"]),
        dense=float(data["dense"]),
        levels=float(data["levels"]),
        terms=float(data["terms"]),
        pages=_at_least_one(int(data["pages"])),
        dfs=tuple(map(int, data["dfs"])),
        cover=float(data.get("cover", data["pages"])),
    )


def _identifier(data: list[str]) -> Identifier:
    tag, name, classes = map(str, data)
    return Identifier(tag, name, classes)


def _at_least_one(pages: int) -> int:
    if pages < 1:
        raise ValueError("a pattern that is on no page")
    return pages


def frequencies_data(sample: Frequencies) -> dict[str, Any]:
    """The number of pages, and the terms that occur on 1, 2, … of them."""
    groups: dict[int, list[str]] = {}
    for term, count in sample.pages_with.items():
        groups.setdefault(count, []).append(term)
    return {"pages": sample.pages, "terms": {str(count): " ".join(groups[count]) for count in sorted(groups)}}


def frequencies_from(data: dict[str, Any]) -> Frequencies:
    """The table back from its data."""
    counts = {term: _fitting(int(count)) for count, terms in data["terms"].items() for term in terms.split(" ")}
    return Frequencies(counts, _fitting(int(data["pages"])))


def _fitting(count: int) -> int:
    if not 0 <= count < 2**31:
        raise ValueError(f"{count} pages")
    return count


def item_data(item: FeedItem) -> dict[str, str]:
    """A feed item with its description as plain text."""
    kept = {"title": item.title, "description": item.summary, "link": item.link, "category": item.category}
    return {**kept, "date": item.date} if item.date else kept


def item_from(data: dict[str, str]) -> FeedItem:
    """A feed item back from its data."""
    return FeedItem(*(str(data.get(name, "")) for name in ("title", "description", "link", "category", "date")))
