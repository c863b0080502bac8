"""Snippets: strings a right extraction contains, and strings it does not.

True positive: a wanted string is found; false negative: it is missing; false positive: an unwanted one is
found. Whitespace runs count as one space: line breaks are a matter of output, not of extraction.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sectio.lab.metrics.words import Score, harmonic_mean


class SnippetCount(NamedTuple):
    """Counts of one page or, added up, of many."""

    hits: int
    false_alarms: int
    misses: int


def normalise(text: str) -> str:
    """Return the text in NFC with every whitespace run as one space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def count_snippets(text: str, wanted: Sequence[str], unwanted: Sequence[str]) -> SnippetCount:
    """Count which strings the text contains."""
    body = normalise(text)
    hits = sum(normalise(snippet) in body for snippet in wanted)
    alarms = sum(normalise(snippet) in body for snippet in unwanted)
    return SnippetCount(hits, alarms, len(wanted) - hits)


def pool(counts: Iterable[SnippetCount]) -> SnippetCount:
    """Add up the counts of many pages."""
    rows = list(counts)
    return SnippetCount(*(sum(column) for column in zip(*rows, strict=True))) if rows else SnippetCount(0, 0, 0)


def snippet_score(count: SnippetCount) -> Score:
    """Return precision, recall and F1 of a count.

    Where there was nothing to find and nothing was wrongly found, the score is perfect; precision without any
    string found is 0 otherwise.
    """
    found, wanted = count.hits + count.false_alarms, count.hits + count.misses
    if not found and not wanted:
        return Score(1.0, 1.0, 1.0)
    precision = count.hits / found if found else 0.0
    recall = count.hits / wanted if wanted else 0.0
    return Score(precision, recall, harmonic_mean(precision, recall))
