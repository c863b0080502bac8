"""Lists of several pages, by the template's stars: items of one star are rows of one table, whichever page they are on."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sectio import deadline
from sectio.sites.template import TemplateSite
from sectio.tabular.cells import Item
from sectio.tabular.lists import FEWEST, Span, Spans, Weigher
from sectio.tabular.outline import Outline


@dataclass(frozen=True)
class StarListing:
    """Items of one star with their pages, and how much they look like the main list of the pages."""

    items: tuple[Item, ...]
    score: float


def find(site: TemplateSite, outlines: Sequence[Outline]) -> list[StarListing]:
    """The lists of pages that do not overlap, best first."""
    found: dict[tuple[int, int], list[tuple[int, Span]]] = defaultdict(list)
    for number, outline in enumerate(outlines):
        deadline.check()
        for key, span in _items(site, outline):
            found[key].append((number, span))
    weighers = [Weigher(outline) for outline in outlines]
    scored = [(_score(spans, weighers), spans) for spans in found.values() if len(spans) >= FEWEST]
    taken = [np.zeros(len(outline.page), bool) for outline in outlines]
    kept = []
    for score, spans in sorted(scored, key=lambda one: (-one[0], one[1][0])):
        if score and not any(taken[number][span.start : span.stop].any() for number, span in spans):
            kept.append(StarListing(tuple(Item(outlines[number], span) for number, span in spans), score))
            for number, span in spans:
                taken[number][span.start : span.stop] = True
    return kept


def _items(site: TemplateSite, outline: Outline) -> Iterator[tuple[tuple[int, int], Span]]:
    """The items of a page with the template and the star they belong to; a repeated sequence is one item."""
    template, mapping = site.best(outline.page)
    own = np.where(mapping.place >= 0, template.own_star[mapping.place], -1).tolist()
    place, end = mapping.place.tolist(), outline.end
    number = site.templates.index(template)
    open_items: dict[tuple[int, int], tuple[int, int, int]] = {}
    for row in range(len(own)):
        if own[row] < 0 or not outline.shows[row]:
            continue
        key = own[row], outline.parent[row]
        begun = open_items.get(key)
        if begun and place[row] > begun[2]:
            open_items[key] = begun[0], end[row], place[row]
            continue
        if begun:
            yield (number, own[row]), Span(begun[0], begun[1])
        open_items[key] = row, end[row], place[row]
    for (star, _), (start, stop, _) in open_items.items():
        yield (number, star), Span(start, stop)


def _score(spans: Sequence[tuple[int, Span]], weighers: Sequence[Weigher]) -> float:
    """The mean score over all pages; pages without items count as 0."""
    pages: dict[int, list[Span]] = defaultdict(list)
    for number, span in spans:
        pages[number].append(span)
    total = sum(weighers[number].weigh(Spans.listed(own)).score for number, own in pages.items())
    return round(total / len(weighers), 4)
