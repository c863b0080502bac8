"""Site mode on small sites: what sample pages show about a page that it does not show itself."""

from html import escape
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import sectio
from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.model import extractor, sitemode
from sectio.model.memory import Memory
from sectio.model.sitemode import KnownSite
from sectio.sites.template import learn
from tests.compiled import built, uncompiled

MONTHS = ("January", "March", "May", "July", "August", "October", "December")
THEMES = ("harbour", "library", "stadium", "orchard", "railway", "theatre", "observatory", "market", "bridge", "garden")


def news(number: int) -> str:
    """A story whose title tag does not name its headline, with a byline."""
    theme = THEMES[number % len(THEMES)]
    story = "".join(
        f"<p>The {theme} was number {number}.{i} on the list of the council, and after a long debate about costs, noise "
        f"and the old trees nearby, the members agreed to look at plan {chr(97 + i)} for the {theme} again next year.</p>"
        for i in range(5)
    )
    return (
        "<html><head><title>The Gazette</title></head><body>"
        "<div class=top><a href=/>Home</a> <a href=/city>City</a> <a href=/sport>Sport</a></div>"
        f"<div id=story><div class=first><h2>Council talks about the {theme} for hour {number}</h2>"
        f"<p>By Ann Writer {number}, {MONTHS[number % 7]} {number + 1}, 2021</p></div>{story}</div>"
        "<div class=end><a href=/terms>Terms</a> <a href=/contact>Contact</a></div></body></html>"
    )


PAGES = [parse(news(number)) for number in range(12)]
PAGE = PAGES[11]


def known(pages: int = 10) -> KnownSite:
    return KnownSite.learn(learn(PAGES[:pages]), PAGES[:pages])


def site(pages: int = 10) -> sectio.Site:
    return sectio.learn(PAGES[:pages])


def column(name: str, model: KnownSite, logits: float | None = None) -> dict[str, float]:
    """The values of one column for the page's blocks, by the first words of each."""
    judged = extractor.judge(PAGE)
    if logits is not None:
        judged = extractor.Judged(
            judged.model, judged.blocks, judged.features, np.full(len(judged.blocks), logits, np.float32)
        )
    values = sitemode.matrix(PAGE, judged, model)[:, sitemode.NAMES.index(name)]
    return {" ".join(judged.blocks.text(i).split()[:2]): float(value) for i, value in enumerate(values)}


def test_headline_and_byline_are_no_text() -> None:
    """Neither follows from the page's own title; the sample pages show where they are."""
    about = column("about", known())
    assert {words for words, value in about.items() if value} == {"Council talks", "By Ann"}
    found = sectio.extract(news(11), template=site()).text
    assert "for hour 11" not in found
    assert "By Ann Writer" not in found
    assert all(f"number 11.{i}" in found for i in range(5))


def test_short_texts_that_repeat_are_labels_among_content() -> None:
    """The same menu counts less as noise where the network is sure of everything around it."""
    model = known()
    assert column("repeated", model, logits=-9.0)["Home City"] > 0
    memory = Memory(model.memory.pages, {key: [9.0, 99.0] for key in model.memory.priors}, model.memory.texts)
    sure = KnownSite(model.site, memory)
    assert column("repeated", sure, logits=9.0)["Home City"] == pytest.approx(0, abs=0.01)


NOTICE = (
    "The town paper lives on what its readers give, so please think about a small gift, every month or once a year."
)


def test_long_texts_at_one_spot_of_most_pages_are_noise() -> None:
    """A paragraph like any other by its own looks; the same words at another spot may be content."""
    ours = f"<div class=gift><p>{NOTICE}</p></div>"
    shown = [parse(news(number).replace("<div class=end>", f"{ours}<div class=end>")) for number in range(10)]
    model = KnownSite.learn(learn(shown), shown)
    story = news(11)
    assert (
        NOTICE
        not in sectio.extract(
            story.replace("<div class=end>", f"{ours}<div class=end>"), template=sectio.learn(shown)
        ).text
    )
    moved = parse(story.replace("</div><div class=end>", f"<p>{NOTICE}</p></div><div class=end>"))
    values = sitemode.matrix(moved, extractor.judge(moved), model)[:, sitemode.NAMES.index("everywhere")]
    assert not values.any()


