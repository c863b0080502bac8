"""The generated pages of the reference: directives for mkdocstrings, and tables from the package's own lists."""

import dataclasses
import inspect
from collections.abc import Mapping
from importlib.util import find_spec

import sectio
from sectio import codes, errors
from sectio.fetch import FetchOptions
from sectio.method import Method
from tools.docs import commands

# The types of fields and return values that are not names of `sectio` themselves.
OTHER_RESULTS = (
    "sectio.results.Link",
    "sectio.results.Image",
    "sectio.fields.Metadata",
    "sectio.fields.Field",
    "sectio.results.Problem",
    "sectio.results.Match",
    "sectio.method.Method",
)
OTHER_SITES = ("sectio.bundle.Bundle",)
FETCH = ("fetch", "afetch", "Fetcher", "AsyncFetcher", "Response", "FetchOptions")


def pages() -> dict[str, str]:
    """Every generated page by its place in the docs."""
    return {
        "reference/functions.md": functions(),
        "reference/results.md": results(),
        "reference/options.md": options(),
        "reference/fetching.md": fetching(),
        "reference/codes.md": errors_and_warnings(),
        "reference/commands.md": commands.page(),
    }


def functions() -> str:
    """What can be called, and the constants."""
    names = [name for name in sectio.__all__ if _is_function(name)]
    constants = [name for name in sectio.__all__ if not _is_function(name) and not _is_class(name)]
    said = "# Functions\n\nAll functions are in `sectio`. For an overview, see [The Python API](../api.md).\n"
    return "\n".join([said, *(_directive(_place(name)) for name in names), _constants(constants)])


def _constants(names: list[str]) -> str:
    meaning = {
        "DEFAULT_METHOD": "the name of the default method",
        "native": "whether the compiled core runs; without it results are the same, only slower",
        "__version__": "the version",
    }
    rows = [f"| `sectio.{name}` | `{type(getattr(sectio, name)).__name__}` | {meaning[name]} |" for name in names]
    return "\n".join(["## Constants\n", "| name | type | meaning |", "| --- | --- | --- |", *rows, ""])


def results() -> str:
    """What comes back: every class of the public names but the options and the errors."""
    names = [name for name in sectio.__all__ if _is_class(name) and not _is_error(name) and name != "Options"]
    places = [*(f"sectio.{name}" for name in names), *OTHER_SITES, *OTHER_RESULTS]
    return "\n".join(
        ["# Results\n\nAll results are frozen: nothing changes after it is made.\n", *map(_directive, places)]
    )


def options() -> str:
    """The options for every page, and the parameters of each method."""
    said = "# Options and parameters\n\nEvery function takes `options`, a mapping or `sectio.Options`. All names that are not options are parameters of the method.\n"
    methods = sectio.methods().values()
    rows = [_parameters(method) for method in methods if method.parameters]
    head = "## Parameters of the methods\n\n| method | parameter | default |\n| --- | --- | --- |\n"
    return f"{said}\n{_directive('sectio.Options')}\n{head}{''.join(rows)}\n{_methods()}"


def _parameters(method: Method) -> str:
    """A line for each parameter of a method."""
    return "".join(
        f"| `{method.name}` | `{name}` | {_code(default)} |\n" for name, default in method.parameters.items()
    )


def _methods() -> str:
    rows = [
        f"| `{one.name}` | {one.summary} | {', '.join(one.needs) or '–'} | {one.paper} |"
        for one in sectio.methods().values()
    ]
    head = "## Methods\n\n| name | what it does | needs | paper |\n| --- | --- | --- | --- |\n"
    return head + "\n".join(rows) + "\n"


def fetching() -> str:
    """The public names of `sectio.fetch`."""
    said = "# Fetching\n\nThis needs the extra `fetch`. The guide is [Fetching pages](../fetch.md).\n"
    assert dataclasses.is_dataclass(FetchOptions)
    return "\n".join([said, *(_directive(f"sectio.fetch.{name}") for name in FETCH)])


def errors_and_warnings() -> str:
    """The tree of errors with the docstring it is drawn in, and all codes."""
    assert errors.__doc__
    tree = inspect.cleandoc(errors.__doc__.split("\n", 2)[2]).rsplit("\n\n", 1)[0]
    kinds = [name for name, one in vars(errors).items() if inspect.isclass(one) and issubclass(one, sectio.SectioError)]
    return "\n".join(
        [
            "# Errors and warnings\n",
            "A page without content is a result, not an error. Errors are for misuse and for limits. All of them are subclasses of `sectio.SectioError`.\n",
            f"```text\n{inspect.cleandoc(tree)}\n```\n",
            "## Error codes\n\nYou find them in `SectioError.code`, `doc.error.code`, `error.code` of JSON lines, the rows of batch runs and the answers of the server:\n",
            _codes(codes.ERRORS),
            "## Warning codes\n\nYou find them in `doc.warnings`, `site.warnings` and the warnings of a match:\n",
            _codes(codes.WARNINGS),
            "## Classes\n",
            *(_directive(f"sectio.errors.{name}", level=3, members=False) for name in kinds),
        ]
    )


def _codes(meaning: Mapping[str, str]) -> str:
    rows = [f"| `{code}` | {said} |" for code, said in meaning.items()]
    return "\n".join(["| code | meaning |", "| --- | --- |", *rows, ""])


def _place(name: str) -> str:
    """Where a function is found: in `sectio`, unless a module has the same name."""
    return f"{getattr(sectio, name).__module__}.{name}" if find_spec(f"sectio.{name}") else f"sectio.{name}"


def _directive(name: str, level: int = 2, *, members: bool = True) -> str:
    """What mkdocstrings replaces with the signature, the docstring and the members of a name."""
    more = "" if members else "      members: false\n"
    return f"::: {name}\n    options:\n      heading_level: {level}\n{more}"


def _code(value: object) -> str:
    return f"`{value!r}`".replace("|", "\\|")


def _is_function(name: str) -> bool:
    return inspect.isfunction(getattr(sectio, name))


def _is_class(name: str) -> bool:
    return inspect.isclass(getattr(sectio, name))


def _is_error(name: str) -> bool:
    return issubclass(getattr(sectio, name), sectio.SectioError)
