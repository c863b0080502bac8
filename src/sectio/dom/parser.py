"""The HTML parser: text to clean markup by way of its tree.

Imported when a page needs it, which takes as long as reading some pages: most are read without it (`native/repair.c`).
"""

import re
from typing import Any, cast

import turbohtml

from sectio.dom import markup, tags
from sectio.dom.head import LINKED, Stated, may_hide, metas
from sectio.dom.page import Head
from sectio.dom.stylesheets import Styles
from sectio.errors import InputError

# Elements that are not rows and would not be clean markup: scripts and styles are on many pages, the others on few.
_OFTEN = "script, style, svg, body template, iframe:not([src], [data-src], [data-lazy-src])"  # the head is kept as it is written
_SELDOM = ", ".join(sorted(tags.DROPPED - {"head", "script", "style", "svg"}))
# Formulas in TeX, and what MathJax draws next to them.
_FORMULAS = 'script[type^="math/tex" i]'
_DRAWN = ".MathJax_Preview, .MathJax, .MathJax_Display, .MathJax_CHTML, .MathJax_SVG, .MathJax_SVG_Display"
_STYLES = "style:not(noscript style, template style, svg style)"
_LINKS = ", ".join(f"link[rel~={name} i]" for name in sorted(LINKED))


def clean(html: str, *, well: bool = False) -> tuple[bytes, Stated]:
    """The body as clean markup in UTF-8, and what the page says about itself; few pages need to be cleaned `well`."""
    tree = _Tree(html, well=well)
    # Piece by piece, since the whole text would take more memory.
    return b"".join([_encode(piece) for piece in tree.root.serialize_iter()]), tree.stated


def positions(html: str) -> list[tuple[int, int] | None]:
    """Line and column of every row of the page."""
    root = _Tree(html, well=True, positions=True).root
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


def styles(html: str) -> list[tuple[str, str]]:
    """The style elements that apply: for what media, and their text."""
    whole = turbohtml.parse(html)
    return [(style.attr("media") or "", style.text) for style in whole.select(_STYLES)]


def sheets(html: str) -> list[str]:
    """The addresses of the style sheets."""
    whole = turbohtml.parse(html)
    whole.remove(f"{_OFTEN}, {_SELDOM}")
    found = whole.select("link[rel~=stylesheet i][href]:not([rel~=alternate i])")
    return [link.attr("href") or "" for link in found]


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
        self.stated = Stated(_head(document, root, json_ld), styles)
        head = document.select_one("head")
        if head is not None:
            head.extract()

    def _clean_well(self, document: turbohtml.Document) -> None:
        """Remove rare elements that are not part of a page, and rename those not written as clean markup."""
        document.remove(_SELDOM)
        for instruction in cast("list[turbohtml.Node]", document.xpath("//processing-instruction()")):
            instruction.extract()
        for element in self.root.select(", ".join(tags.RAW)):
            element.tag = tags.RAW_PREFIX + element.tag


def _note_frames(document: turbohtml.Document) -> None:
    """Leave the addresses of embedded documents, which are not rows, with the element that holds them."""
    for frame in document.select("iframe[src]"):
        holder = frame.parent
        if isinstance(holder, turbohtml.Element):
            holder.attrs[tags.FRAMES] = f"{holder.attr(tags.FRAMES) or ''} {frame.attr('src')}".strip()


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


def _hiding_styles(document: turbohtml.Document) -> Styles:
    """The style elements that apply and may hide something."""
    found = ((style.attr("media") or "", _encode(style.text)) for style in document.select(_STYLES))
    return Styles.of(style for style in found if may_hide(style[1]))


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
        metas=(*metas([meta.attr for meta in document.select("meta[content], meta[value]")]),),
        links=tuple(links),
        json_ld=tuple(json_ld),
    )


def _encode(text: str) -> bytes:
    """UTF-8, with a replacement for what is not a character: half of a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]", "\ufffd", text).encode()
