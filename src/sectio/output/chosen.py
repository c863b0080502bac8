"""Which texts are written: those the mask selects, without duplicates and decoration.

A formula is written once, as TeX if the page has it; line numbers next to code are left out.
"""

from dataclasses import dataclass

import numpy as np

from sectio.dom import tags, words
from sectio.dom.page import Mask, Page, covered
from sectio.results import Document

_MATH, _ANNOTATION, _PRE, _CELL = (tags.CODE[name] for name in ("math", "annotation", "pre", "td"))


@dataclass(frozen=True, eq=False)
class Chosen:
    """`at`: per text of the page, whether it is written; `instead`: what is written in its place,
    nothing where that is empty."""

    page: Page
    at: Mask
    instead: dict[int, str]

    def text(self, position: int) -> str:
        """What is written for the text at this position."""
        return self.instead.get(position, self.page.texts[position])


def choose(extraction: Document) -> Chosen:
    """The texts of an extraction."""
    return choose_texts(extraction.page, extraction.mask[extraction.page.text_rows])


def choose_texts(page: Page, at: Mask) -> Chosen:
    """What is written of these texts of a page."""
    chosen = Chosen(page, at, {})
    if page.has("math"):
        _write_formulas_once(chosen)
    if page.has("pre", "code"):
        _leave_out_line_numbers(chosen)
    return chosen


def span(page: Page, node: int) -> tuple[int, int]:
    """The positions of the texts below a node, half-open."""
    first, last = np.searchsorted(page.text_rows, (node, page.end[node]))
    return int(first), int(last)


def _write_formulas_once(chosen: Chosen) -> None:
    page, at = chosen.page, chosen.at
    for row in _drawn_formulas(page):
        first, last = span(page, int(page.parent[row]))
        drawn, until = span(page, row)
        if at[drawn:until].any():
            at[first:last] = True
        at[drawn:until] = False
    for row in np.flatnonzero(page.tag == _MATH).tolist():
        first, last = span(page, row)
        source = _tex(page, row) if at[first:last].any() else ""
        if source:
            at[first:last] = True
            chosen.instead.update(dict.fromkeys(range(first, last), ""))
            chosen.instead[first] = source
        else:
            for annotation in _annotations(page, row):
                at[slice(*span(page, annotation))] = False


def _drawn_formulas(page: Page) -> list[int]:
    """KaTeX writes each formula as MathML and, next to it, as many little boxes."""
    if "katex-html" not in page.html:
        return []
    formulas = np.flatnonzero(page.tag == _MATH)
    found = []
    for row, value in page.classes.items():
        if "katex-html" in value.split():
            parent = int(page.parent[row])
            first, last = np.searchsorted(formulas, (parent, page.end[parent]))
            if last > first:
                found.append(row)
    return found


def _annotations(page: Page, row: int) -> list[int]:
    return (np.flatnonzero(page.tag[row : page.end[row]] == _ANNOTATION) + row).tolist()


def _tex(page: Page, row: int) -> str:
    for annotation in _annotations(page, row):
        if "tex" in (page.attribute(annotation, "encoding") or "").lower():
            return page.text(annotation)
    return " ".join((page.attribute(row, "alttext") or "").split())


def _leave_out_line_numbers(chosen: Chosen) -> None:
    page, at = chosen.page, chosen.at
    classes = " ".join(page.classes.values())
    if any(hint in classes for hint in words.LINE_NUMBER_HINTS):
        roots = np.zeros(len(page), bool)
        roots[[row for row, value in page.classes.items() if not words.LINE_NUMBERS.isdisjoint(value.split())]] = True
        for i in np.flatnonzero(covered(page, roots)[page.text_rows] & at).tolist():
            at[i] = not "".join(page.texts[i].split()).isdecimal()
    pres = np.flatnonzero(page.tag == _PRE)
    for row in pres[page.tag[page.parent[pres]] == _CELL].tolist():
        first, last = span(page, row)
        if last - first == 1 and _counts_up(page.texts[first]):
            at[first] = False


def _counts_up(text: str) -> bool:
    """Whether the text is a column of numbers, each one more than the one before."""
    numbers = text.split()
    if len(numbers) < 2 or len(text) > 1_000_000 or not all(n.isdecimal() and len(n) < 8 for n in numbers):
        return False
    first = int(numbers[0])
    return all(int(n) == first + i for i, n in enumerate(numbers))
