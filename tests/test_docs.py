"""The documents tell the truth: their examples run, their commands exist."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sectio
from sectio.apps.cli import COMMANDS
from tools.docs import examples

ROOT = Path(__file__).parents[1]
DOCUMENTS = examples.documents()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples_run_and_print_what_they_say(path: Path) -> None:
    """Each python block runs; a plain block right behind it is what it prints (`python -m tools.docs.examples` renews it)."""
    for printed, stated in examples.runs(path):
        if printed and stated is not None:
            assert printed.strip() == stated[2].strip(), "renew it: python -m tools.docs.examples"


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
    rows = re.findall(r"^\| (`.*?) \|", text.split("## Warnings")[0], re.M)
    named = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    assert named == {name for name in sectio.__all__ if not name.startswith("__")}


# What the documents call a result, and a site (of any method).
_SAID = re.compile(r"(?<![\w/.-])(sectio|doc|site)((?:\.[A-Za-z_]\w*)+)")
_FILES = ("json", "md", "html", "txt")


def missing(text: str) -> set[str]:
    """The names of the library, of a result and of a site that a text mentions and that do not exist."""
    return {root + rest for root, rest in _SAID.findall(text) if rest[1:] not in _FILES and not _exists(root, rest[1:])}


def _exists(root: str, name: str) -> bool:
    first = name.split(".")[0]
    if root == "doc":
        return hasattr(sectio.Extraction, first) or first in vars(sectio.extract("<p>x"))
    if root == "site":
        return hasattr(sectio.Site, first) or first in sectio.Site.__dataclass_fields__
    return _is_public(name) or _is_module(f"sectio.{name}")


def _is_public(name: str) -> bool:
    """Whether a dotted name leads somewhere from `import sectio`, step by step."""
    found: object = sectio
    for part in name.split("."):
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


def _is_module(name: str) -> bool:
    """Whether a dotted name is a module, or a name in one."""
    if name == "sectio._native" and not sectio.native:
        return True  # left out on purpose
    parts = name.split(".")
    for count in range(len(parts), 1, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError as error:
            if error.name is not None and not error.name.startswith("sectio"):
                return True  # an adapter whose library is not installed
            continue
        except ImportError:
            continue
        for part in parts[count:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@pytest.mark.parametrize("path", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=lambda path: path.name)
def test_documented_names_exist(path: Path) -> None:
    """`sectio.NAME`, `doc.NAME` and `site.NAME` can be typed as they are written."""
    assert missing(path.read_text(encoding="utf-8")) == set()


def test_names_that_do_not_exist_are_found() -> None:
    """The test above can fail."""
    text = "`sectio.extrakt(x)`, sectio.dom.parse.parse, `sectio.lab.magic`, doc.text, `doc.txt`, `doc.words`, site.json, site.luck"
    assert missing(text) == {"sectio.extrakt", "sectio.lab.magic", "doc.words", "site.luck"}


def test_the_command_page_names_every_command_and_no_other() -> None:
    """The same for the command line."""
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `sectio ([a-z]+)", text, re.M)) == set(COMMANDS)


def nav_pages(entry: object) -> Iterator[str]:
    """The pages that a part of the navigation names."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, list):
        for part in entry:
            yield from nav_pages(part)
    elif isinstance(entry, dict):
        for part in entry.values():
            yield from nav_pages(part)


def test_every_page_is_in_the_navigation_once() -> None:
    """A new page in docs/ needs a line in the nav of mkdocs.yml."""
    yaml = pytest.importorskip("yaml", reason="the docs extra is not installed")
    named = list(nav_pages(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(pages) == sorted(name for name in named if not name.startswith(("reference/", "project/")))
