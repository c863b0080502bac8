"""Site mode: the learned default, helped by what is known about the site.

A block's logit is blended with the network's logits at the same template node on the sample pages, and with whether its
text is on sample pages too: a text that repeats is noise if its neighbours repeat as well and are not content either
(a menu), and a label if they do not (a fact table). A text too long for a label that is at the same
spot on most sample pages is noise whatever is around it; elsewhere (an excerpt on a list, also shown next to every story) it may be
content. The headline and dated lines are in `title` and `date`, not in the text. The blend has fixed weights; learned ones (a
second network, a regression, a search for the best F1) did worse on sites left out. Finally a heading is pulled up towards the
part below it.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom.blocks import Blocks
from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import nearest_ancestor
from sectio.metadata import dates
from sectio.model import extractor, store
from sectio.model.memory import Memory, joined
from sectio.model.priors import Positions, positions
from sectio.once import once
from sectio.options import BALANCED
from sectio.results import Selection
from sectio.sites.template import TemplateSite

Array = NDArray[np.float32]

# The columns of `matrix`, and their weights.
NAMES = ("logit", "prior", "fresh", "repeated", "everywhere", "about", "beside")
BLEND: Array = np.array((0.25, 0.85, 0.3, -3.0, -10.0, -12.0, -4.0), np.float32)
OFTEN, ON_MOST, LEAST = 0.2, 0.5, 3
# Words; a label of a fact table has fewer.
LONG = 15
# Elements above a text that identify its position.
LEVELS = 5
NEAR = 8
# More texts than this are read all at once.
SOME = 20
# A longer text may mention a date, but is not a dated line.
LINE = 100


@dataclass
class _Line:
    """What is at a position of a template on the sample pages."""

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


@dataclass(frozen=True, eq=False)
class KnownSite:
    """A site's templates, and what the default extractor remembers about its sample pages."""

    site: TemplateSite
    memory: Memory

    @classmethod
    def learn(cls, site: TemplateSite, pages: Sequence[Page], logits: Sequence[Array] | None = None) -> Self:
        """The site with the networks' logits on its sample pages, position by position, and the texts there."""
        return cls(site, remember(site, pages, logits))

    def updated(self, pages: Sequence[Page]) -> Self:
        """The same after more pages; this one stays as it is."""
        if not pages:
            return self
        return self.merged(self.learn(self.site.learn_more(pages), pages))

    def merged(self, other: "KnownSite") -> Self:
        """The knowledge of two sites that were learned separately."""
        made = self.site.merge_with_parts(other.site)
        return replace(self, site=made.site, memory=joined((self.memory, other.memory), made.parts))

    @once
    def positions(self) -> tuple[Positions, ...]:
        """What is known about the positions of each template."""
        return tuple(positions(one, number, self.memory) for number, one in enumerate(self.site.templates))


def remember(site: TemplateSite, pages: Sequence[Page], logits: Sequence[Array] | None = None) -> Memory:
    """The networks' logits on the sample pages, position by position, and the texts there."""
    lines: dict[str, _Line] = defaultdict(_Line)
    seen: Counter[int] = Counter()
    for number, page in enumerate(pages):
        deadline.check()
        blocks = Blocks.of(page)
        if not len(blocks):
            continue
        _note(lines, number, site, page, blocks, extractor.judge(page).logits if logits is None else logits[number])
        seen.update({*_hashes(blocks), *_spots(page, blocks, _long(blocks)).values()})
    priors = {key: [round(line.total / line.weight, 3), round(line.weight, 1)] for key, line in lines.items()}
    counts = {key: line.counts for key, line in lines.items() if line.headings or line.dates}
    texts = {str(code): count for code, count in sorted(seen.items())}
    return Memory(len(pages), priors, texts, counts)


def _note(lines: dict[str, _Line], number: int, site: TemplateSite, page: Page, blocks: Blocks, logits: Array) -> None:
    """Add the blocks of one sample page."""
    found = _find(site, page, blocks)
    weights = blocks.words + 0.5
    headings = nearest_ancestor(page, page.heading > 0, include_self=True)[blocks.node] >= 0
    rows = zip(found.position.tolist(), logits.tolist(), weights.tolist(), headings.tolist(), strict=True)
    for i, (position, logit, weight, heading) in enumerate(rows):
        line, text = lines[f"{found.template}.{position}"], blocks.texts[i]
        line.total += weight * logit
        line.weight += weight
        line.blocks += 1
        line.headings += heading
        line.dates += len(text) <= LINE and dates.parse(text) is not None
        line.pages.add(number)
        line.texts.add(text)


class _Found(NamedTuple):
    """The template of a page, and in it the position of each block's first text; a block without one is `lost`.

    The position of a lost block is that of the nearest node above it, or -1.
    """

    template: int
    position: Ints
    lost: Mask


def _find(site: TemplateSite, page: Page, blocks: Blocks) -> _Found:
    template, mapping = site.best(page)
    rows = blocks.node.copy()
    while len(lost := np.flatnonzero((mapping.place[rows] < 0) & (rows > 0))):
        rows[lost] = page.parent[rows[lost]]
    return _Found(site.templates.index(template), mapping.place[rows], rows != blocks.node)


