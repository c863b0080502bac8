"""Figures, plots and pictures of README and docs are what the commands write from measured data; none is typed by hand."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tools.docs import pictures

BENCH = Path(__file__).parents[1] / "bench"


def script(name: str) -> ModuleType:
    """A program of bench/, as a module."""
    if str(BENCH) not in sys.path:
        sys.path.insert(0, str(BENCH))
    return importlib.import_module(name)


def test_tables_of_methods_and_peers_are_current() -> None:
    """`python bench/readme_table.py` would change nothing."""
    for path, text in script("readme_table").documents().items():
        assert path.read_text(encoding="utf-8") == text, f"run `make figures`: {path.name}"


@pytest.mark.parametrize("name", ["default_table", "history", "batch_table"])
def test_other_tables_are_current(name: str) -> None:
    """The same for the shipped model's own figures, and for speed."""
    table = script(name)
    text = table.PAGE.read_text(encoding="utf-8")
    assert table.filled(text) == text, "run `make figures`"


def test_a_table_is_put_between_its_marks() -> None:
    """What is around them stays; a document without them is an error, so that no table gets lost."""
    put = script("between").put
    marked = "before <!-- a:start -->\nold\n<!-- a:end --> <!-- b:start -->\nkept\n<!-- b:end -->"
    assert put(marked, "a", "new") == marked.replace("old", "new")
    for torn in (marked.replace("a:end", "a:over"), marked.replace("a:start", "a:begin")):
        with pytest.raises(ValueError, match="no <!-- a:start -->"):
            put(torn, "a", "new")


def test_kept_outputs_are_current() -> None:
    """`python bench/keep.py` would change nothing: what the docs show is what the commands printed."""
    documents = dict(script("keep").documents())
    assert documents
    for path, text in documents.items():
        assert path.read_text(encoding="utf-8") == text, f"run `make figures`: {path.name}"


PROGRAMS = sorted(path.name for path in BENCH.glob("*.py") if "from tests" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_that_need_the_tests_run_as_the_docs_say(name: str, tmp_path: Path) -> None:
    """`python bench/NAME.py` finds them wherever it is run, without a path that is set for it."""
    done = subprocess.run([sys.executable, BENCH / name, "--help"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_an_output_is_kept_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder's own name never reaches the docs, and a command that fails keeps nothing."""
    keep = script("keep")
    monkeypatch.setattr(keep, "KEPT", tmp_path / "kept")
    keep.run("some", ["-c", "import sys; print(sys.argv[1], 'has', 7)", "DATA/sites"], tmp_path)
    shown = keep.filled("before <!-- kept:some -->\nold\n<!-- /kept --> after")
    assert "\nDATA/sites has 7\n```" in shown
    assert str(tmp_path) not in shown
    assert shown.startswith("before <!--")
    assert shown.endswith("--> after")
    assert "old" not in shown
    assert "Measured 20" in shown
    with pytest.raises(SystemExit):
        keep.run("broken", ["-c", "raise SystemExit(3)"], None)
    assert not (tmp_path / "kept" / "broken.json").exists()


def test_plots_are_current() -> None:
    """`python bench/plots.py` would draw the same."""
    for path, picture in script("plots").drawn().items():
        assert path.read_text(encoding="utf-8") == picture, f"run `make figures`: {path.name}"


def test_pictures_can_be_drawn_and_are_there() -> None:
    """`make pictures` draws them from what Sectio says now; every change of a decision would change a bar, so they may lag."""
    for path, picture in pictures.drawn().items():
        assert picture.startswith("<svg")
        assert path.read_text(encoding="utf-8").startswith("<svg")
    assert (pictures.OUT / "page.png").stat().st_size > 10_000


def test_figures_are_dated() -> None:
    """Every file of measured figures says when they were measured."""
    for name in ("benchmark.json", "curve.json"):
        assert len(json.loads((BENCH / name).read_text(encoding="utf-8"))["date"]) == 10
    for path in (BENCH / "kept").glob("*.json"):
        assert len(json.loads(path.read_text(encoding="utf-8"))["date"]) == 10
    for line in (BENCH / "history.jsonl").read_text(encoding="utf-8").splitlines():
        assert len(json.loads(line)["date"]) == 10


def test_a_run_is_kept_by_its_steps() -> None:
    """Steps are differences of nested stages, and add up to the whole."""
    history = script("history")
    times = {"to a": [1.0, 3.0], "to b": [4.0, 6.0], "resiliparse main content": [2.0, 2.0]}
    kept = history.record(times, ["a", "b"], "some")
    assert kept["steps"] == {"a": 2.0, "b": 3.0}
    assert kept["whole"] == 5.0
    assert kept["peers"] == {"resiliparse main content": 2.0}
    assert kept["pages"] == 2
    assert "| **whole** | **5.0** |" in history.table(kept)
    assert "target" not in history.table(kept)


def test_a_run_shows_what_was_promised() -> None:
    """Ratios stand beside what was wanted of them, with the machine; those that nothing was promised of are kept and not shown."""
    history = script("history")
    times = {"to a": [1.0, 3.0], "resiliparse main content": [2.0, 2.0]}
    found = {"p99 / median of the whole": 6.234, "the same, pages in turn / resiliparse main content": 1.5}
    kept = history.record(times, ["a"], "some", found)
    assert kept["ratios"]["p99 / median of the whole"] == 6.23
    table = history.table(kept)
    assert "| p99 / median of the whole | 6.23 | at most 6 |" in table
    assert "in turn" not in table
    assert kept["machine"] in table
