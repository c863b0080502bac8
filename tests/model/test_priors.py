"""What a site's memory says of template positions: priors drawn towards their surroundings, headline, dated lines."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.model.memory import Memory
from sectio.model.priors import DRAW, Positions, positions
from sectio.sites.template.pattern import Item, Node, Opt, Star, walk
from sectio.sites.template.support import Support
from sectio.sites.template.template import Template

PAGES = 10


def known(
    root: Node, priors: dict[int, list[float]], lines: dict[int, list[int]] | None = None, *, sample: int = PAGES
) -> Positions:
    memory = Memory(
        sample,
        {f"0.{position}": values for position, values in priors.items()},
        lines={f"0.{position}": counts for position, counts in (lines or {}).items()},
    )
    return positions(Template(root, Support(sample)), 0, memory)


def items(depth: int) -> st.SearchStrategy[Item]:
    if not depth:
        return st.just(Node("#text"))
    below = st.lists(items(depth - 1), max_size=2).map(tuple)
    some = st.lists(items(depth - 1), min_size=1, max_size=2).map(tuple)
    return st.one_of(st.just(Node("#text")), below.map(lambda seq: Node("div", seq)), some.map(Star), some.map(Opt))


@st.composite
def noted(draw: st.DrawFn) -> tuple[Node, dict[int, list[float]]]:
    """A template, and means with weights at some of its nodes."""
    root = Node("body", draw(st.lists(items(2), min_size=1, max_size=3).map(tuple)))
    nodes = [position for position, (item, _) in enumerate(walk(root)) if isinstance(item, Node)]
    chosen = draw(st.lists(st.sampled_from(nodes), unique=True, min_size=1))
    value = st.tuples(st.floats(-9, 9), st.floats(0.5, 500)).map(list)
    return root, {position: draw(value) for position in chosen}


def twin(root: Node, priors: dict[int, list[float]], position: int) -> float:
    """The prior of a position from its definition, path by path."""
    table = list(walk(root))

    def means(node: int, *, own: bool = False) -> tuple[float, float]:
        inside = [key for key in priors if key == node or (not own and node < key < node + table[node][0].size)]
        return sum(priors[key][0] * priors[key][1] for key in inside), sum(priors[key][1] for key in inside)

    path = [position]
    while path[-1] > 0:
        path.append(table[path[-1]][1])
    total, weight = means(0)
    value = total / weight
    for node in reversed(path[:-1]):
        if isinstance(table[node][0], Node):
            total, weight = means(node)
            value = (total + DRAW * value) / (weight + DRAW)
    if table[position][0].size > 1:
        total, weight = means(position, own=True)
        value = (total + DRAW * value) / (weight + DRAW)
    return value


@settings(max_examples=60)
@given(noted())
def test_priors_are_drawn_towards_their_surroundings(case: tuple[Node, dict[int, list[float]]]) -> None:
    """A mistake in the sums over parts, or an operator taken for a part, would show here."""
    root, priors = case
    found = known(root, priors)
    assert len(found.prior) == root.size + 1
    for position in range(root.size):
        assert found.prior[position] == pytest.approx(twin(root, priors, position), abs=1e-6)


def test_many_words_stand_for_themselves() -> None:
    """A position with many words keeps its mean, one with few follows its neighbours, one without takes theirs."""
    root = Node("body", (Node("div", (Node("#text"), Node("#text"), Node("#text"))), Node("#text")))
    prior = known(root, {2: [5.0, 3000.0], 3: [-5.0, 2.0], 5: [-8.0, 3000.0]}).prior
    assert prior[2] == pytest.approx(5.0, abs=0.2)
    assert prior[3] > 3
    assert prior[4] > 4
    assert prior[5] < -7.5
    assert np.isnan(prior[-1])


def test_without_memory_nothing_is_known() -> None:
    """A template learned without the extractor must not turn logits into NaN."""
    found = known(Node("body", (Node("#text"),)), {})
    assert np.isnan(found.prior).all()
    assert not found.about.any()
    assert not found.beside.any()


ARTICLE = Node(
    "body",
    (
        Node("nav", (Node("h2", (Node("#text"),)),)),
        Node("header", (Node("h2", (Node("#text"),)), Node("p", (Node("#text"),)), Node("i", (Node("#text"),)))),
        Node("main", (Node("h2", (Node("#text"),)), Star((Node("p", (Node("#text"),)),)))),
    ),
)
MENU, HEADER, TITLE, BYLINE, PLACE, MAIN, SECTION, TEXT = 3, 4, 6, 8, 10, 11, 13, 16
WORDS: dict[int, list[float]] = {
    MENU: [-5.0, 40.0],
    TITLE: [3.0, 80.0],
    BYLINE: [2.0, 60.0],
    PLACE: [1.0, 20.0],
    SECTION: [4.0, 30.0],
    TEXT: [6.0, 4000.0],
}


def test_the_headline_is_the_first_heading_of_each_page_s_own() -> None:
    """Not the heading of a menu, which says the same everywhere, and not the first one inside the text."""
    once = [PAGES, PAGES, PAGES, 0, PAGES]
    found = known(ARTICLE, WORDS, {MENU: [PAGES, PAGES, PAGES, 0, 1], TITLE: once, SECTION: once})
    assert np.flatnonzero(found.about).tolist() == [TITLE]


def test_the_head_of_an_article_is_beside_the_text() -> None:
    """The part around the headline goes with it, unless it contains the text as well."""
    once = [PAGES, PAGES, PAGES, 0, PAGES]
    assert np.flatnonzero(known(ARTICLE, WORDS, {TITLE: once}).beside).tolist() == [*range(HEADER, MAIN)]
    inside = known(ARTICLE, WORDS, {SECTION: once}).beside
    assert np.flatnonzero(inside).tolist() == [SECTION - 1, SECTION]


@pytest.mark.parametrize(("words", "is_beside"), [(345, True), (445, False)])
def test_the_head_of_an_article_has_little_content(words: int, is_beside: bool) -> None:
    """Nine words in a hundred of what is expected to be content, with the byline; eleven are part of the text."""
    once = [PAGES, PAGES, PAGES, 0, PAGES]
    found = known(ARTICLE, {**WORDS, PLACE: [30.0, words]}, {TITLE: once})
    assert found.beside[PLACE] == is_beside


def test_dated_lines_are_no_text() -> None:
    """A byline with its date on every page, and the dates of posts; but not paragraphs of which a few name a date."""
    found = known(ARTICLE, WORDS, {BYLINE: [PAGES, PAGES, 0, PAGES - 1, PAGES], TEXT: [90, PAGES, 0, 20, 90]})
    assert np.flatnonzero(found.about).tolist() == [BYLINE]
    posts = known(ARTICLE, WORDS, {TEXT: [90, PAGES, 90, 88, 90]})
    assert np.flatnonzero(posts.about).tolist() == [TEXT]


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ([8, 8, 8, 0, 8], True),  # on eight of ten pages
        ([7, 7, 7, 0, 7], False),
        ([11, 10, 11, 0, 11], True),  # hardly ever twice on a page
        ([12, 10, 12, 0, 12], False),
        ([10, 10, 9, 0, 10], True),  # nearly always a heading
        ([10, 10, 8, 0, 10], False),
        ([10, 10, 10, 0, 9], True),  # nearly always another text
        ([10, 10, 10, 0, 8], False),
    ],
)
def test_when_a_heading_is_the_headline(counts: list[int], found: bool) -> None:
    """Blocks, pages, headings, dates and different texts at the position."""
    assert known(ARTICLE, WORDS, {TITLE: counts}).about[TITLE] == found


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ([10, 10, 0, 8, 10], True),  # eight of ten name a date
        ([10, 10, 0, 7, 10], False),
        ([3, 3, 0, 3, 3], True),  # on three of ten pages
        ([2, 2, 0, 2, 2], False),
    ],
)
def test_when_a_line_is_dated(counts: list[int], found: bool) -> None:
    assert known(ARTICLE, WORDS, {BYLINE: counts}).about[BYLINE] == found


@pytest.mark.parametrize(("pages", "found"), [(6, True), (5, False)])
def test_a_dated_line_is_on_three_of_ten_pages(pages: int, found: bool) -> None:
    """Of twenty pages, on six."""
    counts = [pages, pages, 0, pages, pages]
    assert known(ARTICLE, WORDS, {BYLINE: counts}, sample=20).about[BYLINE] == found


def test_few_pages_tell_nothing() -> None:
    """On two pages every heading differs by chance."""
    found = known(ARTICLE, WORDS, {TITLE: [2, 2, 2, 0, 2], BYLINE: [2, 2, 0, 2, 2]})
    assert not found.about.any()
