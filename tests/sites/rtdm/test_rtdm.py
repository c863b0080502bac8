"""Sites by tree matching: learn some pages, extract others; save, load, update, drift; the paper's labels."""

import json

import numpy as np
import pytest

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError, TemplateError
from sectio.results import Selection
from sectio.sites import rtdm
from sectio.sites.rtdm.labels import Passage, group_row, label_news
from sectio.sites.rtdm.trees import Tree

SUBJECTS = ("harbour", "library", "orchard", "railway", "theatre", "village", "windmill", "quarry")


def body(number: int, paragraphs: int) -> list[str]:
    """Sentences that differ from page to page."""
    subject = SUBJECTS[number % len(SUBJECTS)]
    return [
        f"The old {subject} number {number} was rebuilt in part {n} after a long debate in the council, and "
        f"people who live near the {subject} say that they are glad of it."
        for n in range(paragraphs)
    ]


def news(number: int, paragraphs: int = 5) -> Page:
    """A page of a small news site."""
    subject = SUBJECTS[number % len(SUBJECTS)]
    text = "".join(f"<p>{line}</p>" for line in body(number, paragraphs))
    related = "".join(f"<li><a href=/r{number}{n}>Story {number}{n}</a></li>" for n in range(3))
    return parse(
        f"<html><head><title>{title(number)} | The Daily Test</title></head><body>"
        "<header><a href=/>The Daily Test</a><nav><ul><li><a href=/n>News</a><li><a href=/s>Sport</a></ul></nav>"
        f"</header><main><article><h1>{title(number)}</h1><div class=by>By Jo Doe, 0{number % 9 + 1}.05.2020</div>"
        f"<div class=text>{text}</div></article><aside><h2>More on {subject}</h2><ul>{related}</ul></aside></main>"
        "<footer><p>All rights reserved. Imprint and contact of the Daily Test.</p></footer></body></html>"
    )


def title(number: int) -> str:
    return f"Council rebuilds the {SUBJECTS[number % len(SUBJECTS)]} number {number}"


def lines(page: Page, found: Selection) -> list[str]:
    return [" ".join(page.texts[place].split()) for place in np.flatnonzero(found.mask[page.text_rows]).tolist()]


@pytest.fixture(scope="module")
def site() -> rtdm.RtdmSite:
    return rtdm.learn([news(number, 3 + number % 4) for number in range(8)])


def test_extracts_pages_it_has_not_seen(site: rtdm.RtdmSite) -> None:
    """Body in the text, headline in the title; menus, bylines, related links and footers are left out."""
    for number, paragraphs in ((11, 9), (12, 4), (13, 30)):
        page = news(number, paragraphs)
        found = site.select(page)
        assert found.title == title(number)
        assert lines(page, found) == body(number, paragraphs)
        assert found.warnings == ()


def test_pattern_is_readable(site: rtdm.RtdmSite) -> None:
    """Fixed text is in the pattern, wildcards where pages differ."""
    assert site.pattern.startswith('html(body(header(a("The Daily Test"),nav(ul(li(a("News")),li(a("Sport"))))')
    assert "h1(.)" in site.pattern
    assert "rebuilt" not in site.pattern


def test_saved_models_are_the_same(site: rtdm.RtdmSite) -> None:
    """A model read back from its file selects what the model itself selects."""
    again = rtdm.load(json.loads(json.dumps(site.to_data())))
    page = news(21, 7)
    assert again.pattern == site.pattern
    assert again.select(page).title == site.select(page).title
    assert np.array_equal(again.select(page).mask, site.select(page).mask)
    assert again.to_data() == site.to_data()


@pytest.mark.parametrize(
    "damage",
    [
        {"groups": []},
        {"groups": [{"pattern": "a(b", "pages": 2, "body": None}]},
        {"groups": [{"pattern": "a(b)", "pages": 2, "body": 7}]},
        {"groups": [{"pattern": "", "pages": 2, "body": None}]},
        {"groups": "none"},
        {"profile": "other"},
        {"threshold": "high"},
    ],
)
def test_damaged_models_are_errors(site: rtdm.RtdmSite, damage: dict[str, object]) -> None:
    """A foreign or truncated model is an error instead of extracting nonsense."""
    with pytest.raises(TemplateError):
        rtdm.load({**site.to_data(), **damage})


def test_match_and_drift(site: rtdm.RtdmSite) -> None:
    """Pages of the site are covered, another design is not, and what has no partner is named."""
    assert site.match_page(news(31)).accepted
    assert site.match_page(news(31)).coverage > 0.95
    other = parse("<table><tr><td>New</td></tr></table>" + "<div><span>x</span><form><input></form></div>" * 30)
    match = site.match_page(other)
    assert not match.accepted
    assert match.coverage < site.drift_threshold
    assert any("div" in path for path in match.unmatched)
    assert "page_does_not_fit" in site.select(other).warnings


def test_update_learns_more(site: rtdm.RtdmSite) -> None:
    """New pages of the template widen its pattern, pages of another template add one; the model stays as it is."""
    forms = [parse(f"<div><table>{'<tr><td>a<td>b</tr>' * 20}</table><p>{line}</p></div>") for line in body(3, 3)]
    before = site.to_data()
    wider = site.updated([news(41), *forms])
    assert [group.pattern.pages for group in wider.groups] == [9, 3]
    assert wider.match_page(forms[0]).accepted
    assert wider.select(news(42)).title == title(42)
    assert site.to_data() == before


