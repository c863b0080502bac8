"""Text to `Page`: the only file that knows the HTML parser.

The parser repairs the page as a browser would and writes it out again without comments, scripts and drawings; compiled code does the same
for pages that need little repair, without a tree (`native/repair.c`). `dom/markup.py` finds the columns in that clean markup. Nodes deeper than `MAX_DEPTH` are kept, as siblings at that depth.
"""

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html.entities import html5
from itertools import islice
from typing import Any, cast

import numpy as np
import turbohtml
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom import markup, tags
from sectio.dom.chars import Written
from sectio.dom.page import Head, Page
from sectio.dom.stylesheets import Styles
from sectio.dom.unicode import composed
from sectio.errors import InputError, TooManyNodes

# Where browsers and the parser stop nesting; deeper nodes become siblings there, and no text is lost.
MAX_DEPTH = 512
MAX_NODES = 1_000_000

# Elements that are not rows and would not be clean markup: scripts and styles are on many pages, the others on few.
_OFTEN = "script, style, svg, body template, iframe:not([src], [data-src], [data-lazy-src])"  # the head is kept as it is written
_SELDOM = ", ".join(sorted(tags.DROPPED - {"head", "script", "style", "svg"}))
# Formulas in TeX, and what MathJax draws next to them.
_FORMULAS = 'script[type^="math/tex" i]'
_DRAWN = ".MathJax_Preview, .MathJax, .MathJax_Display, .MathJax_CHTML, .MathJax_SVG, .MathJax_SVG_Display"
# Elements whose text is written as it is: a `<` in it would look like a tag. They get another name while they are written.
_RAW = ("plaintext", "xmp")
_RAW_PREFIX = "sectio-raw-"
# The attribute that names the embedded documents of an element.
FRAMES = "sectio-frames"
# So many values of an attribute are looked up one by one before all are read.
_ONE_BY_ONE = 20


def parse(html: str, *, encoding: str = "utf-8", max_nodes: int = MAX_NODES, written: bytes | None = None) -> Page:
    """Parse HTML as a browser would and flatten it into columns; `written` is the same in UTF-8, if it is known."""
    # Counting takes as long as some stages: a page with fewer letters cannot have as many tags.
    if len(html) > _MOST_GROWTH * max_nodes and (tags_at_most := html.count("<")) > _MOST_GROWTH * max_nodes:
        raise _too_many(tags_at_most, max_nodes)
    clean = _clean(html, written, max_nodes)
    rows = clean.rows
    if len(rows.parent) > max_nodes:
        raise TooManyNodes(
            f"the page has {len(rows.parent)} nodes, more than max_nodes={max_nodes}; raise the option to read it"
        )
    deep, source = _cap_depth(rows), _Source(html, clean)
    page = Page(
        parent=rows.parent,
        end=rows.end,
        tag=rows.tag,
        tag_names=(*tags.NAMES, *map(composed, islice(clean.codes, len(tags.NAMES), 32768))),
        text_rows=np.flatnonzero(rows.tag == 0).astype(np.int32),
        texts=rows.texts,
        after_blank=rows.after_blank,
        source=source,
        html=html,
        encoding=encoding,
        warnings=("deep_nesting",) if deep else (),
    )
    if not deep:
        rows.depth.flags.writeable = False
        page.__dict__["depth"] = rows.depth  # known already
    return page


