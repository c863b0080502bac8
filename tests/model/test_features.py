"""What the model sees of a page: the array code and the compiled code are twins, to the last bit."""

from contextlib import nullcontext
from html import escape
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sectio.dom.blocks import Blocks
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


SAID = st.text(st.sampled_from('aBcRain 12345é&<>"İΣς\xa0\u2003\u3000\x85\x1c\n\t日'), max_size=9)


@built
@given(SAID, st.lists(st.lists(SAID, min_size=1, max_size=3), max_size=8))
@example("Rain & Snow", [["Rain &"], [" rain & snow "], ["RAIN"], ["\xa0rain &\xa0"]])
@example("ΟΔΟΣ is long", [["ΟΔΟΣ"], ["ΟΔΟΣ is"], ["IS LONG"]])
@example("x", [["1"], ["2"], ["3 4"], ["٣"], ["12345678"]])
def test_compiled_code_reads_texts_as_python_does(title: str, said: list[list[str]]) -> None:
    """Entities, white space of all kinds, letters whose small form is another number of letters; copies, titles and line numbers."""
    blocks = "".join(f"<p>{'<b>x</b>'.join(map(escape, texts))}</p>" for texts in said)
    page = parse(f"<title>{escape(title)}</title><body>{blocks}")
    inputs = features.Inputs(page, Blocks.of(page))
    quick = features._wording(inputs)
    with uncompiled():
        assert features._wording(inputs).tolist() == quick.tolist()


def test_numbers_one_after_the_other_are_counted() -> None:
    """Line numbers and pagers are marked; lone numbers and years are not."""
    page = parse("<p>1<p>2<p>3<p>text<p>1999<p>7 8 9<p>5 9")
    matrix, blocks = features.matrix(page)
    marked = matrix[:, features.NAMES.index("line_numbers")] > 0
    assert [blocks.text(i) for i in np.flatnonzero(marked).tolist()] == ["1", "2", "3", "7 8 9"]


WORKED = """<title>Ice</title><body><ul class=menu><li><a href=/>Home</a><li><a href=/us>About Us</a></ul>
<h1>Ice</h1><p>The harbour froze, again. It was cold! $5 for tea.</p>
<p><a href=/a>one two three four five six seven eight nine</a> ten</p>
<p><a href=/b>one two three four five six seven eight nine ten</a> eleven</p><p hidden>7 | 8</p>"""
WORDS = [1, 2, 1, 10, 10, 11, 2]
# Counted by hand, for each of the seven blocks; what is `LOGGED` is seen as log(1 + count).
BY_HAND: dict[str, list[float]] = {
    "words": [*WORDS],
    "chars": [4, 8, 3, 50, 47, 54, 5],
    "stops": [0, 0, 0, 3, 0, 0, 0],
    "commas": [0, 0, 0, 1, 0, 0, 0],
    "monies": [0, 0, 0, 1, 0, 0, 0],
    "separators": [0, 0, 0, 0, 0, 0, 1],
    "link_words": [1, 2, 0, 0, 9, 10, 0],
    "texts": [1, 1, 1, 1, 2, 2, 1],
    "around2_words": [4, 14, 24, 34, 34, 33, 23],
    "after2_words": [4, 13, 21, 31, 23, 13, 2],
    "stops_per_word": [0, 0, 0, 3 / 10, 0, 0, 0],
    "commas_per_word": [0, 0, 0, 1 / 10, 0, 0, 0],
    "upper_share": [1 / 4, 2 / 8, 1 / 3, 2 / 50, 0, 0, 0],
    "digit_share": [0, 0, 0, 1 / 50, 0, 0, 2 / 5],
    "link_share": [1, 1, 0, 0, 9 / 10, 10 / 11, 0],
    "around2_links": [3 / 4, 3 / 14, 12 / 24, 21 / 34, 19 / 34, 19 / 33, 19 / 23],
    "after2_stops": [0, 3 / 13, 3 / 21, 3 / 31, 0, 0, 0],
    "ends_stop": [0, 0, 0, 1, 0, 0, 0],
    "starts_upper": [1, 1, 1, 1, 0, 0, 0],
    "starts_digit": [0, 0, 0, 0, 0, 0, 1],
    "one_word": [1, 0, 1, 0, 0, 0, 0],
    "hidden": [0, 0, 0, 0, 0, 0, 1],
    "in_link_whole": [1, 1, 0, 0, 0, 1, 0],
    "heading": [0, 0, 1, 0, 0, 0, 0],
    "after_h1": [0, 0, 1, 1, 1, 1, 1],
    "place": [n / 6 for n in range(7)],
    "words_before": [sum(WORDS[:n]) / 37 for n in range(7)],
    "up1_share": [count / 37 for count in WORDS],
}
LOGGED = (
    "words",
    "chars",
    "stops",
    "commas",
    "monies",
    "separators",
    "link_words",
    "texts",
    "around2_words",
    "after2_words",
)


@pytest.mark.parametrize("name", BY_HAND)
@pytest.mark.parametrize("code", [nullcontext, uncompiled], ids=["compiled", "plain"])
def test_features_counted_by_hand(code: type[nullcontext[None]], name: str) -> None:
    """An installation without compiled code has no twin to compare with: these hold in both."""
    with code():
        found = features.matrix(parse(WORKED))[0][:, features.NAMES.index(name)]
    expected = np.log1p(BY_HAND[name]) if name in LOGGED else np.array(BY_HAND[name])
    assert found == pytest.approx(expected, abs=1e-6)
