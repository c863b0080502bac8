"""What E1 and E2 share: sites with their gold laid over text nodes, and the scores of learned templates on them.

Generated sites say the label of every text node. On real sites a text block is noise when its line is among the noise lines,
content when it is in the main text, and not counted when it is in both or in neither.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from sectio.api import parse_page
from sectio.dom.blocks import Blocks
from sectio.dom.chars import normalise
from sectio.dom.page import Page
from sectio.lab import metrics
from sectio.lab.datasets import Dataset, GoldPage, sample
from sectio.lab.experiments.data import make, sites_of
from sectio.lab.metrics import LabelledSection, Score
from sectio.layout import Layout, Provider
from sectio.once import once
from sectio.sites.template import TemplateSite

CONTENT, NOISE, NEITHER = 0, 1, -1
LEARN, TEST = 15, 65
MADE_TEST = 10  # tested pages of each generated site
_LOOK_AHEAD = 60  # leaves that the parser may have dropped between two text nodes


@dataclass(frozen=True, eq=False)
class Labelled:
    """A page and its gold, per text node: what it is, whether it is noise of one cluster only, its words; `layout` if it was laid out."""

    page: Page
    gold: GoldPage
    label: np.ndarray[Any, np.dtype[np.int8]]
    local: np.ndarray[Any, np.dtype[np.bool_]]
    layout: Layout | None = None

    @property
    def words(self) -> list[int]:
        """Words of each text node, as scores count them."""
        return [len(metrics.words(text)) for text in self.page.texts]


@dataclass(frozen=True)
class LabelledSite:
    """Pages to learn from, in their order, and pages to test on."""

    name: str
    seen: list[Page]
    new: list[Labelled]


@dataclass
class Tally:
    """What a template did on one site: sections as found, and pages in words."""

    sections: list[LabelledSection] = field(default_factory=list)
    pages: list[list[LabelledSection]] = field(default_factory=list)
    noise: list[tuple[float, float]] = field(default_factory=list)
    text: list[float] = field(default_factory=list)
    local: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def section_score(self) -> Score:
        """Noisy sections, called and true."""
        return metrics.noisy_sections(self.sections)

    @property
    def noise_score(self) -> tuple[float, float]:
        """Precision and recall of noise by words, mean over pages."""
        return tuple(np.mean(self.noise, axis=0).tolist()) if self.noise else (0.0, 0.0)

    @property
    def text_f1(self) -> float:
        """Word F1 of the informative text, mean over pages."""
        return float(np.mean(self.text)) if self.text else 0.0

    @property
    def local_recall(self) -> float | None:
        """Share of cluster-local noise, in characters, that was called noisy; None if there is none."""
        return self.local[0] / self.local[1] if self.local[1] else None


@dataclass(frozen=True)
class Source:
    """The sites of a folder, at most so many of them; tested pages are laid out by `browser`, by an estimate if it is None."""

    data: Path
    seed: int = 0
    sites: int | None = None
    browser: Provider | None = None

    @once
    def datasets(self) -> list[Dataset]:
        """The sets of sites; others in the folder are left out."""
        return sites_of(self.data, "E1", most=self.sites)


def read_sites(
    source: Source, *, limit: int | None, most: int = LEARN, draw: int | None = None
) -> Iterator[LabelledSite]:
    """The first `most` pages of each site to learn from, others to test on; `draw` shuffles the pages first."""
    for dataset in source.datasets:
        for name, pages in dataset.by_site.items():
            if draw is not None:
                pages = Random(1000 * source.seed + draw).sample(pages, len(pages))
            cut = min(most, max(len(pages) - 1, 1))
            tested = sample(pages[cut:], min(limit or TEST, TEST), seed=source.seed)
            new = [label(gold, source.browser) for gold in tested]
            yield LabelledSite(name, [parse_page(gold.html) for gold in pages[:cut]], new)


def made_sites(source: Source, *, limit: int | None, sites: int) -> list[LabelledSite]:
    """Generated sites, on which noise of one part of a site is known; none if the folder has such sites already."""
    if any("leaves" in page.extra for dataset in source.datasets for page in dataset.pages):
        return []
    made = make(source.seed, sites, LEARN + min(limit or MADE_TEST, MADE_TEST))
    return [
        LabelledSite(name, [parse_page(gold.html) for gold in pages[:LEARN]], [label(gold) for gold in pages[LEARN:]])
        for name, pages in made.by_site.items()
    ]


def label(gold: GoldPage, browser: Provider | None = None) -> Labelled:
    """Lay a page's gold over its text nodes, and lay the page out if there is a browser."""
    page = parse_page(gold.html)
    leaves = gold.extra.get("leaves")
    if leaves:
        kinds, local = _by_leaves(page, leaves)
    else:
        kinds, local = _by_lines(page, gold), np.zeros(len(page.texts), bool)
    return Labelled(page, gold, kinds, local, browser.layout(page) if browser else None)


