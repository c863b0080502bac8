"""Training as a user would do it: a folder of pages with text next to them, a model file, a report."""

import json
from pathlib import Path

import pytest

import sectio
from sectio.dom.parse import parse
from sectio.lab.sitegen import generate_site, generate_sites
from sectio.model import extractor, store
from tests.apps.test_cli import run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("gold")
    for site in generate_sites(77, count=4, pages=4):
        for i, page in enumerate(site.pages):
            (where / f"{site.name}-{i}.html").write_text(page.html, encoding="utf-8")
            (where / f"{site.name}-{i}.txt").write_text(page.text, encoding="utf-8")
    return where


def test_training_writes_a_model_that_works_and_repeats(folder: Path, tmp_path: Path) -> None:
    """Twice the same command gives the same digest; the model judges pages; the report lists left-out pages."""
    digests = []
    for name in ("a", "b"):
        small = ["--folds", "2", "--networks", "2", "--epochs", "2", "--trees", "4", "--second-trees", "3"]
        arguments = [*small, "--report", str(tmp_path / "report.json")]
        done = run("train", str(folder), "-o", str(tmp_path / f"{name}.npz"), *arguments)
        assert done.returncode == 0, done.stderr.decode()
        digests.append(done.stdout.decode().split()[-1])
    assert digests[0] == digests[1]
    model = store.load(tmp_path / "a.npz")
    assert len(model.arrays["forest_leaf"]) == 4
    assert len(model.arrays["second_leaf"]) == 3
    page = generate_site(78, "blog", pages=1).pages[0]
    judged = extractor.judge(parse(page.html), model)
    assert len(judged.chance) == len(judged.blocks) > 0
    (tmp_path / "page.html").write_text(page.html, encoding="utf-8")
    with_own = run("extract", str(tmp_path / "page.html"), "--model", str(tmp_path / "a.npz"))
    assert with_own.returncode == 0, with_own.stderr.decode()
    assert (
        with_own.stdout.decode().strip()
        == sectio.extract(page.html, options={"model": tmp_path / "a.npz"}).text.strip()
    )
    report = json.loads((tmp_path / "report.json").read_text())
    assert len(report["pages"]) == 16
    assert report["digest"] == digests[0]
    (name, measure, value, low, high, groups), *_ = report["metrics"]["rows"]
    assert (name, measure, groups) == (folder.name, "word F1", 16)
    assert f"| {name} | word F1 | {value:.3f} | {low:.3f} to {high:.3f} |" in done.stdout.decode()


def test_site_mode_uses_the_template() -> None:
    """With a learned site, what repeats on its pages goes, and the article stays."""
    site = generate_site(4711, "blog", pages=16, language="en")
    model = sectio.learn([page.html for page in site.pages[:12]])
    page = site.pages[13]
    doc = sectio.extract(page.html, template=model)
    assert doc.method == "sectio"
    gold = [line for line in page.text.splitlines() if len(line) > 60]
    found = sum(" ".join(line.split()) in " ".join(doc.text.split()) for line in gold)
    assert found >= 0.9 * len(gold)
