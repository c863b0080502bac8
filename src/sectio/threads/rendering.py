"""The Markdown of a contribution, written from the part of the page that holds its text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from sectio import deadline
from sectio.dom.chars import normalise
from sectio.dom.page import Mask, Page
from sectio.dom.tree import lowest_common_ancestor
from sectio.results import Document

# What begins a formula in a text, and a line end by reference, which writers leave out.
_FORMULA: Final = frozenset("$\\\r")


@dataclass
class _Part:
    """A part of a page as the writers take it."""

    page: Page
    mask: Mask
    url: str | None


def markdown(page: Page, texts: Sequence[int], url: str | None) -> str:
    """The texts at these positions as Markdown, without the list or table that they are in."""
    from sectio.dom.parse import parse
    from sectio.output.markdown import plain, write

    deadline.check()
    rows = page.text_rows[list(texts)]
    around = lowest_common_ancestor(page, rows)
    around = around if page.tag[around] else int(page.parent[around])
    if page.end[around] - around == 2 and _FORMULA.isdisjoint(text := page.texts[texts[0]]):  # nothing but a text
        return plain(normalise(text))
    part = parse(page.source.inner(around))
    first, last = np.searchsorted(page.text_rows, (around, page.end[around]))
    if len(part.texts) != last - first:  # the parser repaired what was cut out
        return plain("\n".join(page.texts[at] for at in texts))
    mask = np.zeros(len(part), bool)
    mask[part.text_rows[np.array(texts) - first]] = True
    return write(cast(Document, _Part(part, mask, url)))  # page, mask and address are all that it looks at
