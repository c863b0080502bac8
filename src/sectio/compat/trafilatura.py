"""trafilatura's functions: `from sectio.compat.trafilatura import extract`.

The keywords are those of trafilatura 2, and so are types, formats and what is None; the text is Sectio's. A keyword that means
nothing here is accepted with a warning. Elements (`body`) are those of the standard library, not of lxml.
"""

import datetime
import hashlib
import json
import logging
import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final
from xml.etree.ElementTree import Element

import sectio
from sectio.compat import _markup
from sectio.dom import escape
from sectio.errors import OptionError, SectioError
from sectio.extraction import Extraction
from sectio.output import csv
from sectio.text.addresses import split

__all__ = [
    "Document",
    "bare_extraction",
    "baseline",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "fetch_url",
    "html2txt",
]

_LOG = logging.getLogger(__name__)
_FORMATS: Final = ("csv", "html", "json", "markdown", "python", "txt", "xml", "xmltei")
# Accepted, and without meaning here: their value when they are not used.
_MEANINGLESS: Final[Mapping[str, object]] = {
    "fast": False,
    "deduplicate": False,
    "date_extraction_params": None,
    "tei_validation": False,
    "settingsfile": None,
    "config": None,
}


@dataclass
class Document:
    """What is known about a page; None is what was not found, or not asked for."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] | None = None
    tags: list[str] | None = None
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: Element = field(default_factory=lambda: Element("body"))
    comments: str | None = None
    commentsbody: Element = field(default_factory=lambda: Element("body"))
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: object = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: object = None,
    options: Any = None,
) -> str | None:
    """The main content of a page in a format, or None if there is none."""
    asked = _Asked.of(locals())
    if asked.output_format == "python":
        raise ValueError("the format python is for bare_extraction")
    doc = _extracted(filecontent, asked)
    return None if doc is None else _WRITERS[asked.output_format](_document(doc, asked), doc, asked)


def extract_with_metadata(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: object = False,
    date_extraction_params: dict[str, Any] | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: object = None,
    options: Any = None,
) -> Document | None:
    """What a page says about itself, with what `extract` gives as `text`; or None if there is no content."""
    asked = _Asked.of({**locals(), "with_metadata": True})
    if asked.output_format == "python":
        raise ValueError("the format python is for bare_extraction")
    doc = _extracted(filecontent, asked)
    if doc is None:
        return None
    document = _document(doc, asked)
    document.text = _WRITERS[asked.output_format](document, doc, asked)
    return document


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: object = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: Collection[str] | None = None,
    author_blacklist: Collection[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: object = None,
    options: Any = None,
) -> Document | dict[str, Any] | None:
    """The main content of a page and, `with_metadata`, what it says about itself; or None if there is no content."""
    asked = _Asked.of(locals())
    doc = _extracted(filecontent, asked)
    if doc is None:
        return None
    document = _document(doc, asked)
    if asked.output_format == "python":
        document.text = document.raw_text = _text(doc, asked)
        document.comments = _comments(doc, asked) if asked.include_comments else None
    return document.as_dict() if as_dict else document


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: object = None,
    extensive: bool = True,
    author_blacklist: Collection[str] | None = None,
) -> Document:
    """What a page says about itself; all fields are None if it is not a page."""
    doc = _found(_page(filecontent), url=default_url)
    return Document() if doc is None else _described(doc, frozenset(author_blacklist or ()))


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page on one line; empty if it is not a page."""
    doc = _found(_page(content), method="body")
    return "" if doc is None else " ".join(doc.text.split())


def baseline(filecontent: Any) -> tuple[Element, str, int]:
    """The content as an element of paragraphs, its text and the length of it; if nothing was found, all text of the page."""
    page = _page(filecontent)
    doc = _found(page, favor="recall")
    if doc is not None and not doc.ok:
        doc = _found(page, method="body")
    body = _markup.paragraphs([] if doc is None else [doc.text])
    text = "\n".join(paragraph.text or "" for paragraph in body)
    return body, text, len(text)


