"""A learned site: the model of one method and, with templates, what the default extractor remembers.

One object above the layers, so that learning, updating, saving and loading keep all its parts together.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sectio import sites
from sectio.dom.page import Page
from sectio.errors import InputError, TemplateError
from sectio.files import write_whole
from sectio.options import GivenOptions, Options
from sectio.reader import Source, read
from sectio.results import Match
from sectio.sites.model import SiteModel

# What only site mode needs is imported where it is used: `import sectio` stays quick.
if TYPE_CHECKING:
    from sectio.model.sitemode import KnownSite

SCHEMA = "sectio-site/1"
MAX_FILE = 200_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Site:
    """What was learned from the pages of one site. It is plain data, saved as one JSON file."""

    model: SiteModel
    """What the method learned."""
    known: "KnownSite | None" = None
    """What the default extractor remembers: templates, and its memory of the sample pages. None with other methods."""

    @classmethod
    def learn(cls, pages: Sequence[Page], *, method: str = "template", **given: Any) -> Self:
        """Learn from parsed pages; `given` are `urls`, `feed` and `parameters`."""
        return cls._of(sites.learn(pages, method=method, **given), pages)

    @classmethod
    def _of(cls, model: SiteModel, pages: Sequence[Page]) -> Self:
        from sectio.sites.template.model import TemplateSite

        if not isinstance(model, TemplateSite):
            return cls(model)
        from sectio.model.sitemode import KnownSite

        return cls(model, KnownSite.learn(model, pages))

    def __repr__(self) -> str:
        said = f", warnings={self.warnings!r}" if self.warnings else ""
        return f"Site({self.method!r}{said})"

    @property
    def method(self) -> str:
        """The method it was learned with."""
        return self.model.method

    @property
    def pattern(self) -> str:
        """What was learned, as text that people can read."""
        return self.model.pattern

    @property
    def xpath(self) -> str:
        """Where the content is, as an XPath, if the method learns one (FOREST and its variants)."""
        found = self.model.xpath
        if found is None:
            raise TemplateError(f"a site learned with method {self.method} has no XPath; learn it with method forest")
        return found

    @property
    def warnings(self) -> tuple[str, ...]:
        """Short codes for anything unusual about the sample pages."""
        return self.model.warnings

    @property
    def drift_threshold(self) -> float:
        """A page with a coverage below this no longer fits the site."""
        return self.model.drift_threshold

    def match(self, source: Source, *, options: GivenOptions = None) -> Match:
        """How well a page fits the site."""
        limits = Options.of(options)
        with limits.deadline():
            return self.model.match_page(read(source, limits))

    def update(
        self, pages: Sequence[Source], *, urls: Sequence[str | None] | None = None, options: GivenOptions = None
    ) -> Self:
        """A new site that has learned from more pages; this one does not change."""
        parsed = read_all(pages, options)
        if self.known is None:
            return type(self)(self.model.updated(parsed, urls=urls))
        known = self.known.updated(parsed)
        return type(self)(known.site, known)

    def merge(self, other: "Site") -> Self:
        """A new site that joins two, both learned by templates; similar templates become one."""
        if self.known is None or other.known is None:
            raise TemplateError(
                f"sites learned with {self.method} and {other.method} cannot be merged; learn one again"
            )
        known = self.known.merged(other.known)
        return type(self)(known.site, known)

    def save(self, path: str | Path) -> None:
        """Write the site as one JSON file."""
        write_whole(path, self.to_json().encode())

    def to_json(self) -> str:
        """What `save` writes."""
        record = {
            "schema": SCHEMA,
            "method": self.method,
            "warnings": list(self.warnings),
            "model": self.model.to_data(),
        }
        if self.known is not None:
            record["memory"] = self.known.memory.to_data()
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a site from its file; everything is checked before it is used."""
        try:
            if Path(path).stat().st_size > MAX_FILE:
                raise TemplateError(f"it has more than {MAX_FILE // 1_000_000} MB and is not a site file; {_AGAIN}")
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise TemplateError(f"{path} cannot be read ({error.strerror}); check the path") from error
        except UnicodeDecodeError as error:
            raise TemplateError(f"{path} is not a site file ({error}); {_AGAIN}") from error
        try:
            return cls.from_json(text)
        except TemplateError as error:
            raise TemplateError(f"{path}: {error}") from error

    @classmethod
    def from_json(cls, text: str) -> Self:
        """A site from what `to_json` wrote."""
        return cls._from_record(_record(text))

    @classmethod
    def _from_record(cls, record: dict[str, Any]) -> Self:
        from sectio.sites.template.model import TemplateSite

        model = sites.from_data(record["method"], record["model"])
        if not isinstance(model, TemplateSite):
            return cls(model)
        from sectio.model.memory import Memory
        from sectio.model.sitemode import KnownSite

        # Files of version 0.1 have the memory inside the model.
        memory = Memory.from_data(record.get("memory") or record["model"].get("memory"))
        return cls(model, KnownSite(model, memory))


def read_all(pages: Iterable[Source], options: GivenOptions = None) -> list[Page]:
    """The parsed pages of a sample."""
    if isinstance(pages, bytes | bytearray | memoryview | str | Page):
        raise InputError("learning takes a list of pages, not one page")
    if not isinstance(pages, Iterable):
        raise InputError(f"several pages are a list of bytes, str or Page, not {type(pages).__name__}")
    limits = Options.of(options)
    return [read(page, limits) for page in pages]


_AGAIN = "learn it again with `sectio learn`"


def _record(text: str) -> dict[str, Any]:
    """The record in a site file, checked as far as its method."""
    try:
        record = json.loads(text)
        if "\\ud" in text.lower() or not text.isascii():  # half a character cannot be written again
            json.dumps(record, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise TemplateError(f"not a site file ({error}); {_AGAIN}") from error
    if not isinstance(record, dict) or record.get("schema") != SCHEMA:
        raise TemplateError(f"not a site file of this version ({SCHEMA}); {_AGAIN}")
    if not isinstance(record.get("method"), str) or not isinstance(record.get("model"), dict):
        raise TemplateError(f"damaged: it has no method or no model; {_AGAIN}")
    return record
