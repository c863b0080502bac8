"""Alignment: the quick ways must find what the full search finds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.sites.template import align
from sectio.sites.template.align import FULL, compile_seq
from sectio.sites.template.pattern import Node, Seq, either, opt, star
from tests.sites.template.sequences import flat


def leaf(letter: str) -> Node:
    return Node(f"x-{letter}")


SEQS: st.SearchStrategy[Seq] = st.recursive(
    st.lists(st.sampled_from("abc").map(leaf), max_size=3).map(tuple),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
        inner.map(opt),
        inner.map(star),
        st.tuples(inner, inner).map(lambda pair: either([pair[0], pair[1]])),
    ),
    max_leaves=4,
)


def value(path: align.Path) -> tuple[int, int]:
    """What the search maximises: matched children (all fit fully here), then less penalty."""
    return sum(edge >= 0 for edge in path.edges), -path.penalty


@settings(max_examples=150, deadline=None)
@given(SEQS, st.text(alphabet="abc", max_size=6))
def test_quick_ways_agree_with_the_search(seq: Seq, word: str) -> None:
    """The single pass and the Viterbi search find paths of equal value."""
    view = flat(word)
    children = view.children(view.root)
    auto = compile_seq(seq)
    searched = align._search(auto, view, children, 0.3)
    assert value(align.align(auto, view, children)) == value(searched)
    assert align.accepts(auto, view, children) == (searched.penalty == 0)


def cost(seq: Seq, word: str) -> float:
    """Slow twin: the cheapest penalty by plain recursion over items and splits of the word."""
    if not seq:
        return len(word)
    item, rest = seq[0], seq[1:]
    return min(item_cost(item, word[:cut]) + cost(rest, word[cut:]) for cut in range(len(word) + 1))


def item_cost(item: object, word: str) -> float:
    if isinstance(item, Node):
        letter = item.label[2:]
        return len(word) - 1 if letter in word else len(word) + 1
    parts = item.alts if hasattr(item, "alts") else (item.seq,)  # type: ignore[attr-defined]
    best = min(cost(part, word) for part in parts)
    if hasattr(item, "alts"):
        return best
    best = min(best, len(word))
    if type(item).__name__ == "Star":
        cuts = range(1, len(word))
        best = min([best, *(cost(item.seq, word[:cut]) + item_cost(item, word[cut:]) for cut in cuts)])  # type: ignore[attr-defined]
    return best


@settings(max_examples=100, deadline=None)
@given(SEQS, st.text(alphabet="abc", max_size=4))
def test_acceptance_agrees_with_slow_twin(seq: Seq, word: str) -> None:
    """A word is accepted just when plain recursion needs no penalty."""
    view = flat(word)
    assert align.accepts(compile_seq(seq), view, view.children(view.root)) == (cost(seq, word) == 0)


def test_ties_keep_the_earlier_child() -> None:
    """Extra repetitions come right of their anchor, where folding looks for them."""
    view = flat("aab")
    path = align.align(compile_seq((leaf("a"), leaf("b"))), view, view.children(view.root))
    assert path.edges == [0, -1, 1]
    assert path.penalty == 1


def test_neighbouring_stars_stay_apart() -> None:
    """`(a)* (b)*` does not accept a word that goes back to a."""
    view = flat("aba")
    assert not align.accepts(compile_seq(star((leaf("a"),)) + star((leaf("b"),))), view, view.children(view.root))


def test_fit_is_one_sided() -> None:
    """A template that knows more than the page fits fully."""
    view = flat("ab")
    known = Node("body", (leaf("a"), leaf("b"), leaf("c")))
    assert align.fit(known, view, view.root) == FULL
    assert align.fit(Node("body"), view, view.root) == FULL // 3
