"""Where the elements of contributions are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.threads import EVERY, items
from sectio.threads.parts import Parts
from tests.strategies import pages


@given(pages(), st.data())
def test_siblings_beside_items_agree_with_slow_twin(page: Page, data: st.DataObject) -> None:
    """Those of the first item's tag and parent with a few dates, found without a search for each of many siblings."""
    known = st.integers(0, len(page) - 1)
    rows = data.draw(st.sets(known, min_size=1, max_size=3))
    places = sorted(data.draw(st.sets(known, max_size=8)))
    first = min(rows)
    slow = [
        kid
        for kid in page.children(int(page.parent[first]))
        if kid not in rows and page.tag[kid] == page.tag[first]
        if 0 < sum(kid <= place < page.end[kid] for place in places) <= items.MAX_DATES
    ]
    assert [*items._beside(page, rows, places)] == slow


def texts(page: Page, found: list[items.Item]) -> list[str]:
    return [page.text(item.start) for item in found]


def called(markup: str, *kinds: str) -> list[str]:
    """The texts of what is called a contribution of these kinds."""
    page = parse(f"<body>{markup}")
    return texts(page, items.named(page, kinds or EVERY))


def dated(markup: str) -> list[str]:
    """The texts of contributions that are found by their dates."""
    page = parse(f"<body>{markup}")
    return [page.text(item.start) for item in items.by_dates(page, np.ones(len(page), bool), Parts(page))]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("comment", ("comment", "comment")),
        ("my-comment-12", ("comment", "my-comment")),
        ("x y reply_3", ("comment", "reply")),
        ("post", ("post", "post")),
        ("answer", ("answer", "answer")),
        ("question", ("question", "question")),
        ("comment-form", None),
        ("a b c d e f g h i j k comment", ("comment", "comment")),
        ("a b c d e f g h i j k l comment", None),  # nobody reads more than twelve names
        ("box", None),
    ],
)
def test_what_a_class_calls_a_contribution(value: str, expected: tuple[str, str] | None) -> None:
    assert items.called(value) == expected


def test_names_are_in_classes_ids_tests_microdata_and_tags() -> None:
    """An id needs a number: there are many of one kind."""
    assert called("<div class=comment>a</div>", "comment") == ["a"]
    assert called(
        "<div class=c-comment id=comment-1>a</div><div id=comment>b</div><div id=comment-2>c</div>", "comment"
    ) == ["a", "c"]
    assert called("<div data-testid=comment>a</div>", "comment") == ["a"]
    assert called("<div itemtype='https://schema.org/Comment'>a</div>", "comment") == ["a"]
    assert called("<div itemtype='https://schema.org/UserComments/'>a</div>", "comment") == ["a"]
    assert called("<div itemprop=acceptedAnswer>a</div><div itemprop=answer>b</div>", "answer") == ["a"]
    assert called("<div itemprop=suggestedAnswer>a</div>", "comment") == []
    assert called("<my-comment>a</my-comment><comment>b</comment>", "comment") == ["a"]
    assert called("<div class=post>a</div>", "comment") == []


def test_a_link_from_another_site_is_no_contribution() -> None:
    assert called(
        "<ol><li class='comment pingback' id=comment-1>a<li class=comment id=comment-2>b</ol>", "comment"
    ) == ["b"]


def test_a_lone_cell_stands_for_its_row() -> None:
    """The author is often in the cell beside it; two such cells are two contributions."""
    assert called("<table><tr><td>Ann<td class=post>said</table>", "post") == ["Ann said"]
    assert called("<table><tr><td class=post>one<td class=post>two</table>", "post") == ["one", "two"]


def test_only_so_many_contributions_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(items, "MAX_ITEMS", 2)
    assert called("<p class=comment>a<p class=comment>b<p class=comment>c", "comment") == ["a", "b"]


def wrapped(markup: str, *own: str) -> list[str]:
    """The texts of the contributions that do not only hold others; `own` have something of their own, by their class."""
    page = parse(f"<body>{markup}")
    found = items.named(page, EVERY)

    def has_own(number: int) -> bool:
        return any(name in page.classes[found[number].start] for name in own)

    return texts(page, items.without_wrappers(page, found, has_own))


def test_a_list_of_contributions_is_none() -> None:
    both = "<div class='comment x'>a</div><div class='comment x'>b</div>"
    assert wrapped(f"<div class=comment>{both}</div>", "x") == ["a", "b"]
    assert wrapped(f"<div class='comment y'>{both}</div>", "x", "y") == ["a b", "a", "b"]


def test_a_wrapper_takes_the_place_of_the_first_inside_it() -> None:
    """It holds the answers too, which stay; those of the first as well."""
    first, answer = "<div class='comment x'>a</div>", "<ul><li class='comment x'>b</ul>"
    assert wrapped(f"<div class=comment>{first}{answer}</div>", "x") == ["a b", "b"]
    twice = f"<div class=comment><div class=comment>{first}</div>{answer}</div>"
    assert wrapped(twice, "x") == ["a b", "b"]


