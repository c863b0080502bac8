"""What the inspector shows of a page, as plain values: first what is needed to look at it, then the rest.

The first part of a large page is there in a fraction of the time of the whole.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sectio import __version__, api
from sectio.apps.inspector import prepared
from sectio.bundle import Bundle
from sectio.extraction import Extraction
from sectio.layout import Given
from sectio.options import GivenOptions
from sectio.reader import Source
from sectio.results import Section
from sectio.site import Site

SCHEMA = "sectio-inspect/1"
MOST_UNMATCHED = 20
SHOWN = 200  # characters of a section that the list shows
# Methods that a report compares unless told otherwise: the default, a classic, and everything visible.
COMPARED = ("sectio", "boilerpipe-article", "body")


@dataclass(frozen=True, eq=False)
class Inspection:
    """A page that was worked on, and how it was."""

    doc: Extraction
    ms: float
    site: Site | Bundle | None = None

    @classmethod
    def of(
        cls,
        source: Source,
        *,
        url: str | None = None,
        encoding: str | None = None,
        method: str | None = None,
        template: Site | Bundle | None = None,
        layout: Given = None,
        favor: float | str | None = None,
        options: GivenOptions = None,
    ) -> "Inspection":
        """Extract a page; `ms` is the time until its text is there."""
        start = time.perf_counter()
        doc = api.extract(
            source, url=url, encoding=encoding, template=template, method=method, layout=layout, favor=favor, options=options
        )  # fmt: skip
        _ = doc.text
        return cls(doc, (time.perf_counter() - start) * 1000, template)

    def first(self) -> dict[str, Any]:
        """The page as it is shown, its sections in short, and the facts of the head line."""
        doc = self.doc
        names = ("title", "author", "date", "language", "page_type", "url", "method")
        return {
            "schema": SCHEMA,
            "version": __version__,
            **{name: getattr(doc, name) for name in names},
            "page_types": dict(doc.page_types),
            "confidence": round(float(doc.confidence), 4),
            "warnings": list(doc.warnings),
            "ms": round(self.ms, 1),
            "words": len(doc.text.split()),
            "all_words": int(doc.page.words[doc.page.visible].sum()),
            "sections": [_short(section) for section in doc.sections],
            "site": self._fit(),
            "page": prepared.write(doc.page, doc.sections),
        }

    def rest(self) -> dict[str, Any]:
        """The whole result, as `POST /extract` gives it with its sections, and its clean HTML."""
        return {"result": self.doc.to_dict(sections=True), "html": self.doc.html}

    def whole(self) -> dict[str, Any]:
        """Both parts, what is in the result only once."""
        first = {name: value for name, value in self.first().items() if name != "sections"}
        return {**first, **self.rest()}

    def _fit(self) -> dict[str, Any] | None:
        """What was learned about the site, and how well the page fits."""
        if self.site is None:
            return None
        found = self.site.match(self.doc.page)
        return {
            "pattern": self.site.pattern,
            "coverage": round(found.coverage, 4),
            "threshold": self.site.drift_threshold,
            "warnings": [*self.site.warnings, *found.warnings],
            "unmatched": list(found.unmatched[:MOST_UNMATCHED]),
        }


def compared(
    source: Source, methods: Sequence[str], *, url: str | None = None, encoding: str | None = None,
    template: Site | Bundle | None = None, options: GivenOptions = None,
) -> list[dict[str, Any]]:  # fmt: skip
    """The text that each method finds on a page; the site is for those that can use it."""
    page = api.parse_page(source, encoding=encoding, options=options)
    found = []
    for method in methods:
        given = template if method == api.DEFAULT_METHOD or _needs_site(method) else None
        doc = api.extract(page, url=url, template=given, method=method, options=options)
        record = {"method": method, "text": doc.text, "title": doc.title}
        found.append({**record, "confidence": round(float(doc.confidence), 4), "warnings": list(doc.warnings)})
    return found


def _needs_site(method: str) -> bool:
    known = api.methods()
    return method in known and known[method].needs_site


def _short(section: Section) -> dict[str, Any]:
    """A section without its reason, which takes time, and with the beginning of its text."""
    names = ("importance", "noisy", "kind", "role", "words", "xpath", "box")
    return {**{name: getattr(section, name) for name in names}, "text": section.text[:SHOWN]}
