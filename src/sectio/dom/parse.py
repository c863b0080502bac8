"""Text to `Page`: the only file that knows the HTML parser.

The parser's tree is read once, in bulk lists (calling back per node costs twice as much), and turned into columns with
array code. Nodes deeper than `MAX_DEPTH` are kept, as siblings at that depth.

`backend="selectolax"` builds the same page with another parser; tests use it as an oracle.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, repeat
from operator import attrgetter
from typing import Any, Literal

import numpy as np
import turbohtml
from turbohtml.detect import detect
from turbohtml.detect import detect_language as _detect_language

from sectio.dom import tags
from sectio.dom.page import Head, Ints, Mask, Page, Source
from sectio.errors import InputError, MissingExtra, PageTooLarge

# Where browsers and the parser stop nesting; deeper nodes become siblings there, and no text is lost.
MAX_DEPTH = 512
MAX_NODES = 1_000_000

Backend = Literal["turbohtml", "selectolax"]

# Element and fragment share a bit: the kinds that have children.
_OTHER, _ELEMENT, _TEXT, _FRAGMENT = 0, 1, 2, 3
_CAN_HAVE_CHILDREN = 1
_TURBO_KINDS = {
    turbohtml.Element: _ELEMENT,
    turbohtml.Text: _TEXT,
    turbohtml.CData: _TEXT,
    turbohtml.DocumentFragment: _FRAGMENT,
    turbohtml.ShadowRoot: _FRAGMENT,
    turbohtml.Comment: _OTHER,
    turbohtml.Doctype: _OTHER,
    turbohtml.ProcessingInstruction: _OTHER,
}
_DROPPED = tags.table(tags.DROPPED, 32768)
_parent, _tag, _data = attrgetter("parent"), attrgetter("tag"), attrgetter("data")
_attr = turbohtml.Element.attr


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
    """A parser's nodes in document order: bulk lists, nothing computed."""

    nodes: Sequence[Any]
    kinds: bytes
    parents: Ints
    tag_of: Callable[[Any], str]
    text_of: Callable[[Any], str]
    source: Callable[[Sequence[Any], Ints], Source]


def _read_turbohtml(html: str, max_nodes: int) -> _Tree:
    document = turbohtml.parse(html, allow_declarative_shadow_roots=False)
    nodes = list(document.descendants)
    _check_size(len(nodes), max_nodes)
    kinds = bytes(map(_TURBO_KINDS.__getitem__, map(type, nodes)))
    inner = np.flatnonzero(np.frombuffer(kinds, np.uint8) & _CAN_HAVE_CHILDREN).tolist()
    index: dict[Any, int] = dict(zip(map(nodes.__getitem__, inner), inner, strict=True))
    index[document] = -1
    return _Tree(
        nodes=nodes,
        kinds=kinds,
        parents=np.fromiter(map(index.__getitem__, map(_parent, nodes)), np.int32, len(nodes)),
        tag_of=_tag,
        text_of=_data,
        source=lambda kept, rows: _TurboSource(document, index, kept, rows),
    )


def _check_size(nodes: int, max_nodes: int) -> None:
    if nodes > max_nodes:
        raise PageTooLarge(f"the page has {nodes} nodes, more than max_nodes={max_nodes}; raise the option to read it")


# From bulk lists to columns


