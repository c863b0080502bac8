"""The site model: learning, matching, files, more pages, unusual input."""

import json
import random

import numpy as np
import pytest

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError, TemplateError
from sectio.sites.template import TemplateSite, learn, load
from tests.sectioning.making import by_site

WORDS = "river stone cloud paper garden winter signal motor window letter copper forest island market".split()


def article(seed: int, *, side: bool = True) -> Page:
    """A page of a small site: menu, article with its own words, cluster menu, footer."""
    rng = random.Random(seed)
    text = "".join(
        f"<p>{' '.join(rng.choice(WORDS) for _ in range(30))} {seed}-{number}.</p>"
        for number in range(rng.randint(2, 7))
    )
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in ("home", "news", "about", "help"))
    extra = "<div class=local><h3>In this part</h3><p>Only here you find this notice of ours.</p></div>" if side else ""
    return parse(
        f"<title>t</title><div class=top><ul>{menu}</ul></div><div class=main><h1>Title {seed}</h1>{text}</div>{extra}"
        "<div class=foot><p>Copyright by the makers of this site. All rights reserved.</p></div>"
    )


PAGES = [article(seed, side=seed % 3 == 0) for seed in range(15)]


@pytest.fixture(scope="module", params=["default", "paper"])
def site(request: pytest.FixtureRequest) -> TemplateSite:
    return learn(PAGES, profile=request.param, label="tag+class")


def test_the_text_is_the_page_s_own(site: TemplateSite) -> None:
    """Menu and footer go, the article stays."""
    page = article(99, side=True)
    text = " ".join(page.texts[i] for i in np.flatnonzero(site.select(page).mask[page.text_rows]).tolist())
    assert "99-0" in text
    assert "Copyright" not in text
    assert "home" not in text


def test_noise_of_a_cluster_is_found(site: TemplateSite) -> None:
    """A notice on every third page only is noise with full confidence where it is."""
    page = article(99, side=True)
    notice = next(section for section in by_site(page, site) if "notice" in section.text)
    assert notice.noisy
    assert notice.reason == "same text on 5 of 5 pages"


def test_every_sample_page_is_accepted(site: TemplateSite) -> None:
    """A site that follows a template is accepted by it."""
    assert all(site.match_page(page).accepted for page in PAGES)
    assert site.match_page(PAGES[0]).coverage == 1


def test_another_site_matches_poorly(site: TemplateSite) -> None:
    """Spec §5: little coverage is said, and the page is still scored."""
    page = parse("<table><tr><td>a<td>b<tr><td>c<td>d</table>" * 3)
    match = site.match_page(page)
    assert match.coverage < site.drift_threshold
    assert match.warnings == ("poor_match",)
    assert match.unmatched
    assert by_site(page, site)


def test_files(site: TemplateSite) -> None:
    """A saved model says the same; its data is plain JSON."""
    again = load(json.loads(json.dumps(site.to_data())))
    page = article(50)
    assert again.pattern == site.pattern
    assert by_site(page, again) == by_site(page, site)
    assert again.to_data() == site.to_data()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.pop("templates"),
        lambda data: data.update(templates=[]),
        lambda data: data["templates"][0].update(items=[["div", 3]]),
        lambda data: data["templates"][0].update(items=[["*", 0]]),
        lambda data: data["templates"][0].update(items=[[1]]),
        lambda data: data["templates"][0].update(nodes=[[10**6, 1]]),
        lambda data: data["templates"][0].update(features={"0": {"1": "%%%"}}),
        lambda data: data["settings"].update(unknown=1),
        lambda data: data.update(settings=None),
    ],
)
def test_damaged_files_are_errors(damage: object) -> None:
    """Damage is reported as such, never as a crash later."""
    data = json.loads(json.dumps(learn(PAGES[:3]).to_data()))
    damage(data)  # type: ignore[operator]
    with pytest.raises(TemplateError):
        load(data)


