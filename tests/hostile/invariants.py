"""What is true of every result for every input: all outputs and properties are read, and whatever is wrong is named."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import sectio
from sectio.dom.page import covered
from sectio.dom.unicode import composed
from sectio.once import once
from sectio.output import PARTS, WRITERS
from sectio.output.furniture import captions, is_furniture
from tests.compiled import uncompiled
from tests.hostile import strings
from tests.hostile.dom import foreign

Source = str | bytes
PROPERTIES = sorted(name for name, value in vars(sectio.Extraction).items() if isinstance(value, property | once))
METHODS = [name for name, method in sectio.methods().items() if not method.needs_site]
OPTIONS = {"timeout": 600.0}  # of a clock that goes on while a machine pauses its jobs


@dataclass(frozen=True)
class Reading:
    """A source and all that was read of it: without a result if it was refused with an error of ours."""

    source: Source
    result: sectio.Extraction | None
    written: dict[str, str]
    record: dict[str, Any]


def read_all(source: Source, **how: Any) -> Reading:
    """A result of which everything was read, and all it is written as."""
    try:
        result = sectio.extract(source, options=OPTIONS, **how)
        for name in PROPERTIES:
            getattr(result, name)
        written = {name: write(result) for name, write in WRITERS.items()}
        return Reading(source, result, written, result.to_dict(sections=True))
    except sectio.SectioError as error:
        return Reading(source, None, {}, {"error": str(error)})


# What compiled code decides, reads and writes; all else is made of it by Python.
CORE = ("text", "title", "author", "date", "page_type", "confidence", "warnings", "comments")


def read_core(source: Source) -> Reading:
    """A result of which only that was read in which compiled code has a part, at a fraction of the time."""
    try:
        result = sectio.extract(source, options=OPTIONS)
        said = {name: repr(getattr(result, name)) for name in CORE}
        hidden = result.page.hidden.tobytes(), result.page.visible.tobytes()
        return Reading(source, None, said, {"hidden": hidden})
    except sectio.SectioError as error:
        return Reading(source, None, {}, {"error": str(error)})


def faults(reading: Reading) -> list[str]:
    """What is wrong with a result; an error of ours is a result."""
    return [fault for look in _LOOKS for fault in look(reading)] if reading.result else []


def _strings(reading: Reading) -> Iterator[str]:
    assert reading.result
    places, texts = zip(*strings.of(reading.result, reading.record), *reading.written.items(), strict=True)
    if strings.fault("\n".join(texts)):  # quicker than one by one, and all is well nearly always
        yield from (
            f"{place}: {found}" for place, text in zip(places, texts, strict=True) if (found := strings.fault(text))
        )


def _well_formed(reading: Reading) -> Iterator[str]:
    written = reading.written
    for name, text in (("xml", written["xml"]), ("tei", written["tei"]), ("html", f"<html>{written['html']}</html>")):
        try:
            ElementTree.fromstring(text.encode())
        except ElementTree.ParseError as error:
            yield f"{name} is not well-formed: {error}"


def _readable(reading: Reading) -> Iterator[str]:
    written = reading.written
    if json.loads(written["json"]) != json.loads(written["jsonl"]) or "\n" in written["jsonl"].rstrip("\n"):
        yield "json and jsonl differ"
    rows = list(csv.reader(io.StringIO(written["csv"])))
    if len(rows) != 2 or len(rows[0]) != len(rows[1]):
        yield "csv is not one header and one row"


def _foreign(reading: Reading) -> Iterator[str]:
    for fault in foreign(reading.written["html"]):
        yield f"html has {fault}"


_LOOKS: tuple[Callable[[Reading], Iterator[str]], ...] = (_strings, _well_formed, _readable, _foreign)


# What is looked at for some of the inputs


def repeated(reading: Reading, _: Random) -> list[str]:
    """The result is the same twice."""
    return _differences(reading, read_all(reading.source), "twice")


def twins(reading: Reading, _: Random) -> list[str]:
    """The result is the same without compiled code."""
    with uncompiled():
        plain = read_all(reading.source)
    return _differences(reading, plain, "compiled and plain")


def core_twins(reading: Reading, _: Random) -> list[str]:
    """What compiled code has a part in is the same without it."""
    with uncompiled():
        plain = read_core(reading.source)
    return _differences(reading, plain, "compiled and plain")


def _differences(one: Reading, other: Reading, what: str) -> list[str]:
    found = [
        name for name in one.written.keys() | other.written.keys() if one.written.get(name) != other.written.get(name)
    ]
    return [f"{what}: {name} differs" for name in (*found, *(["record"] if one.record != other.record else []))]


def methods(reading: Reading, draw: Random) -> list[str]:
    """Another method, and text that is not lost: the whole body has every visible character, captions in Markdown alone."""
    read_all(reading.source, method=draw.choice(METHODS))
    try:
        body = sectio.extract(reading.source, method="body", options=OPTIONS)
    except sectio.SectioError:
        return []
    page = body.page
    shown = page.visible & ~covered(page, page.is_tag("math"))  # a formula is written as TeX
    written = shown[page.text_rows] & ~is_furniture(page)
    if captions(page)[written].all():  # figures are written beside other text alone
        return []
    texts = [text for text, is_written in zip(page.texts, written.tolist(), strict=True) if is_written]
    if page.has("pre", "code"):  # the numbers beside the lines of a listing are left out
        texts = [text for text in texts if not "".join(text.split()).isdigit()]
    lost = _letters(composed(" ".join(texts))) - _letters(body.text + body.markdown)
    return [f"body lost {sorted(lost)[:9]!a}"] if lost else []


def _letters(text: str) -> set[str]:
    return {char for char in text if char.isascii() and char.isalnum()}


def reasons(reading: Reading, _: Random) -> list[str]:
    """Every section has a reason that can be written."""
    if reading.result is None:
        return []
    return [fault for section in reading.result.sections if (fault := strings.fault(section.reason))]


def sections(reading: Reading, _: Random) -> list[str]:
    """The sections are the same when they are asked for alone."""
    if reading.result is None:
        return []
    alone = [section.to_dict() for section in sectio.sections(reading.source, options=OPTIONS)]
    return [] if alone == reading.record["sections"] else ["sections alone differ"]


def switches(reading: Reading, draw: Random) -> list[str]:
    """HTML with comments, with a title, without some parts; metadata in front of the text, a field a line."""
    if reading.result is None:
        return []
    without = draw.sample(PARTS[1:], draw.randint(0, len(PARTS) - 1))
    html = reading.result.render("html", title=True, include=["comments"], exclude=without)
    found = [f"html without {without} has {fault}" for fault in foreign(html)]
    try:
        ElementTree.fromstring(f"<html>{html}</html>".encode())
    except ElementTree.ParseError as error:
        found.append(f"html without {without} is not well-formed: {error}")
    _, *fields = reading.result.render("text", front_matter=True).partition("\n---")[0].split("\n")
    for field in fields:
        json.loads(field.partition(": ")[2])
    return found


def sites(reading: Reading, draw: Random) -> list[str]:
    """The input among the pages of a site, and extracted with what was learned."""
    source = reading.source
    try:
        page = source if draw.random() < 0.5 else "<p>other"
        site = sectio.learn([source, page, source], options=OPTIONS)
        site.match(source)
        found = faults(read_all(source, template=site))
        sectio.cluster([source, page, "<p>x"], options=OPTIONS)
    except sectio.SectioError:
        return []
    return found