def fetch_url(url: str, no_ssl: bool = False, config: object = None, options: Any = None) -> str | None:
    """The page at an address, decoded, or None; needs the extra `fetch`, and refuses private addresses as that does."""
    from sectio.dom.decode import decode
    from sectio.fetch import fetch

    if no_ssl:
        _warn("no_ssl", "certificates are always checked")
    try:
        response = fetch(url)
        return decode(response.body, response.encoding)[0]
    except SectioError as error:
        _LOG.warning("%s: %s", url, error)
        return None


# What is asked


@dataclass(frozen=True)
class _Asked:
    """The keywords that have a meaning."""

    url: str | None = None
    record_id: str | None = None
    favor_precision: bool = False
    favor_recall: bool = False
    include_comments: bool = True
    output_format: str = "txt"
    target_language: str | None = None
    include_tables: bool = True
    include_images: bool = False
    include_formatting: bool | None = None
    include_links: bool = False
    with_metadata: bool = False
    only_with_metadata: bool = False
    url_blacklist: Collection[str] = ()
    author_blacklist: Collection[str] = ()
    prune_xpath: str | list[str] | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "_Asked":
        """The arguments of a function; an `options` object of trafilatura's wins over them."""
        _check(given)
        known = {name: value for name, value in given.items() if name in cls.__dataclass_fields__}
        known |= _from_extractor(given["options"])
        asked = cls(**known | {name: known[name] or () for name in ("url_blacklist", "author_blacklist")})
        if asked.output_format not in _FORMATS:
            raise AttributeError(f"there is no format {asked.output_format!r}; choose one of {', '.join(_FORMATS)}")
        return asked

    @property
    def favor(self) -> str | None:
        """The balance; recall wins if both are asked for."""
        return "recall" if self.favor_recall else "precision" if self.favor_precision else None

    @property
    def formatting(self) -> bool:
        """Whether to keep formatting: in Markdown, unless told otherwise."""
        return self.output_format == "markdown" if self.include_formatting is None else self.include_formatting

    @property
    def metadata(self) -> bool:
        """Whether metadata is wanted, or needed to decide."""
        asked = self.with_metadata or self.only_with_metadata or self.output_format == "xmltei"
        return bool(asked or self.url_blacklist or self.author_blacklist)

    @property
    def without(self) -> tuple[str, ...]:
        """The parts to leave out, by Sectio's names."""
        kept = {
            "tables": self.include_tables,
            "images": self.include_images,
            "links": self.include_links,
            "formatting": self.formatting,
        }
        return tuple(name for name, wanted in kept.items() if not wanted)

    def options(self) -> sectio.Options:
        """Sectio's options."""
        paths = [self.prune_xpath] if isinstance(self.prune_xpath, str) else self.prune_xpath or []
        # A path without a slash in front is one from the root, and not a CSS selector.
        prune = [path if path.startswith(("/", ".", "(")) else f"./{path}" for path in paths]
        return sectio.Options(prune=prune, target_language=self.target_language)


_EXTRACTOR: Final = {
    "format": "output_format", "comments": "include_comments", "formatting": "include_formatting",
    "links": "include_links", "images": "include_images", "tables": "include_tables", "lang": "target_language",
    "url": "url", "with_metadata": "with_metadata", "only_with_metadata": "only_with_metadata",
    "author_blacklist": "author_blacklist", "url_blacklist": "url_blacklist",
}  # fmt: skip


def _from_extractor(options: Any) -> dict[str, Any]:
    """What an `Extractor` of trafilatura's settings asks for."""
    if options is None:
        return {}
    found = {ours: getattr(options, theirs) for theirs, ours in _EXTRACTOR.items() if hasattr(options, theirs)}
    focus = getattr(options, "focus", "balanced")
    return found | {"favor_precision": focus == "precision", "favor_recall": focus == "recall"}


