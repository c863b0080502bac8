"""Lists on one page: siblings, or runs of siblings, that have the same shape.

Three kinds of candidates are looked at: siblings of one name (list items, cards, rows of a table), rows of the same path
under several parents (grids whose cards are in rows), and cycles, in which an item is several siblings (`dt` and `dd`, a
link followed by its date and text, two rows of a table). The better of overlapping candidates are kept.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from sectio import deadline
from sectio.dom.tree import nearest_ancestor
from sectio.tabular.outline import Outline

FEWEST: Final = 3
# Of more items than this the rest is not looked at when shapes are compared.
_SAMPLE: Final = 60
_SHAPE_ROWS: Final = 200
_SHAPE_DEPTH: Final = 4
_TAGS: Final = 1 << 16
_MOST_LISTS: Final = 40
_PERIODS: Final = (2, 3, 4, 5)
# Items less like the others than this are something else.
ODD: Final = 0.3
_REGULAR: Final = 0.6
_NEARLY: Final = 0.1
_RUNNING: Final = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "figure", "br", "hr", "img", "b",
    "i", "em", "strong", "font", "sup", "sub", "code", "option", "input", "label", "col", "thead", "tfoot", "tbody", "td", "th"))  # fmt: skip
_EDGES: Final = frozenset(("nav", "header", "footer", "aside", "form", "select"))
_EDGE_WORDS: Final = (
    "nav",
    "menu",
    "breadcrumb",
    "pagination",
    "footer",
    "sidebar",
    "share",
    "related",
    "popular",
    "widget",
)


class Span(NamedTuple):
    """An item: siblings next to each other, as the rows from the first to the end of the last."""

    start: int
    stop: int


@dataclass(frozen=True)
class Listing:
    """Items of one list, in document order, and how much it looks like the page's main list, 0 to 1."""

    items: tuple[Span, ...]
    score: float


def find(outline: Outline) -> list[Listing]:
    """The lists of a page that do not overlap, best first."""
    weigher = Weigher(outline)
    candidates = [weigher.weigh(items) for items in _candidates(outline)]
    kept: list[Listing] = []
    taken = np.zeros(len(outline.page), bool)
    for listing in sorted(candidates, key=lambda one: (-one.score, one.items[0])):
        if len(kept) == _MOST_LISTS or not listing.score:
            break
        if not any(taken[span.start : span.stop].any() for span in listing.items):
            kept.append(listing)
            for span in listing.items:
                taken[span.start : span.stop] = True
    return kept


def _candidates(outline: Outline) -> Iterator[tuple[Span, ...]]:
    families = _families(outline)
    for children in families.values():
        deadline.check()
        yield from _siblings(outline, children)
        yield from _cycles(outline, children)
    yield from _cousins(outline, families)


def _families(outline: Outline) -> dict[int, list[int]]:
    """The children that show something or separate, by parent; rows of a table are children of the table."""
    page, parent, shows = outline.page, outline.parent, outline.shows
    table = nearest_ancestor(page, page.is_tag("table")).tolist()
    is_row = page.is_tag("tr").tolist()
    is_break = page.is_tag("hr").tolist()
    found: dict[int, list[int]] = defaultdict(list)
    for row in range(2, len(page)):
        if shows[row] or is_break[row]:
            above = table[row] if is_row[row] and table[row] >= 0 else parent[row]
            found[above].append(row)
    return {above: rows for above, rows in found.items() if len(rows) >= FEWEST}