def _prior(known: Positions, found: _Found, logits: Array) -> Floats:
    """The prior of each block; for a lost one it is that of its surroundings, which counts half."""
    prior = known.prior[found.position]
    prior = np.where(np.isnan(prior), logits, prior)
    return np.where(found.lost, (prior + logits) / 2, prior)


def _hash(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "replace"))


def _hashes(blocks: Blocks) -> list[int]:
    """A hash of each block's text."""
    written = blocks.page.source.written()
    if compiled.core is None or written is None:
        return [*map(_hash, blocks.texts)]
    found = np.empty(len(blocks), np.int64)
    compiled.core.block_hashes(*written, blocks.page.after_blank, blocks.first, blocks.last, found)
    odd = np.flatnonzero(found < 0).tolist()
    if odd:
        # All at once where there are many.
        found[odd] = [_hash(blocks.texts[i] if len(odd) > SOME else blocks.text(i)) for i in odd]
    hashes: list[int] = found.tolist()
    return hashes


def _long(blocks: Blocks) -> Mask:
    """Texts too long for a label."""
    return np.asarray(blocks.words >= LONG)


def _spots(page: Page, blocks: Blocks, chosen: Mask) -> dict[int, int]:
    """Hashes of some blocks' texts together with the elements around them: the same text may be content elsewhere."""
    codes: dict[int, int] = {}
    for i in np.flatnonzero(chosen).tolist():
        code, row = _hash(blocks.text(i)), int(page.parent[blocks.node[i]])
        for _ in range(LEVELS):
            if row <= 0:
                break
            code = zlib.crc32(f"{page.tag_of(row)} {page.classes.get(row, '')}".encode("utf-8", "replace"), code)
            row = int(page.parent[row])
        codes[i] = code
    return codes


def _everywhere(page: Page, blocks: Blocks, memory: Memory, same: Floats) -> Mask:
    """Long texts that are at one spot on most sample pages, and on at least a few."""
    found = np.zeros(len(blocks), bool)
    for i, code in _spots(page, blocks, (same > ON_MOST) & _long(blocks)).items():
        count = memory.pages_with.get(code, 0)
        found[i] = count >= LEAST and count > ON_MOST * memory.pages
    return found


def matrix(page: Page, judged: extractor.Judged, site: KnownSite) -> Array:
    """One row per block, columns as `NAMES`."""
    blocks, logits, memory = judged.blocks, judged.logits, site.memory
    found = _find(site.site, page, blocks)
    known = site.positions[found.template]
    prior = _prior(known, found, logits)
    same = np.array([memory.pages_with.get(code, 0) for code in _hashes(blocks)]) / max(memory.pages, 1)
    words = blocks.words
    often, content = same >= OFTEN, extractor.sigmoid(BLEND[0] * logits + BLEND[1] * prior)
    repeated = often * _share_around(often, words + 0.5) * (1 - _share_around(content, words + 0.5))
    in_title, heading = (judged.columns("in_title", "heading") > 0).T
    title = in_title & heading & (same == 0)
    about, beside = title | known.about[found.position], known.beside[found.position]
    columns = (logits, prior, same == 0, repeated, _everywhere(page, blocks, memory, same), about, beside)
    return np.stack(columns, axis=1).astype(np.float32)


def blended(page: Page, judged: extractor.Judged, site: KnownSite) -> Array:
    """The logits of the blocks, with everything known about the site."""
    columns = matrix(page, judged, site)
    free = (columns[:, _ABOUT] == 0).all(axis=1)
    heading = judged.columns("heading")[:, 0] > 0
    return _headed(columns @ BLEND, heading, free, judged.blocks.words + 0.5)


def _headed(logits: Array, heading: Mask, free: Mask, weight: Floats) -> Array:
    """Headings that are `free` to move go halfway up to the mean of what comes before the next heading."""
    part = np.cumsum(heading)
    own = np.where(heading, 0.0, weight)
    whole = np.bincount(part, own)
    mean = np.bincount(part, own * logits) / np.maximum(whole, 1e-9)
    raised = np.where(heading & free & (whole > 0)[part], (logits + mean[part]) / 2, logits)
    return np.maximum(logits, raised).astype(np.float32)


_ABOUT = [NAMES.index(name) for name in ("everywhere", "about", "beside")]


def _share_around(part: Mask | Array, weight: Floats) -> Floats:
    """The marked share of the words in the blocks around each block."""
    order = np.arange(len(part))
    low, high = np.maximum(order - NEAR, 0), np.minimum(order + NEAR + 1, len(part))
    marked, whole = (np.concatenate(([0.0], np.cumsum(values))) for values in (part * weight, weight))
    return np.asarray((marked[high] - marked[low]) / (whole[high] - whole[low]))


def select(
    page: Page,
    site: KnownSite,
    *,
    favor: float = BALANCED,
    url: str | None = None,
    model: store.Model | None = None,
) -> Selection:
    """The content of a page of a known site."""
    model = model or store.default()
    judged = extractor.judge(page, model)
    logits = blended(page, judged, site) if len(judged.blocks) else judged.logits
    return extractor.decide(page, model, judged, logits, favor=favor, url=url, of_site=True)
