"""CoreEx: counts, sets, ties, and what it says of hostile pages."""

from math import inf

import numpy as np
import pytest
from hypothesis import given

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.methods import coreex
from tests.methods.hostile import CJK, EMPTY, LINKS, ODD, PLAIN, odd_page, text_of
from tests.strategies import pages

WORKED = (
    "<body>Note:<p>A paragraph <a href=x>with a link</a> in it.</p>"
    "<ul><li>Some <em>emphatic words</em> here.</li><li>More words.</li></ul></body>"
)


def node(page: Page, tag: str) -> int:
    return int(np.flatnonzero(page.is_tag(tag))[0])


def test_counts_and_scores_of_the_worked_example() -> None:
    """A link is one word and one link; scores to the digit with the paper's weights."""
    page = parse(WORKED)
    counts = coreex.count(page)
    p, ul, body = node(page, "p"), node(page, "ul"), node(page, "body")
    assert (counts.text[p], counts.links[p]) == (5, 1)
    assert (counts.text[ul], counts.links[ul]) == (6, 0)
    assert (counts.text[body], counts.links[body]) == (12, 1)
    assert counts.set_text[body] == 7
    scores = coreex.score(page, profile="paper")
    assert scores[body] == pytest.approx(0.995833, abs=1e-6)
    assert scores[ul] == pytest.approx(0.995, abs=1e-6)
    assert scores[p] == pytest.approx(0.993333, abs=1e-6)
    assert scores[0] == pytest.approx(0.9175, abs=1e-6)


def test_output_of_the_worked_example() -> None:
    """The set of the body: its own text and the list, not the paragraph with a link."""
    page = parse(WORKED)
    mask = coreex.select(page, profile="paper").mask
    assert text_of(page, mask).split() == ["Note:", "Some", "emphatic", "words", "here.", "More", "words."]


@pytest.mark.parametrize(("words", "chosen"), [(10, False), (11, True)])
def test_the_threshold_is_strict(words: int, chosen: bool) -> None:
    """A child with a ratio of exactly 0.9 is not chosen."""
    page = parse(f"<div><p>{'word ' * (words - 1)}<a href=x>a link</a></p></div>")
    counts = coreex.count(page)
    assert counts.text[node(page, "p")] == words
    assert counts.chosen[node(page, "p")] == chosen


def test_the_papers_weights_prefer_a_tiny_paragraph() -> None:
    """Why the default differs: 500 words with 5 links against 10 words with none, on a page of 600."""
    article = "".join(f"<p>{'word ' * 99}<a href=x>x</a></p>" for _ in range(5))
    html = f"<div id=a>{article}</div><div id=b><p>{'tiny ' * 10}</p></div><div>{'<a href=x>x</a>' * 90}</div>"
    page = parse(html)
    paper, ours = (coreex.score(page, weights=weights) for weights in ((0.99, 0.01), (0.95, 0.05)))
    big, small = (row for row, _ in sorted(page.ids.items()))
    assert paper[big] == pytest.approx(0.988433, abs=1e-6)
    assert paper[small] == pytest.approx(0.990167, abs=1e-6)
    assert ours[big] == pytest.approx(0.982167, abs=1e-6)
    assert ours[small] == pytest.approx(0.950833, abs=1e-6)
    # In the paper's setting a part of one paragraph wins, between its start and its link.
    assert text_of(page, coreex.select(page, profile="paper").mask).split().count("word") == 99
    assert text_of(page, coreex.select(page).mask).split().count("word") == 495


SENTENCE = "<p>The river rose by <a href=x>two whole metres</a> overnight, said <em><a href=y>the mayor</a></em> of the town.</p>"


def test_links_inside_a_single_best_paragraph_are_kept() -> None:
    """The paragraph's set leaves its links out; the sentence is still written whole."""
    page = parse(f"<div>{SENTENCE}</div>")
    found = text_of(page, coreex.select(page).mask).split()
    assert found == "The river rose by two whole metres overnight, said the mayor of the town.".split()


def test_the_papers_profile_writes_the_set_alone() -> None:
    """As in the paper, a link is not in the set of its paragraph."""
    page = parse(f"<div>{SENTENCE}</div>")
    assert (
        text_of(page, coreex.select(page, profile="paper").mask).split()
        == "The river rose by overnight, said of the town.".split()
    )


def test_a_line_that_is_mostly_links_adds_nothing() -> None:
    """A word beside a list of links does not bring the links in."""
    page = parse(
        "<body>Note:<a href=1>first of many links</a> <a href=2>second of many links</a><p>One two three four five.</p></body>"
    )
    assert text_of(page, coreex.select(page).mask).split() == ["Note:", "One", "two", "three", "four", "five."]


def test_the_kind_of_page_is_the_page_type() -> None:
    """`extract(…, method="coreex").page_type` says what `page_kind` says."""
    article = parse("<p>" + "It rained on the town again, and nobody minded. " * 9 + "</p><a href=x>home</a>")
    index = parse("<ul>" + "<li><a href=x>one headline</a> today</li>" * 30 + "</ul>")
    assert (coreex.select(article).page_type, coreex.page_kind(article)) == ("article", "article")
    assert (coreex.select(index).page_type, coreex.page_kind(index)) == ("index", "index")


def test_ties_go_to_the_deeper_element() -> None:
    """Wrappers of one set score the same; the innermost is taken, not the first met."""
    page = parse("<body><div><section><p>one two</p><p>three four</p></section></div></body>")
    assert coreex._best(page, *(np.where(page.is_element, 1.0, 0.0),) * 2) == node(page, "p")


