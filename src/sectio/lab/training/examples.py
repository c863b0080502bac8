"""From a page and what is known about it to something the model can learn from.

Three kinds of gold: the whole main text; main text and the noise lines; a few strings that must and must not appear. For
the last, most blocks are unknown, and two other extractors that agree fill them in: content where both hold the block,
noise where neither does, unknown where they differ.
"""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Page
from sectio.lab.training.labels import block_labels, words
from sectio.model import features, pagetype
from sectio.model.second import Frame

Array = NDArray[np.float32]

AGREE = 0.7
SNIPPET_WEIGHT = 3.0
NOISE_WEIGHT = 3.0


@dataclass(frozen=True, eq=False)
class Read:
    """A page as the model sees it: features and frame of its blocks, their words and texts, and facts about its type."""

    matrix: Array = field(repr=False)
    words: Array = field(repr=False)
    texts: Sequence[str] = field(repr=False)
    frame: Frame = field(repr=False)
    facts: dict[str, float] = field(repr=False)

    @classmethod
    def of(cls, page: Page, url: str | None = None) -> "Read":
        """Read a page."""
        found = features.Features.of(page)
        matrix, frame = found.rows(0, len(found.blocks)), Frame.of(found)
        return cls(matrix, frame.words, found.blocks.texts, frame, pagetype.facts(page, url))


@dataclass(frozen=True, eq=False)
class Gold:
    """What is known about the blocks of a page: soft labels and weights (0: unknown), and what a choice is scored by."""

    kind: str
    labels: Array = field(repr=False)
    weights: Array = field(repr=False)
    text: str | None = field(default=None, repr=False)
    wanted: Sequence[str] = ()
    unwanted: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Example:
    """A page to learn from: what the model sees, what is known, and where it is from.

    Pages of one `group` (a domain or site) stay together in every split. `stated` is what a page without text says about
    itself.
    """

    read: Read
    gold: Gold
    dataset: str = ""
    group: str = ""
    page: str = ""
    page_type: str | None = None
    headline: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, bool), repr=False)
    stated: str | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.gold.labels)


def by_text(read: Read, text: str) -> Gold:
    """Gold is the whole main text."""
    labels = block_labels([words(t) for t in read.texts], text)
    known = even(read.words) if text.strip() else np.zeros_like(read.words)
    return Gold("text", labels, known, text)


def with_certain_noise(read: Read, gold: Gold, noise: Set[str]) -> Gold:
    """Blocks with these texts are noise for certain, and count more."""
    certain = np.array([text in noise for text in read.texts], bool)
    labels = np.where(certain, np.float32(0), gold.labels)
    return replace(gold, labels=labels, weights=_float(np.where(certain, NOISE_WEIGHT * gold.weights, gold.weights)))


def scaled(gold: Gold, weight: float) -> Gold:
    """The same, counting more or less."""
    return replace(gold, weights=_float(gold.weights * weight))


def by_lines(read: Read, text: str, noise: Sequence[str]) -> Gold:
    """Gold is the main text and the lines of noise; what is in neither is unknown."""
    split = [words(t) for t in read.texts]
    labels, noisy = block_labels(split, text), block_labels(split, "\n".join(noise))
    known = even(read.words) * ((labels >= 0.3) | (noisy >= 0.5))
    return Gold("lines", labels, _float(known), text)


def by_snippets(
    read: Read,
    wanted: Sequence[str],
    unwanted: Sequence[str],
    *,
    title: str | None = None,
    agreed: tuple[str, str] | None = None,
) -> Gold:
    """Gold is a few strings; `agreed` are the texts two other extractors found."""
    texts = read.texts
    labels, known = np.zeros(len(texts), np.float32), np.zeros(len(texts), np.float32)
    weights = even(read.words)
    if agreed and _f1(words(agreed[0]), words(agreed[1])) >= AGREE:
        split = [words(t) for t in texts]
        first, second = (block_labels(split, text) for text in agreed)
        both, none = (first > 0.7) & (second > 0.7), (first < 0.3) & (second < 0.3)
        labels[both] = 1
        known[both | none] = weights[both | none]
        known[_titles(texts, read.words, title)] = 0
    lower = [text.lower() for text in texts]
    found = _holding(lower, wanted)
    if len(found) and not unwanted:  # then what is between wanted strings may be wanted as well
        inside = np.zeros(len(texts), bool)
        inside[found[0] : found[-1]] = True
        known[inside & (labels == 0)] = 0
    for label, blocks in ((1, found), (0, _holding(lower, unwanted, most=6))):
        labels[blocks] = label
        known[blocks] = SNIPPET_WEIGHT * np.maximum(weights[blocks], 0.02)
    return Gold("snippets", labels, known, None, wanted, unwanted)


def _holding(texts: Sequence[str], strings: Sequence[str], most: int = 0) -> NDArray[np.intp]:
    """Blocks that contain a string; with `most`, only if they are not many times as long, since a paragraph may mention it."""
    plain = [" ".join(string.lower().split()) for string in strings]
    found = {
        i
        for i, text in enumerate(texts)
        for string in plain
        if string and string in text and (not most or len(text) < most * len(string))
    }
    return np.array(sorted(found), np.intp)


def even(counts: Array) -> Array:
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
