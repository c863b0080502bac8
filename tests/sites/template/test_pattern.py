"""Patterns: normal form, text, lines."""

import pytest

from sectio.sites.template.pattern import Node, Opt, Or, Seq, Star, either, kinds, layout, mixed, opt, star, write

A, B, C = Node("a"), Node("b"), Node("c")


@pytest.mark.parametrize(
    ("seq", "text"),
    [
        (opt(opt((A,))), "(a)?"),
        (opt(star((A,))), "(a)*"),
        (star(star((A,))), "(a)*"),
        (star(opt((A, B))), "(a b)*"),
        (either([(A,)]), "a"),
        (either([(A,), either([(B,), (C,)])]), "(a|b|c)"),
        (either([(A,), ()]), "(a)?"),
        (opt(either([(A,), (B,)])), "((a|b))?"),
        ((A, Node("ul", star((Node("li", (Node("#text"),)),)))), "a ul((li(#text))*)"),
        ((), ""),
    ],
)
def test_normal_form_and_text(seq: Seq, text: str) -> None:
    """Spec §4.1 step 5: operators of operators become one."""
    assert write(seq) == text


def test_mixed_content_is_known_again() -> None:
    """`(a|b)*` is mixed content; a list of one kind, or of sequences, is not."""
    assert kinds(mixed((A, B))) == (A, B)
    assert kinds(star((A,))) == ()
    assert kinds((Star((Or(((A, B), (C,))),)),)) == ()
    assert kinds((Opt((A,)),)) == ()


def test_sizes_count_positions() -> None:
    """Every item, operators included, has a position of its own."""
    assert Node("x", (*star((A, B)), C)).size == 5


def test_layout_only_adds_white_space() -> None:
    """A pattern in lines is the same pattern."""
    deep = Node("x", tuple(Node(f"part{n}", tuple(Node(f"inner{m}") for m in range(9))) for n in range(9)))
    text = write((deep,))
    lines = layout(text)
    assert "".join(lines.split()) == "".join(text.split())
    assert max(map(len, lines.splitlines())) <= 110
    assert layout("a(b)") == "a(b)"


def test_signs_in_class_names_do_not_break_the_text() -> None:
    """A class of `w-(1|2)*` reads as a name."""
    assert write((Node("div.w-(1|2)*"),)) == "div.w-_1_2__"
