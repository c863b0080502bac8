"""No small page that was rendered right may be rendered wrong again.

After a change for the better `python bench/fidelity.py --update` renews the list.
"""

import json
from pathlib import Path

import pytest

from tests.fidelity.check import failures
from tests.fidelity.pages import Case, cases
from tests.fidelity.sectio import render

CASES = {case.name: case for case in cases()}
PASSING = json.loads((Path(__file__).parents[2] / "bench" / "fidelity.json").read_text(encoding="utf-8"))["passing"]


@pytest.mark.parametrize("name", PASSING)
def test_what_passed_still_passes(name: str) -> None:
    assert failures(CASES[name], render) == []


def test_every_case_asks_for_something() -> None:
    assert len(CASES) == len(cases()) >= 150
    assert all(case.rules and case.paragraphs for case in CASES.values())


def test_the_check_tells_good_from_bad() -> None:
    """A rendering that holds everything passes, an empty one fails, one with everything on the page fails too."""
    case = CASES["noise/newsletter"]
    assert failures(case, lambda case, field: "\n\n".join(case.paragraphs)) == []
    assert failures(case, lambda case, field: "")
    assert failures(case, _whole_page)


def _whole_page(case: Case, field: str) -> str:
    return case.html
