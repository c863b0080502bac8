"""The names that users rely on: functions with their keywords, fields of results, codes of errors, options of commands."""

import inspect
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest

import sectio
from sectio import demo, errors
from sectio.apps.cli import COMMANDS, cli
from sectio.extraction import FIELDS

ROOT = Path(__file__).parents[1]
PAGE = "<html lang=en><title>T</title><article><p>Some words of a page, and a few more of them, so that there is text.</p></article>"


@pytest.mark.parametrize(
    ("name", "keywords"),
    {
        "extract": "url encoding template method layout favor options",
        "parse_page": "url encoding options",
        "extract_many": "workers encoding template method favor options",
        "sections": "url encoding template method layout favor options",
        "learn": "method urls feed options",
        "cluster": "threshold options",
        "records": "url template options",
        "similarity": "method options",
        "page_type": "url encoding options",
    }.items(),
)
def test_functions_have_their_keywords(name: str, keywords: str) -> None:
    found = inspect.signature(getattr(sectio, name)).parameters
    assert {key for key, given in found.items() if given.kind is given.KEYWORD_ONLY} >= set(keywords.split())


def test_results_have_their_fields() -> None:
    names = """ok text markdown html title author date date_modified language description site_name image tags license url page_type
    page_types confidence sections comments posts tables records images links metadata warnings method error"""
    doc = sectio.extract(PAGE)
    assert [name for name in names.split() if not hasattr(doc, name)] == []
    assert set(names.split()) - {"sections", "html"} <= set(FIELDS)
    assert doc.to_dict()["schema"] == "sectio/1"


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (sectio.Comment, "author date text depth parent"),
        (sectio.Post, "author date text depth parent votes accepted markdown xpath"),
        (sectio.Table, "columns rows xpath score"),
        (sectio.PageType, "name probabilities"),
        (sectio.Options, "max_bytes max_nodes timeout favor prune only target_language parameters"),
    ],
)
def test_small_types_have_their_fields(kind: Any, names: str) -> None:
    assert [item.name for item in fields(kind)] == names.split()


def test_sections_have_their_fields() -> None:
    section = sectio.sections(PAGE)[0]
    names = "importance noisy kind role text words xpath box reason"
    assert list(section.to_dict()) == names.split()


def test_methods_are_named() -> None:
    names = """sectio coreex econ cetr cetr-km cetr-tm boilerpipe boilerpipe-density boilerpipe-article sd vwrapper body template
    forest forest-feed forest-cov abselems abspaths description rtdm"""
    known = sectio.methods()
    assert set(names.split()) <= set(known)
    for method in known.values():
        assert (method.needs_site, bool(method.paper), bool(method.summary)) == ("site" in method.needs, True, True)


def test_sites_have_their_names(tmp_path: Path) -> None:
    pages = [source for _, source in demo.pages()]
    site = sectio.learn(pages[:3])
    site.save(tmp_path / "site.json")
    again = sectio.load(tmp_path / "site.json")
    assert 0 <= again.match(pages[3]).coverage <= 1
    assert 0 <= again.drift_threshold <= 1
    assert (isinstance(site.pattern, str), isinstance(site.warnings, tuple)) == (True, True)
    site.update(pages[3:4])


SOURCES = [PAGE, PAGE.encode(), bytearray(PAGE.encode()), memoryview(PAGE.encode()), sectio.parse_page(PAGE)]
TAKERS: dict[str, Callable[[Any], object]] = {
    "extract": sectio.extract,
    "sections": sectio.sections,
    "page_type": sectio.page_type,
    "records": sectio.records,
    "records of several": lambda page: sectio.records([page, page]),
    "cluster": lambda page: sectio.cluster([page, page]),
    "similarity": lambda page: sectio.similarity(page, page),
    "learn": lambda page: sectio.learn([page, page]),
    "extract_many": lambda page: list(sectio.extract_many([page, ("https://example.org/", page)], workers=0)),
}


@pytest.mark.parametrize("name", TAKERS)
def test_every_function_takes_every_source(name: str) -> None:
    for source in SOURCES:
        TAKERS[name](source)


@pytest.mark.parametrize("wrong", ["https://example.org/", "./page.html", "C:\\page.html", "page.pdf", "/etc/hosts"])
@pytest.mark.parametrize("name", [name for name in TAKERS if name != "extract_many"])
def test_no_function_takes_a_path_or_an_address(name: str, wrong: str) -> None:
    with pytest.raises(errors.InputError, match=r"is a path|is an address"):
        TAKERS[name](wrong)


def test_errors_have_their_codes() -> None:
    known: set[type[errors.SectioError]] = set()
    waiting = [errors.SectioError]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        known.update(kinds)
        waiting += kinds
    codes = "input not_html page_too_large too_many_nodes timeout decode option method template model format extra browser crash"
    assert set(codes.split()) <= {kind.code for kind in known}
    misuse = (
        errors.InputError,
        errors.OptionError,
        errors.MethodError,
        errors.TemplateError,
        errors.ModelError,
        errors.FormatError,
    )
    assert all(issubclass(kind, ValueError) for kind in misuse)


def test_extras_are_there() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set("fetch cache warc parquet ray server mcp browser lang eval train dev all".split()) <= set(extras)
    (everything,) = extras["all"]
    assert set(everything.removeprefix("sectio[").removesuffix("]").split(",")) == set(
        "fetch cache warc parquet ray server mcp browser lang".split()
    )


def options_of(name: str) -> set[str]:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return {switch for option in command.params for switch in (*option.opts, *option.secondary_opts)}


@pytest.mark.parametrize(
    ("name", "options"),
    {
        "extract": "--format --method --template --url --layout --workers --output-dir --title --no-title --front-matter --include --exclude"
        " --fields --prune --only --target-language --favor",
        "sections": "--format --method --template --url --layout",
        "type": "--format --method --url",
        "learn": "--method --feed --limit",
        "match": "--format",
        "cluster": "--format --threshold",
        "records": "--format --template --url",
    }.items(),
)
def test_commands_have_their_options(name: str, options: str) -> None:
    common = "--output -o --timeout --max-bytes -v"
    assert set(f"{options} {common}".split()) <= options_of(name)


def test_commands_are_there() -> None:
    names = (
        "extract sections type learn match cluster records batch site inspect serve mcp evaluate train methods lab demo"
    )
    assert set(names.split()) <= set(COMMANDS)
