"""Simple Tree Matching and RTDM: worked examples, the definition by brute force, properties, hostile trees."""

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.sites.rtdm.bounds import similarity_bounds
from sectio.sites.rtdm.matching import (
    Costs,
    Tree,
    rtdm,
    rtdm_mapping,
    rtdm_similarity,
    similarity,
    stm,
    stm_mapping,
    stm_similarity,
)

LISTS = "html(body(div(p,p,p),ul(li,li)))", "html(body(div(p,p),ul(li,li,li)))"
# A, B, pairs, their similarity, RTDM, its similarity, RTDM as the survey prints it
EXAMPLES = [
    ("a(b,c)", "a(b,c)", 3, 1.0, 0, 1.0, 0),
    ("a(b,c,d)", "a(b,d)", 3, 0.857143, 1, 0.857143, 1),
    ("a(b(e,f),c)", "a(b(e),c,c)", 4, 0.8, 2, 0.8, 2),
    ("a(b)", "x(b)", 0, 0.0, 3, 0.25, 3),
    ("r(a(b,c),d)", "r(a(c),e)", 3, 0.666667, 2, 0.777778, 1),
    ("r(a,b,c)", "r(c,b,a)", 2, 0.5, 2, 0.75, 2),
    (*LISTS, 8, 0.888889, 2, 0.888889, 0),
    ("r(a(x,y),b)", "r(c(x,y),b)", 2, 0.4, 5, 0.5, 3),
]


def random_tree(rng: random.Random, most: int, letters: str = "ab") -> Tree:
    """A tree of up to `most` nodes; few letters, so that equal subtrees are common."""
    size = rng.randint(1, most)
    parents, path = [0], [0]
    for node in range(1, size):
        path = path[: rng.randint(1, len(path))]
        parents.append(path[-1])
        path.append(node)
    return Tree.build([rng.choice(letters) for _ in range(size)], parents)


def tree_strategy(most: int = 14, letters: str = "ab") -> st.SearchStrategy[Tree]:
    return st.integers(0, 2**32).map(lambda seed: random_tree(random.Random(seed), most, letters))


@pytest.mark.parametrize(("a", "b", "pairs", "pair_share", "cost", "alike", "printed"), EXAMPLES)
def test_worked_examples(
    a: str, b: str, pairs: int, pair_share: float, cost: float, alike: float, printed: float
) -> None:
    """The table of the method's description holds, number by number."""
    assert stm(a, b) == pairs
    assert stm_similarity(a, b) == pytest.approx(pair_share, abs=1e-6)
    assert rtdm(a, b) == cost
    assert rtdm_similarity(a, b) == pytest.approx(alike, abs=1e-6)
    assert rtdm(a, b, zero_border=True) == printed


# The definition


def cheapest_by_definition(a: Tree, b: Tree) -> int:
    """The cheapest restricted top-down mapping, by trying every set of pairs the definition allows."""
    best = len(a) + len(b)

    def extend(node: int, pairs: list[tuple[int, int]]) -> None:
        nonlocal best
        if node == len(a):
            replaced = sum(a.name(i) != b.name(j) for i, j in pairs)
            best = min(best, len(a) + len(b) - 2 * len(pairs) + replaced)
            return
        extend(node + 1, pairs)
        for other in range(len(b)):
            if all(fits(a, b, pair, (node, other)) for pair in pairs) and rooted(a, b, pairs, node, other):
                extend(node + 1, [*pairs, (node, other)])

    extend(0, [])
    return best


def fits(a: Tree, b: Tree, one: tuple[int, int], two: tuple[int, int]) -> bool:
    """One to one, sibling order and ancestors kept, nothing below a pair of different labels."""
    (i, j), (k, m) = one, two
    below, below_too = i < k < a.end[i], j < m < b.end[j]
    left, left_too = k >= a.end[i], m >= b.end[j]
    return below == below_too and left == left_too and not (below and a.name(i) != b.name(j))


