"""A page as something to build in a browser: its rows with what matters for looks, and nothing that runs or
loads.
"""

import json
import re
from typing import Final

import numpy as np

from sectio.dom.page import Ints, Page
from sectio.text.addresses import joined

# Blink flattens deeper trees itself and its layout recurses: deeper nodes become children of their ancestor at this
# depth.
MAX_DEPTH: Final = 400
_MAX_VALUE: Final = 2000
_NOT_BUILT: Final = frozenset((
    "src", "srcset", "sizes", "data", "poster", "action", "formaction", "ping", "autofocus", "autoplay",
    "background", "is", "nonce", "alt", "manifest",
))  # fmt: skip
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
# An image that is not loaded takes the room its attributes or styles give it, else 100 pixels by two thirds.
# A page that hides itself until a script runs is still a page.
_DEFAULTS: Final = """
:where(img:not([width], [height])) { width: 100px }
:where(img:not([width][height])) { aspect-ratio: 3 / 2 }
"""
_SHOWN: Final = "html, body { display: block !important; visibility: visible !important; opacity: 1 !important }"
_DOCTYPE: Final = re.compile(r"<!doctype[^>]{0,400}>", re.IGNORECASE)

Tag = tuple[str, list[tuple[str, str]], str]


def doctype(page: Page) -> str:
    """The page's own doctype: it decides whether the browser renders as in 1999."""
    found = _DOCTYPE.search(page.html, 0, 4000)
    return found[0] if found else ""


def payload(page: Page, *, network: bool = False, url: str | None = None) -> str:
    """All the browser needs to build the page, as JSON."""
    names: list[str | None] = [name if name != "#text" else None for name in page.tag_names]
    return json.dumps(
        {
            "parents": _parents(page).tolist(),
            "names": [names[code] for code in page.tag.tolist()],
            "attributes": _attributes(page, network=network),
            "texts": _texts(page),
            "head": _head(page, network=network, url=url),
        },
        ensure_ascii=True,
        separators=(",", ":"),
    )


def _parents(page: Page) -> Ints:
    """The parents, with nodes that are too deep moved up."""
    parents = page.parent.copy()
    deep = page.depth > MAX_DEPTH
    if deep.any():
        at_cap = np.where(page.depth == MAX_DEPTH, np.arange(len(page)), 0)
        parents[deep] = np.maximum.accumulate(at_cap)[deep]
    return parents


def _texts(page: Page) -> list[str]:
    """The texts, with the white space before them in a node of its own."""
    return [
        " " + text if blank and not text[0].isspace() else text
        for text, blank in zip(page.texts, page.after_blank.tolist(), strict=True)
    ]


def _attributes(page: Page, *, network: bool) -> list[list[str] | int]:
    """Names and values in turn, per row; 0 where there are none."""
    hidden = page.hidden & page.is_tag("noscript")
    opened = page.is_tag("details")
    found: list[list[str] | int] = [0] * len(page)
    for row in np.flatnonzero(page.is_element).tolist():
        own: list[str] = []
        for name, value in page.source.attributes(row).items():
            own += _attribute(name, value, network)
        if hidden[row]:
            own += ["hidden", ""]
        if opened[row]:
            own += ["open", ""]
        if own:
            found[row] = own
    return found


def _attribute(name: str, value: str, network: bool) -> tuple[str, ...]:
    """An attribute that may matter for looks; never one that runs or, unless allowed, loads something."""
    if name == "href":
        return name, "#"
    if network and name in ("src", "srcset", "sizes", "background"):
        return name, value
    if name.startswith("on") or name in _NOT_BUILT or len(value) > _MAX_VALUE:
        return ()
    return name, value


def _head(page: Page, *, network: bool, url: str | None) -> list[Tag]:
    """Styles of the page between our defaults and our exceptions; other sheets only with a network."""
    tags: list[Tag] = []
    if network:
        tags += [("base", [("href", joined(url or "", page.source.head().base))], "")]
        sheets = page.source.sheets()
        tags += [("link", [("rel", "stylesheet"), ("href", address)], "") for address in sheets]
    else:
        tags += [("meta", [("http-equiv", "Content-Security-Policy"), ("content", _POLICY)], "")]
    tags.insert(1, ("style", [], _DEFAULTS))
    tags += [("style", [("media", media)] if media else [], text) for media, text in page.source.styles()]
    return [*tags, ("style", [], _SHOWN)]
