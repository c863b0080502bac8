"""Pages of one kind as one table: a row for each page, a column for each place whose text is the page's own.

Texts that many of the pages have at one place are labels. A value is found again on other pages by its path and the label before
it, so that a missing or an additional part does not move the others.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from sectio.tabular.cells import Item, Reader, joined, kind_of, place_of
from sectio.tabular.columns import Grid, clean_name, own_name, unique_names
from sectio.tabular.lists import Span
from sectio.tabular.outline import Outline
from sectio.tabular.survey import TEXT

FEWEST_PAGES: Final = 3
# A text on this share of the pages belongs to the form, unless its place has other texts on other pages.
_FORM: Final = 0.3
_VARIES: Final = 0.7
# A path that is on a page once at most needs no label to be found again.
_ALONE: Final = 0.9
_FEW: Final = 0.2
_SAME: Final = 0.95
_NEAR: Final = 2
_ROUNDS: Final = 3
MAX_COLUMNS: Final = 200
_PREFIXED: Final = re.compile(r"([^:\uff1a]{1,40}[:\uff1a])\s*(\S.*)")


class Part(NamedTuple):
    """A text of a page: its path, the text, and what its element is called."""

    path: str
    text: str
    name: tuple[str, str]


class Value(NamedTuple):
    """A text with the label before it, and whether the label is right before it."""

    path: str
    label: str
    is_next: bool
    text: str
    name: tuple[str, str]


Key = tuple[str, str]


@dataclass(frozen=True)
class Details:
    """The table, and the share of the pages' text that is in it."""

    grid: Grid
    share: float


def tabulate_pages(outlines: Sequence[Outline]) -> Details:
    """One row for each page."""
    pages = _parts(outlines)
    forms = _forms(pages)
    values = [_values(parts, forms) for parts in pages]
    rows = _rows(values)
    keys = _columns(rows)
    texts = [{key: joined([value.text for value in found]) for key, found in row.items()} for row in rows]
    names = unique_names([_name(key, rows) for key in keys])
    grid = Grid(names, tuple(tuple(row.get(key, "") for key in keys) for row in texts))
    whole = sum(len(part.text) for parts in pages for part in parts)
    return Details(grid, sum(len(cell) for row in grid.rows for cell in row) / max(whole, 1))


def _parts(outlines: Sequence[Outline]) -> list[list[Part]]:
    """The texts of each page, in order; a label that many pages have before a colon is a part of its own."""
    items = [Item(outline, Span(min(1, len(outline.page) - 1), len(outline.page))) for outline in outlines]
    reader = Reader([items], constant=_FORM, join=False)
    paths = reader.paths_of_places()
    pages = [
        [Part(paths[place_of(key)], value, own_name(item, row)) for key, row, value in found if kind_of(key) == TEXT]
        for item, found in zip(items, reader.read(0), strict=True)
    ]
    prefixes = Counter(one for parts in pages for one in {_prefix(part) for part in parts})
    frequent: set[tuple[str, str] | None] = {
        one for one, count in prefixes.items() if one and count >= max(2, _FORM * len(pages))
    }
    return [[piece for part in parts for piece in _split(part, frequent)] for parts in pages]


def _prefix(part: Part) -> tuple[str, str] | None:
    found = _PREFIXED.match(part.text)
    return (part.path, found[1]) if found else None


def _split(part: Part, frequent: set[tuple[str, str] | None]) -> list[Part]:
    found = _PREFIXED.match(part.text) if _prefix(part) in frequent else None
    if not found:
        return [part]
    return [Part(f"{part.path}/label", found[1], part.name), Part(f"{part.path}/value", found[2], part.name)]


# Labels and values


def _forms(pages: list[list[Part]]) -> set[tuple[str, str]]:
    """The texts, with their paths, that belong to the form of the pages."""
    counts = Counter(one for parts in pages for one in {(part.path, part.text) for part in parts})
    forms = {one for one, count in counts.items() if count >= max(2, _FORM * len(pages))}
    for _ in range(_ROUNDS):
        varying = _varying(pages, forms)
        if not varying:
            break
        forms -= varying
    return forms


