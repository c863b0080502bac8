"""The docs as a site: nothing is missing from the navigation and the reference, links lead somewhere, and it builds strictly."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest

import sectio
from sectio import codes, errors
from sectio.apps.cli import cli
from sectio.fetch import FetchOptions

pytest.importorskip("mkdocs", reason="the docs extra is not installed")
from tools.docs import hooks, reference

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "sectio"
GENERATED = {*reference.pages(), *hooks.OWN.values()}


_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```|^    .*$|`[^`\n]*`", re.M | re.S)
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    """As files, too: on a code host the pages are read as they are. Anchors are checked when the site is built."""
    for target in _LINK.findall(_FENCE.sub("", path.read_text(encoding="utf-8"))):
        name = target.partition("#")[0]
        if not name or "://" in name or name.startswith("mailto:"):
            continue
        found = (path.parent / name).resolve()
        generated = found.is_relative_to(DOCS) and found.relative_to(DOCS).as_posix() in GENERATED
        assert found.exists() or generated, f"{target} in {path.name}"


def directives(page: str) -> set[str]:
    """The names that mkdocstrings describes on a page."""
    return set(re.findall(r"^::: (\S+)$", page, re.M))


def test_the_reference_has_every_public_name() -> None:
    """Functions, results, options, constants: all of `sectio.__all__`."""
    pages = reference.pages()
    described = {name.rpartition(".")[2] for page in pages.values() for name in directives(page)}
    constants = set(re.findall(r"`sectio\.(\w+)`", pages["reference/functions.md"]))
    assert set(sectio.__all__) <= described | constants


def test_the_reference_describes_functions_and_no_modules() -> None:
    """`sectio.methods` is a function, and there is a module of that name."""
    for where in directives(reference.functions()):
        module, _, name = where.rpartition(".")
        assert inspect.isfunction(getattr(sys.modules[module], name)), where
        assert where != "sectio.methods"


def test_every_field_is_described() -> None:
    """Fields of results and options have a docstring of their own, which the reference shows."""
    for where in directives(reference.results()) | directives(reference.options()) - {"sectio.methods"}:
        module, _, name = where.rpartition(".")
        kind = getattr(sys.modules[module], name)
        if hasattr(kind, "__dataclass_fields__"):
            described = set(attribute_docstrings(kind))
            missing = {item.name for item in fields(kind)} - described
            assert not missing, (where, missing)


def attribute_docstrings(kind: type) -> Iterator[str]:
    """The fields of a class that are followed by a string."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    for one, following in zip(body.body, body.body[1:], strict=False):
        is_text = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and is_text:
            yield one.target.id


def test_every_option_is_in_the_reference() -> None:
    """Options of pages and of fetching are fields that the reference shows; parameters of methods are in a table."""
    said = reference.options()
    assert "::: sectio.Options\n" in said
    assert "::: sectio.fetch.FetchOptions\n" in reference.fetching()
    assert fields(FetchOptions)
    for method in sectio.methods().values():
        for parameter in method.parameters:
            assert f"| `{method.name}` | `{parameter}` |" in said


def commands(group: click.Group, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Every command below a group, with its path."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        yield inner.command_path, command
        if isinstance(command, click.Group):
            yield from commands(command, inner)


def test_every_command_and_option_is_in_the_reference() -> None:
    """Also the commands inside commands."""
    said = reference.pages()["reference/commands.md"]
    found = list(commands(cli, click.Context(cli, info_name="sectio")))
    assert len(found) > 20
    for path, command in found:
        part = re.split(rf"^#+ {re.escape(path)}$", said, flags=re.M)[1]
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert all(f"`{name}`" in part for name in option.opts), (path, option.opts)


def test_every_error_code_is_listed() -> None:
    """Codes of the classes, and those that are passed to FetchError or name what went wrong with a worker."""
    kinds = [kind for kind in vars(errors).values() if inspect.isclass(kind) and issubclass(kind, sectio.SectioError)]
    assert {kind.code for kind in kinds if hasattr(kind, "code")} <= set(codes.ERRORS)
    raised = set()
    for path in SOURCE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "FetchError":
                raised |= {str(one.value) for one in call.args[1:] if isinstance(one, ast.Constant)}
    from sectio.batch import records
    from sectio.workers import work

    raised |= {work.TIMEOUT, work.CRASH, work.MEMORY, work.INTERNAL, records.BAD_RECORD, records.TRUNCATED}
    assert len(raised) > 12
    assert raised <= set(codes.ERRORS)


_CODE = re.compile(r"[a-z]+(_[a-z]+)*")


def _given(node: ast.AST) -> ast.AST | None:
    """What a node passes or assigns to `warnings`, or appends to a list of codes."""
    match node:
        case ast.keyword(arg="warnings") | ast.Assign(targets=[ast.Name("warnings") | ast.Attribute(attr="warnings")]):
            return node.value
        case ast.Call(func=ast.Attribute(ast.Name("warnings" | "codes" | "found"), "append")):
            return node
    return None


def stated_warnings(tree: ast.AST) -> Iterator[str]:
    """Strings that become warnings."""
    for node in ast.walk(tree):
        given = _given(node)
        for part in ast.walk(given) if given is not None else ():
            if (
                isinstance(part, ast.Constant)
                and isinstance(part.value, str)
                and _CODE.fullmatch(part.value)
                and part.value != "warnings"
            ):
                yield part.value


def test_every_warning_code_is_listed() -> None:
    """A new code needs a line in `sectio.codes`, and the reference shows it."""
    said = {
        code
        for part in ("analysis.py", "model", "methods", "sites", "dom", "batch/readers")
        for path in ([SOURCE / part] if part.endswith(".py") else (SOURCE / part).rglob("*.py"))
        for code in stated_warnings(ast.parse(path.read_text(encoding="utf-8")))
    }
    from sectio.analysis import BLANKS

    assert len(said) > 15
    assert said | set(BLANKS) <= set(codes.WARNINGS)


class Assets(HTMLParser):
    """What a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses of scripts, styles, pictures and frames."""
        given = dict(attrs)
        if tag in ("script", "img", "iframe", "source") and given.get("src"):
            self.loaded.append(given["src"] or "")
        if tag == "link" and given.get("rel") in ("stylesheet", "preconnect", "icon", "preload"):
            self.loaded.append(given.get("href") or "")


def test_the_docs_build_strictly_and_load_nothing_from_elsewhere(tmp_path: Path) -> None:
    """No warning, every anchor found, no asset from another host; the pages can be opened as files."""
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    environment = {"NO_MKDOCS_2_WARNING": "1", "PATH": "/usr/bin:/bin", "PYTHONPATH": f"{ROOT / 'src'}"}
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > 50
    described = (tmp_path / "reference" / "results.html").read_text(encoding="utf-8")
    shown = described.split('id="sectio.Extraction.text"')[1].split("</h3>")[0]
    assert "doc-symbol-attribute" in shown  # what is computed once is no function to call
    for page in pages:
        parser = Assets()
        parser.feed(page.read_text(encoding="utf-8"))
        assert [one for one in parser.loaded if "//" in one and not one.startswith("data:")] == [], page.name
        if any("/bundle." in one for one in parser.loaded):  # the search works in pages that are opened as files
            assert any(one.endswith("assets/iframe-worker.js") for one in parser.loaded), page.name
    assert (tmp_path / "search" / "search_index.js").exists()
