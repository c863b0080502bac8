"""SD: regions of dense text, and whether they are one article, an article with comments, or many areas.

Pappas, Katsimpras and Stamatatos, "Extracting informative textual parts from web pages containing
user-generated content", i-KNOW 2012. Nodes with more than T2 characters of their own are merged into regions
at tags that organise a page; regions whose size is within T1 percent of the largest are candidates; the one
nearest to the root with a title close by is the article, and a group of one class after it with words for
comments is its comments. `learn_thresholds` finds T1 and T2 from about 40 labelled pages.
"""

import numpy as np

from sectio.dom.page import Page
from sectio.errors import InputError
from sectio.methods.sd.decide import decide
from sectio.methods.sd.learn import Thresholds, learn_thresholds
from sectio.methods.sd.refined import decide_refined
from sectio.methods.sd.regions import STRONG, find_regions
from sectio.methods.sd.result import Region, SDResult, as_comments
from sectio.results import Opinion, Selection

__all__ = ["Region", "SDResult", "Thresholds", "learn_thresholds", "select"]


def select(
    page: Page,
    *,
    t1: float = 50,
    t2: float = 20,
    profile: str = "default",
    require_period: bool = False,
    order: str = "paper",
) -> Selection:
    """The article region, or the areas of a page with several; comments separate, all regions in `detail`.

    T1 = 50 and T2 = 20 are the values the authors' program ships with. By default an article includes the
    regions that continue it; the profiles "paper" and "reference" stay with the one region.
    """
    if profile not in STRONG:
        raise InputError(f"sd has no profile {profile!r}; choose from {', '.join(STRONG)}")
    regions = find_regions(page, t2=t2, profile=profile, require_period=require_period)
    decision = decide_refined(regions, t1=t1) if profile == "default" else decide(regions, t1=t1, order=order)
    main = np.flatnonzero(np.isin(decision.owner, decision.content)).astype(np.int32)
    return Selection(
        regions.rows(main),
        warnings=() if len(regions) else ("no_region",),
        title=None if decision.article is None else regions.title_text(decision.article),
        opinion=Opinion(page_type=decision.page_type),
        comments=as_comments(regions, decision),
        detail=SDResult(regions, decision),
    )
