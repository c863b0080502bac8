"""Aligning a child sequence of the template with children of a page (spec §4.1 step 1).

A sequence is compiled to an automaton with ε-edges: a NODE is an edge that consumes one child, next to an
ε-edge that skips the item (penalty 1); at every state one child may stay unused (penalty 1). The best path
has the largest total fit, then the smallest penalty, then the earlier children. Most lists need no search:
when each child can go to only one place, or every child fits perfectly, a single pass finds the path the
search would find.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sectio.once import once
from sectio.sites.template.pattern import Node, Opt, Or, Seq, Star
from sectio.sites.template.view import View

MIN_MATCH_SIM: Final = 0.3
# Fits are whole numbers of 1/1024, so that sums of them tie exactly.
FULL: Final = 1024
_FIT: Final = 1 << 22  # value of 1/1024 fit, above any penalty
_NEVER: Final = -(1 << 80)
_QUICK_EDGES: Final = 400
MAX_CELLS: Final = 1_000_000


def fit(node: Node, view: View, child: int) -> int:
    """Share of the page node's paths that the template node knows, in 1/1024; 0 when labels differ."""
    key = view.prints[child]
    found = node.fits.get(key)
    if found is None:
        if node.label != view.label[child]:
            found = 0
        else:
            paths = view.sig(child)
            found = FULL * len(node.sig & paths) // len(paths)
        node.fits[key] = found
    return found


def similarity(a: frozenset[int], b: frozenset[int]) -> float:
    """Similarity of two signatures, 0 to 1; their roots must have the same label."""
    return 2 * len(a & b) / (len(a) + len(b))


@dataclass(eq=False)
class Automaton:
    """A compiled sequence. Edges are the nodes of the sequence in order; states are numbered forward."""

    nodes: list[Node] = field(default_factory=list)
    offset: list[int] = field(default_factory=list)  # position of each node, counted from the sequence's start
    item: list[int] = field(default_factory=list)  # top-level item of each node
    source: list[int] = field(default_factory=list)
    epsilon: list[tuple[int, int, int]] = field(default_factory=list)  # from, to, penalty; in order of `from`
    back: list[tuple[int, int]] = field(default_factory=list)  # from the end of a STAR body to its start
    top_back: dict[int, int] = field(default_factory=dict)  # end state of a top-level STAR body → its item
    states: int = 1

    @once
    def by_label(self) -> dict[str, list[int]]:
        """The edges of each label."""
        found: dict[str, list[int]] = {}
        for edge, node in enumerate(self.nodes):
            found.setdefault(node.label, []).append(edge)
        return found

    @once
    def free(self) -> list[list[int]]:
        """For each state, the edges reachable from it at no penalty, in order; -1 is the end."""
        steps: dict[int, list[int]] = {}
        for start, stop, penalty in self.epsilon:
            if not penalty:
                steps.setdefault(start, []).append(stop)
        for start, stop in self.back:
            steps.setdefault(start, []).append(stop)
        edges: dict[int, list[int]] = {}
        for edge, start in enumerate(self.source):
            edges.setdefault(start, []).append(edge)
        return [self._reach(state, steps, edges) for state in range(self.states)]

    def _reach(self, state: int, steps: dict[int, list[int]], edges: dict[int, list[int]]) -> list[int]:
        seen, stack = {state}, [state]
        found: list[int] = []
        while stack:
            here = stack.pop()
            found += edges.get(here, ())
            if here == self.states - 1:
                found.append(-1)
            for there in steps.get(here, ()):
                if there not in seen:
                    seen.add(there)
                    stack.append(there)
        return sorted(found)

    @once
    def follow(self) -> list[dict[str, int] | None]:
        """For each edge (last: the start) the next edge by label; None if a label could go to two edges."""
        return [_unique(self.free[state], self.nodes) for state in (*(s + 1 for s in self.source), 0)]

    @once
    def simple(self) -> bool:
        """Whether no label is on two edges."""
        return all(len(edges) == 1 for edges in self.by_label.values())


def _unique(edges: list[int], nodes: list[Node]) -> dict[str, int] | None:
    found: dict[str, int] = {}
    for edge in edges:
        label = "" if edge < 0 else nodes[edge].label
        if label in found:
            return None
        found[label] = edge
    return found


def compile_seq(seq: Seq) -> Automaton:
    """The automaton of a sequence."""
    auto = Automaton()
    offset = 0
    for place, item in enumerate(seq):
        _compile(auto, item, offset, place, True)
        offset += item.size
    auto.epsilon.sort()
    return auto


def _compile(auto: Automaton, item: Node | Star | Opt | Or, offset: int, place: int, top: bool) -> None:
    """Append an item: it begins at the last state there is and ends at a new last state.

    Operators nest no deeper than `grow.MAX_NESTING`, so recursion is safe here.
    """
    start = auto.states - 1
    if isinstance(item, Node):
        auto.nodes.append(item)
        auto.offset.append(offset)
        auto.item.append(place)
        auto.source.append(start)
        auto.epsilon.append((start, start + 1, 1))
        auto.states += 1
    elif isinstance(item, Or):
        _compile_either(auto, item, offset, place)
    else:
        _compile_body(auto, item, offset, place, top)


def _compile_either(auto: Automaton, item: Or, offset: int, place: int) -> None:
    start, ends, offset = auto.states - 1, [], offset + 1
    for alt in item.alts:
        auto.states += 1
        auto.epsilon.append((start, auto.states - 1, 0))
        for inner in alt:
            _compile(auto, inner, offset, place, False)
            offset += inner.size
        ends.append(auto.states - 1)
    auto.states += 1
    auto.epsilon += [(end, auto.states - 1, 0) for end in ends]


