"""V-Wrapper: news looks like news, whatever its HTML.

Zheng, Song and Wen, "Template-independent news extraction based on visual consistency", AAAI 2007. One
classifier finds the blocks that enclose the news, a second names the leaves inside; both look at how a block
lies in its parent and on the page. The model that is included has a wrapper for boxes measured by Chromium and one for
estimated boxes; the layout that is passed decides which one reads the page.
"""

import json
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from sectio import layout as layouts
from sectio.dom.page import Page, Scores
from sectio.errors import InputError
from sectio.layout import Layout, flow
from sectio.methods.vwrapper.blocks import VisualTree, visual_tree
from sectio.methods.vwrapper.labels import BODY, from_gold
from sectio.methods.vwrapper.wrapper import ESTIMATE, Extract, LabelledPage, VWrapper, Wrappers, load, read, train
from sectio.results import Selection, empty_mask

__all__ = [
    "Extract", "LabelledPage", "VWrapper", "VisualTree", "Wrappers", "default", "from_gold", "load", "read", "score",
    "select", "train", "visual_tree",
]  # fmt: skip

Given = VWrapper | Wrappers | str | Path | None  # a wrapper, one for each source of boxes, or the file of one


@cache
def default() -> Wrappers:
    """The model that comes with the package."""
    return read(json.loads(resources.files(__name__).joinpath("model.json").read_text("utf-8")))


def tree_of(page: Page, layout: layouts.Given = None) -> VisualTree:
    """The visual blocks of a page; without a layout its geometry is estimated."""
    return visual_tree(page, layouts.get(page, layout) or flow.layout(page))


def wrapper_for(layout: Layout, given: Given = None) -> VWrapper:
    """The wrapper that reads a layout; without one given, that of the model that comes with the package."""
    if isinstance(given, VWrapper):
        return given
    if given is None or isinstance(given, Wrappers):
        return (given or default()).of(layout)
    if not isinstance(given, str | Path):
        raise InputError(f"the parameter wrapper is a V-Wrapper model or its file, not {type(given).__name__}")
    return _stored(Path(given)).of(layout)


@cache
def _stored(path: Path) -> Wrappers:
    return load(path)


def select(page: Page, *, layout: layouts.Given = None, wrapper: Given = None) -> Selection:
    """The body of the news, and its headline as the title."""
    tree = tree_of(page, layout)
    found = wrapper_for(tree.layout, wrapper).extract(tree)
    mask = empty_mask(page)
    for block in found.blocks.get(BODY, ()):
        mask[page.text_rows[tree.texts(block)]] = True
    warnings = found.warnings
    if tree.layout.source == ESTIMATE and "empty" not in warnings:
        warnings = (*warnings, "approximate_layout")
    return Selection(mask, warnings=warnings, title=found.headline or None, detail=found)


def score(page: Page, *, layout: layouts.Given = None, wrapper: Given = None) -> Scores:
    """The probability of being body text, on the text rows of each leaf."""
    from sectio.methods.vwrapper.boost import probability

    tree = tree_of(page, layout)
    votes = wrapper_for(tree.layout, wrapper).scores(tree)[BODY]
    scores = np.zeros(len(page), np.float32)
    for block in np.flatnonzero(np.isfinite(votes)).tolist():
        scores[tree.start[block] : tree.stop[block]] = probability(votes[[block]])[0]
    return scores * (page.is_text & tree.seen)
