"""V-Wrapper on generated sites with style sheets: sites it has learned from, sites and themes it has not, by source of boxes.

Pages of data sets rarely come with their sheets, so what real boxes are worth shows here: each site draws fonts, colours
and columns of its own. "Seen" are other pages of sites that were learned from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from sectio.lab.datasets import folds
from sectio.lab.experiments.result import Cell, Table
from sectio.lab.metrics import Score
from sectio.lab.training.vwrapper import PAGES, Article, body_score, generated, labelled
from sectio.methods.vwrapper import VWrapper, train
from sectio.methods.vwrapper.labels import token_f1, words

SITES: Final = 40
_SEED: Final = 70_000  # of the first site; other sites than those the shipped model learned from
_LEARN: Final = 2 * PAGES // 3  # pages of a site that are learned from
_HEAD: Final = ("", "pages", "precision", "recall", "F1", "headline F1 ≥ 0.9")


@dataclass(frozen=True)
class Found:
    """Scores on pages of one kind: body precision, recall and F1, and whether the headline is right."""

    scores: Sequence[Score]
    headlines: Sequence[bool]

    @property
    def f1(self) -> float:
        """Mean over pages."""
        return float(np.mean([score.f1 for score in self.scores]))

    def row(self, name: str) -> list[Cell]:
        """A line of the table."""
        return [name, len(self.scores), *np.mean(self.scores, axis=0).tolist(), float(np.mean(self.headlines))]


def table(layouts: Sequence[str], *, seed: int, sites: int = SITES, stored: Path | None = None) -> tuple[Table, bool]:
    """F1 by source of boxes, and whether measured boxes beat estimated ones on unseen themes (True with one source)."""
    golds = generated(sites, seed=_SEED + 1000 * seed)
    rows, themes = [], {}
    for layout in layouts:
        articles = labelled(golds, layout=layout, stored=stored)
        seen, unseen = _by_site(articles, seed)
        themes[layout] = _by_theme(articles)
        kinds = (("seen sites", seen), ("unseen sites", unseen), ("unseen themes", themes[layout]))
        rows += [found.row(f"{layout}, {kind}") for kind, found in kinds]
    better = [found.f1 for found in themes.values()]
    title = f"body words on {sites} generated sites with style sheets, {len(golds)} articles"
    return Table(title, _HEAD, rows), better == sorted(better, reverse=True)


def _by_site(articles: Sequence[Article], seed: int) -> tuple[Found, Found]:
    """Seen and unseen sites: a third of the sites is left out, and of the others the last pages."""
    by_id = {article.gold.id: article for article in articles}
    learn, test = folds([article.gold for article in articles], 3, seed=seed)[0]
    place: dict[str, int] = {}
    taken: list[Article] = []
    later: list[Article] = []
    for gold in learn:
        place[gold.site] = place.get(gold.site, 0) + 1
        (taken if place[gold.site] <= _LEARN else later).append(by_id[gold.id])
    wrapper = train([article.page for article in taken])
    return score(wrapper, later), score(wrapper, [by_id[gold.id] for gold in test])


def _by_theme(articles: Sequence[Article]) -> Found:
    """Each theme by a wrapper that has learned from the others."""
    scores: list[Score] = []
    headlines: list[bool] = []
    for theme in sorted({article.gold.extra["theme"] for article in articles}):
        learn = [article.page for article in articles if article.gold.extra["theme"] != theme]
        found = score(train(learn), [article for article in articles if article.gold.extra["theme"] == theme])
        scores += found.scores
        headlines += found.headlines
    return Found(scores, headlines)


def score(wrapper: VWrapper, articles: Sequence[Article]) -> Found:
    """Body and headline of each article."""
    return Found(
        [body_score(wrapper, article) for article in articles],
        [headline_right(wrapper, article) for article in articles if article.gold.title],
    )


def headline_right(wrapper: VWrapper, article: Article) -> bool:
    """Whether the headline found is that of the gold but for a word."""
    found = wrapper.extract(article.page.tree).headline
    return token_f1(words(found), words(article.gold.title or "")) >= 0.9
