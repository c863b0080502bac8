"""Text to `Page`: the only file that knows the HTML parser.

The parser's tree is read once, in bulk lists (calling back per node costs twice as much), and turned into columns with
array code. Nodes deeper than `MAX_DEPTH` are kept, as siblings at that depth.

`backend="selectolax"` builds the same page with another parser; tests use it as an oracle.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, islice, repeat
from operator import attrgetter
from typing import Any, Literal

import numpy as np
import turbohtml
from numpy.typing import NDArray
from turbohtml.detect import detect
from turbohtml.detect import detect_language as _detect_language

from sectio.dom import tags
from sectio.dom.page import Head, Ints, Mask, Page, Source
from sectio.errors import InputError, MissingExtra, PageTooLarge

# Where browsers and the parser stop nesting; deeper nodes become siblings there, and no text is lost.
MAX_DEPTH = 512
MAX_NODES = 1_000_000

Backend = Literal["turbohtml", "selectolax"]

# What is no element goes by the name of texts; comments and the like are told from texts by their type.
_TEXTS = frozenset((turbohtml.Text, turbohtml.CData))
_DROPPED = tags.table(tags.DROPPED, 32768)
_data, _parent = attrgetter("data"), attrgetter("parent")
_attr: Callable[..., Any] = turbohtml.Element.attr


def parse(html: str, *, encoding: str = "utf-8", max_nodes: int = MAX_NODES, backend: Backend = "turbohtml") -> Page:
    """Parse HTML as a browser would and flatten it into columns."""
    if backend == "turbohtml":
        tree = _read_turbohtml(html, max_nodes)
    elif backend == "selectolax":
        tree = _read_selectolax(html, max_nodes)
    else:
        raise InputError(f"there is no parser backend {backend!r}; choose turbohtml or selectolax")
    return _flatten(tree, html, encoding)


@dataclass(frozen=True)
class _Tree:
    """A parser's nodes in document order. Nodes know their `parent`, their `descendants` and, if texts, their `data`."""

    nodes: Sequence[Any]
    # Tags of elements; `#text` for all else, of which `is_text` tells what is text.
    names: Sequence[str]
    is_text: Callable[[Iterable[Any]], Iterable[bool]]
    source: Callable[[list[Any], dict[Any, int]], Source]


def _read_turbohtml(html: str, max_nodes: int) -> _Tree:
    document = turbohtml.parse(html, allow_declarative_shadow_roots=False)
    nodes = list(document.descendants)
    _check_size(len(nodes), max_nodes)
    return _Tree(
        nodes=nodes,
        names=list(map(getattr, nodes, repeat("tag"), repeat(tags.TEXT))),
        is_text=lambda found: map(_TEXTS.__contains__, map(type, found)),
        source=lambda kept, index: _TurboSource(document, kept, index),
    )


def _check_size(nodes: int, max_nodes: int) -> None:
    if nodes > max_nodes:
        raise PageTooLarge(f"the page has {nodes} nodes, more than max_nodes={max_nodes}; raise the option to read it")


# From bulk lists to columns


@dataclass
class _Columns:
    """The columns of a page while it is made."""

    nodes: list[Any]
    index: dict[Any, int]
    parent: Ints
    tag: NDArray[np.int16]
    texts: list[str]
    after_blank: Mask


def _flatten(tree: _Tree, html: str, encoding: str) -> Page:
    codes = _TagCodes(tags.CODE)
    tag = np.fromiter(map(codes.__getitem__, tree.names), np.int16, len(tree.names))
    columns = _columns(tree, tag)
    _merge_adjacent(columns)
    end = _subtree_ends(columns.parent)
    warnings = ("deep_nesting",) if _cap_depth(columns.parent, end) else ()
    source = tree.source(columns.nodes, columns.index)
    return Page(
        parent=columns.parent,
        end=end,
        tag=columns.tag,
        tag_names=tuple(codes)[:32768],
        text_rows=np.flatnonzero(columns.tag == 0).astype(np.int32),
        texts=columns.texts,
        after_blank=columns.after_blank,
        classes=source.having("class"),
        ids=source.having("id"),
        source=source,
        html=html,
        encoding=encoding,
        warnings=warnings,
    )


