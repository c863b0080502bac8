"""Text density: content is many words under few tags and few links.

After Sun, Song and Liao, "DOM based content extraction via text density", SIGIR 2011: density per node, summed over
children, peaks at the container of the article. The selection takes the container with the largest sum and, inside it,
the blocks that are not mostly links.
"""

import numpy as np

from sectio.dom.blocks import Blocks
from sectio.dom.page import Mask, Page, Scores, covered
from sectio.dom.tree import child_sum, subtree_sum


def score(page: Page, *, link_penalty: float = 1.0) -> Scores:
    """Score each node by the summed text density of its children."""
    shown = page.words * page.visible
    words = subtree_sum(page, shown)
    linked = subtree_sum(page, shown * page.in_link)
    elements = np.maximum(subtree_sum(page, page.is_element) - 1, 1)
    per_tag = np.maximum(words - link_penalty * linked, 0) / elements
    # Summed over children because a lone paragraph is denser than the article that contains it.
    return child_sum(page, per_tag * np.log1p(words)).astype(np.float32)


def select(page: Page, *, max_link_share: float = 0.5) -> Mask:
    """The text below the best node, without blocks that are mostly links."""
    scores = score(page) * page.is_element
    if not scores.any():
        return page.is_text & page.visible
    best = np.zeros(len(page), bool)
    best[int(np.argmax(scores))] = True
    blocks = Blocks.of(page)
    words = blocks.sum(page.counts.words)
    linked = blocks.sum(page.counts.words * page.in_link[page.text_rows])
    kept = linked <= max_link_share * np.maximum(words, 1)
    return covered(page, best) & blocks.rows(kept) & page.visible
