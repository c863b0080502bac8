"""What the model sees of a page: the array code and the compiled code are twins, to the last bit."""

from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.lab.sitegen import THEMES, generate_site
from sectio.model import features
from tests.compiled import built, uncompiled
from tests.dom.test_parse import GOLDEN
from tests.strategies import pages


def _assert_twins(page: Page) -> None:
    found, blocks = features.matrix(page)
    with uncompiled():
        other, _ = features.matrix(page)
    assert found.shape == (len(blocks), len(features.NAMES))
    odd = [features.NAMES[i] for i in np.flatnonzero((found != other).any(axis=0))]
    assert not odd, "these features differ"


@built
@settings(deadline=None, max_examples=300)
@given(pages())
def test_compiled_features_are_those_of_the_array_code_on_tag_soup(page: Page) -> None:
    """Unusual trees: text without elements, blocks beyond lists, headings in links; a sum from a wrong row would show."""
    _assert_twins(page)


@built
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_compiled_features_are_those_of_the_array_code_on_golden_pages(path: Path) -> None:
    """The same on pages people would write."""
    _assert_twins(parse(path.read_text(encoding="utf-8")))


@built
@pytest.mark.parametrize("theme", THEMES)
def test_compiled_features_are_those_of_the_array_code_on_whole_sites(theme: str) -> None:
    """The same on long pages with repeated paths, comments, tables and menus."""
    for made in generate_site(5, theme, pages=2).pages:
        _assert_twins(parse(made.html))


@pytest.mark.parametrize("size", [1, 7, 64])
def test_any_run_of_blocks_has_the_features_it_has_on_the_whole_page(size: int) -> None:
    """Large pages are looked at in pieces; a sum that started again with each would show."""
    page = parse(generate_site(5, next(iter(THEMES)), pages=1).pages[0].html)
    for code in (nullcontext, uncompiled):
        with code():
            whole, blocks = features.matrix(page)
            found = features.Features.of(page)
            parts = [found.rows(start, min(start + size, len(blocks))) for start in range(0, len(blocks), size)]
            assert np.array_equal(np.concatenate(parts), whole)


def test_some_columns_of_all_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of large pages are put together from pieces."""
    page = parse(generate_site(5, next(iter(THEMES)), pages=1).pages[0].html)
    monkeypatch.setattr(features, "TOGETHER", 10)
    names = ("heading", "words")
    whole, _ = features.matrix(page)
    found = features.Features.of(page).columns(names)
    assert np.array_equal(found, whole[:, [features.NAMES.index(name) for name in names]])
    assert features.Features.of(parse("")).columns(names).shape == (0, 2)


@built
def test_more_words_than_logarithms_at_hand() -> None:
    """A page longer than the table of logarithms must not be read beyond its end."""
    _assert_twins(parse("<p>" + "word " * 9000 + "<div><p>one, two</div>"))


def test_numbers_one_after_the_other_are_counted() -> None:
    """Line numbers and pagers are marked; lone numbers and years are not."""
    page = parse("<p>1<p>2<p>3<p>text<p>1999<p>7 8 9<p>5 9")
    matrix, blocks = features.matrix(page)
    marked = matrix[:, features.NAMES.index("line_numbers")] > 0
    assert [blocks.text(i) for i in np.flatnonzero(marked).tolist()] == ["1", "2", "3", "7 8 9"]
