"""E4 to E6 run on small corpora, repeat exactly, and keep the paper's figures separate."""

from pathlib import Path

import pytest

from sectio.errors import InputError
from sectio.lab import experiments
from sectio.lab.datasets import load
from sectio.lab.experiments.sd_corpus import Corpus, labelled
from sectio.lab.sitegen import generate_sites
from sectio.lab.sitegen.write import write_site
from tests.lab.corpora import write_folder, write_wcxb


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four small generated sites."""
    root = tmp_path_factory.mktemp("sites")
    for site in generate_sites(5, 4, 8):
        write_site(site, root)
    return root


def test_single_page_methods(tmp_path: Path) -> None:
    """E4 has a row per method and profile, the paper's table first, and a plot."""
    root = write_wcxb(tmp_path / "pages", 8)
    first, again = (experiments.run("e4", root, out=tmp_path / "out") for _ in range(2))
    assert first == again
    assert [table.paper for table in first.tables][:2] == [True, False]
    assert {"coreex", "coreex (paper)", "econ", "cetr-km", "boilerpipe-article", "sd"} <= {
        row[0] for row in first.tables[1].rows
    }
    assert first.plots[0].exists()
    by_length = next(table for table in first.tables if table.title == "F1 on articles by length")
    assert {"coreex", "coreex (paper)", "econ"} <= {row[0] for row in by_length.rows}


def test_what_cannot_be_compared_stays_open(tmp_path: Path) -> None:
    """Articles alone show nothing about listings: the sign is open, and no table is empty."""
    result = experiments.run("e4", write_folder(tmp_path / "pages"))
    assert result.passed is None
    assert "Sign of the spec" not in result.to_text()
    assert all(table.rows for table in result.tables)


def test_gold_regions_of_generated_pages(sites: Path) -> None:
    """Article pages have the article first and a text per comment; nothing is empty."""
    (dataset,) = load(sites)
    pages = labelled(dataset, dataset.pages)
    assert pages
    assert all(text for one in pages for text in one.regions)
    assert all(len(one.regions) > 1 for one in pages if one.label == "article_comments")
    assert all(len(one.regions) == 1 for one in pages if one.label == "article")


def test_decisions_are_kept(sites: Path) -> None:
    """The corpus gives the same answer for the same thresholds, and a share between 0 and 1."""
    (dataset,) = load(sites)
    corpus = Corpus(labelled(dataset, dataset.pages[:10]))
    everything = [*range(len(corpus.pages))]
    assert corpus.decisions(50.0, 20.0) is corpus.decisions(50.0, 20.0)
    assert 0 <= corpus.precision(50.0, 20.0, everything) <= 1
    assert 0 <= corpus.accuracy(50.0, 20.0, everything) <= 1


def test_protocol_of_sd(sites: Path, tmp_path: Path) -> None:
    """E5: Tables 1 and 2 and Figures 3 to 5 beside the paper's; curves per profile; recall is there, and 1 in runs of one class."""
    result = experiments.run("E5", sites, limit=16, out=tmp_path)
    diversity, table_2, figures = result.comparisons
    assert "Table 1" in diversity.source
    computed = {row[0]: row[3] for row in diversity.rows}
    assert (computed["SD Diverse"], computed["SD Non-Diverse"]) == pytest.approx((86.833, 0.185), abs=5e-4)
    rows = {row[0]: row[1:] for row in table_2.rows}
    assert rows["article, precision"][0] == 0.75
    for kind in ("article", "article_comments", "multiple"):
        assert rows[f"{kind}, recall"] == (1, 1, 1)
        assert f"{kind}, RA" in rows
    assert rows["three classes, precision"][0] == 0.74
    assert "Figures 3 to 5" in figures.source
    for profile in ("default", "reference", "paper"):
        named = {table.title: table for table in result.tables if f"profile {profile}" in table.title}
        by_t1 = named[f"profile {profile}: precision by T1, T2 = 20"]
        assert [by_t1.rows[0][0], by_t1.rows[-1][0]] == [0, 100]
        assert f"profile {profile}: precision by T2, T1 = 0, 0, 100; RA of articles at T1 = 50" in named
        assert f"profile {profile}: pages for learning, 10 runs each" in named


@pytest.mark.parametrize("name", ["E5", "E6"])
def test_sd_experiments(sites: Path, tmp_path: Path, name: str) -> None:
    """They run on generated sites, quote the paper separately, and draw."""
    result = experiments.run(name, sites, limit=8 if name == "E6" else 16, out=tmp_path)
    assert result.tables[0].paper
    assert not any(table.paper for table in result.tables[1:])
    assert result.plots
    assert "precision" in result.to_text()


def test_wrong_data_is_told(sites: Path) -> None:
    """It says what data it needs."""
    with pytest.raises(InputError, match="E4"):
        experiments.run("E4", sites)


def test_protocol_of_rtdm(sites: Path) -> None:
    """E7: the paper's share of correct news, groups at every threshold in both profiles, extraction per site, time against size."""
    result = experiments.run("E7", sites, limit=2, sites=2)
    named = {table.title: table for table in result.tables}
    assert result.tables[0].rows[0][-1] == 0.8771
    for profile in ("default", "paper"):
        thresholds = [row[0] for row in named[f"groups against sites and kinds, {profile}"].rows]
        assert (thresholds[0], thresholds[-1]) == (0.6, 0.95)
        assert 0.8 in thresholds
    assert [row[0] for row in named["extraction"].rows][-1] == "mean"
    assert len(named["extraction"].rows) == 3
    assert named["RTDM of two pages of one site"].rows
    assert "Reis" in result.comparisons[0].source
