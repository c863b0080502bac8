"""Links and buttons that a site repeats inside its content: "Reply", "Continue reading", "Edit this page"."""

from typing import Final

import numpy as np

from sectio.dom.blocks import Blocks
from sectio.dom.page import Floats, Mask, Page, covered

# Of the sample pages that have its place, most have the same text there.
REPEATED: Final = 0.5


def repeated_controls(page: Page, score: Floats) -> Mask:
    """The text of blocks that are nothing but links and buttons, each of them repeated by the site at its place."""
    rows = page.text_rows
    marked = (page.in_link | covered(page, page.is_tag("button")))[rows] & (score[rows] >= REPEATED)
    others = np.concatenate(([0], np.cumsum(~marked)))
    cut = Blocks.of(page)
    found = np.zeros(len(page), bool)
    for block in np.flatnonzero(others[cut.last] == others[cut.first]).tolist():
        found[rows[cut.first[block] : cut.last[block]]] = True
    return found
