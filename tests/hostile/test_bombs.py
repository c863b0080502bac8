"""Small relatives of pages that are made to take time or memory; `bench/bombs.py` measures the large ones."""

import pytest

import sectio
from sectio.errors import SectioError, TimeLimit
from tests.hostile import invariants
from tests.hostile.bombs import BOMBS


def test_there_are_enough_families() -> None:
    assert len(BOMBS) >= 40


@pytest.mark.parametrize("name", BOMBS)
def test_everything_is_read_and_well_formed(name: str) -> None:
    """No recursion on depth, no number that does not fit."""
    assert not invariants.faults(invariants.read_all(BOMBS[name](4000)))


@pytest.mark.parametrize("name", ["paragraphs", "deep lists", "flat comments", "rows", "words", "raw text", "dates"])
def test_a_limit_that_is_over_is_an_error_wherever_it_shows(name: str) -> None:
    """However small it is, there is a result, or the error says that time was up."""
    for timeout in (1e-6, 0.01):
        try:
            result = sectio.extract(BOMBS[name](60_000), options={"timeout": timeout})
            for read in invariants.PROPERTIES:
                getattr(result, read)
        except SectioError as error:
            assert isinstance(error, TimeLimit)  # noqa: PT017