def _check(given: Mapping[str, Any]) -> None:
    """Say what is deprecated, gone, or means nothing here."""
    if given.get("max_tree_size"):
        raise ValueError("max_tree_size was removed; use the option max_nodes")
    for old, new in (("no_fallback", "fast"), ("as_dict", ".as_dict()")):
        if given.get(old):
            warnings.warn(f"{old} is deprecated, use {new}", DeprecationWarning, stacklevel=4)
    for name, unused in _MEANINGLESS.items():
        if given.get(name, unused) != unused:
            _warn(name, "it changes nothing", stacklevel=5)


def _warn(name: str, said: str, stacklevel: int = 3) -> None:
    warnings.warn(f"{name} has no effect in sectio.compat.trafilatura: {said}", UserWarning, stacklevel=stacklevel)


# What is found


def _page(content: Any) -> Any:
    """The page itself: responses have it in `data`."""
    page = getattr(content, "data", content)
    if not isinstance(page, bytes | bytearray | memoryview | str):
        raise TypeError(f"a page is bytes or str, not {type(content).__name__}; serialize trees to HTML first")
    return page


def _found(page: Any, **how: Any) -> Extraction | None:
    """The result for a page, or None: what has no markup is no page here, nor is what Sectio refuses."""
    if not page or (isinstance(page, str | bytes) and not page.strip()):
        return None
    try:
        doc = sectio.extract(page, **how)
        return None if "plain_text" in doc.warnings else doc
    except OptionError:
        raise
    except SectioError as error:
        _LOG.warning("discarded: %s", error)
        return None


def _extracted(content: Any, asked: _Asked) -> Extraction | None:
    """The result, if there is any content and everything else that is asked for."""
    options = asked.options()
    if content is None or isinstance(content, int | float):
        return None  # as trafilatura has it; other things are refused, since they may hold a page
    doc = _found(_page(content), url=asked.url, favor=asked.favor, options=options)
    if doc is None or not _has_content(doc, asked):
        return None
    lacks = asked.only_with_metadata and not (doc.date and doc.title and doc.url)
    return None if lacks or doc.url in asked.url_blacklist else doc


def _has_content(doc: Extraction, asked: _Asked) -> bool:
    """Whether there is a text, more than the description alone, or comments that are wanted."""
    is_text = doc.ok and not (doc.is_stated and doc.text == doc.description)
    return is_text or (asked.include_comments and bool(doc.comments))


def _described(doc: Extraction, unwanted: Collection[str] = ()) -> Document:
    """The metadata of a page."""
    names = [name for name in (doc.author or "").split("; ") if name and name not in unwanted]
    return Document(
        title=doc.title,
        author="; ".join(names) or None,
        url=doc.url,
        hostname=split(doc.url or "").hostname,
        description=doc.description,
        sitename=doc.site_name,
        date=doc.date,
        categories=[],
        tags=list(doc.tags),
        license=doc.license,
        language=doc.language,
        image=doc.image,
        pagetype=doc.page_type,
        filedate=datetime.date.today().isoformat(),
    )


def _document(doc: Extraction, asked: _Asked) -> Document:
    """The document, with texts only as elements."""
    document = _described(doc, asked.author_blacklist) if asked.metadata else Document()
    document.body = _markup.body(doc, asked.without, _headline(doc))
    if asked.include_comments:
        document.commentsbody = _markup.paragraphs([comment.text for comment in doc.comments])
    document.raw_text = doc.text
    return document


def _headline(doc: Extraction) -> str | None:
    """The title, if the page shows it as a heading: then it is content to trafilatura."""
    page = doc.page
    shown = (page.text(int(row)) for row in page.heading.nonzero()[0][:100])
    return doc.title if doc.title and doc.title in shown and not doc.text.startswith(doc.title) else None


# How it is written


