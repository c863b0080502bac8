"""V-Wrapper: the worked examples of its spec, its parts against slow twins, and unusual input."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.page import Floats
from sectio.dom.parse import parse
from sectio.errors import InputError, ModelError
from sectio.layout import Layout, dump, flow
from sectio.methods import vwrapper
from sectio.methods.vwrapper import (
    LabelledPage,
    VisualTree,
    VWrapper,
    Wrappers,
    boost,
    features,
    from_gold,
    visual_tree,
)
from sectio.methods.vwrapper.boost import Boosted, Stump
from sectio.methods.vwrapper.labels import BODY, HEADLINE
from sectio.methods.vwrapper.wrapper import is_positive, load, read, train, true_candidates
from sectio.text.lcs import align


def tree_of(html: str) -> VisualTree:
    page = parse(html)
    return visual_tree(page, flow.layout(page))


def basic(boxes: list[tuple[float, ...]]) -> Floats:
    """Basic features of blocks of which only the boxes are known."""
    rows = []
    for left, top, width, height in boxes:
        known = [left, top, left + width / 2, top + height / 2, width, height, width * height]
        rows.append(known + [0.0] * (len(features.BASIC) - len(known)))
    return np.array(rows)


# Worked examples (§12)


def test_relative_features() -> None:
    """§12.1: a child in its parent."""
    values = features.relative_features(basic([(0, 0, 1000, 2000), (100, 200, 600, 1000)]), np.array([0, 0]))
    found = dict(zip(features.RELATIVE, values[1], strict=True))
    wanted = {"left": 0.1, "top": 0.1, "width": 0.6, "height": 0.5, "area": 0.3, "centre_x": 0.1, "centre_y": 0.15}
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)


def test_an_outer_block_without_a_size() -> None:
    """§12.5: all relative features are 0, nothing raises."""
    values = features.relative_features(basic([(0, 0, 0, 2000), (100, 200, 600, 1000)]), np.array([0, 0]))
    assert not values.any()


def test_relative_features_are_clipped() -> None:
    """§5: no ratio is beyond ten, however small the outer block."""
    values = features.relative_features(basic([(0, 0, 1, 1), (-900, 0, 600, 1000)]), np.array([0, 0]))
    assert values.min() == -10
    assert values.max() == 10


EXAMPLE = """<div id=A><p>a1 one</p><p>a2 two</p></div>
<div id=B><div id=C><p>c1 three</p><h1>c2 four</h1></div><p>b1 five</p></div>"""


def named(tree: VisualTree) -> dict[str, int]:
    """Blocks by id, leaves by their first word."""
    ids = {tree.page.ids[row]: block for block, row in enumerate(tree.row.tolist()) if row in tree.page.ids}
    leaves = {tree.text(leaf).split()[0]: leaf for leaf in np.flatnonzero(tree.is_leaf).tolist()}
    return {"body": 0, **ids, **leaves}


def test_positive_inner_blocks_and_candidates_by_the_labels() -> None:
    """§12.2: B, C and the page enclose labelled leaves; leaves with such a parent are learned from."""
    tree = tree_of(EXAMPLE)
    at = named(tree)
    page = LabelledPage(tree, {at["c1"]: BODY, at["c2"]: HEADLINE})
    assert np.flatnonzero(is_positive(page)).tolist() == sorted(at[name] for name in ("body", "B", "C"))
    assert np.flatnonzero(true_candidates(page)).tolist() == sorted(at[name] for name in ("b1", "c1", "c2"))


def test_a_refused_block_hides_its_leaves() -> None:
    """§12.3: B enclosing, A and C not: only b1 is a candidate."""
    tree = tree_of(EXAMPLE)
    at = named(tree)
    says = np.zeros(len(tree), bool)
    says[at["B"]] = True
    assert np.flatnonzero(tree.is_leaf & tree.above(says)).tolist() == [at["b1"]]


def test_candidates_come_from_the_inner_classifier() -> None:
    """The same through a wrapper: an inner classifier that refuses everything leaves what is in the page
    itself.
    """
    tree = tree_of(EXAMPLE + "loose text")
    refuses = Boosted(("width/page",), (Stump("width/page", 5.0, 1, 1.0),))
    found = VWrapper(refuses, {}).candidates(tree)
    assert [tree.text(leaf) for leaf in np.flatnonzero(found).tolist()] == ["loose text"]


def test_boosting_stops_at_a_perfect_stump() -> None:
    """§12.4: one stump at 2.5 without error."""
    steps = list(boost.boost(np.array([[1.0], [2], [3], [4]]), np.array([False, False, True, True])))
    assert [(step.threshold, step.polarity, step.error) for step in steps] == [(2.5, 1, 0.0)]


def test_first_round_of_boosting() -> None:
    """§12.4: error ¼, the first of the tied stumps, and the weights after it."""
    values = np.array([[1.0], [2], [3], [4]])
    step = next(boost.boost(values, np.array([False, True, False, True])))
    assert (step.threshold, step.polarity) == (1.5, 1)
    assert step.error == pytest.approx(0.25)
    assert step.weight == pytest.approx(0.549306, abs=1e-6)
    np.testing.assert_allclose(step.weights, [1 / 6, 1 / 6, 1 / 2, 1 / 6])


# Boosting against slow twins

numbers = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3), st.booleans()), min_size=2, max_size=30)


@settings(max_examples=80, deadline=None)
@given(numbers)
def test_best_stump_agrees_with_trying_all(samples: list[tuple[int, int, bool]]) -> None:
    """The histogram finds the least weighted error that any stump has."""
    positive = np.array([sample[2] for sample in samples])
    values = np.array([sample[:2] for sample in samples], float)
    if positive.all() or not positive.any():
        with pytest.raises(ValueError, match="both classes"):
            list(boost.boost(values, positive))
        return
    weights = np.where(positive, 0.5 / positive.sum(), 0.5 / (~positive).sum())
    errors = [0.5]
    for column in values.T:
        for threshold in boost.thresholds(column):
            wrong = float(weights[(column > threshold) != positive].sum())
            errors += [wrong, 1 - wrong]
    step = next(boost.boost(values, positive), None)
    assert (0.5 if step is None else step.error) == pytest.approx(min(errors))


@settings(max_examples=40, deadline=None)
@given(numbers)
def test_the_vote_is_the_sum_of_its_stumps(samples: list[tuple[int, int, bool]]) -> None:
    """Step functions per feature give what asking each stump gives; JSON does not change it."""
    values = np.array([sample[:2] for sample in samples], float)
    positive = np.array([sample[2] for sample in samples])
    positive[:2] = (True, False)
    vote = boost.fit(values, positive, ("a", "b"), rounds=20)
    slow = np.zeros(len(values))
    for stump in vote.stumps:
        column = values[:, ("a", "b").index(stump.feature)]
        slow += np.where(column > stump.threshold, 1, -1) * stump.polarity * stump.weight
    np.testing.assert_allclose(vote.score(values), slow, atol=1e-9)
    back = Boosted.from_dict(json.loads(json.dumps(vote.to_dict())))
    np.testing.assert_allclose(back.score(values), slow, atol=1e-3)


def test_thresholds_are_few() -> None:
    """Of many distinct values at most 64 midpoints are tried, spread over the samples."""
    found = boost.thresholds(np.arange(1000.0))
    assert len(found) == 64
    assert set(found % 1) == {0.5}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_alignment_is_a_longest_common_subsequence(left: list[str], right: list[str]) -> None:
    """The words it marks are as many as the table says, and are in the other list in this order."""
    table = np.zeros((len(left) + 1, len(right) + 1), int)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            table[i + 1, j + 1] = table[i, j] + 1 if a == b else max(table[i, j + 1], table[i + 1, j])
    marked = [word for word, hit in zip(left, align(left, right)[0], strict=True) if hit]
    rest = iter(right)
    assert len(marked) == table[-1, -1]
    assert all(word in rest for word in marked)


# Blocks

parts = st.recursive(
    st.sampled_from(["some text", "<p>one two</p>", "<b>bold</b>", "<img>", "<p hidden>gone</p>", "<br>", "<hr>"]),
    lambda inner: st.tuples(st.sampled_from(["div", "section", "a", "span", "ul"]), st.lists(inner, max_size=4)).map(
        lambda made: f"<{made[0]}>{''.join(made[1])}</{made[0]}>"
    ),
    max_leaves=15,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(parts, max_size=5).map("".join))
def test_every_visible_text_is_in_exactly_one_leaf(html: str) -> None:
    """Leaves divide the visible text; parents come first and contain their children."""
    tree = tree_of(html)
    leaves = np.flatnonzero(tree.is_leaf).tolist()
    texts = [position for leaf in leaves for position in tree.texts(leaf).tolist()]
    assert texts == np.flatnonzero(tree.seen[tree.page.text_rows]).tolist()
    for block in range(1, len(tree)):
        parent = tree.parent[block]
        assert parent < block < tree.end[parent]
        assert tree.start[parent] <= tree.start[block] < tree.stop[block] <= tree.stop[parent]
        assert not tree.is_leaf[parent]


@settings(max_examples=40, deadline=None)
@given(st.lists(parts, max_size=5).map("".join))
def test_features_are_finite_and_named(html: str) -> None:
    """One finite number per block and name, the same twice."""
    tree = tree_of(html)
    found = features.with_main(tree.features, 0)
    assert found.values.shape == (len(tree), len(found.names))
    assert np.isfinite(found.values).all()
    assert set(features.leaf_names()) <= set(found.names)
    np.testing.assert_array_equal(found.values, features.with_main(features.table(tree), 0).values)


def test_text_beside_blocks_is_a_leaf_of_its_own() -> None:
    """Text runs between block children are blocks; inline markup does not split them."""
    tree = tree_of("<div>before <b>bold</b> still<p>inside</p>after</div>")
    assert [tree.text(leaf) for leaf in np.flatnonzero(tree.is_leaf).tolist()] == [
        "before bold still",
        "inside",
        "after",
    ]


def test_nesting_nobody_sees_is_one_block() -> None:
    """A chain of elements with the same box is its innermost element."""
    tree = tree_of("<div><section><div><p>text</p></div></section></div><p>more</p>")
    assert [tree.page.tag_of(row) for row in tree.row.tolist()] == ["body", "p", "p"]


def test_numbers_a_provider_must_not_give() -> None:
    """NaN and infinity count as 0."""
    page = parse("<div><p>one</p><p>two</p></div>")
    bad = np.full(len(page), np.nan, np.float32)
    bad[2:] = np.inf
    tree = visual_tree(page, Layout(bad, bad, bad, bad, bad))
    assert np.isfinite(features.with_main(tree.features, 0).values).all()


# Labels


def test_labels_from_gold() -> None:
    """Body leaves by their words in order, the headline by the title and its size; the rest has no label."""
    tree = tree_of("<p>Home News Sport</p><h1>A big day</h1><p>It was a very big day.</p><p>Read more stories now</p>")
    labels = from_gold(tree, "A big day", "It was a very big day.")
    assert {tree.text(leaf): label for leaf, label in labels.items()} == {
        "A big day": HEADLINE,
        "It was a very big day.": BODY,
    }


@pytest.mark.parametrize(("own", "label"), [(4, BODY), (3, None)])
def test_four_fifths_of_a_leaf_must_be_gold(own: int, label: str | None) -> None:
    """§9: a leaf is body from 80 % of its words on."""
    gold = "one two three four"
    tree = tree_of(f"<p>{' '.join(gold.split()[:own] + ['other'] * (5 - own))}</p>")
    assert from_gold(tree, None, gold).get(int(np.flatnonzero(tree.is_leaf)[0])) == label


def test_a_title_in_small_print_is_no_headline() -> None:
    """The title again in the menu is not labelled: its font is not among the three largest."""
    big = "".join(f"<p style='font-size:{size}px'>{size} words</p>" for size in (30, 28, 26))
    tree = tree_of(f"{big}<p>A big day</p>")
    assert HEADLINE not in from_gold(tree, "A big day", "").values()


# Training and extraction


def article(seed: int) -> str:
    words = ["rain", "falls", "on", "the", "old", "town", "and", "nobody", "minds", "it", "much", "today"]
    body = "".join(
        f"<p>{' '.join(words[(seed + i) % 6 :] * 4)}, said {seed}. So it goes.</p>" for i in range(4 + seed % 3)
    )
    menu = "".join(f"<li><a href=/{i}>Item {i}</a></li>" for i in range(6 + seed % 4))
    return (
        f"<ul>{menu}</ul><div><h1>Title number {seed}</h1><div>{body}</div></div><div><p>Imprint</p><p>Terms</p></div>"
    )


def labelled(seed: int) -> LabelledPage:
    tree = tree_of(article(seed))
    leaves = np.flatnonzero(tree.is_leaf).tolist()
    labels = {leaf: BODY for leaf in leaves if "said" in tree.text(leaf)}
    return LabelledPage(tree, labels | {leaf: HEADLINE for leaf in leaves if "Title" in tree.text(leaf)})


@pytest.fixture(scope="module")
def wrapper() -> VWrapper:
    """A wrapper learned from a few made-up pages."""
    return train([labelled(seed) for seed in range(8)])


def test_it_finds_news_on_a_page_it_has_not_seen(wrapper: VWrapper) -> None:
    """Headline and body, and nothing of the menu."""
    found = wrapper.extract(tree_of(article(11)))
    assert found.headline == "Title number 11"
    assert found.body.count("said 11") == 6
    assert "Item" not in found.body
    assert "Imprint" not in found.body
    assert found.warnings == ()


def test_select_marks_body_text_and_names_the_title(wrapper: VWrapper) -> None:
    """The mask holds the body's text rows, the title is the headline; an estimated layout is said to be one."""
    page = parse(article(12))
    found = vwrapper.select(page, wrapper=wrapper)
    assert found.title == "Title number 12"
    assert page.is_text[found.mask].all()
    assert all("said 12" in page.text(row) for row in np.flatnonzero(found.mask).tolist())
    assert found.warnings == ("approximate_layout",)
    scores = vwrapper.score(page, wrapper=wrapper)
    assert scores.dtype == np.float32
    assert (scores[found.mask] > 0.5).all()


