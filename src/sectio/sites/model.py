"""What every learned site model can do, whatever method learned it: save itself, say its pattern, match, extract."""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

from sectio.dom.decode import decode
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import TemplateError
from sectio.results import Match, Selection

SCHEMA = "sectio-site/1"


class SiteModel(ABC):
    """A learned site. Models are data: one JSON file, readable, versioned, no code in it."""

    method: ClassVar[str]
    warnings: tuple[str, ...] = ()
    drift_threshold: float = 0.5

    @property
    @abstractmethod
    def pattern(self) -> str:
        """What was learned, as text a person can read."""

    @abstractmethod
    def select(self, page: Page) -> Selection:
        """The content of a page of this site."""

    @abstractmethod
    def match_page(self, page: Page) -> Match:
        """How well a page fits."""

    @abstractmethod
    def updated(self, pages: Sequence[Page], *, urls: Sequence[str | None] | None = None) -> Self:
        """A model that has also seen these pages."""

    @abstractmethod
    def to_data(self) -> dict[str, Any]:
        """The model as plain JSON values."""

    @classmethod
    @abstractmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The model back from `to_data`; raises `TemplateError` on data that does not fit."""

    def match(self, source: bytes | str) -> Match:
        """How well a page, as bytes or text, fits."""
        return self.match_page(read_page(source))

    def update(self, pages: Sequence[bytes | str], *, urls: Sequence[str | None] | None = None) -> Self:
        """A model that has also seen these pages, given as bytes or text; this one stays as it is."""
        return self.updated([read_page(page) for page in pages], urls=urls)

    def save(self, path: str | Path) -> None:
        """Write the model as one JSON file."""
        record = {"schema": SCHEMA, "method": self.method, "warnings": list(self.warnings), "model": self.to_data()}
        Path(path).write_text(json.dumps(record, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def read_page(source: bytes | str) -> Page:
    """Decode and parse one page."""
    text, encoding = decode(source) if isinstance(source, bytes) else (source, "utf-8")
    return parse(text, encoding=encoding)


def read_model_file(path: str | Path) -> dict[str, Any]:
    """The record in a model file, checked as far as its method."""
    try:
        record = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise TemplateError(f"{path} is not a site model: {error}; learn it again with `sectio learn`") from error
    if not isinstance(record, dict) or record.get("schema") != SCHEMA or "method" not in record:
        raise TemplateError(
            f"{path} is not a site model of this version ({SCHEMA}); learn it again with `sectio learn`"
        )
    return record
