"""What makes a section noise besides equal text: images that load late, numbers, embedded pages, mixed sections."""

import numpy as np
import pytest

import sectio
from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.layout import Layout
from sectio.sites.template import learn

NUMBERS = "one two three four five six seven eight nine ten".split()


def story(number: int) -> str:
    """A paragraph that no other page has."""
    return " ".join(f"{NUMBERS[number]}{word}" for word in "alpha beta gamma delta epsilon zeta eta theta".split() * 3)


def page(number: int, *, before: str = "", after: str = "") -> bytes:
    """A page of a small site."""
    nav = "<nav><a href=/>Home page</a><a href=/b>About us</a></nav>"
    body = f"<article><h1>{NUMBERS[number]}</h1>{before}<p>{story(number)}</p>{after}</article>"
    return f"<body>{nav}{body}<footer>Copyright of the whole site</footer>".encode()


def text(pages: list[bytes], at: int = 0, **given: object) -> str:
    """What is extracted from one of the pages a site was learned from."""
    return sectio.extract(pages[at], template=sectio.learn(pages), method="template", **given).text  # type: ignore[arg-type]


@pytest.mark.parametrize("profile", ["default", "paper"])
@pytest.mark.parametrize("late", ["data-src", "data-lazy-src", "data-original"])
def test_images_that_load_late_do_not_make_an_article_noise(profile: str, late: str) -> None:
    """They share a blank picture in `src` and differ in what is shown."""
    image = "<img src=blank.gif {}=/{}.jpg width=900 height=600>"
    pages = [page(i, before=image.format(late, i)) for i in range(6)]
    site = sectio.learn(pages, options={"profile": profile})
    assert story(0) in sectio.extract(pages[0], template=site, method="template").text


def test_images_weigh_no_more_than_the_text_of_their_section() -> None:
    """A large picture that every page shows does not take the story with it; in the paper's profile it does."""
    pages = [page(i, before="<img src=same.jpg width=2000 height=900>") for i in range(6)]
    assert story(0) in text(pages)
    strict = sectio.learn(pages, options={"profile": "paper"})
    assert story(0) not in sectio.extract(pages[0], template=strict, method="template").text


def test_the_layout_is_used() -> None:
    """A story of hardly any height is noise beside a repeated line that fills the page; without a layout it is content."""
    pages = [page(i, before="<p>The same words on every page of the site</p>") for i in range(6)]
    options = {"profile": "paper"}
    site = sectio.learn(pages, options=options)
    plain = sectio.extract(pages[0], template=site, method="template")
    tree = parse(pages[0].decode())
    rows = np.full(len(tree), np.nan, np.float32)
    boxes = Layout(rows * 0, rows * 0, np.full(len(tree), 100, np.float32), np.full(len(tree), 100, np.float32))
    repeated = next(row for row, one in zip(tree.text_rows, tree.texts, strict=True) if one.startswith("The same"))
    boxes.height[tree.text_rows] = 1
    boxes.height[repeated] = 5000
    shown = sectio.extract(tree, template=site, method="template", layout=boxes)
    assert story(0) in plain.text
    assert story(0) not in shown.text


def test_an_unknown_layout_is_refused() -> None:
    """Not ignored."""
    pages = [page(i) for i in range(3)]
    with pytest.raises(InputError, match="nonsense"):
        text(pages, layout="nonsense")


def test_texts_that_differ_in_their_numbers_are_the_same_noise() -> None:
    """The number of comments; a long statement with other numbers is a page's own."""
    pages = [
        page(i, after=f"<div>{i + 3} comments so far</div><p>{'Some long statement ' * 5} {i}</p>") for i in range(6)
    ]
    found = text(pages)
    assert "comments so far" not in found
    assert "Some long statement" in found


def test_an_embedded_page_is_a_feature() -> None:
    """The same advertisement on every page is noise, a film of the page's own is not."""
    pages = [
        page(
            i,
            before=f"<div class=ad><iframe src=//ads/slot></iframe></div><div class=film><iframe src=/{i}></iframe></div>",
        )
        for i in range(6)
    ]
    site = learn([parse(one.decode()) for one in pages])
    tree = parse(pages[0].decode())
    held = sorted(tree.source.having("sectio-frames"))
    assert site.signals(tree).score[held].tolist() == [1.0, pytest.approx(1 / 3)]


def test_repeated_text_is_cut_off_the_ends_of_a_section() -> None:
    """A section that mixes its own and repeated text is split down to what is pure; between own texts it is a label, and stays."""
    after = "<p>Opinion</p><p>{} at the end of it all, in words of its own</p><p>Subscribe to our letter for more of this</p>"
    pages = [page(i, after=after.format(NUMBERS[i])) for i in range(6)]
    assert text(pages).split("\n")[-2:] == ["Opinion", f"{NUMBERS[0]} at the end of it all, in words of its own"]


def test_repeated_links_and_buttons_between_own_texts_are_left_out() -> None:
    """A link or button that most pages have at its place is not content; a repeated label is, and so is a link of the page's own."""
    after = "<p><a href=/q>Quote this</a></p><p><button>Report it</button></p><p>Opinion</p><p><a href=/{0}>Source {0}</a></p><p>{0} ends in words of its own</p>"
    pages = [page(i, after=after.format(NUMBERS[i])) for i in range(6)]
    found = text(pages).split("\n")
    assert "Quote this" not in found
    assert "Report it" not in found
    assert found[-3:] == ["Opinion", "Source one", "one ends in words of its own"]
    trees = [parse(one.decode()) for one in pages]
    with_them = learn(trees, controls=False).select(trees[0]).mask
    assert "Quote this" in trees[0].join(np.flatnonzero(with_them[trees[0].text_rows]).tolist(), "|")


def test_a_listing_keeps_what_other_pages_tell_too() -> None:
    """Where a page would be left with next to nothing, what repeats elsewhere is its content."""
    pages = [page(i) for i in range(8)]
    teasers = "".join(f"<div><h2><a href=/{i}>{NUMBERS[i]}</a></h2><p>{story(i)}</p></div>" for i in range(8))
    lists = [f"<body><nav><a href=/>Home page</a><a href=/b>About us</a></nav><main>{teasers}</main>".encode()] * 2
    site = sectio.learn(pages + lists)
    assert story(3) in sectio.extract(lists[0], template=site, method="template").text


def test_teasers_of_other_stories_are_left_out() -> None:
    """Items that begin with links other pages have too, with words of their own, wherever they stand; a list of the page's own stays."""

    def teasers(number: int) -> str:
        others = [(number + step) % 10 for step in range(1, 4)]
        told = "".join(
            f"<li><a href=/{NUMBERS[n]}>Story {NUMBERS[n]}</a><p>{NUMBERS[number]} hints at {NUMBERS[n]}, more or less</p>"
            for n in others
        )
        return f"{f'<p>{NUMBERS[number]} goes on</p>' * (number % 3)}<ul>{told}</ul>"

    own = (
        "<ol>"
        + "".join(
            f"<li><a href=/{{0}}/{n}>Part {n} of {{0}}</a> which {{0}} itself tells in part {n}" for n in range(3)
        )
        + "</ol>"
    )
    pages = [page(i, before=own.format(NUMBERS[i]), after=teasers(i)) for i in range(10)]
    trees = [parse(one.decode()) for one in pages]
    for given, kept in ((True, False), (False, True)):
        mask = learn(trees, teasers=given).select(trees[4]).mask
        found = trees[4].join(np.flatnonzero(mask[trees[4].text_rows]).tolist(), "|")
        assert ("hints at" in found) == kept
        assert "which five itself tells" in found
