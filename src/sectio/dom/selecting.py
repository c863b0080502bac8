"""Parts of a page by CSS selector or XPath: what to leave out of it, and what alone to keep.

The parts are cut out of the HTML before anything else looks at it, so everything said about the page agrees. The head is
kept: it says what the page is about.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import turbohtml

from sectio import deadline
from sectio.errors import OptionError

# What no CSS selector begins with.
_XPATH: Final = ("/", "./", "..", "(")
# Elements that are not shown, and hold what is said about the page or how it looks.
_KEPT: Final = 'head, style, meta, link, script[type*="ld+json" i]'


def check(selector: str) -> None:
    """Refuse a selector that cannot be read."""
    _find(turbohtml.parse(""), selector)


def reduced(html: str, *, prune: Sequence[str] = (), only: Sequence[str] = ()) -> tuple[str, bool]:
    """The page without what `prune` selects, and with nothing but what `only` selects; whether `only` selects anything."""
    document = turbohtml.parse(html, allow_declarative_shadow_roots=False)
    # All are looked for in the whole page: positions in an XPath are those of the page as it is.
    wanted, unwanted = _found(document, only), _found(document, prune)
    if only:
        _keep(document, wanted)
    for element in deadline.watched(unwanted):
        element.extract()
    return document.serialize(), bool(wanted or not only)


def _found(document: turbohtml.Document, selectors: Sequence[str]) -> list[turbohtml.Element]:
    return [element for selector in selectors for element in _find(document, selector)]


def _find(document: turbohtml.Document, selector: str) -> list[turbohtml.Element]:
    """The elements that a selector means."""
    deadline.check()
    text = selector.strip()
    try:
        found = document.xpath(text) if text.startswith(_XPATH) else document.select(text)
    except ValueError as error:
        raise OptionError(f"{selector!r} is neither a CSS selector nor an XPath: {error}") from error
    elements = [node for node in found if isinstance(node, turbohtml.Element)] if isinstance(found, list) else []
    if elements != found:
        raise OptionError(f"{selector!r} selects something other than elements; leave out its last step")
    return elements


def _keep(document: turbohtml.Document, wanted: list[turbohtml.Element]) -> None:
    """Remove what is neither wanted nor around what is wanted."""
    whole = {*wanted, *document.select(_KEPT)}
    around = _around(whole)
    open_nodes: list[turbohtml.Node] = [root for root in (document.root,) if root is not None and root not in whole]
    while open_nodes:
        deadline.check()
        for child in open_nodes.pop().children:
            if child in around and child not in whole:
                open_nodes.append(child)
            elif child not in whole:
                child.extract()


def _around(elements: Iterable[turbohtml.Element]) -> set[turbohtml.Node]:
    """The elements above these."""
    found: set[turbohtml.Node] = set()
    for element in deadline.watched(elements):
        for above in element.ancestors:
            if above in found:
                break
            found.add(above)
    return found
