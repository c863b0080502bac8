"""Who answers whom: by elements inside elements, by containers after an item, by indentation."""

import numpy as np
import pytest

from sectio.dom.parse import parse
from sectio.threads import nesting
from sectio.threads.items import Item


def parents(markup: str) -> list[int | None]:
    """For each element whose class begins with "c" or "p" (comments and posts) the number of the one it answers."""
    page = parse(f"<body>{markup}")
    kinds = {"c": "comment", "p": "post"}
    names = {row: page.classes.get(row, "").split()[:1] for row in range(len(page))}
    found = [Item(row, int(page.end[row]), kinds[name[0]]) for row, name in names.items() if name and name[0] in kinds]
    return nesting.parents(page, found)


def test_an_item_inside_another_answers_it() -> None:
    """The innermost; where elements say so, indentation does not count."""
    inner = "<div class=c>b<div class=c>c</div></div>"
    assert parents(f"<div class=c>a{inner}<div class=c>d</div></div><div class='c level-9'>e</div>") == [
        None,
        0,
        1,
        0,
        None,
    ]


def test_one_answer_is_enough() -> None:
    assert parents("<div class=c>a<div class=c>b</div></div>") == [None, 0]


def test_what_is_in_a_container_after_an_item_answers_it() -> None:
    below = "<ul><li class=c>b<li class=c>c</ul>"
    assert parents(f"<div class=c>a</div>{below}<div class=c>d</div>{below}") == [None, 0, 0, None, 3, 3]
    assert parents(f"<section>{below}</section><div class=c>d</div>") == [None, None, None]


def test_answers_to_answers_are_in_containers_of_their_own() -> None:
    """The nearest item beside the nearest element around."""
    again = "<div><p class=c>b</p><div><p class=c>c</p></div><p class=c>d</p></div>"
    assert parents(f"<p class=c>z</p><p class=c>a</p>{again}<p class=c>e</p>") == [None, None, 1, 2, 1, None]


def test_a_container_after_an_item_of_another_kind_answers_the_one_before() -> None:
    assert parents("<p class=c>a</p><p class=p>b</p><div><p class=c>c</p></div>") == [None, None, 0]
    assert parents("<p class=p>b</p><div><p class=c>c</p></div>") == [None, None]


@pytest.mark.parametrize(("around", "answers"), [(8, 0), (9, None)])
def test_containers_may_be_wrapped(around: int, answers: int | None) -> None:
    """Eight times."""
    inside = "<div>" * around + "<p class=c>b</p>" + "</div>" * around
    assert parents(f"<section><p class=c>a</p>{inside}</section>") == [None, answers]


@pytest.mark.parametrize(
    "indents",
    [
        ["", " style='margin-left: 20px'", " style='margin-left:40.5px'", " style='padding-left:20px'", ""],
        [" style='margin-left:1em'", " style='margin-left:2em'", " style='color:red;margin-left:3em'", " style='margin-left:2em'", ""],
        [" data-depth=1", " data-depth=2", " data-depth=3", " data-depth=2", " data-depth=1"],
        [" aria-level=1", " indent=2", " data-level=3", " depth=2", " data-indent=1"],
        ["", " data-depth=1", " data-depth=10", " data-depth=1", ""],
    ],
)  # fmt: skip
def test_an_item_answers_the_last_that_is_indented_less(indents: list[str]) -> None:
    assert parents("".join(f"<div class=c{indent}>said</div>" for indent in indents)) == [None, 0, 1, 0, None]


@pytest.mark.parametrize("name", ["level", "depth", "indent"])
def test_levels_are_told_by_classes(name: str) -> None:
    levels = (f"{name}-1", f"{name}_2", f"{name}3 odd", f"{name}-2", f"x{name}-4", "")
    assert parents("".join(f"<div class='c {level}'>said</div>" for level in levels)) == [None, 0, 1, 0, None, None]


def test_a_number_in_an_attribute_is_asked_for_before_the_style() -> None:
    assert parents("<div class=c>said</div><div class=c data-depth=0>said</div>") == [None, None]
    items = ("data-depth=0 style='margin-left:50px'", "data-depth=1 style='margin-left:20px'", "data-depth=x")
    assert parents("".join(f"<div class=c {item}>said</div>" for item in items)) == [None, 0, None]


@pytest.mark.parametrize(("deep", "answers"), [(5, 0), (6, None)])
def test_what_indents_an_item_may_be_inside_it(deep: int, answers: int | None) -> None:
    """Among its first six rows; texts are rows too."""
    before = "<br>" * (deep - 1) + "<b style='margin-left:20px'>said</b>"
    assert parents(f"<div class=c>said</div><div class=c>{before}</div>") == [None, answers]
    with_text = f"said {'<br>' * (deep - 2)}<b style='margin-left:20px'>said</b>"
    assert parents(f"<div class=c>said</div><div class=c>{with_text}</div>") == [None, answers]


def test_an_item_s_indentation_is_its_own() -> None:
    """What comes after a short item does not indent it."""
    assert parents("<p class=c>a</p><p class=c>b</p><hr style='margin-left:9px'>") == [None, None]


def test_depths_count_the_answers_up_to_the_first() -> None:
    assert nesting.depths([None, 0, 1, 1, None, 2]) == [0, 1, 2, 2, 0, 3]


def test_answers_to_what_is_left_out_answer_what_that_answered() -> None:
    assert nesting.without(np.array([0, 2, 4, 5]), [None, 0, 1, None, 3, 4]) == [None, 0, None, 2]
