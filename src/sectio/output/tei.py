"""TEI P5, as text corpora keep it: a header from the metadata, the content and the comments as body."""

from collections.abc import Iterator
from types import SimpleNamespace

from sectio.dom import tags
from sectio.output import markup
from sectio.output.walk import content
from sectio.output.xml import DECLARATION, TEI, element
from sectio.results import Document

VOCABULARY = markup.Vocabulary(
    elements={
        # TEI's own `head` may only open a division.
        **{name: f'ab type="head" subtype="{name}"' for name in tags.HEADINGS},
        "a": "ref", "code": "code", "del": "del", "strong": 'hi rend="bold"', "em": 'hi rend="italic"',
        "sup": 'hi rend="superscript"', "sub": 'hi rend="subscript"', "img": "graphic", "br": "lb", "p": "p",
        "ul": 'list rend="bulleted"', "ol": 'list rend="numbered"', "li": "item", "blockquote": "quote",
        "dl": 'list type="gloss"', "dt": "label", "dd": "item", "table": "table", "caption": "head",
        "tr": "row", "td": "cell", "th": 'cell role="label"', "figure": "figure", "figcaption": "figDesc",
        "hr": 'milestone unit="section"', "summary": 'ab type="summary"', "details": 'div type="details"',
    },
    attributes={
        ("td", "colspan"): "cols", ("td", "rowspan"): "rows",
        ("th", "colspan"): "cols", ("th", "rowspan"): "rows",
    },
    link="target",
    image=("url", "desc"),
    image_text=True,
    code=("<ab type=\"code\"><code{}>", "</code></ab>"),
    code_language=' lang="{}"',
)  # fmt: skip


def write(extraction: Document) -> str:
    """The extraction as one TEI document."""
    return f"{DECLARATION}\n{document(extraction)}"


def document(extraction: Document) -> str:
    """The same as an element."""
    with extraction.deadline:
        return "\n".join(_lines(extraction))


def _lines(extraction: Document) -> Iterator[str]:
    yield f'<TEI xmlns="{TEI}">'
    yield from _header(extraction)
    yield '<text><body><div type="content">'
    yield markup.write(content(extraction), VOCABULARY) or _plain(extraction.text) or "<p/>"
    yield "</div>"
    if extraction.comments:
        yield '<div type="comments">'
        yield from (f"<div>{_said(c.author, c.date)}{element('p', c.text)}</div>" for c in extraction.comments)
        yield "</div>"
    yield "</body></text></TEI>"


def _plain(text: str) -> str:
    """The text of a method that states it, without structure."""
    return "\n".join(element("p", line) for line in text.splitlines() if line.strip())


def _said(author: str | None, date: str | None) -> str:
    parts = [element("name", author)] if author else []
    parts += [element("date", date)] if date else []
    return f"<byline>{' '.join(parts)}</byline>" if parts else ""


def _header(extraction: Document) -> Iterator[str]:
    about = SimpleNamespace(**extraction.metadata.values())
    yield "<teiHeader><fileDesc>"
    yield f"<titleStmt>{element('title', about.title or '')}"
    yield from (element("author", name) for name in (about.author,) if name)
    yield "</titleStmt>"
    yield "<publicationStmt>"
    yield element("publisher", about.site_name or "unknown")
    yield from (element("date", date) for date in (about.date,) if date)
    yield f"<availability>{element('licence', about.license)}</availability>" if about.license else ""
    yield "</publicationStmt>"
    source = element("title", about.title or "") + element("ref", about.url or "")
    yield f"<sourceDesc><bibl>{source}</bibl></sourceDesc>"
    yield "</fileDesc><profileDesc>"
    yield f"<abstract>{element('p', about.description)}</abstract>" if about.description else ""
    yield f"<langUsage><language ident={_quoted(about.language)}/></langUsage>" if about.language else ""
    if about.tags:
        terms = "".join(element("term", tag) for tag in about.tags)
        yield f"<textClass><keywords>{terms}</keywords></textClass>"
    yield "</profileDesc></teiHeader>"


def _quoted(value: str) -> str:
    return '"' + "".join(char for char in value if (char.isascii() and char.isalnum()) or char == "-") + '"'
