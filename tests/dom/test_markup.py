"""Clean markup to columns: the compiled scanner and the array code are twins, and nothing breaks the scanner."""

import dataclasses

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sectio import compiled
from sectio.dom import markup, tags
from sectio.dom.parse import parse
from sectio.lab.sitegen import THEMES, generate_site
from tests.compiled import built, core, uncompiled
from tests.dom.test_parse import GOLDEN
from tests.strategies import html


@pytest.fixture
def without_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Array code alone, as without a C compiler."""
    monkeypatch.setattr(compiled, "core", None)


def clean(source: str) -> bytes:
    """What the parser makes of a page, written out."""
    return parse(source).source._markup.source  # type: ignore[attr-defined, no-any-return]


def both(source: bytes) -> tuple[markup.Rows, markup.Rows]:
    """The rows by the scanner and by array code."""
    known = _Codes(tags.CODE)
    found = markup.scan(source)
    assert found is not None, "clean markup"
    return markup._from_scan(source, found, known)[1], markup.rows(markup.read(source), known)


class _Codes(dict[str, int]):
    def __missing__(self, name: str) -> int:
        return self.setdefault(name, len(self))


def assert_twins(source: str) -> None:
    first, second = both(clean(source))
    for field in dataclasses.fields(markup.Rows):
        one, other = getattr(first, field.name), getattr(second, field.name)
        if field.name != "noted":
            assert np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other, field.name
    for name in (*markup.INTERESTS, "src", "colspan", "data-long-name"):
        assert first.noted.values(name) == second.noted.values(name), name


@built
@given(html())
@example("<p>\x01\u3000</p>a<p>\u2003\x02</p>b")
def test_the_scanner_and_the_array_code_agree_on_tag_soup(source: str) -> None:
    """Every column, every text, every class. (MathML may close what HTML knows as void; that is left to the array code.)"""
    assume("<math" not in source)
    assert_twins(source)


@built
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_they_agree_on_golden_pages(path) -> None:  # type: ignore[no-untyped-def]
    """Pages of many kinds."""
    assert_twins(path.read_text(encoding="utf-8"))


@built
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_they_agree_on_generated_sites(theme: str) -> None:
    """Pages as real sites write them."""
    assert_twins(generate_site(11, theme, pages=1).pages[0].html)


@built
@given(st.one_of(st.binary(max_size=80), st.text("<>/=\"' abi&;dclsx\n", max_size=60).map(str.encode)))
def test_the_scanner_survives_everything(source: bytes) -> None:
    """What is not clean markup is refused, not read beyond its end; what is read has a sound tree."""
    found = markup.scan(source)
    if found is not None and len(found["parent"]):
        rows = np.arange(len(found["parent"]))
        assert (found["end"] > rows).all()
        assert (found["parent"][1:] < rows[1:]).all()
        assert (found["closed"] < len(source)).all()


@built
@given(st.binary(max_size=20), st.lists(st.tuples(st.integers(-2, 22), st.integers(-2, 22)), max_size=5))
@example(b"abc", [(0, 0)])
@example(b"abc", [(2, 1), (0, 3), (0, 1)])
def test_strings_are_cut_out_or_refused(source: bytes, places: list[tuple[int, int]]) -> None:
    """What is cut out in one go is what slices give; places that are not in the source are not read, nor halves of characters."""
    starts, ends = np.array(places, np.int32).reshape(-1, 2).T.copy()
    try:
        assert all(0 <= start <= end <= len(source) for start, end in places)
        expected = [markup.unescape(source[start:end].decode()) for start, end in places]
    except (AssertionError, UnicodeDecodeError):
        with pytest.raises(ValueError, match=r"outside the source|codec"):
            core().strings(source, starts, ends)
    else:
        assert core().strings(source, starts, ends) == expected


@built
@pytest.mark.parametrize(
    "source",
    [
        "",
        "<",
        "<p",
        "<p>",
        "</p>",
        "<p></b>",
        "text",
        "<p></p>text",
        "<p a></p>",
        '<p a="></p>',
        "<br></br>",
        "<p/></p>",
    ],
)
def test_what_is_not_clean_is_refused(source: str) -> None:
    """Then the array code has its turn; an empty text has no tags."""
    found = markup.scan(source.encode())
    assert found is None or not len(found["opened"])


@pytest.mark.usefixtures("without_scanner")
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_pages_are_the_same_without_the_scanner(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a compiler reads the same page."""
    source = generate_site(12, theme, pages=1).pages[0].html
    slow = parse(source)
    monkeypatch.undo()
    quick = parse(source)
    assert list(slow.texts) == list(quick.texts)
    for name in ("parent", "end", "tag", "after_blank", "words", "is_link", "hidden"):
        assert np.array_equal(getattr(slow, name), getattr(quick, name)), name
    assert (slow.classes, slow.ids) == (quick.classes, quick.ids)


