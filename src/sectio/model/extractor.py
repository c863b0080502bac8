"""The learned default: block probabilities in two passes, then the choice with the best expected F1.

The first pass is a network and trees over single blocks and what is near them, the second (`model/second.py`) corrects it.

Blocks are sorted by probability; the prefix with the highest expected F1 (counted in words) is the content. `favor` tilts
the measure from precision (F0.5) to recall (F2).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sectio import compiled, deadline
from sectio.dom.blocks import Blocks
from sectio.dom.page import Mask, Page
from sectio.errors import ModelError
from sectio.model import appeals, closure, features, first, net, pagetype, places, second, store
from sectio.model.fallback import stated_text
from sectio.model.first import NEVER
from sectio.model.verdict import Choice, Impression, Verdict, confidence
from sectio.once import once
from sectio.options import BALANCED
from sectio.results import PageType, Selection

Array = NDArray[np.float32]

# A block without words still has some weight, so that a lone dash is not chosen for free.
MIN_WORDS = 0.3
FEW_WORDS = 20
# Words; a block with as many is not chosen twice.
LONG = 100
LOOKED_AT = 3  # marks that are compared before texts are: sentence marks, commas, capitals
# Blocks of which all features are computed at once and kept; 99 of 100 pages have fewer.
AT_ONCE = 4096
# What both passes see.
NAMES = (*features.NAMES, *second.NAMES)


class Judged:
    """What the model predicts for a page: the text blocks, their features, and a logit for each block to be content.

    The features are large and can be computed again, so they are not pickled.
    """

    def __init__(self, model: store.Model, blocks: Blocks, features: Array | None, logits: Array) -> None:
        self.model, self.blocks, self.logits, self._features = model, blocks, logits, features

    def __getstate__(self) -> tuple[store.Model, Blocks, Array]:
        return self.model, self.blocks, self.logits

    def __setstate__(self, state: tuple[store.Model, Blocks, Array]) -> None:
        (self.model, self.blocks, self.logits), self._features = state, None

    @property
    def features(self) -> Array:
        """One row per block, columns as `features.NAMES`. Of a large page this takes much memory: see `columns`."""
        if self._features is None:
            self._features = features.matrix(self.blocks.page)[0]
        return self._features

    def columns(self, *names: str) -> Array:
        """Only these features, one row per block."""
        if self._features is None and len(self.blocks) > AT_ONCE:
            return features.Features(self.blocks.page, self.blocks).columns(names)
        return self.features[:, [features.NAMES.index(name) for name in names]]

    @property
    def chance(self) -> Array:
        """The probability of each block being content."""
        return sigmoid(self.logits)

    def summary(self) -> Array | None:
        """What the trees of the page types see; nothing of a page without blocks or with very many."""
        if not 0 < len(self.blocks) <= AT_ONCE:
            return None
        return pagetype.summary(self.features, self.blocks.words.astype(np.float32) + np.float32(0.5), self.chance)


def sigmoid(logits: Array) -> Array:
    """Probabilities from logits."""
    bounded = np.minimum(np.maximum(logits, -30), 30)  # half the time of `clip`
    return np.asarray(1 / (1 + np.exp(-bounded)), np.float32)


def judge(page: Page, model: store.Model | None = None) -> Judged:
    """Run the model over the blocks of a page; over those of a large page piece by piece."""
    model = model or store.default()
    _check(model)
    found = features.Features.of(page)
    blocks = found.blocks
    if len(blocks) > AT_ONCE:
        return Judged(model, blocks, None, Pieces(model, found).logits())
    matrix = found.rows(0, len(blocks))
    if not len(blocks):
        return Judged(model, blocks, matrix, np.zeros(0, np.float32))
    logits = first.logits(model, matrix)
    if "second_leaf" in model.arrays:
        logits = second.corrected(model, found, matrix, logits)
    return Judged(model, blocks, matrix, logits)


@lru_cache(maxsize=4)
def _check(model: store.Model) -> None:
    """Refuse a model that was trained with other features, or whose arrays do not fit together."""
    named = [model.about.get(part) for part in ("features", "second")]
    lists = [names for names in named if isinstance(names, list | tuple)]
    if len(lists) < len(named) or tuple(name for names in lists for name in names) != NAMES:
        theirs = {str(name) for names in lists for name in names}
        odd = sorted({*NAMES} ^ theirs)[:3]
        raise ModelError(f"the model was trained with other features ({', '.join(odd)} …); retrain with `sectio train`")
    if model is store.default():
        return
    try:
        pagetype.check(model)
        _try(model)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ModelError(f"the model is damaged ({error!r}); train it again with `sectio train`") from error


def _try(model: store.Model) -> None:
    """Run a model on the smallest page: an array of another shape fails here, not in the middle of a page."""
    matrix, ints = np.zeros((1, len(features.NAMES)), np.float32), np.zeros((second.LEVELS, 1), np.int32)
    frame = second.Frame(np.ones(1, np.float32), ints, ints + 1, ints[0], ints[0], ints[0] - 1, ints[0] - 1)
    logits = corrected(model, frame, matrix, first.logits(model, matrix))
    if not np.isfinite(logits).all() or not (model.arrays["spread"] > 0).all():
        raise ValueError("a result that is not a number")
    confidence(model, PageType(pagetype.TYPES[0], dict.fromkeys(pagetype.TYPES, 0.0)), 0.5, 10.0)


def corrected(model: store.Model, frame: second.Frame, matrix: Array, logits: Array) -> Array:
    """The first pass's logits, corrected by the second; of a large page they stay as they are."""
    if "second_leaf" not in model.arrays or len(logits) > AT_ONCE:
        return logits
    return second.corrected_in_steps(model, frame, matrix, logits)