def test_forms_hold_no_prose_unless_they_hold_the_page() -> None:
    """A search form is dropped; a page that one form wraps is still a page, except in the paper's profile."""
    search = parse(
        "<div><form>Search all of our many pages</form><p>The text of the article itself, some lines of it.</p></div>"
    )
    assert "Search" not in text_of(search, coreex.select(search).mask)
    wrapped = parse("<form><div><p>The text of the article itself.</p></div></form>")
    assert "article" in text_of(wrapped, coreex.select(wrapped).mask)
    assert not coreex.select(wrapped, profile="paper").mask.any()


def test_plain_node_score_returns_one_element() -> None:
    """Equation 1 of the survey: the element itself, links included."""
    page = parse("<div><p>One two three <a href=x>four</a> five six.</p></div><div><a href=x>seven</a></div>")
    assert "four" in text_of(page, coreex.select(page, scoring="node").mask)


def test_article_and_index_pages_are_told_apart() -> None:
    """The survey's remark: the scored tree of an article differs from that of an index."""
    article = parse("<nav><a href=x>Home</a></nav><main>" + "<p>Many words of one story here.</p>" * 20 + "</main>")
    assert coreex.page_kind(article) == "article"
    assert coreex.page_kind(parse(LINKS)) == "index"
    assert coreex.article_score(article) > coreex.article_score(parse(LINKS))


def test_misuse_is_an_error() -> None:
    """Unknown profiles and scorings are named."""
    with pytest.raises(InputError, match="profile"):
        coreex.select(parse("<p>x"), profile="modern")
    with pytest.raises(InputError, match="scor"):
        coreex.select(parse("<p>x"), scoring="tree")


@pytest.mark.parametrize("name", EMPTY)
def test_pages_without_text_are_empty(name: str) -> None:
    """No text: nothing selected, and a warning."""
    found = coreex.select(odd_page(name))
    assert not found.mask.any()
    assert found.warnings == ("empty",)


def test_hostile_rows() -> None:
    """Text without markup is itself; links only are nothing; unspaced scripts have words."""
    assert text_of(parse(PLAIN), coreex.select(parse(PLAIN)).mask) == PLAIN.strip()
    assert not coreex.select(parse(LINKS)).mask.any()
    assert coreex.select(parse(CJK)).mask.sum() == 2


@pytest.mark.parametrize("name", ODD)
def test_every_odd_page_keeps_the_contract(name: str) -> None:
    """One finite float32 per node, text rows only, the same twice."""
    page = odd_page(name)
    scores = coreex.score(page)
    assert scores.shape == (len(page),)
    assert scores.dtype == np.float32
    assert np.isfinite(scores).all()
    mask = coreex.select(page).mask
    assert not (mask & ~page.is_text).any()
    np.testing.assert_array_equal(mask, coreex.select(page).mask)


# A slow twin: the counts handed up node by node, as the paper words them


def slow_select(page: Page, threshold: float, weights: tuple[float, float]) -> tuple[list[float], int]:
    """Scores by recursion over children, and the best node."""
    alive = coreex.count(page).alive
    text, links = [0.0] * len(page), [0.0] * len(page)
    scores, sizes = [-inf] * len(page), [0.0] * len(page)
    for n in reversed(range(len(page))):
        if not alive[n]:
            continue
        if page.is_text[n]:
            text[n] = float(page.words[n])
        elif page.is_link[n]:
            text[n] = links[n] = 1.0
        else:
            set_text = set_links = 0.0
            for child in page.children(n):
                text[n] += text[child]
                links[n] += links[child]
                if text[child] and (text[child] - links[child]) / text[child] > threshold:
                    set_text += text[child]
                    set_links += links[child]
            if set_text:
                scores[n], sizes[n] = (set_text - set_links) / set_text, set_text
    total = max(text[0], 1)
    final = [weights[0] * s + weights[1] * size / total for s, size in zip(scores, sizes, strict=True)]
    best = max(range(len(page)), key=lambda n: (final[n], sizes[n], page.depth[n], -n))
    return final, best


@given(pages())
def test_scores_agree_with_the_slow_twin(page: Page) -> None:
    """Array counts equal counting child by child, bottom-up."""
    if (page.is_link & page.in_link[page.parent]).any():
        return  # links inside links only come from broken markup; the twin would count the inner one
    final, best = slow_select(page, 0.9, (0.95, 0.05))
    scores = coreex._score(coreex.count(page), (0.95, 0.05), "set")
    outside = [not page.in_link[n] for n in range(len(page))]
    expected = [f if f > -inf and out else 0.0 for f, out in zip(final, outside, strict=True)]
    np.testing.assert_allclose(scores, expected)
    if scores.any() and outside[best]:
        chosen = coreex.count(page).chosen & (page.parent == best)
        expected_mask = np.zeros(len(page), bool)
        for child in np.flatnonzero(chosen):
            expected_mask[child : page.end[child]] = True
        expected_mask &= page.is_text & coreex.count(page).alive
        weights = (0.95, 0.05)
        if not page.is_tag("form").any():  # the profiles differ in forms, too
            np.testing.assert_array_equal(coreex.select(page, profile="paper", weights=weights).mask, expected_mask)
        assert not (expected_mask & ~coreex.select(page).mask).any()
