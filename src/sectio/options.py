"""The handful of things a user decides for every page; a method's own parameters stay with the method."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, TypeAlias

from sectio.deadline import Deadline
from sectio.errors import OptionError

MB = 1_000_000
BALANCED = 0.5
_FAVOR = {"precision": 0.0, "balanced": BALANCED, "recall": 1.0}


@dataclass(frozen=True)
class Options:
    """Limits and preferences, validated when created.

    A page above one of the limits `max_bytes`, `max_nodes` and `timeout` is an error. The page is read without the elements
    that `prune` selects, or with nothing but those that `only` selects.
    """

    max_bytes: int = 20 * MB
    """Size of the largest page, in bytes."""
    max_nodes: int = 1_000_000
    """Size of the largest page, in nodes."""
    timeout: float = 10.0
    """Seconds of work on a page, shared by `extract` and everything read from its result."""
    favor: float | str | None = None
    """From 0 or `"precision"` (leave out what is doubtful) to 1 or `"recall"` (keep it); `"balanced"` is 0.5."""
    prune: str | Sequence[str] = ()
    """CSS selectors or XPaths of elements to remove from the page before anything is decided."""
    only: str | Sequence[str] = ()
    """CSS selectors or XPaths of the only elements to read."""
    target_language: str | None = None
    """A language code such as `en`. A page in another language has no content."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of the method, by name."""

    def __post_init__(self) -> None:
        for name in ("max_bytes", "max_nodes", "timeout"):
            _check_positive(name, getattr(self, name))
        object.__setattr__(self, "favor", None if self.favor is None else favor_of(self.favor))
        for name in ("prune", "only"):
            object.__setattr__(self, name, _selectors(name, getattr(self, name)))
        if self.target_language is not None:
            object.__setattr__(self, "target_language", _language(self.target_language))
        _mapping(self.parameters)

    @classmethod
    def of(cls, given: "GivenOptions") -> "Options":
        """Options from a mapping: known names are options, all others are parameters of the method."""
        if given is None:
            return _usual()
        if isinstance(given, Options):
            return given
        if not isinstance(given, Mapping):
            raise OptionError(f"options are a mapping or sectio.Options, not {type(given).__name__}")
        own = {item.name for item in fields(cls)} - {"parameters"}
        parameters = {str(name): value for name, value in given.items() if name not in own and name != "parameters"}
        known = {name: value for name, value in given.items() if name in own}
        return cls(**known, parameters={**parameters, **_mapping(given.get("parameters", {}))})

    def deadline(self, pages: int = 1) -> Deadline:
        """A fresh time budget for this number of pages."""
        return Deadline(self.timeout * max(pages, 1))


@cache
def _usual() -> Options:
    """The options of nearly every call: checked once."""
    return Options()


GivenOptions: TypeAlias = Options | Mapping[str, Any] | None


def favor_of(value: object) -> float:
    """The number that a preference means: a word, or a number from 0 to 1."""
    if isinstance(value, str) and value in _FAVOR:
        return _FAVOR[value]
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    raise OptionError(f"favor must be precision, balanced, recall or a number from 0 to 1, not {value!r}")


def _check_positive(name: str, value: object) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value) or value <= 0:
        raise OptionError(f"option {name} must be a positive number, not {value!r}")


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise OptionError(f"parameters must be a mapping from names to values, not {value!r}")
    return value


def _selectors(name: str, value: object) -> tuple[str, ...]:
    """CSS selectors and XPaths, as a tuple, each one readable."""
    given = (value,) if isinstance(value, str) else () if value is None else value
    if not isinstance(given, Sequence) or not all(isinstance(selector, str) for selector in given):
        raise OptionError(f"{name} takes a CSS selector or an XPath, or a list of these, not {value!r}")
    if given:
        from sectio.dom import selecting  # loads the parser, which takes time

        for selector in given:
            selecting.check(selector)
    return tuple(given)


def _language(value: object) -> str:
    """The language of a tag such as `en` or `pt-BR`."""
    match = re.fullmatch(r"([A-Za-z]{2,3})(?:[-_]\w+)*", value) if isinstance(value, str) else None
    if match is None:
        raise OptionError(f"target_language is a code such as en or pt-BR, not {value!r}")
    return match[1].lower()
