"""What a child does with a page: one job in, the bytes of the answer out."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from sectio import api
from sectio.apps.inspector.view import Inspection, compared
from sectio.errors import InputError
from sectio.site import Site
from sectio.workers import Outcome

Kind = Literal["extract", "sections", "type", "records", "compare", "inspect", "learn", "probe"]
Part = Literal["first", "rest", "all"]
STYLES = {"application/json": "json", "text/markdown": "markdown", "text/plain": "text", "text/html": "html"}
MOST_COMPARED = 6


@dataclass(frozen=True)
class Job:
    """A page, and what is asked of it. `site` is a learned site as JSON; `pages` are those to learn from.

    `part` is the part of an inspection; `is_fetched` says that the client does not have the page.
    """

    kind: Kind
    page: bytes | str = b""
    url: str | None = None
    encoding: str | None = None
    method: str | None = None
    methods: tuple[str, ...] = ()
    site: str | None = None
    style: str = "json"
    fields: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    pages: tuple[tuple[str | None, bytes | str], ...] = ()
    part: Part = "all"
    is_fetched: bool = False


@dataclass(frozen=True)
class Serving:
    """The work of the server's children."""

    def start(self) -> None:
        """Load the model."""
        from sectio.workers import warm

        warm.warm()

    def do(self, job: Job) -> bytes:
        """The body of the answer."""
        return _WORK[job.kind](job).encode("utf-8", "replace")

    def pack(self, items: Sequence[Job], outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Answers and failures as they are."""
        return list(outcomes)


def _given(job: Job) -> dict[str, Any]:
    """What all functions about a page take."""
    return {"url": job.url, "encoding": job.encoding, "template": _site(job), "options": job.options}


def _site(job: Job) -> Site | None:
    return Site.from_json(job.site) if job.site else None


def _extract(job: Job) -> str:
    doc = api.extract(job.page, method=job.method, **_given(job))
    if job.style != "json":
        return str(getattr(doc, job.style))
    return _json(_only(doc.to_dict(sections="sections" in job.fields), job.fields))


def _only(record: dict[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """The fields that were asked for; all without a wish."""
    unknown = [name for name in fields if name not in record]
    if unknown:
        raise InputError(f"there is no field {unknown[0]!r}; choose from {', '.join(record)}")
    return {name: record[name] for name in fields} if fields else record


def _sections(job: Job) -> str:
    found = api.sections(job.page, method=job.method, **_given(job))
    return _json({"sections": [section.to_dict() for section in found]})


def _type(job: Job) -> str:
    found = api.page_type(job.page, url=job.url, encoding=job.encoding, options=job.options)
    return _json({"page_type": found.name, "page_types": dict(found.probabilities)})


def _records(job: Job) -> str:
    page = api.parse_page(job.page, encoding=job.encoding, options=job.options)
    found = api.records(page, url=job.url, template=_site(job), options=job.options)
    return _json({"tables": [asdict(table) for table in found]})


def _compare(job: Job) -> str:
    """One result for each method."""
    if not 1 <= len(job.methods) <= MOST_COMPARED:
        raise InputError(f"compare takes 1 to {MOST_COMPARED} methods")
    return _json({"results": compared(job.page, job.methods, **_given(job))})


def _inspect(job: Job) -> str:
    """What the inspector shows, in two parts for large pages; a page that the client does not have comes along."""
    found = Inspection.of(job.page, method=job.method, **_given(job))
    parts = {"first": found.first, "rest": found.rest, "all": found.whole}
    source = {"source": found.doc.page.html} if job.is_fetched else {}
    return _json({**parts[job.part](), **source})


def _learn(job: Job) -> str:
    pages = [page for _, page in job.pages]
    site = api.learn(pages, method=job.method or "template", urls=[url for url, _ in job.pages], options=job.options)
    coverage = [round(site.match(page).coverage, 4) for page in pages]
    return _json(
        {"pattern": site.pattern, "coverage": coverage, "warnings": list(site.warnings), "site": site.to_json()}
    )


def _probe(job: Job) -> str:
    return api.extract("<p>The harbour froze over again on Sunday, and the ferries stayed at their berths.").text


def _json(record: object) -> str:
    return json.dumps(record, ensure_ascii=False)


_WORK = {
    "extract": _extract,
    "sections": _sections,
    "type": _type,
    "records": _records,
    "compare": _compare,
    "inspect": _inspect,
    "learn": _learn,
    "probe": _probe,
}
