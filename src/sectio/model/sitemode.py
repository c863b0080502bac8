"""Site mode: the learned default, helped by what a site's template knows.

A block's logit is blended with what the network thought of the same template node on the sample pages, and with whether its
text stands on sample pages too: a text that repeats is noise where its neighbours repeat as well and are no content either
(a menu), and a label where they do not (a fact table). The headline and dated lines are in `title` and `date`, not in the
text. The blend has fixed weights; learned ones (a second network, a regression, a search for the best F1) did worse on
sites left out.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks, blocks
from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import nearest_ancestor
from sectio.metadata import dates
from sectio.model import extractor, features, store
from sectio.model.siteplaces import Places, places
from sectio.results import Selection
from sectio.sites.template import TemplateSite
from sectio.sites.template.memory import Memory

Array = NDArray[np.float32]

# The columns of `matrix`, and their weights.
NAMES = ("logit", "prior", "fresh", "repeated", "about", "beside")
BLEND: Array = np.array((0.3, 0.8, 0.3, -3.0, -12.0, -4.0), np.float32)
OFTEN = 0.2
NEAR = 8
# A longer text may name a date, but is no dated line.
LINE = 100


@dataclass
class _Line:
    """What stands at a position of a template on the sample pages."""

    total: float = 0.0
    weight: float = 0.0
    blocks: int = 0
    headings: int = 0
    dates: int = 0
    pages: set[int] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)

    @property
    def counts(self) -> list[int]:
        return [self.blocks, len(self.pages), self.headings, self.dates, len(self.texts)]


def remember(site: TemplateSite, pages: Sequence[Page], logits: Sequence[Array] | None = None) -> TemplateSite:
    """The site with what the network thinks of its sample pages, place by place, and what stands there."""
    lines: dict[str, _Line] = defaultdict(_Line)
    seen: Counter[int] = Counter()
    for number, page in enumerate(pages):
        cut = blocks(page)
        if not len(cut):
            continue
        _note(lines, number, site, page, cut, extractor.judge(page).logits if logits is None else logits[number])
        seen.update(set(_hashes(cut)))
    priors = {key: [round(line.total / line.weight, 3), round(line.weight, 1)] for key, line in lines.items()}
    counts = {key: line.counts for key, line in lines.items() if line.headings or line.dates}
    texts = {str(code): count for code, count in sorted(seen.items())}
    return replace(site, memory=Memory(len(pages), priors, texts, counts), remember=remember)


def _note(lines: dict[str, _Line], number: int, site: TemplateSite, page: Page, cut: Blocks, logits: Array) -> None:
    """Add the blocks of one sample page."""
    found = _find(site, page, cut)
    weights = cut.sum(page.counts.words) + 0.5
    headings = nearest_ancestor(page, page.heading > 0, include_self=True)[cut.node] >= 0
    rows = zip(found.position.tolist(), logits.tolist(), weights.tolist(), headings.tolist(), strict=True)
    for i, (position, logit, weight, heading) in enumerate(rows):
        line, text = lines[f"{found.template}.{position}"], cut.text(i)
        line.total += weight * logit
        line.weight += weight
        line.blocks += 1
        line.headings += heading
        line.dates += len(text) <= LINE and dates.parse(text) is not None
        line.pages.add(number)
        line.texts.add(text)


class _Found(NamedTuple):
    """The template of a page, and in it the position of each block's first text; what has none is `lost`.

    The position of a lost block is that of the nearest node above it, or -1.
    """

    template: int
    position: Ints
    lost: Mask


def _find(site: TemplateSite, page: Page, cut: Blocks) -> _Found:
    template, mapping = site.best(page)
    rows = cut.node.copy()
    while len(lost := np.flatnonzero((mapping.place[rows] < 0) & (rows > 0))):
        rows[lost] = page.parent[rows[lost]]
    return _Found(site.templates.index(template), mapping.place[rows], rows != cut.node)


def _prior(known: Places, found: _Found, logits: Array) -> Floats:
    """What the sample pages say of each block; of a lost one they know the surroundings, which is half the truth."""
    prior = known.prior[found.position]
    prior = np.where(np.isnan(prior), logits, prior)
    return np.where(found.lost, (prior + logits) / 2, prior)


def _hashes(cut: Blocks) -> list[int]:
    return [zlib.crc32(cut.text(i).encode("utf-8", "replace")) for i in range(len(cut))]


def matrix(page: Page, judged: extractor.Judged, site: TemplateSite) -> Array:
    """One row per block, columns as `NAMES`."""
    cut, logits, memory = judged.cut, judged.logits, site.memory
    found = _find(site, page, cut)
    known = places(site)[found.template]
    prior = _prior(known, found, logits)
    same = np.array([memory.texts.get(str(code), 0) for code in _hashes(cut)]) / max(memory.pages, 1)
    words = cut.sum(page.counts.words)
    often, content = same >= OFTEN, extractor.sigmoid(BLEND[0] * logits + BLEND[1] * prior)
    repeated = often * _share_around(often, words + 0.5) * (1 - _share_around(content, words + 0.5))
    title = (judged.features[:, _IN_TITLE] > 0) & (judged.features[:, _HEADING] > 0) & (same == 0)
    about, beside = title | known.about[found.position], known.beside[found.position]
    columns = (logits, prior, same == 0, repeated, about, beside)
    return np.stack(columns, axis=1).astype(np.float32)


_IN_TITLE, _HEADING = (features.NAMES.index(name) for name in ("in_title", "heading"))


def _share_around(part: Mask | Array, weight: Floats) -> Floats:
    """The marked share of the words in the blocks around each block."""
    order = np.arange(len(part))
    low, high = np.maximum(order - NEAR, 0), np.minimum(order + NEAR + 1, len(part))
    marked, whole = (np.concatenate(([0.0], np.cumsum(values))) for values in (part * weight, weight))
    return np.asarray((marked[high] - marked[low]) / (whole[high] - whole[low]))


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