@pytest.mark.parametrize(
    ("tags_given", "expected"),
    [
        ("<div></div>", [1, -1]),
        ("<div><b></div>", [1, 0, -1]),
        ("<div></b></div>", [1, 0, -1]),
        ("</div><div>", [0, 0]),
        ("<br></br>", [0, 0]),
    ],
)
def test_tags_too_many_or_too_few_lead_nowhere(tags_given: str, expected: list[int]) -> None:
    """The array code makes a tree of whatever tags there are."""
    found = markup.read(tags_given.encode())
    codes = markup.rows(found, _Codes(tags.CODE)).step
    assert codes.tolist() == expected


_WRITTEN = st.text(alphabet=st.sampled_from(' ="&;altgquonbmpsx\u00e9\u0416\U0001f600')) | st.sampled_from(
    ('p =a="b" ="c" d="', "&amp;nbsp;&nbsp;&amp;amp;lt;&gt&quot;", 'a x="&lt;" x="y" z = "w"')
)


@built
@given(_WRITTEN)
def test_attributes_of_odd_tags_are_the_same_without_compiled_code(tag: str) -> None:
    """Names that begin with an equals sign or are nothing, quotes that never end, names that come twice."""
    quick = markup.attributes(tag.encode())
    with uncompiled():
        slow = markup.attributes(tag.encode())
    assert [*quick.items()] == [*slow.items()]


@built
@example([])
@example(["title>a &amp; b", 'meta a="b" c>', 'style media="x"', "", ">", "link "])
@given(st.lists(st.lists(_WRITTEN, min_size=1, max_size=3).map(">".join), max_size=5))
def test_tags_are_listed_alike_without_compiled_code(written: list[str]) -> None:
    """Each with its attributes and the text behind it, whatever is missing of it."""
    for source in ("<".join(written).encode(), b"<" + "<".join(written).encode()):
        quick = markup.listed(source)
        with uncompiled():
            assert quick == markup.listed(source)


@built
@given(st.lists(_WRITTEN, max_size=5))
def test_strings_are_the_same_without_compiled_code(written: list[str]) -> None:
    """Entities of entities, halves of entities, characters of every length."""
    source = "<".join(written).encode()
    lengths = np.array([len(one.encode()) for one in written], np.int32)
    ends = np.cumsum(lengths, dtype=np.int32) + np.arange(len(written), dtype=np.int32)
    starts, rows = ends - lengths, np.arange(len(written), dtype=np.intp) * 3
    quick = markup._cut(source, starts, ends, b"<"), markup._values(source, rows, starts, ends)
    with uncompiled():
        assert quick == (markup._cut(source, starts, ends, b"<"), dict(zip(rows.tolist(), quick[0], strict=True)))


def test_values_that_look_like_attributes_are_values() -> None:
    """An attribute comes after a tag's name or another's value."""
    page = parse("<a title='my class=' href='?a=1 id='>x class=\"y\"</a>")
    assert (page.classes, page.ids) == ({}, {})
    assert page.source.having("title") == {2: "my class="}
    assert page.source.having("href") == {2: "?a=1 id="}
    assert page.source.having("class") == {}