def _varying(pages: list[list[Part]], forms: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The frequent texts at places that have other texts on other pages: values that are often the same."""
    texts: dict[Key, Counter[str]] = defaultdict(Counter)
    for parts in pages:
        label = ""
        for part in parts:
            texts[part.path, label][part.text] += 1
            if (part.path, part.text) in forms:
                label = part.text
    votes: Counter[tuple[str, str]] = Counter()
    for (path, _), found in texts.items():
        total = sum(found.values())
        sign = 1 if found.most_common(1)[0][1] < _VARIES * total else -1
        for text, count in found.items():
            if (path, text) in forms:
                votes[path, text] += sign * count
    return {one for one, count in votes.items() if count > 0}


def _values(parts: list[Part], forms: set[tuple[str, str]]) -> list[Value]:
    found: list[Value] = []
    label = Part("", "", ("", ""))
    is_next = False
    for part in parts:
        if (part.path, part.text) in forms:
            label, is_next = part, True
        else:
            found.append(
                Value(part.path, label.text, is_next and _is_near(label.path, part.path), part.text, part.name)
            )
            is_next = False
    return found


def _is_near(label: str, value: str) -> bool:
    """Whether a label and a value have an ancestor in common that is close to both."""
    a, b = label.split("/"), value.split("/")
    common = next((at for at, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b)))
    return len(a) - common <= _NEAR and len(b) - common <= _NEAR + 1


# Columns


def _rows(pages: list[list[Value]]) -> list[dict[Key, list[Value]]]:
    """The values of each page by column: by path alone where that is enough, otherwise by path and label."""
    alone = _alone(pages)
    rows: list[dict[Key, list[Value]]] = []
    for values in pages:
        row: dict[Key, list[Value]] = {}
        for key, run in groupby(values, key=lambda one: (one.path, "" if one.path in alone else one.label)):
            row.setdefault(key, list(run))
        rows.append(row)
    return _united(rows)


def _alone(pages: list[list[Value]]) -> set[str]:
    """The paths that hardly any page has twice."""
    seen: Counter[str] = Counter()
    once: Counter[str] = Counter()
    for values in pages:
        for path, count in Counter(value.path for value in values).items():
            seen[path] += 1
            once[path] += count == 1
    return {path for path, count in seen.items() if once[path] >= _ALONE * count}


def _united(rows: list[dict[Key, list[Value]]]) -> list[dict[Key, list[Value]]]:
    """Columns that have the same label right before them, but another path, taken together where no page has both."""
    pages: dict[Key, set[int]] = defaultdict(set)
    labels: dict[Key, Counter[str]] = defaultdict(Counter)
    for number, row in enumerate(rows):
        for key, found in row.items():
            pages[key].add(number)
            labels[key][found[0].label if found[0].is_next else ""] += 1
    groups: dict[str, list[Key]] = defaultdict(list)
    for key, counts in labels.items():
        label = counts.most_common(1)[0][0]
        if label:
            groups[label].append(key)
    home: dict[Key, Key] = {}
    for keys in groups.values():
        homes: list[Key] = []
        for key in sorted(keys, key=lambda one: -len(pages[one])):
            into = next((one for one in homes[:5] if not pages[one] & pages[key]), key)
            home[key] = into
            pages[into] = pages[into] | pages[key]
            homes += [key] if into is key else []
    return [{home.get(key, key): found for key, found in row.items()} for row in rows]


def _columns(rows: list[dict[Key, list[Value]]]) -> list[Key]:
    """The columns on enough pages that are not the same everywhere, in the order of the pages."""
    counts = Counter(key for row in rows for key in row)
    places: Counter[Key] = Counter()
    texts: dict[Key, Counter[str]] = defaultdict(Counter)
    for row in rows:
        for at, (key, found) in enumerate(row.items()):
            places[key] += at
            texts[key][found[0].text] += 1
    wanted = [
        key
        for key, count in counts.items()
        if count >= max(2, _FEW * len(rows)) and texts[key].most_common(1)[0][1] < max(_SAME * count, 2)
    ]
    best = sorted(wanted, key=lambda key: -counts[key])[:MAX_COLUMNS]
    return sorted(best, key=lambda key: places[key] / counts[key])


def _name(key: Key, rows: list[dict[Key, list[Value]]]) -> str:
    """What a column is called: its label, what its element is called, or its tag."""
    found = [row[key][0] for row in rows if key in row]
    label, times = Counter(value.label if value.is_next else "" for value in found).most_common(1)[0]
    tag, said = Counter(value.name for value in found).most_common(1)[0][0]
    if tag == "h1":
        return "title"
    if label and times > len(found) / 2 and clean_name(label):
        return clean_name(label)
    return clean_name(said) or ("title" if tag == "h2" else "")
