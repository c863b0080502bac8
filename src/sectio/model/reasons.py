"""Why the model calls a part of a page content or noise, in words.

Features are grouped into themes. A theme's weight for a block is how much the block's logit changes when the theme's
features, on the whole page, are set to their usual values; so a reason names what really moved the model, not what looks plausible.
The kind of page affects all blocks equally and is not named. On a large page (`extractor.AT_ONCE`) the features are changed piece by piece, and
the summary of the page that the networks see stays as it is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Page
from sectio.model import extractor, features, first
from sectio.once import once

Means = Mapping[str, float]
Matrix = NDArray[np.float32]
Blocks = NDArray[np.integer]
Shares = NDArray[np.floating]

MOST = 2  # reasons named
LEAST = 0.1  # logit change that is worth naming
MANY = 2  # marks named, the rarest first


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


def _marked(label: str, none: str) -> Callable[[Means], str]:
    """Names marks that most of the section has, in the order of the means."""

    def tell(mean: Means) -> str:
        found = [name.partition("_")[2] for name, share in mean.items() if share >= 0.5]
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
    "marks": (features.MARK_NAMES, _marked("inside", "in no marked container")),
    "classes": (
        features.NEAR_NAMES + features.CLASS_NAMES,
        _marked("class names say", "class names say nothing"),
    ),
    "parents": (features.PARENT_NAMES, _marked("directly in", "its parent's tag")),
}


@dataclass(frozen=True, eq=False)
class Reasons:
    """The strongest themes for any part of a page."""

    page: Page
    judged: extractor.Judged

    @once
    def weights(self) -> Matrix:
        """Per theme and block: the logit minus what it would be with the theme at its usual values."""
        return self._changes(self.judged.features, partial(first.learned, self.judged.model))

    def __call__(self, rows: NDArray[np.integer]) -> str:
        """The strongest reasons for the model's view of the text in these rows; empty when there is no text."""
        texts = self._texts(rows)
        if not len(texts):
            return ""
        # Texts and blocks are in document order, so those of one block are next to each other.
        blocks, size = self.judged.blocks.of_text[texts], self.page.counts.words[texts] + 0.5
        if len(blocks) > 1:
            new = np.append(True, blocks[1:] != blocks[:-1]).nonzero()[0]
            blocks, size = blocks[new], np.add.reduceat(size, new)
        share = size / size.sum()
        parts = [*self._parts(blocks, share)]
        against = -1 if self.judged.logits[blocks] @ share > 0 else 1
        pull = cast(Shares, against * sum(part.pull for part in parts)).tolist()
        order = [i for i in sorted(range(len(pull)), key=pull.__getitem__) if pull[i] <= -LEAST][:MOST]
        return "; ".join(_TELL[i](self._averaged(parts, i)) for i in order)

    def _averaged(self, parts: "Sequence[_Part]", theme: int) -> Means:
        """The features of a theme, averaged over the blocks of a section; what is rare on other pages says most and comes first."""
        mean = cast(Shares, sum(part.mean(_COLUMNS[theme]) for part in parts)).tolist()
        return {_NAMED[theme][i]: mean[i] for i in self._rarest[theme]}

    @once
    def _rarest(self) -> list[list[int]]:
        """Per theme: its features, those first that are usually the least."""
        usual = self.judged.model.arrays["mean"]
        return [usual[columns].argsort(kind="stable").tolist() for columns in _COLUMNS]

    def _texts(self, rows: NDArray[np.integer]) -> NDArray[np.intp]:
        """The texts that are in these rows, which are in order."""
        every = self.page.text_rows
        found = every.searchsorted(rows)
        return found[every[np.minimum(found, len(every) - 1)] == rows] if len(every) else found[:0]

    def _parts(self, blocks: Blocks, share: Shares) -> "Iterator[_Part]":
        """What these blocks contribute. A large page is gone through piece by piece, and no piece is kept."""
        if len(self.judged.blocks) <= extractor.AT_ONCE:
            matrix, at = self.judged.features, blocks[:, None]
            yield _Part(self.weights[:, blocks] @ share, lambda columns: share @ matrix[at, columns])
            return
        done = 0
        while done < len(blocks):
            start = int(blocks[done]) // features.TOGETHER * features.TOGETHER
            weights, matrix = self._piece(start)
            stop = int(blocks.searchsorted(start + features.TOGETHER))
            within, part = blocks[done:stop] - start, share[done:stop]
            done = stop
            yield _Part(weights[:, within] @ part, (part @ matrix[within]).__getitem__)

    def _piece(self, start: int) -> tuple[Matrix, Matrix]:
        """Weights and features of a piece of a large page; sections are read in order, so the last one is kept."""
        if self._last.get("start") != start:
            piece = self._pieces.at(start)
            changes = self._changes(piece.matrix, partial(self._pieces.logits_of, piece))
            self._last.update(start=start, found=(changes, piece.own))
        return cast(tuple[Matrix, Matrix], self._last["found"])

    @once
    def _pieces(self) -> extractor.Pieces:
        return extractor.Pieces(self.judged.model, features.Features(self.page, self.judged.blocks))

    @once
    def _last(self) -> dict[str, Any]:
        return {}

    def _changes(self, matrix: Matrix, logits: Callable[[Matrix], Matrix]) -> Matrix:
        """Per theme: the logits of these features minus those with the features of the theme at their usual values."""
        usual, changed = self.judged.model.arrays["mean"], matrix.copy(order="K")
        whole, found = logits(matrix), []
        for columns in _COLUMNS:
            changed[:, columns] = usual[columns]
            found.append(whole - logits(changed))
            changed[:, columns] = matrix[:, columns]
        return np.stack(found)


class _Part(NamedTuple):
    """Some blocks of a section: the weight of each theme, and the mean of any features, weighted by the blocks' shares of the section."""

    pull: Shares
    mean: Callable[[Blocks], Shares]


_COLUMN = {name: column for column, name in enumerate(features.NAMES)}
# The names and columns of each theme, and what is said of it.
_NAMED = [names for names, _ in THEMES.values()]
_COLUMNS = [np.array([_COLUMN[name] for name in names]) for names in _NAMED]
_TELL = [tell for _, tell in THEMES.values()]
