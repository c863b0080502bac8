"""Generalising a template by a page (spec §4.1): what fits stays, what does not becomes `*`, `|` or `?`.

Growing a node needs its children grown first, to any depth. The steps are therefore written as generators
that yield the steps they need, and `run` keeps the stack: no recursion on the depth of the page.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, TypeAlias, TypeVar

from sectio import deadline
from sectio.sites.template.align import (
    FULL,
    MIN_MATCH_SIM,
    Automaton,
    Path,
    accepts,
    align,
    compile_seq,
    fit,
    similarity,
)
from sectio.sites.template.fold import FOLD_SIM, MAX_PERIOD, MIN_REPEAT, PAIR_SIM, Member, Run, find_runs
from sectio.sites.template.pattern import (
    Item,
    Node,
    Opt,
    Or,
    Seq,
    Star,
    either,
    kinds,
    mixed,
    nesting,
    nodes_of,
    opt,
    replace,
    star,
)
from sectio.sites.template.skeleton import skeletons
from sectio.sites.template.view import View

MAX_ALTS: Final = 10
MAX_NESTING: Final = 24
MAX_ITEMS: Final = 400  # nodes in one child list; a longer one becomes mixed content
MIXED: Final = 12
MAX_KINDS: Final = 60
MAX_VARIANTS: Final = 500  # dissimilar items of one list that are considered
MAX_LIST: Final = 20_000  # children of one page node that learning considers

T = TypeVar("T")
Task: TypeAlias = Generator[Any, Any, T]


def run(task: Task[T]) -> T:
    """Run a step and the steps it needs."""
    stack: list[Task[Any]] = [task]
    value: Any = None
    while stack:
        deadline.check()
        try:
            wanted = stack[-1].send(value)
        except StopIteration as done:
            stack.pop()
            value = done.value
        else:
            stack.append(wanted)
            value = None
    return value  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Limits:
    """When two things are the same, and how far a template may grow."""

    min_match_sim: float = MIN_MATCH_SIM
    fold_sim: float = FOLD_SIM
    max_period: int = MAX_PERIOD
    max_alts: int = MAX_ALTS
    # A longer child list, with recurring labels, is running text: `(p|h2|ul)*`.
    max_list: int | None = MIXED


@dataclass(eq=False)
class Grower:
    """Builds templates from page nodes and grows them; results are remembered."""

    limits: Limits = field(default_factory=Limits)
    _built: dict[int, Node] = field(default_factory=dict)
    _grown: dict[tuple[Node, int], Node] = field(default_factory=dict)
    _compiled: dict[Seq, Automaton] = field(default_factory=dict)

    # A page subtree as a template

    def build(self, view: View, root: int) -> Node:
        """The template of one page subtree: itself, with repetition folded, bottom-up."""
        return run(self._build(view, root))

    def _build(self, view: View, root: int) -> Task[Node]:
        prints, built = view.prints, self._built
        if prints[root] in built:
            return built[prints[root]]
        for row in range(view.end[root] - 1, root - 1, -1):
            if prints[row] not in built:
                children = view.children(row)[:MAX_LIST]
                folded = yield self._fold([built[prints[child]] for child in children], view, children)
                mixed_or_not = yield self._mix(folded)
                built[prints[row]] = Node(view.label[row], mixed_or_not)
        return built[prints[root]]

    def _build_list(self, view: View, rows: Sequence[int]) -> Task[Seq]:
        """Several siblings as a template sequence."""
        nodes: list[Node] = []
        for row in deadline.watched(rows):
            nodes.append((yield self._build(view, row)))
        folded: Seq = yield self._fold(nodes, view, rows)
        return folded

    def _fold(self, items: Sequence[Item], view: View | None = None, rows: Sequence[int] = ()) -> Task[Seq]:
        """Replace runs of similar siblings by STARs until there are none; `rows` are the items' page nodes."""
        if len(items) < MIN_REPEAT:
            return tuple(items)
        members = [_member(item) for item in items]
        runs = find_runs(members, fold_sim=self.limits.fold_sim, max_period=self.limits.max_period)
        folded: list[Item] = []
        done = 0
        for found in runs:
            folded += items[done : found.start]
            folded += star((yield self._fold_run(items, rows, view, found)))
            done = found.start + found.period * found.times
        return (*folded, *items[done:])

    def _fold_run(self, items: Sequence[Item], rows: Sequence[int], view: View | None, found: Run) -> Task[Seq]:
        """The first block of a run, grown by the others in order."""
        body = list(items[found.start : found.start + found.period])
        seen: set[Item] = set()
        for place in range(found.start + found.period, found.start + found.period * found.times):
            if items[place] in seen or len(seen) > MAX_VARIANTS:
                continue
            seen.add(items[place])
            at = (place - found.start) % found.period
            mine, other = body[at], items[place]
            assert isinstance(mine, Node)
            assert isinstance(other, Node)
            if view is not None:
                body[at] = yield self._grow(mine, view, rows[place])
            else:
                body[at] = yield self._merge(mine, other)
        return tuple(body)

    def _merge(self, node: Node, other: Node) -> Task[Node]:
        """A node that also accepts what another accepts."""
        if node is other:
            return node
        for skeleton in skeletons(other, repeats=2):
            node = yield self._grow(node, skeleton.view, 0)
        return node

    # A template node and a page node

    def grow(self, node: Node, view: View, row: int) -> Node:
        """The node, changed as little as possible to accept the page node."""
        return run(self._grow(node, view, row))

    def _grow(self, node: Node, view: View, row: int) -> Task[Node]:
        key = node, view.prints[row]
        known = self._grown.get(key)
        if known is None:
            children = yield self._grow_children(node.children, view, view.children(row)[:MAX_LIST])
            known = node if children is node.children else Node(node.label, children)
            self._grown[key] = known
        return known

    def _grow_children(self, seq: Seq, view: View, rows: Sequence[int]) -> Task[Seq]:
        """Mixed content accepts children in any order; any other list is aligned."""
        known = kinds(seq) if self.limits.max_list is not None else ()
        if not known:
            grown: Seq = yield self._grow_seq(seq, view, rows)
            if grown is not seq:
                grown = yield self._mix(grown)
            return grown
        nodes = {node.label: node for node in known}
        for row in rows:
            node = nodes.get(view.label[row])
            if node is not None:
                done = self._grown.get((node, view.prints[row]))
                nodes[node.label] = done or (yield self._grow(node, view, row))
            elif len(nodes) < MAX_KINDS:
                nodes[view.label[row]] = yield self._build(view, row)
        changed = any(a is not b for a, b in zip(nodes.values(), known, strict=False)) or len(nodes) > len(known)
        return mixed(tuple(nodes.values())) if changed else seq

    def _mix(self, seq: Seq) -> Task[Seq]:
        """Turn a long list into mixed content if its nodes are similar, label by label, or if it is endless."""
        nodes = tuple(nodes_of(seq))
        if len(nodes) <= MAX_ITEMS and not self._is_running_text(nodes):
            return seq
        merged: dict[str, Node] = {}
        for node in tuple(dict.fromkeys(nodes))[:MAX_VARIANTS]:
            before = merged.get(node.label)
            if before is not None:
                merged[node.label] = yield self._merge(before, node)
            elif len(merged) < MAX_ITEMS:
                merged[node.label] = node
        return mixed(tuple(merged.values()))

    def _is_running_text(self, nodes: Sequence[Node]) -> bool:
        """Labels recur, and nodes of one label share most of their paths."""
        labels = {node.label for node in nodes}
        limit = self.limits.max_list
        if limit is None or len(nodes) <= limit or not 2 <= len(labels) <= len(nodes) / 2:
            return False
        paths: dict[str, frozenset[int]] = {}
        known = []
        for node in nodes:
            before = paths.get(node.label)
            if before is not None:
                known.append(len(before & node.sig) / len(node.sig))
            paths[node.label] = (before or frozenset()) | node.sig
        return sum(known) >= self.limits.fold_sim * len(known)

    def automaton(self, seq: Seq) -> Automaton:
        """The automaton of a sequence, made once."""
        found = self._compiled.get(seq)
        if found is None:
            found = self._compiled[seq] = compile_seq(seq)
        return found

    def _grow_seq(self, seq: Seq, view: View, rows: Sequence[int]) -> Task[Seq]:
        """The sequence, changed so that it accepts the page nodes."""
        if not rows and not seq:
            return seq
        auto = self.automaton(seq)
        path = align(auto, view, rows, min_sim=self.limits.min_match_sim)
        same: Seq
        if not path.penalty:
            same = yield self._refit(seq, auto, view, rows, path)
            return same
        wider: Seq = yield self._widen(seq, auto, view, rows, path)
        wider = yield self._tidy(wider)
        if nesting(wider) > MAX_NESTING:
            same = yield self._refit(seq, auto, view, rows, path)
            return same
        if sum(1 for _ in nodes_of(wider)) > MAX_ITEMS:
            wider = yield self._mix(wider)
            return wider
        if not accepts(self.automaton(wider), view, rows, min_sim=self.limits.min_match_sim):
            if any(isinstance(item, Or) and len(item.alts) >= self.limits.max_alts for item in wider):
                return wider  # a variant that the cap has rejected
            fresh = yield self._build_list(view, rows)
            wider = self._alternative((seq,), fresh)
        return wider

    def _refit(self, seq: Seq, auto: Automaton, view: View, rows: Sequence[int], path: Path) -> Task[Seq]:
        """The same sequence with each node grown by the page nodes matched to it."""
        nodes = list(auto.nodes)
        for row, edge in zip(rows, path.edges, strict=True):
            if edge >= 0:
                known = self._grown.get((nodes[edge], view.prints[row]))
                nodes[edge] = known or (yield self._grow(nodes[edge], view, row))
        if all(a is b for a, b in zip(nodes, auto.nodes, strict=True)):
            return seq
        return replace(seq, nodes)

    # Gaps

    def _widen(self, seq: Seq, auto: Automaton, view: View, rows: Sequence[int], path: Path) -> Task[Seq]:
        """Grow the matched items by what they own and close the gaps between them."""
        out: list[Item] = []
        item, at = 0, 0
        for matched, first, last in _spans(auto, path):
            yield self._close_gap(out, seq[item:matched], view, rows[at:first])
            turns = [first, *sorted(turn for turn in path.turns if first < turn < last), last]
            owned = [rows[a:b] for a, b in pairwise(turns)]
            alternative = _alternative_of(seq[matched], auto, matched, path.edges[first])
            out += yield self._grow_item(seq[matched], view, owned, alternative)
            item, at = matched + 1, last
        yield self._close_gap(out, seq[item:], view, rows[at:])
        return tuple(out)

    def _grow_item(self, item: Item, view: View, owned: Sequence[Sequence[int]], alternative: int) -> Task[Seq]:
        """One item by the page nodes it owns; a STAR by each of its iterations."""
        if isinstance(item, Node):
            return ((yield self._grow(item, view, owned[0][0])),)
        if isinstance(item, Or):
            alts = list(item.alts)
            alts[alternative] = yield self._grow_seq(alts[alternative], view, [row for part in owned for row in part])
            return either(alts)
        seq = item.seq
        for rows in owned:
            seq = yield self._grow_seq(seq, view, rows)
        return star(seq) if isinstance(item, Star) else opt(seq)

    def _close_gap(self, out: list[Item], unused: Seq, view: View, rows: Sequence[int]) -> Task[None]:
        """Append the unused items to `out`, made so that the unused page nodes are accepted there."""
        rest = yield self._repeat(out, view, list(rows))
        fresh: Seq = ()
        if rest:
            fresh = yield self._build_list(view, rest)
        start = len(out)
        placed = not rest
        for required, items in _stretches(unused):
            if not required:
                out += items
            elif placed:
                out += opt(items)
            else:
                out += yield self._disjoin(items, fresh, view, rest)
                placed = True
        if not placed:
            out[start:start] = opt(fresh)

    def _disjoin(self, items: Seq, fresh: Seq, view: View, rows: Sequence[int]) -> Task[Seq]:
        """G2: these items or the new ones; where labels are equal, both in one."""
        alts = list(items[0].alts) if len(items) == 1 and isinstance(items[0], Or) else [items]
        labels = [view.label[row] for row in rows]
        for place, alt in enumerate(alts):
            if all(isinstance(item, Node) for item in alt) and [item.label for item in nodes_of(alt)] == labels:
                grown: list[Item] = []
                for item, row in zip(nodes_of(alt), rows, strict=True):
                    grown.append((yield self._grow(item, view, row)))
                alts[place] = tuple(grown)
                return either(alts)
        return self._alternative(alts, fresh)

    def _alternative(self, alts: Sequence[Seq], fresh: Seq) -> Seq:
        """The alternatives and one more; beyond the cap further variants are ignored."""
        wider = either([*alts, fresh])
        many = next((item for item in wider if isinstance(item, Or)), None)
        return wider if many is None or len(many.alts) <= self.limits.max_alts else either(alts)

    def _repeat(self, out: list[Item], view: View, rows: list[int]) -> Task[list[int]]:
        """G1: merge page nodes that repeat what is left of the gap; returns the others."""
        while rows and out:
            last = out[-1]
            if isinstance(last, Star):
                used = self._iteration(last.seq, view, rows)
                if not used:
                    break
                seq = yield self._grow_seq(last.seq, view, rows[:used])
                out[-1:] = star(seq)
            else:
                used = self._period(out, view, rows)
                if not used:
                    break
                body: list[Item] = []
                for item, row in zip(out[-used:], rows, strict=False):
                    assert isinstance(item, Node)
                    body.append((yield self._grow(item, view, row)))
                out[-used:] = star(tuple(body))
            rows = rows[used:]
        return rows

    def _iteration(self, body: Seq, view: View, rows: Sequence[int]) -> int:
        """How many of the next page nodes the body of a STAR accepts, at most one iteration; 0 for none."""
        auto = self.automaton(body)
        for count in range(min(len(body), len(rows)), 0, -1):
            if accepts(auto, view, rows[:count], min_sim=self.limits.min_match_sim):
                return count
        return 0

    def _period(self, out: Sequence[Item], view: View, rows: Sequence[int]) -> int:
        """The smallest number of items left of the gap that the next page nodes repeat; 0 for none."""
        for period in range(1, min(self.limits.max_period, len(out), len(rows)) + 1):
            pairs = list(zip(out[-period:], rows, strict=False))
            if all(isinstance(item, Node) and item.label == view.label[row] for item, row in pairs):
                alike = sum(similarity(item.sig, view.sig(row)) for item, row in pairs if isinstance(item, Node))
                if alike >= (PAIR_SIM if period > 1 else self.limits.fold_sim) * period:
                    return period
        return 0

    # Normal form

    def _tidy(self, seq: Seq) -> Task[Seq]:
        """Fold what has become similar, and join adjacent STARs with similar bodies."""
        seq = yield self._fold(seq)
        out: list[Item] = []
        for item in seq:
            last = out[-1] if out else None
            if isinstance(item, Star) and isinstance(last, Star) and self._alike(last.seq, item.seq):
                body: list[Item] = []
                for mine, other in zip(last.seq, item.seq, strict=True):
                    assert isinstance(mine, Node)
                    assert isinstance(other, Node)
                    body.append((yield self._merge(mine, other)))
                out[-1:] = star(tuple(body))
            else:
                out.append(item)
        return seq if len(out) == len(seq) else tuple(out)

    def _alike(self, a: Seq, b: Seq) -> bool:
        if len(a) != len(b):
            return False
        total = 0.0
        for mine, other in zip(a, b, strict=True):
            if not (isinstance(mine, Node) and isinstance(other, Node) and mine.label == other.label):
                return False
            total += similarity(mine.sig, other.sig)
        return total >= self.limits.fold_sim * len(a)

    def page_fit(self, node: Node, view: View) -> float:
        """How much of a page the template knows, 0 to 1."""
        return fit(node, view, view.root) / FULL


