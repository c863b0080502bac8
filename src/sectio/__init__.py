"""Sectio finds what matters on web pages: sections with importance, page type, main text, comments and records."""

from sectio.api import DEFAULT_METHOD, extract, learn, load, methods, parse_page
from sectio.errors import SectioError
from sectio.results import Comment, Extraction, PageType, Section, Table

__version__ = "0.1.0"

__all__ = [
    "DEFAULT_METHOD",
    "Comment",
    "Extraction",
    "PageType",
    "Section",
    "SectioError",
    "Table",
    "__version__",
    "extract",
    "learn",
    "load",
    "methods",
    "parse_page",
]
