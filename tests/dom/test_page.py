"""The page: its four facts, its columns, and what it says of single nodes."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_array_equal

from sectio.dom.page import Page
from sectio.dom.parse import parse
from tests import second
from tests.strategies import html, pages


def assert_the_four_facts(page: Page) -> None:
    """What every method leans on."""
    nodes = np.arange(len(page))
    assert page.tag_of(0) == "html"
    assert page.parent[0] == 0
    assert (page.parent[1:] < nodes[1:]).all()
    for node in range(1, len(page)):
        up = int(page.parent[node])
        assert up < node < page.end[node] <= page.end[up]
    below = np.zeros(len(page), int)
    for node in reversed(range(len(page))):
        below[node] += 1
        if node:
            below[page.parent[node]] += below[node]
    assert_array_equal(page.end - nodes, below)
    assert_array_equal(page.text_rows, np.flatnonzero(page.tag == 0))
    assert len(page.texts) == len(page.text_rows)
    assert all(text and not text.isspace() for text in page.texts)
    adjacent = page.is_text[1:] & page.is_text[:-1] & (page.parent[1:] == page.parent[:-1])
    assert not adjacent.any()
    assert page.is_element[page.parent].all()


@given(html())
def test_the_four_facts_hold_on_both_backends(source: str) -> None:
    """A page that breaks one of them makes every sum wrong."""
    assert_the_four_facts(parse(source))
    assert_the_four_facts(second.parse(source))


def test_a_page_cannot_be_changed() -> None:
    """To ignore a node is to return False for it."""
    page = parse("<p>x</p>")
    for column in (page.parent, page.end, page.tag, page.depth, page.words, page.hidden, page.block_gaps):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        page.html = ""  # type: ignore[misc]


@given(pages())
def test_columns_of_the_tree(page: Page) -> None:
    """Depth, link and heading columns equal looking at each node's path."""
    custom = page.is_tag("td", "x-custom")
    for node in range(len(page)):
        path = [node]
        while path[-1]:
            path.append(int(page.parent[path[-1]]))
        assert page.depth[node] == len(path) - 1
        linked = [up for up in path if page.tag_of(up) == "a" and page.attribute(up, "href") is not None]
        assert page.in_link[node] == bool(linked)
        name = page.tag_of(node)
        assert page.heading[node] == (int(name[1]) if name in ("h1", "h2", "h3", "h4", "h5", "h6") else 0)
        assert custom[node] == (name in ("td", "x-custom"))


@given(pages())
def test_gaps(page: Page) -> None:
    """A block gap is where the path from one text to the next crosses a block or passes a line break."""
    for i in range(1, len(page.texts)):
        before, after = int(page.text_rows[i - 1]), int(page.text_rows[i])
        crossed = [
            up for up in (*path_of(page, before), *path_of(page, after)) if not is_shared(page, up, before, after)
        ]
        breaks = [row for row in range(before, after) if page.tag_of(row) in ("br", "hr") or is_empty_block(page, row)]
        expected = any(page.is_block[up] for up in crossed) or bool(breaks)
        assert page.block_gaps[i] == expected
        own = page.texts[i][0].isspace() or page.texts[i - 1][-1].isspace()
        assert page.gaps[i] == (own or page.after_blank[i])


def path_of(page: Page, node: int) -> list[int]:
    path = [node]
    while path[-1]:
        path.append(int(page.parent[path[-1]]))
    return path


def is_shared(page: Page, up: int, one: int, other: int) -> bool:
    return up <= one and up <= other and max(one, other) < int(page.end[up])


def is_empty_block(page: Page, row: int) -> bool:
    return bool(page.is_block[row])


def test_text_is_read_as_a_reader_sees_it() -> None:
    """Inline markup glues, blocks and breaks part, white space collapses."""
    page = parse("<div>a<b>b</b> <i>c</i><p>d</p>e<br>f</div>")
    assert page.text(0) == "ab c d e f"
    assert page.join(range(len(page.texts)), "|") == "ab c|d|e|f"
    assert parse("<p>cafe\u0301\u00a0 x</p>").text(0) == "caf\u00e9 x"


def test_adjacent_texts_are_one_row() -> None:
    """What separated them, a comment or a script, is gone; white space between them is not."""
    assert list(parse("<p>a<!-- c -->b</p>").texts) == ["ab"]
    assert list(parse("<p>a<script>x</script> <!-- c -->b<i>c</i></p>").texts) == ["a b", "c"]
    assert list(parse("<p>a <svg><path/></svg>b</p>").texts) == ["a b"]


def test_long_runs_of_adjacent_texts_take_linear_time() -> None:
    """Growing one string 300 000 times is quadratic."""
    page = parse("word<!-- -->" * 300_000)
    assert list(page.texts) == ["word" * 300_000]


def test_what_is_no_row() -> None:
    """Code, styling, drawings, frames without an address and the head are dropped, with what is in them."""
    page = parse(
        "<head><title>t</title><style>s</style></head><body><script>x</script><template><p>t</p></template>"
        "<svg><text>s</text></svg><iframe>f</iframe><object>o</object><!-- c --><p>kept</p></body>"
    )
    assert [page.tag_of(node) for node in range(len(page))] == ["html", "body", "p", "#text"]


def test_a_frame_is_a_row_without_text() -> None:
    """Writers make a link of it; what it says to browsers without frames is not text."""
    page = parse("<body><p>a</p><iframe src=/film><p>no frames</p></iframe>")
    assert [page.tag_of(node) for node in range(len(page))] == ["html", "body", "p", "#text", "iframe"]
    assert [*page.texts] == ["a"]


