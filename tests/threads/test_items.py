"""Where the elements of contributions are."""

from hypothesis import given
from hypothesis import strategies as st

from sectio.dom.page import Page
from sectio.threads import items
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