def _text(doc: Extraction, asked: _Asked) -> str:
    """Text, or Markdown where formatting, links or images are asked for."""
    marked = asked.formatting or asked.include_links or asked.include_images
    without = [*asked.without, *([] if marked else ["formatting"])]
    return doc.render("markdown" if marked else "text", title=_headline(doc) is not None, exclude=without)


def _comments(doc: Extraction, asked: _Asked) -> str:
    return ("\n\n" if asked.formatting else "\n").join(comment.text for comment in doc.comments)


def _identified(document: Document, asked: _Asked) -> Document:
    """The document with an id and a fingerprint."""
    document.id = asked.record_id
    said = f"{document.title} {document.raw_text}".encode("utf-8", "replace")
    document.fingerprint = hashlib.blake2b(said, digest_size=8).hexdigest()
    return document


_HEADER: Final = (
    "title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "fingerprint", "id",
    "license",
)  # fmt: skip


def _write_text(document: Document, doc: Extraction, asked: _Asked) -> str:
    parts = [_text(doc, asked), _comments(doc, asked) if asked.include_comments else ""]
    text = ("\n\n" if asked.formatting else "\n").join(filter(None, parts))
    if not asked.metadata:
        return text
    values = _identified(document, asked).as_dict()
    lines = [f"{name}: {json.dumps(values[name], ensure_ascii=False)}\n" for name in _HEADER if values[name]]
    return f"---\n{''.join(lines)}---\n{text}"


def _write_html(document: Document, doc: Extraction, asked: _Asked) -> str:
    content = doc.render("html", title=_headline(doc) is not None, exclude=asked.without)
    head = ""
    if asked.metadata:
        values = _identified(document, asked).as_dict()
        said = [(name, values[name]) for name in _HEADER if values[name]]
        shown = ((name, value if isinstance(value, str) else ";".join(value)) for name, value in said)
        metas = (f'    <meta name="{name}" content="{escape.value(value)}"/>\n' for name, value in shown)
        head = f"  <head>\n{''.join(metas)}  </head>\n"
    return f"<html>\n{head}  <body>{content}</body>\n</html>"


def _write_json(document: Document, doc: Extraction, asked: _Asked) -> str:
    plain = _Asked(**asdict(asked) | {"include_formatting": False, "include_links": False, "include_images": False})
    comments = _comments(doc, plain) if asked.include_comments else ""
    if not asked.metadata:
        return json.dumps({"text": _text(doc, plain), "comments": comments}, ensure_ascii=False)
    record = _identified(document, asked).as_dict() | {"text": _text(doc, plain), "comments": comments}
    for theirs, ours in (("source", "url"), ("source-hostname", "sitename"), ("excerpt", "description")):
        record[theirs] = record.pop(ours)
    lists = {name: ";".join(record.pop(name) or []) for name in ("categories", "tags")}
    del record["body"], record["commentsbody"]
    return json.dumps(record | lists, ensure_ascii=False)


def _write_csv(document: Document, doc: Extraction, asked: _Asked) -> str:
    known = _identified(document, asked)
    said = [known.url, known.id, known.fingerprint, known.hostname, known.title, known.image, known.date]
    said += [_text(doc, asked), _comments(doc, asked) if asked.include_comments else None]
    said += [known.license, known.pagetype]
    return csv.line((value or "null" for value in said), delimiter="\t") + "\r\n"


def _write_xml(document: Document, doc: Extraction, asked: _Asked) -> str:
    return (_markup.tei if asked.output_format == "xmltei" else _markup.xml)(_identified(document, asked))


_WRITERS: Final[Mapping[str, Callable[[Document, Extraction, _Asked], str]]] = {
    "txt": _write_text,
    "markdown": _write_text,
    "html": _write_html,
    "json": _write_json,
    "csv": _write_csv,
    "xml": _write_xml,
    "xmltei": _write_xml,
}
