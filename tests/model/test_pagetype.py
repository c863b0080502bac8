"""The type of a page: its facts, what they weigh, and what a page with few of them is."""

import math
from contextlib import nullcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sectio
from sectio.dom.parse import parse
from sectio.model import features, pagetype
from sectio.model.store import Model
from sectio.results import PageType
from tests.compiled import built, uncompiled


def a_model(facts: int) -> Model:
    """Every fact speaks for forums."""
    weights = np.zeros((facts, len(pagetype.TYPES)), np.float32)
    weights[:, pagetype.TYPES.index("forum")] = 1.0
    arrays = {
        "type_scale": np.ones(facts, np.float32),
        "type_weights": weights,
        "type_bias": np.zeros(len(pagetype.TYPES), np.float32),
    }
    return Model(arrays, {"type_facts": [f"fact{i}" for i in range(facts)]})


def extractor_sees() -> tuple[pagetype.Array, pagetype.Array, pagetype.Array]:
    """Features, weights and chances of one block."""
    return np.ones((1, len(features.NAMES)), np.float32), np.ones(1, np.float32), np.ones(1, np.float32)


@built
@given(st.integers(1, 40), st.integers(2, 40), st.data())
def test_means_are_the_same_in_compiled_code(blocks: int, columns: int, data: st.DataObject) -> None:
    draw = np.random.default_rng(data.draw(st.integers(0, 99)))
    matrix = draw.choice(np.array([-0.0, 0.0, 1e-30, 0.1, 3.7, -2e9], np.float32), (columns, blocks)).T
    weight, chance = draw.random((2, blocks)).astype(np.float32)
    found = pagetype.summary(matrix, weight, chance)
    with uncompiled():
        assert pagetype.summary(matrix, weight, chance).tobytes() == found.tobytes()


def test_few_facts_leave_the_types_as_common_as_they_are() -> None:
    """No fact: what is common. Enough of them: what they say. In between, something in between."""
    enough = pagetype.ENOUGH_FACTS
    model = a_model(enough)
    found = [
        pagetype.classify(model, {f"fact{i}": 0.3 for i in range(number)})
        for number in (0, enough // 5, enough // 2, enough)
    ]
    common = sum(pagetype.COMMON.values())
    assert found[0].probabilities == pytest.approx({name: n / common for name, n in pagetype.COMMON.items()})
    chances = [kind.probabilities["forum"] for kind in found]
    assert chances == sorted(chances)
    even = 1 / (1 + 6 * np.exp(-0.3 * enough))
    assert chances[-1] == pytest.approx(even)


@pytest.mark.parametrize("source", ["", "<p>x", "<html><body></body></html>", "<p>Hello world, this is a test."])
def test_a_page_with_next_to_nothing_is_not_a_forum(source: str) -> None:
    assert sectio.page_type(source).name == "article"
    assert sectio.extract(source).page_type == "article"


PAGE = """<html lang=en><head><title>Old stoves, 1900 to 1950</title><meta property=og:type content=Product><meta name=twitter:card content=summary>
<meta property=product:price content=5><meta property=article:tag content=x><meta name=generator content="Drupal Block 6"><meta name=robots content=all>
<script type="application/ld+json">{"@type": "Product", "offers": {"@type": ["Offer"]}}</script></head>
<body class="home page-42" id=top><div itemtype="https://schema.org/Thing/"><a href=/x>two words</a></div>
<p>Costs 5 € or 12 $. It is. Not!</p><p>add to cart</p><p>ADD – TO Cart!</p></body></html>"""


def test_the_facts_of_a_page_by_hand() -> None:
    found = pagetype.facts(parse(PAGE))
    words = 2 + 7 + 3 + 3
    assert found["words"] == pytest.approx(math.log1p(words))
    assert found["links"] == pytest.approx(2 / words)
    assert found["tag:p"] == pytest.approx(math.log1p(3))
    assert found["monies"] == pytest.approx(math.log1p(2))
    assert "tag:table" not in found
    names = {name for name in found if ":" in name and not name.startswith(("tag:", "class:"))}
    assert names == {
        "meta:og:type:product", "meta:twitter:card:summary", "meta:product:price", "meta:article:tag",
        "generator:drupal", "generator:block", "schema:Product", "schema:Offer", "schema:Thing",
        "title:old", "title:stoves", "body:home", "body:page", "body:42", "body:top", "says:two words", "says:add to cart",
    }  # fmt: skip
    assert {found[name] for name in names} == {1.0}


def test_a_short_text_is_a_fact_without_its_numbers_and_marks() -> None:
    """Up to thirty characters, and on a page up to four words."""
    assert pagetype.said(["Page 3 of 12", "page of", "x" * 30, "x" * 31, "17 %"]) == {
        "says:page of": 1.0, f"says:{'x' * 30}": 1.0,
    }  # fmt: skip
    known = frozenset(("page of", "other"))
    assert pagetype.said(["Page 3 of 12", "17 %", "unknown"], known) == {"says:page of": 1.0}
    page = pagetype.facts(parse("<p>one two three four</p><p>one two three four five</p><p>–</p>"))
    assert {name for name in page if name.startswith("says:")} == {"says:one two three four"}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (None, {}),
        ("https://www.example.com", {"host:www": 1, "host:example": 1, "host:com": 1, "address:root": 1}),
        ("https://a.example/", {"host:example": 1, "address:root": 1}),
        (
            "https://a.example/Blog/2021/an-old-stove?id=7",
            {
                "host:example": 1, "path:blog": 1, "path:old": 1, "path:stove": 1, "address:depth": 2, "address:length": 27 / 50,
                "address:query": 1, "address:hyphens": math.log1p(2), "address:year": 1,
            },
        ),
        ("a.example/12021", {"host:example": 1, "address:length": 0.1}),
    ],
)  # fmt: skip
def test_an_address_says_something_of_a_page(url: str | None, expected: dict[str, float]) -> None:
    found = {
        name: value
        for name, value in pagetype.facts(parse("<p>x"), url).items()
        if name[:5] in ("host:", "path:", "addre")
    }
    assert found.pop("address:given", 0) == (url is not None)
    assert {name: value for name, value in found.items() if value} == pytest.approx(expected)


