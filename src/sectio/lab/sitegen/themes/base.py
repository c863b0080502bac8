"""What a theme is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..draft import Draft
from ..markup import CONTENT, NEUTRAL, El, Kid, h, listed
from ..parts import body
from ..prose import Maker

PLAIN = "body{margin:0;font:15px/1.5 Georgia,serif;color:#222}a{color:#1a5a8a}img{background:#cdd;max-width:100%}"


@dataclass(frozen=True)
class Theme:
    """A way to build sites: page makers with weights (the first is the main one), markup and looks.

    `paths` are the addresses of each kind of pages, where they have their own; the first page of the kind `home` is the site's home.
    """

    name: str
    site_kind: str
    makers: tuple[tuple[Maker, int], ...]
    build: Callable[[Draft], El]
    css: Mapping[str, str]
    sheet: str = PLAIN
    feed: float = 0.0
    untidy: bool = False
    comments: bool = True
    paths: Mapping[str, str] = field(default_factory=dict)
    home: str = ""


def cards(d: Draft, *, dated: bool = True, extra: Callable[[Draft, int], Kid] | None = None) -> El:
    """The items of a listing: title and teaser are content, the rest is not."""
    heading = d.site.choose("cardhead", ("h2", "h3"))
    items: list[Kid] = []
    for number in d.plan.items:
        plan = d.site.plans[number]
        name = h(heading, d.link(plan), label=CONTENT)
        meta = d.el("div", "date", body.time(d, plan.date), label=NEUTRAL) if dated and plan.date else None
        teaser = h("p", plan.lead, label=CONTENT) if plan.lead else None
        more = d.el("p", "more", d.link(plan, d.ui("more")))
        items.append(listed(d.el("div", "card", name, meta, teaser, extra(d, number) if extra else more)))
    return d.el("div", "cards", items)
