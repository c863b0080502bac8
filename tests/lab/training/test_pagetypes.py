"""Training the page types: trees for several classes, what they see of a page, and a model that keeps its passes."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import sectio
from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.lab.sitegen import generate_site, generate_sites
from sectio.lab.training import boost, fit, pagetypes, train
from sectio.lab.training.examples import Example, Read, by_text
from sectio.model import extractor, features, pagetype, trees
from sectio.model.store import Model
from tests.compiled import uncompiled

TYPES = {
    "article": "article",
    "forum": "forum",
    "product": "product",
    "listing": "listing",
    "documentation": "documentation",
}
SMALL = boost.Recipe(trees=25, depth=2, bins=8, rate=0.3)


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    """Pages of generated sites with their types."""
    made = []
    for site in generate_sites(31, count=8, pages=6):
        for page in site.pages:
            read = Read.of(parse(page.html), page.url)
            headline = np.zeros(len(read.words), bool)
            kind = TYPES.get(page.kind)
            made.append(Example(read, by_text(read, page.text), "generated", site.name, page.url, kind, headline))
    return made


def _corners(size: int) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Rows whose class is told by two features, and their classes."""
    draw = np.random.default_rng(5)
    rows = draw.standard_normal((size, 4)).astype(np.float32)
    number = 2 * (rows[:, 1] > 0.2) + (rows[:, 3] > -0.1)
    return rows, np.eye(4)[number]


def test_trees_for_several_classes_learn_and_repeat() -> None:
    rows, goal = _corners(300)
    made = boost.fit_classes(rows, goal, np.ones(300), replace(SMALL, columns=1.0), "kind")
    with uncompiled():
        again = boost.fit_classes(rows, goal, np.ones(300), replace(SMALL, columns=1.0), "kind")
    assert all(np.array_equal(made[name], again[name]) for name in made)
    others, truth = _corners(200)
    right = [
        trees.run_classes(made, row, "kind").argmax() == one.argmax() for row, one in zip(others, truth, strict=True)
    ]
    assert np.mean(right) > 0.9


def test_classes_are_walked_trees() -> None:
    """The first level's answer is the highest bit, and every tree has a leaf for each class."""
    draw = np.random.default_rng(3)
    weights: dict[str, NDArray[Any]] = {
        "kind_feature": draw.integers(0, 5, (3, 7)).astype(np.int16),
        "kind_border": draw.integers(-1, 2, (3, 7)).astype(np.float32),
        "kind_leaf": draw.standard_normal((7, 8, 3)).astype(np.float32),
    }
    for row in draw.integers(-2, 3, (20, 5)).astype(np.float32):
        total = np.zeros(3)
        for tree in range(7):
            leaf = 0
            for level in range(3):
                above = row[weights["kind_feature"][level, tree]] > weights["kind_border"][level, tree]
                leaf = 2 * leaf + int(above)
            total += weights["kind_leaf"][tree, leaf]
        assert trees.run_classes(weights, row, "kind") == pytest.approx(total, abs=1e-5)


def test_one_tree_is_a_newton_step_for_each_class() -> None:
    rows, goal = np.array([[0], [0], [1], [1]], np.float32), np.eye(2)[[0, 0, 0, 1]]
    recipe = boost.Recipe(trees=1, depth=1, rate=1, decay=1, columns=1)
    made = boost.fit_classes(rows, goal, np.ones(4), recipe, "kind")
    start, bend = np.log([0.75, 0.25]), 2 * 0.25 * 0.75
    assert made["kind_leaf"][0, 0] == pytest.approx(start + np.array([0.5, -0.5]) / (bend + 1), abs=1e-6)
    assert made["kind_leaf"][0, 1] == pytest.approx(start + np.array([-0.5, 0.5]) / (bend + 1), abs=1e-6)


