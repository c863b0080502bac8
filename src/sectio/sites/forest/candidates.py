"""The candidate elements of one page: which hold keywords, how many, and how interesting that makes them."""

from dataclasses import dataclass

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import subtree_sum
from sectio.sites.forest.identify import Key, dfs_index, element_keys, path_keys
from sectio.sites.forest.keywords import Terms
from sectio.sites.forest.measures import informativeness, lower_density

BODY = 1


@dataclass(frozen=True)
class Rules:
    """How a variant chooses and measures candidates.

    `ancestors`: the elements above a significant leaf are candidates too. `paths`: elements are known by tag
    path. `coverage`: the measure is the covered share of keyword weight instead of informativeness. `single`:
    an element counts only as far as it is alone with its key on the page. `steps`:
    bare elements keep their path.
    """

    ancestors: bool = True
    paths: bool = False
    coverage: bool = False
    single: bool = False
    steps: bool = False

    def keys(self, page: Page, rows: Ints) -> list[Key]:
        """How these elements are known."""
        return path_keys(page, rows) if self.paths else element_keys(page, rows, steps=self.steps)


@dataclass(frozen=True, eq=False)
class Measured:
    """Keyword occurrences, terms and score of every row; `leaf` marks the parents of significant leaves."""

    x: Floats
    n: Floats
    score: Floats
    leaf: Mask


def measure(page: Page, terms: Terms, weights: Floats, rules: Rules) -> Measured:
    """Measure all rows; `weights` has the weight of each term of the vocabulary, 0 where it is no keyword."""
    key_count = page.spread(terms.per_text((weights > 0).astype(float)))
    all_count = page.spread(np.bincount(terms.of_text, minlength=terms.texts).astype(float))
    x, n = subtree_sum(page, key_count), subtree_sum(page, all_count)
    top = min(BODY, len(page) - 1)
    if rules.coverage:
        weight = subtree_sum(page, page.spread(terms.per_text(weights)))
        score = weight / max(weight[top], 1e-300)
    else:
        score = informativeness(x, n - x, float(x[top]), float(n[top] - x[top]))
    leaf = np.zeros(len(page), bool)
    leaf[page.parent[np.flatnonzero(key_count)]] = True
    return Measured(x, n, score, leaf)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidate elements of a page, in document order; one value per candidate."""

    rows: Ints
    keys: list[Key]
    score: Floats
    # J alone, for the sample in which everything is a keyword and nothing unexpected.
    dense: Floats
    terms: Floats
    level: Ints
    dfs: Ints


def find_candidates(page: Page, terms: Terms, weights: Floats, rules: Rules) -> Candidates:
    """The candidates of a page: elements with a keyword below them, or just above a text with one."""
    all_rows = measure(page, terms, weights, rules)
    holds = page.is_element & (all_rows.x > 0) if rules.ancestors else all_rows.leaf.copy()
    holds[:BODY] = False
    rows = np.flatnonzero(holds).astype(np.int32)
    keys = rules.keys(page, rows)
    alone = _alone(page, rows, keys, all_rows.x) if rules.single else np.ones(len(rows))
    return Candidates(
        rows=rows,
        keys=keys,
        score=all_rows.score[rows] * alone,
        dense=lower_density(all_rows.x[rows], all_rows.n[rows]) * alone,
        terms=all_rows.n[rows],
        level=page.depth[rows] + 1,
        dfs=dfs_index(page)[rows],
    )


def _alone(page: Page, rows: Ints, keys: list[Key], x: Floats) -> Floats:
    """Of the keyword occurrences below all elements of a candidate's key, the share below the candidate.

    Elements inside an element of their own key add nothing to the whole.
    """
    numbers: dict[Key, int] = {}
    group = np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64)
    order = np.argsort(group, kind="stable")
    rows, group = rows[order].astype(np.int64), group[order]
    # Groups are laid out one after another, so that one running maximum serves all of them.
    far = page.end[rows] + group * len(page)
    reach = np.concatenate(([-1], np.maximum.accumulate(far)[:-1])) if len(far) else far
    outer = rows + group * len(page) >= reach
    whole = np.bincount(group, weights=x[rows] * outer, minlength=len(numbers))
    share = np.empty(len(rows))
    share[order] = x[rows] / np.maximum(whole[group], 1e-300)
    return share


def representatives(found: Candidates) -> dict[Key, int]:
    """For each key the position of the candidate that stands for it: largest score, the first of equals."""
    best: dict[Key, int] = {}
    for position in np.argsort(-found.score, kind="stable").tolist():
        best.setdefault(found.keys[position], position)
    return best