def _columns(tree: _Tree, tag: NDArray[np.int16]) -> _Columns:
    """The elements and the texts that are not blank, without what is inside scripts, styles and the like."""
    keep = _shown(tree.nodes, _DROPPED[tag])
    live = keep & (tag == 0)
    live[live] = np.fromiter(tree.is_text(compress(tree.nodes, live.tobytes())), bool)
    texts = list(map(_data, compress(tree.nodes, live.tobytes())))
    solid = ~np.fromiter(map(str.isspace, texts), bool, len(texts))
    keep &= tag != 0
    keep[live] = solid
    nodes = list(compress(tree.nodes, keep.tobytes()))
    index = dict(zip(nodes, range(len(nodes)), strict=True))
    return _Columns(
        nodes=nodes,
        index=index,
        parent=np.fromiter(map(index.get, map(_parent, nodes), repeat(0)), np.int32, len(nodes)),
        tag=tag[keep],
        texts=list(compress(texts, solid.tobytes())),
        after_blank=_after_blank(solid),
    )


def _shown(nodes: Sequence[Any], roots: Mask) -> Mask:
    """False for these roots and what is inside them."""
    shown, reached = np.ones(len(nodes), bool), 0
    for root in np.flatnonzero(roots).tolist():
        if root >= reached:
            reached = root + 1 + len(list(nodes[root].descendants))
            shown[root:reached] = False
    return shown


def _subtree_ends(parent: Ints) -> Ints:
    """Where each subtree ends, from parents in document order.

    The last child of the last child … of a node is its last descendant; pointer doubling finds it in log(depth) steps.
    """
    nodes = np.arange(len(parent), dtype=np.intp)
    last = nodes.copy()
    last[parent[1:]] = nodes[1:]  # of equal indices the last one wins: the last child
    while True:
        further = last.take(last)
        if (further == last).all():
            return (last + 1).astype(np.int32)
        last = further


class _TagCodes(dict[str, int]):
    """Tag name to code; a name HTML does not know gets the next code (the last of 16 bits is shared by the rest)."""

    def __missing__(self, name: str) -> int:
        code = self[name] = min(len(self), 32767)
        return code


def _after_blank(solid: Mask) -> Mask:
    """For each text that is not blank: does a blank one stand between it and the one before?"""
    after = np.ones(np.count_nonzero(solid), bool)
    after[1:] = np.diff(np.flatnonzero(solid)) > 1
    return after


def _merge_adjacent(columns: _Columns) -> None:
    """Make text rows that stand side by side one row (what parted them, a comment or a script, is gone)."""
    is_text = columns.tag == 0
    second = np.zeros(len(is_text), bool)
    second[1:] = is_text[1:] & is_text[:-1] & (columns.parent[1:] == columns.parent[:-1])
    if not second.any():
        return
    runs: list[list[str]] = []
    joined = second[is_text]
    for text, join, space in zip(columns.texts, joined.tolist(), columns.after_blank.tolist(), strict=True):
        if join:
            runs[-1] += (" ", text) if space else (text,)
        else:
            runs.append([text])
    columns.after_blank = columns.after_blank[~joined]
    columns.texts = ["".join(run) for run in runs]
    first = ~second
    columns.nodes = list(compress(columns.nodes, first.tobytes()))
    columns.index = dict(zip(columns.nodes, range(len(columns.nodes)), strict=True))
    columns.tag = columns.tag[first]
    columns.parent = (np.cumsum(first, dtype=np.int32) - 1)[columns.parent[first]]


def _cap_depth(parent: Ints, end: Ints) -> bool:
    """Make nodes below `MAX_DEPTH` siblings at that depth, as the parser does. Returns whether the page goes so deep."""
    closed = np.bincount(end, minlength=len(end) + 1)[:-1]
    depth = np.cumsum(1 - closed) - 1
    capped = depth >= MAX_DEPTH
    if not capped.any():
        return False
    above = np.where(depth == MAX_DEPTH - 1, np.arange(len(depth)), 0)
    parent[capped] = np.maximum.accumulate(above)[capped]
    end[capped] = np.flatnonzero(capped) + 1
    return True


