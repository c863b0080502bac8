"""Cutting: the paper's conditions on pages drawn by hand."""

import numpy as np
from hypothesis import given, settings

from sectio.dom.page import Floats, Page
from sectio.dom.parse import parse
from sectio.layout import Layout
from sectio.layout.estimate import areas, weights
from sectio.sectioning.cut import Cut, cut, find_mixtures
from sectio.sites.template import learn
from tests.sectioning.making import by_site
from tests.strategies import pages


def sized(page: Page, shares: dict[str, float]) -> Floats:
    """Areas by id; the body has 1."""
    area = np.zeros(len(page))
    area[1] = 1
    for row, name in page.ids.items():
        area[row] = shares[name]
    return area


def cut_plain(page: Page, area: Floats) -> Cut:
    return cut(page, stars=np.full(len(page), -1, np.int32), area=area, content=weights(page) > 0)


def described(page: Page, made: Cut) -> list[tuple[str, list[str]]]:
    return [(piece.kind, [page.tag_of(node) for node in piece.nodes]) for piece in made.pieces]


def test_header_main_with_separator_footer() -> None:
    """Spec §12.5: four sections; the large part is split at its `hr`."""
    page = parse(
        "<div id=h>top</div><div id=m><p>a</p><hr><p>b</p><p>c</p></div><div id=f>end</div>",
    )
    made = cut_plain(page, sized(page, {"h": 0.1, "m": 0.8, "f": 0.1}))
    assert described(page, made) == [
        ("block", ["div"]),
        ("separator", ["p"]),
        ("separator", ["p", "p"]),
        ("block", ["div"]),
    ]


def test_inline_runs() -> None:
    """Spec §12.6: rich text side by side is one section, and a block breaks it."""
    page = parse("<div id=o><b>x</b>y<i>z</i><div id=i>q</div><em>w</em></div>")
    made = cut_plain(page, sized(page, {"o": 0.5, "i": 0.4}))
    assert described(page, made) == [
        ("inline", ["b", "#text", "i"]),
        ("block", ["div"]),
        ("inline", ["em"]),
    ]


def test_area_exactly_at_the_limit_is_not_large() -> None:
    """Spec §6.2 C1: more than 15 %, not 15 %."""
    page = parse("<div id=a>x</div><div id=b>y</div>")
    assert described(page, cut_plain(page, sized(page, {"a": 0.15, "b": 0.15}))) == [("block", ["body"])]


def test_stars_come_first_and_break_runs() -> None:
    """Items of a list are one section; what is around them is cut without them."""
    page = parse("<div id=a>before<a>1</a><a>2</a>after</div><div id=b>x</div>")
    links = np.flatnonzero(page.is_tag("a"))
    stars = np.full(len(page), -1, np.int32)
    stars[links] = 7
    area = sized(page, {"a": 0.5, "b": 0.5})
    made = cut(page, stars=stars, area=area, content=weights(page) > 0)
    assert described(page, made) == [("star", ["a", "a"]), ("block", ["div"]), ("block", ["div"])]
    before, after = page.text_rows[0], page.text_rows[3]
    assert made.section[before] == made.section[after] != made.section[links[0]]


def test_recursion_wins_over_separators() -> None:
    """Spec §6.2: where a node is large with a large part and has a separator, its children are visited."""
    page = parse("<div id=o><p>a</p><hr><div id=i>b</div></div>")
    made = cut_plain(page, sized(page, {"o": 0.9, "i": 0.5}))
    assert described(page, made) == [("block", ["p"]), ("block", ["div"])]


def test_noise_is_cut_out_of_content() -> None:
    """A noisy part of a block gets a section of its own; paragraphs side by side stay together."""
    page = parse("<div id=o><p>aaaa</p><p>bbbb</p><div id=s>share</div><p>cccc</p></div>")
    noise = np.zeros(len(page))
    noise[page.text_rows[2]] = 1
    size = weights(page)
    share = np.array([noise[i : page.end[i]].sum() * 5 for i in range(len(page))]) / np.maximum(areas(page), 1)
    made = cut(
        page,
        stars=np.full(len(page), -1, np.int32),
        area=areas(page),
        content=size > 0,
        mixture=find_mixtures(page, share),
    )
    texts = [[page.texts[i] for i in np.flatnonzero(made.section[page.text_rows] == k).tolist()] for k in range(3)]
    assert texts == [["aaaa", "bbbb"], ["share"], ["cccc"]]


def test_areas_from_characters_and_images() -> None:
    """Spec §6.1: text by length, images by attributes or 50, containers by sum."""
    page = parse('<p>abcde</p><img width=300 height="100"><img><br>')
    size = weights(page)
    images = np.flatnonzero(page.is_tag("img"))
    assert size[page.text_rows[0]] == 5
    assert size[images].tolist() == [200, 50]
    assert areas(page)[1] == 255


def test_areas_from_a_layout() -> None:
    """A layout's boxes win over the estimate."""
    page = parse("<p>a</p><p>b</p>")
    box = np.full(len(page), 10, np.float32)
    layout = Layout(x=box, y=box, width=box, height=box)
    assert areas(page, layout).tolist() == [100.0] * len(page)
    unknown = np.full(len(page), np.nan, np.float32)
    assert areas(page, Layout(x=box, y=box, width=unknown, height=box))[1] == 2


@settings(deadline=None)
@given(pages())
def test_every_leaf_is_in_one_section(page: Page) -> None:
    """Spec §6.2: content is never lost, whatever the page."""
    size = weights(page)
    made = cut_plain(page, areas(page))
    assert (made.section[size > 0] >= 0).all()
    assert set(made.section[size > 0].tolist()) == set(range(len(made.pieces)))


def test_a_rule_ends_a_run_in_a_refined_cut() -> None:
    """Text before and after an `hr` is never one section, also where the area cuts."""
    page = parse(
        f"<div><div>{'a ' * 90}</div><p>before the rule</p><hr><p>after the rule</p><div>{'b ' * 90}</div></div>"
    )
    site = learn([page, page])
    texts = [section.text for section in by_site(page, site)]
    assert not any("before" in text and "after" in text for text in texts)
