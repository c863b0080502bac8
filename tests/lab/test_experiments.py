"""Experiments are found by name, run from a seed, and keep the paper's figures separate."""

import json
from pathlib import Path

import numpy as np
import pytest

import sectio
from sectio import demo
from sectio.api import parse_page
from sectio.errors import InputError
from sectio.lab import experiments
from sectio.lab.experiments import EXPERIMENTS, ExperimentResult, Table, e6, plots, template_sites
from sectio.lab.experiments.data import load
from sectio.lab.experiments.e8 import gold_articles
from sectio.lab.experiments.result import Comparison, Sign
from sectio.lab.experiments.sd_corpus import Corpus, Labelled
from sectio.lab.metrics import Box, Interval
from sectio.lab.sitegen import generate_sites, write
from tests.lab.corpora import write_site, write_wcxb


def test_all_ten_are_listed() -> None:
    """The list names every experiment of the spec, and each is built."""
    assert list(EXPERIMENTS) == [f"E{n}" for n in range(1, 11)]
    assert len(experiments.listing().splitlines()) == 10
    assert all(map(experiments.available, EXPERIMENTS))


def test_unknown_names_are_told() -> None:
    """A wrong name gets the list of right ones."""
    with pytest.raises(InputError, match="choose from E1, E2"):
        experiments.run("E99", Path())


def test_baselines_experiment(tmp_path: Path) -> None:
    """E10 measures articles only, draws its plot, and repeats exactly."""
    root = write_wcxb(tmp_path / "pages", 6)
    first, again = (experiments.run("e10", root, out=tmp_path / "out") for _ in range(2))
    assert first == again
    assert first.pages == 3
    assert {row[0] for row in first.tables[0].rows} >= {"body", "largest-element", "random-blocks"}
    assert first.plots[0].read_text().startswith("<?xml")
    assert "E10: Trivial baselines" in first.to_text()


def test_every_method_survives_hostile_pages(tmp_path: Path) -> None:
    """E9 has a row per single-page method, no failure, and repeats exactly."""
    first, again = (experiments.run("e9", tmp_path, limit=2) for _ in range(2))
    assert first == again
    assert first.failures == []
    assert first.passed
    single = [name for name, method in sectio.methods().items() if not method.needs_site]
    assert [row[0] for row in first.tables[0].rows] == single
    assert all(row[3] for row in first.tables[0].rows)


def test_papers_figures_are_beside_ours_in_markdown() -> None:
    """The paper's figure, ours in its profile and ours, with the reason; the paper's own tables are not repeated."""
    compared = Comparison("Table 2", [("A|B", 0.75, None, 0.9)], "Other pages.")
    paper, ours = Table("theirs", ("", "P"), [("a", 0.74)], paper=True), Table("ours", ("", "P"), [("b", 0.5)])
    result = ExperimentResult("E5", "SD", [paper, ours], comparisons=[compared], passed=False)
    written = experiments.to_markdown([result])
    assert "| A\\|B | 0.750 | – | 0.900 |\n\nOther pages." in written
    assert "| b | 0.500 |" in written
    assert "0.740" not in written
    assert "Not run for this copy: E1, E2, E3, E4, E6, E7, E8, E9." in written
    assert "**not seen**" in written


def test_all_experiments_run_on_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the data does not allow is left out and said."""
    monkeypatch.setattr(experiments, "SAMPLES", {"E1": 1, "E10": 6})
    told: list[str] = []
    done = experiments.run_all(write_wcxb(tmp_path / "pages", 6), progress=told.append)
    assert [result.name for result in done] == ["E10"]
    assert told[0].startswith("E1 left out: ")


def test_an_interrupted_run_of_all_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A result that was kept is not measured again; other pages, another sample or a damaged file are."""
    monkeypatch.setattr(experiments, "SAMPLES", {"E10": 6})
    data, cache = write_wcxb(tmp_path / "pages", 6), tmp_path / "cache"
    (first,) = experiments.run_all(data, cache=cache, out=tmp_path / "plots")
    (file,) = cache.iterdir()
    assert ExperimentResult.from_json(first.to_json()).to_json() == first.to_json()
    file.write_text(first.to_json().replace("Trivial", "Kept"))
    (again,) = experiments.run_all(data, cache=cache, out=tmp_path / "plots")
    assert again.title.startswith("Kept")
    assert again.to_markdown().replace("Kept", "Trivial") == first.to_markdown()
    (fewer,) = experiments.run_all(data, limit=4, cache=cache)
    assert fewer.title.startswith("Trivial")
    file.write_text("{}")
    assert experiments.run_all(data, cache=cache)[0].title == first.title


def test_number_of_sites_and_layouts(tmp_path: Path) -> None:
    """Sites are spread over the list; an experiment that does not look at boxes says so."""
    for name in "abcdef":
        write_site(tmp_path / name, 2)
    (dataset,) = load(tmp_path, sites=3)
    assert list(dataset.by_site) == ["a", "c", "e"]
    assert [len(one.by_site) for one in load(tmp_path, sites=9)] == [6]
    with pytest.raises(InputError, match="E2 does not take a layout; E1 does"):
        experiments.run("E2", tmp_path, layout="chromium")


