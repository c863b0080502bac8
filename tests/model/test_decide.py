"""From block logits to a selection: the choice, comments, warnings, what a page says of itself."""

import numpy as np
import pytest
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks
from sectio.dom.page import Mask
from sectio.dom.parse import parse
from sectio.model import extractor, store
from sectio.model.extractor import Array, Judged, decide
from sectio.results import PageType, Selection
from tests.compiled import uncompiled

ARTICLE = PageType(
    "article", dict.fromkeys("article forum product collection listing documentation service".split(), 0.1)
)
FORUM = PageType("forum", ARTICLE.probabilities)
WORDS = "The harbour froze over again and the ferry stayed at its berth for a week and three more days"
THREAD = f"<div><p>{WORDS}</p></div>" + "".join(
    f"<div class=comment><b class=author>Ann {i}</b><p>I saw it too number {i}</p></div>" for i in range(2)
)


def decided(source: str, logits: float | list[float], kind: PageType = ARTICLE) -> Selection:
    """The decision about a page whose blocks have these logits."""
    page, model = parse(source), store.default()
    cut = Blocks.of(page)
    given = np.broadcast_to(np.array(logits, np.float32), len(cut)).copy()
    return decide(page, model, Judged(model, cut, None, given), given, kind)


def text_of(source: str, found: Selection) -> str:
    page = parse(source)
    return page.join(np.flatnonzero(found.mask[page.text_rows]).tolist())


def choose(chance: Array, words: NDArray[np.float64], favor: float = 0.5) -> tuple[Mask, float]:
    """The choice and its measure, with compiled code and without."""
    chosen, expected = extractor.choose(chance, words, favor)
    with uncompiled():
        plain, same = extractor.choose(chance, words, favor)
    assert (plain.tolist(), same) == (chosen.tolist(), expected)
    return chosen, expected


def test_the_choice_is_the_prefix_with_the_best_measure() -> None:
    """By hand: of 0.9, 0.5 and 0.1 with ten words each, F1 is 18/25, 28/35, 30/45; the second is best."""
    taken, expected = choose(np.array([0.1, 0.9, 0.5], np.float32), np.array([10.0, 10, 10]))
    assert taken.tolist() == [False, True, True]
    assert expected == pytest.approx(28 / 35)


@pytest.mark.parametrize(("favor", "count"), [(0.0, 1), (0.5, 2), (1.0, 3)])
def test_favor_is_the_weight_of_recall(favor: float, count: int) -> None:
    """By hand, with F0.5 and F2: 0.9, 0.4, 0.25 of ten words each."""
    chance = np.array([0.9, 0.4, 0.25], np.float32)
    taken, expected = choose(chance, np.array([10.0, 10, 10]), favor)
    assert int(taken.sum()) == count
    hits = 10 * float(chance[:count].sum())
    assert expected == pytest.approx(2 * hits / (10 * count + 15.5))


def test_blocks_without_words_weigh_a_little() -> None:
    """A lone dash is not free to take, and costs less than a word."""
    chance = np.array([0.95, 0.2], np.float32)
    assert choose(chance, np.array([1.0, 0.0]))[1] == pytest.approx(2 * 0.95 / (1 + 0.95 + 0.06))
    assert choose(chance, np.array([1.0, 0.0]))[0].tolist() == [True, False]
    assert choose(np.array([0.6], np.float32), np.array([0.0]))[1] == pytest.approx(2 * 0.18 / (0.3 + 0.18))


def test_a_block_of_few_words_is_measured_like_any_other() -> None:
    """By hand: 2 * 0.27 / 0.87 for the first block alone is a little more than 2 * 0.57 / 1.87 for both."""
    assert choose(np.array([0.9, 0.3], np.float32), np.array([0.0, 1.0]))[0].tolist() == [True, False]


def test_without_favor_the_choice_is_balanced() -> None:
    """Of 0.9, 0.4 and 0.25 with the same number of words two are chosen; recall would take all three."""
    source = "<p>one a b</p><p>two a b</p><p>six a b</p>"
    found = decided(source, [float(np.log(p / (1 - p))) for p in (0.9, 0.4, 0.25)])
    assert text_of(source, found) == "one a b two a b"


def test_equal_chances_are_taken_in_document_order() -> None:
    chance = np.full(4, 0.5, np.float32)
    assert choose(chance, np.full(4, 5.0))[0].all()


def test_comments_are_taken_out_of_an_article() -> None:
    found = decided(THREAD, 4.0)
    assert text_of(THREAD, found) == WORDS
    assert [comment.author for comment in found.comments] == ["Ann 0", "Ann 1"]


def test_posts_of_a_forum_are_content() -> None:
    posts = THREAD.partition("</div>")[2]
    found = decided(posts, 4.0, FORUM)
    assert "I saw it too number 1" in text_of(posts, found)
    assert list(found.comments) == []
    assert [post.author for post in found.posts] == ["Ann 0", "Ann 1"]


