"""What every learned site model can do, whatever method learned it: show its pattern, match a page, choose its content."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from sectio.dom.page import Page
from sectio.layout import Layout
from sectio.results import Match, Selection


class SiteModel(ABC):
    """What a method learned about a site: plain data, no code."""

    method: ClassVar[str]
    warnings: tuple[str, ...] = ()
    drift_threshold: float = 0.5

    @property
    @abstractmethod
    def pattern(self) -> str:
        """What was learned, as text a person can read."""

    @property
    def xpath(self) -> str | None:
        """Where the content is, as an XPath; None for models that do not know it so."""
        return None

    @abstractmethod
    def select(self, page: Page, *, layout: Layout | None = None) -> Selection:
        """The content of a page of this site; `layout` is for models that weigh areas."""

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
