"""Labelled pages for the SD experiments, with every decision kept: thresholds are tried many times over.

Generated sites carry SD's types and all region texts. Of the wcxb pages only the page types are known: listings and
collections are pages of several areas, articles may or may not have comments.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sectio.api import parse_page
from sectio.dom.page import Page
from sectio.lab import metrics
from sectio.lab.datasets import Dataset, GoldPage
from sectio.methods.sd.decide import RegionChoice, decide
from sectio.methods.sd.learn import TYPES, Thresholds, search, type_precision
from sectio.methods.sd.refined import decide_refined
from sectio.methods.sd.regions import Regions, find_regions
from sectio.methods.sd.result import informative_texts

__all__ = ["TYPES", "Corpus", "labelled", "type_precision"]


@dataclass(frozen=True)
class Labelled:
    """A page with its SD type, the texts of its regions, its site and language."""

    page: Page
    label: str
    regions: tuple[str, ...]
    site: str
    language: str
    joined: bool  # the regions found are compared as one text: the gold does not separate them


def labelled(dataset: Dataset, pages: Sequence[GoldPage]) -> list[Labelled]:
    """The pages of a data set that have an SD type."""
    return [_labelled(gold) for gold in pages if gold.extra.get("sd_type") in TYPES and gold.usable]


def _labelled(gold: GoldPage) -> Labelled:
    label, kind = gold.extra["sd_type"], gold.extra.get("kind")
    joined = label == "multiple" and kind != "forum"
    return Labelled(
        parse_page(gold.html), label, tuple(_gold_regions(gold)), gold.site, str(gold.extra.get("language", "")), joined
    )


def _gold_regions(gold: GoldPage) -> list[str]:
    """The article and each comment; each post of a thread; the text of other pages of areas as one."""
    text = " ".join((gold.text or "").split())
    comments = [" ".join(comment["text"].split()) for comment in gold.extra.get("comments", ())]
    if gold.extra["sd_type"] != "multiple":
        # On question pages the answers are part of the text as well.
        start = text.find(comments[0][:60]) if comments else -1
        return [text[:start] if start > 0 else text, *comments]
    return _posts(gold) if gold.extra.get("kind") == "forum" else [text]


def _posts(gold: GoldPage) -> list[str]:
    """Runs of content between the neutral lines (author, date) of a thread."""
    posts: list[list[str]] = [[]]
    for text, label, _ in gold.extra.get("leaves", ()):
        if label == "neutral":
            posts.append([])
        elif label == "content":
            posts[-1].append(text)
    return [" ".join(post) for post in posts if post]


@dataclass
class Corpus:
    """Labelled pages and what SD decides on them at any thresholds, each computed once."""

    pages: Sequence[Labelled]
    profile: str = "default"
    _regions: dict[float, list[Regions]] = field(default_factory=dict)
    _decisions: dict[tuple[float, float], list[RegionChoice]] = field(default_factory=dict)
    _fits: dict[tuple[float, float], list[float]] = field(default_factory=dict)

    def decisions(self, t1: float, t2: float) -> list[RegionChoice]:
        """What SD finds on each page."""
        if (t1, t2) not in self._decisions:
            if t2 not in self._regions:
                self._regions[t2] = [find_regions(one.page, t2=t2, profile=self.profile) for one in self.pages]
            method: Callable[..., RegionChoice] = decide_refined if self.profile == "default" else decide
            self._decisions[t1, t2] = [method(regions, t1=t1) for regions in self._regions[t2]]
        return self._decisions[t1, t2]

    def types(self, t1: float, t2: float, at: Sequence[int]) -> list[str]:
        """The types of some of the pages."""
        decisions = self.decisions(t1, t2)
        return [decisions[n].page_type for n in at]

    def labels(self, at: Sequence[int]) -> list[str]:
        """The gold types of some of the pages."""
        return [self.pages[n].label for n in at]

    def precision(self, t1: float, t2: float, at: Sequence[int]) -> float:
        """Mean over the classes of the share of pages typed right."""
        return type_precision(self.types(t1, t2, at), self.labels(at))

    def accuracy(self, t1: float, t2: float, at: Sequence[int]) -> float:
        """The paper's RA over some of the pages."""
        if (t1, t2) not in self._fits:
            pairs = zip(self.pages, self._regions_at(t1, t2), self.decisions(t1, t2), strict=True)
            self._fits[t1, t2] = [_fit(*one) for one in pairs]
        return sum(self._fits[t1, t2][n] for n in at) / max(len(at), 1)

    def _regions_at(self, t1: float, t2: float) -> list[Regions]:
        self.decisions(t1, t2)
        return self._regions[t2]

    def learn(self, at: Sequence[int]) -> Thresholds:
        """The best thresholds for some of the pages, by types."""
        return search(lambda t1, t2: self.precision(t1, t2, at))

    def of_class(self, label: str, at: Sequence[int] | None = None) -> list[int]:
        """The pages of a class."""
        return [n for n in (range(len(self.pages)) if at is None else at) if self.pages[n].label == label]


def _fit(one: Labelled, regions: Regions, decision: RegionChoice) -> float:
    found = informative_texts(regions, decision)
    if one.joined:
        found = [" ".join(found)] if found else []
    return metrics.region_accuracy([metrics.pair_regions(found, one.regions).pairs])


def confusion_rows(labels: Sequence[str], types: Sequence[str]) -> list[list[Any]]:
    """A confusion matrix as table rows, classes in the paper's order."""
    matrix = metrics.confusion(labels, types)
    return [[label, *(matrix[label].get(name, 0) for name in TYPES)] for label in TYPES if label in matrix]
