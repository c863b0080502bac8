"""Boilerpipe: blocks, the two decision trees, density, the article pipeline, hostile pages."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.methods import _article, boilerpipe
from sectio.methods._density import WIDTH, text_density
from sectio.results import Selection
from tests.methods.hostile import CJK, EMPTY, LINKS, ODD, odd_page, text_of
from tests.strategies import pages

VARIANTS = (boilerpipe.select, boilerpipe.select_density, boilerpipe.select_article)
every_variant = pytest.mark.parametrize("select", VARIANTS)


def classify(rows: Sequence[tuple[float, float]], by: Callable[..., np.ndarray]) -> str:
    measure, links = zip(*rows, strict=True)
    return "".join("FT"[int(c)] for c in by(np.array(measure), np.array(links)))


# Blocks


def test_blocks_end_at_every_tag_that_is_not_inline() -> None:
    """Inline tags keep a block together; a line break, an image, a list item split it; options are not text."""
    page = parse(
        "<div>one <b>two</b> <a href=x>three</a><br>four<p>five six</p>seven<img>eight</div>"
        "<select><option>nine</option></select>"
    )
    found = boilerpipe.text_blocks(page)
    assert found.words.tolist() == [3, 1, 2, 1, 1]
    np.testing.assert_allclose(found.link_density, [1 / 3, 0, 0, 0, 0])
    assert found.level.tolist() == [3, 3, 4, 3, 3]


def slow_blocks(page: Page) -> list[list[int]]:
    """Positions of texts by block, from a stream of start and end tags."""
    blocks: list[list[int]] = [[]]
    place = {int(row): i for i, row in enumerate(page.text_rows)}
    for row in range(len(page)):
        closing = [n for n in range(row) if page.end[n] == row and page.is_element[n]]
        for n in [*closing, *([row] if page.is_element[row] else [])]:
            if page.tag_of(n) not in boilerpipe._INLINE:
                blocks.append([])
        if (
            row in place
            and page.visible[row]
            and not any(page.tag_of(n) == "option" and n < row < page.end[n] for n in range(row))
        ):
            blocks[-1].append(place[row])
    return [block for block in blocks if block]


@settings(max_examples=200)
@given(pages())
def test_blocks_agree_with_the_slow_twin(page: Page) -> None:
    """Running sums of tags find the same blocks as a stream of events."""
    found = boilerpipe.text_blocks(page)
    blocks = [found.texts[found.block == number].tolist() for number in range(len(found))]
    assert blocks == slow_blocks(page)


# Classifiers


def test_words_of_the_worked_example() -> None:
    """The tree on words, block by block."""
    rows = [(3, 1), (6, 0), (40, 0.05), (35, 0.1), (10, 0), (4, 1), (12, 0)]
    assert classify(rows, boilerpipe.classify_words) == "FTTTTFF"


def test_density_of_the_worked_example() -> None:
    """The tree on densities, block by block."""
    rows = [(3, 1), (6, 0), (12, 0.05), (11, 0.1), (5, 0), (2, 1), (12, 0)]
    assert classify(rows, boilerpipe.classify_density) == "FTTTTFF"


def test_a_single_block() -> None:
    """Twenty words alone are content by words and not by density (next density 0): the paper's tree, kept as it is."""
    page = parse(f"<p>{'word ' * 20}</p>")
    assert boilerpipe.select(page).mask.any()
    assert not boilerpipe.select_density(page).mask.any()


def slow_words(words: list[int], links: list[float], i: int) -> bool:
    before, after = (words[i - 1] if i else 0), (words[i + 1] if i + 1 < len(words) else 0)
    if links[i] > 0.333333:
        return False
    if (links[i - 1] if i else 0) <= 0.555556:
        if words[i] > 16 or after > 15:
            return True
        return before > 4
    return words[i] > 40 or after > 17


def slow_density(density: list[int], links: list[float], i: int) -> bool:
    before, after = (density[i - 1] if i else 0), (density[i + 1] if i + 1 < len(density) else 0)
    if links[i] > 0.333333:
        return False
    if (links[i - 1] if i else 0) <= 0.555556:
        if density[i] > 9:
            return after != 0
        return after > 10 or before > 4
    return after > 11


BLOCKS = st.lists(
    st.tuples(st.integers(0, 45), st.sampled_from([0.0, 0.3, 0.4, 0.5, 0.6, 1.0])), min_size=1, max_size=12
)


@settings(max_examples=200)
@given(BLOCKS)
def test_classifiers_agree_with_plain_if_and_else(rows: list[tuple[int, float]]) -> None:
    """The array form of both trees equals the paper's nested conditions."""
    size, links = [row[0] for row in rows], [row[1] for row in rows]
    arrays = np.array(size), np.array(links)
    assert boilerpipe.classify_words(*arrays).tolist() == [slow_words(size, links, i) for i in range(len(rows))]
    assert boilerpipe.classify_density(*arrays).tolist() == [slow_density(size, links, i) for i in range(len(rows))]


# Text density


def density_of(text: str) -> float:
    page = parse(f"<p>{text}</p>")
    found = boilerpipe.text_blocks(page)
    return float(text_density(page, found.texts, found.block, len(found))[0])


@pytest.mark.parametrize(("text", "density"), [("word " * 10, 10), ("word " * 40, 16), ("abcdefghi " * 20, 8)])
def test_densities_of_the_worked_example(text: str, density: float) -> None:
    """Words per full line of 80 characters; all words if they fit on one."""
    assert density_of(text) == density