def test_cascade_learns_from_what_the_first_step_finds() -> None:
    """The option trains, and still finds the body."""
    made = train([labelled(seed) for seed in range(6)], cascade=True)
    assert made.extract(tree_of(article(9))).body.count("said 9") == 4


def test_training_is_the_same_twice_and_survives_a_file(wrapper: VWrapper, tmp_path: Path) -> None:
    """Equal pages give an equal file; reading it gives the same answers."""
    assert train([labelled(seed) for seed in range(8)]).to_dict() == wrapper.to_dict()
    (tmp_path / "model.json").write_text(Wrappers({"estimate": wrapper}).to_json())
    again = load(tmp_path / "model.json").by_source["estimate"]
    assert again.label(tree_of(article(5))) == wrapper.label(tree_of(article(5)))


def test_the_layout_chooses_the_wrapper(wrapper: VWrapper) -> None:
    """Estimated boxes have a wrapper of their own; boxes from anywhere else are measured ones."""
    page = parse("<p>one</p>")
    estimated, measured = flow.layout(page), dump.read(page, [{"id": 3, "x": 0, "y": 0, "w": 9, "h": 9}])
    other = train([labelled(seed) for seed in range(4)])
    both = Wrappers({"chromium": wrapper, "estimate": other})
    assert both.of(estimated) is other
    assert both.of(measured) is wrapper
    assert Wrappers({"chromium": wrapper}).of(estimated) is wrapper
    assert set(vwrapper.default().by_source) == {"chromium", "estimate"}


