"""What items have in common, and their parts, by compiled code and by plain code."""

from array import array

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.tabular import survey
from sectio.tabular.cells import Item, Reader, kind_of, place_of
from sectio.tabular.lists import Span
from sectio.tabular.outline import Outline
from sectio.tabular.survey import IMAGE, LINK, TEXT, Rows, Spread
from tests.compiled import built, uncompiled
from tests.strategies import pages

ROWS = "".join(f"<tr><td>{n}<td colspan=2><a href=/{n}>n</a> <b>x</b> of {n}<td><td>z" for n in "abcde")


@built
@given(pages(), st.lists(st.integers(0, 99), min_size=1, max_size=12), st.booleans())
@example(parse(f"<table>{ROWS}<tr><td>1<td>2<table>{ROWS}</table></table>"), [*range(3, 40, 3)], True)
def test_surveys_are_the_same_in_compiled_code(page: Page, chosen: list[int], joins: bool) -> None:
    """Of any elements as items of three tables."""
    outline = Outline(page)
    starts = [row % len(page) for row in chosen]
    rows = Rows.of(outline, outline.label)
    items = Spread(*(array("i", column) for column in (starts, page.end[starts].tolist(), [row % 3 for row in chosen])))
    seen = survey.survey(rows, items, joins=joins)
    parts = survey.parts(rows, items, seen, joins=joins)
    with uncompiled():
        plain = survey.survey(rows, items, joins=joins)
        for found, expected in zip(seen, plain, strict=True):
            np.testing.assert_array_equal(found, expected)
        assert survey.parts(rows, items, plain, joins=joins) == parts


def reader_of(*sources: str, join: bool = True) -> Reader:
    """The list items of pages as one table."""
    outlines = [Outline(parse(source)) for source in sources]
    items = [
        Item(outline, Span(row, int(outline.page.end[row])))
        for outline in outlines
        for row in np.flatnonzero(outline.page.is_tag("li")).tolist()
    ]
    return Reader([items], join=join)


def test_parts_have_kinds_and_the_same_places_in_all_items() -> None:
    """A link is at the place of its text, and a part that is missing does not move others."""
    reader = reader_of("<ul><li><a href=/a>A</a><img src=/a.png><li><img src=/b.png></ul>")
    first, second = reader.read(0)
    assert [(kind_of(key), value) for key, _, value in first] == [(LINK, "/a"), (TEXT, "A"), (IMAGE, "/a.png")]
    assert place_of(first[0][0]) == place_of(first[1][0]) != place_of(first[2][0])
    assert [key for key, _, _ in second] == [first[2][0]]


def test_what_varies_in_number_is_one_value() -> None:
    """Tags of articles, of which there are sometimes more and sometimes fewer."""
    items = ("<li><b>a</b><b>b</b><b>c</b>", "<li><b>a</b>", "<li><b>b</b><b>c</b>")
    reader = reader_of(f"<ul>{''.join(items)}</ul>")
    assert [[place_of(key) for key, _, _ in parts] for parts in reader.read(0)] == [[2] * 3, [2], [2] * 2]
    apart = reader_of(f"<ul>{''.join(items)}</ul>", join=False)
    assert len({place_of(key) for parts in apart.read(0) for key, _, _ in parts}) == 3


def test_sentences_are_read_whole_with_their_links() -> None:
    said = [
        f"<li>We went to <a href=/{town}>{town}</a> by {way}, and back"
        for town, way in (("Ulm", "boat"), ("Rom", "bus"), ("Bern", "car"))
    ]
    reader = reader_of(f"<ul>{''.join(said)}</ul>")
    assert [[value for _, _, value in parts] for parts in reader.read(0)][1] == [
        "We went to Rom by bus, and back",
        "/Rom",
    ]


def test_items_of_several_pages_have_places_in_common() -> None:
    """Whatever number the class of an element has on its page."""
    first, second = "<p class=x>x</p><ul><li><b class=y>1</b></ul>", "<ul><li><b class=y>2</b></ul>"
    one, other = reader_of(first, second).read(0)
    assert [key for key, _, _ in one] == [key for key, _, _ in other]
    assert [value for _, _, value in one + other] == ["1", "2"]
    assert reader_of(first, second).paths_of_places()[-1] == "/li/b.y"
