"""Words of class and id attributes: quick ways against the plain definition."""

from hypothesis import given
from hypothesis import strategies as st

from sectio.dom import words
from sectio.dom.parse import parse

VALUES = st.text(
    st.one_of(st.sampled_from("abNAVmenu-_ 0123top10é"), st.characters(max_codepoint=0x2FF)), max_size=24
) | st.sampled_from(["nav-main", "Nav-Main x", "top10", "entryContent", "HTMLBody", "post_12", "12", "articleBody"])


def spoken(value: str) -> int:
    """Bits of the tokens that are in a list, and of whole class names that are."""
    names = {*words.tokens(value), *value.lower().split()}
    return sum({1 << words.INDEX[name] for name in names if name in words.INDEX})


@given(VALUES)
def test_bits_are_those_of_the_tokens(value: str) -> None:
    """Lower-case values take a quicker way, which must find the same words."""
    value = " ".join(value.split())
    bits, stem = words.bits_and_stem(value)
    assert bits == spoken(value)
    assert stem.decode().split() == [token for token in words.tokens(value) if not token.isdecimal()]


def test_compound_words() -> None:
    """A word with a mark in it would not be looked for."""
    assert {*words._COMPOUND} == {word for word in words.INDEX if not word.isalpha()}


@given(st.lists(VALUES, max_size=12))
def test_column_agrees_with_single_values(values: list[str]) -> None:
    """Equal stems have equal numbers, the empty one 0; bits stand with their values."""
    bits, numbers = words.bits(values), words.numbers(values)
    stems = [words.bits_and_stem(value)[1] for value in values]
    assert bits.tolist() == [words.bits_and_stem(value)[0] for value in values]
    assert len(set(zip(stems, numbers.tolist(), strict=True))) == len(set(stems)) == len(set(numbers.tolist()))
    assert all((stem == b"") == (number == 0) for stem, number in zip(stems, numbers.tolist(), strict=True))


def test_classes_that_differ_in_digits_have_one_number() -> None:
    """Repetition is seen although items are numbered."""
    page = parse("<ul><li class=item-1>a<li class=item-2>b<li class=other>c<li>d</ul>")
    numbers = page.class_numbers[page.is_tag("li")].tolist()
    assert numbers[0] == numbers[1] != numbers[2] != 0 == numbers[3]
