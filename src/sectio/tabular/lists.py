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
from sectio.tabular.outline import TAGS, Outline

FEWEST: Final = 3
# Of more items than this the rest is not looked at when shapes are compared.
_SAMPLE: Final = 60
_SHAPE_ROWS: Final = 200
_SHAPE_DEPTH: Final = 4
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


Shape = frozenset[int]
# Items with their shapes.
Candidate = tuple[list[Span], list[Shape]]


def find(outline: Outline) -> list[Listing]:
    """The lists of a page that do not overlap, best first."""
    weigher = Weigher(outline)
    candidates = [weigher.weigh(items, shapes) for items, shapes in _candidates(outline)]
    kept: list[Listing] = []
    taken = bytearray(len(outline.page))
    for listing in sorted(candidates, key=lambda one: (-one.score, one.items[0])):
        if len(kept) == _MOST_LISTS or not listing.score:
            break
        if all(taken.find(1, span.start, span.stop) < 0 for span in listing.items):
            kept.append(listing)
            for span in listing.items:
                taken[span.start : span.stop] = b"\1" * (span.stop - span.start)
    return kept


def _candidates(outline: Outline) -> Iterator[Candidate]:
    families = _families(outline)
    for children in families.values():
        deadline.check()
        yield from _siblings(outline, children)
        yield from _cycles(outline, children)
    yield from _cousins(outline, families)


def _families(outline: Outline) -> dict[int, list[int]]:
    """The children that show something or separate, by parent; rows of a table are children of the table."""
    page = outline.page
    above = page.parent
    if page.has("tr"):
        table = nearest_ancestor(page, page.is_tag("table"))
        above = np.where(page.is_tag("tr") & (table >= 0), table, above)
    rows = np.flatnonzero(np.array(outline.shows, bool) | page.is_tag("hr"))
    rows = rows[rows >= 2]
    count = np.bincount(above[rows], minlength=len(page))
    rows = rows[count[above[rows]] >= FEWEST]
    found: dict[int, list[int]] = defaultdict(list)
    for parent, row in zip(above[rows].tolist(), rows.tolist(), strict=True):
        found[parent].append(row)
    return found


def _siblings(outline: Outline, children: Sequence[int]) -> Iterator[Candidate]:
    groups: dict[str, list[int]] = defaultdict(list)
    for row in children:
        groups[outline.labels[row]].append(row)
    for label, rows in groups.items():
        if len(rows) < FEWEST or label.split(".", 1)[0] in _RUNNING or label == "#text":
            continue
        rows = _body_rows(outline, rows) if label == "tr" else rows
        spans, shapes = _alike(outline, [Span(row, outline.end[row]) for row in rows])
        if len(spans) >= FEWEST:
            yield _periods(outline, spans, shapes)


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


def _cousins(outline: Outline, families: dict[int, list[int]]) -> Iterator[Candidate]:
    """Rows of one path under several parents, at least two under each on average."""
    path = _paths(outline)
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
        spans, shapes = _alike(outline, spans)
        if len(spans) >= FEWEST:
            yield spans, shapes


def _paths(outline: Outline) -> list[int]:
    """A number for the path of each row that shows something or separates."""
    ids: dict[tuple[int, str], int] = {}
    path, parent, labels = [0] * len(outline.page), outline.parent, outline.labels
    rows = np.flatnonzero(np.array(outline.shows, bool) | outline.page.is_tag("hr"))
    for row in deadline.watched(rows[rows > 0].tolist()):
        path[row] = ids.setdefault((path[parent[row]], labels[row]), len(ids) + 1)
    return path


def _rich(outline: Outline, spans: Sequence[Span]) -> bool:
    """Whether cells of a table are items themselves: most have a picture or a link, and text besides."""
    full = sum(len(shape) > 3 for shape in _shapes(outline, spans))
    return full > 0.7 * len(spans)


# Cycles


def _cycles(outline: Outline, children: Sequence[int]) -> Iterator[Candidate]:
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
        spans = [Span(children[a], outline.end[children[b - 1]]) for a, b in chosen]
        yield spans, _shapes(outline, spans[:_SAMPLE])


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
    return sum(_likeness(sets)) / len(sets)


