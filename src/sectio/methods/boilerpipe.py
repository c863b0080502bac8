"""Boilerpipe: shallow text features separate content blocks from boilerplate.

Kohlschütter, Fankhauser and Nejdl, "Boilerplate detection using shallow text features", WSDM 2010. The page
is cut into text blocks; a tiny decision tree looks at the words (or the text density) and the share of link
words of a block and of its two neighbours. Three extractors: the tree on words (`select`), on density
(`select_density`), and the pipeline for news articles (`select_article`).
"""

from dataclasses import dataclass

import numpy as np

from sectio.dom.page import Column, Floats, Ints, Mask, Page, covered
from sectio.dom.tree import path_sum
from sectio.methods._article import Marks, choose_article, find_marks
from sectio.methods._density import text_density
from sectio.results import Selection

# Tags that do not end a block; everything else does.
_INLINE = (
    "a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "small", "span", "strong", "sub", "sup", "tt",
    "u", "var", "q", "mark", "time",
)  # fmt: skip
CURRENT_LINKS = 0.333333
PREVIOUS_LINKS = 0.555556
_UNSPACED = 0.5  # share of words that are single ideographs, from which thresholds learned on English do not apply


@dataclass(frozen=True, eq=False)
class TextBlocks:
    """The text blocks of a page in document order.

    `texts` are the positions in `page.texts` that belong to blocks, `block` the block of each.
    """

    texts: Ints
    block: Ints
    words: Ints
    link_density: Floats
    level: Ints
    heading: Mask

    def __len__(self) -> int:
        return len(self.words)

    def rows(self, page: Page, content: Mask) -> Mask:
        """A mask over the page's rows from a choice of blocks."""
        mask = np.zeros(len(page), bool)
        mask[page.text_rows[self.texts[content[self.block]]]] = True
        return mask


def text_blocks(page: Page) -> TextBlocks:
    """Cut the page at every tag that is not inline."""
    breaks = page.is_element & ~page.is_tag(*_INLINE)
    usable = page.visible & ~covered(page, page.is_tag("option"))
    texts = np.flatnonzero(usable[page.text_rows]).astype(np.int32)
    rows = page.text_rows[texts]
    opened = np.cumsum(breaks)
    closed = np.cumsum(np.bincount(page.end[breaks], minlength=len(page) + 1))
    seen = opened[rows] + closed[rows]
    begins = np.ones(len(rows), bool)
    begins[1:] = seen[1:] != seen[:-1]
    block = np.cumsum(begins, dtype=np.int32) - 1
    count = int(begins.sum())
    words = page.counts.words[texts]
    in_anchor = covered(page, page.is_tag("a"))[rows]
    total = np.bincount(block, weights=words, minlength=count)
    return TextBlocks(
        texts=texts,
        block=block,
        words=total.astype(np.int32),
        link_density=np.bincount(block, weights=words * in_anchor, minlength=count) / np.maximum(total, 1),
        level=path_sum(page, breaks)[rows[begins]].astype(np.int32),
        heading=covered(page, page.heading > 0)[rows[begins]],
    )


def classify_words(words: Ints, link_density: Floats) -> Mask:
    """The decision tree on numbers of words (the paper's figure; a missing neighbour has none)."""
    after, before, before_links = _next(words), _previous(words), _previous(link_density)
    plain = (words > 16) | (after > 15) | (before > 4)
    past_links = (words > 40) | (after > 17)
    return (link_density <= CURRENT_LINKS) & np.where(before_links <= PREVIOUS_LINKS, plain, past_links)


def classify_density(density: Floats, link_density: Floats) -> Mask:
    """The decision tree on text densities."""
    after, before, before_links = _next(density), _previous(density), _previous(link_density)
    plain = np.where(density > 9, after != 0, (after > 10) | (before > 4))
    return (link_density <= CURRENT_LINKS) & np.where(before_links <= PREVIOUS_LINKS, plain, after > 11)


def _previous(values: Column) -> Floats:
    return np.concatenate(([0.0], values[:-1]))[: len(values)]


def _next(values: Column) -> Floats:
    return np.concatenate((values[1:], [0.0]))[: len(values)]


def select(page: Page) -> Selection:
    """The blocks that the tree on numbers of words calls content."""
    found = text_blocks(page)
    return _selection(page, found, classify_words(found.words, found.link_density))


def select_density(page: Page, *, fuse: bool = False) -> Selection:
    """The blocks that the tree on text densities calls content.

    `fuse` adds a block between two content blocks, as the original's default extractor does.
    """
    found = text_blocks(page)
    density = text_density(page, found.texts, found.block, len(found))
    content = classify_density(density, found.link_density)
    if fuse:
        content = content | ((_previous(content) > 0) & (_next(content) > 0))
    return _selection(page, found, content)


def select_article(page: Page) -> Selection:
    """The article: the largest run of content blocks, with what belongs to it."""
    found = text_blocks(page)
    marks: Marks = find_marks(page, found.texts, found.block, found.words)
    content = classify_words(found.words, found.link_density)
    return _selection(page, found, choose_article(content, found.words, found.level, found.heading, marks))


def _selection(page: Page, found: TextBlocks, content: Mask) -> Selection:
    warnings = []
    if not len(found):
        warnings.append("empty")
    elif page.counts.cjk[found.texts].sum() > _UNSPACED * found.words.sum():
        warnings.append("non_spaced_script")
    return Selection(found.rows(page, content), warnings=tuple(warnings))
