"""Site mode: the learned default, helped by what a site's template knows.

A block's logit is blended with what the network thought of the same template node on the sample pages, with whether its
text stands on sample pages too, and with the template's noise confidence. The few weights of the blend are learned by
direct search for the best F1; a second network in their place, trained on some twenty sites, did worse on sites left out.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks
from sectio.dom.page import Page
from sectio.model import extractor, store
from sectio.results import Selection
from sectio.sites.template import TemplateSite

Array = NDArray[np.float32]

# The columns of `matrix`, and the blend that the search starts from.
NAMES = ("logit", "prior", "fresh", "often", "noise")
START = (0.4, 0.7, 0.3, -1.5, 0.0)
OFTEN = 0.2
BLEND = "site_blend"


def remember(site: TemplateSite, pages: Sequence[Page], logits: Sequence[Array] | None = None) -> TemplateSite:
    """The site with what the first network thinks of its sample pages, place by place, and which texts they hold."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    seen: Counter[int] = Counter()
    for number, page in enumerate(pages):
        judged = (
            extractor.judge(page) if logits is None else extractor.Judged(extractor.cut_of(page), _NONE, logits[number])
        )
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
    return replace(site, memory={"pages": len(pages), "priors": priors, "texts": texts})


_NONE = np.zeros((0, 0), np.float32)


def _places(site: TemplateSite, page: Page, cut: Blocks) -> list[str]:
    """Keys of the template nodes of each block's first text."""
    template, mapping = site.best(page)
    number = site.templates.index(template)
    return [f"{number}.{place}" for place in mapping.place[cut.node].tolist()]


def _hashes(cut: Blocks) -> list[int]:
    return [zlib.crc32(cut.text(i).encode("utf-8", "replace")) for i in range(len(cut))]


def matrix(page: Page, cut: Blocks, logits: Array, site: TemplateSite) -> Array:
    """One row per block, columns as `NAMES`."""
    template, mapping = site.best(page)
    known = template.signals(page, mapping)
    weight = page.counts.words + 0.1
    noise = cut.sum(known.score[page.text_rows] * weight) / cut.sum(weight)
    pages = max(int(site.memory.get("pages", 0)), 1)
    texts: Mapping[str, int] = site.memory.get("texts", {})
    same = np.array([texts.get(str(code), 0) for code in _hashes(cut)]) / pages
    columns = (logits, _prior(site, page, cut, logits), same == 0, same >= OFTEN, noise)
    return np.stack(columns, axis=1).astype(np.float32)


def _prior(site: TemplateSite, page: Page, cut: Blocks, logits: Array) -> NDArray[np.float64]:
    """The network's mean logit at the same template node on the sample pages, else its logit here."""
    priors: Mapping[str, Sequence[float]] = site.memory.get("priors", {})
    own = _places(site, page, cut)
    return np.array(
        [priors[key][0] if key in priors else logit for key, logit in zip(own, logits.tolist(), strict=True)]
    )


def select(page: Page, site: TemplateSite, *, favor: float = 0.5, url: str | None = None) -> Selection:
    """The content of a page of a known site."""
    model = store.default()
    judged = extractor.judge(page, model)
    if not len(judged.cut):
        return extractor.decide(page, judged, judged.chance, favor=favor, url=url)
    blended = matrix(page, judged.cut, judged.logits, site) @ model.arrays[BLEND]
    return extractor.decide(page, judged, extractor.sigmoid(blended), favor=favor, url=url)