_NOTHING: Final[frozenset[int]] = frozenset()


def _member(item: Item) -> Member:
    return Member(item.label, item.sig) if isinstance(item, Node) else Member("", _NOTHING)


def _spans(auto: Automaton, path: Path) -> list[tuple[int, int, int]]:
    """Each matched top-level item with the children it owns: from its first match to just after its last."""
    spans: list[tuple[int, int, int]] = []
    for place, edge in enumerate(path.edges):
        if edge >= 0:
            item = auto.item[edge]
            first = spans.pop()[1] if spans and spans[-1][0] == item else place
            spans.append((item, first, place + 1))
    return spans


def _alternative_of(item: Item, auto: Automaton, place: int, edge: int) -> int:
    """Which alternative of an OR an edge belongs to."""
    if not isinstance(item, Or):
        return 0
    at = edge - auto.item.index(place)
    for number, alt in enumerate(item.alts):
        at -= sum(1 for _ in nodes_of(alt))
        if at < 0:
            return number
    raise AssertionError("the edge does not belong to this item")


def _stretches(items: Seq) -> list[tuple[bool, Seq]]:
    """Unused items in runs: required ones together, optional ones each alone."""
    found: list[tuple[bool, Seq]] = []
    for item in items:
        required = isinstance(item, Node | Or)
        if required and found and found[-1][0]:
            found[-1] = True, (*found[-1][1], item)
        else:
            found.append((required, (item,)))
    return found


__all__ = ["Grower", "Limits", "Opt", "run"]
