"""Which elements of different pages are the same: by tag and attributes, or by the nearest ancestor that has
some.

An identifier is tag, `id` and `class`, with runs of digits written `#`, since content management systems
number their elements (`post-1234`). An element without attributes is known by its tag and the identifier of
its nearest attributed ancestor. The baseline ABSPATHS knows an element by the tags from the root instead.
"""

import re
from typing import NamedTuple

import numpy as np

from sectio import deadline
from sectio.dom.page import Ints, Mask, Page
from sectio.dom.tree import nearest_ancestor

MAX_VALUE = 200

# A digit run differs from page to page; control characters and lone surrogates cannot be written in XML.
_VARYING = re.compile(r"\d+|[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")
_NAME = re.compile(r"[^A-Za-z0-9_.-]")


class Identifier(NamedTuple):
    """Tag and generalised attributes; an absent attribute is empty."""

    tag: str
    id: str = ""
    classes: str = ""


class Key(NamedTuple):
    """What makes elements of different pages the same pattern.

    An element with attributes is its own identifier. A bare one has a tag, the identifier it is `under`, and
    with `steps` the path of tags from there (from the root, where nothing above has attributes).
    """

    own: Identifier
    under: Identifier | None = None
    steps: str = ""


def sorted_tokens(value: str) -> str:
    """Class tokens in alphabetical order, so that their order in the source does not matter."""
    return " ".join(sorted(value.split()))


def generalise(value: str) -> str:
    """A value with its digit runs as `#`, cut at 200 characters."""
    return _VARYING.sub("#", value)[:MAX_VALUE]


def identifiers(page: Page) -> dict[int, Identifier]:
    """The identifier of each row that has an id or a class."""
    found: dict[int, Identifier] = {}
    # Pages repeat few values many times.
    short: dict[tuple[str, bool], str] = {}
    for row in deadline.watched(sorted(page.ids.keys() | page.classes.keys())):
        name = _short(page.ids.get(row, ""), False, short)
        classes = _short(page.classes.get(row, ""), True, short)
        if name or classes:
            found[row] = Identifier(page.tag_of(row), name, classes)
    return found


def _short(value: str, tokens: bool, known: dict[tuple[str, bool], str]) -> str:
    """A value generalised, tokens sorted; made once."""
    if (value, tokens) not in known:
        known[value, tokens] = generalise(sorted_tokens(value) if tokens else " ".join(value.split()))
    return known[value, tokens]


def element_keys(page: Page, rows: Ints, *, steps: bool = False) -> list[Key]:
    """The key of each of these elements; with `steps`, bare ones keep the path from where they are under."""
    known = identifiers(page)
    has = np.zeros(len(page), bool)
    has[list(known)] = True
    above = nearest_ancestor(page, has)[rows].tolist()
    paths = _paths(page, rows, has) if steps else {}
    return [
        Key(known[row]) if row in known else Key(Identifier(page.tag_of(row)), known.get(up), paths.get(row, ""))
        for row, up in deadline.watched(zip(rows.tolist(), above, strict=True))
    ]


def path_keys(page: Page, rows: Ints) -> list[Key]:
    """The tag path from the root to each of these elements, as a key."""
    paths = _paths(page, rows, np.zeros(len(page), bool))
    return [Key(Identifier(page.tag_of(row)), None, paths[row]) for row in rows.tolist()]


# A path longer than this starts over with `//`: ten thousand nested elements must not take quadratic time.
_MAX_PATH = 1000


def _paths(page: Page, rows: Ints, stops: Mask) -> dict[int, str]:
    """The path of tags to each of these elements from the nearest stop above; a stop's own path is empty.

    Paths are built in document order, each from its parent's; only rows on the way to a wanted one are built.
    """
    paths: dict[int, str] = {}
    for row in deadline.watched(np.flatnonzero(_with_ancestors(page, rows)).tolist()):
        base = paths[int(page.parent[row])] if row else ""
        start = base + "/" if len(base) < _MAX_PATH else "//"
        paths[row] = "" if stops[row] else start + xml_name(page.tag_of(row))
    return paths


def _with_ancestors(page: Page, rows: Ints) -> Mask:
    marks = np.zeros(len(page) + 1)
    marks[rows] = 1
    running = np.concatenate(([0.0], np.cumsum(marks[:-1])))
    return (running[page.end] - running[:-1]) > 0


def dfs_index(page: Page) -> Ints:
    """Position of each element in document order among elements, `html` = 1."""
    return np.cumsum(page.is_element, dtype=np.int32)


def xml_name(tag: str) -> str:
    """A tag name that XML accepts: whatever is not allowed becomes an underscore."""
    name = _NAME.sub("_", tag)
    return name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"
