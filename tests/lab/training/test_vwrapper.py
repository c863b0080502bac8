"""Training V-Wrapper from a folder of gold pages, and experiment E8, on pages made up here."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import sectio
from sectio.apps.cli.train import train
from sectio.lab.datasets import load as load_data
from sectio.lab.experiments import e8, looks
from sectio.lab.sitegen import THEMES
from sectio.lab.training import vwrapper
from sectio.methods.vwrapper import train as fit
from sectio.methods.vwrapper.wrapper import load
from tests.layout.test_chromium import real

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
        result = CliRunner().invoke(train, [str(tmp_path), "-m", "vwrapper", "-o", str(file), "--layout", "estimate"])
        assert result.exit_code == 0, result.output
    assert files[0].read_bytes() == files[1].read_bytes()
    assert set(load(files[0]).by_source["estimate"].leaf) == {"BODY"}
    page = (tmp_path / "03.html").read_bytes()
    text = sectio.extract(page, method="vwrapper", options={"wrapper": str(files[0])}).text
    assert text.count("said 3") == 4


def test_options_of_the_other_method_are_refused(tmp_path: Path) -> None:
    """Nothing is ignored in silence."""
    write_site(tmp_path, 1)
    for method, option in (("vwrapper", "--folds=3"), ("sectio", "--label=author"), ("sectio", "--layout=estimate")):
        result = CliRunner().invoke(train, [str(tmp_path), "-m", method, "-o", "x", option])
        assert result.exit_code == 2
        assert option.partition("=")[0] in result.output


def test_further_labels_come_from_fields_of_the_gold() -> None:
    """A byline is found on a site that was not learned from, as a label of its own."""
    golds = vwrapper.generated(16, pages=3)
    found = vwrapper.labelled(golds, layout="estimate", labels=("author",))
    assert any("AUTHOR" in article.page.labels.values() for article in found)
    *learn, last = [article for article in found if "AUTHOR" in article.page.labels.values()]
    wrapper = fit([article.page for article in learn])
    assert set(wrapper.leaf) == {"AUTHOR", "BODY", "HEADLINE"}
    texts = wrapper.extract(last.page.tree).texts["AUTHOR"]
    assert any(str(last.gold.author) in text for text in texts)


@real
def test_pages_captured_with_their_sheets_have_their_looks(tmp_path: Path) -> None:
    """An MHTML archive beside its main text is gold like a page; Chromium measures it with the sheets it was saved with."""
    story = "The harbour froze over again, and the ferry stayed where it was."
    (tmp_path / "a.mhtml").write_text(
        'Content-Type: multipart/related; boundary="=_x"\n\n--=_x\nContent-Type: text/html\nContent-Location: http://a.example/\n\n'
        f"<link rel=stylesheet href=look.css><h1>Ice</h1><p>{story}</p><div>Imprint and contact</div>\n"
        "--=_x\nContent-Type: text/css\nContent-Location: http://a.example/look.css\n\np { width: 321px }\n--=_x--\n"
    )
    (tmp_path / "a.txt").write_text(story)
    (dataset,) = load_data(tmp_path)
    (found,) = vwrapper.labelled(vwrapper.articles(dataset), layout="chromium")
    tree = found.page.tree
    (body,) = [block for block, label in found.page.labels.items() if label == "BODY"]
    assert tree.box[body, 2] == 321


def test_generated_sites_have_looks_of_their_own() -> None:
    """Two sites of one theme differ in their sheets, and all pages are articles."""
    golds = vwrapper.generated(2 * len(THEMES), pages=2)
    sheets = {gold.site: str(sectio.parse_page(gold.html).source.styles()) for gold in golds}
    assert len(set(sheets.values())) == len(sheets) > 4


def test_experiment_e8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every variant has a row, the tag-path wrapper and the ceiling too; made-up news is found on unseen
    pages.
    """
    monkeypatch.setattr(e8, "_layouts", lambda notes: ["estimate"])
    monkeypatch.setattr(looks, "SITES", 8)
    write_site(tmp_path, 8)
    result = e8.run(tmp_path, seed=0, limit=None, out=None)
    rows = {row[0]: row for row in result.tables[0].rows}
    assert set(rows) == {*e8.variants(), "tag-path wrapper", "best choice of leaves"}
    assert float(rows["all features"][1] or 0) > 0.9
    assert result.tables[-1].paper
    with_sheets = {str(row[0]): row for row in result.tables[-2].rows}
    assert set(with_sheets) == {f"estimate, {kind}" for kind in ("seen sites", "unseen sites", "unseen themes")}
    assert result.passed is not None
