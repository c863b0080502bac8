"""Methods that learn a site from several of its pages. A new one is a new package and one entry in the table.

A package named here exposes `learn(pages, *, urls=None, feed=None, **parameters) -> SiteModel` (and takes `variant=` when
several names share it) and `load(data) -> SiteModel`, the model back from its data.
"""

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from sectio.dom.page import Page
from sectio.errors import InputError, TemplateError
from sectio.method import Context, Method
from sectio.results import Selection
from sectio.sites.model import SiteModel

# name: (package, fixed parameters, paper, summary)
_FOREST = "sectio.sites.forest"
_OITA = "Oita, Senellart 2015"
_TABLE: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "template": (
        "sectio.sites.template", {}, "Mehta, Madaan 2008", "a tree regular expression; what repeats over pages is noise"
    ),
    "forest": (_FOREST, {"variant": "info"}, _OITA, "the element densest with the page's keywords, over several pages"),
    "forest-feed": (_FOREST, {"variant": "feed"}, _OITA, "the same with keywords from the site's feed"),
    "forest-cov": (_FOREST, {"variant": "cov"}, _OITA, "the same, ranked by covered keyword weight"),
    "abselems": (_FOREST, {"variant": "abselems"}, _OITA, "baseline: the direct parents of keywords"),
    "abspaths": (_FOREST, {"variant": "abspaths"}, _OITA, "baseline: tag paths to keywords"),
    "description": (_FOREST, {"variant": "description"}, _OITA, "baseline: the feed's own description"),
    "rtdm": (
        "sectio.sites.rtdm", {}, "Reis et al. 2004", "pages clustered by tree distance, a pattern with wildcards per cluster"
    ),
}  # fmt: skip


def _select(page: Page, context: Context, parameters: Mapping[str, Any]) -> Selection:
    """What a site model selects; its parameters were set when it was learned."""
    if not isinstance(context.site, SiteModel):
        raise TemplateError(f"a site model is needed, not {type(context.site).__name__}")
    return context.site.select(page, layout=context.layout)


# Methods whose keywords or text come from the site's feed.
WITH_FEED = frozenset(("forest-feed", "description"))
METHODS: dict[str, Method] = {
    name: Method(name, paper, summary, _select, needs=("site",), uses=("layout",))
    for name, (_, _, paper, summary) in _TABLE.items()
}


def learn(
    pages: Sequence[Page],
    *,
    method: str,
    urls: Sequence[str | None] | None = None,
    feed: Any = None,
    parameters: Mapping[str, Any] | None = None,
) -> SiteModel:
    """Learn a site model from parsed pages."""
    if method not in _TABLE:
        raise InputError(f"there is no site method {method!r}; choose one of {', '.join(_TABLE)}")
    if not pages:
        raise InputError("learning needs at least one page, and about 15 to do well; none was passed")
    if urls is not None and (isinstance(urls, str) or not isinstance(urls, Sequence)):
        raise InputError(f"urls are a list with one url (or None) per page, not {type(urls).__name__}")
    if urls is not None and len(urls) != len(pages):
        raise InputError(f"{len(pages)} pages but {len(urls)} urls were passed; pass one url (or None) per page")
    package, fixed, _, _ = _TABLE[method]
    model = importlib.import_module(package).learn(pages, urls=urls, feed=feed, **fixed, **(parameters or {}))
    assert isinstance(model, SiteModel)
    return model


def from_data(method: str, data: dict[str, Any]) -> SiteModel:
    """A site model back from its data."""
    if method not in _TABLE:
        raise TemplateError(f"the site was learned with method {method!r}, which this version does not have")
    try:
        model = importlib.import_module(_TABLE[method][0]).load(data)
    except TemplateError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise TemplateError(f"the site model is damaged ({error!r}); learn it again with `sectio learn`") from error
    assert isinstance(model, SiteModel)
    return model