class Pieces:
    """The first pass on a large page, some blocks at a time: the result of `first.logits` in bounded memory. The page is gone through
    twice, since every logit depends on a summary of all blocks.
    """

    def __init__(self, model: store.Model, found: features.Features) -> None:
        self.model, self.found = model, found

    def logits(self) -> Array:
        """A logit for each block."""
        return np.concatenate(
            [first.without_line_numbers(piece.own, self.logits_of(piece, piece.matrix)) for piece in self]
        )

    @once
    def pool(self) -> net.Pool:
        """The summary of all blocks."""
        pool = net.Pool()
        for piece in self:
            pool = pool.added(self._hidden(piece, piece.matrix))
        return pool

    def logits_of(self, piece: "Piece", matrix: Array) -> Array:
        """Logits of a piece whose features are these, or others in their place; the summary of the page stays as it is."""
        logits = first.from_hidden(self.model, self._hidden(piece, matrix), self.pool)
        return first.with_trees(self.model, matrix[piece.inner], logits)

    def _hidden(self, piece: "Piece", matrix: Array) -> Array:
        return first.hidden(self.model, matrix)[:, piece.inner]

    def __iter__(self) -> Iterator["Piece"]:
        return map(self.at, range(0, len(self.found.blocks), features.TOGETHER))

    def at(self, start: int) -> "Piece":
        """The piece that begins with a block."""
        deadline.check()
        size = len(self.found.blocks)
        first, stop = max(start - net.HALO, 0), min(start + features.TOGETHER, size)
        matrix = self.found.rows(first, min(stop + net.HALO, size))
        return Piece(matrix, slice(start - first, stop - first))


class Piece(NamedTuple):
    """A run of blocks: their features with those of a few blocks around them, and where their own are."""

    matrix: Array
    inner: slice

    @property
    def own(self) -> Array:
        """Their own features."""
        return self.matrix[self.inner]


def choose(chance: Array, words: NDArray[np.float64], favor: float = BALANCED) -> tuple[NDArray[np.bool_], float]:
    """The blocks with the best expected F measure, and that measure."""
    beta = 4.0 ** (favor - 0.5)
    if compiled.core:
        chosen = np.empty(len(chance), bool)
        return chosen, compiled.core.choose_blocks(chance, words, beta, chosen)
    weight = np.maximum(words, MIN_WORDS)
    gain = chance * weight
    order = (-chance).argsort(kind="stable")
    hits, size = gain.take(order).cumsum(), weight.take(order).cumsum()
    total = float(hits[-1])  # added up in this order, as compiled code does
    measure = hits / (size + beta * beta * total + 1e-9)  # times 1 + beta², which changes no order
    best = int(measure.argmax())
    chosen = np.zeros(len(chance), bool)
    chosen[order[: best + 1]] = True
    return chosen, float(2 * hits[best] / (size[best] + total + 1e-9))


