"""The type of a page, with probabilities: a linear model over named facts, and trees over what its text is like.

Facts are counts of tags and class words, the types its structured data and metas name, words of its title and of its
address, its short texts ("add to cart"). Most of them are absent on most pages, so a page costs a few hundred additions. The trees see means of the
blocks' features, over all words of the page and over those that are expected to be content; the logarithms of both opinions are averaged.
A page with few facts (a blank one) is not told by what it lacks: its probabilities are near to how common the types are.
"""

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.dom import chars, tags, words
from sectio.dom.blocks import Blocks
from sectio.dom.page import Page
from sectio.model import features, trees
from sectio.model.store import Model
from sectio.results import PAGE_TYPES, PageType

Array = NDArray[np.float32]
TYPES = PAGE_TYPES  # the order of the model's columns

_SCHEMA_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(\w{1,40})')
_WORD = re.compile(r"[^\W\d_]{3,20}")
_METAS = ("og:type", "twitter:card")
_META_FAMILIES = ("product:", "og:price", "article:", "book:")
MAX_SCRIPT = 200_000
# The probability of a type that the structure of the page decides.
MOVED = 0.6
# Pages of each type among 1146 pages of wcxb-dev, for pages with fewer known facts than nearly all of those have.
COMMON = {
    "article": 609, "forum": 91, "product": 90, "collection": 91, "listing": 68, "documentation": 71, "service": 126,
}  # fmt: skip
ENOUGH_FACTS = 30
# How much of the mean the trees are, and what the names of their arrays begin with.
TREES_SHARE, TREES = np.float32(0.5), "kind"
# Words and characters of short texts, and how many of a page are looked at.
SHORT, SHORT_LENGTH, MAX_SHORT = 4, 30, 2000
SAYS = "says:"
# How long a summary is.
SEEN = 2 * len(features.NAMES) + 3
_NO_LETTER = re.compile(r"[\W\d_]+")


def facts(page: Page, url: str | None = None, among: frozenset[str] | None = None) -> dict[str, float]:
    """The facts about a page: name to value; absent ones are 0. Of short texts only those in `among`, if it is given."""
    bits = page.class_bits
    apart = words.bits_apart(bits[bits != 0], len(words.GROUPS))
    groups = np.ones(len(apart), np.float32) @ apart  # a third of the time of a sum
    counted = zip((*_TAG_FACTS, *_CLASS_FACTS), (*page.tag_counts[: len(tags.NAMES)], *groups.tolist()), strict=True)
    found = {name: math.log1p(number) for name, number in counted if number}
    for row in range(min(2, len(page))):
        written = page.source.attributes(row)
        for attribute in ("class", "id"):
            found |= {f"body:{token}": 1.0 for token in words.tokens(written.get(attribute, ""))}
    return found | _text_facts(page) | _head_facts(page) | _address_facts(url) | said(_short_texts(page), among)


def said(texts: Iterable[str], among: frozenset[str] | None = None) -> dict[str, float]:
    """The facts that there are these short texts, whatever their numbers and marks; only those in `among`, if it is given."""
    lowered = {text.lower() for text in texts if len(text) <= SHORT_LENGTH}
    names = {text for text in lowered if text.replace(" ", "").isalpha()}  # most of them, with single spaces
    # One search in all others, with a capital letter between each two, which none of them has.
    names |= {name.strip() for name in _NO_LETTER.sub(" ", "A".join(lowered - names)).split("A")}
    return {f"{SAYS}{name}": 1.0 for name in sorted(names - {""} if among is None else names & among)}


def short_texts(model: Model) -> frozenset[str]:
    """The short texts that a model knows as facts; none of them is empty."""
    return _table(model)[2]


def _short_texts(page: Page) -> list[str]:
    blocks = Blocks.of(page)
    short = np.flatnonzero((blocks.words > 0) & (blocks.words <= SHORT))[:MAX_SHORT]
    return blocks.distinct(short)


_TAG_FACTS = tuple(f"tag:{name}" for name in tags.NAMES)
_CLASS_FACTS = tuple(f"class:{name}" for name in words.GROUPS)


def _text_facts(page: Page) -> dict[str, float]:
    counts = page.counts
    total = max(float(counts.words.sum()), 1.0)
    marks = dict(zip(chars.MARKS, counts.marks.sum(axis=1).tolist(), strict=True))
    return {
        "words": math.log1p(total),
        "links": float(counts.words @ page.in_link.take(page.text_rows)) / total,
        "monies": math.log1p(marks["monies"]),
        "digits": marks["digits"] / max(float(counts.length.sum()), 1.0),
        "stops": marks["stops"] / total,
    }


def _head_facts(page: Page) -> dict[str, float]:
    head = page.source.head()
    found: dict[str, float] = {}
    for name, content in head.metas:
        if name in _METAS:
            found[f"meta:{name}:{content[:30].lower()}"] = 1.0
        elif name.startswith(_META_FAMILIES):
            found[f"meta:{name}"] = 1.0
        elif name == "generator":
            found |= {f"generator:{token}": 1.0 for token in words.tokens(content)[:2]}
    for script in head.json_ld:
        found |= {f"schema:{name}": 1.0 for name in _SCHEMA_TYPE.findall(script[:MAX_SCRIPT])}
    for value in page.source.having("itemtype").values():
        found[f"schema:{value.rstrip('/').rpartition('/')[2][:40]}"] = 1.0
    return found | {f"title:{word}": 1.0 for word in _WORD.findall(head.title[:500].lower())}


