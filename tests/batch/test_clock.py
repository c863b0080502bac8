"""A clock that jumps, by hand or by a time server, cannot make a run wait, hurry or believe that a page took too long."""

import ast
from pathlib import Path

import pytest

import sectio

FOLDER = Path(sectio.__file__).parent
WALL_CLOCKS = {
    "time.time",
    "time.time_ns",
    "time.localtime",
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "date.today",
}
MODULES = [path for part in ("workers", "batch", "warc") for path in sorted((FOLDER / part).rglob("*.py"))]


@pytest.mark.parametrize("path", [*MODULES, FOLDER / "progress.py"], ids=lambda path: path.name)
def test_only_clocks_that_do_not_jump_are_read(path: Path) -> None:
    """Nothing that runs pages reads the time of day; deadlines and rates come from the monotonic clock."""
    read = {ast.unparse(node) for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert not read & WALL_CLOCKS