def test_an_odd_page_does_not_spoil_the_pattern() -> None:
    """One page whose article has an extra wrapper is put aside; the pattern keeps the article's parts."""
    odd = news(6).html.replace("<article>", "<div><section><article>")
    pages = [*(news(number) for number in range(7)), parse(odd)]
    model = rtdm.learn(pages)
    assert "h1(.)" in model.groups[0].pattern.tree.notation()
    page = news(17, 6)
    assert lines(page, model.select(page)) == body(17, 6)


def discussed(number: int, paragraphs: int, comments: int) -> Page:
    """A news page whose readers write as much as its author."""
    said = "".join(
        f"<li><div><b>Reader {n}</b> <i>0{n % 9 + 1}.06.2020</i></div><div><p>I saw number {number}.{n} and I think that "
        f"the council should have asked us {n} years ago.</p></div><div><a href=#{n}>Reply</a></div></li>"
        for n in range(comments)
    )
    return parse(
        news(number, paragraphs).html.replace("</article>", f"</article><div class=talk><ul>{said}</ul></div>")
    )


def test_comments_are_not_the_body() -> None:
    """Short parts of several blocks, side by side, do not outweigh the article next to them."""
    model = rtdm.learn([discussed(number, 3 + number % 4, 2 + 3 * number % 13) for number in range(8)])
    page = discussed(14, 5, 11)
    assert lines(page, model.select(page)) == body(14, 5)


def test_paper_profile() -> None:
    """The paper's own labels: the longest group of passages, and the short passage before it."""
    model = rtdm.learn([news(number, 5) for number in range(6)], profile="paper")
    assert model.profile == "paper"
    page = parse(news(15, 5).html)
    found = model.select(page)
    assert found.title == title(15)
    assert rtdm.load(model.to_data()).profile == "paper"


def test_paragraphs_that_all_pages_have_are_one_group() -> None:
    """`p(.)` under one element is one group of passages, not one each: three paragraphs of 40 words are a body."""
    pages = [news(number, 5) for number in range(6)]
    model = rtdm.learn(pages, profile="paper")
    assert "p(.),p(.),p(.)" in model.pattern
    found = model.select(pages[0])
    assert lines(pages[0], found) == body(0, 5)
    assert "short_body" not in found.warnings
    tree = Tree.parse("body(h1(.),div(p(.),p(em(.)),ul))")
    wildcards = [row for row in range(len(tree)) if tree.name(row) == "."]
    assert [tree.name(group_row(tree, row)) for row in wildcards] == ["body", "div", "div"]


def test_furniture_of_the_region_is_left_out() -> None:
    """The template's text at its ends, its long texts inside, and boxes of links to other stories."""
    notice = "<p>This page is brought to you by our partners, whom we thank for it.</p>"
    teasers = "".join(f"<div class=t><p><a href=/{n}>Story of the day {n}</a></p></div>" for n in range(4))
    pages = [
        parse(page.html.replace("<div class=text>", f"<div class=text><p>Share</p>{notice}").replace(
            "</article>", f"{teasers.replace('day', str(number))}</article>"))
        for number, page in enumerate(map(news, range(8)))
    ]  # fmt: skip
    model = rtdm.learn(pages)
    assert lines(pages[3], model.select(pages[3])) == body(3, 5)


def passage(group: int, row: int, words: int, text: str = "") -> Passage:
    return Passage(group, (row,), text or "word " * words, words)


def test_labels_of_the_paper() -> None:
    """The largest group is the body; the title shares its words, is not a date, and comes before it."""
    heading = passage(1, 2, 4, "Orchard saved by neighbours")
    date, menu = passage(2, 3, 1, "12.05.2020"), passage(3, 1, 2, "Sport today")
    text = "The orchard was saved when neighbours came. " * 20
    main = [passage(9, 10, 80, text), passage(9, 12, 60, text)]
    late = passage(4, 20, 3, "Orchard saved again")
    labels = label_news([menu, heading, date, *main, late])
    assert labels.title == "Orchard saved by neighbours"
    assert labels.body == (10, 12)
    assert labels.warnings == ()


def test_short_bodies_are_flagged() -> None:
    """Fewer than a hundred words are a body, with a warning; fewer than twenty are none."""
    assert label_news([passage(1, 5, 40)]).warnings == ("short_body",)
    assert label_news([passage(1, 5, 10)]).body == ()
    with_head = label_news([passage(1, 5, 150)], "From the head")
    assert (with_head.title, with_head.warnings) == ("From the head", ("title_from_head",))


def test_one_page_and_equal_pages() -> None:
    """Nothing varies: the model warns and selects nothing, without raising."""
    for pages in ([news(1)], [news(1), news(1)]):
        for model in (rtdm.learn(pages), rtdm.learn(pages, profile="paper")):
            assert "no_variation" in model.warnings
            assert not model.select(news(1)).mask.any()
            assert model.match_page(news(1)).coverage == 1
    assert "single_pages" in rtdm.learn([news(1)]).warnings


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>",
        "text only",
        "<div>" * 3000 + "deep",
        "<ul>" + "<li>x" * 20_000,
        "<table><td><td><tr>",
        "\x00&#xD800;<a",
    ],
)
def test_hostile_pages(site: rtdm.RtdmSite, html: str) -> None:
    """Empty, broken, deep and wide pages are matched, selected and learned without raising."""
    page = parse(html)
    assert site.select(page).mask.shape == (len(page),)
    assert 0 <= site.match_page(page).coverage <= 1
    model = rtdm.learn([page, news(1)])
    assert rtdm.load(model.to_data()).pattern == model.pattern


def test_misuse() -> None:
    """Learning needs pages."""
    with pytest.raises(InputError):
        rtdm.learn([])
