"""A result as XML with the element names of trafilatura: `doc` and TEI.

Elements are those of the standard library (`xml.etree`), so no other package is needed.
"""

import datetime
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from sectio.dom import tags
from sectio.extraction import Extraction
from sectio.output import markup
from sectio.output.rendering import without_tables
from sectio.output.walk import content
from sectio.output.xml import TEI, element

if TYPE_CHECKING:
    from sectio.compat.trafilatura import Document

_VOCABULARY: Final = markup.Vocabulary(
    elements={
        **{name: f'head rend="{name}"' for name in tags.HEADINGS},
        "a": "ref", "code": 'hi rend="#t"', "del": "del", "strong": 'hi rend="#b"', "em": 'hi rend="#i"',
        "sup": 'hi rend="#sup"', "sub": 'hi rend="#sub"', "img": "graphic", "br": "lb", "p": "p",
        "ul": 'list rend="ul"', "ol": 'list rend="ol"', "li": "item", "blockquote": "quote",
        "dl": 'list rend="dl"', "dt": 'item rend="dt"', "dd": 'item rend="dd"', "table": "table", "caption": "head",
        "tr": "row", "td": "cell", "th": 'cell role="head"', "figcaption": "p", "summary": "head", "details": "div",
    },
    attributes={("td", "colspan"): "cols", ("th", "colspan"): "cols"},
    link="target",
    code=("<code>", "</code>"),
    code_language="",
)  # fmt: skip
# Attributes of `doc`, in order.
_ATTRIBUTES: Final = (
    "sitename", "title", "author", "date", "url", "hostname", "description", "categories", "tags", "license", "id",
    "fingerprint", "language",
)  # fmt: skip
# White space between what these contain means nothing.
_CONTAINERS: Final = frozenset(
    """doc main comments list table row quote div body text TEI teiHeader fileDesc titleStmt publicationStmt notesStmt sourceDesc
    biblFull profileDesc abstract textClass keywords creation encodingDesc appInfo application""".split()
)


def body(doc: Extraction, without: Collection[str], title: str | None) -> Element:
    """The content as an element; `title` is a headline to begin with."""
    chosen = without_tables(doc) if "tables" in without else doc
    written = markup.write(content(chosen), _VOCABULARY, frozenset(without))
    written = written or "".join(element("p", line) for line in doc.text.splitlines() if line.strip())
    found = ElementTree.fromstring(f"<body>{written}</body>")
    _collapse(found)
    if title:
        head = Element("head", rend="h1")
        head.text = title
        found.insert(0, head)
    return found


def paragraphs(texts: Collection[str]) -> Element:
    """Texts as an element, a paragraph for each line."""
    found = Element("body")
    for line in (line for text in texts for line in text.splitlines() if line.strip()):
        SubElement(found, "p").text = line
    return found


def xml(document: "Document") -> str:
    """The document as `doc`, its metadata as attributes."""
    said = ((name, getattr(document, name)) for name in _ATTRIBUTES)
    root = Element("doc", {name: value if isinstance(value, str) else ";".join(value) for name, value in said if value})
    root.extend((_named("main", document.body), _named("comments", document.commentsbody)))
    return _written(root)


def tei(document: "Document") -> str:
    """The document as TEI."""
    for head in document.body.iter("head"):
        head.tag = "ab"
        head.set("type", "header")
    root = Element("TEI", xmlns=TEI)
    root.append(_header(document))
    inner = SubElement(SubElement(root, "text"), "body")
    inner.extend((_named("div", document.body, "entry"), _named("div", document.commentsbody, "comments")))
    return _written(root)


def _header(document: "Document") -> Element:
    header = Element("teiHeader")
    described = SubElement(header, "fileDesc")
    _title(SubElement(described, "titleStmt"), document)
    _published(SubElement(described, "publicationStmt"), document)
    notes = SubElement(described, "notesStmt")
    for name in ("id", "fingerprint"):
        if getattr(document, name):
            SubElement(notes, "note", type=name).text = getattr(document, name)
    _source(SubElement(described, "sourceDesc"), document)
    _profile(SubElement(header, "profileDesc"), document)
    made = SubElement(SubElement(SubElement(header, "encodingDesc"), "appInfo"), "application", ident="Sectio")
    SubElement(made, "label").text = "Sectio"
    return header


def _title(parent: Element, document: "Document") -> None:
    SubElement(parent, "title", type="main").text = document.title
    if document.author:
        SubElement(parent, "author").text = document.author


def _published(parent: Element, document: "Document") -> None:
    if document.license:
        SubElement(parent, "publisher").text = _publisher(document)
        SubElement(SubElement(parent, "availability"), "p").text = document.license
    else:
        SubElement(parent, "p")


def _source(parent: Element, document: "Document") -> None:
    place = [part for part in (document.sitename, document.date) if part]
    SubElement(parent, "bibl").text = ", ".join([part for part in (document.title,) if part] + place)
    SubElement(parent, "bibl", type="sigle").text = ", ".join(place)
    whole = SubElement(parent, "biblFull")
    _title(SubElement(whole, "titleStmt"), document)
    published = SubElement(whole, "publicationStmt")
    SubElement(published, "publisher").text = _publisher(document)
    if document.url:
        SubElement(published, "ptr", type="URL", target=document.url)
    SubElement(published, "date").text = document.date


def _publisher(document: "Document") -> str:
    if document.sitename and document.hostname:
        return f"{document.sitename} ({document.hostname})"
    return document.sitename or document.hostname or "N/A"


def _profile(parent: Element, document: "Document") -> None:
    SubElement(SubElement(parent, "abstract"), "p").text = document.description
    terms = [(kind, getattr(document, kind)) for kind in ("categories", "tags") if getattr(document, kind)]
    if terms:
        keywords = SubElement(SubElement(parent, "textClass"), "keywords")
        for kind, values in terms:
            SubElement(keywords, "term", type=kind).text = ",".join(values)
    made = SubElement(SubElement(parent, "creation"), "date", type="download")
    made.text = document.filedate or datetime.date.today().isoformat()


def _named(tag: str, parent: Element, kind: str | None = None) -> Element:
    """The same content in an element of another name."""
    found = Element(tag, {"type": kind} if kind else {})
    found.text = parent.text
    found.extend(parent)
    return found


def _collapse(root: Element) -> None:
    """Drop the line ends that our writer puts between blocks."""
    for parent in root.iter():
        if parent.tag in _CONTAINERS:
            parent.text = _bare(parent.text)
            for child in parent:
                child.tail = _bare(child.tail)


def _bare(text: str | None) -> str | None:
    return text if text and text.strip() else None


def _written(root: Element) -> str:
    """The XML, indented where that changes no text."""
    for depth, parent in _nested(root):
        mixed = (parent.text or "").strip() or any((child.tail or "").strip() for child in parent)
        if len(parent) and not mixed and parent.tag in _CONTAINERS:
            parent.text = "\n" + "  " * (depth + 1)
            for child in parent:
                child.tail = parent.text
            parent[-1].tail = "\n" + "  " * depth
    return ElementTree.tostring(root, encoding="unicode")


def _nested(root: Element) -> Iterator[tuple[int, Element]]:
    """All elements with their depth; deep pages need no deep stack."""
    waiting = [(0, root)]
    while waiting:
        depth, parent = waiting.pop()
        waiting += [(depth + 1, child) for child in parent]
        yield depth, parent