@settings(max_examples=200)
@given(st.lists(st.integers(1, 100), min_size=1, max_size=60))
def test_density_agrees_with_greedy_wrapping(lengths: list[int]) -> None:
    """Jumping from line to line equals laying word after word; a word longer than a line has its own."""
    lines, on_line, used = 0, 0, -1
    for length in lengths:
        used += length + 1
        on_line += 1
        if used > WIDTH and on_line > 1:
            lines, on_line, used = lines + 1, 1, length
    expected = (len(lengths) - on_line) / lines if lines else len(lengths)
    assert density_of(" ".join("x" * length for length in lengths)) == expected


def test_density_joins_words_over_inline_tags() -> None:
    """A word with a bold letter is one word."""
    assert density_of("<b>O</b>nce upon a <i>time</i>, twice") == 5


# The article pipeline


def blocks_of(*rows: tuple[str, int]) -> Page:
    """A page of paragraphs: text and number of wrapping divs."""
    return parse(
        "<title>The headline - Site</title>" + "".join("<div>" * d + f"<p>{t}</p>" + "</div>" * d for t, d in rows)
    )


LONG = "This sentence has some ten words and a stop here. " * 7


def test_nothing_after_the_end_of_the_text() -> None:
    """A short line such as "12 comments" ends the article once there is enough of it."""
    page = blocks_of((LONG, 0), ("12 comments", 0), (LONG + "Later.", 0))
    assert "Later." not in text_of(page, boilerpipe.select_article(page).mask)
    early = blocks_of(("Comments are welcome here too", 0), (LONG + "Later.", 0))
    assert "Later." in text_of(early, boilerpipe.select_article(early).mask)


def test_a_trailing_heading_is_dropped() -> None:
    """A heading with no content after it heads something that is not there."""
    page = parse(
        f"<p>{LONG}</p><p>{LONG}</p><h2>Further reading of the many other things we wrote, for you to enjoy now</h2>"
    )
    assert "Further" not in text_of(page, boilerpipe.select_article(page).mask)


def test_the_largest_run_is_kept() -> None:
    """A smaller run of content elsewhere is not the article; a large one on its level is kept with it."""
    menu = "<ul>" + "<li><a href=x>menu</a></li>" * 4 + "</ul>"
    page = parse(f"<div><p>{LONG * 4}</p></div>{menu}<section><div><p>{LONG}Small.</p></div></section>")
    assert "Small." not in text_of(page, boilerpipe.select_article(page).mask)
    page = parse(f"<div><p>{LONG * 4}</p></div>{menu}<div><p>{LONG * 3}Large.</p></div>")
    assert "Large." in text_of(page, boilerpipe.select_article(page).mask)


def test_content_between_title_and_article_is_kept() -> None:
    """The summary under the headline belongs to the article although links separate the two."""
    menu = "<ul>" + "<li><a href=x>share</a></li>" * 4 + "</ul>"
    page = parse(
        f"<title>The headline | Site</title><h1>The headline</h1><section><p>{LONG}Summary.</p></section>{menu}<div><p>{LONG * 4}</p></div>"
    )
    assert "Summary." in text_of(page, boilerpipe.select_article(page).mask)


@pytest.mark.parametrize(
    ("title", "part"),
    [
        ("Headline of the day | Site", "headline of the day"),
        ("Site » Headline of it", "headline of it"),
        ("News: a story told", "a story told"),
    ],
)
def test_title_parts(title: str, part: str) -> None:
    """The longest part between separators is the headline."""
    assert part in _article.title_forms(title)


def test_the_article_is_found() -> None:
    """A plain news page: menu and footer out, paragraphs in."""
    menu = "".join(f"<li><a href=/{i}>Section {i}</a></li>" for i in range(9))
    page = parse(
        f"<ul>{menu}</ul><h1>The headline</h1><p>{LONG}</p><p>{LONG}</p><p>{LONG}</p><ul>{menu}</ul><p>© All rights</p>"
    )
    for select in VARIANTS:
        text = text_of(page, select(page).mask)
        assert text.count("This sentence") == 21
        assert "Section 3" not in text


# Hostile pages


@every_variant
@pytest.mark.parametrize("name", EMPTY)
def test_pages_without_text_are_empty(select: Callable[..., Selection], name: str) -> None:
    """No text: nothing selected, and a warning."""
    found = select(odd_page(name))
    assert (bool(found.mask.any()), found.warnings) == (False, ("empty",))


@pytest.mark.parametrize(("words", "content"), [(16, False), (17, True)])
def test_text_without_markup_is_one_block(words: int, content: bool) -> None:
    """More than 16 words are content, fewer are not."""
    assert boilerpipe.select(parse("word " * words)).mask.any() == content


@every_variant
def test_links_only_are_boilerplate(select: Callable[..., Selection]) -> None:
    """A list of links is never content."""
    assert not select(parse(LINKS)).mask.any()


@every_variant
def test_unspaced_scripts_carry_a_warning(select: Callable[..., Selection]) -> None:
    """The thresholds were learned on English; the result warns where they do not apply."""
    assert select(parse(CJK)).warnings == ("non_spaced_script",)


@every_variant
@pytest.mark.parametrize("name", ODD)
def test_every_odd_page_keeps_the_contract(select: Callable[..., Selection], name: str) -> None:
    """Visible text rows only, the same twice, whatever the page."""
    page = odd_page(name)
    mask = select(page).mask
    assert not (mask & ~(page.is_text & page.visible)).any()
    np.testing.assert_array_equal(mask, select(page).mask)


def test_fusing_fills_a_gap_of_one_block() -> None:
    """A short line between two content blocks is taken along, if asked for."""
    page = parse(
        f"<p>{LONG}</p><p>{LONG}</p><p><a href=x>a link here</a></p><p>{LONG}</p><p>{LONG}</p><p>end of it all</p>"
    )
    assert "a link" not in text_of(page, boilerpipe.select_density(page).mask)
    assert "a link" in text_of(page, boilerpipe.select_density(page, fuse=True).mask)
