"""Sections as users get them: text, position, importance, role and a reason, in document order."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sectio import deadline
from sectio.dom.page import Ints, Page
from sectio.dom.tree import lowest_common_ancestor
from sectio.layout import Layout
from sectio.results import Nodes, Section
from sectio.sectioning.evidence import Explain
from sectio.sectioning.importance import Weighed
from sectio.sectioning.roles import roles_of

HIDDEN_REASON = "hidden by markup"


# From a part number for each text of the page (-1: none) and how many there are to the written text of each part.
WriteParts = Callable[[Page, Ints, int], list[str]]


def describe(
    page: Page, weighed: Weighed, explain: Explain, write: WriteParts, *, layout: Layout | None = None
) -> list[Section]:
    """The sections of a weighed page, in document order; `explain` is called when a reason is read."""
    parts = [*_shown(page, weighed), *_hidden(page, weighed)]
    parts.sort(key=lambda part: int(part.rows[0]))
    number = np.full(len(page), -1, np.int32)
    for i, part in enumerate(parts):
        number[part.rows] = i
    texts = write(page, number[page.text_rows], len(parts))
    roles = roles_of(page, number, [part.noisy for part in parts])
    words = np.bincount(number[number >= 0], weights=page.words[number >= 0], minlength=len(parts)).astype(int)
    return [
        Section(
            importance=part.importance,
            noisy=part.noisy,
            kind=part.kind,
            role="hidden" if part.is_hidden else roles[i],
            text=texts[i],
            words=int(words[i]),
            xpath=page.xpath_of(part.nodes),
            box=layout.box(part.rows) if layout is not None else None,
            why=HIDDEN_REASON if part.is_hidden else partial(explain, part.rows, part.importance),
            nodes=Nodes(part.rows.astype(np.int32).tobytes()),
        )
        for i, part in deadline.watched(enumerate(parts))
    ]


@dataclass(frozen=True, eq=False)
class _Part:
    """A section before it is written: its leaves (rows), its top nodes, and what is known about it."""

    rows: NDArray[np.integer]
    nodes: Ints
    kind: str
    importance: float
    noisy: bool
    is_hidden: bool = False


def _shown(page: Page, weighed: Weighed) -> Iterator[_Part]:
    """What a reader sees."""
    leaves = (page.is_text | page.is_tag("img")) & weighed.shown
    for number, rows in _groups(np.where(leaves, weighed.section, -1)):
        piece = weighed.cut.pieces[number]
        yield _Part(
            rows,
            np.array(piece.nodes, np.int32),
            piece.kind,
            float(weighed.importance[number]),
            bool(weighed.noisy[number]),
        )
    # Nothing should be left over; if something is, it is shown rather than lost.
    for _, rows in _groups(np.where(leaves & page.is_text & (weighed.section < 0), page.parent, -1)):
        yield _Part(rows, page.parent[rows[:1]], "block", 1.0, False)


def _hidden(page: Page, weighed: Weighed) -> Iterator[_Part]:
    """Text that markup hides, one section for each section it is in."""
    host = np.where(page.is_text & ~weighed.shown, weighed.section + 1, -1)
    for _, rows in _groups(host):
        yield _Part(rows, np.array([lowest_common_ancestor(page, rows)], np.int32), "block", 0.0, True, is_hidden=True)


def _groups(numbers: NDArray[np.integer]) -> Iterator[tuple[int, NDArray[np.integer]]]:
    """The rows of each number from 0 on, in order of the numbers."""
    rows = np.flatnonzero(numbers >= 0).astype(np.int32)  # kept as long as the reason may be asked for
    rows = rows[np.argsort(numbers[rows], kind="stable")]
    starts = np.flatnonzero(np.diff(numbers[rows], prepend=-1))
    for group in np.split(rows, starts[1:]):
        if len(group):
            yield int(numbers[group[0]]), group