def _flatten(tree: _Tree, html: str, encoding: str) -> Page:
    kinds = np.frombuffer(tree.kinds, np.uint8)
    parent = tree.parents
    end = _subtree_ends(parent)
    is_element = kinds == _ELEMENT
    elements = list(compress(tree.nodes, is_element.tolist()))
    codes = _TagCodes(tags.CODE)
    tag = np.zeros(len(kinds), np.int16)
    tag[is_element] = np.fromiter(map(codes.__getitem__, map(tree.tag_of, elements)), np.int16, len(elements))
    names = tuple(codes)[:32768]

    dropped = _is_dropped(kinds, tag, is_element, end)
    live_text = np.flatnonzero((kinds == _TEXT) & ~dropped)
    texts = list(map(tree.text_of, map(tree.nodes.__getitem__, live_text.tolist())))
    blank = np.fromiter(map(str.isspace, texts), bool, len(texts))
    keep = is_element & ~dropped
    keep[live_text[~blank]] = True

    before = np.zeros(len(keep) + 1, np.int32)
    np.cumsum(keep, out=before[1:])
    kept = list(compress(tree.nodes, keep.tolist()))
    columns = _Columns(
        parent=before[parent[keep]],
        end=before[end[keep]],
        tag=tag[keep],
        texts=list(compress(texts, (~blank).tolist())),
        after_blank=_after_blank(blank),
    )
    columns.parent[:1] = 0
    rows = np.where(keep, before[:-1], -1).astype(np.int32)
    return _finish(columns, names, kept, rows, tree, html, encoding)


@dataclass
class _Columns:
    parent: Ints
    end: Ints
    tag: Any
    texts: list[str]
    after_blank: Mask


def _finish(
    columns: _Columns, names: tuple[str, ...], kept: list[Any], rows: Ints, tree: _Tree, html: str, encoding: str
) -> Page:
    warnings: list[str] = []
    kept, rows = _merge_adjacent(columns, kept, rows)
    if _cap_depth(columns):
        warnings.append("deep_nesting")
    text_rows = np.flatnonzero(columns.tag == 0).astype(np.int32)
    source = tree.source(kept, rows)
    return Page(
        parent=columns.parent,
        end=columns.end,
        tag=columns.tag,
        tag_names=names,
        text_rows=text_rows,
        texts=columns.texts,
        after_blank=columns.after_blank,
        classes=source.having("class"),
        ids=source.having("id"),
        source=source,
        html=html,
        encoding=encoding,
        warnings=tuple(warnings),
    )


def _subtree_ends(parent: Ints) -> Ints:
    """Where each subtree ends, from parents in document order.

    The last child of the last child … of a node is its last descendant; pointer doubling finds it in log(depth) steps.
    """
    nodes = np.arange(len(parent), dtype=np.int32)
    last = nodes.copy()
    inner = parent >= 0
    last[parent[inner]] = nodes[inner]  # of equal indices the last one wins: the last child
    while True:
        further = last[last]
        if np.array_equal(further, last):
            return (last + 1).astype(np.int32)
        last = further


class _TagCodes(dict[str, int]):
    """Tag name to code; a name HTML does not know gets the next code (the last of 16 bits is shared by the rest)."""

    def __missing__(self, name: str) -> int:
        code = self[name] = min(len(self), 32767)
        return code


def _is_dropped(kinds: Any, tag: Any, is_element: Mask, end: Ints) -> Mask:
    """True inside scripts, styles and the like, for comments, and for template fragments."""
    roots = (_DROPPED[tag] & is_element) | (kinds == _FRAGMENT)
    steps = np.zeros(len(kinds) + 1, np.int32)
    steps[:-1] += roots
    np.subtract.at(steps, end[roots], 1)
    inside: Mask = np.cumsum(steps[:-1]) > 0
    inside |= kinds == _OTHER
    return inside


def _after_blank(blank: Mask) -> Mask:
    """For each kept text: does a blank text node stand between it and the kept text before?"""
    seen = np.cumsum(blank)[~blank]
    after = np.ones(len(seen), bool)
    after[1:] = seen[1:] != seen[:-1]
    return after


