"""Which texts are written: those the mask selects, without duplicates and furniture.

A formula is written once, as TeX; line numbers next to code are left out, quotations marked as such get their marks, and
items of task lists their boxes. Captions are left out of plain text.
"""

import re
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sectio import compiled
from sectio.dom import tags, words
from sectio.dom.chars import Written, normalise
from sectio.dom.page import Mask, Page, covered, text_span
from sectio.once import once
from sectio.output import furniture, mathml
from sectio.results import Content

_STYLED = re.compile(r"\{\\(?:display|text)style\s+(.*?)\s*\}")
_QUOTATION_MARKS = tuple("\"“”„«»‹›「『‘'")
_IS_LISTING = tags.table(("pre", "textarea"), 1)
_MATH, _ANNOTATION, _PRE, _CELL = (tags.CODE[name] for name in ("math", "annotation", "pre", "td"))


@dataclass(frozen=True, eq=False)
class Chosen:
    """`at`: per text of the page, whether it is written; `instead`: what is written in its place, nothing where that is
    empty; `formulas`: where that is TeX, and whether the formula has a line of its own.
    """

    page: Page
    at: Mask
    instead: dict[int, str]
    formulas: dict[int, bool] = field(default_factory=dict)

    def text(self, position: int) -> str:
        """What is written for the text at this position."""
        return self.instead.get(position, self.page.texts[position])

    def clean(self, position: int) -> str:
        """The same on one line, composed."""
        if position in self._clean and position not in self.instead:
            return self._clean[position]
        return normalise(self.text(position))

    @property
    def as_written(self) -> dict[int, str]:
        """What `clean` says of the texts that are written as they are, of a page that is not long."""
        return {at: text for at, text in self._clean.items() if at not in self.instead} if self.instead else self._clean

    @once
    def _clean(self) -> dict[int, str]:
        """The chosen texts of a page that is not long: together it takes a fraction of the time."""
        positions = np.flatnonzero(self.at)
        texts = cleaned(self.page, positions) if len(positions) <= MANY else None
        return dict(zip(positions.tolist(), texts, strict=True)) if texts is not None else {}


# More texts are cleaned one by one, since it takes room to have them all.
MANY: Final = 20_000


def cleaned(page: Page, positions: NDArray[np.intp]) -> list[str] | None:
    """These texts, each on one line and composed, if there is compiled code for it."""
    if compiled.core is None or page.source.written() is None or not len(positions):
        return None
    texts, others = compiled.core.line_texts(*cuts(page, positions))
    for number in np.frombuffer(others, np.int32).tolist():
        texts[number] = normalise(page.texts[int(positions[number])])
    return texts


def cuts(page: Page, positions: NDArray[np.intp]) -> Written:
    """The markup in UTF-8, and where these texts are in it."""
    source, starts, ends = page.source.written() or (b"", *np.zeros((2, 0), np.int32))
    starts = starts[positions]
    if page.has("pre", "textarea"):  # a line end at the start is not part of their texts
        first = np.flatnonzero(_IS_LISTING.take(page.tag[page.text_rows[positions] - 1], mode="clip"))
        starts[[i for i in first.tolist() if source.startswith(b"\n", starts[i])]] += 1
    return source, starts, ends[positions]


def choose(extraction: Content) -> Chosen:
    """The texts of an extraction, captions left out."""
    chosen = choose_texts(extraction.page, extraction.mask[extraction.page.text_rows])
    if not chosen.page.has("pre"):  # plain text puts marks in the place of listings
        extraction.__dict__["_chosen"] = chosen
    return chosen


def known(extraction: Content) -> Chosen | None:
    """The same, if it has been found out."""
    found = extraction.__dict__.get("_chosen")
    return found if isinstance(found, Chosen) else None


def choose_texts(page: Page, at: Mask, captions: Mask | None = None) -> Chosen:
    """What is written of these texts of a page: no captions, unless it is said which."""
    leaves_captions = captions is None
    chosen = Chosen(page, furniture.written(page, at if captions is None else at | captions, leaves_captions), {})
    if page.has("math"):
        _write_formulas_once(chosen)
    if page.has("pre", "code"):
        _leave_out_line_numbers(chosen)
    if page.has("q"):
        _mark_quotations(chosen)
    if page.has("input"):
        _tick_boxes(chosen)
    return chosen


