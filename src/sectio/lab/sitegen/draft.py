"""A site's fixed choices, and the sheet on which a theme draws one page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .language import Language, Voice
from .markup import El, Kid, add
from .model import Knobs, Plan
from .naming import Naming
from .rng import Rng, hashed
from .serialise import Mess

T = TypeVar("T")
_LAYOUT = ("float", "width", "display", "position", "background")


@dataclass(frozen=True)
class Menu:
    """Boilerplate of one cluster of pages: a side menu and perhaps a remark."""

    name: str
    items: tuple[str, ...]
    text: str | None


@dataclass(frozen=True)
class Site:
    """Everything the pages of a site share."""

    key: str
    theme: str
    title: str
    host: str
    language: Language
    naming: Naming
    mess: Mess
    knobs: Knobs
    css: Mapping[str, str]
    nav: tuple[tuple[str, str], ...]
    menus: tuple[Menu, ...]
    plans: tuple[Plan, ...] = ()

    def choose(self, name: str, options: Sequence[T]) -> T:
        """The site's own and lasting choice."""
        return options[hashed(self.key, name) % len(options)]

    def ui(self, key: str, **values: object) -> str:
        """A phrase of the template: the same words on every page."""
        template = self.choose("ui/" + key, self.language.words[key])
        return (
            Voice(self.language, Rng(self.key, "ui", key), None).fill(template, **values)
            if "{" in template
            else template
        )

    def show(self, day: str) -> str:
        """A date as this site prints it."""
        year, month, number = day.split("-")
        style = self.choose("date", ("long", "long", "iso", "dots"))
        if style == "iso":
            return day
        if style == "dots":
            return f"{number}.{month}.{year}"
        words = self.language.words
        named = {"day": str(int(number)), "month": words["month"][int(month) - 1], "year": year}
        return Voice(self.language, Rng(day), None).fill(words["longdate"][0], **named)


@dataclass(frozen=True)
class Draft:
    """One page in the making."""

    site: Site
    plan: Plan
    rng: Rng
    voice: Voice

    def el(self, tag: str, role: str, *kids: Kid, label: str | None = None, local: bool = False, **attrs: str) -> El:
        """An element named after its role the way the site names things."""
        names = self.site.naming.attrs(role)
        style = self.site.css.get(role, "")
        if not names and any(word in style for word in _LAYOUT):
            names = {"style": style}
        el = El(tag, {**names, **attrs}, [], label, local)
        add(el, *kids)
        return el

    def keep(self, weight: float = 0.5) -> bool:
        """Whether an optional block is there on this page."""
        return self.rng.chance(1 - weight * self.site.knobs.jitter)

    def wrap(self, el: El) -> El:
        """Perhaps a wrapper around an element."""
        return self.el("div", "wrapper", el) if self.rng.chance(self.site.knobs.jitter / 3) else el

    def ui(self, key: str, **values: object) -> str:
        """A phrase of the template."""
        return self.site.ui(key, **values)

    def others(self, n: int) -> list[Plan]:
        """Other pages to point to."""
        pool = [p for p in self.site.plans if p.number != self.plan.number and not p.items]
        return self.rng.sample(pool, n)

    def link(self, plan: Plan, text: str | None = None, role: str = "") -> El:
        """A link to another page."""
        href = plan.url if self.site.choose("absolute", (True, False)) else "/" + plan.url.split("/", 3)[3]
        return self.el("a", role, text or plan.title, href=href)
