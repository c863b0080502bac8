"""Footnotes: short links to list items further down, and the links back."""

import re
from bisect import bisect
from dataclasses import dataclass

from sectio.output.walk import Content

_LABEL = re.compile(r"[\[(]?\s*([\w*†‡§]{1,6})\s*[\])]?")


@dataclass(frozen=True)
class Notes:
    """`references`: link → label; `items`: list item → label; `back`: links from a note to where it is
    referred to.
    """

    references: dict[int, str]
    items: dict[int, str]
    back: frozenset[int]


def find(found: Content) -> Notes:
    """The footnotes of the content, by their links; a note is a list item."""
    page = found.page
    here = page.source.rows_starting("href", "#")
    here = here[found.kept[here] & page.is_link[here]] if len(here) else here
    if not len(here):
        return Notes({}, {}, frozenset())
    jumps = [(link, target[1:]) for link, target in page.source.having_among("href", here).items()]
    places: dict[str, int] = {}
    for row, name in page.ids.items():
        places.setdefault(name, row)
    is_item = page.is_tag("li") & found.kept
    references: dict[int, str] = {}
    items: dict[int, str] = {}
    taken: set[str] = set()
    for link, name in jumps:
        note = places.get(name, 0)
        label = _LABEL.fullmatch(page.text(link)) if note > link and is_item[note] else None
        if label:
            if note not in items:
                items[note] = label[1] if label[1] not in taken else f"{label[1]}-{len(taken)}"
                taken.add(items[note])
            references[link] = items[note]
    return Notes(references, items, frozenset(_back_links(found, jumps, places, sorted(items))))


def _back_links(found: Content, jumps: list[tuple[int, str]], places: dict[str, int], notes: list[int]) -> list[int]:
    """Links inside a note that lead to somewhere before it."""
    back = []
    for link, name in jumps:
        note = notes[bisect(notes, link) - 1] if notes else 0
        if note < link < found.page.end[note] and 0 < places.get(name, 0) < note:
            back.append(link)
    return back
