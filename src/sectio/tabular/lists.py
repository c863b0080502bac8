"""Lists on one page: siblings, or runs of siblings, that have the same shape.

Three kinds of candidates are looked at: siblings of one name (list items, cards, rows of a table), rows of the same path
under several parents (grids whose cards are in rows), and cycles, in which an item is several siblings (`dt` and `dd`, a
link followed by its date and text, two rows of a table). The better of overlapping candidates are kept.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom import tags
from sectio.dom.page import covered
from sectio.dom.tree import nearest_ancestor
from sectio.tabular.outline import Numbers, Outline, numbers

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
_RUNNING_BUT_CELLS: Final = _RUNNING - {"td"}
_TEXT, _BREAK, _RULE, _ROW, _CELL = (tags.CODE[name] for name in ("#text", "br", "hr", "tr", "td"))
_MOST_NAMES: Final = 12
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


class Spans(NamedTuple):
    """Items, where each starts and where it ends."""

    starts: Numbers
    stops: Numbers

    @classmethod
    def of(cls, outline: Outline, rows: Sequence[int]) -> "Spans":
        """One item for each row."""
        return cls(array("i", rows), array("i", [outline.end[row] for row in rows]))

    @classmethod
    def listed(cls, spans: Sequence[Span]) -> "Spans":
        """The same from single items."""
        return cls(array("i", [span.start for span in spans]), array("i", [span.stop for span in spans]))

    def first(self, count: int) -> "Spans":
        """The first of them."""
        return Spans(self.starts[:count], self.stops[:count])

    def each(self) -> Iterator[Span]:
        """The items one by one."""
        return map(Span, self.starts, self.stops)


@dataclass(frozen=True)
class Listing:
    """Items of one list, in document order, and how much it looks like the page's main list, 0 to 1."""

    items: Spans
    score: float


# Items, and how much the first of them are like what most of them have.
Candidate: TypeAlias = tuple[Spans, Sequence[float]]


def find(outline: Outline) -> list[Listing]:
    """The lists of a page that do not overlap, best first."""
    weigher = Weigher(outline)
    candidates = [weigher.weigh(items, likeness) for items, likeness in _candidates(outline)]
    kept: list[Listing] = []
    taken = bytearray(len(outline.page))
    for listing in sorted(candidates, key=lambda one: (-one.score, one.items.starts[0], one.items.stops[0])):
        if len(kept) == _MOST_LISTS or not listing.score:
            break
        if all(taken.find(1, start, stop) < 0 for start, stop in zip(*listing.items, strict=True)):
            kept.append(listing)
            for start, stop in zip(*listing.items, strict=True):
                taken[start:stop] = b"\1" * (stop - start)
    return kept


@dataclass(frozen=True, eq=False)
class _Families:
    """The children that show something or separate, of parents that have a few of them; rows of a table are children of the table.

    `rows` are in the order of their parents, in `above`.
    """

    rows: NDArray[np.intp]
    above: NDArray[np.intp]

    @classmethod
    def of(cls, outline: Outline) -> "_Families":
        page = outline.page
        above = page.parent
        if page.has("tr"):
            table = nearest_ancestor(page, page.is_tag("table"))
            above = np.where(page.is_tag("tr") & (table >= 0), table, above)
        # Names after so many others share a code: elements of that code are not alike.
        rows = np.flatnonzero((outline.shown | page.is_tag("hr")) & (page.tag < tags.LAST_CODE))
        rows = rows[rows >= 2]
        count = np.bincount(above[rows], minlength=len(page))
        rows = rows[count[above[rows]] >= FEWEST]
        rows = rows[np.argsort(above[rows], kind="stable")]
        return cls(rows, above[rows].astype(np.intp))


def _candidates(outline: Outline) -> Iterator[Candidate]:
    families = _Families.of(outline)
    if len(families.rows):
        yield from _siblings(outline, families)
        yield from _cousins(outline, families)


