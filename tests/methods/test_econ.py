"""ECON: paragraphs, pruning, the climb, and what it says of hostile pages."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.dom.chars import PERIODS_AND_COMMAS
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.methods import econ
from tests.methods.hostile import CJK, EMPTY, LINKS, ODD, PLAIN, odd_page, text_of
from tests.strategies import pages

WORKED = """
<div id=nav><a href=x>Home</a><a href=y>News</a></div>
<div id=art><h1>Title here</h1><p>One, two.</p><p>Three, four, five.</p><div class=rel>Related links</div></div>
<div id=foot>Copyright 2010</div>"""


def row(page: Page, name: str) -> int:
    return next(row for row, value in page.ids.items() if value == name)


def test_paragraphs_of_the_worked_example() -> None:
    """The article's pieces are one paragraph of five marks; menu, related links and footer have none."""
    page = parse(WORKED)
    found = econ.join_paragraphs(page)
    art = row(page, "art")
    assert found.marks[art] == 5
    assert found.chars[art] == len("Title here One, two. Three, four, five.")
    assert found.marks.sum() == 5
    assert found.marks[row(page, "nav")] == found.marks[row(page, "foot")] == 0


def test_snippet_and_summary_of_the_worked_example() -> None:
    """The climb starts at the paragraph with three marks and ends at the article."""
    page = parse(WORKED)
    snippet = econ._snippet(econ.join_paragraphs(page))
    assert page.text(snippet) == "Three, four, five."
    for profile in ("default", "paper"):
        text = text_of(page, econ.select(page, profile=profile).mask)
        assert text == "Title here\nOne, two.\nThree, four, five."


def test_patience_forgives_wrappers() -> None:
    """With each paragraph in its own wrapper the paper stops at the first; one pause forgiven finds both."""
    page = parse("<div><div><p>A, b.</p></div><div><p>C, d.</p></div></div>")
    assert text_of(page, econ.select(page, patience=0).mask) == "A, b."
    assert text_of(page, econ.select(page, profile="paper").mask) == "A, b."
    assert text_of(page, econ.select(page, patience=1).mask) == "A, b.\nC, d."
    assert text_of(page, econ.select(page).mask) == "A, b.\nC, d."


def test_a_gain_at_the_body_is_not_worth_a_pause() -> None:
    """Patience must not climb to the footer: a later gain counts only below the body."""
    page = parse("<div><div><p>The story, at length.</p></div></div><footer>All rights, always.</footer>")
    assert text_of(page, econ.select(page, patience=5).mask) == "The story, at length."


def test_without_pause_the_climb_reaches_the_body() -> None:
    """Paragraphs right in the body are the article; the climb goes on while marks are gained."""
    page = parse("<body><p>One, two, three, four.</p><p>Five, six.</p></body>")
    assert text_of(page, econ.select(page, profile="paper").mask) == "One, two, three, four.\nFive, six."


@pytest.mark.parametrize("mark", PERIODS_AND_COMMAS)
def test_marks_of_all_scripts_count(mark: str) -> None:
    """Full-width, Arabic, Urdu and Devanagari marks are periods and commas too."""
    page = parse(f"<p>text{mark}</p><div>noise</div>")
    assert text_of(page, econ.select(page).mask) == f"text{mark}"


@pytest.mark.parametrize("name", EMPTY)
def test_pages_without_text_are_empty(name: str) -> None:
    """No text: nothing selected, and a warning."""
    found = econ.select(odd_page(name))
    assert not found.mask.any()
    assert found.warnings == ("empty",)


def test_hostile_rows() -> None:
    """Text without markup needs a mark; links have none; unspaced scripts have their own marks."""
    assert text_of(parse(PLAIN), econ.select(parse(PLAIN)).mask) == PLAIN.strip()
    bare = econ.select(parse("no mark at all"))
    assert (bool(bare.mask.any()), bare.warnings) == (False, ("no_punctuation",))
    assert econ.select(parse(LINKS)).warnings == ("no_punctuation",)
    assert econ.select(parse(CJK)).mask.sum() == 2


@pytest.mark.parametrize("name", ODD)
def test_every_odd_page_keeps_the_contract(name: str) -> None:
    """Visible text rows only, the same twice, whatever the page."""
    page = odd_page(name)
    mask = econ.select(page).mask
    assert not (mask & ~(page.is_text & page.visible)).any()
    np.testing.assert_array_equal(mask, econ.select(page).mask)


def test_unknown_profiles_are_an_error() -> None:
    """Misuse is named."""
    with pytest.raises(InputError, match="profile"):
        econ.select(parse("<p>x"), profile="modern")


# A slow twin: pieces and paragraphs by walking the tree


def is_piece(page: Page, n: int) -> bool:
    if page.is_text[n]:
        return True
    blocks = [m for m in range(n, page.end[n]) if page.is_block[m]]
    return not blocks or (blocks == [n] and page.tag_of(n) in econ._PARAGRAPHS)


def slow_select(page: Page, patience: int) -> list[int]:
    """The rows ECON keeps, by its definitions."""
    marks = {int(n): sum(map(page.texts[i].count, PERIODS_AND_COMMAS)) for i, n in enumerate(page.text_rows)}
    seen = [int(n) for n in page.text_rows if page.visible[n]]
    paragraphs: dict[int, list[int]] = {}
    for n in seen:
        piece = n
        while piece and is_piece(page, int(page.parent[piece])):
            piece = int(page.parent[piece])
        paragraphs.setdefault(int(page.parent[piece]), []).append(n)
    kept = {owner: rows for owner, rows in paragraphs.items() if sum(marks[n] for n in rows)}
    if not kept:
        return []
    place = {int(n): i for i, n in enumerate(page.text_rows)}
    longest = max(kept, key=lambda owner: (len(page.join([place[n] for n in kept[owner]])), -owner))
    pieces = [c for c in page.children(longest) if is_piece(page, c)]
    below = [sum(marks.get(m, 0) for m in range(n, page.end[n]) if m in seen) for n in range(len(page))]
    summary = node = max(pieces, key=lambda c: (below[c], -c))
    pause = 0
    while node > 1:
        above = int(page.parent[node])
        if below[above] > below[node] and (above > 1 or not pause):
            summary, pause = above, 0
        else:
            pause += below[above] == below[node]
            if pause > patience:
                break
        node = above
    return [n for rows in kept.values() for n in rows if summary <= n < page.end[summary]]


@given(pages(), st.integers(0, 3))
def test_selection_agrees_with_the_slow_twin(page: Page, patience: int) -> None:
    """Array sums equal walking the tree piece by piece."""
    if "\u0301" in page.html:
        return  # the twin measures composed text, in which a separate accent is not a character
    assert sorted(slow_select(page, patience)) == np.flatnonzero(econ.select(page, patience=patience).mask).tolist()