def _check_growth(html: str, max_nodes: int) -> None:
    """Refuse a page of which the parser would make far too many nodes, before it takes the memory for them.

    Formatting that is not closed is opened again in every block that follows, so nodes may be as many as the square of the tags.
    """
    limit, expected = _MOST_GROWTH * max_nodes, html.count("<")
    if expected * expected < 4 * limit:  # as many as half of the tags, opened again by each of the other half
        return
    if expected * (2 + sum(1 for _ in _LASTING.finditer(html))) < limit:  # all of them open everywhere, and a link
        return
    active: dict[str, Counter[str]] = {name: Counter() for name in _FORMATTING}
    open_now = 0
    for found in deadline.watched(_TAG.finditer(html)):
        if expected > limit:
            raise _too_many(expected, max_nodes)
        is_end, name, attributes = found.groups()
        if name is None:
            expected += open_now
            continue
        kinds = active[name.lower()]
        if (is_end or name in "aA") and kinds:  # a link ends the one before it
            kind, count = kinds.popitem()
            open_now -= 1
            if count > 1:
                kinds[kind] = count - 1
        kind = attributes if len(attributes) < _LONG else f"{found.start()}"
        if not is_end and kinds[kind] < _MOST_ALIKE:
            kinds[kind] += 1
            open_now += 1


def _too_many(expected: int, max_nodes: int) -> TooManyNodes:
    return TooManyNodes(
        f"the page may have {expected} nodes and more, far above max_nodes={max_nodes}; raise the option to read it"
    )


# How many times as many nodes as allowed are made at most, to find that they are too many.
_MOST_GROWTH = 4
# Elements that are opened again, and how many of them that are the same (HTML's "Noah's Ark clause").
_FORMATTING = ("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u")
_MOST_ALIKE, _LONG = 3, 200
_LASTING = re.compile(rf"<(?:{'|'.join(_FORMATTING[1:])})[\s/>]", re.IGNORECASE)
_TAG = re.compile(rf"<(/?)({'|'.join(_FORMATTING)})(?=[\s/>])([^>]{{0,{_LONG}}})|<[a-z]", re.IGNORECASE)


@dataclass(eq=False)
class _Clean:
    """What is kept of the parser's tree, which takes many times the memory."""

    body: markup.Markup
    rows: markup.Rows
    codes: "_TagCodes"
    said: "_Stated | _Said"

    @cached_property
    def head(self) -> Head:
        return self.said.head(self.body.attributes(0))

    @cached_property
    def styles(self) -> Styles:
        return self.said.own_styles()


def _clean(html: str, written: bytes | None = None, max_nodes: int = MAX_NODES, *, well: bool = False) -> _Clean:
    """Parse, and write the page out as clean markup; few pages need to be cleaned `well`."""
    codes, repaired = _TagCodes(tags.CODE), None if well else _repaired(html, written)
    if repaired is None:
        _check_growth(html, max_nodes)
    source, head = repaired or _parsed(html, well)
    body, rows = markup.flatten(source, codes)
    if well or not _is_unclean(rows.tag, codes):
        return _Clean(body, rows, codes, head)
    return _clean(html, max_nodes=max_nodes, well=True)


def _parsed(html: str, well: bool = False) -> tuple[bytes, "_Stated"]:
    """The body in UTF-8, and what the page says about itself, by the parser."""
    tree = _Tree(html, well=well)
    # Piece by piece, since the whole text would take more memory.
    return b"".join([_encode(piece) for piece in tree.root.serialize_iter()]), tree.stated


def _repaired(html: str, written: bytes | None = None) -> tuple[bytes, "_Said"] | None:
    """The same by compiled code, without a tree; None if there is none, or the page needs the parser."""
    if compiled.core is None:
        return None
    try:
        source = html.encode() if written is None else written
    except UnicodeEncodeError:
        return None
    found = compiled.core.repair(source, *_entities())
    if found is None:
        return None
    body, about, *places = found
    scripts, styles = ([source[start:end] for start, end in struct.iter_unpack("qq", spans)] for spans in places)
    return body, _Said(about, scripts, styles)


@cache
def _entities() -> tuple[NDArray[np.bytes_], NDArray[np.bytes_]]:
    """Named characters, sorted, and what they stand for, as compiled code looks them up."""
    known = sorted((name.encode(), value.encode()) for name, value in html5.items())
    return np.array([name for name, _ in known], "S32"), np.array([value for _, value in known], "S8")


