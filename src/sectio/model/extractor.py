"""The learned default: block probabilities from the network, then the choice with the best expected F1.

Blocks are sorted by probability; the prefix with the highest expected F1 (counted in words) is the content. `favor` tilts
the measure from precision (F0.5) to recall (F2).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sectio.dom.blocks import Blocks, blocks
from sectio.dom.page import Page
from sectio.errors import ModelError
from sectio.model import comments as page_comments
from sectio.model import features, net, pagetype, store
from sectio.results import Comment, PageType, Selection

Array = NDArray[np.float32]

# A block without words still has some weight, so that a lone dash is not free to take.
MIN_WORDS = 0.3
CLIP = 5.0
NEVER = -10.0
FEW_WORDS = 20


@dataclass(frozen=True, eq=False)
class Judged:
    """What the network thinks of a page: the blocks, their features and the probability that each is content."""

    cut: Blocks
    features: Array
    logits: Array

    @property
    def chance(self) -> Array:
        """Probability of each block to be content."""
        return sigmoid(self.logits)


def sigmoid(logits: Array) -> Array:
    """Probabilities from logits."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)


def judge(page: Page, model: store.Model | None = None) -> Judged:
    """Run the network over the blocks of a page."""
    model = model or store.default()
    if tuple(model.about["features"]) != features.NAMES:
        ours, theirs = set(features.NAMES), set(model.about["features"])
        odd = sorted(ours ^ theirs)[:3]
        raise ModelError(f"the model was trained with other features ({', '.join(odd)} …); retrain with `sectio train`")
    matrix, cut = features.matrix(page)
    if not len(cut):
        return Judged(cut, matrix, np.zeros(0, np.float32))
    return Judged(cut, matrix, logits_of(model, matrix))


def logits_of(model: store.Model, matrix: Array) -> Array:
    """The network's logits for a feature matrix; the line numbers beside code are never content."""
    logits = net.run(model.arrays, scale(matrix, model.arrays["mean"], model.arrays["spread"]))
    counting, *around = (matrix[:, features.NAMES.index(name)] > 0 for name in ("counting", "in_pre", "in_td"))
    return np.where(counting & (around[0] | around[1]), np.float32(NEVER), logits)


def scale(matrix: Array, mean: Array, spread: Array) -> Array:
    """Features as the network wants them: measures standardised and clipped, marks only standardised."""
    scaled = np.ascontiguousarray((matrix - mean) / spread, np.float32)
    np.clip(scaled[:, : features.MEASURE_COUNT], -CLIP, CLIP, out=scaled[:, : features.MEASURE_COUNT])
    return scaled


def choose(chance: Array, words: NDArray[np.float64], favor: float = 0.5) -> tuple[NDArray[np.bool_], float]:
    """The blocks with the best expected F measure, and that measure."""
    beta = 4.0 ** (favor - 0.5)
    weight = np.maximum(words, MIN_WORDS)
    order = np.argsort(-chance, kind="stable")
    hits, size = np.cumsum((chance * weight)[order]), np.cumsum(weight[order])
    total = float((chance * weight).sum())
    measure = (1 + beta * beta) * hits / (size + beta * beta * total + 1e-9)
    best = int(np.argmax(measure))
    chosen = np.zeros(len(chance), bool)
    chosen[order[: best + 1]] = True
    return chosen, float(2 * hits[best] / (size[best] + total + 1e-9))


def cut_of(page: Page) -> Blocks:
    """The blocks the network works on."""
    return blocks(page)


def select(page: Page, *, favor: float = 0.5, url: str | None = None) -> Selection:
    """The content of a page by the learned default."""
    judged = judge(page)
    return decide(page, judged, judged.chance, favor=favor, url=url)


def decide(page: Page, judged: Judged, chance: Array, *, favor: float = 0.5, url: str | None = None) -> Selection:
    """From block probabilities to a selection: choice, page type, comments, confidence."""
    model, cut = store.default(), judged.cut
    kind = pagetype.classify(model, pagetype.facts(page, url))
    if not len(cut):
        return Selection(
            np.zeros(len(page), bool), ("empty",), page_type=kind.name, page_types=kind.probabilities, confidence=0.0
        )
    words = cut.sum(page.counts.words)
    chosen, expected = choose(chance, words, favor)
    mask = cut.rows(chosen)
    found, rows = page_comments.find(page)
    if found and kind.name != "forum":
        mask &= ~rows
    else:
        found = ()
    warnings = _warnings(page, mask, words)
    confidence = _confidence(model, kind, expected, float(words[chosen].sum()))
    return Selection(
        mask,
        warnings,
        page_type=kind.name,
        page_types=kind.probabilities,
        confidence=confidence,
        comments=_as_tuple(found),
        detail=judged,
    )


def _as_tuple(found: tuple[Comment, ...]) -> tuple[Comment, ...]:
    return tuple(found)


def _warnings(page: Page, mask: NDArray[np.bool_], words: NDArray[np.float64]) -> tuple[str, ...]:
    """What is odd about the page or the choice."""
    codes = []
    if not words.sum():
        codes.append("no_words")
    elif not page.visible[page.text_rows].any():
        codes.append("all_hidden")
    if 0 < float((page.words * mask).sum()) < FEW_WORDS:
        codes.append("short")
    return tuple(codes)


def _confidence(model: store.Model, kind: PageType, expected: float, words: float) -> float:
    """How well the choice will probably score (word F1), from what held on pages left out in training."""
    values = [1.0, expected, np.log1p(words) / 10, *(kind.probabilities[name] for name in pagetype.TYPES)]
    guess = float(np.dot(model.arrays["confidence"], np.array(values)))
    return min(max(guess, 0.0), 1.0)