class _TurboSource:
    """What turbohtml still knows of the rows."""

    def __init__(self, document: turbohtml.Document, nodes: Sequence[Any], index: dict[Any, int]) -> None:
        self._document, self._nodes, self._index = document, nodes, index
        self._values: dict[str, dict[int, str]] = {}

    def attribute(self, node: int, name: str) -> str | None:
        element = self._nodes[node]
        if type(element) is not turbohtml.Element:
            return None
        return element.attr(name)

    def attributes(self, node: int) -> dict[str, str]:
        element = self._nodes[node]
        if type(element) is not turbohtml.Element:
            return {}
        return {name: element.attr(name) or "" for name in element.attrs}

    def having(self, name: str) -> dict[int, str]:
        values = self._values.get(name)
        if values is None:
            found: list[Any] = self._document.select(f"[{name}]")
            rows = map(self._index.get, found, repeat(-1))
            values = dict(zip(rows, map(_attr, found, repeat(name), repeat("")), strict=True))
            values.pop(-1, None)
            self._values[name] = values
        return values

    def rows_having(self, name: str, *, tag: str = "") -> list[int]:
        rows = map(self._index.get, self._document.select(f"{tag}[{name}]"))
        return [row for row in rows if row is not None]

    def position(self, node: int) -> tuple[int, int] | None:
        return self._nodes[node].position  # type: ignore[no-any-return]

    def raw_text(self, node: int) -> str:
        found = self._nodes[node]
        return str(found.text if type(found) is turbohtml.Element else found.data)

    def styles(self) -> list[tuple[str, str]]:
        unused = set(self._document.select("noscript style, template style, svg style"))
        found = (style for style in self._document.select("style") if style not in unused)
        return [(style.attr("media") or "", style.text) for style in found]

    def sheets(self) -> list[str]:
        found = self._document.select("link[rel~=stylesheet i][href]:not([rel~=alternate i])")
        return [link.attr("href") or "" for link in found]

    def head(self) -> Head:
        return self._head

    @cached_property
    def _head(self) -> Head:
        document = self._document
        title = document.select_one("head > title") or document.select_one("title")
        base = document.select_one("base[href]")
        root = document.root
        links = document.select("link[rel~=canonical i], link[rel~=license i], link[rel~=image_src i]")
        scripts = document.select('script[type*="ld+json" i]')
        return Head(
            title=title.text if title else "",
            base=(base.attr("href") or "") if base else "",
            language=(root.attr("lang") or root.attr("xml:lang") or "") if root else "",
            metas=tuple(_metas(document.select("meta[content]"))),
            links=tuple(((link.attr("rel") or "").lower(), link.attr("href") or "") for link in links),
            anchors=tuple(self._anchors()),
            json_ld=tuple(script.text for script in scripts),
        )

    def _anchors(self) -> Iterator[tuple[str, int]]:
        anchors = self._document.select("a[rel]")
        for anchor, rel in zip(anchors, map(_attr, anchors, repeat("rel"), repeat("")), strict=True):
            if rel and ("author" in rel or "tag" in rel or "license" in rel):
                row = self._index.get(anchor)
                if row is not None:
                    yield rel.lower(), row


def _metas(metas: Sequence[turbohtml.Element]) -> Iterator[tuple[str, str]]:
    """The contents of metas under their names; some pages give one meta two."""
    columns = (map(_attr, metas, repeat(attribute)) for attribute in ("content", "property", "name"))
    for meta, content, name, other in zip(metas, *columns, strict=True):
        if name:
            yield name.strip().lower(), content or ""
        if other:
            yield other.strip().lower(), content or ""
        elif not name:
            for attribute in ("itemprop", "http-equiv"):
                name = meta.attr(attribute)
                if name:
                    yield f"{attribute}:{name.strip().lower()}", content or ""


# Language: turbohtml's trigram profiles

# ISO 639-3 to 639-1, for the languages the detector knows and that have a two-letter code.
_TWO_LETTERS = dict(
    re.findall(
        r"(\w+):(\w+)",
        """afr:af aka:ak amh:am arb:ar ara:ar aze:az azj:az bel:be ben:bn bul:bg cat:ca ces:cs cmn:zh
        zho:zh cym:cy dan:da deu:de ell:el eng:en epo:eo est:et eus:eu fas:fa pes:fa fin:fi fra:fr
        gle:ga glg:gl guj:gu heb:he hin:hi hrv:hr hun:hu hye:hy ind:id isl:is ita:it jav:jv jpn:ja
        kan:kn kat:ka kaz:kk khm:km kor:ko lat:la lav:lv lit:lt mal:ml mar:mr mkd:mk mon:mn mya:my
        nep:ne nld:nl nob:no nor:no nno:no ori:or pan:pa pol:pl por:pt ron:ro rus:ru sin:si slk:sk
        slv:sl sna:sn som:so spa:es sqi:sq srp:sr swa:sw swe:sv tam:ta tel:te tgl:tl tha:th tuk:tk
        tur:tr ukr:uk urd:ur uzb:uz vie:vi yid:yi zul:zu""",
    )
)


