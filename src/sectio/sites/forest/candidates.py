"""The candidate elements of one page: which contain keywords, how many, and how interesting that makes them."""

from dataclasses import dataclass, replace

import numpy as np

from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import path_sum, subtree_sum
from sectio.sites.forest.identify import Key, dfs_index, element_keys, path_keys
from sectio.sites.forest.keywords import Terms
from sectio.sites.forest.measures import informativeness, lower_density

BODY = 1


@dataclass(frozen=True)
class Rules:
    """How a variant chooses and measures candidates.

    `ancestors`: the elements above a significant leaf are candidates too. `paths`: elements are known by tag
    path. `coverage`: the measure is the covered share of keyword weight instead of informativeness. `links`:
    keywords in links count; otherwise they are ordinary terms: a box of links to similar stories is full of them. `single`:
    an element counts only as far as it is alone with its key on the page. `several`: elements of one key that may
    be stories (see `may_be_several`) are measured as one, at `together` of their measure: where one element does nearly as well, it is the
    story, and the class that they share is one of layout. `steps`: bare elements keep their path. `narrowing`: an element
    that has all the text of the one above it is at the same level. `covering`: the power of the share of the page's keywords
    by which the measure is multiplied.
    """

    ancestors: bool = True
    paths: bool = False
    coverage: bool = False
    links: bool = True
    single: bool = False
    several: bool = False
    together: float = 1.0
    steps: bool = False
    narrowing: bool = False
    covering: float = 0.0

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
    """Measure all rows; `weights` has the weight of each term of the vocabulary, 0 if it is not a keyword."""
    counted = 1.0 if rules.links else (~page.in_link[page.text_rows]).astype(float)
    key_count = page.spread(terms.per_text((weights > 0).astype(float)) * counted)
    all_count = page.spread(np.bincount(terms.of_text, minlength=terms.texts).astype(float))
    x, n = subtree_sum(page, key_count), subtree_sum(page, all_count)
    top = min(BODY, len(page) - 1)
    if rules.coverage:
        weight = subtree_sum(page, page.spread(terms.per_text(weights) * counted))
        score = weight / max(weight[top], 1e-300)
    else:
        score = informativeness(x, n - x, float(x[top]), float(n[top] - x[top]))
    leaf = np.zeros(len(page), bool)
    leaf[page.parent[np.flatnonzero(key_count)]] = True
    return Measured(x, n, score, leaf)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidate elements of a page, in document order; one value per candidate.

    `whole` marks the outermost elements of a key that are measured together: all have the values of the whole.
    """

    rows: Ints
    keys: list[Key]
    score: Floats
    # J alone, for the sample in which everything is a keyword and nothing unexpected.
    dense: Floats
    terms: Floats
    # The share of the page's keyword occurrences.
    cover: Floats
    whole: Mask
    level: Ints
    dfs: Ints


def find_candidates(page: Page, terms: Terms, weights: Floats, rules: Rules) -> Candidates:
    """The candidates of a page: elements with a keyword below them, or just above a text with one."""
    all_rows = measure(page, terms, weights, rules)
    holds = page.is_element & (all_rows.x > 0) if rules.ancestors else all_rows.leaf.copy()
    holds[:BODY] = False
    rows = np.flatnonzero(holds).astype(np.int32)
    keys = rules.keys(page, rows)
    x, n, score = all_rows.x[rows], all_rows.n[rows], all_rows.score[rows]
    group, outer = _groups(page, rows, keys)
    alone = x / np.maximum(np.bincount(group, weights=x * outer)[group], 1e-300) if rules.single else np.ones(len(x))
    found = Candidates(
        rows=rows,
        keys=keys,
        score=score * alone,
        dense=lower_density(x, n) * alone,
        terms=n,
        cover=x / max(float(all_rows.x[BODY]) if len(page) > BODY else 0.0, 1.0),
        whole=np.zeros(len(rows), bool),
        level=(_narrowed(page, all_rows.n) if rules.narrowing else page.depth + 1)[rows],
        dfs=dfs_index(page)[rows],
    )
    found = _together(found, all_rows, group, outer, rules) if rules.several else found
    return replace(found, score=found.score * found.cover**rules.covering) if rules.covering else found


def _narrowed(page: Page, terms: Floats) -> Ints:
    """The level of each row, `html` = 1, counting only the steps that leave text out: wrappers around the same text are one level."""
    narrows = terms < terms[page.parent]
    narrows[:1] = True
    return path_sum(page, narrows).astype(np.int32)


def _groups(page: Page, rows: Ints, keys: list[Key]) -> tuple[Ints, Mask]:
    """A number for the key of each candidate, and which candidates are inside no other of their key."""
    numbers: dict[Key, int] = {}
    group = np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64)
    order = np.argsort(group, kind="stable")
    # Groups are laid out one after another, so that one running maximum serves all of them.
    start = rows[order] + group[order] * len(page)
    far = page.end[rows[order]] + group[order] * len(page)
    reach = np.concatenate(([-1], np.maximum.accumulate(far)[:-1])) if len(far) else far
    outer = np.empty(len(rows), bool)
    outer[order] = start >= reach
    return group.astype(np.int32), outer


def _together(found: Candidates, page: Measured, group: Ints, outer: Mask, rules: Rules) -> Candidates:
    """The same, with the outermost elements of a key measured as one where they may be several stories."""
    count = np.bincount(group, weights=outer)
    able = np.array([may_be_several(key) for key in found.keys], bool) if len(group) else outer
    whole = outer & able & (count[group] > 1)
    x, n = page.x[found.rows], found.terms
    all_x, all_n = (np.bincount(group, weights=values * outer)[group] for values in (x, n))
    top_x, top_n = float(page.x[BODY]), float(page.n[BODY])
    covered = np.bincount(group, weights=page.score[found.rows] * outer)[group]
    score = covered if rules.coverage else informativeness(all_x, all_n - all_x, top_x, top_n - top_x)
    return replace(
        found,
        score=np.where(whole, rules.together * score, found.score),
        dense=np.where(whole, lower_density(all_x, all_n), found.dense),
        terms=np.where(whole, all_n / np.maximum(count[group], 1), n),
        cover=np.where(whole, all_x / max(top_x, 1.0), found.cover),
        whole=whole,
    )


# Tags that contain a story, a post, an entry of a list.
_STORIES = frozenset(("article", "blockquote", "dd", "div", "li", "main", "section", "table", "tbody", "td", "tr"))


def may_be_several(key: Key) -> bool:
    """Whether all elements of a key may be the content together, as the posts of a thread.

    They have a class or an id, and a tag for more than a paragraph: the `p`s of an article are not all of it.
    """
    return bool(key.own.id or key.own.classes) and key.own.tag in _STORIES


def representatives(found: Candidates) -> dict[Key, list[int]]:
    """For each key the positions of the candidates that represent it.

    All that are measured as one; otherwise the one with the largest score, the first on a tie.
    """
    best: dict[Key, list[int]] = {}
    for position in np.flatnonzero(found.whole).tolist():
        best.setdefault(found.keys[position], []).append(position)
    for position in np.argsort(-found.score, kind="stable").tolist():
        best.setdefault(found.keys[position], [position])
    return best