def test_each_row_belongs_to_the_innermost_contribution() -> None:
    deep = "<div class=comment>b<div class=comment>c</div>d</div>"
    page = parse(f"<body>x<div class=comment>a{deep}e</div>y<div class=comment>f</div>z")
    owner = items.owners(page, items.named(page, ("comment",)))
    found = "".join(page.texts), owner[page.text_rows].tolist()
    assert found == ("xabcdeyfz", [-1, 0, 1, 2, 1, 0, -1, 3, -1])
    assert (items.owners(page, []) == -1).all()


def runs(markup: str) -> list[str]:
    page = parse(f"<body><dl>{markup}</dl>")
    (root,) = np.flatnonzero(page.is_tag("dl")).tolist()
    assert items.may_have_runs(page)[root] == bool(items.runs(page, root))
    return [
        " ".join(page.text(row) for row in range(one.start, one.end) if page.is_text[row])
        for one in items.runs(page, root)
    ]


def test_heads_and_bodies_that_take_turns_are_contributions() -> None:
    """A term and what follows it; a head by its class; two heads in a row are one."""
    assert runs("<dt>Ann<dd>said<dd>more<dt>Bea<dd>no") == ["Ann said more", "Bea no"]
    assert runs("<dt>Ann<dt>on Monday<dd>said") == ["Ann on Monday said"]
    assert runs("<div class=comment-author>Ann</div><p>said</p><div class=comment-meta>Bea</div><p>no</p>") == [
        "Ann said",
        "Bea no",
    ]
    assert runs("<dd>said<dd>more") == []


def test_elements_with_a_date_each_are_contributions() -> None:
    """Of one tag and class, or without a class of one depth; those with the most words."""
    item = "<div class=x>{0} May 2021 <i>some words of number {0} that somebody wrote</i></div>"
    assert len(dated("".join(map(item.format, range(1, 4))))) == 3
    assert dated(item.format(1)) == []
    mixed = "<p class='x odd'>1 May 2021 said that it is so</p><p class='x even'>2 May 2021 said that it is not</p>"
    assert len(dated(mixed)) == 2
    numbered = "<p class='x c1'>1 May 2021 said that it is so</p><p class='x c2'>2 May 2021 said that it is not</p>"
    assert len(dated(numbered)) == 2
    bare = "<p>1 May 2021 said that it is so</p><section><p>2 May 2021 said that it is not</p></section>"
    assert dated(bare) == []


def test_an_element_with_many_dates_holds_several_contributions() -> None:
    """Up to three dates may be in one: when it was written, changed, when its author joined."""
    dates = [" ".join(f"<b>{day} May 2021</b>" for day in range(1, number + 1)) for number in (3, 4)]
    said = "said with a few words more"
    assert len(dated(f"<p class=x>{dates[0]} {said}</p>" * 3)) == 3
    assert len(dated(f"<p class=x>{dates[1]} {said}</p>" * 3)) == 12


def test_a_term_has_what_follows_it() -> None:
    page = parse("<body><dl><dt>1 May 2021 Ann<dd>said so many words<dd>more<dt>2 May 2021 Bea<dd>no</dl>")
    found = items.by_dates(page, np.ones(len(page), bool), Parts(page))
    assert [page.text(one.end - 1) for one in found] == ["more", "no"]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Comments", True), ("3 Comments", True), ("Comments (12)", True), ("Reader comments:", True), ("Kommentare", True),
        ("Your comment", True), ("<i>3</i> <b>Comments</b>", True), ("<i>3</i> <b>Com</b><i>men</i><b>ts</b>", False),
        ("Commentary", False), ("Comments on the new law", False), (f"Comments {'-' * 31}", True), (f"Comments {'-' * 32}", False),
    ],
)  # fmt: skip
def test_a_heading_announces_comments(heading: str, expected: bool) -> None:
    page = parse(f"<body><div><h2>{heading}</h2><p>{'word ' * 20}</p></div>")
    assert bool(items.announced(page)) == expected


@pytest.mark.parametrize(("words", "tag"), [(8, "section"), (7, "div")])
def test_what_is_announced_is_around_the_heading(words: int, tag: str) -> None:
    """The first element with so many words after it."""
    page = parse(f"<body><div><section><h2>Comments</h2><p>{'a ' * words}</p></section><p>{'a ' * 20}</p></div>")
    ((_, root),) = items.announced(page)
    assert page.tag_of(root) == tag


def test_the_last_heading_counts_and_not_every_element_is_looked_at() -> None:
    page = parse(f"<body><div><h2>Comments</h2><p>{'a ' * 9}</p></div><ul><h2>Comments</h2><p>{'a ' * 9}</p></ul>")
    ((row, root),) = items.announced(page)
    assert page.tag_of(root) == "ul"
    assert row > root
    deep = parse("<body><ul><ol><dl><h2>Comments</h2></dl></ol><dd>" + "a " * 20 + "</ul>")
    assert [deep.tag_of(root) for _, root in items.announced(deep)] == ["ul"]
    deeper = parse("<body><ul><ol><dl><div><div><h2>Comments</h2></div></div></dl></ol>" + "a " * 20 + "</ul>")
    assert [deeper.tag_of(root) for _, root in items.announced(deeper)] == ["ol"]


