"""The type of a page: facts about its content, and what is said of pages with few facts."""

import math

import numpy as np
import pytest

import sectio
from sectio.model import pagetype
from sectio.model.store import Model


def a_model(facts: int) -> Model:
    """Every fact speaks for the second type; the first type is the common one."""
    count = len(pagetype.TYPES)
    weights, prior = np.zeros((facts, count), np.float32), np.log(np.full(count, 0.05, np.float32))
    weights[:, 1], prior[0] = 1.0, math.log(0.7)
    arrays = {
        "type_scale": np.ones(facts, np.float32),
        "type_weights": weights,
        "type_bias": np.zeros(count, np.float32),
        "type_prior": prior,
    }
    return Model(arrays, {"type_facts": [f"fact{i}" for i in range(facts)]})


def test_facts_about_the_content_are_means_over_the_expected_words() -> None:
    """A certain paragraph of 39 words, and a line of one word with a chance of a half; each counts half a word more."""
    columns = np.zeros((2, len(pagetype.CONTENT)), np.float32)
    columns[1, pagetype.CONTENT.index("link_share")] = 1
    found = pagetype.content_facts(np.array([1, 0.5], np.float32), np.array([39, 1], np.float32), columns)
    total = 39.5 + 0.75
    assert found["content:link_share"] == pytest.approx(0.75 / total)
    assert found["content:long"] == found["content:certain"] == found["content:largest"] == pytest.approx(39.5 / total)
    assert found["content:short"] == pytest.approx(0.75 / total)
    assert found["content:words"] == pytest.approx(math.log1p(total))
    assert found["content:blocks"] == pytest.approx(math.log1p(1.5))


def test_a_page_without_blocks_has_no_facts_about_content() -> None:
    nothing = np.zeros(0, np.float32)
    assert pagetype.content_facts(nothing, nothing, np.zeros((0, len(pagetype.CONTENT)), np.float32)) == {}


def test_few_facts_leave_the_types_as_common_as_they_are() -> None:
    """No fact: the common type. Enough of them: what they say. In between, something in between."""
    enough = pagetype.ENOUGH_FACTS
    model = a_model(enough)
    chances = [
        pagetype.classify(model, {f"fact{i}": 0.2 for i in range(number)}).probabilities[pagetype.TYPES[1]]
        for number in (0, enough // 5, enough // 2, enough)
    ]
    assert chances[0] == pytest.approx(0.05)
    assert chances == sorted(chances)
    assert chances[-1] > 0.9


def test_models_trained_earlier_say_nothing_about_how_common_types_are() -> None:
    model = a_model(2)
    earlier = Model({name: array for name, array in model.arrays.items() if name != "type_prior"}, model.about)
    pagetype.check(earlier)
    even = pagetype.classify(earlier, {}).probabilities
    assert [*even.values()] == pytest.approx([1 / len(pagetype.TYPES)] * len(pagetype.TYPES))


def test_the_type_is_the_same_alone_and_with_the_text() -> None:
    page = (
        "<html><title>Stew</title><body><h1>Stew</h1>" + "<p>Cut the leek and boil it for an hour, then stir.</p>" * 9
    )
    assert sectio.page_type(page).name == sectio.extract(page).page_type
