"""The documents tell the truth: their examples run, their commands exist."""

import contextlib
import importlib.util
import io
import re
from pathlib import Path

import pytest

import sectio
from sectio.apps.cli import COMMANDS

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples_run_and_print_what_they_say(path: Path) -> None:
    """Each python block runs; a plain block right behind it is what it prints."""
    blocks = _BLOCK.findall(path.read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for (kind, code), following in zip(blocks, [*blocks[1:], ("", "")], strict=False):
        if kind != "python":
            continue
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(code, str(path), "exec"), names)
        if following[0] == "" and following[1] and said.getvalue():
            assert said.getvalue().strip() == following[1].strip()


def test_documented_commands_exist() -> None:
    """`sectio NAME` in the README is a command."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\s+(?:.*\| )?sectio ([a-z]+)", text, re.M))
    assert named
    assert named <= set(COMMANDS)


def test_documents_speak_of_the_project_alone() -> None:
    """No machine paths and no package hosts."""
    for path in DOCUMENTS:
        assert not re.search(r"(^|[\s(`])/(work|root|tmp|home)/", path.read_text(encoding="utf-8")), path


def test_the_api_page_names_every_public_name_and_no_other() -> None:
    """A name that is not documented, or documented and gone, would show here."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    table = text.split("## Options")[0]
    named = set(re.findall(r"`(\w+)", table)) & (set(sectio.__all__) | {"nothing"})
    assert named == {name for name in sectio.__all__ if not name.startswith("__")}


def test_the_command_page_names_every_command_and_no_other() -> None:
    """The same for the command line."""
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `sectio ([a-z]+)", text, re.M)) == set(COMMANDS)


def test_the_readme_shows_the_shipped_models_figures() -> None:
    """The table is written by bench/default_table.py from the model file; a retrained model needs a new table."""
    spec = importlib.util.spec_from_file_location("default_table", ROOT / "bench" / "default_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert module.filled(text) == text