def rooted(a: Tree, b: Tree, pairs: list[tuple[int, int]], i: int, j: int) -> bool:
    """Top-down: the parents of a pair are a pair, too."""
    if i == 0 or j == 0:
        return i == j
    return (int(a.parent[i]), int(b.parent[j])) in pairs


def test_rtdm_is_the_cheapest_restricted_mapping() -> None:
    """2 000 random pairs of up to 7 nodes: the recurrence and the definition agree."""
    rng = random.Random(7)
    for _ in range(2000):
        a, b = random_tree(rng, 7), random_tree(rng, 7)
        assert rtdm(a, b) == cheapest_by_definition(a, b), (a.notation(), b.notation())


def slow_stm(a: Tree, b: Tree, i: int = 0, j: int = 0) -> int:
    """The recurrence as it is printed, without classes or shortcuts."""
    if a.name(i) != b.name(j):
        return 0
    ones, others = a.children(i), b.children(j)
    table = [[0] * (len(others) + 1) for _ in range(len(ones) + 1)]
    for m, one in enumerate(ones, 1):
        for n, other in enumerate(others, 1):
            paired = table[m - 1][n - 1] + slow_stm(a, b, one, other)
            table[m][n] = max(table[m][n - 1], table[m - 1][n], paired)
    return table[-1][-1] + 1


def slow_rtdm(a: Tree, b: Tree, i: int, j: int, costs: Costs, border: bool) -> float:
    """The recurrence of the description, without classes, bounds or shortcuts; costs by label."""
    delete, insert, replace = costs.delete, costs.insert, costs.replace
    assert callable(delete)
    assert callable(insert)
    assert callable(replace)

    def whole(tree: Tree, node: int, cost: Callable[[str], float]) -> float:
        return sum(cost(tree.name(row)) for row in range(node, int(tree.end[node])))

    below = whole(a, i, delete) - delete(a.name(i)) + whole(b, j, insert) - insert(b.name(j))
    if a.name(i) != b.name(j):
        return below + replace(a.name(i), b.name(j))
    ones, others = a.children(i), b.children(j)
    if not ones or not others:
        return below
    table = [[0.0] * (len(others) + 1) for _ in range(len(ones) + 1)]
    for m, one in enumerate(ones, 1):
        table[m][0] = 0.0 if border else table[m - 1][0] + whole(a, one, delete)
    for n, other in enumerate(others, 1):
        table[0][n] = 0.0 if border else table[0][n - 1] + whole(b, other, insert)
    for m, one in enumerate(ones, 1):
        for n, other in enumerate(others, 1):
            table[m][n] = min(
                table[m - 1][n] + whole(a, one, delete),
                table[m][n - 1] + whole(b, other, insert),
                table[m - 1][n - 1] + slow_rtdm(a, b, one, other, costs, border),
            )
    return table[-1][-1]


def identical(a: Tree, b: Tree, i: int, j: int) -> bool:
    """Two subtrees are the same, label by label."""
    ones, others = a.children(i), b.children(j)
    same = a.name(i) == b.name(j) and len(ones) == len(others)
    return same and all(identical(a, b, *pair) for pair in zip(ones, others, strict=True))


def printed_rtdm(a: Tree, b: Tree, i: int = 0, j: int = 0) -> int:
    """The survey's pseudo-code of RTDM letter by letter, eps infinite: free borders, and a pair costs only itself."""
    ones, others = a.children(i), b.children(j)
    table = [[0] * (len(others) + 1) for _ in range(len(ones) + 1)]
    for m, one in enumerate(ones, 1):
        for n, other in enumerate(others, 1):
            left, right = range(one + 1, int(a.end[one])), range(other + 1, int(b.end[other]))
            replaced = int(a.name(one) != b.name(other))
            if identical(a, b, one, other):
                pair = 0
            elif not left or not right:
                pair = replaced + len(left) + len(right)
            else:
                pair = printed_rtdm(a, b, one, other)
            table[m][n] = min(table[m - 1][n] + len(left), table[m][n - 1] + len(right), pair)
    return table[-1][-1]


