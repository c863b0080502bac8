"""Learning structure: the spec's worked examples, and what must hold for any pages."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.parse import parse
from sectio.sites.template.grow import Grower, Limits
from sectio.sites.template.match import Matcher
from sectio.sites.template.pattern import nesting, nodes_of, write
from sectio.sites.template.view import view_page
from tests.sites.template.sequences import accepts, flat, grown, grown_views, letters

WORDS = st.text(alphabet="abcde", max_size=10)


@pytest.mark.parametrize(
    ("pages", "pattern"),
    [
        (["AB", "ABAB"], "(A B)*"),
        (["AB", "ABAB", "ACB"], "(A (C)? B)*"),
        (["ABC", "AXC", "AYC"], "A (B|X|Y) C"),
        (["ABC", "AXC", "AYC", "AC"], "A ((B|X|Y))? C"),
        (["AC", "ABC"], "A (B)? C"),
        (["AAA"], "(A)*"),
    ],
)
def test_worked_examples(pages: list[str], pattern: str) -> None:
    """Spec §12.1: repetition, optionality and disjunction come out as the paper writes them."""
    assert letters(grown(*pages)) == pattern


def test_the_template_of_the_poster() -> None:
    """Its example, learned from four pages: (A)*B(C)?D(E|F), and the pages that it accepts."""
    root = grown("ABCDE", "AABCDE", "ABDE", "ABDF")
    assert letters(root).replace(" ", "") == "(A)*B(C)?D(E|F)"
    for page in ("ABCDE", "AABCDE", "ABDE", "ABDF", "ABCDF", "BDE"):
        assert accepts(root, flat(page)), page
    for page in ("ABD", "ABDEF", "BACDE"):
        assert not accepts(root, flat(page)), page


@pytest.mark.parametrize(
    ("html", "pattern"),
    [
        ("<ul><li><a>x</a><li><a>y</a><li><a>z</a></ul>", "ul((li(a(#text)))*)"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "dl((dt(#text) dd(#text))*)"),
        ("<h1>a</h1><p>b</p>", "h1(#text) p(#text)"),
        ("a<br>b<br>c", "(#text br)* #text"),
        ("<b>a</b><b>b</b><b>c</b>", "b(#text) b(#text) b(#text)"),
    ],
)
def test_folding(html: str, pattern: str) -> None:
    """Spec §12.7 and §4.2: lists fold, also by period; rich text does not."""
    view = view_page(parse("<body>" + html))
    assert write(Grower().build(view, view.root).children) == pattern


def site_page(rng: random.Random) -> str:
    """Spec §12.4: a regular site with lists of varying length and optional parts."""
    items = "".join("<li><a href=/x>t</a></li>" for _ in range(5))
    lines = "".join("<li>t</li>" for _ in range(rng.randint(2, 4)))
    words = "".join("<p>t</p>" for _ in range(rng.randint(2, 8)))
    inner = f"<ul>{lines}</ul>" if rng.random() < 0.5 else ""
    linked = "".join("<li><a href=/y>t</a></li>" for _ in range(3))
    side = f"<div><h2>t</h2><ul>{linked}</ul></div>" if rng.random() < 0.5 else ""
    return f"<div><ul>{items}</ul></div><div><h1>t</h1>{words}{inner}</div>{side}<div><p>t</p></div>"


@pytest.mark.parametrize("seed", range(5))
def test_a_regular_site(seed: int) -> None:
    """Spec §12.4: the site's own template is found, whatever the sample."""
    rng = random.Random(seed)
    views = [view_page(parse("<body>" + site_page(rng))) for _ in range(12)]
    assert write(grown_views(views, Limits()).children) == (
        "div(ul((li(a(#text)))*)) div(h1(#text) (p(#text))* (ul((li(#text))*))?)"
        " (div(h2(#text) ul((li(a(#text)))*)))? div(p(#text))"
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=6))
def test_learned_pages_are_accepted(pages: list[str]) -> None:
    """Spec §13: a template that forgets a page it was learned from is broken."""
    root = grown(*pages)
    assert all(accepts(root, flat(page)) for page in pages)


@settings(max_examples=40, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=5), st.integers(0, 4))
def test_learning_a_page_again_changes_nothing(pages: list[str], which: int) -> None:
    """Spec §13: an accepted page adds no structure."""
    again = pages[which % len(pages)]
    assert letters(grown(*pages, again)) == letters(grown(*pages))


TREES = st.recursive(
    st.sampled_from(["<i>x</i>", "<p>x</p>", "<hr>", "x"]),
    lambda inner: st.tuples(st.sampled_from(["div", "ul", "section"]), st.lists(inner, max_size=4)).map(
        lambda made: f"<{made[0]}>{''.join(made[1])}</{made[0]}>"
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(TREES, min_size=1, max_size=4))
def test_nested_pages_are_covered(pages: list[str]) -> None:
    """Nearly all of a learned page has a partner in the template, also where parts are nested."""
    views = [view_page(parse("<body>" + page)) for page in pages]
    matcher = Matcher(grown_views(views))
    for view in views:
        assert (matcher.match(view).place[view.root :] >= 0).mean() >= 0.5


def test_nested_pages_are_nearly_always_accepted() -> None:
    """Spec §13: at least 97 % of learned pages are accepted at all levels."""
    rng = random.Random(5)

    def tree(depth: int) -> str:
        if depth == 0 or rng.random() < 0.3:
            return rng.choice(["x", "<p>x</p>", "<i>x</i>", "<img>"])
        tag = rng.choice(["div", "ul", "section"])
        return f"<{tag}>{''.join(tree(depth - 1) for _ in range(rng.randint(0, 4)))}</{tag}>"

    accepted = []
    for _ in range(60):
        views = [view_page(parse("<body>" + tree(3) + tree(3))) for _ in range(4)]
        root = grown_views(views)
        accepted += [accepts(root, view) for view in views]
    assert sum(accepted) >= 0.97 * len(accepted)


def test_alternatives_are_capped() -> None:
    """Spec §11: an OR stops growing, and the template still works."""
    root = grown(*(f"a{letter}c" for letter in "bdefghijklmnop"))
    assert letters(root).count("|") == 9
    assert accepts(root, flat("abc"))
    assert not accepts(root, flat("apc"))


def test_running_text_becomes_mixed_content() -> None:
    """A long list of paragraphs, headings and lists in any order is `(p|h2|ul)*`, whatever comes next."""
    parts = {"p": "<p>x</p>", "h": "<h2>x</h2>", "u": "<ul><li>x</ul>"}
    html = "".join(parts[letter] for letter in "phpupphuphppuphhpuuphpuph")
    view = view_page(parse(f"<body><div>{html}</div>"))
    root = Grower(Limits(max_list=12)).build(view, view.root)
    assert write(root.children) == "div(((p(#text)|h2(#text)|ul(li(#text))))*)"


def test_operators_stay_flat() -> None:
    """Many unusual pages do not nest operators endlessly."""
    rng = random.Random(3)
    pages = ["".join(rng.choice("abcdef") for _ in range(rng.randint(0, 12))) for _ in range(40)]
    root = grown(*pages)
    assert nesting(root.children) <= 24
    assert sum(1 for _ in nodes_of(root.children)) <= 400


def test_deep_pages_need_no_stack() -> None:
    """Ten thousand levels (the parser caps them) are learned and matched without recursion."""
    view = view_page(parse("<div>" * 10_000 + "x"))
    root = grown_views([view, view_page(parse("<div>" * 9_000 + "<p>y"))])
    assert Matcher(root).match(view).place[view.root :].min() >= 0
