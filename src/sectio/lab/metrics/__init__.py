"""Every measure of the evaluation, by idea.

``words``     bag, shingle and subsequence scores of one text against its gold text
``snippets``  strings that must, and must not, be in the text
``fields``    title, author and date against gold
``sections``  noisy sections, noise fraction, section purity
``regions``   SD's RA, type precision and confusion, diversity; RTDM's correctly extracted share
``clusters``  purity, inverse purity and adjusted Rand index of a grouping of pages
``samples``   what a list of page scores says: means, box statistics, bootstrap intervals, comparisons
"""

from sectio.lab.metrics.clusters import adjusted_rand, inverse_purity, purity
from sectio.lab.metrics.regions import (
    Regions,
    confusion,
    correctly_extracted,
    diversity,
    pair_regions,
    region_accuracy,
    type_precision,
)
from sectio.lab.metrics.samples import (
    Box,
    Comparison,
    Interval,
    bootstrap,
    bootstrap_pooled,
    box,
    compare,
)
from sectio.lab.metrics.sections import (
    LabelledSection,
    noise_fraction,
    noisy_sections,
    section_purity,
)
from sectio.lab.metrics.snippets import SnippetCount, count_snippets, pool, snippet_score
from sectio.lab.metrics.words import (
    Gold,
    Score,
    bag_and_pairs,
    bag_score,
    harmonic_mean,
    lcs_length,
    lcs_score,
    macro,
    shingle_score,
    words,
)

__all__ = [
    "Box",
    "Comparison",
    "Gold",
    "Interval",
    "LabelledSection",
    "Regions",
    "Score",
    "SnippetCount",
    "adjusted_rand",
    "bag_and_pairs",
    "bag_score",
    "bootstrap",
    "bootstrap_pooled",
    "box",
    "compare",
    "confusion",
    "correctly_extracted",
    "count_snippets",
    "diversity",
    "harmonic_mean",
    "inverse_purity",
    "lcs_length",
    "lcs_score",
    "macro",
    "noise_fraction",
    "noisy_sections",
    "pair_regions",
    "pool",
    "purity",
    "region_accuracy",
    "section_purity",
    "shingle_score",
    "snippet_score",
    "type_precision",
    "words",
]
