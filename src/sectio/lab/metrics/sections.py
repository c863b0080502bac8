"""Sections against gold: are noisy ones called noisy, how much of a page is noise, are sections pure?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sectio.lab.metrics.words import Score, harmonic_mean

PURE = 0.9  # share of characters of one kind that makes a section pure


class LabelledSection(NamedTuple):
    """A section as found, with the characters of content and of noise the gold sees in it."""

    noisy: bool
    content_chars: int
    noise_chars: int

    @property
    def chars(self) -> int:
        """All characters of the section."""
        return self.content_chars + self.noise_chars

    @property
    def truly_noisy(self) -> bool:
        """More noise than content."""
        return self.noise_chars > self.content_chars


def noisy_sections(sections: Iterable[LabelledSection]) -> Score:
    """Return P = rightly called noisy / called noisy, R = rightly called noisy / truly noisy, and F1.

    Sections without characters say nothing and are left out. With nothing called and nothing truly noisy the
    score is perfect.
    """
    rows = [section for section in sections if section.chars]
    called = sum(section.noisy for section in rows)
    truly = sum(section.truly_noisy for section in rows)
    right = sum(section.noisy and section.truly_noisy for section in rows)
    if not called and not truly:
        return Score(1.0, 1.0, 1.0)
    precision = right / called if called else 0.0
    recall = right / truly if truly else 0.0
    return Score(precision, recall, harmonic_mean(precision, recall))


def section_purity(sections: Iterable[LabelledSection], *, share: float = PURE) -> float:
    """Return the share of sections with at least ``share`` of their characters all gold or all noise."""
    rows = [section for section in sections if section.chars]
    if not rows:
        return 1.0
    pure = sum(max(section.content_chars, section.noise_chars) >= share * section.chars for section in rows)
    return pure / len(rows)


def noise_fraction(domains: Mapping[str, Sequence[Sequence[LabelledSection]]]) -> float:
    """Return the share of characters in noisy sections: mean per page, per domain, then over domains."""
    means = [sum(_page_noise(page) for page in pages) / len(pages) for _, pages in sorted(domains.items()) if pages]
    return sum(means) / len(means) if means else 0.0


def _page_noise(sections: Sequence[LabelledSection]) -> float:
    total = sum(section.chars for section in sections)
    return sum(section.chars for section in sections if section.noisy) / total if total else 0.0