def test_simple_tree_matching_of_the_survey() -> None:
    """Two pages by hand: html, head, body, div, one p, ul and two li have partners; no node is replaced."""
    one = "html(head,body(div(p,p),ul(li,li)))"
    assert stm(one, "html(head,body(div(p),ul(li,li,li)))") == 8
    assert stm(one, "html(head,body(section(p,p),ul(li,li)))") == 6
    assert stm(one, "xml(head,body)") == 0


def test_restricted_mapping_of_the_survey() -> None:
    """Two pages by hand: a div that becomes a section costs one, and both lose what is below them: two p out, two p in."""
    one, other = "html(head,body(div(p,p),ul(li,li)))", "html(head,body(section(p,p),ul(li,li)))"
    assert rtdm(one, other) == 1 + 2 + 2
    assert rtdm(one, "html(head,body(div(p),ul(li,li,li)))") == 2


def test_pseudo_code_of_the_survey() -> None:
    """As printed, different trees cost nothing; the recurrence of the description tells them apart."""
    for left, right in (LISTS, ("r(a,b,c)", "r(c,b,a)"), ("a(b,c,d)", "a(b,d)")):
        a, b = Tree.parse(left), Tree.parse(right)
        assert printed_rtdm(a, b) == 0
        assert rtdm(a, b) > 0
        assert stm(a, b) == slow_stm(a, b)


UNIT_FUNCTIONS = Costs(lambda _: 1.0, lambda _: 1.0, lambda *_: 1.0)
ODD_FUNCTIONS = Costs(
    lambda name: {"a": 1.0, "b": 0.5}[name],
    lambda name: {"a": 2.0, "b": 0.25}[name],
    lambda one, other: 0.75 if one < other else 1.5,
)


@settings(max_examples=150, deadline=None)
@given(tree_strategy(), tree_strategy())
def test_agrees_with_the_plain_recurrences(a: Tree, b: Tree) -> None:
    """Classes, bounds and stripping change no result: of STM, of RTDM, of its printed variant."""
    assert stm(a, b) == slow_stm(a, b)
    assert rtdm(a, b) == slow_rtdm(a, b, 0, 0, UNIT_FUNCTIONS, False)
    assert rtdm(a, b, zero_border=True) == slow_rtdm(a, b, 0, 0, UNIT_FUNCTIONS, True)


@settings(max_examples=100, deadline=None)
@given(tree_strategy(), tree_strategy())
def test_other_costs(a: Tree, b: Tree) -> None:
    """Costs may depend on the labels; then nothing may lean on sizes."""
    assert rtdm(a, b, costs=ODD_FUNCTIONS) == pytest.approx(slow_rtdm(a, b, 0, 0, ODD_FUNCTIONS, False))


def test_constant_costs() -> None:
    """Deletions may cost more than insertions."""
    costs = Costs(delete=3.0, insert=1.0, replace=0.5)
    assert rtdm("a(b,c,d)", "a(b,d)", costs=costs) == 3.0
    assert rtdm("a(b,d)", "a(b,c,d)", costs=costs) == 1.0
    assert rtdm("a(b)", "a(c)", costs=costs) == 0.5


# Properties


@settings(max_examples=150, deadline=None)
@given(tree_strategy(), tree_strategy(), tree_strategy())
def test_rtdm_is_a_distance(a: Tree, b: Tree, c: Tree) -> None:
    """Zero to itself and only there, symmetric, bounded, and no way round is shorter."""
    cost = rtdm(a, b)
    assert rtdm(a, a) == 0
    assert (cost == 0) == (a.notation() == b.notation())
    assert cost == rtdm(b, a) <= len(a) + len(b) - 1
    assert rtdm(a, c) <= cost + rtdm(b, c)
    assert stm(a, b) == stm(b, a) <= min(len(a), len(b))