def test_a_summary_is_the_means_over_words_and_over_content() -> None:
    draw = np.random.default_rng(9)
    matrix = draw.standard_normal((12, len(features.NAMES))).astype(np.float32)
    words, chance = draw.integers(1, 40, 12).astype(np.float32), draw.random(12).astype(np.float32)
    seen = pagetype.summary(matrix, words, chance)
    content = words * chance
    sizes = np.log1p([words.sum(), content.sum(), 12])
    by_hand = np.concatenate([words @ matrix / words.sum(), content @ matrix / content.sum(), sizes])
    assert len(seen) == pagetype.SEEN
    assert seen == pytest.approx(by_hand, abs=1e-4)
    one_by_one = np.cumsum(matrix.T * words, axis=1, dtype=np.float32)[:, -1] / words.sum(dtype=np.float32)
    for order in (matrix, np.asfortranarray(matrix)):  # the same bits, however the matrix lies in memory
        assert pagetype.summary(order, words, chance)[: len(features.NAMES)].tobytes() == one_by_one.tobytes()


def test_short_texts_are_facts_without_their_numbers() -> None:
    page = parse(
        "<ul><li>Add to cart</li><li>Reply (3)</li><li>2024</li><li>" + "many words in a line " * 5 + "</li></ul>"
    )
    found = {name for name in pagetype.facts(page) if name.startswith(pagetype.SAYS)}
    assert found == {"says:add to cart", "says:reply"}


def test_types_of_pages_not_seen_are_mostly_right_and_trees_help_decide(examples: list[Example]) -> None:
    """Trained on half of the sites, tested on the others; what the trees say changes the probabilities."""
    groups = sorted({example.group for example in examples})[::2]
    logits = [4 * example.gold.labels - 2 for example in examples]
    seen = [i for i, example in enumerate(examples) if example.group in groups]
    arrays, names = pagetypes.fit([examples[i] for i in seen], [logits[i] for i in seen], SMALL)
    model = Model(arrays, {"type_facts": names})
    pagetype.check(model)
    own = [i for i in seen if examples[i].page_type]
    right = [np.argmax(train.types(examples[i], model, logits[i])) == _number(examples[i]) for i in own]
    assert np.mean(right) > 0.9
    plain = Model({name: array for name, array in arrays.items() if not name.startswith("kind")}, {"type_facts": names})
    assert any(train.types(examples[i], model, logits[i]) != train.types(examples[i], plain, logits[i]) for i in own)


def _number(example: Example) -> int:
    return pagetype.TYPES.index(example.page_type or "")


def test_a_model_that_is_kept_keeps_its_passes(examples: list[Example]) -> None:
    """Only types and confidence are new, and the figures of the text are those it had."""
    plan = train.Plan(
        folds=2,
        recipe=fit.Recipe(epochs=1),
        forest=boost.Recipe(trees=2),
        second=replace(train.SECOND, trees=2),
        types=SMALL,
    )
    before, _ = train.train(examples, plan)
    after, _ = train.train(examples, replace(plan, seed=4), keep=before)
    types = {name for name in after.arrays if name.startswith(("type_", "kind_"))}
    for name in before.arrays.keys() - types - {"confidence"}:
        assert np.array_equal(before.arrays[name], after.arrays[name]), name
    figures, text = ({(r[0], r[1]): r for r in model.about["metrics"]["rows"]} for model in (after, before))
    assert figures.keys() == text.keys()
    assert figures["generated", "word F1"] == text["generated", "word F1"]
    page = parse("<article><h1>Ice</h1><p>The harbour froze over again and the ferry stayed.</p></article>")
    judged = extractor.judge(page, after)
    assert len(judged.logits) == len(Blocks.of(page))


def test_trees_that_do_not_fit_are_refused(examples: list[Example]) -> None:
    logits = [4 * example.gold.labels - 2 for example in examples]
    arrays, names = pagetypes.fit(examples, logits, SMALL)
    arrays["kind_leaf"] = arrays["kind_leaf"][:, :, :3]
    with pytest.raises(ValueError, match="types"):
        pagetype.check(Model(arrays, {"type_facts": names}))


def test_the_type_of_a_page_alone_is_that_of_its_extraction() -> None:
    page = generate_site(8, "blog", pages=1).pages[0]
    assert sectio.page_type(page.html).probabilities == pytest.approx(sectio.extract(page.html).page_types)