@dataclass(frozen=True)
class _Stated:
    """What a page says about itself, by the parser."""

    known: Head
    styles: Styles

    def head(self, root: dict[str, str]) -> Head:
        """The head, whatever attributes the root has."""
        return self.known

    def own_styles(self) -> Styles:
        """The style elements that may hide something."""
        return self.styles


@dataclass(frozen=True)
class _Said:
    """What a page says about itself, as it was written: few pages are asked for all of it."""

    about: bytes  # clean tags: meta, base, link, style, and the title
    scripts: list[bytes]  # JSON-LD
    styles: list[bytes]  # one for each style in `about`

    def own_styles(self) -> Styles:
        """The style elements that may hide something."""
        if not self.styles:
            return Styles()
        written = (markup.attributes(tag.decode()) for tag in _STYLE_TAG.findall(self.about))
        media = (attributes.get("media", "") for attributes in written)
        return Styles.of(style for style in zip(media, self.styles, strict=True) if _may_hide(style[1]))

    def head(self, root: dict[str, str]) -> Head:
        """The head of a page whose root has these attributes."""
        tags: dict[str, list[dict[str, str]]] = {"meta": [], "base": [], "link": []}
        title = ""
        for written in self.about.decode().split("<")[1:]:
            tag, _, text = written.partition(">")
            name = tag.partition(" ")[0]
            if name == "link" and not _LINKING.search(tag):
                continue  # to style sheets, icons, feeds: most of them
            if name in tags:
                tags[name].append(markup.attributes(tag))
            elif name == "title":
                title = markup.unescape(text)
        bases = (base["href"] for base in tags["base"] if "href" in base)
        links = [(link.get("rel", "").lower(), link.get("href", "")) for link in tags["link"]]
        return Head(
            title=title,
            base=next(bases, ""),
            language=root.get("lang") or root.get("xml:lang") or "",
            metas=(*_metas([meta.get for meta in tags["meta"] if "content" in meta or "value" in meta]),),
            links=tuple([link for link in links if not _LINKED.isdisjoint(link[0].split())]),
            json_ld=tuple([_raw(script) for script in self.scripts]),
        )


_STYLE_TAG = re.compile(rb"<style( [^>]*)?>")


def _raw(text: bytes) -> str:
    """A script as the parser has it."""
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text.decode().replace("\0", "\ufffd") if b"\0" in text else text.decode()


class _Tree:
    """The parser's tree of a page, without what is not part of it."""

    def __init__(self, html: str, *, well: bool = False, positions: bool = False) -> None:
        document = turbohtml.parse(html, allow_declarative_shadow_roots=False, positions=positions)
        root = document.root
        if root is None:
            raise InputError("the parser found no page")
        self.root = root
        json_ld = [script.text for script in document.select('script[type*="ld+json" i]')]
        styles = _hiding_styles(document)
        _note_frames(document)
        _keep_formulas(document)
        document.remove(_OFTEN)
        for frame in document.select("iframe"):
            frame.clear()  # its text is for browsers without frames, and written as it is
        from turbohtml._html import strip_comments_node  # its public home takes as long to import as the parser

        strip_comments_node(document)
        if well:
            self._clean_well(document)
        self.stated = _Stated(_head(document, root, json_ld), styles)
        head = document.select_one("head")
        if head is not None:
            head.extract()

    def _clean_well(self, document: turbohtml.Document) -> None:
        """Remove rare elements that are not part of a page, and rename those not written as clean markup."""
        document.remove(_SELDOM)
        for instruction in cast("list[turbohtml.Node]", document.xpath("//processing-instruction()")):
            instruction.extract()
        for element in self.root.select(", ".join(_RAW)):
            element.tag = _RAW_PREFIX + element.tag


def _note_frames(document: turbohtml.Document) -> None:
    """Leave the addresses of embedded documents, which are not rows, with the element that holds them."""
    for frame in document.select("iframe[src]"):
        holder = frame.parent
        if isinstance(holder, turbohtml.Element):
            holder.attrs[FRAMES] = f"{holder.attr(FRAMES) or ''} {frame.attr('src')}".strip()


