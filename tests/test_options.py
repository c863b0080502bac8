"""Options are checked when they are made, and every mistake says what would be right."""

import math

import pytest

import sectio
from sectio.errors import InputError
from sectio.options import Options, favor_of


@pytest.mark.parametrize(
    ("given", "number"),
    [("precision", 0), ("balanced", 0.5), ("recall", 1), (0, 0), (1, 1), (0.25, 0.25)],
)
def test_favor_is_a_word_or_a_number(given: float | str, number: float) -> None:
    assert favor_of(given) == number
    assert Options(favor=given).favor == number


@pytest.mark.parametrize("wrong", [7, -0.1, 1.01, "luck", True, False, [], math.nan])
def test_any_other_favor_is_refused(wrong: object) -> None:
    with pytest.raises(InputError, match="favor must be precision, balanced, recall or a number from 0 to 1"):
        Options(favor=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["max_bytes", "max_nodes", "timeout"])
@pytest.mark.parametrize("wrong", [0, -1, math.inf, math.nan, "10", None, True])
def test_limits_are_positive_numbers(name: str, wrong: object) -> None:
    with pytest.raises(InputError, match=f"option {name} must be a positive number"):
        Options.of({name: wrong})
    assert getattr(Options.of({name: 1}), name) == 1
    assert getattr(Options.of({name: 0.5}), name) == 0.5


def test_the_defaults_are_those_of_the_documentation() -> None:
    found = Options()
    assert (found.max_bytes, found.max_nodes, found.timeout) == (20_000_000, 1_000_000, 10.0)
    assert found.favor is None
    assert found.parameters == {}


def test_known_names_are_options_and_others_parameters() -> None:
    """Also those given inside `parameters`; which win, being plainly meant for the method."""
    found = Options.of({"timeout": 3, "favor": "recall", "t1": 9, "profile": "x", "parameters": {"t2": 1, "t1": 8}})
    assert (found.timeout, found.favor) == (3, 1.0)
    assert found.parameters == {"t1": 8, "profile": "x", "t2": 1}


def test_options_are_kept_as_they_are() -> None:
    made = Options(timeout=3)
    assert Options.of(made) is made
    assert Options.of(None) == Options()


@pytest.mark.parametrize("wrong", ["fast", 3, [("timeout", 3)]])
def test_options_of_another_type_are_refused(wrong: object) -> None:
    with pytest.raises(InputError, match=r"options are a mapping or sectio\.Options"):
        sectio.extract("<p>x", options=wrong)  # type: ignore[arg-type]


def test_parameters_of_another_type_are_refused() -> None:
    with pytest.raises(InputError, match="parameters must be a mapping"):
        Options(parameters=[1])  # type: ignore[arg-type]


def test_every_page_has_its_own_time() -> None:
    """So many pages have so many times the limit; none at all have that of one."""
    made = Options(timeout=2)
    assert [made.deadline(count).limit for count in (0, 1, 3)] == [2, 2, 6]
    assert made.deadline().left == 2
