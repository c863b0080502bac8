"""Patterns as XPath, and the annotated copy of a page that such an XPath runs on.

The copy is XML: the page's elements with `id`, `class` (tokens sorted) and `dfs`, their number in document
order. Any XPath 1.0 engine reads it.
"""

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from sectio.dom.page import Page
from sectio.sites.forest.identify import (
    MAX_VALUE,
    Identifier,
    Key,
    dfs_index,
    sorted_tokens,
    xml_name,
)

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xpath(key: Key, dfs: Iterable[int] = ()) -> str:
    """The XPath of a pattern; with dfs values, of the elements that were seen."""
    places = [f"@dfs='{index}'" for index in sorted(set(dfs))]
    place = f"({' or '.join(places)})" if len(places) > 1 else "".join(places)
    above = _step(key.under, ("id", "class")) if key.under else ""
    if key.steps:
        return above + key.steps + (f"[{place}]" if place else "")
    return above + _step(key.own, ("class", "id"), place)


def _step(identifier: Identifier, order: tuple[str, ...], place: str = "") -> str:
    values = {"id": identifier.id, "class": identifier.classes}
    tests = [test for name in order if (test := _attribute_test(name, values[name]))]
    tests += [place] if place else []
    return f"//{xml_name(identifier.tag)}" + (f"[{' and '.join(tests)}]" if tests else "")


def _attribute_test(name: str, value: str) -> str:
    """Equality, or the part before the first `#` where the value was generalised or cut."""
    prefix, varies, _ = value.partition("#")
    if varies or len(value) == MAX_VALUE:
        return f"starts-with(@{name},{quoted(prefix)})" if prefix else ""
    return f"@{name}={quoted(value)}" if value else ""


def quoted(value: str) -> str:
    """A string as XPath 1.0 writes it, which has no escapes: with the quotes it lacks, else as a `concat`."""
    if "'" not in value:
        return f"'{value}'"
    if '"' not in value:
        return f'"{value}"'
    parts = ', "\'", '.join(f"'{part}'" for part in value.split("'"))
    return f"concat({parts})"


def annotate(page: Page) -> str:
    """The page as XML, each element with its `dfs`, for any XPath engine."""
    numbers = dfs_index(page)
    parts: list[str] = []
    open_rows: list[int] = []
    texts = dict(zip(page.text_rows.tolist(), page.texts, strict=True))
    for row in range(len(page)):
        while open_rows and page.end[open_rows[-1]] <= row:
            parts.append(f"</{xml_name(page.tag_of(open_rows.pop()))}>")
        if row in texts:
            parts.append(escape(_NOT_XML.sub(" ", texts[row])))
            continue
        parts.append(f"<{xml_name(page.tag_of(row))}{_attributes(page, row)} dfs='{numbers[row]}'>")
        open_rows.append(row)
    parts += [f"</{xml_name(page.tag_of(row))}>" for row in reversed(open_rows)]
    return "".join(parts)


def _attributes(page: Page, row: int) -> str:
    values = {
        "id": " ".join(page.ids.get(row, "").split()),
        "class": sorted_tokens(page.classes.get(row, "")),
    }
    written = {name: quoteattr(_NOT_XML.sub(" ", value)) for name, value in values.items() if value}
    return "".join(f" {name}={value}" for name, value in written.items())
