"""A large site with six kinds of pages under one frame: news, their index, threads, products, shelves, manuals.

Each kind is built by the theme made for it; names, menus, footer and source are the site's own, the same for all.
"""

from dataclasses import replace

from .. import content
from ..draft import Draft
from ..markup import El
from ..model import Plan
from ..prose import Order
from . import docs, forum, newspaper, shop
from .base import Theme

_BUILT_BY = {
    "article": newspaper.THEME,
    "listing": newspaper.THEME,
    "forum": forum.THEME,
    "product": shop.THEME,
    "collection": shop.THEME,
    "documentation": docs.THEME,
}
# What an index lists, and what pages of each kind point to.
_LISTED = {"listing": "article", "collection": "product"}
_PATHS = {
    "article": "news/{year}/{slug}-{n}.html",
    "listing": "news/page/{n}",
    "forum": "forum/thread/{n}",
    "product": "shop/{slug}-{n}",
    "collection": "shop/shelf/{n}",
    "documentation": "docs/{slug}-{n}.html",
}


class _Part(Draft):
    """A page whose neighbours are of its own part of the site."""

    def others(self, n: int) -> list[Plan]:
        own = _LISTED.get(self.plan.kind, self.plan.kind)
        return self.rng.sample([p for p in self.site.plans if p.kind == own and p.number != self.plan.number], n)


def listing(order: Order) -> Plan:
    """The index of the news."""
    return content.listing(_of_kind(order, "listing"))


def collection(order: Order) -> Plan:
    """A shelf of the shop."""
    return content.collection(_of_kind(order, "collection"))


def _of_kind(order: Order, kind: str) -> Order:
    return replace(order, others=tuple(plan for plan in order.others if plan.kind == _LISTED[kind]))


def build(d: Draft) -> El:
    """The page as the theme of its kind builds it."""
    return _BUILT_BY[d.plan.kind].build(_Part(d.site, d.plan, d.rng, d.voice))


MAKERS = (
    (content.article, 14),
    (content.product, 9),
    (content.forum, 7),
    (content.documentation, 6),
    (listing, 2),
    (collection, 2),
)
CSS = {role: style for theme in reversed(_BUILT_BY.values()) for role, style in theme.css.items()}
THEME = Theme("portal", "portal", MAKERS, build, CSS, feed=1.0, paths=_PATHS, home="listing")
