"""Why the model calls a part of a page content or noise, in words.

Features are grouped into themes. A theme's weight for a block is how much the block's logit changes when the theme's
features, on the whole page, are set to their usual values; so a reason names what really moved the model, not what looks plausible.
The kind of page affects all blocks equally and is not named.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Page
from sectio.model import extractor, features

Means = Mapping[str, float]
Matrix = NDArray[np.float32]

MOST = 2  # reasons named
LEAST = 0.1  # logit change that is worth naming
MANY = 4


def _length(mean: Means) -> str:
    return "long text" if mean["words"] > np.log1p(12) else "short text"


def _sentences(mean: Means) -> str:
    return "full sentences" if mean["stops_per_word"] > 0.02 else "no full sentences"


def _links(mean: Means) -> str:
    return f"{mean['link_share']:.0%} of its words are links" if mean["link_share"] >= 0.005 else "no links"


def _place(mean: Means) -> str:
    where = mean["place"]
    return "near the top of the page" if where < 0.2 else "near the end of the page" if where > 0.8 else "mid-page"


def _headings(mean: Means) -> str:
    if mean["heading"] >= 0.5:
        return "it is a heading"
    return "below the main heading" if mean["after_h1"] >= 0.5 else "not below a main heading"


def _copies(mean: Means) -> str:
    return "its text is there more than once" if mean["copies"] > 0.3 else "its text is there once"


def _around(mean: Means) -> str:
    return (
        "links around it"
        if mean["around6_links"] > 0.5
        else "text around it"
        if mean["around6_words"] > 4
        else "little text around it"
    )


def _container(mean: Means) -> str:
    return f"its container holds {mean['up2_share']:.0%} of the page's words"


def _best(mean: Means) -> str:
    return "inside the best article node" if mean["in_best"] >= 0.5 else "outside the best article node"


def _repetition(mean: Means) -> str:
    alike = round(float(np.expm1(mean["path_count"])))
    return f"one of {alike} similar blocks" if alike > 1 else "no similar block"


def _marked(names: tuple[str, ...], label: str, none: str) -> Callable[[Means], str]:
    """Names the marks that most of the section has."""

    def tell(mean: Means) -> str:
        found = [name.partition("_")[2] for name in names if mean[name] >= 0.5]
        return f"{label} {', '.join(list(dict.fromkeys(found))[:MANY])}" if found else none

    return tell


_TEXT = {
    "length": ("words", "chars", "word_length", "texts", "one_word", "no_words"),
    "sentences": ("stops", "stops_per_word", "commas", "commas_per_word", "ends_stop", "ends_comma", "starts_upper"),
    "links": ("link_share", "link_words", "in_link_whole"),
    "headings": ("heading", "since_heading", "words_since_heading", "last_heading", "after_h1", "from_h1", "is_title", "in_title"),
    "copies": ("copies", "first_copy"),
    "place": ("place", "words_before", "words_after", "depth"),
}  # fmt: skip
THEMES: dict[str, tuple[tuple[str, ...], Callable[[Means], str]]] = {
    "length": (_TEXT["length"], _length),
    "sentences": (_TEXT["sentences"], _sentences),
    "links": (_TEXT["links"], _links),
    "headings": (_TEXT["headings"], _headings),
    "copies": (_TEXT["copies"], _copies),
    "place": (_TEXT["place"], _place),
    "around": (features.WINDOW_NAMES, _around),
    "container": (features.ANCESTOR_NAMES, _container),
    "best": (features.BEST_NAMES, _best),
    "repetition": (features.PATH_NAMES, _repetition),
    "marks": (features.MARK_NAMES, _marked(features.MARK_NAMES, "inside", "in no marked container")),
    "classes": (
        features.NEAR_NAMES + features.CLASS_NAMES,
        _marked(features.NEAR_NAMES + features.CLASS_NAMES, "class names say", "class names say nothing"),
    ),
    "parents": (features.PARENT_NAMES, _marked(features.PARENT_NAMES, "directly in", "its parent's tag")),
}


@dataclass(frozen=True, eq=False)
class Reasons:
    """The strongest themes for any part of a page."""

    page: Page
    judged: extractor.Judged

    @cached_property
    def weights(self) -> NDArray[np.float32]:
        """Per theme and block: the logit minus what it would be with the theme at its usual values."""
        model = self.judged.model
        changes = [_unchanged, *(_without(names, model.arrays["mean"]) for names, _ in THEMES.values())]
        if self._is_large:
            logits = extractor.in_pieces(model, self._found, lambda _, logits: logits, changes)
        else:
            logits = np.stack([extractor.learned_logits(model, change(self.judged.features)) for change in changes])
        return np.asarray(logits[0] - logits[1:])

    def __call__(self, rows: NDArray[np.integer]) -> str:
        """The strongest reasons for the model's view of the text in these rows; empty when there is no text."""
        of_text = self.judged.blocks.of_text
        texts = np.flatnonzero(np.isin(self.page.text_rows, rows))
        if not len(texts):
            return ""
        blocks = np.unique(of_text[texts])
        size = np.bincount(of_text[texts], weights=self.page.counts.words[texts] + 0.5)[blocks]
        share = size / size.sum()
        logit = float(self.judged.logits[blocks] @ share)
        pull = self.weights[:, blocks] @ share * (1 if logit > 0 else -1)
        mean = dict(zip(features.NAMES, self._mean(blocks, share).tolist(), strict=True))
        order = [i for i in np.argsort(-pull, kind="stable").tolist() if pull[i] >= LEAST][:MOST]
        return "; ".join(list(THEMES.values())[i][1](mean) for i in order)

    def _mean(self, blocks: NDArray[np.integer], share: NDArray[np.floating]) -> NDArray[np.floating]:
        """The features of some blocks, averaged by their shares."""
        if not self._is_large:
            return np.asarray(self.judged.features[blocks].T @ share)
        cuts = np.flatnonzero(np.diff(blocks // features.TOGETHER)) + 1
        parts = zip(np.split(blocks, cuts), np.split(share, cuts), strict=True)
        sums = [self._found.rows(own[0], own[-1] + 1)[own - own[0]].T @ part for own, part in parts]
        return np.asarray(np.sum(sums, axis=0))

    @property
    def _is_large(self) -> bool:
        return len(self.judged.blocks) > extractor.AT_ONCE

    @cached_property
    def _found(self) -> features.Features:
        return features.Features(self.page, self.judged.blocks)


def _unchanged(matrix: Matrix) -> Matrix:
    return matrix


def _without(names: Sequence[str], mean: NDArray[np.float32]) -> extractor.Change:
    """Sets the features of a theme to their usual values."""
    columns = [_COLUMN[name] for name in names]

    def change(matrix: Matrix) -> Matrix:
        without = matrix.copy(order="K")
        without[:, columns] = mean[columns]
        return without

    return change


_COLUMN = {name: column for column, name in enumerate(features.NAMES)}