def test_v_wrapper_is_not_measured_on_what_stays_untouched(tmp_path: Path) -> None:
    """E8 takes single pages of many domains before sites, and of sites only those that are open."""
    for name in ("avalanches", "open"):
        write_site(tmp_path / "sites" / name, 2)
    name, found = gold_articles(tmp_path)
    assert (name, {page.site for page in found}) == ("sites", {"open"})
    write_wcxb(tmp_path / "single", 4)
    assert gold_articles(tmp_path)[0] == "single"


def test_papers_figures_stand_apart() -> None:
    """The terminal says of each table whose figures it shows; JSON keeps the mark."""
    result = ExperimentResult(
        "E0",
        "Nothing",
        [Table("types", ("", "P"), [("a", 0.74)], paper=True), Table("types", ("", "P"), [("a", None)])],
        failures=[f"page {n}" for n in range(60)],
        notes=["a note"],
        passed=False,
    )
    text = result.to_text()
    assert "PAPER: types" in text
    assert "OURS: types" in text
    assert "60 failures" in text
    assert "page 59" not in text
    assert "NOT seen" in text
    record = json.loads(result.to_json())
    assert [table["paper"] for table in record["tables"]] == [True, False]
    assert len(record["failures"]) == 60


def test_plots_draw_or_stay_silent(tmp_path: Path) -> None:
    """With a folder each function writes an SVG, the same twice; without one nothing is drawn."""
    pytest.importorskip("matplotlib")
    series = {"a": [(1.0, 0.5), (10.0, 0.7)], "b": []}
    for out in (tmp_path / "x", tmp_path / "y"):
        drawn = [
            *plots.curves(out, "curves", series, title="t", x="x", y="y", log_x=True),
            *plots.bars(out, "bars", {"a": Interval(0.5, 0.4, 0.6)}, title="t", x="x"),
            *plots.boxes(out, "boxes", {"a": Box(0.1, 0.2, 0.3, 0.4, 0.5)}, title="t", x="x"),
        ]
        assert [path.name for path in drawn] == ["curves.svg", "bars.svg", "boxes.svg"]
    assert (tmp_path / "x" / "bars.svg").read_bytes() == (tmp_path / "y" / "bars.svg").read_bytes()
    assert plots.curves(None, "curves", series, title="t", x="x", y="y") == []


@pytest.mark.parametrize("name", ["E1", "E2", "E3", "E7"])
def test_experiments_on_sites_run_on_a_plain_folder(name: str, tmp_path: Path) -> None:
    """Pages with their main text beside them are one site; so people can run them on pages of their own."""
    for (page, source), story in zip(demo.pages(), demo.stories(), strict=True):
        (tmp_path / page).write_bytes(source)
        (tmp_path / page).with_suffix(".txt").write_text(story, encoding="utf-8")
    result = experiments.run(name, tmp_path, limit=1, sites=2)
    assert result.pages > 0
    assert tmp_path.name in result.corpus


@pytest.mark.parametrize("name", ["E1", "E3", "E7"])
def test_a_folder_that_lacks_sites_says_how_to_make_them(name: str, tmp_path: Path) -> None:
    """One page is not a site."""
    (tmp_path / "a.html").write_text("<p>Some words of a page.")
    (tmp_path / "a.txt").write_text("Some words of a page.")
    with pytest.raises(InputError, match="sectio lab sitegen"):
        experiments.run(name, tmp_path)


def test_a_sign_that_is_not_seen_has_its_reason() -> None:
    """In the document and in the terminal, one line each; JSON keeps them."""
    signs = [Sign("more is better", True, "never said"), Sign("order", False, "Few pages.")]
    result = ExperimentResult("E1", "T", [], passed=False, signs=signs)
    for shown in (result.to_markdown(), result.to_text()):
        assert "more is better: seen" in shown
        assert "order: not seen. Few pages." in shown
        assert "never said" not in shown
    assert ExperimentResult.from_json(result.to_json()).signs == signs


def test_sets_of_low_and_high_diversity_are_drawn_from_the_same_pages() -> None:
    """E6: equally big; all pages of ten sites, or of as many sites as the paper's share."""
    pages = [_typed_page(f"site {n % 30}") for n in range(180)]
    corpus, rng = Corpus(pages), np.random.default_rng(1)
    few, many = e6._few_sites(corpus, 60, rng), e6._many_sites(corpus, 34, rng)
    assert len(few) == 60
    assert len({pages[n].site for n in few}) == 10
    assert len(many) == 34
    assert len({pages[n].site for n in many}) == 30


def test_generated_sites_stand_in_where_noise_of_one_part_is_unknown(tmp_path: Path) -> None:
    """E1 and E2 make sites of their own besides real ones, and none besides generated ones."""
    folder = tmp_path / "plain"
    folder.mkdir()
    for n in range(6):
        (folder / f"{n}.html").write_text(f"<p>Home of all</p><p>Story {n} says that much more of it</p>", "utf-8")
        (folder / f"{n}.txt").write_text(f"Story {n} says that much more of it", "utf-8")
    assert len(template_sites.made_sites(template_sites.Source(folder), limit=1, sites=2)) == 2
    (tmp_path / "made").mkdir()
    for site in generate_sites(3, 2, 8):
        write.write_site(site, tmp_path / "made")
    assert template_sites.made_sites(template_sites.Source(tmp_path / "made"), limit=1, sites=2) == []


def _typed_page(site: str) -> Labelled:
    return Labelled(parse_page(b"<p>text"), "article", ("text",), site, "en", False)
