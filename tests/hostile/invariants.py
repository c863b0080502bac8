"""What is true of every result for every input: all outputs and properties are read, and whatever is wrong is named."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from functools import cached_property
from random import Random
from typing import Any

import sectio
from sectio.dom.page import covered
from sectio.dom.unicode import composed
from sectio.output import WRITERS
from tests.compiled import uncompiled
from tests.hostile import strings
from tests.hostile.dom import foreign

Source = str | bytes
PROPERTIES = sorted(
    name for name, value in vars(sectio.Extraction).items() if isinstance(value, property | cached_property)
)
METHODS = [name for name, method in sectio.methods().items() if not method.needs_site]
OPTIONS = {"timeout": 60.0}


def read_all(source: Source, **how: Any) -> tuple[sectio.Extraction, dict[str, str]]:
    """A result of which everything was read, and all it is written as."""
    result = sectio.extract(source, options=OPTIONS, **how)
    for name in PROPERTIES:
        getattr(result, name)
    return result, {name: write(result) for name, write in WRITERS.items()}


def faults(source: Source) -> list[str]:
    """What is wrong with the result for an input; an error of ours is a result."""
    try:
        result, written = read_all(source)
    except sectio.SectioError:
        return []
    return [fault for look in _LOOKS for fault in look(result, written)]


def _strings(result: sectio.Extraction, written: dict[str, str]) -> Iterator[str]:
    for place, text in (*strings.of(result), *written.items()):
        found = strings.fault(text)
        if found:
            yield f"{place}: {found}"


def _well_formed(result: sectio.Extraction, written: dict[str, str]) -> Iterator[str]:
    for name, text in (("xml", written["xml"]), ("tei", written["tei"]), ("html", f"<html>{written['html']}</html>")):
        try:
            ElementTree.fromstring(text.encode())
        except ElementTree.ParseError as error:
            yield f"{name} is not well-formed: {error}"


def _readable(result: sectio.Extraction, written: dict[str, str]) -> Iterator[str]:
    if json.loads(written["json"]) != json.loads(written["jsonl"]) or "\n" in written["jsonl"].rstrip("\n"):
        yield "json and jsonl differ"
    rows = list(csv.reader(io.StringIO(written["csv"])))
    if len(rows) != 2 or len(rows[0]) != len(rows[1]):
        yield "csv is not one header and one row"


def _foreign(result: sectio.Extraction, written: dict[str, str]) -> Iterator[str]:
    for fault in foreign(written["html"]):
        yield f"html has {fault}"


_LOOKS: tuple[Callable[[sectio.Extraction, dict[str, str]], Iterator[str]], ...] = (
    _strings, _well_formed, _readable, _foreign,
)  # fmt: skip


# What is looked at for some of the inputs


def repeated(source: Source, _: Random) -> list[str]:
    """The result is the same twice."""
    return _differences(_record(source), _record(source), "twice")


def twins(source: Source, _: Random) -> list[str]:
    """The result is the same without compiled code."""
    with uncompiled():
        plain = _record(source)
    return _differences(_record(source), plain, "compiled and plain")


def _record(source: Source) -> dict[str, Any]:
    try:
        result, written = read_all(source)
    except sectio.SectioError as error:
        return {"error": str(error)}
    return {**written, "record": result.to_dict(sections=True)}


def _differences(one: dict[str, Any], other: dict[str, Any], what: str) -> list[str]:
    return [f"{what}: {name} differs" for name in one.keys() | other.keys() if one.get(name) != other.get(name)]


def methods(source: Source, draw: Random) -> list[str]:
    """Another method, and text that is not lost: the whole body has every visible character."""
    try:
        read_all(source, method=draw.choice(METHODS))
        body = sectio.extract(source, method="body", options=OPTIONS)
    except sectio.SectioError:
        return []
    page = body.page
    shown = page.visible & ~covered(page, page.is_tag("math"))  # a formula is written as TeX
    texts = [text for text, is_shown in zip(page.texts, shown[page.text_rows].tolist(), strict=True) if is_shown]
    lost = _letters(composed(" ".join(texts))) - _letters(body.text)
    return [f"body lost {sorted(lost)[:9]!a}"] if lost else []


def _letters(text: str) -> set[str]:
    return {char for char in text if char.isascii() and char.isalnum()}


def reasons(source: Source, _: Random) -> list[str]:
    """Every section has a reason that can be written."""
    try:
        found = sectio.sections(source, options=OPTIONS)
    except sectio.SectioError:
        return []
    return [fault for section in found if (fault := strings.fault(section.reason))]


def sites(source: Source, draw: Random) -> list[str]:
    """The input among the pages of a site, and extracted with what was learned."""
    try:
        page = source if draw.random() < 0.5 else "<p>other"
        site = sectio.learn([source, page, source], options=OPTIONS)
        site.match(source)
        read_all(source, template=site)
        sectio.cluster([source, page, "<p>x"], options=OPTIONS)
    except sectio.SectioError:
        pass
    return []