def detect_language(text: str) -> str | None:
    """The language a text is written in, as a two-letter code; None when there is nothing to tell it by."""
    return _TWO_LETTERS.get(_detect_language(text).language or "")


# Charsets: turbohtml's detector and the WHATWG decoders that come with it


def detect_charset(data: bytes) -> str | None:
    """Guess the charset of bytes that do not say, or say it wrongly: what they declare is not looked at."""
    try:
        found = detect(data[:262144].replace(b"charset", b"-------").replace(b"encoding", b"--------")).encoding
        return found.lower() if found else None
    except (ValueError, LookupError):
        return None


def whatwg_decode(data: bytes, label: str) -> str | None:
    """Decode with the decoder that browsers use for this label; None when they know no such label."""
    try:
        return data.decode(f"whatwg-{label}", "replace")
    except (LookupError, ValueError):
        return None


# The second backend


def _read_selectolax(html: str, max_nodes: int) -> _Tree:
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError as error:
        raise MissingExtra("selectolax", "dev") from error
    parser = LexborHTMLParser(html.encode("utf-8", "replace"))
    root = parser.root
    nodes = [*map(_LexborNode, root.traverse(include_text=True))] if root is not None else []
    _check_size(len(nodes), max_nodes)
    return _Tree(
        nodes=nodes,
        names=[tags.TEXT if node.tag[:1] in "-_!" else node.tag for node in nodes],
        is_text=lambda found: (node.tag == "-text" for node in found),
        source=lambda kept, index: _LexborSource(parser, kept),
    )


class _LexborNode:
    """A node of selectolax with the names turbohtml has for what `_flatten` asks."""

    def __init__(self, node: Any) -> None:
        self.node, self.tag = node, node.tag or ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _LexborNode) and self.node.mem_id == other.node.mem_id

    def __hash__(self) -> int:
        return hash(self.node.mem_id)

    @property
    def parent(self) -> "_LexborNode":
        return _LexborNode(self.node.parent)

    @property
    def descendants(self) -> Iterator[Any]:
        return islice(self.node.traverse(include_text=True), 1, None)

    @property
    def data(self) -> str:
        return self.node.text_content or ""


class _LexborSource:
    """What selectolax still knows of the rows; enough for the column tests."""

    def __init__(self, parser: Any, nodes: Sequence[_LexborNode]) -> None:
        self._parser, self._nodes = parser, [found.node for found in nodes]

    def attribute(self, node: int, name: str) -> str | None:
        return self.attributes(node).get(name)

    def attributes(self, node: int) -> dict[str, str]:
        if self._nodes[node].tag == "-text":
            return {}
        return {name: value or "" for name, value in self._nodes[node].attributes.items()}

    def having(self, name: str) -> dict[int, str]:
        found = [(node, n.attributes) for node, n in enumerate(self._nodes) if n.tag != "-text"]
        return {node: attributes[name] or "" for node, attributes in found if name in attributes}

    def rows_having(self, name: str, *, tag: str = "") -> list[int]:
        return [node for node in self.having(name) if not tag or self._nodes[node].tag == tag]

    def position(self, node: int) -> tuple[int, int] | None:
        return None

    def raw_text(self, node: int) -> str:
        element = self._nodes[node]
        return (element.text_content if element.tag == "-text" else element.text()) or ""

    def styles(self) -> list[tuple[str, str]]:
        return [(style.attributes.get("media") or "", style.text()) for style in self._parser.css("style")]

    def sheets(self) -> list[str]:
        found = self._parser.css("link[rel~=stylesheet][href]")
        return [link.attributes.get("href") or "" for link in found]

    def head(self) -> Head:
        title = self._parser.css_first("title")
        return Head(title=title.text() if title else "")
