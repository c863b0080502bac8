"""Counts of words and marks, against their definitions."""

import html
import re
import unicodedata

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from sectio.dom import chars
from sectio.dom.page import Page
from tests.compiled import built, core
from tests.strategies import pages

# The definition: a maximal run of word characters, joined by single apostrophes or hyphens, with a letter or
# digit; characters of scripts without spaces are words of their own.
_WORD = re.compile(r"\w+(?:['’-]\w+)*")

ALPHABET = st.one_of(
    st.sampled_from("aZ9_'’- .,!?漢かカ한ｱ；。\u0301\u00a0\n\t²½𝔘𠀀ßſ"),
    st.characters(exclude_categories=["Cs"], max_codepoint=0x2FFFF),
)
TEXTS = st.lists(st.text(ALPHABET, max_size=20), max_size=6)


def is_word_character(char: str) -> bool:
    return char.isalnum() or char == "_"


def stands_alone(char: str) -> bool:
    """Beyond the first plane places without a character count too; no page has them."""
    return chars.is_cjk(char) and (char.isalnum() or ord(char) > 0xFFFF)


def slow_words(text: str) -> int:
    """Take out the characters that are words of their own, then match the definition."""
    alone = [char for char in text if stands_alone(char)]
    rest = "".join(
        " " if chars.is_cjk(char) else char if is_word_character(char) or char in "'’-" else " " for char in text
    )
    runs = [run for run in _WORD.findall(rest) if any(char.isalnum() for char in run)]
    return len(alone) + len(runs)


@given(TEXTS)
def test_words(texts: list[str]) -> None:
    """The array version equals the regular expression."""
    counts = chars.TextCounts(texts)
    assert counts.words.tolist() == [slow_words(text) for text in texts]


@given(TEXTS)
def test_lengths_and_marks(texts: list[str]) -> None:
    """Lengths are those of the collapsed text; marks are those listed."""
    counts = chars.TextCounts(texts)
    assert counts.length.tolist() == [len(" ".join(text.split())) for text in texts]
    assert counts.stops.tolist() == [sum(char in chars.STOPS for char in text) for text in texts]
    assert counts.commas.tolist() == [sum(char in chars.COMMAS for char in text) for text in texts]
    assert counts.cjk.tolist() == [sum(map(stands_alone, text)) for text in texts]


def written(texts: list[str]) -> chars.Written:
    """The texts as they would be in markup."""
    parts = [html.escape(text, quote=False).replace("\xa0", "&nbsp;").encode() for text in texts]
    ends = np.cumsum([len(part) + 1 for part in parts], dtype=np.int32)
    starts = np.append(np.int32(0), ends[:-1])
    return b"<".join((*parts, b"")), starts, ends - np.int32(1)


@built
@given(st.lists(st.text(ALPHABET, min_size=1, max_size=20).filter(str.strip), min_size=1, max_size=6))
@example(["a&b", "&lt; &", "<x>", "a\xa0b", "&", "\xa0&nbsp;\xa0"])
@example(["a𝔘b", "𠀀", "a'b 🙂 c", "plain", "_'_", "a-'b", "a_-_b", "-a", "a-"])
def test_the_compiled_counter_agrees_with_the_array_code(texts: list[str]) -> None:
    """Every count, and the bits of both ends; entities are characters, and texts with rare ones are counted the other way."""
    quick, slow = chars.TextCounts(texts, written(texts)), chars.TextCounts(texts)
    assert quick._counted is not None
    assert slow._counted is None
    for name in ("length", "words", "marks", "first_bits", "last_bits"):
        assert getattr(quick, name).tolist() == getattr(slow, name).tolist(), name


@built
@given(pages())
def test_the_counts_of_a_page_are_those_of_its_texts(page: Page) -> None:
    """Counted where they are in the markup, with listings that start with a line end, and without the scanner as well."""
    slow = chars.TextCounts(page.texts)
    for name in ("length", "words", "marks", "first_bits", "last_bits"):
        assert getattr(page.counts, name).tolist() == getattr(slow, name).tolist(), name


