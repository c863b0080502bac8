"""Node-extraction patterns: the examples, wildcards that merge, and that a pattern fits what it was made from."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.sites.rtdm import patterns
from sectio.sites.rtdm.classes import WILDCARDS
from sectio.sites.rtdm.labels import label_news, passages
from sectio.sites.rtdm.patterns import NePattern
from sectio.sites.rtdm.trees import Tree
from tests.sites.rtdm.test_matching import chain, random_tree

PAGES = [
    Tree.parse('body(h1("T1"),p("x"))'),
    Tree.parse('body(h1("T2"),p("x"))'),
    Tree.parse('body(h1("T3"),p("x"),p("y"))'),
]


def test_worked_example() -> None:
    """Differing text becomes `.`, what only some pages have `?`; matching captures the data."""
    assert str(NePattern.generate(PAGES[:2])) == 'body(h1(.),p("x"))'
    pattern = NePattern.generate(PAGES)
    assert str(pattern) == 'body(h1(.),p("x"),?)'
    match = pattern.match(PAGES[0])
    assert match.cost == match.share == 0
    assert {wild: [PAGES[0].name(row) for row in rows] for wild, rows in match.captures.items()} == {
        1: ["#text:T1"],
        2: [],
    }


@pytest.mark.parametrize(
    ("pages", "pattern"),
    [
        (("r(a)", "r(a,b,c)"), "r(a,*)"),
        (("r(a(x))", "r(b(y))"), "r(.)"),
        (("r(a,z)", "r(b,c,z)"), "r(+,z)"),
        (("r(a,z)", "r(b,c,z)", "r(z)"), "r(*,z)"),
        (("r(a,b)", "r(c,d)"), "r(.,.)"),
        (("r(a)", "r(b)", "r"), "r(?)"),
        (("r(a,b)", "r"), "r(*)"),
        (("r", "r(a)"), "r(?)"),
    ],
)
def test_wildcards_merge(pages: tuple[str, ...], pattern: str) -> None:
    """Neighbouring wildcards become one that takes what both took; two `.` stay two."""
    assert str(NePattern.generate([Tree.parse(page) for page in pages])) == pattern


@pytest.mark.parametrize(
    ("pattern", "page", "cost", "taken"),
    [
        ("r(.)", "r(a(b))", 0, {1: [1]}),
        ("r(.)", "r", 1, {1: []}),
        ("r(?)", "r", 0, {1: []}),
        ("r(.)", "r(a,b)", 1, None),
        ("r(+)", "r(a,b,c)", 0, {1: [1, 2, 3]}),
        ("r(+)", "r", 1, {1: []}),
        ("r(*)", "r", 0, {1: []}),
        ("r(*,p(.),*)", "r(a,p(x),b,c)", 0, {1: [1], 2: [3], 3: [4, 5]}),
        ("r(*,p)", "r(a,b)", 1, None),
        ("r(p(*))", "r(p)", 0, {1: []}),
        ("r(a,+,b)", "r(a,x,y,b)", 0, {1: [2, 3]}),
    ],
)
def test_matching_with_wildcards(pattern: str, page: str, cost: float, taken: dict[int, list[int]] | None) -> None:
    """Each wildcard takes what it may for nothing; one that must take something costs 1 when it cannot."""
    match = NePattern.parse(pattern).match(Tree.parse(page))
    assert match.cost == cost
    if taken is not None:
        assert {number: list(rows) for number, rows in match.captures.items()} == taken


def test_long_lists_with_wildcards() -> None:
    """Array rows treat wildcards as list rows do."""
    page = Tree.parse(f"r({','.join('ab' * 80)},p(x),{','.join('cd' * 80)})")
    match = NePattern.parse("r(a,*,p(.),+,c,d)").match(page)
    assert match.cost == 0
    assert [len(rows) for rows in match.captures.values()] == [159, 1, 158]
    fixed = ",".join(["a"] * 100)
    assert NePattern.parse(f"r({fixed},?,.)").match(Tree.parse(f"r({fixed},{fixed},b)")).cost == 99


@pytest.mark.parametrize(
    ("neighbours", "merged"),
    [
        ("??", "*"),
        (".?", "+"),
        ("?.", "+"),
        ("*.", "+"),
        (".*", "+"),
        ("*+", "+"),
        ("*?", "*"),
        ("**", "*"),
        ("..", ".."),
    ]
    + [(f"+{one}", "+") for one in ".?+*"],
)
def test_neighbouring_wildcards(neighbours: str, merged: str) -> None:
    """Every line of the table of merges: what both took, one takes; two of exactly one stay two."""
    found: list[str | tuple[int, int]] = []
    for wild in neighbours:
        patterns._append(found, wild)
    assert "".join(map(str, found)) == merged


def test_the_share_of_a_cost() -> None:
    """Cost by fixed pattern nodes and page nodes that no wildcard took: a missing `p("x")` of two nodes, three more fixed, three left."""
    match = NePattern.parse('body(h1(.),p("x"))').match(Tree.parse('body(h1("T"),p)'))
    assert match.cost == 1
    assert match.share == pytest.approx(1 / (4 + 3))


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32))
def test_a_pattern_fits_the_pages_it_was_made_from(seed: int) -> None:
    """Generalising loses no page: all cost nothing, and the notation reads back as the same pattern."""
    rng = random.Random(seed)
    trees = []
    for _ in range(rng.randint(1, 5)):
        tree = random_tree(rng, 12, "abc")
        trees.append(Tree.build(["r", *(tree.name(row) for row in range(1, len(tree)))], tree.parent.tolist()))
    pattern = NePattern.generate(trees)
    assert pattern.pages == len(trees)
    assert [pattern.match(tree).cost for tree in trees] == [0] * len(trees)
    again = NePattern.parse(str(pattern))
    assert str(again) == str(pattern)
    assert again.wildcards == pattern.wildcards


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32))
def test_wildcards_are_leaves(seed: int) -> None:
    """A wildcard represents whole subtrees, so nothing is below one."""
    rng = random.Random(seed)
    pattern = NePattern.generate([Tree.parse(f"r({random_tree(rng, 9).notation()})") for _ in range(4)])
    assert all(pattern.tree.size[row] == 1 for row in pattern.wildcards)
    assert all(pattern.tree.name(row) in WILDCARDS for row in pattern.wildcards)


def test_one_page_and_equal_pages() -> None:
    """Nothing varies: no wildcards, no captures, no labels."""
    for pages in (PAGES[:1], [PAGES[0], PAGES[0]]):
        pattern = NePattern.generate(pages)
        assert pattern.wildcards == ()
        assert pattern.match(PAGES[0]).captures == {}
    labels = label_news([])
    assert (labels.title, labels.body) == (None, ())


def test_misuse() -> None:
    """Pages with different roots do not belong to one group; a pattern needs a page."""
    with pytest.raises(InputError, match="roots"):
        NePattern.generate([Tree.parse("a(b)"), Tree.parse("x(b)")])
    with pytest.raises(InputError, match="at least one"):
        NePattern.generate([])
    assert NePattern.parse("a(b)").match(Tree.parse("")).share == 1


def test_deep_patterns() -> None:
    """Ten thousand levels neither raise nor get lost."""
    pattern = NePattern.generate([chain(10_000, "x"), chain(10_000, "y")])
    assert len(pattern.tree) == 10_001
    assert pattern.match(chain(10_000, "z")).captures == {1: (10_000,)}


def test_passages_are_in_document_order() -> None:
    """What one wildcard took is one passage; passages follow the page, not the pattern's numbers."""
    pages = [parse(f"<h1>T{n}</h1><div><p>a{n}</p>{'<h2>b</h2>' * n}</div>") for n in range(3)]
    trees = [Tree.of(page, "content") for page in pages]
    pattern = NePattern.generate(trees)
    found = passages(pattern, pattern.match(trees[2]), pages[2])
    assert [passage.text for passage in found] == ["T2", "a2", "b b"]