def _siblings(outline: Outline, families: _Families) -> Iterator[Candidate]:
    """Siblings of one name, and cycles of siblings with several names that come often."""
    label = outline.label[families.rows]
    order = np.lexsort((label, families.above))
    rows, label, above = families.rows[order], label[order], families.above[order]
    starts = np.flatnonzero(np.append(True, (above[1:] != above[:-1]) | (label[1:] != label[:-1])))
    stops = np.append(starts[1:], len(rows))
    often = stops - starts >= FEWEST
    starts, stops = starts[often], stops[often]
    label, above = label[starts], above[starts]
    for start, stop, name in zip(starts.tolist(), stops.tolist(), label.tolist(), strict=True):
        deadline.check()
        if name != _TEXT and _tag(outline, name) not in _RUNNING:
            own = rows[start:stop].tolist()
            spans, found = _alike(outline, Spans.of(outline, _body_rows(outline, own) if name == _ROW else own))
            if len(spans.starts) >= FEWEST:
                yield _periods(outline, spans, found)
    # Cycles have at least two names, or one and texts.
    named = np.bincount(above[(label != _TEXT) & (label != _BREAK)], minlength=1)
    texts = np.bincount(above[label == _TEXT], minlength=len(named))
    named = np.append(named, np.zeros(len(texts) - len(named), named.dtype))
    for parent in np.flatnonzero((named > 0) & (named <= _MOST_NAMES) & (named + texts > 1)).tolist():
        deadline.check()
        first, last = families.above.searchsorted((parent, parent + 1))
        yield from _cycles(outline, families.rows[first:last].tolist())


def _tag(outline: Outline, name: int) -> str:
    return outline.names[name].split(".", 1)[0]


def _body_rows(outline: Outline, rows: list[int]) -> list[int]:
    """The rows of a table without those that name its columns."""
    return [row for row in rows if not is_header(outline, row)]


def is_header(outline: Outline, row: int) -> bool:
    """Whether a row of a table names its columns."""
    page = outline.page
    if page.tag_of(outline.parent[row]) == "thead":
        return True
    cell, stop = row + 1, outline.end[row]
    while cell < stop and page.tag_of(cell) == "th":
        cell = outline.end[cell]
    return row + 1 < stop <= cell


def _cousins(outline: Outline, families: _Families) -> Iterator[Candidate]:
    """Rows of one path under several parents."""
    path = _paths(outline)[families.rows]
    order = np.lexsort((families.rows, path))
    rows, above, path = families.rows[order], families.above[order], path[order]
    starts = np.flatnonzero(np.append(True, path[1:] != path[:-1]))
    stops = np.append(starts[1:], len(rows))
    # With another parent somewhere in it.
    others = np.append(0, np.cumsum(np.append(False, above[1:] != above[:-1])))
    wanted = (stops - starts >= FEWEST) & (others[stops] > others[starts + 1])
    for start, stop in zip(starts[wanted].tolist(), stops[wanted].tolist(), strict=True):
        deadline.check()
        own = rows[start:stop].tolist()
        name = int(outline.label[own[0]])
        if name == _TEXT or _tag(outline, name) in _RUNNING_BUT_CELLS:
            continue
        spans = Spans.of(outline, _body_rows(outline, own) if name == _ROW else own)
        if name == _CELL and not _rich(outline, spans.first(_SAMPLE)):
            continue
        spans, found = _alike(outline, spans)
        if len(spans.starts) >= FEWEST:
            yield spans, found.likeness[:_SAMPLE]


def _paths(outline: Outline) -> NDArray[np.int32]:
    """A number for the path of each row that shows something or separates."""
    page = outline.page
    path, wanted = np.zeros(len(page), np.int32), outline.shown | page.is_tag("hr")
    if compiled.core:
        compiled.core.row_paths(page.parent, outline.label, wanted, path)
        return path
    ids: dict[tuple[int, int], int] = {}
    rows, parent, labels, found = np.flatnonzero(wanted), outline.parent, outline.labels, numbers(path)
    for row in deadline.watched(rows[rows > 0].tolist()):
        found[row] = ids.setdefault((found[parent[row]], labels[row]), len(ids) + 1)
    return np.frombuffer(found, np.int32)


def _rich(outline: Outline, spans: Spans) -> bool:
    """Whether cells of a table are items themselves: most have a picture or a link, and text besides."""
    full = sum(size > 3 for size in shapes(outline, spans).sizes)
    return full > 0.7 * len(spans.starts)


# Cycles