BOLD_LINES = {
    "<div><h1>A headline</h1><p>some text below it</p></div>": True,
    "<div><p>kicker</p><h1>A headline</h1><p>some text below it</p></div>": True,
    "<div><p>some text</p><p>more text</p></div>": False,
    "<div><p>a</p><p>b</p><p>c</p><h1>Too far down</h1><p>d</p></div>": False,
    "<div><p><b>bold but not larger</b></p><p>some text</p></div>": False,
}


@pytest.mark.parametrize(("html", "there"), BOLD_LINES.items())
def test_a_bold_line_on_top_of_a_block(html: str, there: bool) -> None:
    """The second of the paper's signs: larger than the block's text, bold, among its first three leaves."""
    tree = tree_of(f"<div>{html}<p>something else beside it</p></div>")
    block = next(n for n in range(1, len(tree)) if tree.page.tag_of(int(tree.row[n])) == "div" and tree.parent[n])
    assert tree.features.columns(["bold_top"])[block, 0] == there


def test_the_parameter_wrapper_takes_a_model_or_its_file() -> None:
    """Anything else is an error that says so."""
    with pytest.raises(InputError, match="wrapper"):
        vwrapper.select(parse("<p>x"), wrapper=3)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="missing"):
        vwrapper.select(parse("<p>x"), wrapper="missing.json")


