"""Sections of a decided page: cut where content and noise meet, called what the text says, weighed by chances."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.page import Mask, Page
from sectio.dom.parse import parse
from sectio.sectioning import decided, runs
from sectio.sectioning.decided import Decision, weigh_decision
from sectio.sectioning.runs import Runs
from tests.strategies import pages

LONG = "word " * 300


def rows_of(page: Page, *words: str) -> Mask:
    """The texts that hold one of these words."""
    found = np.zeros(len(page), bool)
    for row, text in zip(page.text_rows, page.texts, strict=True):
        found[row] = any(word in text for word in words)
    return found


def weighed(source: str, *content: str, chance: dict[str, float] | None = None) -> list[tuple[str, bool, float]]:
    """For each section its text, whether it is noise, and its importance."""
    page = parse(source)
    mask = rows_of(page, *content)
    chances = None
    if chance is not None:
        chances = np.zeros(len(page), np.float32)
        for word, value in chance.items():
            chances[rows_of(page, word)] = value
    found = weigh_decision(page, Decision.of(page, mask, chances))
    sections = []
    for number in dict.fromkeys(found.section[page.text_rows].tolist()):
        texts = np.flatnonzero(found.section[page.text_rows] == number)
        sections.append((page.join(texts.tolist()), bool(found.noisy[number]), float(found.importance[number])))
    return sections


def test_runs_of_one_kind_are_sections() -> None:
    """A list that holds both is taken apart, in order."""
    items = "".join(
        f"<p>{name} " + "and more words of the same paragraph </p>" for name in ("A1", "A2", "B1", "B2", "A3")
    )
    found = weighed(f"<div>{items}</div>", "A1", "A2", "A3")
    assert [(text[:2], noisy) for text, noisy, _ in found] == [("A1", False), ("B1", True), ("A3", False)]


@pytest.mark.parametrize("names", [("A1", "B1"), ("A1", "B1", "A2"), ("B1", "A1", "B2", "A2")])
def test_parts_of_a_list_are_at_places_of_their_own(names: tuple[str, ...]) -> None:
    """The top nodes of the sections of a list that was taken apart do not overlap."""
    items = "".join(f"<p>{name} and more words of the same paragraph here</p>" for name in names)
    page = parse(f"<div>{items}</div>")
    found = weigh_decision(page, Decision.of(page, rows_of(page, "A1", "A2"), None))
    tops = [sorted(piece.nodes) for piece in found.cut.pieces]
    assert tops == [[row] for row in np.flatnonzero(page.is_tag("p")).tolist()]


def test_without_chances_a_section_is_all_or_nothing() -> None:
    found = weighed("<div><p>good words here</p></div><div><p>bad words there</p></div>", "good")
    assert [(noisy, importance) for _, noisy, importance in found] == [(False, 1.0), (True, 0.0)]


def test_importance_is_the_mean_chance_by_size() -> None:
    """Three times the characters count three times; the border of this page is 0.3."""
    source = f"<div><p>{'a' * 30}</p><p>{'b' * 10}</p></div>"
    ((_, noisy, importance),) = weighed(source, "a", "b", chance={"a": 0.8, "b": 0.6})
    assert not noisy
    assert importance == pytest.approx(0.5 + 0.5 * (0.75 * 0.5 + 0.25 * 0.3) / 0.7, abs=1e-6)


def test_the_border_of_a_page_may_be_below_a_half_and_never_above() -> None:
    """Halfway between the least likely content and the most likely noise; then half of the scale on each side."""
    page = parse("<p>good</p><p>fair</p><p>poor</p><p>bad</p>")
    chance = np.zeros(len(page), np.float32)
    chance[page.text_rows] = 0.9, 0.4, 0.2, 0.1
    some = Decision.of(page, rows_of(page, "good", "fair"), chance)
    assert some._border(page) == pytest.approx(0.3)
    expected = [0.5 + 0.5 * 0.6 / 0.7, 0.5 + 0.5 * 0.1 / 0.7, 0.5 * 0.2 / 0.3, 0.5 * 0.1 / 0.3]
    assert some.importance(page)[page.text_rows].tolist() == pytest.approx(expected, abs=1e-6)
    few = Decision.of(page, rows_of(page, "good"), chance)
    assert few._border(page) == 0.5
    assert few.importance(page)[page.text_rows].tolist() == pytest.approx([0.9, 0.4, 0.2, 0.1], abs=1e-6)
    none = Decision.of(page, np.zeros(len(page), bool), chance)
    assert none._border(page) == 0.5
    every = Decision.of(page, page.is_text, np.zeros(len(page), np.float32))
    assert every._border(page) == pytest.approx(1e-6)


def test_noise_that_is_likelier_than_content_does_not_move_the_border() -> None:
    """Comments were taken out although they looked like content."""
    page = parse("<p>good</p><p>comment</p><p>bad</p>")
    chance = np.zeros(len(page), np.float32)
    chance[page.text_rows] = 0.6, 0.95, 0.2
    assert Decision.of(page, rows_of(page, "good"), chance)._border(page) == pytest.approx(0.4)


def test_what_is_called_noise_is_below_a_half_and_content_is_not() -> None:
    """Whatever the chances say: `noisy` agrees with the text."""
    found = weighed(
        f"<div><p>good {LONG}</p></div><div><p>comment {LONG}</p></div>", "good", chance={"good": 0.51, "comment": 0.99}
    )
    assert [(noisy, round(importance, 3)) for _, noisy, importance in found] == [(False, 0.671), (True, 0.499)]


@pytest.mark.parametrize(("run", "alone"), [(8, False), (9, True)])
def test_a_long_run_is_always_a_section(run: int, alone: bool) -> None:
    """Up to eight words of noise stay with the story around them, as long as they are hardly anything."""
    story = "".join(f"<p>good {'word ' * 400}</p>" for _ in range(4))
    source = f"<div>{story}<p>{'noise ' * run}</p>{story}</div>"
    found = weighed(source, "good")
    assert [noisy for _, noisy, _ in found] == ([False, True, False] if alone else [False])


@pytest.mark.parametrize(("words", "absorbed"), [(399, False), (400, True)])
def test_so_much_noise_may_be_in_sections_of_content(words: int, absorbed: bool) -> None:
    """One word in a hundred of the text."""
    source = f"<div><p>good {'word ' * (words // 2 - 1)}</p><p>a b c d</p><p>good {'word ' * (words - words // 2 - 1)}</p></div>"
    assert len(weighed(source, "good")) == (1 if absorbed else 3)


@pytest.mark.parametrize(("words", "absorbed"), [(498, False), (499, True)])
def test_so_much_content_may_be_in_noisy_sections(words: int, absorbed: bool) -> None:
    """Four words in a thousand of the text, the two words themselves included."""
    main = "".join(f"<p>good {'word ' * (words - 2)}</p>" for _ in range(1))
    noise = f"<p>{'noise ' * 20}</p>"
    found = weighed(f"<div>{noise}<p>good bit</p>{noise}</div><hr><div>{main}</div>", "good")
    assert len([1 for text, noisy, _ in found if noisy]) == (1 if absorbed else 2)


def test_a_run_at_the_start_goes_with_what_follows() -> None:
    """There is nothing before it in its piece."""
    runs = Runs(
        np.arange(5), np.arange(5), np.array([0, 0, 0, 1, 1], np.int32), np.array([0, 1, 0, 1, 0], bool),
        np.array([2.0, 900, 3, 4, 50]),
    )  # fmt: skip
    assert decided._absorbed(1000.0, runs).tolist() == [True, False, True, True, False]
    assert runs.numbers(decided._absorbed(1000.0, runs)).tolist() == [0, 1, 1, 2, 3]


def test_the_smallest_runs_are_absorbed_first() -> None:
    """While the budget lasts; a piece of one run is never absorbed."""
    runs = Runs(
        np.arange(6), np.arange(6), np.array([0, 0, 0, 0, 0, 1], np.int32), np.array([1, 0, 1, 0, 1, 0], bool),
        np.array([400.0, 6, 300, 3, 300, 1]),
    )  # fmt: skip
    assert decided._absorbed(1000.0, runs).tolist() == [False, True, False, True, False, False]
    assert decided._absorbed(899.0, runs).tolist() == [False, False, False, True, False, False]
    assert decided._absorbed(299.0, runs).tolist() == [False] * 6


def test_images_follow_the_texts_around_them() -> None:
    """Content only between content; as sure as the less sure of the two."""
    page = parse("<p>good</p><img src=a><p>fair</p><img src=b><p>bad</p><img src=c>")
    chance = np.zeros(len(page), np.float32)
    chance[page.text_rows] = 0.9, 0.7, 0.1
    mask = rows_of(page, "good", "fair")
    found = Decision.of(page, mask, chance)
    images = np.flatnonzero(page.is_tag("img"))
    assert found.content[images].tolist() == [True, False, False]
    assert found.chance[images].tolist() == pytest.approx([0.7, 0.1, 0.1], abs=1e-6)
    assert not mask[images].any()


def test_images_at_the_edges_follow_the_only_text_beside_them() -> None:
    page = parse("<img src=a><p>good</p><img src=b>")
    assert Decision.of(page, page.is_text, None).content[page.is_tag("img")].tolist() == [True, True]
    alone = parse("<img src=a>")
    assert not Decision.of(alone, alone.is_text, None).content.any()


def test_chosen_text_counts_although_markup_hides_it() -> None:
    """A tab panel: content like any other; what is hidden and not chosen has no section of its own."""
    page = parse("<div><p>good words</p><div style='display:none'><p>good panel</p></div></div>")
    found = weigh_decision(page, Decision.of(page, rows_of(page, "good"), None))
    assert found.shown[page.text_rows].all()
    assert not found.noisy.any()
    other = weigh_decision(page, Decision.of(page, rows_of(page, "good words"), None))
    assert other.shown[page.text_rows].tolist() == [True, False]


@settings(max_examples=60)
@given(pages(), st.randoms(use_true_random=False))
def test_the_cut_has_no_gaps_and_calls_sections_as_their_words_are(page: Page, rng: Random) -> None:
    """Every shown text is in a section; a section is noise when most of its words are."""
    mask = page.is_text & np.array([rng.random() < 0.5 for _ in range(len(page))])
    found = weigh_decision(page, Decision.of(page, mask, None))
    shown = page.is_text & found.shown & (page.text_len > 0)
    assert (found.section[shown] >= 0).all()
    assert (found.section < len(found.cut.pieces)).all()
    for number, piece in enumerate(found.cut.pieces):
        rows = np.flatnonzero(shown & (found.section == number))
        words, taken = page.words[rows] + 0.01, mask[rows]
        if len(rows) and abs(words[taken].sum() - words[~taken].sum()) > 0.1:
            assert found.noisy[number] == (words[taken].sum() < words[~taken].sum())
        assert all(0 < node < len(page) for node in piece.nodes)


def test_a_section_is_named_by_its_largest_subtrees() -> None:
    """The whole list where all of it is one kind, single items where it is split."""
    page = parse("<div><ul><li>good one</li><li>good two</li></ul><p>bad one</p></div>")
    lists, items = int(np.flatnonzero(page.is_tag("ul"))[0]), np.flatnonzero(page.is_tag("li"))
    both = np.flatnonzero(rows_of(page, "good"))
    assert [*runs._tops(page, both)] == [lists]
    assert [*runs._tops(page, both[1:])] == [int(items[1])]
    assert [*runs._tops(page, both[:1])] == [int(items[0])]
    assert [*runs._tops(page, np.flatnonzero(page.is_text))] == [int(np.flatnonzero(page.is_tag("body"))[0])]


def test_every_leaf_has_a_vote() -> None:
    """A text its words, and hardly anything where it has none; an image still less."""
    page = parse("<p>two words<p>&mdash;<p><img src=x>")
    votes = decided._votes(page)
    assert votes[page.is_text].tolist() == pytest.approx([2.01, 0.01])
    assert 0 < votes[page.is_tag("img")].item() < 0.01
