"""Files of judges: what they say against what was found, and how far judges agree."""

import json
from pathlib import Path
from typing import Any

import pytest

from sectio.errors import InputError
from sectio.lab import experiments
from sectio.lab.judging import answers
from sectio.lab.metrics.agreement import cohen_kappa, majority, observed
from sectio.lab.sitegen import generate_sites
from sectio.lab.sitegen.write import write_site
from tests.apps.test_cli import run

PAGE = {
    "page": "a.html",
    "found": {"sections": [True, True, False], "type": "article", "regions": ["article", "none"], "blocks": ["BODY"]},
}


def write(folder: Path, judge: str, ticks: list[tuple[bool, bool]], *, kind: str = "article", **more: Any) -> Path:
    """A judge's file about one page with three sections, two regions and one block."""
    sections = [{"right": right, "noisy": noisy} for right, noisy in ticks]
    page = PAGE | {"sections": sections, "type": kind, "regions": ["article", "comment"], "blocks": None} | more
    path = folder / f"{judge}.json"
    path.write_text(json.dumps({"schema": "sectio-judge/1", "sheet": "s", "judge": judge, "pages": [page]}))
    return path


def test_kappa_by_hand() -> None:
    """20 times both yes, 15 times both no, 5 and 10 times apart: p = 0.7, e = 0.5, kappa = 0.4."""
    a = [True] * 25 + [False] * 25
    b = [True] * 20 + [False] * 5 + [True] * 10 + [False] * 15
    assert observed(a, b) == pytest.approx(0.7)
    assert cohen_kappa(a, b) == pytest.approx(0.4)
    assert cohen_kappa(b, a) == pytest.approx(0.4)


def test_kappa_at_its_ends() -> None:
    """Perfect, by chance, worse than chance, one answer only, nothing at all."""
    assert cohen_kappa("aabb", "aabb") == 1
    assert cohen_kappa("aabb", "abab") == 0
    assert cohen_kappa("ab", "ba") == -1
    assert cohen_kappa("aaa", "aaa") == 1
    assert cohen_kappa("", "") == 0
    assert cohen_kappa("abc", "abd") == pytest.approx((2 / 3 - 2 / 9) / (7 / 9))


def test_the_majority_and_ties() -> None:
    """Most judges, else the first."""
    assert majority([True, False, False]) is False
    assert majority(["b", "a"]) == "b"


def test_noisy_sections_against_judges(tmp_path: Path) -> None:
    """Two sections were called noisy. Ann says one of them is, and the third: P 1/2, R 1/2; most judges say both: 1, 1."""
    paths = [
        write(tmp_path, "Ann", [(True, True), (True, False), (False, True)]),
        write(tmp_path, "Bo", [(True, True), (True, True), (True, False)]),
        write(tmp_path, "Eve", [(True, True), (False, True), (True, False)]),
    ]
    quality, agreement = answers.section_tables(answers.read_all(paths))
    assert quality.rows[0] == ["Ann", 3, 0.5, 0.5, pytest.approx(2 / 3)]
    assert quality.rows[3] == ["majority", 3, 1.0, 1.0, 1.0]
    assert [row[0] for row in agreement.rows[::2]] == ["Ann and Bo", "Ann and Eve", "Bo and Eve"]
    bo_and_eve = agreement.rows[5]
    assert bo_and_eve == ["Bo and Eve", "noisy", 3, 1.0, 1.0]


def test_types_and_regions(tmp_path: Path) -> None:
    """SD's type and regions, as each judge sees them; blocks were not judged, so they have no table."""
    paths = [write(tmp_path, "Ann", []), write(tmp_path, "Bo", [], kind="multiple")]
    judges = answers.read_all(paths)
    quality, agreement = answers.type_tables(judges)
    assert quality.rows == [["Ann", 1, 1.0, 0.5], ["Bo", 1, 0.0, 0.5]]
    assert agreement.rows[1][:2] == ["Ann and Bo", "regions"]
    assert answers.block_tables(judges) == []


def test_a_data_folder_with_judgements(tmp_path: Path) -> None:
    """Experiments read the folder `judgements`; without it there is nothing to add."""
    assert answers.tables(tmp_path, answers.section_tables) == []
    (tmp_path / "judgements").mkdir()
    write(tmp_path / "judgements", "Ann", [(True, True), (True, True), (True, False)])
    (quality,) = answers.tables(tmp_path, answers.section_tables)
    assert quality.rows == [["Ann", 3, 1.0, 1.0, 1.0]]


@pytest.mark.parametrize(
    ("name", "title"), [("E1", "noisy sections, by people"), ("E5", "SD's types and regions, by people")]
)
def test_experiments_show_what_judges_said(tmp_path: Path, name: str, title: str) -> None:
    """With a row for each judge, and how far the two agree."""
    (site,) = generate_sites(7, 1, 8)
    write_site(site, tmp_path)
    (tmp_path / "judgements").mkdir()
    for judge in ("Ann", "Bo"):
        write(tmp_path / "judgements", judge, [(True, True), (True, True), (True, False)])
    named = {table.title: table for table in experiments.run(name, tmp_path, limit=2).tables}
    assert [row[0] for row in named[title].rows] == ["Ann", "Bo"]
    assert {row[0] for row in named["agreement of judges"].rows} == {"Ann and Bo"}
    assert named["agreement of judges"].rows[0][-1] == 1


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"schema": "x"}', '{"schema": "sectio-judge/1", "judge": "a", "sheet": "s", "pages": [{}]}'],
)
def test_what_is_not_a_judges_file(tmp_path: Path, text: str) -> None:
    """A clear error with the name of the file."""
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(InputError, match="bad"):
        answers.read(tmp_path / "bad.json")


def test_unknown_answers_and_other_sheets_are_refused(tmp_path: Path) -> None:
    """A type that does not exist, and judges of different sheets."""
    with pytest.raises(InputError, match="newspaper"):
        answers.read(write(tmp_path, "Ann", [], kind="newspaper"))
    one, two = write(tmp_path, "Ann", []), write(tmp_path, "Bo", [])
    two.write_text(two.read_text().replace('"sheet": "s"', '"sheet": "t"'))
    with pytest.raises(InputError, match="different sheets"):
        answers.read_all([one, two])


def test_the_command_shows_agreement(tmp_path: Path) -> None:
    """`sectio lab agreement FILES`."""
    files = [str(write(tmp_path, name, [(True, True), (True, True), (True, False)])) for name in ("Ann", "Bo")]
    done = run("lab", "agreement", *files)
    assert done.returncode == 0, done.stderr
    assert b"Cohen's kappa" in done.stdout
    assert b"Ann and Bo" in done.stdout
