"""What every learned site model can do, whatever method learned it: show its pattern, match a page, choose its content."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import UnionType
from typing import Any, ClassVar, Final, Literal, Self, Union, get_args, get_origin, get_type_hints

from sectio.dom.page import Page
from sectio.errors import OptionError
from sectio.layout import Layout
from sectio.results import Match, Selection

_LARGEST: Final = 2**53  # of numbers that arrays take as they are


def check_types(settings: object) -> None:
    """Refuse settings, given or from a file, of which a value has not the declared type, or is a number beyond all use."""
    for name, kind in get_type_hints(type(settings)).items():
        value = getattr(settings, name)
        if not _fits(value, kind):
            raise OptionError(f"the parameter {name} cannot be {value!r:.60}")


def _fits(value: object, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return any(_fits(value, one) for one in get_args(kind))
    if isinstance(value, int | float) and type(value) is not bool:
        return kind in (float, type(value)) and abs(value) <= _LARGEST
    return type(value) is kind


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
