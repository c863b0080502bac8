"""Site mode: the learned default, helped by what a site's template knows.

A block's logit is blended with what the network thought of the same template node on the sample pages, and with whether its
text stands on sample pages too: a text that repeats is noise where its neighbours repeat as well (a menu), and a label
where they do not (a fact table). The headline is in `title`, not in the text. The blend has five fixed weights; learned
ones (a second network, a regression, a search for the best F1) did worse on sites left out.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks, blocks
from sectio.dom.page import Page
from sectio.model import extractor, features, store
from sectio.results import Selection
from sectio.sites.template import TemplateSite
from sectio.sites.template.memory import Memory

Array = NDArray[np.float32]

# The columns of `matrix`, and their weights.
NAMES = ("logit", "prior", "fresh", "repeated", "headline")
BLEND: Array = np.array((0.4, 0.7, 0.3, -2.0, -6.0), np.float32)
OFTEN = 0.2
NEAR = 8


def remember(site: TemplateSite, pages: Sequence[Page], logits: Sequence[Array] | None = None) -> TemplateSite:
    """The site with what the first network thinks of its sample pages, place by place, and which texts they hold."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    seen: Counter[int] = Counter()
    for number, page in enumerate(pages):
        judged = extractor.judge(page) if logits is None else extractor.Judged(blocks(page), _NONE, logits[number])
        if not len(judged.cut):
            continue
        weights = judged.cut.sum(page.counts.words) + 0.5
        own = _places(site, page, judged.cut)
        for key, logit, weight in zip(own, judged.logits.tolist(), weights.tolist(), strict=True):
            sums[key][0] += weight * logit
            sums[key][1] += weight
        seen.update(set(_hashes(judged.cut)))
    priors = {key: [round(total / weight, 3), round(weight, 1)] for key, (total, weight) in sums.items()}
    texts = {str(code): count for code, count in sorted(seen.items())}
    return replace(site, memory=Memory(len(pages), priors, texts), remember=remember)


_NONE = np.zeros((0, 0), np.float32)


def _places(site: TemplateSite, page: Page, cut: Blocks) -> list[str]:
    """Keys of the template nodes of each block's first text."""
    template, mapping = site.best(page)
    number = site.templates.index(template)
    return [f"{number}.{place}" for place in mapping.place[cut.node].tolist()]


def _hashes(cut: Blocks) -> list[int]:
    return [zlib.crc32(cut.text(i).encode("utf-8", "replace")) for i in range(len(cut))]


def matrix(page: Page, judged: extractor.Judged, site: TemplateSite) -> Array:
    """One row per block, columns as `NAMES`."""
    cut = judged.cut
    pages, texts = max(site.memory.pages, 1), site.memory.texts
    same = np.array([texts.get(str(code), 0) for code in _hashes(cut)]) / pages
    often = same >= OFTEN
    repeated = often * _share_around(often, cut.sum(page.counts.words) + 0.5)
    headline = (judged.features[:, _IN_TITLE] > 0) & (judged.features[:, _HEADING] > 0)
    columns = (judged.logits, _prior(site, page, cut, judged.logits), same == 0, repeated, headline)
    return np.stack(columns, axis=1).astype(np.float32)


_IN_TITLE, _HEADING = (features.NAMES.index(name) for name in ("in_title", "heading"))


def _share_around(mask: NDArray[np.bool_], weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of marked words among the blocks around each block."""
    order = np.arange(len(mask))
    low, high = np.maximum(order - NEAR, 0), np.minimum(order + NEAR + 1, len(mask))
    marked, whole = (np.concatenate(([0.0], np.cumsum(values))) for values in (mask * weight, weight))
    return np.asarray((marked[high] - marked[low]) / (whole[high] - whole[low]))


def _prior(site: TemplateSite, page: Page, cut: Blocks, logits: Array) -> NDArray[np.float64]:
    """The network's mean logit at the same template node on the sample pages, else its logit here."""
    priors = site.memory.priors
    own = _places(site, page, cut)
    return np.array(
        [priors[key][0] if key in priors else logit for key, logit in zip(own, logits.tolist(), strict=True)]
    )


def select(
    page: Page,
    site: TemplateSite,
    *,
    favor: float = 0.5,
    url: str | None = None,
    model: store.Model | None = None,
) -> Selection:
    """The content of a page of a known site."""
    model = model or store.default()
    judged = extractor.judge(page, model)
    if not len(judged.cut):
        return extractor.decide(page, model, judged, judged.chance, favor=favor, url=url)
    blended = matrix(page, judged, site) @ BLEND
    return extractor.decide(page, model, judged, extractor.sigmoid(blended), favor=favor, url=url)