def test_a_page_without_facts_is_as_likely_of_a_type_as_that_is_common() -> None:
    """Of 1146 pages; more than half are articles."""
    assert sum(pagetype.COMMON.values()) == 1146
    found = pagetype.classify(a_model(1), {}).probabilities
    assert found == pytest.approx({name: count / 1146 for name, count in pagetype.COMMON.items()})
    assert found["article"] > 0.5


def test_a_summary_is_means_and_sizes() -> None:
    """Two blocks of one and three words, the second half as likely; by hand."""
    found = pagetype.summary(
        np.array([[1, 0], [5, 2]], np.float32), np.array([1, 3], np.float32), np.array([1, 0.5], np.float32)
    )
    by_words, by_content = [(1 + 15) / 4, 6 / 4], [(1 + 7.5) / 2.5, 3 / 2.5]
    assert found.tolist() == pytest.approx([*by_words, *by_content, *np.log1p([4, 2.5, 2])])
    nothing = pagetype.summary(np.ones((1, 1), np.float32), np.ones(1, np.float32), np.zeros(1, np.float32))
    assert nothing.tolist() == pytest.approx([1, 0, np.log(2), 0, np.log(2)])


def test_another_type_is_put_in_front() -> None:
    kind = PageType("a", {"a": 0.5, "b": 0.3, "c": 0.2})
    assert pagetype.moved(kind, "c").probabilities == pytest.approx({"a": 0.25, "b": 0.15, "c": 0.6})
    assert pagetype.moved(kind, "b", 0.3).name == "b"


def test_trees_are_half_of_the_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean of both logarithms; of a page without a summary the facts alone are asked."""
    bare = a_model(pagetype.ENOUGH_FACTS)
    model = Model({**bare.arrays, f"{pagetype.TREES}_leaf": np.zeros(1, np.float32)}, bare.about)
    trees = np.log(np.array([0.94, *[0.01] * 6], np.float32))
    monkeypatch.setattr("sectio.model.trees.run_classes", lambda *given: trees + 5)
    facts = {f"fact{i}": 0.01 for i in range(pagetype.ENOUGH_FACTS)}
    alone = np.array([*pagetype.classify(model, facts).probabilities.values()])
    both = np.array([*pagetype.classify(model, facts, np.zeros(1, np.float32)).probabilities.values()])
    expected = np.sqrt(alone * np.exp(trees))
    assert both == pytest.approx(expected / expected.sum(), rel=1e-4)
    assert pagetype.classify(model, facts, np.zeros(1, np.float32)).name == pagetype.TYPES[0]


def test_trees_may_ask_for_all_of_a_summary() -> None:
    """Its last number too; a model whose trees ask for more is refused."""
    bare, last = a_model(3), len(pagetype.summary(*extractor_sees())) - 1
    leaf = np.zeros((1, 2, len(pagetype.TYPES)), np.float32)
    for asked, is_fine in ((last, True), (last + 1, False)):
        trees = {"kind_feature": np.array([[asked]]), "kind_border": np.zeros((1, 1), np.float32), "kind_leaf": leaf}
        with nullcontext() if is_fine else pytest.raises(IndexError):
            pagetype.check(Model({**bare.arrays, **trees}, bare.about))


def test_a_model_whose_parts_do_not_fit_is_refused() -> None:
    good = a_model(3)
    pagetype.check(good)
    for name, other in (("type_scale", np.ones(2)), ("type_weights", np.ones((3, 6))), ("type_bias", np.ones(6))):
        with pytest.raises(ValueError, match="3 facts"):
            pagetype.check(Model({**good.arrays, name: other.astype(np.float32)}, good.about))
    with pytest.raises(ValueError, match="3 facts"):
        pagetype.check(Model(good.arrays, {"type_facts": ["a", "b", 3]}))


@pytest.mark.parametrize("shift", [0, 1000, -1000])
def test_probabilities_do_not_depend_on_the_size_of_logits(shift: float) -> None:
    """By hand: of 0 and the logarithm of 3 a quarter and three quarters."""
    logits = np.array([[0, np.log(3)], [0, 0]], np.float32) + np.float32(shift)
    assert pagetype.softmax(logits).ravel().tolist() == pytest.approx([0.25, 0.75, 0.5, 0.5], rel=1e-3)


def test_a_model_knows_short_texts_by_their_facts() -> None:
    model = Model(a_model(2).arrays, {"type_facts": ["says:add to cart", "tag:p"]})
    assert pagetype.short_texts(model) == {"add to cart"}
    page = parse("<p>Add to cart</p><p>unknown</p><p>add to cart 2</p>")
    found = pagetype.facts(page, None, pagetype.short_texts(model))
    assert {name for name in found if name.startswith("says:")} == {"says:add to cart"}
    assert (
        pagetype.by_facts(model, found).logits.tobytes()
        == pagetype.by_facts(model, pagetype.facts(page)).logits.tobytes()
    )