@pytest.mark.parametrize("pages", [1, 2])
def test_a_sample_of_one_page_does_not_forbid_its_text(pages: int) -> None:
    """Every text is on most pages of such a small sample."""
    assert "number 0.3" in sectio.extract(news(0), template=site(pages)).text


def test_headings_follow_their_part() -> None:
    """Halfway up to the mean of the part, never down; and not where a heading is known not to be text."""
    logits = np.array([-1, -2, 4, 2, -1, -6, -1, 5], np.float32)
    heading = np.array([0, 1, 0, 0, 1, 0, 1, 0], bool)
    free = np.array([1, 1, 1, 1, 1, 1, 0, 1], bool)
    found = sitemode._headed(logits, heading, free, np.array([1, 1, 3, 1, 1, 1, 1, 1.0]))
    assert found.tolist() == [-1, 0.75, 4, 2, -1, -6, -1, 5]
    last = sitemode._headed(logits[:2], heading[:2], free[:2], np.ones(2))
    assert last.tolist() == [-1, -2]


def test_earlier_memories_still_serve() -> None:
    """A site file without lines knows priors and texts, and neither headline nor dates."""
    model = known()
    data = model.memory.to_data()
    del data["lines"]
    old = KnownSite(model.site, Memory.from_data(data))
    assert not any(column("about", old).values())
    assert column("fresh", old) == column("fresh", model)
    assert all(f"number 11.{i}" in sectio.extract(news(11), template=sectio.Site(old.site, old)).text for i in range(5))


def test_saving_keeps_what_is_known(tmp_path: Path) -> None:
    """A site file gives the same blend as the site it was written from."""
    model = known()
    site().save(tmp_path / "site.json")
    again = sectio.Site.load(tmp_path / "site.json").known
    assert again is not None
    judged = extractor.judge(PAGE)
    assert np.array_equal(sitemode.matrix(PAGE, judged, model), sitemode.matrix(PAGE, judged, again), equal_nan=True)


def test_pages_unlike_the_site_are_judged_alone() -> None:
    """Where no row has a partner in the template, the page's own logit is all there is, and no value is missing."""
    frames = parse("<html><frameset><frame></frameset></html>")
    for page in (frames, parse("<p>Just one line that this site never had before.</p>")):
        judged = extractor.judge(page)
        if len(judged.blocks):
            assert np.isfinite(sitemode.matrix(page, judged, known())).all()


ODD = "\x0b\x1c\x7f\xa0\xad\x85éÅßЖй’—…€\u0301\u3099\u200b\u2003\u212b日か가ᄀ！"
SAID = st.text(st.sampled_from(f'ab& <>"\n\t{ODD}'), min_size=1, max_size=6)


@built
@given(st.lists(st.lists(SAID, min_size=1, max_size=3), max_size=5), st.sampled_from(("", " ", "&nbsp;")))
@example([["a &"], ["&", "b"], ["a\xa0 b"]], " ")
def test_hashes_are_the_same_without_compiled_code(said: list[list[str]], between: str) -> None:
    """White space of all kinds, within texts and between them; entities; what is not ASCII."""
    markup = "".join(f"<p>{between.join(f'<b>{escape(text)}</b>' for text in texts)}</p>" for texts in said)
    quick = sitemode._hashes(Blocks.of(parse(markup)))
    with uncompiled():
        assert sitemode._hashes(Blocks.of(parse(markup))) == quick


@built
def test_characters_that_are_read_without_python_compose_with_nothing() -> None:
    """Every character of the first plane, a hundred to a block, with a letter between: those that compiled code takes as they are."""
    points = [point for point in range(0xA1, 0x10000) if not 0xD800 <= point < 0xE000]
    runs = ["a".join(map(chr, points[start : start + 100])) for start in range(0, len(points), 100)]
    markup = "".join(f"<p>{escape(run)}</p>" for run in runs)
    quick = sitemode._hashes(Blocks.of(parse(markup)))
    with uncompiled():
        assert sitemode._hashes(Blocks.of(parse(markup))) == quick
