"""`sectio evaluate`: data on stdout, talk on stderr, exit codes as promised."""

import json
import sys
from pathlib import Path

import pytest

from sectio.apps.cli.evaluate import evaluate
from sectio.errors import InputError, MissingExtra
from tests.lab.corpora import write_folder, write_site, write_snippets, write_wcxb


def call(*arguments: object) -> int:
    options = [str(argument) for argument in arguments]
    code: int = evaluate.main([*options, "--no-cache", "--peers", "none"], standalone_mode=False)
    return code


def test_json_only_on_stdout(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A program can read stdout as it is; pages without gold are counted and are not a failure."""
    root = write_folder(tmp_path / "mine")
    (root / "lonely.html").write_text("<p>x")
    assert call(root, "--methods", "body", "--format", "json") == 0
    shown = capfd.readouterr()
    record = json.loads(shown.out)
    assert record["schema"] == "sectio-evaluate/1"
    assert {row["name"] for row in record["rows"]} == {"body", "largest-element", "random-blocks"}
    assert "mine: lonely: page without gold" in shown.err
    assert "1 set aside, 2 pages measured" in shown.err


def test_table_of_several_data_sets(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each data set has a header of its own and its own measure."""
    write_wcxb(tmp_path / "single")
    write_snippets(tmp_path / "strings")
    write_site(tmp_path / "many" / "harbour")
    assert call(tmp_path, "--methods", "body") == 0
    out = capfd.readouterr().out
    assert "single (wcxb): 4 pages, word F1" in out
    assert "strings (snippets): 3 pages, snippet F1" in out
    assert "many (sites): 3 pages" in out


def test_strict_exit_codes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Flaws are exit 0, exit 1 with --strict; nothing to evaluate is an error either way."""
    root = write_wcxb(tmp_path / "pages")
    assert call(root, "--methods", "none", "--strict") == 0
    (root / "html" / "0001.html.gz").write_bytes(b"no gzip")
    assert call(root, "--methods", "none") == 0
    assert call(root, "--methods", "none", "--strict") == 1
    for path in (root / "html").iterdir():
        path.unlink()
    with pytest.raises(InputError, match="nothing could be evaluated"):
        call(root, "--methods", "none")


def test_limit_html_and_output_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A report goes to a file and leaves stdout empty."""
    target = tmp_path / "report.html"
    root = write_wcxb(tmp_path / "pages")
    assert call(root, "--methods", "body", "--limit", 2, "--format", "html", "-o", target) == 0
    assert capfd.readouterr().out == ""
    assert "2 pages, layout wcxb" in target.read_text(encoding="utf-8")


def test_experiments_by_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """An experiment prints its tables and says where its plot is."""
    root = write_wcxb(tmp_path / "pages")
    assert call(root, "--experiment", "E10", "--plots", tmp_path / "plots") == 0
    shown = capfd.readouterr()
    assert shown.out.startswith("E10: Trivial baselines")
    assert "plot written to" in shown.err
    assert call(root, "--experiment", "list") == 0
    assert "E10" in capfd.readouterr().out


def test_experiments_without_plots(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Matplotlib is missing, tables are printed all the same, unless plots were asked for."""
    monkeypatch.setattr("sectio.apps.cli.evaluate.find_spec", {}.get)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.chdir(tmp_path)
    root = write_folder(tmp_path / "mine")
    assert call(root, "--experiment", "E10") == 0
    shown = capfd.readouterr()
    assert "largest-element" in shown.out
    assert "tables only: plots need matplotlib" in shown.err
    assert not (tmp_path / "sectio-plots").exists()
    with pytest.raises(MissingExtra, match="matplotlib"):
        call(root, "--experiment", "E10", "--plots", tmp_path / "plots")


def test_unknown_names(tmp_path: Path) -> None:
    """A wrong method or an empty folder is reported before anything runs."""
    root = write_wcxb(tmp_path / "pages")
    with pytest.raises(InputError, match="no method 'nonsense'"):
        call(root, "--methods", "nonsense")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no data set here"):
        call(tmp_path / "empty")


def test_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """By default results are kept in the user's cache folder and found again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    root = write_wcxb(tmp_path / "pages")
    for _ in range(2):
        evaluate.main([str(root), "--methods", "body", "--peers", "none"], standalone_mode=False)
    assert (tmp_path / "kept" / "sectio" / "evaluate.sqlite").exists()
    assert "12 results are from the cache" in capfd.readouterr().out
