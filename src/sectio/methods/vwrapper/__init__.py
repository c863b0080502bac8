"""V-Wrapper: news looks like news, whatever its HTML.

Zheng, Song and Wen, "Template-independent news extraction based on visual consistency", AAAI 2007. One
classifier finds the blocks that enclose the news, a second names the leaves inside; both look at how a block
lies in its parent and on the page. The model that is included was trained on articles laid out by Chromium.
"""

import json
from functools import cache
from importlib import resources

import numpy as np

from sectio.dom.page import Page, Scores
from sectio.layout import Given, flow, get
from sectio.methods.vwrapper.blocks import VisualTree, visual_tree
from sectio.methods.vwrapper.labels import BODY, from_gold
from sectio.methods.vwrapper.wrapper import Extract, LabelledPage, VWrapper, load, read, train
from sectio.results import Selection, empty_mask

__all__ = [
    "Extract", "LabelledPage", "VWrapper", "VisualTree", "default", "from_gold", "load", "read", "score",
    "select", "train", "visual_tree",
]  # fmt: skip


@cache
def default() -> VWrapper:
    """The model that comes with the package."""
    return read(json.loads(resources.files(__name__).joinpath("model.json").read_text("utf-8")))


def tree_of(page: Page, layout: Given = None) -> VisualTree:
    """The visual blocks of a page; without a layout its geometry is estimated."""
    return visual_tree(page, get(page, layout) or flow.layout(page))


def select(page: Page, *, layout: Given = None, wrapper: VWrapper | None = None) -> Selection:
    """The body of the news, and its headline as the title."""
    tree = tree_of(page, layout)
    found = (wrapper or default()).extract(tree)
    mask = empty_mask(page)
    for block in found.blocks.get(BODY, ()):
        mask[page.text_rows[tree.texts(block)]] = True
    warnings = found.warnings
    if tree.layout.source == "estimate" and "empty" not in warnings:
        warnings = (*warnings, "approximate_layout")
    return Selection(mask, warnings=warnings, title=found.headline or None, detail=found)


def score(page: Page, *, layout: Given = None, wrapper: VWrapper | None = None) -> Scores:
    """The probability of being body text, on the text rows of each leaf."""
    from sectio.methods.vwrapper.boost import probability

    tree = tree_of(page, layout)
    votes = (wrapper or default()).scores(tree)[BODY]
    scores = np.zeros(len(page), np.float32)
    for block in np.flatnonzero(np.isfinite(votes)).tolist():
        scores[tree.start[block] : tree.stop[block]] = probability(votes[[block]])[0]
    return scores * (page.is_text & tree.seen)