def _write_formulas_once(chosen: Chosen) -> None:
    page, at = chosen.page, chosen.at
    for row in _drawn_formulas(page):
        first, last = text_span(page, int(page.parent[row]))
        drawn, until = text_span(page, row)
        if at[drawn:until].any():
            at[first:last] = True
        at[drawn:until] = False
    for row in np.flatnonzero(page.tag == _MATH).tolist():
        first, last = text_span(page, row)
        source = _tex(page, row) if at[first:last].any() else ""
        if source:
            at[first:last] = True
            chosen.instead.update(dict.fromkeys(range(first, last), ""))
            chosen.instead[first] = source
            chosen.formulas[first] = _has_line(page, row)
        else:
            for annotation in _annotations(page, row):
                at[slice(*text_span(page, annotation))] = False


def _drawn_formulas(page: Page) -> list[int]:
    """KaTeX writes each formula as MathML and, next to it, as many little boxes."""
    if "katex-html" not in page.html:
        return []
    formulas = np.flatnonzero(page.tag == _MATH)
    found = []
    for row in page.with_class(frozenset(("katex-html",))):
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
            return _bare_tex(page.text(annotation))
    return _bare_tex(" ".join((page.attribute(row, "alttext") or "").split())) or mathml.write(page, row)


def _bare_tex(source: str) -> str:
    """A formula without the braces and the style that wikis put around each of theirs."""
    found = _STYLED.fullmatch(source)
    return found[1] if found and _is_balanced(found[1]) else source


def _is_balanced(source: str) -> bool:
    """Whether no brace is closed that was not opened."""
    depth = 0
    for sign in source:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return not depth


def _has_line(page: Page, row: int) -> bool:
    """Whether a formula has a line of its own: its element says so, or one of two around it."""
    if (page.attribute(row, "display") or "").lower() == "block":
        return True
    above = (int(page.parent[row]), int(page.parent[page.parent[row]]))
    return any("display" in words.tokens(page.classes.get(up, "")) for up in above)


def _mark_quotations(chosen: Chosen) -> None:
    """Write the marks that browsers put around `q`."""
    page = chosen.page
    for row in np.flatnonzero(page.is_tag("q")).tolist():
        first, last = text_span(page, row)
        at = [i for i in range(first, last) if chosen.at[i]]
        if at and chosen.text(at[0])[:1] not in _QUOTATION_MARKS:
            chosen.instead[at[0]] = f"“{chosen.text(at[0]).lstrip()}"
            chosen.instead[at[-1]] = f"{chosen.text(at[-1]).rstrip()}”"


def _tick_boxes(chosen: Chosen) -> None:
    """Write `[x]` or `[ ]` before an item that begins with a box."""
    page = chosen.page
    boxes = page.is_tag("input").nonzero()[0]
    behind = page.text_rows.searchsorted(boxes)
    boxes = boxes[: behind.searchsorted(len(chosen.at))]
    boxes = boxes[chosen.at[behind[: len(boxes)]]]  # before a text that is written: most are in forms
    if not len(boxes):
        return
    kinds = page.source.having_among("type", boxes)
    rows = [row for row, kind in kinds.items() if kind.lower() == "checkbox"]
    ticked = page.source.having("checked") if rows else {}
    for row in rows:
        above = int(page.parent[row])
        above = int(page.parent[above]) if page.tag_of(above) in ("label", "p", "span") else above
        first, last = text_span(page, above)
        is_first = first < last and page.text_rows[first] > row and chosen.at[first]
        if page.tag_of(above) == "li" and is_first:
            chosen.instead[first] = f"[{'x' if row in ticked else ' '}] {chosen.text(first).lstrip()}"


def _leave_out_line_numbers(chosen: Chosen) -> None:
    page, at = chosen.page, chosen.at
    numbered = furniture.with_class(page, words.LINE_NUMBERS)
    if numbered:
        roots = np.zeros(len(page), bool)
        roots[numbered] = True
        for i in np.flatnonzero(covered(page, roots)[page.text_rows] & at).tolist():
            at[i] = not "".join(page.texts[i].split()).isdecimal()
    pres = np.flatnonzero(page.tag == _PRE)
    for row in pres[page.tag[page.parent[pres]] == _CELL].tolist():
        first, last = text_span(page, row)
        if last - first == 1 and _counts_up(page.texts[first]):
            at[first] = False


def _counts_up(text: str) -> bool:
    """Whether the text is a column of numbers, each one more than the one before."""
    numbers = text.split()
    if len(numbers) < 2 or len(text) > 1_000_000 or not all(n.isdecimal() and len(n) < 8 for n in numbers):
        return False
    first = int(numbers[0])
    return all(int(n) == first + i for i, n in enumerate(numbers))
