"""Sectio finds what matters on web pages: sections with importance, page type, main text, comments and records."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from sectio.compiled import core as _core
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
from sectio.options import Options
from sectio.results import Comment, PageType, Post, Section, Table
from sectio.site import Site

if TYPE_CHECKING:
    from sectio.many import extract_many
    from sectio.online import aextract_url, extract_url

__version__ = "0.1.0"


_LATER = {"extract_many": "sectio.many", "extract_url": "sectio.online", "aextract_url": "sectio.online"}


def __getattr__(name: str) -> Any:
    """What needs more than a page is loaded when it is used: `import sectio` stays quick."""
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'sectio' has no attribute {name!r}")


native: bool = _core is not None
"""Whether the compiled core runs. Without it results are the same, only slower."""

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
