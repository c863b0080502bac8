"""What a site's sample adds to a block's logit, number by number: weights, memory, repetition, headings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.dom.blocks import Blocks
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.model import extractor, sitemode
from sectio.model.extractor import Judged
from sectio.model.memory import Memory
from sectio.model.priors import Positions
from sectio.model.sitemode import KnownSite, _Found
from sectio.sites.template import learn
from tests.golden.decisions import SITES, learned
from tests.model.test_sitemode import PAGE, known, news

WEIGHTS = {
    "logit": 0.25, "prior": 0.85, "fresh": 0.3, "repeated": -3.0, "everywhere": -10.0, "about": -12.0, "beside": -4.0,
}  # fmt: skip


# The sites on whose page a heading follows what is below it.
RAISED = ("site-newspaper", "site-shop")


@pytest.mark.parametrize("name", SITES)
def test_the_blend_is_the_weighted_sum_of_its_columns(name: str) -> None:
    """Own opinion and the sample's count for it; what repeats, is everywhere or is told elsewhere counts against it."""
    site, page = learned(name)
    assert site.known is not None
    parsed = parse(page.html)
    judged = extractor.judge(parsed)
    columns = sitemode.matrix(parsed, judged, site.known)
    found = sitemode.blended(parsed, judged, site.known)
    expected = sum(WEIGHTS[column] * columns[:, i] for i, column in enumerate(sitemode.NAMES))
    heading = judged.columns("heading")[:, 0] > 0
    np.testing.assert_allclose(found[~heading], np.asarray(expected)[~heading], rtol=1e-4, atol=1e-4)
    assert (found >= np.asarray(expected) - 1e-4).all()
    assert (found[heading] > np.asarray(expected)[heading] + 1e-3).any() == (name in RAISED)


def test_menus_sink_and_fresh_text_rises() -> None:
    """With every block as likely as not by its own looks, the sample alone decides."""
    judged = extractor.judge(PAGE)
    even = Judged(judged.model, judged.blocks, judged.features, np.zeros(len(judged.blocks), np.float32))
    neutral = KnownSite(known().site, Memory(10, {}, known().memory.texts))
    found = dict(
        zip(map(judged.blocks.text, range(len(judged.blocks))), sitemode.blended(PAGE, even, neutral), strict=True)
    )
    menu, end = found["Home City Sport"], found["Terms Contact"]
    story = [value for text, value in found.items() if text.startswith("The ")]
    assert all(value == pytest.approx(0.3, abs=1e-5) for value in story)
    assert menu < 0
    assert end < 0


TINY = (
    "<html><body><h2>Head {0}</h2><div>one two three {0}</div><blockquote>same words here</blockquote>"
    "<address>May {1}, 2021</address></body></html>"
)


def test_a_memory_counts_blocks_headings_dates_and_texts() -> None:
    """Three pages by hand: means by words and a half, how often each text was seen, and what stood at each position."""
    pages = [parse(TINY.format(number, number + 1)) for number in range(3)]
    site = learn(pages)
    logits = [np.array([1.0, 2.0 + number, -1.0, 0.5], np.float32) for number in range(3)]
    found = sitemode.remember(site, pages, logits)
    assert found.pages == 3
    assert sorted(map(tuple, found.priors.values())) == [(-1.0, 10.5), (0.5, 10.5), (1.0, 7.5), (3.0, 13.5)]
    assert sorted(found.texts.values()) == [1] * 9 + [3]
    assert sorted(map(tuple, found.lines.values())) == [(3, 3, 0, 3, 3), (3, 3, 3, 0, 3)]


def test_pages_without_text_are_counted_and_say_nothing() -> None:
    pages = [parse(TINY.format(number, 1)) for number in range(3)]
    site = learn(pages)
    with_blank = sitemode.remember(site, [*pages, parse("<img src=a>")])
    assert with_blank.pages == 4
    assert with_blank.texts == sitemode.remember(site, pages).texts


def test_more_pages_make_another_site_and_none_the_same() -> None:
    first = known(5)
    assert first.updated([]) is first
    more = first.updated([parse(news(11))])
    assert (more.memory.pages, first.memory.pages) == (6, 5)


def test_what_the_sample_says_of_a_block() -> None:
    """The prior where there is one, else the own logit; of a lost block the mean of both."""
    place = Positions(np.array([2.0, np.nan, 4.0, np.nan]), np.zeros(4, bool), np.zeros(4, bool))
    position, lost = np.array([0, 1, 2, 1, 0], np.int32), np.array([0, 0, 0, 1, 1], bool)
    logits = np.array([1, 1, 1, 3, 5], np.float32)
    assert sitemode._prior(place, _Found(0, position, lost), logits).tolist() == [2, 1, 4, 3, 3.5]


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0.5, 50)), min_size=1, max_size=30))
def test_the_share_around_agrees_with_slow_twin(blocks_: list[tuple[float, float]]) -> None:
    """Eight blocks on each side, by words, the block itself included."""
    part, weight = (np.array(column) for column in zip(*blocks_, strict=True))
    found = sitemode._share_around(part, weight)
    for i in range(len(part)):
        near = slice(max(i - 8, 0), i + 9)
        assert found[i] == pytest.approx((part[near] * weight[near]).sum() / weight[near].sum(), abs=1e-6)


