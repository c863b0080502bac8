"""Imports point downward, with no cycle between the parts of the package: whether at the top of a file, inside a function or
for type checkers alone.
"""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "sectio"

# Top to bottom; a module may import from its own layer and from the layers below.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("apps",),
    ("lab",),
    ("batch", "compat", "crawl", "demo", "integrations"),
    ("many", "online"),
    ("inputs", "progress"),
    ("workers", "fetch", "warc"),
    ("api", "bundle", "kinds", "extraction", "analysis", "site"),
    ("drift",),
    ("tabular",),
    ("model",),
    ("threads",),
    ("output", "metadata"),
    ("methods", "sites", "sectioning"),
    ("method", "reader"),
    ("layout", "results", "options"),
    ("fields",),
    ("dom", "text"),
    ("deadline",),
    ("compiled", "_native"),
    ("patterns", "errors", "codes", "once", "files"),
)
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
# The commands that measure and train, and nothing else, use `lab`.
USE_THE_LAB = {SOURCE / "apps" / "cli" / f"{name}.py" for name in ("evaluate", "train", "lab")}
# The HTML parser, and what comes with it: selectors, the feed reader, charset and language detection.
KNOW_THE_PARSER = {SOURCE / "dom" / f"{name}.py" for name in ("parser", "selecting", "feed", "charsets", "language")}
PARSERS = {"turbohtml", "selectolax", "lxml", "bs4", "html5lib", "resiliparse"}


def modules() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if path.name != "__init__.py" or path.parent != SOURCE)


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, wherever in the file, absolute."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = ("sectio", *path.relative_to(SOURCE).with_suffix("").parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *filter(None, [node.module])))
            yield from (f"{base}.{name.name}" for name in node.names)


def part_of(module: str) -> str | None:
    """The part of the package a module belongs to, or None for others' modules."""
    names = module.split(".")
    if names[0] != "sectio":
        return None
    # The package's public names come from `api`.
    return names[1] if len(names) > 1 and names[1] in LEVEL else "api"


def own_part(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").parts[0]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downward(path: Path) -> None:
    """An arrow that points up makes two parts one."""
    here = own_part(path)
    if here == "__main__":
        return
    assert here in LEVEL, f"{here} is in no layer; say where it belongs"
    for module in imports(path):
        there = part_of(module)
        assert there is None or LEVEL[there] >= LEVEL[here], f"{path.name} imports {module}, which is above {here}"


def test_no_two_parts_need_each_other() -> None:
    """Parts of one layer may use each other, one way."""
    graph: dict[str, set[str]] = {}
    for path in modules():
        here = own_part(path)
        needed = {there for module in imports(path) if (there := part_of(module)) is not None}
        graph.setdefault(here, set()).update(needed - {here})
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the parts


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_measuring_commands_use_the_lab(path: Path) -> None:
    """Users of the product never load what measures and trains it."""
    if own_part(path) != "lab" and path not in USE_THE_LAB:
        assert not any(module.startswith("sectio.lab") for module in imports(path))


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_one_file_knows_the_parser(path: Path) -> None:
    """Changing the parser changes one file; peers are measured, not used."""
    if path in KNOW_THE_PARSER or own_part(path) == "lab":
        return
    assert not PARSERS & {module.split(".")[0] for module in imports(path)}


def test_methods_do_not_import_each_other() -> None:
    """If one needs another's numbers, it takes an array as an argument; what several share is named `_so`."""
    methods = SOURCE / "methods"
    for path in sorted(methods.rglob("*.py")):
        own = path.relative_to(methods).with_suffix("").parts[0]
        used = {module.split(".")[2] for module in imports(path) if module.startswith("sectio.methods.")}
        others = {name for name in used - {own} if not name.startswith("_")}
        assert own == "__init__" or not others, f"{path.name} imports {others}"
