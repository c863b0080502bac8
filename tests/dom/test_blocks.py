"""Text blocks: the pieces a reader sees."""

import numpy as np
from hypothesis import given
from numpy.testing import assert_array_equal

from sectio.dom.blocks import Blocks
from sectio.dom.page import Page
from sectio.dom.parse import parse
from tests.strategies import pages


@given(pages())
def test_blocks_are_the_texts_in_order(page: Page) -> None:
    """Every text is in exactly one block; sums over blocks are sums over texts; masks come back."""
    found = Blocks.of(page)
    spans = [list(range(first, last)) for first, last in zip(found.first, found.last, strict=True)]
    assert [i for span in spans for i in span] == list(range(len(page.texts)))
    assert all(spans)
    assert found.of_text.tolist() == [block for block, span in enumerate(spans) for _ in span]
    assert_array_equal(found.sum(page.counts.words), [page.counts.words[span].sum() for span in spans])
    assert_array_equal(found.node, [page.text_rows[span[0]] for span in spans])
    chosen = np.arange(len(found)) % 2 == 0
    rows = [page.text_rows[i] for block, span in enumerate(spans) if chosen[block] for i in span]
    assert np.flatnonzero(found.rows(chosen)).tolist() == rows


def test_worked_example() -> None:
    """Inline markup stays inside a block; blocks, cells and breaks part."""
    page = parse("<p>a <b>b</b></p>c<br>d<table><tr><td>e<td>f</table><ul><li>g<li>h</ul>")
    found = Blocks.of(page)
    assert [found.text(block) for block in range(len(found))] == ["a b", "c", "d", "e", "f", "g", "h"]


def test_an_empty_page_has_no_blocks() -> None:
    """Nothing to cut."""
    assert len(Blocks.of(parse(""))) == 0


@given(pages())
def test_all_texts_at_once_are_the_texts_one_by_one(page: Page) -> None:
    """The quick way to all texts gives what each block says."""
    blocks = Blocks.of(page)
    assert blocks.texts == [blocks.text(i) for i in range(len(blocks))]
    assert blocks.some(np.arange(len(blocks))) == blocks.texts
    assert {*blocks.distinct(np.arange(len(blocks)))} == {*blocks.texts}
    assert {*blocks.distinct(np.arange(0, len(blocks), 2))} == {*blocks.texts[::2]}