def test_update_counts_new_pages() -> None:
    """Learning in two steps knows both halves: support is of all pages."""
    half = learn([article(seed, side=False) for seed in range(8)])
    whole = half.updated([article(seed, side=True) for seed in range(8, 16)])
    page = article(77, side=True)
    footer = page.text_rows[-1]
    assert whole.pages == 16
    assert half.pages == 8
    assert whole.signals(page).node_pages[footer] == 16
    assert whole.match_page(page).accepted
    assert "Copyright" not in " ".join(np.array(page.texts)[whole.select(page).mask[page.text_rows]])


def test_names_made_up_for_one_page_do_not_matter() -> None:
    """A class such as `post-7` on each page, also on a single new one, is not part of the structure."""

    def post(number: int) -> Page:
        return parse(f'<div class="post-{number} post"><p>text {number}</p></div><div class=foot><p>the end</p></div>')

    site = learn([post(number) for number in range(6)]).updated([post(7)])
    assert site.pattern == "body(div(p(#text)) div.foot(p(#text)))"
    assert site.pages == 7
    assert site.match_page(post(8)).accepted


def test_merging_is_even_handed() -> None:
    """Two models learned separately give the same text whichever comes first."""
    a, b = learn(PAGES[:7]), learn(PAGES[7:])
    page = article(88)
    assert np.array_equal(a.merge(b).select(page).mask, b.merge(a).select(page).mask)
    with pytest.raises(TemplateError):
        a.merge(learn(PAGES, label="tag"))


def test_the_order_of_pages_does_not_matter() -> None:
    """Shuffled samples give one and the same template."""
    shuffled = PAGES.copy()
    random.Random(4).shuffle(shuffled)
    assert learn(shuffled).pattern == learn(PAGES).pattern


def test_page_kinds_get_templates_of_their_own() -> None:
    """Pages that share no structure are not forced into one template."""
    other = [
        parse(f"<table class=list>{'<tr><td>cell<td>cell'}<tr><td>{n}<td>x{n}</table><form><input><b>go</b></form>")
        for n in range(5)
    ]
    site = learn(PAGES + other)
    assert [template.support.pages for template in site.templates] == [15, 5]
    assert site.match_page(other[0]).coverage == 1
    assert site.match_page(PAGES[0]).coverage == 1


SHELF = "<div><h2>{0}</h2><ul><li>{0} a</li><li>{0} b</li><li>{0} c</li></ul></div>"


def shelves(number: int) -> Page:
    """A page whose largest part is a list of lists, optional notes around it."""
    note = f"<blockquote><p>note {number}</p></blockquote>" if number % 2 else ""
    return parse(
        f"<h1>page {number}</h1>{note}<section>{''.join(SHELF.format(f'{number}{n}') for n in 'xyz')}</section>"
    )


def star_sections(site: TemplateSite, page: Page) -> list[list[str]]:
    """The tags at the top of each section that is a repetition."""
    pieces = site.weigh(page).cut.pieces
    return [[page.tag_of(node) for node in piece.nodes] for piece in pieces if piece.kind == "star"]


def test_the_uppermost_of_nested_stars_is_a_section() -> None:
    """The poster's note on nested STARs; `max_star_ratio` (spec §9) passes over one that takes most of the page."""
    pages = [shelves(number) for number in range(6)]
    site = learn(pages, profile="paper")
    assert "(div(h2(#text) ul((li(#text))*)))*" in site.pattern.replace("\n", "").replace("  ", "")
    assert star_sections(site, pages[0]) == [["div"] * 3]
    inner = learn(pages, profile="paper", max_star_ratio=0.5)
    assert star_sections(inner, pages[0]) == [["li"] * 3] * 3


def test_what_the_template_does_not_know_is_not_noise() -> None:
    """Spec §5: a feature never stored and a leaf without a partner both score 0."""
    pages = [parse(f"<h1>Welcome</h1><p>text {number}</p>") for number in range(6)]
    site = learn(pages, profile="paper")
    page = parse("<h1>Farewell</h1><p>another text</p><table><tr><td>unseen</table>")
    found = site.signals(page)
    assert found.score[page.text_rows].tolist() == [0, 0, 0]


