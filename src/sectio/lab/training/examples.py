"""From a page and what is known about it to something the network can learn from.

Three kinds of gold: the whole main text; main text and the noise lines; a few strings that must and must not appear. For
the last, most blocks are unknown, and two other extractors that agree fill them in: content where both hold the block,
noise where neither does, unknown where they differ.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Page
from sectio.lab.training.labels import block_labels, words
from sectio.model import features, pagetype

Array = NDArray[np.float32]

AGREE = 0.7
SNIPPET_WEIGHT = 3.0
SITES_WEIGHT = 0.6


@dataclass(frozen=True, eq=False)
class Example:
    """A page's features and labels, and what is needed to score a choice of its blocks."""

    kind: str
    group: str
    matrix: Array = field(repr=False)
    words: Array = field(repr=False)
    texts: Sequence[str] = field(repr=False)
    labels: Array = field(repr=False)
    weights: Array = field(repr=False)
    facts: dict[str, float] = field(repr=False)
    page_type: str | None = None
    gold: str | None = field(default=None, repr=False)
    wanted: Sequence[str] = ()
    unwanted: Sequence[str] = ()
    page: str = ""
    headline: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, bool), repr=False)
    stated: str | None = field(default=None, repr=False)  # what the page says of itself, if it holds no text


def by_text(page: Page, text: str, *, group: str, url: str | None = None, page_type: str | None = None) -> Example:
    """Gold is the whole main text."""
    matrix, texts, counts = _read(page)
    labels = block_labels([words(t) for t in texts], text)
    known = _even(counts) if text.strip() else np.zeros_like(counts)
    return Example("text", group, matrix, counts, texts, labels, known, pagetype.facts(page, url), page_type, text)


def by_lines(page: Page, text: str, noise: Sequence[str], *, group: str, url: str | None = None) -> Example:
    """Gold is the main text and the lines of noise; what is in neither is unknown."""
    matrix, texts, counts = _read(page)
    split = [words(t) for t in texts]
    labels, noisy = block_labels(split, text), block_labels(split, "\n".join(noise))
    known = _even(counts) * ((labels >= 0.3) | (noisy >= 0.5)) * SITES_WEIGHT
    return Example("lines", group, matrix, counts, texts, labels, _float(known), pagetype.facts(page, url), None, text)


def by_snippets(
    page: Page,
    wanted: Sequence[str],
    unwanted: Sequence[str],
    *,
    group: str,
    url: str | None = None,
    title: str | None = None,
    agreed: tuple[str, str] | None = None,
) -> Example:
    """Gold is a few strings; `agreed` are the texts two other extractors found."""
    matrix, texts, counts = _read(page)
    labels, known = np.zeros(len(texts), np.float32), np.zeros(len(texts), np.float32)
    even = _even(counts)
    if agreed and _f1(words(agreed[0]), words(agreed[1])) >= AGREE:
        split = [words(t) for t in texts]
        first, second = (block_labels(split, text) for text in agreed)
        both, none = (first > 0.7) & (second > 0.7), (first < 0.3) & (second < 0.3)
        labels[both] = 1
        known[both | none] = even[both | none]
        known[_titles(texts, counts, title)] = 0
    lower = [text.lower() for text in texts]
    for label, strings in ((1, wanted), (0, unwanted)):
        for string in (" ".join(s.lower().split()) for s in strings):
            for i, text in enumerate(lower):
                # An unwanted string inside a long paragraph says nothing about the paragraph.
                if string and string in text and (label or len(text) < 6 * len(string)):
                    labels[i], known[i] = label, SNIPPET_WEIGHT * max(float(even[i]), 0.02)
    facts = pagetype.facts(page, url)
    return Example("snippets", group, matrix, counts, texts, labels, known, facts, None, None, wanted, unwanted)


def _read(page: Page) -> tuple[Array, list[str], Array]:
    matrix, blocks = features.matrix(page)
    texts = [blocks.text(i) for i in range(len(blocks))]
    return matrix, texts, _float(blocks.sum(page.counts.words))


def _even(counts: Array) -> Array:
    """Weights by words, such that every page counts alike."""
    raised = counts + 0.5
    return _float(raised / max(float(raised.sum()), 1e-9))


def _titles(texts: Sequence[str], counts: Array, title: str | None) -> list[int]:
    """Blocks that are the headline or hold it: whether it is content, the extractors and the gold sets do not agree."""
    plain = (title or "").lower()
    if not plain:
        return []
    short = [i for i in np.flatnonzero(counts < 30).tolist() if len(texts[i]) > 3]
    return [i for i in short if texts[i].lower() in plain or plain in texts[i].lower()]


def _f1(found: Sequence[str], gold: Sequence[str]) -> float:
    shared = sum((Counter(found) & Counter(gold)).values())
    return 2 * shared / (len(found) + len(gold)) if found or gold else 0.0


def _float(values: NDArray[np.floating]) -> Array:
    return np.asarray(values, np.float32)
