"""E1 and E2 run on a few small generated sites and hand back their tables."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from sectio.lab.datasets import load
from sectio.lab.experiments import run
from sectio.lab.experiments.template_sites import CONTENT, NEITHER, NOISE, Source, label, read_sites
from sectio.lab.sitegen import generate_sites
from sectio.lab.sitegen.write import write_site
from sectio.layout.chromium import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sites")
    for site in generate_sites(3, count=1, pages=6):
        write_site(site, root)
    return root


def test_e1(folder: Path, tmp_path: Path) -> None:
    """The tables have a row per site and a mean; the paper's figures are separate; plots are drawn."""
    pytest.importorskip("matplotlib")
    result = run("E1", folder, limit=1, out=tmp_path)
    assert result.parameters["sites"] == 1
    paper, ours, *_ = result.tables
    assert paper.paper
    assert len(ours.rows) == 2
    assert all(0 <= value <= 1 for row in ours.rows for value in row[1:] if isinstance(value, float))
    assert all(path.exists() for path in result.plots)
    titles = [table.title for table in result.tables]
    assert titles[1:3] == ["per site, profile default", "per site, profile paper"]
    swept = {str(table.head[0]): [row[0] for row in table.rows] for table in result.tables[3:]}
    assert {"filter", "profile", "noisy", "node_support", "area"} <= set(swept)
    assert swept["profile"] == ["default, mean", "default, spread", "paper, mean", "paper, spread"]
    assert "0.25" in swept["noisy"]
    assert "0.2" in swept["node_support"]
    assert "0.15" in swept["area"]
    assert "5 random draws of the sample pages" in titles
    assert [row[0] for row in result.comparisons[0].rows][:2] == ["noisy sections, precision", "noisy sections, recall"]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_e1_with_the_boxes_of_a_browser(folder: Path) -> None:
    """Tested pages are laid out, and the table says by what."""
    pytest.importorskip("playwright")
    with Browser() as browser:
        (site,) = read_sites(Source(folder, browser=browser), limit=1)
    assert [one.layout.source for one in site.new if one.layout] == ["chromium"]
    (estimated,) = read_sites(Source(folder), limit=1)
    assert [one.layout for one in estimated.new] == [None]


def test_e2(folder: Path) -> None:
    """Every setting was run on every site."""
    result = run("E2", folder, limit=1)
    assert [len(table.rows) for table in result.tables] == [3, 9]


def test_gold_is_laid_over_text_nodes(folder: Path) -> None:
    """Each label that the generator gave is found again on the page."""
    (dataset,) = load(folder)
    for gold in dataset.pages[:2]:
        found = label(gold)
        assert set(found.label.tolist()) <= {CONTENT, NOISE, NEITHER}
        assert (found.label == CONTENT).any()
        lines = set(gold.noise_lines)
        known = [text.strip() in lines for text in found.page.texts]
        assert np.mean(found.label[np.array(known)] != CONTENT) > 0.9