def _keep_formulas(document: turbohtml.Document) -> None:
    """Put the formulas that are in scripts where the scripts are, as MathML that only states its TeX."""
    scripts = document.select(_FORMULAS)
    if not scripts:
        return
    document.remove(_DRAWN)
    for script in scripts:
        formula = turbohtml.Element("math")
        if "display" in (script.attr("type") or ""):
            formula.attrs["display"] = "block"
        source = turbohtml.Element("annotation", {"encoding": "application/x-tex"})
        source.append(turbohtml.Text(script.text))
        formula.append(source)
        script.replace_with(formula)


def _encode(text: str) -> bytes:
    """UTF-8, with a replacement for what is not a character: half of a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]", "\ufffd", text).encode()


class _TagCodes(dict[str, int]):
    """Tag name to code; a name HTML does not know gets the next code (the last of 16 bits is shared by the rest)."""

    def __missing__(self, name: str) -> int:
        plain = name.removeprefix(_RAW_PREFIX)
        return self.setdefault(plain, min(len(self), 32767))


_UNCLEAN = tags.table(tags.DROPPED, 1)


def _is_unclean(tag: NDArray[np.int16], codes: _TagCodes) -> bool:
    """Whether there are elements that `_Tree` has to clean well."""
    odd = list(codes)[len(tags.NAMES) :]
    return bool(_UNCLEAN.take(tag, mode="clip").any()) or any(name in _RAW or name[:1] == "?" for name in odd)


def _cap_depth(rows: markup.Rows) -> bool:
    """Make nodes below `MAX_DEPTH` siblings at that depth, as the parser does. Returns whether the page is that deep."""
    depth = rows.depth
    capped = depth >= MAX_DEPTH
    if not capped.any():
        return False
    above = np.where(depth == MAX_DEPTH - 1, np.arange(len(depth)), 0)
    rows.parent[capped] = np.maximum.accumulate(above)[capped]
    rows.end[capped] = np.flatnonzero(capped) + 1
    return True


class _Source:
    """What is known about the rows besides the columns."""

    def __init__(self, html: str, clean: _Clean) -> None:
        self._html, self._clean, self._markup, self._rows = html, clean, clean.body, clean.rows
        self._values: dict[str, dict[int, str]] = {}
        self._asked: dict[str, int] = {}

    def attribute(self, node: int, name: str) -> str | None:
        asked = self._asked[name] = self._asked.get(name, 0) + 1
        if asked <= _ONE_BY_ONE and name not in self._values:
            return self._rows.noted.value(node, name)
        return self.having(name).get(node)

    def attributes(self, node: int) -> dict[str, str]:
        return self._markup.attributes(int(self._rows.tags[node])) if self._rows.tag[node] else {}

    def having(self, name: str) -> dict[int, str]:
        values = self._values.get(name)
        if values is None:
            values = self._values[name] = self._rows.noted.values(name)
        return values

    def having_among(self, name: str, rows: NDArray[np.intp]) -> dict[int, str]:
        return self._rows.noted.values(name, rows)

    def rows_having(self, name: str) -> NDArray[np.intp]:
        return self._rows.noted.rows(name)

    def rows_starting(self, name: str, letter: str) -> NDArray[np.intp]:
        return self._rows.noted.starting(name, letter)

    def having_word(self, name: str, wanted: frozenset[str]) -> dict[int, str]:
        return self._rows.noted.with_word(name, wanted)

    def rows_hiding(self) -> list[int]:
        return self._rows.noted.hiding()

    def places(self, name: str) -> tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.int32]]:
        return self._rows.noted.places(name)

    def words(self, name: str) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        return self._rows.noted.words(name)

    def written(self) -> Written:
        return self._markup.source, self._rows.text_start, self._rows.text_end

    def position(self, node: int) -> tuple[int, int] | None:
        return self._positions[node]

    def raw_text(self, node: int) -> str:
        clean, rows, tag = self._markup, self._rows, int(self._rows.tags[node])
        text = clean.text_between(tag, rows.end_tag(tag) if rows.tag[node] else tag + 1)
        # Where text starts with a line end, one more is written: parsers drop the first one.
        extra = int(rows.tag[node]) in _LINE_END_DROPPED and clean.source.startswith(b"\n", clean.closed[tag] + 1)
        return text[1:] if extra else text

    def inner(self, node: int) -> str:
        clean, tag = self._markup, int(self._rows.tags[node])
        return clean.source[clean.closed[tag] + 1 : clean.opened[self._rows.end_tag(tag)]].decode()

    @cached_property
    def _positions(self) -> list[tuple[int, int] | None]:
        """Parsed once more, with positions: they are rarely needed, and take time."""
        root = _Tree(self._html, well=True, positions=True).root
        found = [root.position]
        run: list[Any] = []  # texts side by side are one row
        for node in (*root.descendants, root):
            is_element = type(node) is turbohtml.Element
            if run and (is_element or node.parent != run[0].parent):
                found += [text.position for text in run if not markup.is_blank(text.data)][:1]
                run = []
            if not is_element:
                run.append(node)
            elif node is not root:
                found.append(node.position)
        return found

    def styles(self) -> list[tuple[str, str]]:
        whole = turbohtml.parse(self._html)
        return [(style.attr("media") or "", style.text) for style in whole.select(_STYLES)]

    def sheets(self) -> list[str]:
        whole = turbohtml.parse(self._html)
        whole.remove(f"{_OFTEN}, {_SELDOM}")
        found = whole.select("link[rel~=stylesheet i][href]:not([rel~=alternate i])")
        return [link.attr("href") or "" for link in found]

    def own_styles(self) -> Styles:
        return self._clean.styles

    def head(self) -> Head:
        return self._clean.head


_LINE_END_DROPPED = frozenset(tags.codes("pre", "textarea").tolist())


_STYLES = "style:not(noscript style, template style, svg style)"
_LINKED = frozenset(("canonical", "license", "image_src"))
_LINKING = re.compile("|".join(sorted(_LINKED)), re.IGNORECASE)
_LINKS = ", ".join(f"link[rel~={name} i]" for name in sorted(_LINKED))


def _hiding_styles(document: turbohtml.Document) -> Styles:
    """The style elements that apply and may hide something."""
    found = ((style.attr("media") or "", _encode(style.text)) for style in document.select(_STYLES))
    return Styles.of(style for style in found if _may_hide(style[1]))


def _may_hide(style: bytes) -> bool:
    return b"none" in style or b"hidden" in style


def _head(document: turbohtml.Document, root: turbohtml.Element, json_ld: list[str]) -> Head:
    """What the head says; what belongs there but is in the body counts too.

    Documents select by an index, elements do not. Tuples are made from lists, since those made from generators leave the interpreter
    with more spare ones after every page.
    """
    title, base = document.select_one("title"), document.select_one("base[href]")
    links = [((link.attr("rel") or "").lower(), link.attr("href") or "") for link in document.select(_LINKS)]
    return Head(
        title=title.text if title else "",
        base=(base.attr("href") or "") if base else "",
        language=root.attr("lang") or root.attr("xml:lang") or "",
        metas=(*_metas([meta.attr for meta in document.select("meta[content], meta[value]")]),),
        links=tuple(links),
        json_ld=tuple(json_ld),
    )


def _metas(metas: Sequence[Callable[[str], str | None]]) -> Iterator[tuple[str, str]]:
    """The contents of metas, given by what reads an attribute, under their names; some pages give one meta two, some call the
    content value.
    """
    for read in metas:
        content, name, other = read("content"), read("property"), read("name")
        content = (read("value") or "") if content is None else content
        if name:
            yield name.strip().lower(), content
        if other:
            yield other.strip().lower(), content
        elif not name:
            for attribute in ("itemprop", "http-equiv"):
                name = read(attribute)
                if name:
                    yield f"{attribute}:{name.strip().lower()}", content