def everywhere(page: Page, seen: int, sample: int) -> list[bool]:
    """Which blocks are everywhere, when each text was seen on so many of the sample pages at this spot."""
    cut = Blocks.of(page)
    every = np.ones(len(cut), bool)
    codes = sitemode._spots(page, cut, every)
    memory = Memory(sample, {}, {str(code): seen for code in codes.values()})
    return [bool(found) for found in sitemode._everywhere(page, cut, memory, np.full(len(cut), 0.9))]


@pytest.mark.parametrize(("seen", "sample", "found"), [(2, 3, False), (3, 5, True), (3, 6, False), (4, 6, True)])
def test_long_texts_on_most_pages_are_everywhere(seen: int, sample: int, found: bool) -> None:
    """On three at least, and on more than half."""
    assert everywhere(parse(f"<p>{'word ' * 15}"), seen, sample) == [found]


@pytest.mark.parametrize(("words", "found"), [(14, False), (15, True)])
def test_a_label_is_never_everywhere(words: int, found: bool) -> None:
    """Fifteen words are too long for a label."""
    assert everywhere(parse(f"<p>{'word ' * words}"), 9, 9) == [found]


@pytest.mark.parametrize(("same", "found"), [(0.5, False), (0.51, True)])
def test_a_text_that_is_rare_is_not_looked_up(same: float, found: bool) -> None:
    page = parse(f"<p>{'word ' * 15}")
    cut = Blocks.of(page)
    codes = sitemode._spots(page, cut, np.ones(1, bool))
    memory = Memory(9, {}, {str(code): 9 for code in codes.values()})
    assert sitemode._everywhere(page, cut, memory, np.array([same])).tolist() == [found]


def spot(markup: str) -> int:
    page = parse(f"<html><body>{markup}</body></html>")
    (code,) = sitemode._spots(page, Blocks.of(page), np.ones(1, bool)).values()
    return code


def test_a_spot_is_the_text_and_five_elements_above_it() -> None:
    """Tags and classes of five; what is further up does not matter."""
    inner = "<ul><li><div class=x><p>words</p></div></li></ul>"
    here = spot(f"<div class=a><div>{inner}</div></div>")
    assert here == spot(f"<div class=b><div>{inner}</div></div>")
    assert here != spot(f"<div class=a><section>{inner}</section></div>")
    assert here != spot(f"<div class=a><div class=c>{inner}</div></div>")
    assert here != spot(f"<div class=a><div>{inner.replace('words', 'other')}</div></div>")
    assert spot("<p>words</p>") == spot("<p>words</p>")


def test_what_comes_after_a_text_is_not_part_of_its_spot() -> None:
    """A text has fewer than five elements above it where it is near the root; nothing is taken in their place."""
    assert spot("<p>words</p>") == spot("<p>words</p><hr>")


def columns(texts: dict[str, int], sample: int, name: str) -> dict[str, float]:
    """A column of the matrix for the page of a site whose sample has these texts so often."""
    model = known()
    codes = dict(
        zip(map(Blocks.of(PAGE).text, range(len(Blocks.of(PAGE)))), sitemode._hashes(Blocks.of(PAGE)), strict=True)
    )
    memory = Memory(sample, {}, {str(codes[text]): count for text, count in texts.items()})
    found = sitemode.matrix(PAGE, extractor.judge(PAGE), KnownSite(model.site, memory))
    return dict(zip(codes, found[:, sitemode.NAMES.index(name)].tolist(), strict=True))


@pytest.mark.parametrize(("count", "repeats"), [(1, False), (2, True), (9, True)])
def test_a_text_repeats_from_a_fifth_of_the_sample_on(count: int, repeats: bool) -> None:
    found = columns({"Home City Sport": count}, 10, "repeated")
    assert (found["Home City Sport"] > 0) == repeats
    assert sum(value > 0 for value in found.values()) == int(repeats)


def test_a_heading_is_the_headline_only_if_the_title_has_it() -> None:
    """A fresh heading further down is content; the one that `<title>` names is in `title`."""
    source = "<title>Council talks</title><h1>Council talks</h1><p>words of the story</p><h2>What comes next</h2><p>more of it</p>"
    page = parse(source)
    site = KnownSite(known().site, Memory(10, {}, {}))
    found = sitemode.matrix(page, extractor.judge(page), site)[:, sitemode.NAMES.index("about")]
    assert found.tolist() == [1, 0, 0, 0]


def test_fresh_is_what_no_sample_page_has() -> None:
    found = columns({"Home City Sport": 1}, 10, "fresh")
    assert [text for text, value in found.items() if not value] == ["Home City Sport"]


def test_a_long_line_with_a_date_is_no_dated_line() -> None:
    """Up to a hundred characters."""
    for extra, dated in ((85, 3), (86, 0)):
        pages = [parse(f"<html><body><p>{'x' * extra} May {n}, 2021 aa</p></body></html>") for n in (1, 2, 3)]
        assert len(Blocks.of(pages[0]).text(0)) == extra + 15
        lines = sitemode.remember(learn(pages), pages).lines
        assert [values[3] for values in lines.values()] == ([dated] if dated else [])
