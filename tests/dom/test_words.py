"""Words of class and id attributes: quick ways against the plain definition."""

import html
from zlib import crc32

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from sectio.dom import markup, tags, words
from sectio.dom.page import Page
from sectio.dom.parse import parse
from tests.compiled import built, core
from tests.strategies import pages

VALUES = st.text(
    st.one_of(st.sampled_from("abNAVmenu-_ 0123top10é"), st.characters(max_codepoint=0x2FF)), max_size=24
) | st.sampled_from(["nav-main", "Nav-Main x", "top10", "entryContent", "HTMLBody", "post_12", "12", "articleBody"])


def groups_of(value: str) -> int:
    """Bits of the tokens that are in a list, and of whole class names that are; hints behind the groups."""
    names = {*words.tokens(value), *value.lower().split()}
    bits = {1 << words.INDEX[name] for name in names if name in words.INDEX}
    return sum(bits | {1 << len(words.GROUPS) + n for n, hints in enumerate(words.HINTS) if names & hints})


@given(VALUES)
def test_bits_are_those_of_the_tokens(value: str) -> None:
    """Lower-case values take a quicker way, which must find the same words."""
    value = " ".join(value.split())
    bits, stem = words.bits_and_stem(value)
    assert bits == groups_of(value)
    assert stem.decode().split() == [token for token in words.tokens(value) if not token.isdecimal()]


def test_compound_words() -> None:
    """A word with a mark in it would not be looked for."""
    assert {*words._COMPOUND} == {word for word in words.INDEX if not word.isalpha()}


def test_hints_are_in_all_names_they_stand_for() -> None:
    """A class without a hint is not looked at. Hints are single words, and no group has their bits."""
    for name in words.EMBEDDED | words.PULL_QUOTES:
        assert words.bits_and_stem(f"a {name} b")[0] & words.NAME_HINT
    assert all(words.bits_and_stem(f"a-{name}")[0] & words.BOX_HINT for name in words.BOXES)
    assert all(word.isalpha() for hints in words.HINTS for word in hints)
    for name in words.FURNITURE | words.CAPTIONS | words.LINE_NUMBERS:
        assert words.bits_and_stem(f"a {name} b")[0] & words.BESIDE_HINT, name
    for named, hint in (
        (words.OFFERED, words.OFFERED_HINT),
        (words.CONTROLS, words.CONTROLS_HINT),
        (words.NOT_OFFERED, words.NOT_OFFERED_HINT),
    ):
        assert all(words.bits_and_stem(f"a-{name.title()} 1")[0] & hint for name in named)
    assert words.mask(*words.GROUPS) < words.BOX_HINT < words.NAME_HINT < words.BESIDE_HINT < words.CUT


def test_a_value_that_is_cut_says_so() -> None:
    long = "a" * words.MAX_LENGTH
    assert [bits & words.CUT > 0 for bits in words.read([long, long + "b", long])[0].tolist()] == [False, True, False]


@given(st.lists(VALUES, max_size=12))
def test_column_agrees_with_single_values(values: list[str]) -> None:
    """Equal stems have equal numbers, the empty one 0; bits go with their values."""
    bits, numbers = words.read(values)
    stems = [words.bits_and_stem(value)[1] for value in values]
    assert bits.tolist() == [words.bits_and_stem(value)[0] for value in values]
    assert len(set(zip(stems, numbers.tolist(), strict=True))) == len(set(stems)) == len(set(numbers.tolist()))
    assert all((stem == b"") == (number == 0) for stem, number in zip(stems, numbers.tolist(), strict=True))


def test_classes_that_differ_in_digits_have_one_number() -> None:
    """Repetition is seen although items are numbered."""
    page = parse("<ul><li class=item-1>a<li class=item-2>b<li class=other>c<li>d</ul>")
    numbers = page.class_numbers[page.is_tag("li")].tolist()
    assert numbers[0] == numbers[1] != numbers[2] != 0 == numbers[3]


# The compiled twin

NAMES = st.one_of(
    st.sampled_from([*words.INDEX]),
    st.sampled_from([*words.INDEX, *words.EMBEDDED, *words.BOXES, *words.PULL_QUOTES]).map(str.title),
    st.sampled_from(["Nav-Main", "TOP10", "HTMLBody", "aBc", "XMLy", "A", "ABc", "navBAR", "é", "&", '"', "日本"]),
    st.text("abcXYZ019-_:/[]&.é\x1c", max_size=6),
    st.text(st.characters(max_codepoint=126, min_codepoint=1), max_size=8),
)
WRITTEN = st.lists(
    st.tuples(NAMES, st.sampled_from(["", "-", "_", " ", "\n", "  ", "\t", "\f", "\x0b", "4"])), max_size=60
).map(lambda pieces: "".join(name + mark for name, mark in pieces))


@built
@given(st.lists(WRITTEN, max_size=6))
@example(["x" * 299 + "nav"])
@example(["x" * 300, "x" * 301, "x" * 300])
@example(["x " * 148 + "nav main"])
@example(["a" * 299 + "é", "a" * 300 + "é", "", " "])
def test_the_compiled_reader_agrees_with_the_plain_one(values: list[str]) -> None:
    """Capitals, whole names, cuts at the longest length, entities: words read in the markup are those of the values."""
    escaped = [html.escape(value, quote=False).replace('"', "&quot;") for value in values]
    cells = "".join(f'<i class="{value}"></i>' for value in escaped)
    _, rows = markup.flatten(f"<p>{cells}</p>".encode(), dict(tags.CODE))
    assert list(rows.noted.values("class").values()) == values
    places, bits, numbers = rows.noted.words("class")
    assert places.tolist() == [*range(1, len(values) + 1)]
    expected = [words.bits_and_stem(value) for value in values]
    assert bits.tolist() == [bits for bits, _ in expected]
    assert numbers.tolist() == [crc32(stem) for _, stem in expected]


@built
@given(st.binary(max_size=40), st.lists(st.tuples(st.integers(-3, 45), st.integers(-3, 45)), max_size=4))
def test_the_compiled_reader_survives_everything(source: bytes, places: list[tuple[int, int]]) -> None:
    """Places outside of the markup are not read, and whatever is not plain ASCII is left to the other reader."""
    starts, ends = np.array(places, np.int32).reshape(-1, 2).T.copy()
    bits, numbers = np.empty((2, len(places)), np.int64)
    core().class_words(source, starts, ends, *words.slots(), bits, numbers)
    for (start, end), number in zip(places, numbers.tolist(), strict=True):
        value = source[start:end] if 0 <= start <= end <= len(source) else b"&"
        assert (number >= 0) == (value.isascii() and b"&" not in value)


def test_every_word_has_a_slot() -> None:
    """A word that is too long for its slot, or in none, would never be found."""
    letters, bits = words.slots()
    held = {word: bit for word, bit in zip(letters.tolist(), bits.tolist(), strict=True) if bit}
    assert held == words._BIT
    assert max(map(len, held)) < letters.itemsize


@given(pages(), st.data())
def test_attributes_of_a_few_rows(page: Page, data: st.DataObject) -> None:
    """Asked for a few rows, the page gives what it would give for all, with or without the scanner's notes."""
    rows = np.array(sorted(data.draw(st.sets(st.integers(0, len(page) + 2)))), np.intp)
    for name in ("class", "id", "title"):
        wanted = {row: value for row, value in page.source.having(name).items() if row in set(rows.tolist())}
        assert page.source.having_among(name, rows) == wanted