@pytest.mark.parametrize(
    "markup",
    [
        "<div hidden>x</div>", "<div style='display:none'>x</div>", "<datalist><option>x</datalist>",
        "<div style='a:b; DISPLAY : none !important'>x</div>", "<dialog>x</dialog>", "<video>x</video>",
        "<div style='visibility: hidden'><b>x</b></div>", "<canvas>x</canvas>",
    ],
)  # fmt: skip
def test_hidden(markup: str) -> None:
    """Markup that hides, hides everything below; the rest stays visible."""
    page = parse(f"<p>shown</p>{markup}<p>shown</p>")
    by_text = dict(zip(page.texts, page.hidden[page.text_rows].tolist(), strict=True))
    assert by_text == {"shown": False, "x": True}


@pytest.mark.parametrize(
    "markup",
    ["<dialog open>x</dialog>", "<div hidden=until-found>x</div>", "<div style='display:block'>x</div>"],
)
def test_not_hidden(markup: str) -> None:
    """Looks like hiding, but is not."""
    assert not parse(markup).hidden.any()


def test_a_page_that_hides_its_body_is_still_a_page() -> None:
    """Scripts show it later."""
    assert not parse("<body style='display:none' hidden><p>x</p>").hidden.any()


def test_noscript_counts_only_when_the_rest_is_next_to_nothing() -> None:
    """Some forums put the whole thread there; elsewhere it repeats or begs for scripts."""
    thread = "<noscript><p>the whole thread</p></noscript>"
    alone = parse(f"<p>{'word ' * 49}</p>{thread}")
    assert not alone.hidden.any()
    beside = parse(f"<p>{'word ' * 50}</p>{thread}")
    assert beside.hidden[beside.is_tag("noscript")].all()
    assert beside.words[beside.visible].sum() == 50
    unseen = parse(f"<p hidden>{'word ' * 500}</p>{thread}")
    assert not unseen.hidden[unseen.is_tag("noscript")].any()


@given(pages())
def test_xpath_leads_back_to_the_node(page: Page) -> None:
    """Following the steps, counting siblings of one tag, ends where it began."""
    for node in range(len(page)):
        at = 0
        for step in page.xpath(node).split("/")[2:]:
            name, _, place = step.removesuffix("]").partition("[")
            wanted = "#text" if name == "text()" else name
            same = [child for child in page.children(at) if page.tag_of(child) == wanted]
            assert place or len(same) == 1
            at = same[int(place or 1) - 1]
        assert at == node


def test_xpath_names_several_nodes() -> None:
    """Siblings of one tag get one path, other groups the path of their first node."""
    page = parse("<body><ul><li>a<li>b</ul><ul><li>c</ul>")
    items, lists = np.flatnonzero(page.is_tag("li")).tolist(), np.flatnonzero(page.is_tag("ul")).tolist()
    assert page.xpath(*items[:2]) == "/html/body/ul[1]/li"
    assert page.xpath(*items) == "/html/body/ul[1]/li[1]"
    assert page.xpath(lists[0], items[0]) == page.xpath(lists[0]) == "/html/body/ul[1]"


def test_xpath_of_every_sibling_is_not_quadratic() -> None:
    """A page of 20 000 paragraphs asks for 20 000 paths."""
    page = parse("<p>x</p>" * 20_000)
    paths = [page.xpath(node) for node in np.flatnonzero(page.is_tag("p")).tolist()]
    assert paths[-1] == "/html/body/p[20000]"


def test_attributes() -> None:
    """Values decoded, names as HTML has them, rows by attribute."""
    page = parse("<div CLASS='a  b' id=x data-v='1&amp;2'><p>t</p></div>")
    div = int(np.flatnonzero(page.is_tag("div"))[0])
    assert page.attribute(div, "class") == "a  b"
    assert page.attribute(div, "data-v") == "1&2"
    assert page.attribute(div, "none") is None
    assert page.attribute(div + 2, "class") is None
    assert page.classes == {div: "a  b"}
    assert page.ids == {div: "x"}
    assert page.source.having("data-v") == {div: "1&2"}
    assert page.source.attributes(div) == {"class": "a  b", "id": "x", "data-v": "1&2"}


def test_rows_having() -> None:
    """Rows by attribute, whatever its tag; the same from both backends."""
    source = "<body><a href=/>x</a><link href=y><p hidden>z</p><area href=/>"
    for page in (parse(source), second.parse(source)):
        assert page.source.rows_having("href").tolist() == np.flatnonzero(page.is_tag("a", "link", "area")).tolist()
        assert page.source.rows_having("href").tolist() == sorted(page.source.having("href"))
        assert page.source.rows_having("missing").tolist() == []


@given(pages())
def test_jumps_lead_to_ancestors(page: Page) -> None:
    """Each jump goes twice as far up as the one before, and no further than the root."""
    for power, jump in enumerate(page.jumps):
        up = np.arange(len(page), dtype=np.int32)
        for _ in range(2**power):
            up = page.parent[up]
        assert_array_equal(jump, up)
    assert 2**page.doublings >= page.depth.max()


def test_with_class() -> None:
    """Whole classes, as written, on every row that has one of them."""
    page = parse("<body><p class='a b'>x</p><p class=B>y</p><p class='ab'>z</p><div class=b><p class='a b'>w</p></div>")
    paragraphs = np.flatnonzero(page.is_tag("p")).tolist()
    assert page.class_names == {"a", "b", "ab", "B"}
    assert page.with_class(frozenset(("b", "c"))) == sorted(
        [paragraphs[0], *np.flatnonzero(page.is_tag("div")), paragraphs[3]]
    )
    assert page.with_class(frozenset(("A",))) == []
