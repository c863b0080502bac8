"""What releases rest on: one version, workflows whose steps run here, lowest versions, types of the public API."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import sectio
from tools import covered, lowest, release

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_the_version_is_written_once() -> None:
    """In the package; everything else reads it from there."""
    assert release.version() == sectio.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    for name in ("CITATION.cff", "mkdocs.yml", "README.md"):
        assert not re.search(r"^version:", (ROOT / name).read_text(encoding="utf-8"), re.M)


def test_a_release_needs_its_tag_and_its_changelog() -> None:
    """`make release-check` says what is missing."""
    assert release.problems("v1.2.0", "1.2.0", "# Changelog\n\n## 1.2.0 (2026-12-24)\n") == []
    assert len(release.problems("v1.2.1", "1.2.0", "# Changelog\n\n## 1.2.0 (2026-12-24)\n")) == 1
    assert len(release.problems("v1.2.0", "1.2.0", "# Changelog\n\n## Unreleased\n")) == 1
    done = subprocess.run([sys.executable, ROOT / "tools" / "release.py"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "say the tag: make release-check TAG=v1.2.3\n")


def test_lowest_versions_are_those_of_the_project() -> None:
    """Extras of extras are followed."""
    project: dict[str, object] = {
        "dependencies": ["numpy>=1.26", "turbohtml>=1.15,<2"],
        "optional-dependencies": {"all": ["sectio[a,b]"], "a": ["x[y]>=2"], "b": ["z>=0.3"], "c": ["w>=1"]},
    }
    assert lowest.lowest(project) == {"numpy": "1.26", "turbohtml": "1.15", "x": "2", "z": "0.3"}


def test_steps_of_workflows_are_make_targets() -> None:
    """What runs there can be run here."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    named: set[str] = set()
    for path in WORKFLOWS:
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r"run: make ([a-z-]+)", text))
        named |= {one for line in re.findall(r"target: \[(.*)\]", text) for one in line.split(", ")}
    assert {"test", "docs", "coverage", "test-lowest", "fuzz", "dist-check"} <= named <= targets


@pytest.mark.skipif(importlib.util.find_spec("check_jsonschema") is None, reason="the dev extra is not installed")
@pytest.mark.parametrize("schema", ["vendor.github-workflows", "custom.github-workflows-require-timeout"])
def test_workflows_are_well_formed(schema: str) -> None:
    """`make workflows` checks more."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, WORKFLOWS)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_types_are_stated_for_every_public_name() -> None:
    """mypy checks tests/typed/public_api.py; here: that it misses none."""
    text = (ROOT / "tests" / "typed" / "public_api.py").read_text(encoding="utf-8")
    for name in sectio.__all__:
        assert f"sectio.{name}" in text, name


def test_no_file_names_a_package_host() -> None:
    """Packages come from wherever the installer is set up to look."""
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if files.returncode:
        pytest.skip("not a checkout")
    host = re.compile(rb"pypi\.(org|python)|pythonhosted\.|conda\.anaconda|registry\.npmjs")
    for name in files.stdout.splitlines():
        path = ROOT / name
        if path.is_file() and path != Path(__file__):
            assert not host.search(path.read_bytes()), name


def test_coverage_is_summed_by_part() -> None:
    """Modules of the package itself are one part; statements count, not files."""
    files = {
        f"src/sectio/{name}": {"summary": {"num_statements": total, "covered_lines": run}}
        for name, total, run in (("api.py", 30, 30), ("dom/page.py", 60, 30), ("dom/tree.py", 10, 10))
    }
    _, *lines = covered.shares(files)
    assert [line.split() for line in lines] == [
        ["(modules)", "30", "100.0%"],
        ["dom", "70", "57.1%"],
        ["all", "100", "70.0%"],
    ]
