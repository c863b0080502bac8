"""`bench/mutate.py` knows the code that it changes, and the tests that should notice."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_SPEC = importlib.util.spec_from_file_location("mutate", ROOT / "bench" / "mutate.py")
assert _SPEC is not None
assert _SPEC.loader is not None
mutate = sys.modules["mutate"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(mutate)


@pytest.mark.parametrize("module", mutate.TESTS)
def test_what_is_called_equivalent_can_be_changed(module: str) -> None:
    """A line that is gone, or a change that is not made to it, would hide nothing but a mistake."""
    source = (ROOT / "src" / "sectio" / module).read_text(encoding="utf-8")
    made = {(one.code, one.change) for one in mutate.mutants(module, source)}
    listed = {
        (code, change) for code, changes, _ in mutate.EQUIVALENT.get(module, ()) for change in changes.split("; ")
    }
    assert listed <= made


def test_what_should_notice_is_there() -> None:
    assert mutate.EQUIVALENT.keys() <= mutate.TESTS.keys()
    assert [path for tests in mutate.TESTS.values() for path in tests if not (ROOT / path).exists()] == []
