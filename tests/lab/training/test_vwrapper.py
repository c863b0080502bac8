"""Training V-Wrapper from a folder of gold pages, and experiment E8, on pages made up here."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from sectio.lab.experiments import e8
from sectio.lab.training import vwrapper
from sectio.methods.vwrapper.wrapper import load

WORDS = ["rain", "falls", "on", "the", "old", "town", "and", "nobody", "minds", "it", "much", "today"]


def write_site(folder: Path, count: int) -> None:
    for seed in range(count):
        paragraphs = [f"{' '.join(WORDS[(seed + i) % 6 :] * 4)}, said {seed}." for i in range(4 + seed % 3)]
        menu = "".join(f"<li><a href=/{i}>Item {i}</a></li>" for i in range(5 + seed % 4))
        body = "".join(f"<p>{text}</p>" for text in paragraphs)
        html = f"<ul>{menu}</ul><div><h1>Title {seed}</h1><div>{body}</div></div><div><p>Imprint</p><p>Terms</p></div>"
        (folder / f"{seed:02}.html").write_text(html)
        (folder / f"{seed:02}.txt").write_text("\n".join(paragraphs))


def test_the_training_command_writes_a_model(tmp_path: Path) -> None:
    """The command learns from a folder and gives the same file twice."""
    write_site(tmp_path, 6)
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file in files:
        result = CliRunner().invoke(vwrapper.main, [str(tmp_path), "-o", str(file), "--layout", "estimate"])
        assert result.exit_code == 0, result.output
        assert "6 pages learned, 0 left out" in result.stderr
    assert files[0].read_bytes() == files[1].read_bytes()
    assert set(load(files[0]).leaf) == {"BODY"}


def test_experiment_e8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every variant has a row, the tag-path wrapper and the ceiling too; made-up news is found on unseen
    pages.
    """
    monkeypatch.setattr(e8, "_layouts", lambda notes: ["estimate"])
    write_site(tmp_path, 8)
    result = e8.run(tmp_path, seed=0, limit=None, out=None)
    rows = {row[0]: row for row in result.tables[0].rows}
    assert set(rows) == {*e8.variants(), "tag-path wrapper", "best choice of leaves"}
    assert float(rows["all features"][1] or 0) > 0.9
    assert result.tables[-1].paper
    assert result.passed is not None
