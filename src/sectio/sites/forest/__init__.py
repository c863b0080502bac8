"""FOREST: the element that is densest with a page's keywords, where one would not expect it, over a few pages
of a site.

Oita and Senellart, "FOREST: Focused Object Retrieval by Exploiting Significant Tag paths". Keywords of each
page come from tf-idf within the sample (or from the site's feed); every element above a keyword is a
candidate; candidates of all pages with the same tag and attributes are one pattern; patterns are ranked by
how informative, how deep and how frequent they are. The winner's XPath is the site model.
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from sectio.dom.page import Page
from sectio.errors import InputError, TemplateError
from sectio.sites.forest.description import DescriptionSite
from sectio.sites.forest.feeds import Feed, FeedItem, read_feed
from sectio.sites.forest.site import PAPER, VARIANTS, ForestSite, Settings
from sectio.sites.forest.xpath import annotate, xpath
from sectio.sites.model import SiteModel

__all__ = ["DescriptionSite", "ForestSite", "annotate", "learn", "load", "xpath"]

FEED_K = 10


def learn(
    pages: Sequence[Page],
    *,
    urls: Sequence[str | None] | None = None,
    feed: Feed = None,
    variant: str = "info",
    profile: str = "default",
    keywords: Sequence[str] = (),
    **parameters: Any,
) -> SiteModel:
    """Learn the pattern of a site's content from some of its pages, five to ten to do well.

    `variant`: `info`, `feed`, `cov`, `abselems`, `abspaths`, `description`. `profile="paper"` is the bare
    formula of the paper; `keywords` are words of your own to look for instead of those the pages or the feed
    give; `parameters` are those of `Settings`.
    """
    if not pages:
        raise InputError("learning needs at least one page; none was passed")
    if urls is not None and len(urls) != len(pages):
        raise InputError(f"{len(pages)} pages but {len(urls)} urls; pass one url (or None) per page")
    addresses = list(urls or [None] * len(pages))
    items = _aligned(read_feed(feed), addresses) if variant in ("feed", "description") else ()
    if variant == "description":
        return DescriptionSite(items).updated(pages, urls=addresses)
    if variant not in VARIANTS:
        raise InputError(f"FOREST has no variant {variant!r}; choose from {', '.join(VARIANTS)}, description")
    settings = _settings(variant, profile, parameters)
    start = VARIANTS[variant](settings=settings, items=items, own_terms=_own_terms(keywords))
    return start.updated(pages, urls=addresses)


def load(data: dict[str, Any]) -> SiteModel:
    """The model back from its data."""
    kinds: list[type[SiteModel]] = [*VARIANTS.values(), DescriptionSite]
    by_method = {kind.method: kind for kind in kinds}
    method = data.get("method") if isinstance(data, dict) else None
    if method not in by_method:
        raise TemplateError(f"not a FOREST model (method {method!r}); learn it again with `sectio learn`")
    return by_method[method].from_data(data)


def _own_terms(keywords: Sequence[str]) -> tuple[str, ...]:
    if (
        isinstance(keywords, str)
        or not isinstance(keywords, Iterable)
        or not all(isinstance(word, str) for word in keywords)
    ):
        raise InputError("keywords is a list of words")
    return tuple(keywords)


def _settings(variant: str, profile: str, parameters: dict[str, Any]) -> Settings:
    if profile not in ("default", "paper", "sectio"):  # the last is what earlier versions called the default
        raise InputError(f"FOREST has no profile {profile!r}; choose default or paper")
    known = {item.name for item in fields(Settings)}
    strange = sorted(parameters.keys() - known)
    if strange:
        raise InputError(f"FOREST has no parameter {', '.join(strange)}; it has {', '.join(sorted(known))}")
    base = PAPER if profile == "paper" else {}
    fewer = {"k": FEED_K} if variant == "feed" else {}
    given = {name: value for name, value in parameters.items() if value is not None}
    return Settings(**(base | fewer | given))


def _aligned(items: list[FeedItem], addresses: list[str | None]) -> tuple[FeedItem, ...]:
    """The items; with one item per page, those without an address belong to the page at their place.

    Where neither has an address, both get the same made-up one (in place in `addresses`).
    """
    if len(items) == len(addresses):
        for position, item in enumerate(items):
            if not item.link:
                addresses[position] = addresses[position] or f"sample/{position}"
                items[position] = replace(item, link=addresses[position] or "")
    return tuple(items)