@settings(max_examples=150, deadline=None)
@given(tree_strategy(24), tree_strategy(24), st.floats(0, 30))
def test_eps_never_changes_a_result_below_it(a: Tree, b: Tree, eps: float) -> None:
    """Stopping early gives the distance, or says that it is larger."""
    cost = rtdm(a, b)
    assert rtdm(a, b, eps=eps) == (cost if cost <= eps else math.inf)


@settings(max_examples=150, deadline=None)
@given(tree_strategy(30, "abc"), tree_strategy(30, "abc"))
def test_counted_paths_bound_the_similarity(a: Tree, b: Tree) -> None:
    """No pair of pages is kept from comparison that would be similar enough."""
    bound = similarity_bounds([a, b])[0, 1]
    assert rtdm_similarity(a, b) <= bound + 1e-9


@settings(max_examples=150, deadline=None)
@given(tree_strategy(20), tree_strategy(20))
def test_mappings_are_what_they_cost(a: Tree, b: Tree) -> None:
    """The returned pairs obey the definition and add up to the cost; so do those of STM."""
    found = rtdm_mapping(a, b)
    replaced = sum(a.name(i) != b.name(j) for i, j in found.pairs)
    assert found.cost == rtdm(a, b) == len(found.deleted) + len(found.inserted) + replaced
    equal = stm_mapping(a, b)
    assert equal.cost == stm(a, b) == len(equal.pairs)
    assert all(a.name(i) == b.name(j) for i, j in equal.pairs)
    for mapping in (found, equal):
        pairs = list(mapping.pairs)
        assert all(fits(a, b, one, two) for one in pairs for two in pairs if one < two)
        assert all(rooted(a, b, pairs, i, j) for i, j in pairs)


def test_stm_mapping_prefers_pairs() -> None:
    """Backtracking takes the diagonal where it attains the maximum."""
    assert stm_mapping("r(a,a)", "r(a)").pairs == ((0, 0), (2, 1))
    assert stm_mapping("a(b)", "x(b)").pairs == ()


# Other people's programs, where the definitions meet


@pytest.mark.parametrize("package", ["zss", "apted"])
def test_other_programs(package: str) -> None:
    """General edit distance is never larger, and the same on flat trees of one root, where no restriction applies."""
    pytest.importorskip(package)
    rng = random.Random(3)
    for _ in range(60):
        a, b = random_tree(rng, 9), random_tree(rng, 9)
        assert general_distance(package, a, b) <= rtdm(a, b)
        flat_a, flat_b = flat(rng), flat(rng)
        assert general_distance(package, flat_a, flat_b) == rtdm(flat_a, flat_b)


def flat(rng: random.Random) -> Tree:
    leaves = [rng.choice("abc") for _ in range(rng.randint(0, 7))]
    return Tree.build(["r", *leaves], [0] * (len(leaves) + 1))


def general_distance(package: str, a: Tree, b: Tree) -> float:
    if package == "zss":
        import zss

        def grow(tree: Tree, node: int) -> object:
            return zss.Node(tree.name(node), [grow(tree, child) for child in tree.children(node)])

        return float(zss.simple_distance(grow(a, 0), grow(b, 0)))
    from apted import APTED
    from apted.helpers import Tree as Bracketed

    def write(tree: Tree, node: int) -> str:
        return "{" + tree.name(node) + "".join(write(tree, child) for child in tree.children(node)) + "}"

    left, right = (Bracketed.from_text(write(tree, 0)) for tree in (a, b))
    return float(APTED(left, right).compute_edit_distance())


# Trees


def test_notation_is_read_back() -> None:
    """Texts with brackets and quotes, unusual tags, wildcards and empty trees survive writing and reading."""
    for notation in ("", "a", "a(b(c),d)", 'body(h1(.),p("x, (y) \\"z\\""),?)', '\\"odd(tag"(b)'):
        assert Tree.parse(notation).notation() == notation


@pytest.mark.parametrize("notation", ["a(b", "a)b", "a b", 'a("x)', "a\\"])
def test_broken_notation_is_an_error(notation: str) -> None:
    with pytest.raises(InputError):
        Tree.parse(notation)


