"""ECON: article text has periods and commas, noise has none.

Guo et al., "ECON: an approach to extract content from web news page", APWeb 2010. Joint-para joins the pieces
of text under one parent to paragraphs and prunes those without a mark. Extract-news starts at the longest
paragraph and climbs while marks are gained; what is left under the node where that ends is the article.
"""

from dataclasses import dataclass

import numpy as np

from sectio.dom.chars import PERIODS_AND_COMMAS
from sectio.dom.page import Floats, Ints, Mask, Page
from sectio.dom.tree import subtree_any, subtree_sum
from sectio.errors import InputError
from sectio.methods._joined import joined_lengths
from sectio.results import Selection, empty_mask

# Zero distances that the climb tolerates; the paper tolerates none, and stops at the first paragraph that has a
# wrapper of its own (docs/methods/econ.md has the figures).
PATIENCE = {"default": 3, "paper": 0}
_PARAGRAPHS = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre")


@dataclass(frozen=True, eq=False)
class Paragraphs:
    """Joint-para: for each visible text node its text piece and the parent whose pieces make one paragraph with it.

    `chars` and `marks` are those of the paragraph of each node of the page (0 where it has none).
    """

    texts: Ints
    piece: Ints
    owner: Ints
    own_marks: Floats
    chars: Ints
    marks: Floats

    @property
    def kept(self) -> Mask:
        """Which of the texts survive the pruning: those in paragraphs with a mark."""
        return self.marks[self.owner] > 0


def join_paragraphs(page: Page) -> Paragraphs:
    """Join the text pieces under each parent.

    A piece is a text node, or an inline element or paragraph with inline content only, outermost first.
    """
    simple = ~subtree_any(page, page.is_block & ~page.is_tag(*_PARAGRAPHS))
    simple &= subtree_sum(page, page.is_tag(*_PARAGRAPHS)) <= page.is_tag(*_PARAGRAPHS)
    outermost = simple & ~simple[page.parent]
    rows = np.arange(len(page), dtype=np.int32)
    at = np.flatnonzero(page.visible[page.text_rows]).astype(np.int32)
    # Outermost pieces do not overlap and contain all text: the last one begun is the one a text node is in.
    piece = np.maximum.accumulate(np.where(outermost, rows, 0))[page.text_rows[at]]
    owner = page.parent[piece]
    own_marks = _marks(page)[at].astype(np.float64)
    marks = np.bincount(owner, weights=own_marks, minlength=len(page)).astype(np.float64)
    return Paragraphs(at, piece, owner, own_marks, joined_lengths(page, at, owner, len(page)), marks)


def _marks(page: Page) -> Ints:
    """Periods and commas of each text node."""
    lengths = np.fromiter(map(len, page.texts), np.int64, len(page.texts))
    starts = np.concatenate(([0], np.cumsum(lengths)))
    points = np.frombuffer("".join(page.texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    known = np.zeros(0x10000, bool)
    known[[ord(mark) for mark in PERIODS_AND_COMMAS]] = True
    running = np.zeros(len(points) + 1, np.int32)
    np.cumsum(known.take(points, mode="clip"), out=running[1:])
    return np.diff(running[starts])


def select(page: Page, *, patience: int | None = None, profile: str = "default") -> Selection:
    """Extract-news: the text under the summary node that is in a paragraph with marks."""
    if profile not in PATIENCE:
        raise InputError(f"econ has no profile {profile!r}; choose from {', '.join(PATIENCE)}")
    found = join_paragraphs(page)
    if not len(found.texts):
        return Selection(empty_mask(page), warnings=("empty",))
    if not found.marks.any():
        return Selection(empty_mask(page), warnings=("no_punctuation",))
    kept = found.kept
    mask = empty_mask(page)
    mask[page.text_rows[found.texts[kept]]] = True
    per_row = np.zeros(len(page))
    per_row[page.text_rows[found.texts]] = found.own_marks
    snippet = _snippet(found)
    summary = _climb(page, subtree_sum(page, per_row), snippet, PATIENCE[profile] if patience is None else patience)
    mask[:summary] = False
    mask[page.end[summary] :] = False
    return Selection(mask)


def _snippet(found: Paragraphs) -> int:
    """The piece with most marks of the longest paragraph (the paper takes one at random)."""
    longest = int(np.argmax(np.where(found.marks > 0, found.chars, -1)))
    mine = found.owner == longest
    pieces, place = np.unique(found.piece[mine], return_inverse=True)
    return int(pieces[np.argmax(np.bincount(place, weights=found.own_marks[mine]))])


def _climb(page: Page, marks: Floats, snippet: int, patience: int) -> int:
    """Climb while marks are gained; a pause of up to `patience` steps is tolerated if a gain follows below `body`."""
    summary = node = snippet
    pause = 0
    while node > 1 and pause <= patience:
        above = int(page.parent[node])
        if marks[above] == marks[node]:
            pause += 1
        elif above > 1 or not pause:
            summary, pause = above, 0
        node = above
    return summary
