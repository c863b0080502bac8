"""Clean HTML: safe to put into a page.

An allow-list of elements and attributes, addresses with harmless schemes only, and all text escaped. It is
also well-formed XML.
"""

from sectio.dom import escape, tags
from sectio.output import markup
from sectio.output.walk import MARKS, content
from sectio.results import Content

_ELEMENTS = (
    *tags.HEADINGS, *MARKS, "p", "ul", "ol", "li", "blockquote", "table", "caption", "thead", "tbody",
    "tfoot", "tr", "td", "th", "figure", "figcaption", "dl", "dt", "dd", "details", "summary", "img", "br",
    "hr",
)  # fmt: skip
_SPANS = [(cell, name) for cell in ("td", "th") for name in ("colspan", "rowspan")]

VOCABULARY = markup.Vocabulary(
    elements={name: name for name in _ELEMENTS},
    attributes={(tag, name): name for tag, name in [*_SPANS, ("ol", "start"), ("li", "value")]},
)


def plain(text: str) -> str:
    """Lines of plain text as paragraphs."""
    return "".join(f"<p>{escape.content(line)}</p>" for line in text.splitlines() if line.strip())


def write(extraction: Content, exclude: frozenset[str] = frozenset()) -> str:
    """The selected content as HTML, without a document around it and without these parts: images, links, formatting."""
    return markup.write(content(extraction), VOCABULARY, exclude)