def test_modes_of_a_page() -> None:
    """Structure ignores text and attributes; content distinguishes texts, but not their white space."""
    page = parse("<div class=x><p>One  two</p><p>Three</p></div>")
    assert Tree.of(page).notation() == "html(body(div(p(#text),p(#text))))"
    assert Tree.of(page, "content").notation() == 'html(body(div(p("One two"),p("Three"))))'


def test_similarity_of_pages() -> None:
    """Pages are compared by structure; the methods have names, and others are an error."""
    one, other = parse("<p>a<p>b"), parse("<p>x<p>y")
    assert similarity(one, other) == similarity(one, other, "stm") == 1.0
    with pytest.raises(InputError, match="rtdm or stm"):
        similarity(one, other, "ted")  # type: ignore[arg-type]


# Hostile trees


def chain(depth: int, leaf: str) -> Tree:
    return Tree.build(["d"] * depth + [leaf], [0, *range(depth)])


def test_ten_thousand_levels() -> None:
    """Nothing recurses on depth: distance, mapping and notation of a chain."""
    one, other = chain(10_000, "x"), chain(10_000, "y")
    assert rtdm(one, other) == 1
    assert len(rtdm_mapping(one, other).pairs) == 10_001
    assert stm(one, other) == 10_000
    assert len(Tree.parse(one.notation())) == 10_001


def siblings(letters: str) -> Tree:
    return Tree.build(["r", *letters], [0] * (len(letters) + 1))


def slow_edit_distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        above, row = row, [i]
        for j, there in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (letter != there)))
    return row[-1]


def test_long_child_lists() -> None:
    """Lists long enough for array rows give the distance and mapping of the plain recurrence."""
    rng = random.Random(5)
    one, other = ("".join(rng.choice("abcd") for _ in range(size)) for size in (150, 130))
    found = rtdm_mapping(siblings(one), siblings(other))
    assert found.cost == rtdm(siblings(one), siblings(other)) == slow_edit_distance(one, other)
    assert len(found.deleted) - len(found.inserted) == 20
    assert not found.approximate


def test_long_lists_of_subtrees() -> None:
    """The same where the children have children: pairs are compared once per class."""
    rng = random.Random(9)
    kinds = ("a(b)", "a(b,c)", "a", "d(e)")
    one, other = (Tree.parse(f"r({','.join(rng.choice(kinds) for _ in range(130))})") for _ in range(2))
    assert rtdm(one, other) == slow_rtdm(one, other, 0, 0, UNIT_FUNCTIONS, False)


def test_huge_child_lists_are_banded() -> None:
    """Beyond the cap only the diagonal is compared, and the mapping is marked approximate."""
    one = siblings("ab" * 1500)
    other = siblings("ba" * 1400 + "c")
    found = rtdm_mapping(one, other)
    assert found.approximate
    assert abs(len(one) - len(other)) <= found.cost <= len(one) + len(other)
    assert rtdm(siblings("a" * 100_000), siblings("a" * 50_000)) == 50_000


def test_hundred_thousand_nodes_within_eps() -> None:
    """A size difference above eps needs no look at the children."""
    assert rtdm(siblings("a" * 100_000), siblings("b" * 10), eps=100) == math.inf
    assert rtdm_similarity(siblings("a" * 100_000), siblings("b" * 10), threshold=0.8) == 0.0


def test_empty_trees() -> None:
    """Nothing against nothing is alike; nothing against something costs all of it."""
    empty, some = Tree.parse(""), Tree.parse("a(b,c)")
    assert rtdm(empty, empty) == 0
    assert rtdm_similarity(empty, empty) == stm_similarity(empty, empty) == 1
    assert rtdm(empty, some) == rtdm(some, empty) == 3
    assert rtdm_similarity(empty, some) == stm_similarity(some, empty) == 0
    assert rtdm(empty, some, eps=2) == math.inf
    assert rtdm_mapping(empty, some).inserted == (0, 1, 2)