def _compile_body(auto: Automaton, item: Star | Opt, offset: int, place: int, top: bool) -> None:
    """The body gets states of its own: the way back of one STAR must not enter the one before it."""
    start, first, offset = auto.states - 1, auto.states, offset + 1
    auto.states += 1
    auto.epsilon.append((start, first, 0))
    for inner in item.seq:
        _compile(auto, inner, offset, place, False)
        offset += inner.size
    last = auto.states - 1
    auto.states += 1
    auto.epsilon += [(last, last + 1, 0), (start, last + 1, 0)]
    if isinstance(item, Star):
        auto.back.append((last, first))
        if top:
            auto.top_back[last] = place


@dataclass(frozen=True)
class Path:
    """An alignment: the edge of each child (-1: unused), the penalty, and where STARs start over."""

    edges: list[int]
    penalty: int
    turns: frozenset[int] = frozenset()  # children before which a top-level STAR starts its next iteration


def align(auto: Automaton, view: View, children: Sequence[int], *, min_sim: float = MIN_MATCH_SIM) -> Path:
    """The best alignment of a compiled sequence with these page nodes."""
    quick = _walk(auto, view, children, min_sim)
    if quick is not None:
        return quick
    if not auto.nodes:
        return Path([-1] * len(children), len(children))
    allowed = max(MAX_CELLS // auto.states, 1)
    path = _search(auto, view, children[:allowed], min_sim)
    rest = len(children) - allowed
    return path if rest <= 0 else Path(path.edges + [-1] * rest, path.penalty + rest, path.turns)


def _walk(auto: Automaton, view: View, children: Sequence[int], min_sim: float) -> Path | None:
    """The path when there is no choice; None when there is one, or when something does not fit."""
    if len(auto.nodes) > _QUICK_EDGES:
        return None
    label, nodes, follow = view.label, auto.nodes, auto.follow
    least = min_sim * FULL if auto.simple else FULL
    edge, edges = -1, []
    for child in children:
        choice = follow[edge]
        if choice is None:
            return None
        ahead = choice.get(label[child])
        if ahead is None or fit(nodes[ahead], view, child) < least:
            return None
        edge = ahead
        edges.append(edge)
    choice = follow[edge]
    if choice is None or "" not in choice:
        return None
    return Path(edges, 0)


def accepts(auto: Automaton, view: View, children: Sequence[int], *, min_sim: float = MIN_MATCH_SIM) -> bool:
    """Whether some path uses every child and skips no item."""
    least = min_sim * FULL
    states = [0]
    for child in children:
        fitting = {
            edge for edge in auto.by_label.get(view.label[child], ()) if fit(auto.nodes[edge], view, child) >= least
        }
        reached = {edge for state in states for edge in auto.free[state] if edge in fitting}
        states = sorted({auto.source[edge] + 1 for edge in reached})
        if not states:
            return False
    return any(auto.free[state][:1] == [-1] for state in states)


def _search(auto: Automaton, view: View, children: Sequence[int], min_sim: float) -> Path:
    """Viterbi over (state, child); one row of values per child, back pointers kept for all."""
    least, states = min_sim * FULL, auto.states
    row = [_NEVER] * states
    row[0] = 0
    trace = [_relax(auto, row, [-1] * states)]
    for child in children:
        before, row = row, [value - 1 for value in row]
        # A pointer says how a state was reached: -2 by leaving the child unused, ≥ 0 by ε from that state,
        # ≤ -3 by consuming edge -3 - pointer. Unused children come first: on a tie the earlier child
        # stays matched.
        came = [-2] * states
        for edge in auto.by_label.get(view.label[child], ()):
            score = fit(auto.nodes[edge], view, child)
            start = auto.source[edge]
            value = before[start] + score * _FIT
            if score >= least and value > row[start + 1]:
                row[start + 1] = value
                came[start + 1] = -3 - edge
        trace.append(_relax(auto, row, came))
    return _read(auto, trace, row[-1])


def _relax(auto: Automaton, row: list[int], came: list[int]) -> list[int]:
    """Follow ε-edges until nothing improves: forward, then once more after the ways back of STARs.

    Twice is enough: going back from the end of a body pays only after something was consumed in it, and
    skipping forward from there again is never better than going on directly.
    """
    again = False
    for start, stop, penalty in auto.epsilon:
        value = row[start] - penalty
        if value > row[stop]:
            row[stop] = value
            came[stop] = start
    for start, stop in auto.back:
        if row[start] > row[stop]:
            row[stop] = row[start]
            came[stop] = start
            again = True
    if again:
        for start, stop, penalty in auto.epsilon:
            value = row[start] - penalty
            if value > row[stop]:
                row[stop] = value
                came[stop] = start
    return came


def _read(auto: Automaton, trace: list[list[int]], value: int) -> Path:
    """Walk the back pointers from the end state."""
    place, state = len(trace) - 1, auto.states - 1
    edges = [-1] * place
    turned: list[int] = []
    while place or state:
        how = trace[place][state]
        if how >= 0:
            if how > state and how in auto.top_back:
                turned.append(place)
            state = how
        elif how == -2:
            place -= 1
        else:
            place -= 1
            edges[place] = -3 - how
            state = auto.source[-3 - how]
    return Path(edges, -value % _FIT, _first_matches(edges, turned))


def _first_matches(edges: list[int], turned: list[int]) -> frozenset[int]:
    """A new iteration begins at its first match, not at the unused children before it."""
    starts = set()
    for place in turned:
        while place < len(edges) and edges[place] < 0:
            place += 1
        starts.add(place)
    return frozenset(starts)