def _siblings(outline: Outline, children: Sequence[int]) -> Iterator[tuple[Span, ...]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for row in children:
        groups[outline.labels[row]].append(row)
    for label, rows in groups.items():
        if len(rows) < FEWEST or label.split(".", 1)[0] in _RUNNING or label == "#text":
            continue
        rows = _body_rows(outline, rows) if label == "tr" else rows
        spans = _alike(outline, [Span(row, outline.end[row]) for row in rows])
        if len(spans) >= FEWEST:
            yield _periods(outline, spans)


def _body_rows(outline: Outline, rows: list[int]) -> list[int]:
    """The rows of a table without those that name its columns."""
    return [row for row in rows if not is_header(outline, row)]


def is_header(outline: Outline, row: int) -> bool:
    """Whether a row of a table names its columns."""
    page = outline.page
    cells = page.children(row)
    return page.tag_of(outline.parent[row]) == "thead" or (
        bool(cells) and all(page.tag_of(cell) == "th" for cell in cells)
    )


def _cousins(outline: Outline, families: dict[int, list[int]]) -> Iterator[tuple[Span, ...]]:
    """Rows of one path under several parents, at least two under each on average."""
    ids: dict[tuple[int, str], int] = {}
    path = [0] * len(outline.page)
    for row in range(1, len(path)):
        path[row] = ids.setdefault((path[outline.parent[row]], outline.labels[row]), len(ids) + 1)
    groups: dict[int, list[list[int]]] = defaultdict(list)
    for children in families.values():
        inside: dict[int, list[int]] = defaultdict(list)
        for row in children:
            inside[path[row]].append(row)
        for at, rows in inside.items():
            groups[at].append(rows)
    for parts in groups.values():
        label = outline.labels[parts[0][0]]
        if len(parts) < 2 or label.split(".", 1)[0] in _RUNNING - {"td"} or label == "#text":
            continue
        rows = sorted(row for part in parts for row in part)
        spans = [Span(row, outline.end[row]) for row in (_body_rows(outline, rows) if label == "tr" else rows)]
        if label == "td" and not _rich(outline, spans[:_SAMPLE]):
            continue
        spans = _alike(outline, spans)
        if len(spans) >= FEWEST:
            yield tuple(spans)


def _rich(outline: Outline, spans: Sequence[Span]) -> bool:
    """Whether cells of a table are items themselves: most have a picture or a link, and text besides."""
    full = sum(len(_shape(outline, span)) > 3 for span in spans)
    return full > 0.7 * len(spans)


# Cycles


def _cycles(outline: Outline, children: Sequence[int]) -> Iterator[tuple[Span, ...]]:
    """Items of several siblings: the children cut before each one of the name that makes the most regular cut."""
    labels = [outline.labels[row] for row in children]
    counts = Counter(labels)
    often = [label for label, count in counts.items() if count >= FEWEST and label not in ("br", "#text")]
    if len(often) + (counts["#text"] >= FEWEST) < 2 or len(often) > 12:
        return
    cuts = [cut for label in often if (cut := _cut(outline, children, labels, label))]
    qualities = [_regularity(cut, labels) for cut in cuts]
    best = max(qualities, default=0.0)
    if best >= _REGULAR:
        # The name that comes first begins the items, if the cut is nearly as regular as the best.
        chosen = next(cut for cut, quality in zip(cuts, qualities, strict=True) if quality >= best - _NEARLY)
        yield tuple(Span(children[a], outline.end[children[b - 1]]) for a, b in chosen)


def _cut(outline: Outline, children: Sequence[int], labels: list[str], label: str) -> list[tuple[int, int]]:
    """The parts that begin with a label, as positions; the last ends where something unknown to the others begins."""
    starts = [i for i, name in enumerate(labels) if name == label]
    parts = list(pairwise(starts))
    if label == "hr":
        parts = [(a + 1, b) for a, b in parts]
    known = {name for a, b in parts for name in labels[a:b]}
    longest = max((b - a for a, b in parts), default=1)
    a = starts[-1] + (label == "hr")
    b = min(a + 1, len(labels))
    while b < len(labels) and labels[b] in known and b - a < longest:
        b += 1
    parts.append((a, b))
    parts = [(a, b) for a, b in parts if b > a and any(outline.shows[row] for row in children[a:b])]
    if len(parts) < FEWEST or sum(b - a for a, b in parts) < 1.5 * len(parts):
        return []
    return parts


def _regularity(parts: list[tuple[int, int]], labels: list[str]) -> float:
    """How alike the parts are, and how much more than one node they have."""
    sets = [frozenset(labels[a:b]) for a, b in parts]
    profile = _profile(sets)
    return sum(_jaccard(one, profile) for one in sets) / len(sets)


# Shapes


def _shape(outline: Outline, span: Span) -> frozenset[int]:
    """The tags in an item and how deep they are: what items of one list have in common."""
    start, stop = span.start, min(span.stop, span.start + _SHAPE_ROWS)
    deepest = outline.depth[start] + _SHAPE_DEPTH
    rows = zip(outline.depth[start:stop], outline.tag[start:stop], strict=True)
    return frozenset((depth - deepest) * _TAGS + tag for depth, tag in rows if depth <= deepest)


def _profile(sets: Sequence[frozenset[int]] | Sequence[frozenset[str]]) -> frozenset[object]:
    """What at least half of the sets have."""
    counts = Counter(one for found in sets[:_SAMPLE] for one in found)
    half = min(len(sets), _SAMPLE) / 2
    return frozenset(one for one, count in counts.items() if count >= half)


def _jaccard(a: frozenset[object], b: frozenset[object]) -> float:
    return len(a & b) / max(len(a | b), 1)


def _alike(outline: Outline, spans: list[Span]) -> list[Span]:
    """The items that are like most of the others."""
    shapes = [_shape(outline, span) for span in spans]
    profile = _profile(shapes)
    return [span for span, shape in zip(spans, shapes, strict=True) if _jaccard(shape, profile) >= ODD]


def _periods(outline: Outline, spans: list[Span]) -> tuple[Span, ...]:
    """Siblings whose shapes come round every few of them, taken together; most lists stay as they are."""
    shapes = [_shape(outline, span) for span in spans[:_SAMPLE]]
    if len(shapes) < 2 * FEWEST or _returns(shapes, 1) > 0.5:
        return tuple(spans)
    for period in _PERIODS:
        if _returns(shapes, period) >= 0.85:
            firsts = spans[::period]
            lasts = [*spans[period - 1 :: period], spans[-1]]
            return tuple(Span(a.start, b.stop) for a, b in zip(firsts, lasts, strict=False))
    return tuple(spans)


def _returns(shapes: list[frozenset[int]], period: int) -> float:
    """How often an item has the shape of the one so many places before."""
    pairs = list(zip(shapes, shapes[period:], strict=False))
    return sum(a == b for a, b in pairs) / max(len(pairs), 1)


# Weighing


class Weigher:
    """Tells how much a list looks like the main list of its page."""

    def __init__(self, outline: Outline) -> None:
        page = outline.page
        self._outline = outline
        self._whole = max(int(outline.size[0]), 1)
        edge = page.is_tag(*_EDGES) | page.class_groups(*_EDGE_WORDS)
        edge[: min(2, len(page))] = False
        self._is_edge = (nearest_ancestor(page, edge, include_self=True) >= 0).tolist()
        self._leaves = np.concatenate(([0], np.cumsum(outline.is_leaf)))

    def weigh(self, items: tuple[Span, ...]) -> Listing:
        """A list with its score."""
        sizes = [self._size(span) for span in items]
        shapes = [_shape(self._outline, span) for span in items[:_SAMPLE]]
        profile = _profile(shapes)
        alike = sum(_jaccard(shape, profile) for shape in shapes) / len(shapes)
        leaves = float(np.median([self._leaves[span.stop] - self._leaves[span.start] for span in items]))
        share = min(sum(sizes) / self._whole, 1.0)
        score = share**0.5 * alike * min(len(items) / 5, 1) ** 0.5 * (0.4 + 0.6 * min((leaves - 1) / 2, 1))
        if self._is_edge[items[0].start]:
            score *= 0.3
        return Listing(items, round(max(score, 0.0), 4))

    def _size(self, span: Span) -> int:
        outline, row, total = self._outline, span.start, 0
        while row < span.stop:
            total += int(outline.size[row])
            row = outline.end[row]
        return total