# Shapes


def _shapes(outline: Outline, spans: Sequence[Span]) -> list[Shape]:
    """The tags in each item and how deep they are: what items of one list have in common."""
    found = []
    codes, depth = outline.codes, outline.depth
    first = depth[spans[0].start] if spans else 0
    limit = (first + _SHAPE_DEPTH + 1) * TAGS
    for start, stop in spans:
        shape = frozenset(codes[start : min(stop, start + _SHAPE_ROWS)])
        if depth[start] != first:
            shape = frozenset(code + (first - depth[start]) * TAGS for code in shape)
        if max(shape) >= limit:
            shape = frozenset(code for code in shape if code < limit)
        found.append(shape)
    return found


def _profile(sets: Sequence[frozenset[int]] | Sequence[frozenset[str]]) -> frozenset[object]:
    """What at least half of the sets have."""
    counts: dict[object, int] = defaultdict(int)
    for found, times in Counter[frozenset[int] | frozenset[str]](sets[:_SAMPLE]).items():
        for one in found:
            counts[one] += times
    half = min(len(sets), _SAMPLE) / 2
    return frozenset(one for one, count in counts.items() if count >= half)


def _likeness(sets: Sequence[frozenset[int]] | Sequence[frozenset[str]]) -> list[float]:
    """How much each set is like what most of them have, 0 to 1; many are the same."""
    profile = _profile(sets)
    known = {one: _jaccard(one, profile) for one in {*sets}}
    return [known[one] for one in sets]


def _jaccard(a: frozenset[object], b: frozenset[object]) -> float:
    common = len(a & b)
    return common / max(len(a) + len(b) - common, 1)


def _alike(outline: Outline, spans: list[Span]) -> Candidate:
    """The items that are like most of the others."""
    shapes = _shapes(outline, spans)
    kept = [number for number, likeness in enumerate(_likeness(shapes)) if likeness >= ODD]
    return [spans[number] for number in kept], [shapes[number] for number in kept]


def _periods(outline: Outline, spans: list[Span], shapes: list[Shape]) -> Candidate:
    """Siblings whose shapes come round every few of them, taken together; most lists stay as they are."""
    first = shapes[:_SAMPLE]
    if len(first) < 2 * FEWEST or _returns(first, 1) > 0.5:
        return spans, shapes
    for period in _PERIODS:
        if _returns(first, period) >= 0.85:
            firsts = spans[::period]
            lasts = [*spans[period - 1 :: period], spans[-1]]
            together = [Span(a.start, b.stop) for a, b in zip(firsts, lasts, strict=False)]
            return together, _shapes(outline, together[:_SAMPLE])
    return spans, shapes


def _returns(shapes: list[Shape], period: int) -> float:
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
        self._leaves: list[int] = np.concatenate(([0], np.cumsum(outline.is_leaf))).tolist()
        self._sizes: list[int] = outline.size.tolist()

    def weigh(self, items: Sequence[Span], shapes: Sequence[Shape] | None = None) -> Listing:
        """A list with its score; the shapes of its first items may be known."""
        sample = _shapes(self._outline, items[:_SAMPLE]) if shapes is None else shapes[:_SAMPLE]
        alike = sum(_likeness(sample)) / len(sample)
        leaves = _median([self._leaves[span.stop] - self._leaves[span.start] for span in items])
        share = min(sum(map(self._size, items)) / self._whole, 1.0)
        score = share**0.5 * alike * min(len(items) / 5, 1) ** 0.5 * (0.4 + 0.6 * min((leaves - 1) / 2, 1))
        if self._is_edge[items[0].start]:
            score *= 0.3
        return Listing(tuple(items), round(max(score, 0.0), 4))

    def _size(self, span: Span) -> int:
        row, stop = span
        end, sizes = self._outline.end, self._sizes
        total = 0
        while row < stop:
            total += sizes[row]
            row = end[row]
        return total


def _median(numbers: list[int]) -> float:
    ordered, half = sorted(numbers), len(numbers) // 2
    return float(ordered[half]) if len(numbers) % 2 else (ordered[half - 1] + ordered[half]) / 2
