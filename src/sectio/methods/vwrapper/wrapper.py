"""Two steps (V-Wrapper spec §7 and §8): find the blocks that enclose the news, then name the leaves inside.

Training needs labelled leaves; what encloses them follows. The result is a vote of stumps for inner blocks
and one per label for leaves, small enough to read.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Floats, Mask
from sectio.errors import ModelError
from sectio.layout import Layout
from sectio.methods.vwrapper import boost
from sectio.methods.vwrapper.blocks import VisualTree
from sectio.methods.vwrapper.boost import Boosted
from sectio.methods.vwrapper.features import BASIC, Table, inner_names, leaf_names, with_main
from sectio.methods.vwrapper.labels import BODY, HEADLINE

SCHEMA: Final = "sectio-vwrapper/2"
ESTIMATE: Final = "estimate"
MEASURED: Final = "chromium"


@dataclass(frozen=True, eq=False)
class LabelledPage:
    """A page with labels of leaf blocks; what is not labelled is OTHER."""

    tree: VisualTree
    labels: Mapping[int, str]

    def labelled(self, *names: str) -> Mask:
        """True for the leaves with one of these labels, or with any."""
        mask = np.zeros(len(self.tree), bool)
        mask[[leaf for leaf, label in self.labels.items() if not names or label in names]] = True
        return mask


@dataclass(frozen=True)
class Extract:
    """What was found on a page: blocks per label, their texts per label, headline and body as one text each."""

    blocks: Mapping[str, tuple[int, ...]]
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    headline: str = ""
    body: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class VWrapper:
    """The trained pair of classifiers."""

    inner: Boosted
    leaf: Mapping[str, Boosted]
    warnings: tuple[str, ...] = ()

    def candidates(self, tree: VisualTree) -> Mask:
        """Leaves all of whose inner ancestors are classified as enclosing news."""
        return tree.is_leaf & tree.above(self.inner.score(tree.features.columns(self.inner.features)) > 0)

    def scores(self, tree: VisualTree) -> dict[str, Floats]:
        """The vote for each label, per block; minus infinity for leaves that are not candidates."""
        candidates = self.candidates(tree)
        features = with_main(tree.features, tree.lowest(candidates))
        return {
            label: np.where(candidates, vote.score(features.columns(vote.features)), -np.inf)
            for label, vote in self.leaf.items()
        }

    def label(self, tree: VisualTree) -> dict[str, tuple[int, ...]]:
        """Blocks per label, in document order, after the rule for headlines."""
        scores = self.scores(tree)
        names = [*scores]
        every = np.stack([scores[name] for name in names])
        best, chosen = every.argmax(axis=0), every.max(axis=0) > 0
        found = {name: np.flatnonzero(chosen & (best == i)) for i, name in enumerate(names)}
        if len(found.get(HEADLINE, ())) > 1:
            found[HEADLINE] = _one_headline(found[HEADLINE], found.get(BODY, np.zeros(0)), scores[HEADLINE])
        return {name: tuple(blocks.tolist()) for name, blocks in found.items()}

    def extract(self, tree: VisualTree) -> Extract:
        """Headline and body of a page."""
        if not tree.is_leaf.any():
            return Extract({}, warnings=("empty",))
        blocks = self.label(tree)
        texts = {label: tuple(map(tree.text, found)) for label, found in blocks.items()}
        headline, body = " ".join(texts.get(HEADLINE, ())), "\n".join(texts.get(BODY, ()))
        return Extract(blocks, texts, headline, body, () if blocks.get(BODY) else ("no_body",))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        leaf = {label: vote.to_dict() for label, vote in self.leaf.items()}
        return {"inner": self.inner.to_dict(), "leaf": leaf, "warnings": list(self.warnings)}

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> "VWrapper":
        """What `to_dict` wrote."""
        leaf = {str(label): Boosted.from_dict(vote) for label, vote in record["leaf"].items()}
        return cls(Boosted.from_dict(record["inner"]), leaf, tuple(record["warnings"]))


@dataclass(frozen=True)
class Wrappers:
    """A wrapper for each source of boxes, `chromium` and `estimate`: what a block looks like depends on who says so."""

    by_source: Mapping[str, VWrapper]

    def of(self, layout: Layout) -> VWrapper:
        """The wrapper for a layout: boxes that are not estimated are measured; if there is only one, that one."""
        wanted = ESTIMATE if layout.source == ESTIMATE else MEASURED
        return self.by_source.get(wanted) or next(iter(self.by_source.values()))

    def to_json(self) -> str:
        """The model as JSON."""
        models = {source: wrapper.to_dict() for source, wrapper in self.by_source.items()}
        return json.dumps({"schema": SCHEMA, "models": models}, separators=(",", ":")) + "\n"


def _one_headline(headlines: NDArray[np.intp], body: NDArray[Any], score: Floats) -> NDArray[np.intp]:
    """Of several, the highest score before the body begins; if none is there, the highest."""
    before = headlines[headlines < body[0]] if len(body) else headlines
    among = before if len(before) else headlines
    return among[[int(score[among].argmax())]]


def load(path: str | Path) -> Wrappers:
    """Read a model that `to_json` wrote."""
    try:
        return read(json.loads(Path(path).read_text("utf-8")))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(
            f"{path} is not a V-Wrapper model ({error}); train one with `sectio train --method vwrapper`"
        ) from error


def read(record: Any) -> Wrappers:
    """A model from its plain values."""
    schema = record.get("schema") if isinstance(record, dict) else None
    if schema != SCHEMA:
        raise ModelError(f"expected a model of schema {SCHEMA}, found {schema!r}; train it again")
    try:
        found = {str(source): VWrapper.from_dict(model) for source, model in record["models"].items()}
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"the V-Wrapper model is damaged ({error!r}); train it again") from error
    if not found:
        raise ModelError("the V-Wrapper model has no wrapper; train it again")
    votes = [vote for wrapper in found.values() for vote in (wrapper.inner, *wrapper.leaf.values())]
    unknown = {name for vote in votes for name in vote.features} - {*leaf_names(), *BASIC}
    if unknown:
        raise ModelError(f"the model looks at {sorted(unknown)[0]}, which this version lacks; train it again")
    return Wrappers(found)


def is_positive(page: LabelledPage) -> Mask:
    """Inner blocks with a labelled leaf inside ("PI"); the page always."""
    positive = page.tree.contains(page.labelled()) & ~page.tree.is_leaf
    positive[:1] = True
    return positive


def true_candidates(page: LabelledPage) -> Mask:
    """Leaves whose parent is positive by the labels."""
    return page.tree.is_leaf & is_positive(page)[page.tree.parent]


def train(
    pages: Sequence[LabelledPage],
    *,
    rounds: int = boost.ROUNDS,
    cascade: bool = False,
    inner: Sequence[str] | None = None,
    leaf: Sequence[str] | None = None,
) -> VWrapper:
    """Learn from labelled pages; `inner` and `leaf` name the features (all of the spec by default).

    With `cascade` the leaves are learned on the candidates the inner classifier finds, and all labelled ones.
    """
    if not pages:
        raise ValueError("no labelled pages to learn from")
    warnings = ("single_page_training",) if len(pages) == 1 else ()
    vote = _train_inner(pages, inner or inner_names(), rounds)
    step = VWrapper(vote, {}) if cascade else None
    found = [_leaf_samples(page, step) for page in pages]
    names = leaf or leaf_names()
    values = np.concatenate([features.columns(names)[kept] for features, kept in found])
    labels = sorted({label for page in pages for label in page.labels.values()})
    votes = {}
    for label in labels:
        positive = np.concatenate([page.labelled(label)[kept] for page, (_, kept) in zip(pages, found, strict=True)])
        votes[label] = _fit(values, positive, names, rounds, label)
    return VWrapper(vote, votes, warnings)


def _train_inner(pages: Sequence[LabelledPage], names: Sequence[str], rounds: int) -> Boosted:
    values, positive = [], []
    for page in pages:
        kept = ~page.tree.is_leaf
        kept[:1] = False
        values.append(page.tree.features.columns(names)[kept])
        positive.append(is_positive(page)[kept])
    return _fit(np.concatenate(values), np.concatenate(positive), names, rounds, "inner block")


def _leaf_samples(page: LabelledPage, step: VWrapper | None) -> tuple[Table, Mask]:
    """The features of a page and the leaves to learn from."""
    kept = true_candidates(page) if step is None else step.candidates(page.tree) | page.labelled()
    return with_main(page.tree.features, page.tree.lowest(kept)), kept


def _fit(values: Floats, positive: Mask, names: Sequence[str], rounds: int, label: str) -> Boosted:
    if not positive.any() or positive.all():
        have = "only" if positive.any() else "no"
        raise ValueError(f"nothing to tell apart: the labelled pages have {have} {label}")
    return boost.fit(values, positive, names, rounds=rounds)
