"""The type of a page with few facts."""

import numpy as np
import pytest

import sectio
from sectio.model import pagetype
from sectio.model.store import Model


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
