"""What items have in common, by compiled code and by sets."""

from array import array
from html import escape

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import sectio
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.tabular import lists
from sectio.tabular.cells import Items
from sectio.tabular.lists import Spans
from sectio.tabular.outline import Outline
from tests.compiled import built, uncompiled
from tests.strategies import html, pages


@built
@given(pages(), st.data())
def test_shapes_are_the_same_in_compiled_code(page: Page, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.integers(0, len(page) - 1), min_size=1, max_size=90))
    outline = Outline(page)
    spans = Spans.of(outline, sorted(rows))
    found = [[*column] for column in lists.shapes(outline, spans)]
    with uncompiled():
        assert [[*column] for column in lists.shapes(outline, spans)] == found


@built
@given(pages())
def test_paths_are_the_same_in_compiled_code(page: Page) -> None:
    found = lists._paths(Outline(page))
    with uncompiled():
        np.testing.assert_array_equal(lists._paths(Outline(page)), found)


@built
@given(pages(), st.data())
def test_weights_are_the_same_in_compiled_code(page: Page, data: st.DataObject) -> None:
    """Items of one element and of several."""
    first = data.draw(st.lists(st.integers(0, len(page) - 1), min_size=1, max_size=9))
    stops = [data.draw(st.sampled_from([int(page.end[row]), int(page.end[page.parent[row]])])) for row in first]
    items = Spans(array("i", first), array("i", stops))
    weigher = lists.Weigher(Outline(page))
    found = weigher._measured(items)
    with uncompiled():
        assert weigher._measured(items) == found


CLASSES = st.lists(
    st.text(alphabet="ab1-_ AZ\t&\x1c", max_size=8) | st.sampled_from(("odd", "item", "item odd", "é", "a" * 70)),
    max_size=3,
)


@built
@given(pages(), st.lists(st.tuples(st.sampled_from(("p", "div", "li", "x-y")), CLASSES.map(" ".join)), max_size=12))
def test_names_are_the_same_in_compiled_code(page: Page, elements: list[tuple[str, str]]) -> None:
    made = parse("<div>" + "".join(f'<{tag} class="{escape(names)}">a</{tag}>' for tag, names in elements))
    for one in (page, made):
        label, names = Outline(one)._labelled
        with uncompiled():
            plain, known = Outline(one)._labelled
        np.testing.assert_array_equal(label, plain)
        assert names == known


@built
@given(html())
def test_records_are_the_same_in_compiled_code(source: str) -> None:
    found = sectio.records(source * 4)
    with uncompiled():
        assert sectio.records(source * 4) == found


def test_items_are_a_sequence() -> None:
    """Each is made when it is asked for."""
    outline = Outline(parse("<ul><li>a<li>b<li>c</ul>"))
    items = Items(outline, Spans(array("i", (3, 5, 7)), array("i", (5, 7, 9))))
    assert [item.span.start for item in items] == [3, 5, 7]
    assert [item.span.start for item in items[1:]] == [5, 7]
    assert items[-1].outline is outline


def test_names_beyond_all_codes_are_no_list() -> None:
    """Tens of thousands of elements, each of a name of its own, are nothing alike, wherever codes end."""
    page = parse("".join(f"<t{number}>x</t{number}>" for number in range(33_000)))
    assert lists.find(Outline(page)) == []