@built
@given(st.binary(max_size=30), st.lists(st.tuples(st.integers(-3, 33), st.integers(-3, 33)), max_size=4))
@example(b"ab\xe2\x80", [(0, 4), (0, 3), (2, 1), (1, 9)])
def test_the_compiled_counter_survives_everything(source: bytes, places: list[tuple[int, int]]) -> None:
    """Nothing is read beyond a text or the markup, whatever the bytes; what is counted is text."""
    starts, ends = np.array(places, np.int32).reshape(-1, 2).T.copy()
    marks = len(chars.MARKS)
    counted = np.zeros((4 + marks, len(places)), np.int32)
    core().count(source, starts, ends, chars.class_table(), chars._MARK_NUMBER, marks, counted)
    for (start, end), words in zip(places, counted[0].tolist(), strict=True):
        assert words <= max(end - start, 0)
        assert 0 <= start <= end <= len(source) or words == -1


@given(TEXTS)
def test_capitals(texts: list[str]) -> None:
    """Capitals of the first plane; those beyond it are too rare to count."""
    expected = [sum(char.isupper() and char < "\U00010000" for char in text) for text in texts]
    assert chars.TextCounts(texts).upper.tolist() == expected


def test_worked_examples() -> None:
    """The cases the definition was written for."""
    examples = {
        "Hello world": 2, "don't": 1, "state-of-the-art": 1, "l’homme": 1, "a--b": 2, "-x-": 1, "'": 0, "": 0,
        "___": 0, "_a_": 1, "snake_case": 1, "漢字": 2, "漢字abc": 3, "안녕 하세요": 5,
        "3.14": 2, "x²": 1, "...": 0,
    }  # fmt: skip
    assert dict(zip(examples, chars.TextCounts(list(examples)).words.tolist(), strict=True)) == examples


# Soft hyphens, zero-width spaces, word joiners, byte order marks, and the two noncharacters that XML forbids.
INVISIBLE = set("\xad\u200b\u2060\ufeff\ufffe\uffff")


@given(st.text(ALPHABET, max_size=40))
def test_normalise(text: str) -> None:
    """NFC, white space runs as one space, none at the ends, no control or invisible characters; twice is once."""
    once = chars.normalise(text)
    assert not INVISIBLE & set(once)
    assert not any(unicodedata.category(char) == "Cc" for char in once)
    if not any(unicodedata.category(char) == "Cc" or char in INVISIBLE for char in text):
        assert once == unicodedata.normalize("NFC", " ".join(text.split()))
    assert chars.normalise(once) == once


@given(pages())
def test_columns_of_a_page_are_the_counts_spread(page) -> None:  # type: ignore[no-untyped-def]
    """Elements have zero; texts have their counts."""
    assert page.words[page.text_rows].tolist() == page.counts.words.tolist()
    assert page.words[page.is_element].sum() == 0


@given(st.text(st.one_of(ALPHABET, st.sampled_from(" \n\t\u2003\u3000\x1c\x85")), max_size=60))
def test_collapse_is_what_splitting_and_joining_gives(text: str) -> None:
    """A white space character that is forgotten would stay in the text."""
    assert chars.collapse(text) == " ".join(text.split())


def test_letters_capitals_spaces_and_digits_are_those_of_python() -> None:
    points = np.arange(0x10000)
    table = chars.class_table()[points]
    letters = table & (chars.ALNUM | chars.CJK) > 0
    for found, test in (
        (letters, str.isalnum),
        (table & chars.UPPER > 0, str.isupper),
        (table & chars.SPACE > 0, str.isspace),
        (table & chars.DIGIT > 0, str.isdigit),
    ):
        assert found.tolist() == [test(chr(point)) for point in points.tolist()]


def test_all_white_space_is_known() -> None:
    """`str.isspace` is the definition."""
    known = {char for char in map(chr, range(0x110000)) if char.isspace()}
    assert {*chars.OTHER_SPACES, " "} == known


@given(TEXTS)
def test_first_and_last_characters(texts: list[str]) -> None:
    """The class of the first and last character that is not white space."""
    solid = [text for text in texts if text.strip()]
    counts = chars.TextCounts(solid)
    table = chars.classes("".join(text.strip()[0] + text.strip()[-1] for text in solid) or " ").tolist()
    assert counts.first_bits.tolist() == table[: 2 * len(solid) : 2]
    assert counts.last_bits.tolist() == table[1 : 2 * len(solid) : 2]
