"""Type, comments, posts and confidence: found out when they are asked for, and not before."""

import math
import pickle

import pytest

import sectio
from sectio import threads
from sectio.lab.sitegen import Knobs, generate_site
from sectio.model import pagetype, store
from sectio.model.verdict import confidence
from sectio.results import PageType
from tests.model.test_decide import decided

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


@pytest.mark.parametrize("number", [1, 2])
def test_answers_below_a_heading_are_posts(number: int) -> None:
    """A question and its answers, each with author and date, is a thread though a heading announces the answers, whatever the type is
    taken for at first; an answer is not set aside as a comment then.
    """
    site = generate_site(7700, "forum", pages=5, language="en", naming="semantic", knobs=Knobs(mixed=False))
    page = site.pages[number]
    doc = sectio.extract(page.html)
    assert doc.page_type == "forum"
    assert [post.author for post in doc.posts] == [post.author for post in page.posts]
    assert not doc.comments


def of(name: str, forum: float) -> PageType:
    """A type, with this probability of being a forum."""
    others = "article product collection listing documentation service".split()
    return PageType(name, {**dict.fromkeys(others, (1 - forum) / 6), "forum": forum})


def item(number: int, name: str) -> str:
    said = f"<p>I saw it too, number {number}, and all of us were there</p>"
    return f"<div class={name}><b class=author>Ann {number}</b> <time>{number} May 2021</time>{said}</div>"


def items(name: str, number: int = 3) -> str:
    return "".join(item(i + 1, name) for i in range(number))


STORY = f"<p>{WORDS}</p>"
LINK = f"<div class=question><div class=votes>12</div><b class=author>Bea</b> <time>1 May 2021</time>{STORY}</div>"


def found(source: str, kind: PageType) -> tuple[str | None, int, int]:
    """The type of a page all of which was chosen, and how many comments and posts it has, given what its words say."""
    made = decided(source, 4.0, kind)
    return made.page_type, len(made.comments), len(made.posts)


@pytest.mark.parametrize(
    ("source", "kind", "expected"),
    [
        # A story above comments is an article, unless all that is on the page says forum.
        (STORY + items("comment"), of("forum", 0.59), ("article", 3, 0)),
        (STORY + items("comment"), of("forum", 0.6), ("forum", 0, 3)),
        (STORY + items("x"), of("forum", 0.3), ("forum", 0, 3)),
        (items("comment"), of("forum", 0.3), ("forum", 0, 3)),
        # Nothing but several signed comments: a forum, if it may be one.
        (items("comment"), of("article", 0.15), ("forum", 0, 3)),
        (items("comment"), of("article", 0.14), ("article", 3, 0)),
        (items("comment"), of("service", 0.15), ("forum", 0, 3)),
        (items("comment"), of("service", 0.14), ("service", 3, 0)),
        (items("comment", 2), of("article", 0.15), ("article", 2, 0)),
        (STORY + items("comment"), of("article", 0.15), ("article", 3, 0)),
        # Comments on something that people vote for are posts; on what looks like an article, if it may be a forum.
        (LINK + items("comment"), of("article", 0.15), ("forum", 0, 4)),
        (LINK + items("comment"), of("article", 0.14), ("article", 3, 0)),
        (LINK + items("comment"), of("service", 0.01), ("forum", 0, 4)),
        (STORY + items("comment"), of("service", 0.15), ("service", 3, 0)),
        # Unnamed items with a date each are posts where the page may be a forum, and comments below a heading that says so.
        (items("x"), of("article", 0.04), ("forum", 0, 3)),
        (items("x"), of("article", 0.03), ("article", 0, 0)),
        (items("x"), of("service", 0.04), ("service", 0, 0)),
        (f"<div>{STORY}<h2>Comments</h2>{items('x', 9)}</div>", of("article", 0.04), ("article", 9, 0)),
        (f"<div><h2>Comments</h2>{items('x', 9)}</div>", of("article", 0.04), ("forum", 0, 9)),
    ],
)
def test_posts_and_comments_by_what_the_page_may_be(
    source: str, kind: PageType, expected: tuple[str, int, int]
) -> None:
    assert found(source, kind) == expected


def test_a_type_that_the_structure_decides_has_most_of_the_probability() -> None:
    """Six tenths; the others keep their proportions."""
    chances = decided(items("comment"), 4.0, of("article", 0.4)).opinion.page_types
    assert chances["forum"] == pytest.approx(0.6)
    assert chances["product"] == pytest.approx(0.4 * 0.1 / 0.6)
    assert sum(chances.values()) == pytest.approx(1)
