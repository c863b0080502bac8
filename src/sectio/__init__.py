"""Sectio finds what matters on web pages: sections with importance, page type, main text, comments and records."""

from sectio.api import (
    DEFAULT_METHOD,
    cluster,
    extract,
    learn,
    load,
    methods,
    page_type,
    parse_page,
    sections,
    similarity,
)
from sectio.errors import SectioError
from sectio.results import Comment, Extraction, PageType, Section, Table

__version__ = "0.1.0"

__all__ = [
    "DEFAULT_METHOD",
    "Comment",
    "Extraction",
    "PageType",
    "SectioError",
    "Section",
    "Table",
    "__version__",
    "cluster",
    "extract",
    "learn",
    "load",
    "methods",
    "page_type",
    "parse_page",
    "sections",
    "similarity",
]
