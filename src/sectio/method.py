"""What a method is: a name, where it comes from, what it needs, and one function from a page to a selection."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from sectio.deadline import Deadline
from sectio.dom.page import Page
from sectio.errors import MethodError, OptionError
from sectio.layout import Layout
from sectio.options import Options
from sectio.results import Selection

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Context:
    """What a method may use besides the page; None for what was not passed.

    `site` is what was learned about the page's site, in the form the method itself learned.
    """

    url: str | None = None
    layout: Layout | None = None
    site: object | None = None
    favor: float | None = None
    deadline: Deadline = field(default_factory=lambda: Options.of(None).deadline())


class Select(Protocol):
    """From a page to the part of it that is content."""

    def __call__(self, page: Page, context: Context, parameters: Mapping[str, Any]) -> Selection:
        """Choose the content; `parameters` are the method's own, by name."""


@dataclass(frozen=True)
class Method:
    """A way to find content, by name."""

    name: str
    """The name to pass as `method=`."""
    paper: str
    """Authors and year."""
    summary: str
    """What it does, in one line."""
    run: Select = field(repr=False, compare=False)
    """The function that chooses the content of a page."""
    needs: tuple[str, ...] = ()
    """What it needs: `site`, or nothing."""
    uses: tuple[str, ...] = ()
    """What else it can use: `site`, `favor`, `layout`."""
    parameters: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Its own parameters, by name, with their defaults."""
    types: tuple[str, ...] = ()
    """The page types that it tells apart, if any."""

    @property
    def needs_site(self) -> bool:
        """Whether a site must be learned first."""
        return "site" in self.needs

    def select(self, page: Page, context: Context, parameters: Mapping[str, Any] = NOTHING) -> Selection:
        """Choose the content of a page; what the method would have to ignore is an error."""
        self.check(context, parameters)
        return self.run(page, context, parameters)

    def check(self, context: Context, parameters: Mapping[str, Any]) -> None:
        """Refuse what the method would have to ignore."""
        unknown = sorted(set(parameters) - set(self.parameters))
        if unknown:
            choice = ", ".join(sorted(self.parameters)) or "none"
            raise OptionError(f"method {self.name} has no parameter {unknown[0]!r}; it has: {choice}")
        if self.needs_site and context.site is None:
            raise MethodError(f"method {self.name} needs a site; learn one with `sectio learn --method {self.name}`")
        if context.site is not None and "site" not in (*self.needs, *self.uses):
            raise MethodError(f"method {self.name} looks at one page and cannot use a template; leave it out")
        if context.favor is not None and "favor" not in self.uses:
            raise MethodError(f"method {self.name} has a fixed balance and takes no favor; leave it out")
