"""Sections as users get them: text, place, importance, role and a reason, in document order."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sectio.dom.page import Ints, Page
from sectio.dom.tree import lowest_common_ancestor
from sectio.layout import Layout
from sectio.results import Section
from sectio.sectioning.cut import Piece
from sectio.sectioning.evidence import Evidence
from sectio.sectioning.importance import Judgement, judge
from sectio.sectioning.roles import evidence as spoken_roles
from sectio.sectioning.roles import role_of
from sectio.sectioning.xpaths import XPaths

HIDDEN_REASON = "hidden by markup"


def describe(page: Page, evidence: Evidence, *, layout: Layout | None = None) -> list[Section]:
    """Cut the page and describe its sections."""
    found = judge(page, evidence, layout=layout)
    writer = _Writer(page, evidence, layout, found, spoken_roles(page), XPaths(page))
    sections = [*writer.shown(), *writer.hidden()]
    return sorted(sections, key=lambda section: section.nodes)


@dataclass(frozen=True, eq=False)
class _Writer:
    page: Page
    evidence: Evidence
    layout: Layout | None
    judgement: Judgement
    spoken: Ints
    xpaths: XPaths

    def shown(self) -> Iterator[Section]:
        """Sections of what a reader sees."""
        page, section = self.page, self.judgement.section
        leaves = (page.is_text | page.is_tag("img")) & page.visible
        for number, rows in _groups(np.where(leaves, section, -1)):
            piece = self.judgement.cut.pieces[number]
            importance = float(self.judgement.importance[number])
            noisy = bool(self.judgement.noisy[number])
            yield Section(
                importance=importance,
                noisy=noisy,
                kind=piece.kind,
                role=role_of(page, self.spoken, rows, noisy),
                reason=self.evidence.explain(rows, importance),
                **self._place(rows, piece),
            )
        # Nothing should be left; if something is, it is shown rather than lost.
        for _, rows in _groups(np.where(leaves & page.is_text & (section < 0), page.parent, -1)):
            top = Piece("block", (int(page.parent[rows[0]]),))
            yield Section(1.0, False, "block", "other", reason="outside every section", **self._place(rows, top))

    def hidden(self) -> Iterator[Section]:
        """Text that markup hides, one section beside each section it stands in."""
        page = self.page
        host = np.where(page.is_text & page.hidden, self.judgement.section + 1, -1)
        for _, rows in _groups(host):
            top = Piece("block", (lowest_common_ancestor(page, rows),))
            yield Section(0.0, True, "block", "hidden", reason=HIDDEN_REASON, **self._place(rows, top))

    def _place(self, rows: NDArray[np.integer], piece: Piece) -> dict[str, Any]:
        """What a section holds and where it is."""
        page = self.page
        texts = rows[page.is_text[rows]]
        return {
            "text": page.join(np.searchsorted(page.text_rows, texts).tolist(), apart="\n"),
            "words": int(page.words[texts].sum()),
            "xpath": self.xpaths.of(piece.nodes),
            "box": self.layout.box(rows) if self.layout is not None else None,
            "nodes": tuple(rows.tolist()),
        }


def _groups(numbers: NDArray[np.integer]) -> Iterator[tuple[int, NDArray[np.integer]]]:
    """The rows of each number from 0 on, in order of the numbers."""
    rows = np.flatnonzero(numbers >= 0)
    rows = rows[np.argsort(numbers[rows], kind="stable")]
    starts = np.flatnonzero(np.diff(numbers[rows], prepend=-1))
    for group in np.split(rows, starts[1:]):
        if len(group):
            yield int(numbers[group[0]]), group
