"""The keywords of a page: the terms it uses more than the other pages of its site, or those its feed item
names.

A term is a lower-cased word. Scripts that write no spaces give overlapping pairs of characters instead: a
pair is close to a word in Chinese and Japanese, where a single character is too common to distinguish pages.

Terms are numbered, so counting is array work: one number per term occurrence, in document order.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom.page import Floats, Mask, Page
from sectio.dom.unicode import composed
from sectio.sites.forest.stopwords import is_stop_word

Numbers: TypeAlias = NDArray[np.int64]

# Ideographs, kana, Hangul; Thai, Lao, Burmese, Khmer with their marks.
_UNSPACED = (
    "\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecf\u1000-\u103f\u1050-\u109f\u1780-\u17d3"
)
_ASCII_WORD = re.compile(r"[a-z0-9][a-z0-9_]*(?:['-][a-z0-9_]+)*")
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
_WORD = rf"[^\W_{_UNSPACED}][^\W{_UNSPACED}]*(?:['-][^\W{_UNSPACED}]+)*"
_WORD_OR_RUN = re.compile(rf"[{_UNSPACED}]+|{_WORD}")
_CURLY = str.maketrans("\u2019\u2010\u2011", "'--")


class Vocabulary(dict[str, int]):
    """Terms in the order they were first seen, with their numbers."""

    def __missing__(self, term: str) -> int:
        """Give a new term the next number."""
        number = self[term] = len(self)
        return number


@dataclass(frozen=True, eq=False)
class Terms:
    """The terms of a page: the distinct ones with their counts, and each occurrence in document order.

    An occurrence is a position in `distinct` and the text node it is in (a position in the page's `texts`).
    """

    distinct: Sequence[str]
    counts: Numbers
    occurrences: Numbers
    of_text: Numbers
    texts: int

    def per_text(self, weights: Floats) -> Floats:
        """The sum over each text node of the weights of its terms; one weight per distinct term."""
        summed = np.bincount(self.of_text, weights=weights[self.occurrences], minlength=self.texts)
        return summed.astype(np.float64)


def tokenise(text: str) -> list[str]:
    """The terms of a text."""
    text = text.lower()
    if text.isascii():
        return _ASCII_WORD.findall(text)
    text = composed(text).translate(_CURLY)
    pattern = _marked_pattern() if _marks().search(text) else _WORD_OR_RUN
    found: list[str] = pattern.findall(text)
    return found if not _UNSPACED_RUN.search(text) else list(chain.from_iterable(map(_pairs, found)))


def _pairs(token: str) -> Iterable[str]:
    """A run of an unspaced script as overlapping pairs; any other token as it is."""
    if len(token) < 2 or not _UNSPACED_RUN.match(token):
        return (token,)
    return map("".join, pairwise(token))


@cache
def _marks() -> re.Pattern[str]:
    """The marks that Python's `\\w` leaves out although they are parts of words, as Indic vowel signs."""
    unspaced = re.compile(f"[{_UNSPACED}]")
    marks = [c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c) in ("Mn", "Mc")]
    return re.compile("[" + "".join(c for c in marks if not unspaced.match(c)) + "]")