def test_training_needs_labels_of_both_kinds() -> None:
    """Without labels, or with nothing but labels, there is nothing to learn; the error names the class."""
    tree = labelled(1).tree
    with pytest.raises(ValueError, match="no labelled pages"):
        train([])
    with pytest.raises(ValueError, match="no inner block"):
        train([LabelledPage(tree, {})])
    every = dict.fromkeys(np.flatnonzero(tree.is_leaf).tolist(), BODY)
    with pytest.raises(ValueError, match="only inner block"):
        train([LabelledPage(tree, every)])


def test_one_page_is_enough_and_said() -> None:
    """Learning from a single page is allowed and leaves a warning in the model."""
    assert train([labelled(1)]).warnings == ("single_page_training",)


def test_one_headline_before_the_body() -> None:
    """Of several headlines the best before the body stays; a lone one stays wherever it is."""
    tree = tree_of("<h1>One</h1><h1>Two words</h1><p>body text</p><h1>Three little words</h1>")
    votes = {
        HEADLINE: Boosted(("heading", "characters"), (Stump("heading", 0.5, 1, 2.0), Stump("characters", 5.5, 1, 0.5))),
        BODY: Boosted(("heading",), (Stump("heading", 0.5, -1, 1.0),)),
    }
    found = VWrapper(Boosted((), ()), votes).extract(tree)
    assert (found.headline, found.body) == ("Two words", "body text")
    alone = VWrapper(Boosted((), ()), votes).extract(tree_of("<p>body text</p><h1>After it</h1>"))
    assert alone.headline == "After it"