def _address_facts(url: str | None) -> dict[str, float]:
    if not url:
        return {}
    rest = re.sub(r"^\w+://", "", url[:1000])
    host, _, path = rest.partition("/")
    found = {f"path:{word}": 1.0 for word in _WORD.findall(path.lower())}
    found |= {f"host:{word}": 1.0 for word in _WORD.findall(host.lower())}
    return found | {
        "address:depth": float(path.count("/")),
        "address:length": len(path) / 50,
        "address:query": float("?" in path),
        "address:root": float(path in ("", "/")),
        "address:hyphens": math.log1p(path.count("-")),
        "address:year": float(re.search(r"(?<!\d)(19|20)\d\d(?!\d)", path) is not None),
        "address:given": 1.0,
    }


_PRIOR = np.log(np.array([COMMON[name] for name in TYPES], np.float32) / np.float32(sum(COMMON.values())))


def summary(matrix: Array, weight: Array, chance: Array) -> Array:
    """What the trees see of a page with at least one block: the means of its features over all words and over the expected content, and
    how much there is of both. Blocks are added one after the other, so that the sums have the same bits everywhere.
    """
    parts = np.array((weight, chance * weight), np.float32)
    totals = parts.cumsum(axis=1, dtype=np.float32)[:, -1]  # one after the other, too
    means = _totals(matrix, parts) / np.maximum(totals, np.float32(1e-9))[:, None]
    sizes = np.array([*totals, len(weight)], np.float32)
    return np.concatenate((*means, np.log1p(sizes)))


def _totals(matrix: Array, weights: Array) -> Array:
    """The weighted sum of each column, once with each row of weights."""
    if compiled.core is None:
        return np.array([_plain_totals(matrix, weight) for weight in weights])
    out = np.empty((len(weights), matrix.shape[1]), np.float32)
    compiled.core.weighted_sums(np.ascontiguousarray(matrix.T, np.float32), weights, out)
    return out


def _plain_totals(matrix: Array, weight: Array) -> Array:
    """The weighted sum of each column, added row by row. NumPy does that for rows that are contiguous in memory, in less than half the
    time of running sums; over contiguous columns it would add in pairs, which rounds differently.
    """
    weighted = np.empty(matrix.shape, np.float32)
    np.multiply(matrix, weight[:, None], out=weighted)
    return np.asarray(np.add.reduce(weighted, axis=0, dtype=np.float32))


class Opinion(NamedTuple):
    """What a page's facts say: a logit for each type, and how many of them are known."""

    logits: Array
    known: int


def by_facts(model: Model, found: Mapping[str, float]) -> Opinion:
    """What a page's facts say of its type."""
    known, weights, _ = _table(model)
    given = {place: value for name, value in found.items() if (place := known.get(name)) is not None}
    places, values = np.array([*given], np.intp), np.array([*given.values()], np.float32)
    scaled = values * model.arrays["type_scale"].take(places)
    return Opinion(model.arrays["type_bias"] + scaled @ weights.take(places, axis=0), len(given))


def classify(model: Model, found: Mapping[str, float], seen: Array | None = None) -> PageType:
    """Probabilities of the seven types from a page's facts and its `summary`, if it has one."""
    return typed(model, by_facts(model, found), seen)


def typed(model: Model, opinion: Opinion, seen: Array | None = None) -> PageType:
    """The same when it is known what the facts say."""
    logits = opinion.logits
    if seen is not None and f"{TREES}_leaf" in model.arrays:
        own = _log_softmax(trees.run_classes(model.arrays, seen, TREES))
        logits = (1 - TREES_SHARE) * _log_softmax(logits) + TREES_SHARE * own
    chance = softmax(_PRIOR + np.float32(min(opinion.known / ENOUGH_FACTS, 1.0)) * (logits - _PRIOR))
    return PageType(TYPES[int(chance.argmax())], dict(zip(TYPES, chance.tolist(), strict=True)))


def check(model: Model) -> None:
    """Raise ValueError if a model's facts and weights do not fit together."""
    facts, arrays = model.about["type_facts"], model.arrays
    shapes = [arrays[name].shape for name in ("type_scale", "type_weights", "type_bias")]
    if shapes != [(len(facts),), (len(facts), len(TYPES)), (len(TYPES),)] or not all(
        isinstance(name, str) for name in facts
    ):
        raise ValueError(f"{len(facts)} facts and arrays of shapes {shapes}")
    if f"{TREES}_leaf" in arrays:
        logits = trees.run_classes(arrays, np.zeros(SEEN, np.float32), TREES)
        if logits.shape != (len(TYPES),):
            raise ValueError(f"trees for {logits.shape} types")


@lru_cache(maxsize=4)
def _table(model: Model) -> tuple[dict[str, int], Array, frozenset[str]]:
    """The numbers of the facts, their weights, and the short texts among them."""
    known = {name: i for i, name in enumerate(model.about["type_facts"])}
    said = (name.removeprefix(SAYS) for name in known if name.startswith(SAYS))
    return known, model.arrays["type_weights"].astype(np.float32), frozenset(said) - {""}


def softmax(logits: Array) -> Array:
    """Probabilities from logits, along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def _log_softmax(logits: Array) -> Array:
    raised = logits - logits.max()
    return np.asarray(raised - np.log(np.exp(raised).sum()), np.float32)


def moved(kind: PageType, name: str, share: float = MOVED) -> PageType:
    """The same with another type in front: it gets this share, the others keep their proportions in the rest."""
    rest = 1 - kind.probabilities[name]
    others = {other: (1 - share) * chance / rest for other, chance in kind.probabilities.items()}
    return PageType(name, others | {name: share})