# Unusual input, spec §11


def test_no_pages_is_misuse() -> None:
    """k = 0: a `ValueError`, in words."""
    with pytest.raises(ValueError, match="at least one page"):
        learn([])


def test_unknown_parameters_are_misuse() -> None:
    with pytest.raises(InputError):
        learn(PAGES, profile="fancy")
    with pytest.raises(InputError):
        learn(PAGES, colour=3)


def test_one_page_says_nothing_about_noise() -> None:
    """k = 1: a template, no confidences, everything important."""
    site = learn(PAGES[:1])
    assert site.warnings == ("insufficient_samples",)
    assert all(section.importance == 1 for section in by_site(PAGES[0], site))
    assert all("only one page" in section.reason for section in by_site(PAGES[0], site))


def test_two_pages_are_enough_to_tell_what_repeats() -> None:
    """k = 2: what both have is noise, what each has is its own; no warning."""
    site = learn([article(1, side=False), article(2, side=False)], masked=False)
    assert site.warnings == ()
    noisy = [section.text.split()[0] for section in by_site(article(3, side=False), site) if section.noisy]
    assert noisy == ["home", "Copyright"]


def test_pages_that_are_all_alien_to_the_first_leave_one() -> None:
    """All later pages skipped: as k = 1."""
    others = [parse("<table><tr><td>1</table>" * 9), parse("<form><input><input></form><ol><li>a<li>b</ol>")]
    site = learn([article(1), *others], sort=False)
    assert site.skipped == (1, 2)
    assert site.warnings == ("insufficient_samples",)


def test_pages_nested_too_deep_are_told() -> None:
    """Ten thousand levels: the parser caps them, the model says `truncated`, all text is still in a section."""
    pages = [parse("<div>" * 10_000 + f"<p>text {number}</p>") for number in range(3)]
    site = learn(pages)
    assert site.warnings == ("truncated",)
    assert [section.text for section in by_site(pages[1], site)] == ["text 1"]


def test_a_page_of_many_unlike_parts() -> None:
    """Children that have nothing in common make no list and no endless search; the cap leaves some without partner."""
    parts = [f"<div class=c{n}><{'abiu'[n % 4]}>w{n}</{'abiu'[n % 4]}>{'<p>x</p>' * (n % 7)}</div>" for n in range(900)]
    pages = [parse("".join(random.Random(seed).sample(parts, len(parts)))) for seed in range(2)]
    site = learn(pages)
    sections = by_site(pages[0], site)
    assert sum(section.words for section in sections) == int(pages[0].words[pages[0].text_rows].sum())


def test_identical_pages_are_all_noise() -> None:
    """All pages identical: every confidence is 1, and the model says why."""
    site = learn([article(1)] * 3)
    assert site.warnings == ("identical_samples",)
    assert all(section.importance == 0 and section.noisy for section in by_site(article(1), site))


def test_an_alien_page_is_skipped() -> None:
    """One wildly different page among 15 changes nothing."""
    alien = parse("<table><tr><td>1</table>" + "<form><p>x</form>" * 5)
    site = learn([*PAGES[:5], alien, *PAGES[5:]])
    assert site.skipped == (5,)
    assert site.pages == 15


@pytest.mark.parametrize("html", ["", "<body></body>", "<frameset><frame src=a></frameset>", "text", "<p>"])
def test_pages_with_nothing_on_them(html: str) -> None:
    """Empty pages are learned and cut without an exception."""
    pages = [parse(html)] * 3
    site = learn(pages)
    sections = by_site(pages[0], site)
    assert [section.text for section in sections] == (["text"] if html == "text" else [])
    assert site.match_page(pages[0]).coverage == 1
    assert learn([*PAGES, *pages]).pages >= 15
