"""A row: what is kept of one page, found or failed, in the order of the columns."""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from sectio import api
from sectio.batch.records import Record
from sectio.batch.settings import Settings
from sectio.dom.page import Page
from sectio.extraction import Extraction
from sectio.reader import Source
from sectio.results import Section
from sectio.site import Site
from sectio.warc import decode_body
from sectio.workers import Failure, failure_of

if TYPE_CHECKING:  # only runs with a bundle need it, and it loads much
    from sectio.bundle import Bundle

Row = dict[str, Any]
SECTION_FIELDS = ("importance", "noisy", "kind", "role", "text", "words", "xpath")


class Chosen(NamedTuple):
    """The site model for a page, the name it has in the row, and anything unusual about it."""

    model: "Site | Bundle | None" = None
    name: str | None = None
    warning: str | None = None


# Chooses the model for a page by its address; the page is parsed only where there are models to choose from.
Choose = Callable[[str | None, Page], Chosen]


def extract_row(record: Record, shard: str | None, settings: Settings, choose: Choose | None = None) -> Row:
    """Extract a page and keep what the settings ask for. What the library raises becomes a row with the error."""
    start = time.perf_counter()
    row = _row(record, shard, settings)
    try:
        row |= _found(record, row, settings, choose) if record.error is None else {"error": record.error._asdict()}
    except MemoryError:
        raise
    except Exception as error:
        row["error"] = failure_of(error)._asdict()
    if settings.timing:
        row["ms"] = 1000 * (time.perf_counter() - start)
    return row


def failed_row(record: Record, shard: str | None, settings: Settings, error: Failure) -> Row:
    """The row of a page whose worker did not come back."""
    return _row(record, shard, settings) | {"error": error._asdict()}


def _found(record: Record, row: Row, settings: Settings, choose: Choose | None) -> Row:
    page: Source
    raw, encoding, chosen = record.page, None, Chosen()
    assert raw is not None
    if isinstance(raw, bytes):
        raw, is_cut = decode_body(raw, record.headers, settings.max_bytes)
        encoding = charset(record.headers)
        if is_cut and "truncated" not in row["warnings"]:
            row["warnings"].append("truncated")
    row["source"]["sha1"] = _sha1(raw)
    page = raw
    if choose is not None:
        page = api.parse_page(page, encoding=encoding, options=settings.options)
        chosen = choose(record.url, page)
    given: dict[str, Any] = {"method": settings.method, "template": chosen.model, "options": settings.options}
    result = api.extract(page, url=record.url, encoding=encoding, **given)
    said = [*row["warnings"], *result.warnings, *([chosen.warning] if chosen.warning else [])]
    return _fields(result, settings) | {"template": chosen.name, "warnings": list(dict.fromkeys(said))}


def _fields(result: Extraction, settings: Settings) -> Row:
    fields: Row = {
        "ok": result.ok,
        "title": result.title,
        "author": result.author,
        "date": result.date,
        "language": result.language,
        "page_type": result.page_type,
        "confidence": round(float(result.confidence), 4),
        "text": result.text,
        "comments": [asdict(comment) for comment in result.comments],
    }
    for name in ("markdown", "html"):
        if name in settings.include:
            fields[name] = getattr(result, name)
    if "sections" in settings.include:
        fields["sections"] = [_section(section) for section in result.sections]
    return fields


def _section(section: Section) -> Row:
    return {name: getattr(section, name) for name in SECTION_FIELDS}


def _row(record: Record, shard: str | None, settings: Settings) -> Row:
    """All columns in their order, with what is known without reading the page."""
    row: Row = dict.fromkeys(column_names(settings))
    source = {"shard": shard, "record": record.key, "warc_date": record.date, "status": record.status, "sha1": None}
    row |= {"url": record.url, "host": host(record.url), "ok": False}
    return row | {"warnings": list(record.warnings), "source": source}


def column_names(settings: Settings) -> list[str]:
    """The columns of a run, passed-through ones aside."""
    names = "url host ok error title author date language page_type confidence text markdown html comments sections "
    names += "template ms warnings source"
    absent = {"markdown", "html", "sections"} - set(settings.include)
    return [name for name in names.split() if name not in absent]


def _sha1(page: bytes | str) -> str:
    """The hash of the page that was read, after its codings were undone."""
    return hashlib.sha1(page.encode("utf-8", "surrogatepass") if isinstance(page, str) else page).hexdigest()


def host(url: str | None) -> str | None:
    """The host of an address, in lower case."""
    if not url:
        return None
    try:
        return urlsplit(url).hostname or None
    except ValueError:
        return None


def charset(headers: Mapping[str, str]) -> str | None:
    """What a content type says about the encoding."""
    for part in headers.get("content-type", "").split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset" and value.strip():
            return value.strip().strip("\"'") or None
    return None
