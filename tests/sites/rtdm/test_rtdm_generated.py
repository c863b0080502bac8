"""Tree matching on generated sites: kinds of pages are distinguished, news is extracted as often as in the paper."""

import numpy as np

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.lab.metrics import adjusted_rand, bag_score
from sectio.lab.sitegen import generate_site, generate_sites
from sectio.results import Selection
from sectio.sites import rtdm
from sectio.sites.rtdm.clusters import cluster


def text(page: Page, found: Selection) -> str:
    return page.join(np.flatnonzero(found.mask[page.text_rows]).tolist(), "\n")


def test_news_are_extracted() -> None:
    """Headline and body are right on 87 % of unseen news pages, the paper's own share."""
    right = []
    for seed, language in ((61, "en"), (62, "de")):
        made = generate_site(seed, "newspaper", pages=30, language=language).pages
        model = rtdm.learn([parse(page.html) for page in made[:15]])
        for gold in made[15:]:
            if gold.kind == "article":
                page = parse(gold.html)
                found = model.select(page)
                body = bag_score(text(page, found), gold.text).f1
                right.append(body >= 0.9 and bag_score(found.title or "", gold.title or "").f1 >= 0.9)
    assert np.mean(right) >= 0.87


def test_sites_and_kinds_are_told_apart() -> None:
    """Pages of eight sites, mixed: groups and kinds agree (adjusted Rand index at least 0.9 at 0.8)."""
    kinds, pages = [], []
    for site in generate_sites(8, count=8, pages=10):
        kinds += [(site.name, page.kind) for page in site.pages]
        pages += [parse(page.html) for page in site.pages]
    labels = [0] * len(pages)
    for number, group in enumerate(cluster(pages)):
        for place in group:
            labels[place] = number
    assert adjusted_rand(labels, kinds) >= 0.9