# The model that comes along


def test_the_shipped_model_reads_an_ordinary_article() -> None:
    """Body without menu and footer, with either layout."""
    page = parse(article(3))
    found = vwrapper.select(page)
    text = " ".join(page.text(row) for row in np.flatnonzero(found.mask).tolist())
    assert text.count("said 3") == 4
    assert "Item" not in text
    given = vwrapper.select(page, layout=flow.layout(page))
    np.testing.assert_array_equal(given.mask, found.mask)


def test_a_layout_of_another_page_is_refused() -> None:
    """Boxes must be of this page."""
    with pytest.raises(InputError, match="another page"):
        vwrapper.select(parse("<p>a"), layout=flow.layout(parse("<p>a<p>b")))


def test_a_dump_of_a_browser_is_a_layout() -> None:
    """Hand-made records drive the method as a browser would."""
    page = parse("<p>one</p><p>two</p>")
    records = [{"id": n, "x": 0, "y": 50 * n, "w": 500, "h": 40, "font": 16} for n in range(1, 5)]
    tree = vwrapper.tree_of(page, dump.read(page, records))
    assert tree.box[1:, 1].tolist() == [150, 200]


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<html>",
        "   ",
        "<img>",
        "<p hidden>x",
        "<div>" * 10000 + "deep",
        "<p>x</p>" * 20000,
        "<b>unclosed <i>tags <div>everywhere",
        "\x00\x01 binary �",
        "<table>" * 300 + "x",
    ],
)
def test_odd_pages(html: str) -> None:
    """No exception, one finite score per row, a warning where there is nothing."""
    page = parse(html.encode("utf-8", "replace").decode())
    found = vwrapper.select(page)
    scores = vwrapper.score(page)
    assert found.mask.shape == scores.shape == (len(page),)
    assert np.isfinite(scores).all()
    assert found.mask.any() or {"empty", "no_body"} & {*found.warnings}


@pytest.mark.parametrize(
    "damage",
    [
        {},
        {"schema": "other/1"},
        {"schema": "sectio-vwrapper/1"},
        {"schema": "sectio-vwrapper/2"},
        {"schema": "sectio-vwrapper/2", "models": {}},
        {"schema": "sectio-vwrapper/2", "models": {"estimate": {"inner": 3}}},
    ],
)
def test_damaged_models(damage: dict[str, object], tmp_path: Path) -> None:
    """A file that is not a model is a clear error."""
    (tmp_path / "bad.json").write_text(json.dumps(damage))
    with pytest.raises(ModelError):
        load(tmp_path / "bad.json")


def test_a_model_with_features_we_lack(wrapper: VWrapper) -> None:
    """A model of another version names the feature."""
    record = json.loads(Wrappers({"estimate": wrapper}).to_json())
    record["models"]["estimate"]["inner"]["features"][0] = "smell"
    with pytest.raises(ModelError, match="smell"):
        read(record)