def _cycles(outline: Outline, children: Sequence[int]) -> Iterator[Candidate]:
    """Items of several siblings: the children cut before each one of the name that makes the most regular cut."""
    own = outline.labels
    labels = array("i", [own[row] for row in children])
    counts = Counter(labels)
    often = [label for label, count in counts.items() if count >= FEWEST and label not in (_BREAK, _TEXT)]
    if len(often) + (counts[_TEXT] >= FEWEST) < 2 or len(often) > _MOST_NAMES:
        return
    cuts = [cut for label in often if len((cut := _cut(outline, children, labels, label)).starts)]
    qualities = [_regularity(cut, labels) for cut in cuts]
    best = max(qualities, default=0.0)
    if best >= _REGULAR:
        # The name that comes first begins the items, if the cut is nearly as regular as the best.
        chosen = next(cut for cut, quality in zip(cuts, qualities, strict=True) if quality >= best - _NEARLY)
        starts, stops = [children[a] for a in chosen.starts], [outline.end[children[b - 1]] for b in chosen.stops]
        spans = Spans(array("i", starts), array("i", stops))
        yield spans, shapes(outline, spans.first(_SAMPLE)).likeness


def _cut(outline: Outline, children: Sequence[int], labels: Numbers, label: int) -> Spans:
    """The parts that begin with a label, as positions; the last ends where something unknown to the others begins."""
    places = array("i", [i for i, name in enumerate(labels) if name == label])
    after = label == _RULE
    starts, stops = array("i", [a + after for a in places[:-1]]), places[1:]
    known: set[int] = set()
    if len(starts):
        inside = np.frombuffer(labels, np.int32)[starts[0] : stops[-1]]
        known = {*(np.unique(inside[inside != label] if after else inside).tolist())}
    longest = max((b - a for a, b in zip(starts, stops, strict=True)), default=1)
    a = places[-1] + after
    b = min(a + 1, len(labels))
    while b < len(labels) and labels[b] in known and b - a < longest:
        b += 1
    starts.append(a)
    stops.append(b)
    parts = [
        (a, b)
        for a, b in deadline.watched(zip(starts, stops, strict=True))
        if b > a and any(outline.shows[row] for row in children[a:b])
    ]
    if len(parts) < FEWEST or sum(b - a for a, b in parts) < 1.5 * len(parts):
        return Spans(array("i"), array("i"))
    return Spans(array("i", [a for a, _ in parts]), array("i", [b for _, b in parts]))


def _regularity(parts: Spans, labels: Numbers) -> float:
    """How alike the parts are, and how much more than one node they have."""
    same: dict[bytes, frozenset[int]] = {}
    sets: list[frozenset[int]] = []
    for a, b in deadline.watched(zip(*parts, strict=True)):
        own = labels[a:b]
        sets.append(same.setdefault(own.tobytes(), frozenset(own)))
    return sum(_likeness(sets)) / len(sets)


# Shapes


class Shapes(NamedTuple):
    """How much each item is like what most of the first have, 0 to 1; for each of the first, which was the first of its shape; and
    how much is in each shape.

    A shape is the tags in an item and how deep they are: what items of one list have in common.
    """

    likeness: Sequence[float]
    kinds: Sequence[int]
    sizes: Sequence[int]


def shapes(outline: Outline, spans: Spans) -> Shapes:
    """The shapes of items."""
    page, count = outline.page, len(spans.starts)
    if compiled.core is None or not count:
        return _plain_shapes(outline, spans)
    likeness, sizes = array("d", bytes(8 * count)), array("i", bytes(4 * count))
    kinds = array("i", bytes(4 * min(count, _SAMPLE)))
    compiled.core.item_shapes(page.depth, page.tag, *spans, likeness, kinds, sizes)
    return Shapes(likeness, kinds, sizes)


def _plain_shapes(outline: Outline, spans: Spans) -> Shapes:
    """The same by sets."""
    depth, tag = outline.page.depth, outline.page.tag
    found: list[frozenset[tuple[int, int]]] = []
    for start, stop in deadline.watched(zip(*spans, strict=True)):
        rows = slice(start, min(stop, start + _SHAPE_ROWS))
        below = (depth[rows] - depth[start]).tolist()
        codes = zip(below, tag[rows].tolist(), strict=True)
        found.append(frozenset(code for code in codes if code[0] <= _SHAPE_DEPTH))
    first: dict[frozenset[tuple[int, int]], int] = {}
    kinds = [first.setdefault(shape, at) for at, shape in enumerate(found[:_SAMPLE])]
    return Shapes(_likeness(found), kinds, [*map(len, found)])