def copies(text: Callable[[int], str], words: NDArray[np.floating], chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Long blocks that were chosen before: the article again, for printing or for small screens."""
    found, seen = np.zeros(len(chosen), bool), set[str]()
    for block in (chosen & (words >= LONG)).nonzero()[0].tolist():
        own = text(block)
        found[block] = own in seen
        seen.add(own)
    return found


def _may_be_copies(blocks: Blocks, words: NDArray[np.floating], chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of the chosen long blocks those that have as many marks as another: copies have, however their markup cuts them, so that few
    need be read.
    """
    found, long = np.zeros(len(chosen), bool), (chosen & (words >= LONG)).nonzero()[0]
    if len(long) > 1:
        marks = np.add.reduceat(blocks.page.counts.marks[:LOOKED_AT], blocks.first, axis=1)
        keys = [*zip(*marks.take(long, axis=1).tolist(), strict=True)]
        count = Counter(keys)
        found[long] = [count[key] > 1 for key in keys]
    return found


def select(
    page: Page, *, favor: float = BALANCED, url: str | None = None, model: store.Model | None = None
) -> Selection:
    """The content of a page by the learned default."""
    model = model or store.default()
    judged = judge(page, model)
    return decide(page, model, judged, judged.logits, favor=favor, url=url)


def decide(
    page: Page,
    model: store.Model,
    judged: Judged,
    logits: Array,
    kind: PageType | None = None,
    *,
    favor: float = BALANCED,
    url: str | None = None,
    of_site: bool = False,
) -> Selection:
    """From block logits to a selection: choice, comments; type and confidence when they are asked for. `kind` is the type, if it is known.

    Posts of a forum are decided together, unless the logits are `of_site`: what is known about a site says more than posts say of each other.
    """
    blocks = judged.blocks
    impression = Impression(page, model, summary=judged.summary, url=url, given=kind)
    verdict = partial(Verdict, page, model, impression=impression, url=url)
    text = stated_text(page, url)
    if text:
        opinion = verdict(Choice(None, 0.0, len(text.split())))
        return Selection(np.zeros(len(page), bool), ("description_only",), text=text, opinion=opinion)
    if not len(blocks):
        return Selection(np.zeros(len(page), bool), ("empty",), opinion=verdict(Choice(None, 0.0, 0)))
    words = blocks.words
    hidden = page.hidden.take(blocks.node)
    chance = shown(hidden, words, sigmoid(logits))
    posts = None if of_site else places.posts(page, blocks, chance * words)
    if posts is not None and impression.is_surely_forum:
        chance = shown(hidden, words, sigmoid(places.agreed(page, blocks, posts, logits)))
    picked, expected = choose(chance, words, favor)
    picked &= ~copies(blocks.text, words, _may_be_copies(blocks, words, picked))
    chosen = closure.close(page, blocks, picked, words, never=logits <= NEVER)
    chosen = appeals.without(page, blocks, chosen, words, url)
    chance = _agreeing(chance, picked, chosen)
    mask = blocks.rows(chosen)
    opinion = verdict(Choice(mask, expected, float(words[chosen].sum())))
    comments = opinion.comments_inside()
    if comments is not None:
        outside = blocks.rows(_outside(comments.rows.take(blocks.node), chance, words, favor))
        mask = _without_comments(mask, comments.rows, outside)
    return Selection(
        mask,
        _warnings(page, mask, words),
        opinion=opinion,
        comments=opinion.comments,
        posts=opinion.posts,
        chance=page.spread(chance.repeat(blocks.sizes)),
        detail=judged,
    )


def shown(hidden: Mask, words: NDArray[np.float64], chance: Array) -> Array:
    """The chances with none for hidden blocks; if most of what would be content is hidden, a script will show it."""
    if not np.count_nonzero(hidden):
        return chance
    expected = chance * words
    return chance * ~hidden if 2 * (expected * hidden).sum() <= expected.sum() else chance


def _agreeing(chance: Array, picked: Mask, chosen: Mask) -> Array:
    """The chances, where closure changed the choice no better or worse than those of what was picked by them."""
    if not np.count_nonzero(picked != chosen):
        return chance
    agreeing = chance.copy()
    agreeing[chosen & ~picked] = chance[picked].min(initial=1.0)
    agreeing[picked & ~chosen] = chance[~picked].max(initial=0.0)
    return agreeing


def _outside(inside: Mask, chance: Array, words: NDArray[np.float64], favor: float) -> Mask:
    """The best choice among the blocks that are not in comments."""
    chosen, _ = choose(chance * ~inside, words, favor)
    return chosen & ~inside


def _without_comments(mask: Mask, rows: Mask, outside: Mask) -> Mask:
    """The content without the comments; if nothing else was chosen, the best of the rest, however short; if there is no rest, all."""
    for rest in (mask & ~rows, outside & ~rows):
        if rest.any():
            return rest
    return mask


def _warnings(page: Page, mask: Mask, words: NDArray[np.float64]) -> tuple[str, ...]:
    """Short codes for anything unusual about the page or the choice."""
    codes = []
    if not np.count_nonzero(words):
        codes.append("no_words")
    elif page.hidden[page.text_rows[0]] and np.count_nonzero(page.hidden.take(page.text_rows)) == len(page.text_rows):
        codes.append("all_hidden")
    if 0 < page.counts.words @ mask.take(page.text_rows) < FEW_WORDS:
        codes.append("short")
    return tuple(codes)