def _merge_adjacent(columns: _Columns, kept: list[Any], rows: Ints) -> tuple[list[Any], Ints]:
    """Make text rows that stand side by side one row (what parted them, a comment or a script, is gone)."""
    is_text = columns.tag == 0
    second = np.zeros(len(is_text), bool)
    second[1:] = is_text[1:] & is_text[:-1] & (columns.parent[1:] == columns.parent[:-1])
    if not second.any():
        return kept, rows
    runs: list[list[str]] = []
    joined = second[is_text].tolist()
    for text, join, space in zip(columns.texts, joined, columns.after_blank.tolist(), strict=True):
        if join:
            runs[-1] += (" ", text) if space else (text,)
        else:
            runs.append([text])
    keep = ~second
    before = np.zeros(len(keep) + 1, np.int32)
    np.cumsum(keep, out=before[1:])
    columns.after_blank = columns.after_blank[~second[is_text]]
    columns.texts = ["".join(run) for run in runs]
    columns.parent, columns.end, columns.tag = (
        before[columns.parent[keep]],
        before[columns.end[keep]],
        columns.tag[keep],
    )
    # A merged row keeps its first node; the others map to it.
    rows = np.where(rows >= 0, (before[1:] - 1)[rows], -1).astype(np.int32)
    return list(compress(kept, keep.tolist())), rows


def _cap_depth(columns: _Columns) -> bool:
    """Make nodes below `MAX_DEPTH` siblings at that depth, as the parser does. Returns whether the page goes so deep."""
    closed = np.bincount(columns.end, minlength=len(columns.end) + 1)[:-1]
    depth = np.cumsum(1 - closed) - 1
    capped = depth >= MAX_DEPTH
    if not capped.any():
        return False
    above = np.where(depth == MAX_DEPTH - 1, np.arange(len(depth)), 0)
    columns.parent[capped] = np.maximum.accumulate(above)[capped]
    columns.end[capped] = np.flatnonzero(capped) + 1
    return True


class _TurboSource:
    """What turbohtml still knows of the rows."""

    def __init__(self, document: turbohtml.Document, index: dict[Any, int], kept: Sequence[Any], rows: Ints) -> None:
        self._document, self._index, self._nodes, self._rows = document, index, kept, rows

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
        found = self._document.select(f"[{name}]")
        rows = self._rows[np.fromiter(map(self._index.__getitem__, found), np.int32, len(found))]
        values = dict(zip(rows.tolist(), map(_attr, found, repeat(name), repeat("")), strict=False))
        values.pop(-1, None)
        return values

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
                row = int(self._rows[self._index[anchor]])
                if row >= 0:
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
    nodes = list(root.traverse(include_text=True)) if root is not None else []
    _check_size(len(nodes), max_nodes)
    index = {node.mem_id: i for i, node in enumerate(nodes)}
    names = [node.tag or "" for node in nodes]
    kinds = bytes(_TEXT if name == "-text" else _OTHER if name[:1] in "-_!" else _ELEMENT for name in names)
    above = (index.get(n.parent.mem_id, -1) if n.parent is not None else -1 for n in nodes)
    parents = np.fromiter(above, np.int32, len(nodes))
    return _Tree(
        nodes=nodes,
        kinds=kinds,
        parents=parents,
        tag_of=lambda node: node.tag or "",
        text_of=lambda node: node.text_content or "",
        source=lambda kept, rows: _LexborSource(parser, index, kept, rows),
    )


class _LexborSource:
    """What selectolax still knows of the rows; enough for the column tests."""

    def __init__(self, parser: Any, index: dict[int, int], kept: Sequence[Any], rows: Ints) -> None:
        self._parser, self._index, self._nodes, self._rows = parser, index, kept, rows

    def attribute(self, node: int, name: str) -> str | None:
        return self.attributes(node).get(name)

    def attributes(self, node: int) -> dict[str, str]:
        if self._nodes[node].tag == "-text":
            return {}
        return {name: value or "" for name, value in self._nodes[node].attributes.items()}

    def having(self, name: str) -> dict[int, str]:
        found = [(node, n.attributes) for node, n in enumerate(self._nodes) if n.tag != "-text"]
        return {node: attributes[name] or "" for node, attributes in found if name in attributes}

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