@cache
def _marked_pattern() -> re.Pattern[str]:
    more = rf"(?:[^\W{_UNSPACED}]|{_marks().pattern})"
    return re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]{more}*(?:['-]{more}+)*")


def read_terms(page: Page) -> Terms:
    """The terms of the visible text of a page."""
    vocabulary = Vocabulary()
    shown = page.visible[page.text_rows].tolist()
    found = [tokenise(text) if seen else [] for text, seen in deadline.watched(zip(page.texts, shown, strict=True))]
    lengths = np.fromiter(map(len, found), np.int64, len(found))
    numbers = map(vocabulary.__getitem__, chain.from_iterable(found))
    occurrences = np.fromiter(numbers, np.int64, int(lengths.sum()))
    of_text = np.repeat(np.arange(len(found)), lengths)
    return Terms(list(vocabulary), np.bincount(occurrences), occurrences, of_text, len(found))


# Keywords of a sample of pages


@dataclass(frozen=True)
class Frequencies:
    """On how many pages of a sample each term occurs."""

    pages_with: Mapping[str, int] = field(default_factory=dict)
    pages: int = 0

    def with_pages(self, pages: Sequence[Terms]) -> "Frequencies":
        """The same after some more pages."""
        return self.with_sets([terms.distinct for terms in pages])

    def with_sets(self, pages: Sequence[Iterable[str]]) -> "Frequencies":
        """The same after some more pages, each given as its distinct terms."""
        counts = dict(self.pages_with)
        for terms in pages:
            for term in terms:
                counts[term] = counts.get(term, 0) + 1
        return Frequencies(counts, self.pages + len(pages))

    def repeated(self, share: float) -> frozenset[str]:
        """The terms on at least this share of the pages, and on at least two."""
        least = max(share * self.pages, 2)
        return frozenset(term for term, count in self.pages_with.items() if count >= least)

    def of(self, terms: Terms) -> Numbers:
        """The number of pages of each distinct term."""
        return np.fromiter((self.pages_with.get(t, 0) for t in terms.distinct), np.int64, len(terms.distinct))


def tf_idf(terms: Terms, sample: Frequencies) -> Floats:
    """Weight of each distinct term of a page of the sample: w = tf · ln(n / df)."""
    return np.asarray(terms.counts * np.log(sample.pages / np.maximum(sample.of(terms), 1)), np.float64)


def smoothed_tf_idf(terms: Terms, sample: Frequencies) -> Floats:
    """Weight of each distinct term of a page outside the sample: w = tf · ln((n + 1) / (df + 1))."""
    return np.asarray(terms.counts * np.log((sample.pages + 1) / (sample.of(terms) + 1)), np.float64)


def strongest(terms: Terms, weights: Floats, k: int) -> list[int]:
    """The positions of the k distinct terms of highest weight above 0; ties by count, then alphabetically."""
    alive = np.flatnonzero(weights > 0)
    if len(alive) > k > 0:
        alive = alive[weights[alive] >= np.partition(weights[alive], -k)[-k]]
    order = sorted(alive.tolist(), key=lambda i: (-weights[i], -terms.counts[i], terms.distinct[i]))
    return order[: max(k, 0)]


def keyword_weights(terms: Terms, weights: Floats, k: int, *, numbers: bool = False) -> tuple[Floats, bool]:
    """The weights with all but those of the k best terms set to 0.

    Where no term has weight, the best are the most frequent, weighing their count; the flag says so.
    """
    idle = idle_terms(terms.distinct, numbers=numbers)
    by_count = np.where(idle, 0.0, terms.counts)
    chosen = strongest(terms, np.where(idle, 0.0, weights), k)
    bare = not chosen and bool(by_count.any())
    weights = by_count if bare else weights
    kept = np.zeros(len(weights))
    chosen = chosen or strongest(terms, by_count, k)
    kept[chosen] = weights[chosen]
    return kept, bare


def idle_terms(terms: Sequence[str], *, numbers: bool = False) -> Mask:
    """True for the terms that cannot be keywords: stop words, and bare numbers unless `numbers` may be.

    Numbers are mostly line numbers, dates and prices: rare on the other pages, and not a sign of what a page is
    about.
    """
    return np.array([is_stop_word(term) or (not numbers and is_number(term)) for term in terms], bool)


def is_number(term: str) -> bool:
    """Whether a term consists of digits alone, joined or not (`1,5` is two terms, `2-3` is one)."""
    return term[0].isdigit() and not any(map(str.isalpha, term))


def term_weights(terms: Terms, wanted: Collection[str]) -> Floats:
    """Weight 1 for the terms of a user's own words or phrases; 0 for all others."""
    named = frozenset(chain.from_iterable(map(tokenise, wanted)))
    return np.array([float(term in named) for term in terms.distinct], np.float64)


def feed_weights(terms: Terms, text: str, weights: Floats, k: int) -> Floats:
    """Weight 1 for the k terms of a feed item of highest tf-idf on the page; 0 for all others.

    Terms that every page of the sample has have no weight, and so are not keywords.
    """
    named = frozenset(tokenise(text))
    of_item = np.array([len(term) >= 2 and term in named for term in terms.distinct], bool)
    kept, _ = keyword_weights(terms, np.where(of_item, weights, 0.0), k, numbers=True)
    return np.where(of_item, np.sign(kept), 0.0)


def feed_weights_by_count(terms: Terms, title: str, description: str, k: int) -> Floats:
    """Weight 1 for the k terms that a feed item names most often and the page has; 0 for all others."""
    place = {term: position for position, term in enumerate(terms.distinct)}
    weights = np.zeros(len(place))
    weights[[place[term] for term in feed_keywords(title, description, place, k)]] = 1
    return weights


def feed_keywords(title: str, description: str, present: Collection[str], k: int) -> list[str]:
    """The terms of a feed item that occur on the page, most frequent first, those of the title counting
    twice.

    `description` is plain text. Ties go to the term that comes first.
    """
    score: dict[str, int] = {}
    for text, weight in ((title, 2), (description, 1)):
        for term in tokenise(text):
            score[term] = score.get(term, 0) + weight
    fit = [t for t in score if len(t) >= 2 and t in present and not is_stop_word(t)]
    return sorted(fit, key=lambda term: -score[term])[:k]