def test_an_article_above_comments_is_no_forum() -> None:
    found = decided(THREAD, 4.0, FORUM)
    assert text_of(THREAD, found) == WORDS
    assert found.page_type == "article"
    assert [comment.author for comment in found.comments] == ["Ann 0", "Ann 1"]


def test_comments_stay_where_nothing_else_was_chosen() -> None:
    page = parse("<div><p>word</p></div><div class=comment><p>answer</p></div>")
    rows = page.is_text & np.array(["answer" in page.text(row) for row in range(len(page))])
    nothing = np.zeros(len(page), bool)
    assert (extractor._without_comments(rows, rows, nothing) == rows).all()
    assert (extractor._without_comments(page.is_text, rows, nothing) == (page.is_text & ~rows)).all()
    # The rest of the page, where there is one, is the content rather than the comments.
    assert (extractor._without_comments(rows, rows, page.is_text) == (page.is_text & ~rows)).all()


def test_comments_that_were_not_chosen_do_not_count() -> None:
    """Most of the page may be comments, as long as most of the choice is not."""
    source = f"<p>{WORDS}</p>" + f"<div class=comment><cite>Ann</cite><p>{WORDS} {WORDS} {WORDS}</p></div>"
    found = decided(source, [4.0, -9.0, -9.0])
    assert text_of(source, found) == WORDS
    assert len(found.comments) == 1


def test_a_page_without_blocks_is_empty() -> None:
    found = decided("<img src=a>", 0.0)
    assert found.warnings == ("empty",)
    assert not found.mask.any()
    assert found.opinion.page_type == "article"


def test_what_a_page_says_of_itself_stands_in_for_its_text() -> None:
    source = f'<head><meta name=description content="{WORDS}"></head><body><a href=/>Home</a>'
    found = decided(source, 4.0)
    assert found.text == WORDS
    assert found.warnings == ("description_only",)
    assert not found.mask.any()
    assert found.opinion.confidence is not None


@pytest.mark.parametrize(("words", "codes"), [(1, ("short",)), (19, ("short",)), (20, ()), (30, ())])
def test_less_than_twenty_words_are_short(words: int, codes: tuple[str, ...]) -> None:
    assert decided(f"<p>{'word ' * words}", 4.0).warnings == codes


def test_texts_without_words_and_hidden_pages_are_told() -> None:
    assert decided("<p>***</p><p>–</p>", 4.0).warnings == ("no_words",)
    hidden = f"<div style='display:none'><p>{WORDS} {WORDS}</p></div>"
    assert decided(hidden, 4.0).warnings == ("all_hidden",)
    assert decided(hidden + f"<p>{WORDS}</p>", 4.0).warnings == ()


def test_chances_are_those_of_the_logits() -> None:
    """One per row: that of the text's block, and 0 for rows that are no text."""
    found = decided(f"<p>{WORDS}</p><p>no</p>", [2.0, -3.0])
    page = parse(f"<p>{WORDS}</p><p>no</p>")
    assert found.chance is not None
    expected = [1 / (1 + np.exp(-2)), 1 / (1 + np.exp(3))]
    assert found.chance[page.text_rows].tolist() == pytest.approx(expected, abs=1e-6)
    assert not found.chance[~page.is_text].any()


def test_confidence_grows_with_what_is_expected() -> None:
    """The surer the blocks, the surer the result; always between 0 and 1."""
    sure, unsure = (decided(f"<p>{WORDS} {WORDS}</p>", logit).opinion.confidence for logit in (6.0, -2.0))
    assert sure is not None
    assert unsure is not None
    assert 0 <= unsure < sure <= 1


def test_a_long_block_is_not_chosen_twice() -> None:
    """The article again, for printing; short texts may well repeat."""
    long, short = " ".join(f"word{number}" for number in range(120)), "See the table below."
    texts = [short, long, short, long, f"{long} more"]
    words = np.array([len(text.split()) for text in texts], np.float64)
    found = extractor.copies(texts.__getitem__, words, np.array([True, True, True, True, True]))
    assert found.tolist() == [False, False, False, True, False]
    assert not extractor.copies(texts.__getitem__, words, np.array([True, False, True, True, True])).any()


def test_hidden_blocks_have_no_chance_unless_most_is_hidden() -> None:
    """A page that a script will show is still a page."""
    chance, words = np.array([0.9, 0.9], np.float32), np.array([10.0, 5.0])
    assert extractor.shown(np.array([False, True]), words, chance).tolist() == [chance[0], 0]
    assert extractor.shown(np.array([True, False]), words, chance).tolist() == chance.tolist()


def test_the_best_of_the_rest_is_chosen_by_its_own_chances() -> None:
    """Comments are neither taken nor do they push out what is likely beside them."""
    inside, chance = np.array([True, False, False]), np.array([0.9, 0.9, 0.1], np.float32)
    assert extractor._outside(inside, chance, np.full(3, 10.0), 0.5).tolist() == [False, True, False]
