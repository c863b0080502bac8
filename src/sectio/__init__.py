"""Sectio finds what matters on web pages: sections with importance, page type, main text, comments and records."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sectio.api import (
        DEFAULT_METHOD,
        cluster,
        extract,
        learn,
        load,
        methods,
        page_type,
        parse_page,
        records,
        sections,
        similarity,
    )
    from sectio.errors import (
        BatchError,
        BrowserError,
        DecodeError,
        FetchError,
        FormatError,
        InputError,
        MethodError,
        MissingExtra,
        ModelError,
        NotHTML,
        OptionError,
        OutputError,
        PageTooLarge,
        SectioError,
        TemplateError,
        TimeLimit,
        TooManyNodes,
        WorkersLost,
    )
    from sectio.extraction import Extraction
    from sectio.many import extract_many
    from sectio.online import aextract_url, extract_url
    from sectio.options import Options
    from sectio.results import Comment, PageType, Post, Section, Table
    from sectio.site import Site

    native: bool
    """Whether the compiled core runs. Without it results are the same, only slower."""

__version__ = "0.1.0"

# Public names by the module that has them. Loaded when they are used: the command line sets up NumPy before it is imported.
_PLACES = {
    "api": "DEFAULT_METHOD cluster extract learn load page_type parse_page records sections similarity",
    "errors": """BatchError BrowserError DecodeError FetchError FormatError InputError MethodError MissingExtra ModelError NotHTML
        OptionError OutputError PageTooLarge SectioError TemplateError TimeLimit TooManyNodes WorkersLost""",
    "extraction": "Extraction",
    "many": "extract_many",
    "online": "aextract_url extract_url",
    "options": "Options",
    "results": "Comment PageType Post Section Table",
    "site": "Site",
}
_PLACE = {name: f"sectio.{place}" for place, names in _PLACES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name == "native":
        value: Any = import_module("sectio.compiled").core is not None
    elif name in _PLACE:
        value = getattr(import_module(_PLACE[name]), name)
    else:
        raise AttributeError(f"module 'sectio' has no attribute {name!r}")
    globals()[name] = value
    return value


class _Package(ModuleType):
    """The function `methods` has the name of a part of the package, which an import of that part would put in its place."""

    @property
    def methods(self) -> Any:
        return import_module("sectio.api").methods

    @methods.setter
    def methods(self, _part: ModuleType) -> None:
        pass


sys.modules[__name__].__class__ = _Package


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "DEFAULT_METHOD",
    "BatchError",
    "BrowserError",
    "Comment",
    "DecodeError",
    "Extraction",
    "FetchError",
    "FormatError",
    "InputError",
    "MethodError",
    "MissingExtra",
    "ModelError",
    "NotHTML",
    "OptionError",
    "Options",
    "OutputError",
    "PageTooLarge",
    "PageType",
    "Post",
    "SectioError",
    "Section",
    "Site",
    "Table",
    "TemplateError",
    "TimeLimit",
    "TooManyNodes",
    "WorkersLost",
    "__version__",
    "aextract_url",
    "cluster",
    "extract",
    "extract_many",
    "extract_url",
    "learn",
    "load",
    "methods",
    "native",
    "page_type",
    "parse_page",
    "records",
    "sections",
    "similarity",
]
