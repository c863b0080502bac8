"""XML: the metadata as elements, the content as clean XHTML, the comments."""

from collections.abc import Iterator
from dataclasses import asdict

from sectio.dom import escape
from sectio.results import SCHEMA, Comment, Document

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
TEI = "http://www.tei-c.org/ns/1.0"


def write(extraction: Document) -> str:
    """The extraction as one XML document."""
    return f"{DECLARATION}\n{document(extraction)}"


def document(extraction: Document, source: str | None = None) -> str:
    """The same as an element, which may name where the page came from."""
    with extraction.deadline:
        return "\n".join(_lines(extraction, source))


def element(name: str, value: object) -> str:
    """An element with text in it."""
    return f"<{name}>{escape.content(str(value))}</{name}>"


def _lines(extraction: Document, source: str | None) -> Iterator[str]:
    named = f' source="{escape.value(source)}"' if source else ""
    yield f'<document schema="{SCHEMA}" method="{escape.value(extraction.method)}"{named}>'
    for name, value in extraction.metadata.values().items():
        for item in value if isinstance(value, tuple) else (value,):
            if item:
                yield element("tag" if name == "tags" else name, item)
    if extraction.page_type:
        yield element("page_type", extraction.page_type)
    yield "<content>"
    yield extraction.html
    yield "</content>"
    yield from map(_comment, extraction.comments)
    yield "</document>"


def _comment(comment: Comment) -> str:
    named = {name: value for name, value in asdict(comment).items() if name != "text" and value is not None}
    attributes = "".join(f' {name}="{escape.value(str(value))}"' for name, value in named.items())
    return f"<comment{attributes}>{escape.content(comment.text)}</comment>"