def test_sections_of_comments_are_named_so() -> None:
    """The outermost; the body is none."""
    page = parse("<body class=comments><div id=comments><ol class=comment-list><li>a</ol></div><p class=comments>b")
    assert [page.text(row) for row in items.sections(page)] == ["a", "b"]
    assert items.sections(parse("<body><div class=comment-count>3</div><p class=comment>b")) == []


def test_side_columns_are_beside_the_page_unless_they_hold_most_of_it() -> None:
    story = f"<main>{'word ' * 9}</main>"
    for side in ("<aside>a b</aside>", "<nav>a b</nav>", "<div class=sidebar>a b</div>", "<footer>a b</footer>"):
        page = parse(f"<body>{story}{side}")
        assert [page.text(row) for row in page.text_rows[items.beside(page)[page.text_rows]].tolist()] == ["a b"]
    for other in ("<div><div><footer>a b</footer></div></div>", "<aside class=comments>a b</aside>", "<p>a b</p>"):
        page = parse(f"<body>{story}{other}")
        assert not items.beside(page).any()
    assert items.beside(parse(f"<body><p>{'word ' * 9}</p><aside>{'word ' * 9}</aside>")).any()
    assert not items.beside(parse(f"<body><p>{'word ' * 9}</p><aside>{'word ' * 10}</aside>")).any()


def test_a_lone_contribution_is_around_its_only_date() -> None:
    page = parse("<body><section><h2>Comment</h2><div><p>Ann, 1 May 2021</p><p>said</p></div></section>")
    (root,) = np.flatnonzero(page.is_tag("section")).tolist()
    inside, found = np.ones(len(page), bool), Parts(page)
    assert texts(page, items.lone(page, root, inside, found)) == [
        "Ann, 1 May 2021 said",
        "Comment Ann, 1 May 2021 said",
    ]
    for number, expected in ((0, 0), (3, 2), (4, 0)):
        many = parse(f"<body><section>{'<p>1 May 2021</p>' * number}</section>")
        assert len(items.lone(many, 2, np.ones(len(many), bool), Parts(many))) == expected


@pytest.mark.parametrize(
    "markup",
    [
        "<p class=comment>in</p>", "<p data-testid=comment>in</p>", "<p itemtype=https://schema.org/Comment>in</p>", "<p itemprop=comment>in</p>",
        "<my-comment>in</my-comment>", "<div><h2>Comments</h2><p>in</p></div>", "<table><tr><td class=reply>a</td><td>in</table>",
        "<p class=comment></p><p class=reply>in</p>",
    ],
)  # fmt: skip
def test_where_comments_may_be(markup: str) -> None:
    """By names of all kinds and by headings; of a cell, in its whole row."""
    page = parse(f"<body><p>out</p>{markup}")
    for word in ("in", "out"):
        chosen = page.is_text & np.array([page.text(row) == word for row in range(len(page))])
        assert items.may_be_in(page, chosen) == (word == "in")
    assert not items.may_be_in(page, np.zeros(len(page), bool))
    assert not items.may_be_in(parse("<p>in"), np.ones(4, bool))


def test_contributions_are_inside_the_innermost_around_them() -> None:
    around = [items.Item(start, end, "post") for start, end in ((0, 9), (1, 4), (2, 3), (4, 9), (9, 12), (10, 11))]
    assert items.containing(around) == [-1, 0, 1, 0, -1, 4]
    assert items.children(around) == [[1, 3], [2], [], [], [5], []]


def _repeated(source: str) -> list[str]:
    """The texts of the elements that are taken for posts without being read."""
    page = parse(source)
    named = items.may_be_repeated(page)
    return [] if named is None else [page.text(int(row)) for row in np.flatnonzero(items.repeated(page, named))]


def test_posts_of_one_name_are_found_by_it_alone() -> None:
    """Whatever other classes they have, and however many each of these is on."""
    post = "<div class='post {}'>{}</div>"
    assert _repeated("<body>" + post.format("first", "one") + post.format("odd-7", "two") + post.format("", "three")) == [
        "one", "two", "three",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        "<body><div class=post>one</div><div class=comment>two</div>",
        "<body><span class=post>one</span><span class=post>two</span>",
        "<body><aside><div class=post>one</div><div class=post>two</div></aside><p>Much more than there is beside it",
        "<body><div class=posts>one</div><div class=posts>two</div>",
        "<body><div class=post>one</div><div class=post>two</div>" + "<p>text</p>" * 2 * items.MANY,
    ],
    ids=["each of its own name", "not elements of their own", "beside", "not one contribution", "few for the texts"],
)
def test_what_are_no_posts_without_being_read(source: str) -> None:
    assert _repeated(source) == []