def _profile(sets: Sequence[frozenset[Any]]) -> frozenset[object]:
    """What at least half of the sets have."""
    counts: dict[object, int] = defaultdict(int)
    for found, times in Counter(sets[:_SAMPLE]).items():
        for one in found:
            counts[one] += times
    half = min(len(sets), _SAMPLE) / 2
    return frozenset(one for one, count in counts.items() if count >= half)


def _likeness(sets: Sequence[frozenset[Any]]) -> list[float]:
    """How much each set is like what most of them have, 0 to 1; many are the same."""
    profile = _profile(sets)
    known = {one: _jaccard(one, profile) for one in {*sets}}
    return [known[one] for one in sets]


def _jaccard(a: frozenset[object], b: frozenset[object]) -> float:
    common = len(a & b)
    return common / max(len(a) + len(b) - common, 1)


def _alike(outline: Outline, spans: Spans) -> tuple[Spans, Shapes]:
    """The items that are like most of the others, with the shapes of the first of them."""
    found = shapes(outline, spans)
    kept = [number for number, likeness in enumerate(found.likeness) if likeness >= ODD]
    if len(kept) == len(spans.starts):
        return spans, found
    starts, stops = ([column[number] for number in kept] for column in spans)
    spans = Spans(array("i", starts), array("i", stops))
    return spans, shapes(outline, spans.first(_SAMPLE))


def _periods(outline: Outline, spans: Spans, found: Shapes) -> Candidate:
    """Siblings whose shapes come round every few of them, taken together; most lists stay as they are."""
    first = found.kinds
    if len(first) >= 2 * FEWEST and _returns(first, 1) <= 0.5:
        for period in _PERIODS:
            if _returns(first, period) >= 0.85:
                starts = spans.starts[::period]
                stops = (spans.stops[period - 1 :: period] + spans.stops[-1:])[: len(starts)]
                together = Spans(starts, stops)
                return together, shapes(outline, together.first(_SAMPLE)).likeness
    return spans, found.likeness[:_SAMPLE]


def _returns(kinds: Sequence[int], period: int) -> float:
    """How often an item has the shape of the one so many places before."""
    pairs = list(zip(kinds, kinds[period:], strict=False))
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
        self._is_edge = covered(page, edge).tobytes()
        self._leaves = numbers(np.concatenate(([0], np.cumsum(outline.is_leaf))))
        self._sizes = numbers(outline.size)

    def weigh(self, items: Spans, likeness: Sequence[float] | None = None) -> Listing:
        """A list with its score; how much the first of its items are alike may be known."""
        sample = shapes(self._outline, items.first(_SAMPLE)).likeness if likeness is None else likeness
        alike = sum(sample) / len(sample)
        size, leaves = self._measured(items)
        share = min(size / self._whole, 1.0)
        score = share**0.5 * alike * min(len(items.starts) / 5, 1) ** 0.5 * (0.4 + 0.6 * min((leaves - 1) / 2, 1))
        if self._is_edge[items.starts[0]]:
            score *= 0.3
        return Listing(items, round(max(score, 0.0), 4))

    def _measured(self, items: Spans) -> tuple[int, float]:
        """How much all items show, in characters, and how many leaves the one in the middle has."""
        if compiled.core:
            return compiled.core.item_weights(self._outline.end, self._sizes, self._leaves, *items)
        leaves = [self._leaves[stop] - self._leaves[start] for start, stop in zip(*items, strict=True)]
        return sum(map(self._size, *items)), _median(leaves)

    def _size(self, row: int, stop: int) -> int:
        end, sizes = self._outline.end, self._sizes
        if end[row] == stop:
            return sizes[row]
        total = 0
        while row < stop:
            total += sizes[row]
            row = end[row]
        return total


def _median(found: list[int]) -> float:
    ordered, half = sorted(found), len(found) // 2
    return float(ordered[half]) if len(found) % 2 else (ordered[half - 1] + ordered[half]) / 2
