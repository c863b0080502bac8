"""Boilerpipe's pipeline for news articles: which content blocks are the article.

Order and limits as in the original's ArticleExtractor (see docs/methods/boilerpipe.md).
"""

import re
from dataclasses import dataclass

import numpy as np

from sectio.dom.chars import normalise
from sectio.dom.page import Ints, Mask, Page

SHORT = 15  # words: only shorter blocks can end the text
ENOUGH = 60  # words of content before the text can end
LARGE = 150  # words of a block that is kept besides the largest

# How the lines after an article begin, in the original's list.
END_PHRASES = (
    "comments", "© reuters", "please rate this", "post a comment", "what you think", "add your comment",
    "add comment", "reader views", "have your say", "reader comments", "rätta artikeln", "reuters", "©",
)  # fmt: skip
_LONGEST = 40  # characters of a block to look at for them
_SPACES = 5  # a title of several pieces lacks this many spaces when its pieces are counted separately
_END = re.compile(r"^\d+ (?:comments|users responded in)")
_TITLE_PARTS = re.compile(r"\s*[|»]\s*|\s+[-–—]\s+|:\s+")


@dataclass(frozen=True)
class Marks:
    """Blocks that end the text and blocks that repeat the page's title."""

    ends: Mask
    title: Mask


def find_marks(page: Page, texts: Ints, block: Ints, words: Ints) -> Marks:
    """Look at the wording of the short blocks."""
    first = np.searchsorted(block, np.arange(len(words) + 1))
    ends, title = np.zeros(len(words), bool), np.zeros(len(words), bool)
    short = np.flatnonzero(words < SHORT)
    said = page.texts
    ends[short] = [_ends_text(said[at]) for at in texts[first[short]].tolist()]
    forms = title_forms(page.source.head().title)
    # Only blocks about as long as the title can be it; the rest need not be joined.
    length = np.bincount(block, weights=page.counts.length[texts], minlength=len(words))
    for form in sorted(forms):
        for number in np.flatnonzero(np.abs(length - len(form)) <= _SPACES).tolist():
            mine = texts[first[number] : first[number + 1]].tolist()
            title[number] |= page.join(mine).lower() == form
    return Marks(ends, title)


def _ends_text(text: str) -> bool:
    start = text.lstrip()[:_LONGEST].lower()
    return start.startswith(END_PHRASES) or (start[:1].isdigit() and _END.match(start) is not None)


def title_forms(title: str) -> frozenset[str]:
    """The page's title and the longest part of it between separators (the others name the site)."""
    whole = normalise(title).lower()
    parts = [part for part in _TITLE_PARTS.split(whole) if part]
    return frozenset({whole, max(parts, key=len)} if parts else ())


def choose_article(content: Mask, words: Ints, level: Ints, heading: Mask, marks: Marks) -> Mask:
    """From the classifier's choice of blocks to the article's."""
    content = cut_after_end(content, words, marks.ends)
    content = drop_trailing_headings(content, heading)
    # A block before content belongs to it (a heading, a caption): neighbours are fused.
    content[:-1] |= content[1:]
    if not content.any():
        return content
    kept = np.flatnonzero(content).astype(np.int32)
    run = fuse(kept, level)
    chosen = keep_largest(run, words[kept], level[kept])
    chosen |= after_title(kept, chosen, marks.title)
    content[kept] = chosen
    return content


def fuse(kept: Ints, level: Ints) -> Ints:
    """Number the runs of content blocks: adjacent, or one block apart and on the same level.

    The level of a run is that of its topmost block.
    """
    starts = np.flatnonzero(np.diff(kept, prepend=-2) > 1)
    levels = np.minimum.reduceat(level[kept], starts)
    run = np.zeros(len(starts), np.int32)
    for at in range(1, len(starts)):
        near = kept[starts[at]] - kept[starts[at] - 1] == 2 and levels[at] == levels[at - 1]
        run[at] = run[at - 1] + (not near)
    return np.repeat(run, np.diff(starts, append=len(kept)))


def cut_after_end(content: Mask, words: Ints, ends: Mask) -> Mask:
    """From the first end-of-text block after enough content, nothing is content."""
    so_far = np.cumsum(words * content)
    after = np.flatnonzero(ends & (so_far >= ENOUGH))
    content = content.copy()
    content[int(after[0]) if len(after) else len(content) :] = False
    return content


def drop_trailing_headings(content: Mask, heading: Mask) -> Mask:
    """Drop headings with no content after them."""
    plain = np.flatnonzero(content & ~heading)
    content = content.copy()
    content[int(plain[-1]) + 1 if len(plain) else 0 :] = False
    return content


def keep_largest(run: Ints, words: Ints, level: Ints) -> Mask:
    """The run of most words; and around it, up to a higher level, large runs of its own level."""
    sizes = np.bincount(run, weights=words)
    levels = np.minimum.reduceat(level, np.searchsorted(run, np.arange(len(sizes))))
    largest = int(np.argmax(sizes))
    higher = np.flatnonzero(levels < levels[largest])
    start = int(higher[higher < largest].max(initial=-1)) + 1
    stop = int(higher[higher > largest].min(initial=len(sizes)))
    kept = np.zeros(len(sizes), bool)
    kept[start:stop] = (levels[start:stop] == levels[largest]) & (sizes[start:stop] >= LARGE)
    kept[largest] = True
    return kept[run]


def after_title(kept: Ints, article: Mask, title: Mask) -> Mask:
    """Content between the title and the article is the article's beginning."""
    first = int(np.argmax(article))
    before = np.flatnonzero(title[: int(kept[first])])
    added = np.zeros(len(kept), bool)
    if len(before):
        added[:first] = kept[:first] > int(before[-1])
    return added
