"""The gate: a drop is noticed; floors are raised and lowered only on request."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sectio.lab.datasets import load
from sectio.lab.evaluate.floors import Floors, Found, check, quick_subset, update
from tests.lab.corpora import write_site, write_wcxb

BENCH = Path(__file__).parents[2] / "bench"
KNOWN: Floors = {"pages": {"digest": "d", "pages": 3, "floors": {"sectio": 0.8, "body": 0.5}}}


def found(**scores: float) -> Found:
    return Found("pages", "d", 3, scores)


def script(name: str) -> ModuleType:
    """A script of `bench/`, which may import its neighbours as when it is run."""
    if str(BENCH) not in sys.path:
        sys.path.append(str(BENCH))
    spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_at_the_floor_is_fine() -> None:
    """Equal is enough; a new method is only mentioned."""
    wrong, talk = check(found(sectio=0.8, body=0.6, new=0.1), KNOWN)
    assert wrong == []
    assert talk[-1] == "pages: new has no floor yet; --update writes it"


def test_below_the_floor_and_missing_are_wrong() -> None:
    """A method that fell, and one that vanished, each get a line."""
    wrong, _ = check(found(sectio=0.799), KNOWN)
    assert wrong == [
        "pages: sectio fell to 0.7990, its floor is 0.8000",
        "pages: body has a floor of 0.500 and was not measured",
    ]


@pytest.mark.parametrize(("score", "is_wrong"), [(0.7995, False), (0.7994, True)])
def test_half_a_thousandth_is_no_fall(score: float, is_wrong: bool) -> None:
    """Neither are two scores a hair apart that round to different thousandths."""
    wrong, _ = check(found(sectio=score, body=0.5), KNOWN)
    assert bool(wrong) == is_wrong


def test_another_corpus_is_wrong() -> None:
    """Numbers of other pages prove nothing."""
    wrong, _ = check(Found("pages", "e", 3, {"sectio": 0.9}), KNOWN)
    assert "another corpus" in wrong[0]
    with pytest.raises(ValueError, match="another corpus"):
        update(Found("pages", "e", 3, {"sectio": 0.9}), KNOWN)


def test_floors_rise_and_fall_only_when_told() -> None:
    """Updating never lowers; lowering is an explicit option."""
    scores = found(sectio=0.7, body=0.6, new=0.3)
    assert update(scores, KNOWN)["pages"]["floors"] == {"body": 0.6, "new": 0.3, "sectio": 0.8}
    assert update(scores, KNOWN, lower=True)["pages"]["floors"] == {"body": 0.6, "new": 0.3, "sectio": 0.7}


def test_subset_is_fixed(tmp_path: Path) -> None:
    """The same sites every time, whole."""
    for number in range(8):
        write_site(tmp_path / f"site{number}", 3)
    subset = quick_subset(load(tmp_path)[0])
    assert len(subset.by_site) == 5
    assert subset.pages == quick_subset(load(tmp_path)[0]).pages


def test_gate_from_the_shell(tmp_path: Path) -> None:
    """First run writes floors, second passes, a raised floor fails with exit 1, --lower mends it."""
    data, kept = write_wcxb(tmp_path / "pages"), tmp_path / "floors.json"

    def gate(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(BENCH / "floors.py"), str(data), "--floors", str(kept), *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert gate("--update").returncode == 0
    floors: dict[str, Any] = json.loads(kept.read_text())
    assert floors["pages"]["floors"]["body"] > 0.5
    floors["pages"]["floors"]["body"] = 0.999
    kept.write_text(json.dumps(floors))
    failed = gate()
    assert failed.returncode == 1
    assert "body fell to" in failed.stdout
    assert gate("--lower").returncode == 0
    assert json.loads(kept.read_text())["pages"]["floors"]["body"] < 0.999


def test_readme_table_by_hand() -> None:
    """A line per system, a column per data set, the text around the marks untouched."""
    table = script("readme_table")
    row = {"kind": "method", "n": 2, "f1_low": 0.4, "f1_high": 0.6, "ms": 1.0, "errors": 0, "version": "1"}
    measured = {
        "date": "2026-01-31",
        "datasets": [
            {"name": "a", "measure": "words", "pages": 2},
            {"name": "b", "measure": "words", "pages": 2},
        ],
        "rows": [
            {**row, "name": "body", "baseline": True, "data": "a", "f1": 0.3},
            {**row, "name": "body", "baseline": True, "data": "b", "f1": 0.3, "ms": 3.0},
            {**row, "name": "peer", "kind": "peer", "data": "a", "f1": 0.5},
            {**row, "name": "peer", "kind": "peer", "data": "b", "f1": 0.5},
            {**row, "name": "sitewise", "data": "b", "f1": 0.9},
        ],
    }
    lines = table.render(measured).splitlines()
    assert lines[2:5] == [
        "| peer 1 | 0.500 (0.400–0.600) | 0.500 (0.400–0.600) | 1.0 |",
        "| *body* | 0.300 (0.400–0.600) | 0.300 (0.400–0.600) | 2.0 |",
        "| **sitewise** | – | 0.900 (0.400–0.600) | 1.0 |",
    ]


def test_a_model_is_shipped_if_no_set_falls_much() -> None:
    """Types, parts of sets and the share of good sites do not count; a set that falls is named."""
    models = script("models")
    old = {
        ("a", "word F1"): 0.9,
        ("a, forum", "word F1"): 0.8,
        ("a", "page type accuracy"): 0.9,
        ("sites, site mode", "word F1, mean over sites"): 0.9,
        ("sites, site mode", "sites with word F1 ≥ 0.99"): 0.5,
    }
    mean, falling = models.verdict(old, {key: value + 0.01 if key[0] == "a" else 0.0 for key, value in old.items()})
    assert falling == ["sites, site mode"]
    assert mean == pytest.approx(-0.445)
    better = {**old, ("a", "word F1"): 0.91, ("a", "page type accuracy"): 0.0, ("a, forum", "word F1"): 0.0}
    assert models.verdict(old, better) == (pytest.approx(0.005), [])
    assert models.table(old, better)[2] == "| a | word F1 | 0.9000 | 0.9100 | +0.0100 |"
