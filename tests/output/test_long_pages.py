"""Long pages: what is written a few events at a time is what is written from all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.dom.parse import parse
from sectio.output import html, markdown, markup, walk
from tests.output.making import made
from tests.strategies import html as sources

_LISTS = st.lists(
    st.sampled_from(["<ul>", "</ul>", "<li>", "x", "<dl>", "<dd>", "</dl>", "<ol>", "<blockquote>", "<hr>", "<br>", "<pre>a</pre>",
        "<table><tr><td>", "<td>", "</table>", "<b>", "<p>", "<h2>", "</h2>", "<details>", "<figure>"]), max_size=60)  # fmt: skip


def _written(source: str, rows: int, together: int) -> tuple[str, str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "_MANY", rows)
        for module in (walk, markup, markdown):
            patch.setattr(module, "_TOGETHER", together)
        page = parse(source)
        result = made(page, page.is_text)
        return html.write(result), markdown.write(result), html.write(result, frozenset(("images", "links")))


@given(st.one_of(sources(), _LISTS.map("".join)), st.integers(1, 6))
def test_a_stream_of_events_is_the_same_as_a_list(source: str, together: int) -> None:
    assert _written(source, 0, together) == _written(source, 10**9, 10**9)
