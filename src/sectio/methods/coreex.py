"""CoreEx: the article is the set of siblings with many words and few links.

Prasad and Paepcke, "CoreEx: content extraction from online news articles", CIKM 2008. Words and links are
counted bottom-up, a link as one word and one link. Each element is scored by those of its children that are
nearly free of links (its set S); the set of the best element is the content. Scoring the set, not the
element, finds an article whose paragraphs are between link lists under one parent.
"""

from dataclasses import dataclass

import numpy as np

from sectio.dom.blocks import Blocks
from sectio.dom.page import Floats, Mask, Page, Scores, covered
from sectio.dom.tree import child_sum, subtree_sum
from sectio.errors import InputError
from sectio.results import Opinion, Selection, empty_mask

# With the paper's weights a link-free line of ten words beats 500 words with five links. The others were
# chosen on real articles (docs/methods/coreex.md); between 0.90 and 0.96 for the first the result barely
# changes.
WEIGHTS = {"default": (0.95, 0.05), "paper": (0.99, 0.01)}
ARTICLE_SHARE = 0.55  # of the page's words in the best set, from which it is an article (experiment E4)
_NO_PROSE = ("select", "option", "textarea", "input", "noscript")


@dataclass(frozen=True, eq=False)
class Counts:
    """Words and links below each node and, for elements, those of S, the set of its text-rich children."""

    alive: Mask
    text: Floats
    links: Floats
    chosen: Mask
    set_text: Floats
    set_links: Floats
    scored: Mask


def count(page: Page, *, threshold: float = 0.9, profile: str = "default") -> Counts:
    """Count bottom-up; a child is chosen when the share of its words that are not links exceeds the threshold."""
    alive = page.visible & ~_dropped(page, profile)
    roots = page.is_link & alive
    roots &= ~page.in_link[page.parent]
    outside = alive & ~page.in_link
    text = subtree_sum(page, page.words * outside + roots)
    links = subtree_sum(page, roots)
    chosen = (outside | roots) & (text - links > threshold * text)
    chosen[0] = False
    return Counts(
        alive=alive,
        text=text,
        links=links,
        chosen=chosen,
        set_text=child_sum(page, text * chosen),
        set_links=child_sum(page, links * chosen),
        scored=outside & page.is_element,
    )


def _dropped(page: Page, profile: str) -> Mask:
    """Forms and their controls, which contain no prose; but a form around the whole page is a page."""
    forms = page.is_tag("form")
    if profile != "paper" and forms.any():
        words = subtree_sum(page, page.words * page.visible)
        forms = forms & (2 * words < words[0])
    return covered(page, forms | page.is_tag(*_NO_PROSE)) & page.visible


def score(
    page: Page,
    *,
    threshold: float = 0.9,
    weights: tuple[float, float] | None = None,
    scoring: str = "set",
    profile: str = "default",
) -> Scores:
    """Score each element: the share of words that are not links, and the share of the page's words.

    0 where there is nothing to score; every set scores more.
    """
    counts = count(page, threshold=threshold, profile=profile)
    return _score(counts, _weights(weights, profile), scoring).astype(np.float32)


def _weights(weights: tuple[float, float] | None, profile: str) -> tuple[float, float]:
    if profile not in WEIGHTS:
        raise InputError(f"coreex has no profile {profile!r}; choose from {', '.join(WEIGHTS)}")
    return weights or WEIGHTS[profile]


def _score(counts: Counts, weights: tuple[float, float], scoring: str) -> Floats:
    if scoring not in ("set", "node"):
        raise InputError(f"coreex scores by 'set' or 'node', not {scoring!r}")
    by_set = scoring == "set"
    text, links = (counts.set_text, counts.set_links) if by_set else (counts.text, counts.links)
    ratio = (text - links) / np.maximum(text, 1)
    share = text / max(counts.text[0], 1)
    return np.where(counts.scored & (text > 0), weights[0] * ratio + weights[1] * share, 0.0)


def select(
    page: Page,
    *,
    threshold: float = 0.9,
    weights: tuple[float, float] | None = None,
    scoring: str = "set",
    profile: str = "default",
) -> Selection:
    """Take the set of the best element; with `scoring="node"` (the survey's equation 1) the best element itself."""
    counts = count(page, threshold=threshold, profile=profile)
    scores = _score(counts, _weights(weights, profile), scoring)
    if not scores.any():
        return Selection(empty_mask(page), warnings=("empty",))
    by_set = scoring == "set"
    best = _best(page, scores, counts.set_text if by_set else counts.text)
    roots = counts.chosen & (page.parent == best) if by_set else np.arange(len(page)) == best
    mask = covered(page, roots) & counts.alive & page.is_text
    mask = mask if profile == "paper" else _whole_sentences(page, mask, counts.alive)
    return Selection(mask, opinion=Opinion(page_type=_kind(_share(counts, best), ARTICLE_SHARE)))


def _whole_sentences(page: Page, mask: Mask, alive: Mask) -> Mask:
    """Where most words of a text block are chosen, its links are too.

    The links of a paragraph are not in its own set S, so without this a single best paragraph loses their words.
    """
    blocks = Blocks.of(page)
    words = page.words[page.text_rows]
    chosen = blocks.sum(words * mask[page.text_rows])
    return mask | (blocks.rows(2 * chosen > blocks.sum(words)) & alive)


def _best(page: Page, scores: Floats, text: Floats) -> int:
    """The highest score; on a tie the one with more words, then the deeper, then the first."""
    top = np.flatnonzero(scores == scores.max())
    top = top[text[top] == text[top].max()]
    return int(top[np.argmax(page.depth[top])])


def article_score(page: Page) -> float:
    """How much the page looks like an article rather than an index: 0 to 1.

    The best set of an article has most of the page's words; on an index the words are links, or are in
    many small sets, none of which dominates.
    """
    counts = count(page)
    scores = _score(counts, WEIGHTS["default"], "set")
    return _share(counts, _best(page, scores, counts.set_text))


def page_kind(page: Page, *, threshold: float = ARTICLE_SHARE) -> str:
    """Whether the page is an `article` or an `index`."""
    return _kind(article_score(page), threshold)


def _share(counts: Counts, best: int) -> float:
    """The share of the page's words that are in the set of an element."""
    return float(counts.set_text[best] / max(counts.text[0], 1))


def _kind(share: float, threshold: float) -> str:
    return "article" if share >= threshold else "index"
