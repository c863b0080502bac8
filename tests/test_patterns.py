"""Patterns that are compiled when they are used."""

import copy
import pickle
import re
from importlib import import_module
from pathlib import Path

import pytest

import sectio
from sectio.patterns import pattern

SOURCE = Path(sectio.__file__).parent


def test_a_pattern_does_what_a_compiled_one_does() -> None:
    later, now = pattern(r"(?P<year>\d{4})|x", re.IGNORECASE), re.compile(r"(?P<year>\d{4})|x", re.IGNORECASE)
    text = "In 2021 and X"
    assert later.findall(text) == now.findall(text) == ["2021", ""]
    assert later.sub("-", text) == now.sub("-", text)
    found = later.search(text)
    assert found is not None
    assert found["year"] == "2021"
    assert (later.pattern, later.groups, later.flags) == (now.pattern, now.groups, now.flags)


def test_a_pattern_of_bytes_reads_bytes() -> None:
    assert pattern(rb"\d+").findall(b"1 and 22") == [b"1", b"22"]


def test_nothing_is_compiled_before_it_is_used() -> None:
    later = pattern(r"(unfinished")
    with pytest.raises(re.error):
        later.search("text")


@pytest.mark.parametrize(
    "path", [path for path in SOURCE.rglob("*.py") if "pattern(" in path.read_text("utf-8")], ids=str
)
def test_every_pattern_can_be_compiled(path: Path) -> None:
    """What would be noticed late otherwise: a wrong pattern that no page of the tests needs."""
    module = import_module(".".join(("sectio", *path.relative_to(SOURCE).with_suffix("").parts)))
    for value in vars(module).values():
        for one in value if isinstance(value, tuple) else (value,):
            if type(one) is type(pattern("")):
                assert one.groups >= 0


def test_a_pattern_survives_copying_and_pickling() -> None:
    for later in (pattern("a+"), copy.copy(pattern("a+")), pickle.loads(pickle.dumps(pattern("a+")))):
        assert later.fullmatch("aaa")
        assert not later.fullmatch("b")
