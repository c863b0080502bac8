"""Type, comments, posts and confidence: found out when they are asked for, and not before."""

import math
import pickle

import pytest

import sectio
from sectio import threads
from sectio.model import pagetype, store
from sectio.model.verdict import confidence
from sectio.results import PageType

WORDS = "The harbour froze over again and the ferry stayed at its berth for a week and three more days. "
COMMENTS = "".join(f"<div class=comment><cite>Ann {i}</cite><p>I saw it too, number {i}</p></div>" for i in range(3))
PAGE = f"<body><article><h1>Ice</h1>{f'<p>{WORDS * 3}</p>' * 4}</article>{COMMENTS}"


def test_the_text_does_not_need_the_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the facts about a page are collected, nor its comments read, where no comment may be in the text."""

    def fail(*given: object) -> None:
        raise AssertionError(f"asked for too early: {given}")

    monkeypatch.setattr(pagetype, "facts", fail)
    monkeypatch.setattr(threads, "comments", fail)
    doc = sectio.extract(PAGE)
    assert "ferry" in doc.text
    with pytest.raises(AssertionError, match="too early"):
        assert doc.page_type


def test_a_pickled_result_has_its_type_and_says_the_same() -> None:
    doc = sectio.extract(PAGE)
    again = pickle.loads(pickle.dumps(doc))
    assert "threads" in vars(again._analysis.selection.opinion)
    assert again == doc
    assert [comment.author for comment in again.comments] == ["Ann 0", "Ann 1", "Ann 2"]
    assert pickle.loads(pickle.dumps(again)).page_types == doc.page_types


@pytest.mark.parametrize("source", ["", "<body><script>draw()</script>", PAGE])
def test_all_of_it_is_there_for_every_page(source: str) -> None:
    doc = sectio.extract(source)
    assert doc.page_type == max(doc.page_types, key=lambda name: doc.page_types[name])
    assert 0 <= doc.confidence <= 1
    assert set(doc.page_types) == set(sectio.results.PAGE_TYPES)


def test_confidence_is_a_weighted_sum_kept_between_none_and_all() -> None:
    """A constant, the expected measure, a tenth of the logarithm of the words, and the probability of each type."""
    kind = PageType("article", {name: 0.3 if name == "article" else 0.1 for name in pagetype.TYPES})
    model = store.default()
    constant, expected, size, *types = model.arrays["confidence"].tolist()
    by_hand = constant + 0.6 * expected + math.log(101) / 10 * size
    by_hand += sum(weight * kind.probabilities[name] for weight, name in zip(types, pagetype.TYPES, strict=True))
    assert 0 < by_hand < 1
    assert confidence(model, kind, 0.6, 100) == pytest.approx(by_hand)
    assert confidence(model, kind, 50, 100) == 1
    assert confidence(model, kind, -50, 100) == 0
