"""Labels from gold text (V-Wrapper spec §9): which leaf blocks are headline and body."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

import numpy as np

from sectio.methods.vwrapper.blocks import VisualTree
from sectio.text.lcs import align

HEADLINE: Final = "HEADLINE"
BODY: Final = "BODY"
ALIGNED: Final = 0.8  # share of a body block's words that the gold text has
TITLE_F1: Final = 0.8
FONT_RANK: Final = 3
BESIDE: Final = 8  # words that a block may have besides the value of its label: "Published by …, 3 May 2021"
_WORD: Final = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """Lower-case words, as the benchmarks count them."""
    return _WORD.findall(text.lower())


def from_gold(
    tree: VisualTree, title: str | None, body: str | None, more: Mapping[str, str] | None = None
) -> dict[int, str]:
    """Label leaves by the gold text: body where it has most of the words, headline where the title is,
    written large; `more` gives the value of each further label (`{"AUTHOR": "Ann Lee"}`), found in short leaves.
    """
    leaves = np.flatnonzero(tree.is_leaf).tolist()
    own = [words(tree.text(leaf)) for leaf in leaves]
    matched, _ = align([word for group in own for word in group], words(body or ""))
    wanted, large = words(title or ""), _large(tree)
    labels: dict[int, str] = {}
    at = 0
    for leaf, group in zip(leaves, own, strict=True):
        shared, at = matched[at : at + len(group)], at + len(group)
        if group and large[leaf] and token_f1(group, wanted) >= TITLE_F1:
            labels[leaf] = HEADLINE
        elif group and shared.mean() >= ALIGNED:
            labels[leaf] = BODY
        elif label := _named(group, more or {}):
            labels[leaf] = label
    return labels


def _named(group: list[str], more: Mapping[str, str]) -> str | None:
    """The first label all of whose words a short block has."""
    for label, value in more.items():
        wanted = Counter(words(value))
        if wanted and len(group) <= wanted.total() + BESIDE and wanted <= Counter(group):
            return label
    return None


def _large(tree: VisualTree) -> list[bool]:
    """Is a block's font among the three largest of the page's leaves?"""
    fonts = np.round(tree.features.columns(["max_font"])[:, 0], 1)
    sizes = np.unique(fonts[tree.is_leaf])[-FONT_RANK:]
    return [bool(large) for large in fonts >= (sizes[0] if len(sizes) else 0)]


def token_f1(found: list[str], wanted: list[str]) -> float:
    """F1 of two bags of words."""
    shared = (Counter(found) & Counter(wanted)).total()
    return 2 * shared / (len(found) + len(wanted)) if shared else 0.0