def _by_leaves(page: Page, leaves: Sequence[Sequence[Any]]) -> tuple[Any, Any]:
    """Labels of a generated page: its leaves are the page's text nodes in order, without what a parser drops."""
    kinds = np.full(len(page.texts), NEITHER, np.int8)
    local = np.zeros(len(page.texts), bool)
    known = [normalise(str(leaf[0])) for leaf in leaves]
    codes = {"content": CONTENT, "noise": NOISE}
    at = 0
    for place, text in enumerate(map(normalise, page.texts)):
        window = known[at : at + _LOOK_AHEAD]
        if text in window:
            at += window.index(text)
            kinds[place] = codes.get(str(leaves[at][1]), NEITHER)
            local[place] = bool(leaves[at][2])
            at += 1
    return kinds, local


def _by_lines(page: Page, gold: GoldPage) -> Any:
    main = _line(gold.text or "")
    main_lines = {_line(line) for line in (gold.text or "").split("\n")}
    noise_lines = {_line(line) for line in gold.noise_lines}
    noise = "|".join(sorted(noise_lines))
    blocks = Blocks.of(page)
    kinds = np.full(len(page.texts), NEITHER, np.int8)
    for block in range(len(blocks)):
        line = _line(blocks.text(block))
        content, noisy = line in main_lines, line in noise_lines
        if not content and not noisy:
            content, noisy = line in main, line in noise
        if line.strip() and content != noisy:
            kinds[blocks.first[block] : blocks.last[block]] = NOISE if noisy else CONTENT
    return kinds


def _line(text: str) -> str:
    return f" {' '.join(metrics.words(text))} "


def tally(site: TemplateSite, pages: Sequence[Labelled]) -> Tally:
    """Cut and judge pages with a learned template and compare with the gold."""
    made = Tally()
    for one in pages:
        _add_page(made, site, one)
    return made


def _add_page(made: Tally, site: TemplateSite, one: Labelled) -> None:
    page, weighed = one.page, site.weigh(one.page, layout=one.layout)
    rows = page.text_rows
    shown = page.visible[rows]
    section = weighed.section[rows]
    noisy = np.append(weighed.noisy, False)[section] | ~shown
    size = page.text_len[rows] * shown
    count = len(weighed.noisy)
    content, noise = (
        np.bincount(section[section >= 0], weights=(size * (one.label == kind))[section >= 0], minlength=count)
        for kind in (CONTENT, NOISE)
    )
    found = [
        LabelledSection(bool(weighed.noisy[number]), int(content[number]), int(noise[number]))
        for number in range(count)
    ]
    made.sections += found
    made.pages.append(found)
    made.local[0] += int((size * one.local * noisy).sum())
    made.local[1] += int((size * one.local).sum())
    add_words(made, one, ~site.select(page, layout=one.layout).mask[rows])


def add_words(made: Tally, one: Labelled, noisy: Any) -> None:
    """Score a choice of noisy text nodes in words."""
    words = np.array(one.words, np.int64)
    called, true = words[noisy & (one.label != NEITHER)].sum(), words[one.label == NOISE].sum()
    right = words[noisy & (one.label == NOISE)].sum()
    made.noise.append((right / called if called else 1.0, right / true if true else 1.0))
    text = one.page.join(np.flatnonzero(~noisy).tolist(), "\n")
    made.text.append(metrics.bag_score(text, one.gold.text or "").f1)


def mean(values: Sequence[float]) -> float:
    """The plain mean; 0 of nothing."""
    return float(np.mean(values)) if len(values) else 0.0


def changed(site: TemplateSite, **settings: Any) -> TemplateSite:
    """The same learned site, judging by other settings."""
    templates = tuple(replace(one, settings=replace(one.settings, **settings)) for one in site.templates)
    return replace(site, settings=replace(site.settings, **settings), templates=templates)
