"""Structures on real pages: torn tables and lists, and what is kept of figures with captions.

    python bench/structures.py DATA [--every 3] [--show]

A list or table is torn when some of its items or cells are in the result and others, that have visible text, are not. All lists
and all tables of data count of which anything is in the result, at every level; `apart` are those that arrange parts of the page
(articles, sections, headings, forms), where an item may be a page of its own. A captioned figure counts when it is among the
content (the text before it and the text after it are in the result, or it is inside the innermost element around the result and
one of the two is) and the page has an address for its image: some stored pages have only a placeholder. Untouched domains and sites are left out.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import sectio
from sectio.dom.page import Ints, Mask, Page, covered
from sectio.dom.tree import lowest_common_ancestor
from sectio.extraction import Extraction
from sectio.lab.datasets import GoldPage, load
from sectio.lab.splits import is_untouched
from sectio.output import furniture
from sectio.output.tables import Tables
from sectio.output.walk import content

ARRANGED = ("article", "section", "form", "nav", "aside", "header", "footer", "h1", "h2", "h3", "main")
MEMBERS = {"ul": ("li",), "ol": ("li",), "dl": ("dt", "dd"), "table": ("td", "th")}


class Structure(NamedTuple):
    """A list or table of which something is in the result: its row, and the members that are in and that are not."""

    kind: str
    row: int
    inside: list[int]
    outside: list[int]
    arranges: bool


def structures(doc: Extraction) -> Iterator[Structure]:
    """The lists and tables that the result has something of."""
    page = doc.page
    in_result, visible = _texts(doc), page.visible[page.text_rows] & ~furniture.is_furniture(page)
    kept, shown = (np.concatenate(([0], np.cumsum(mask))) for mask in (in_result & visible, visible))
    parts = np.concatenate(([0], np.cumsum(page.is_tag(*ARRANGED))))
    tables = Tables(page)
    for row in np.flatnonzero(page.is_tag(*MEMBERS) & page.visible).tolist():
        tag = page.tag_of(row)
        if tag == "table" and not tables.is_data(row):
            continue
        members = [member for member in _members(page, row) if _count(page, member, shown)]
        inside = [member for member in members if _count(page, member, kept)]
        if inside and len(members) > 1:
            outside = [member for member in members if member not in set(inside)]
            arranges = parts[page.end[row]] > parts[row]
            yield Structure("table" if tag == "table" else "list", row, inside, outside, bool(arranges))


def _members(page: Page, row: int) -> list[int]:
    """The items of a list, the cells of a table, that are its own."""
    wanted, found, open_ = MEMBERS[page.tag_of(row)], list[int](), [row]
    for above in open_:
        children = page.children(above)
        found += [child for child in children if page.tag_of(child) in wanted]
        open_ += [child for child in children if page.tag_of(child) in ("thead", "tbody", "tfoot", "tr")]
    return found


def _count(page: Page, row: int, running: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> int:
    first, last = np.searchsorted(page.text_rows, (row, page.end[row]))
    return int(running[last] - running[first])


def _texts(doc: Extraction) -> Mask:
    mask: Mask = doc.mask[doc.page.text_rows]
    return mask


class Figure(NamedTuple):
    """A captioned figure among the content: whether its image and its caption are in the result."""

    row: int
    image: bool
    caption: bool


def figures(doc: Extraction) -> Iterator[Figure]:
    """The figures with an image and a caption that are among the content."""
    page, found = doc.page, content(doc)
    written = np.concatenate(([0], np.cumsum(found.chosen.at)))
    kept = {row for row in found.images if found.picture(row).address}
    for row in _captioned(page):
        if _is_among(page, _texts(doc), row):
            rows = np.arange(row, page.end[row])
            images = set(rows[page.is_tag("img")[rows]].tolist())
            captions = rows[page.is_tag("figcaption")[rows]].tolist()
            has_caption = any(_count(page, caption, written) for caption in captions)
            yield Figure(row, not images.isdisjoint(kept), has_caption)


def _captioned(page: Page) -> list[int]:
    found = []
    for row in np.flatnonzero(page.is_tag("figure") & page.visible).tolist():
        rows = slice(row, page.end[row])
        captions = np.flatnonzero(page.is_tag("figcaption")[rows]) + row
        images = np.flatnonzero(page.is_tag("img", "source")[rows]) + row
        if any(_has_address(page, int(image)) for image in images) and any(page.text(int(one)) for one in captions):
            found.append(row)
    return found


def _has_address(page: Page, image: int) -> bool:
    sources = (value for name, value in page.source.attributes(image).items() if "src" in name)
    return any(value.strip() and not value.strip().startswith("data:") for value in sources)


def _is_among(page: Page, chosen: Mask, row: int) -> bool:
    if not chosen.any():
        return False
    other = ~covered(page, page.is_tag("figure"))[page.text_rows] & page.visible[page.text_rows]
    rows: Ints = page.text_rows[other]
    around = np.concatenate(([False], chosen[other], [False]))
    before, after = around[np.searchsorted(rows, row)], around[np.searchsorted(rows, page.end[row]) + 1]
    root = lowest_common_ancestor(page, page.text_rows[chosen])
    return bool((before and after) or ((before or after) and root < row < page.end[root]))


def measured(pages: Iterable[GoldPage], *, show: bool = False) -> Counter[str]:
    """Counts over pages."""
    counts: Counter[str] = Counter()
    for gold in pages:
        doc = sectio.extract(gold.html, url=gold.url)
        for found in structures(doc):
            name = f"{found.kind}{' apart' if found.arranges else ''}"
            counts[name] += 1
            counts[f"torn {name}"] += bool(found.outside)
            if show and found.outside:
                lost = " | ".join(doc.page.text(row)[:40] for row in found.outside[:4])
                print(f"{gold.id} {name} {len(found.inside)} in, {len(found.outside)} out: {lost}")
        for figure in figures(doc):
            counts.update({"figure": 1, "image kept": figure.image, "caption kept": figure.caption})
            if show and not (figure.image and figure.caption):
                print(
                    f"{gold.id} figure image={figure.image} caption={figure.caption}: {doc.page.text(figure.row)[:60]}"
                )
    return counts


def touched(pages: Iterable[GoldPage]) -> list[GoldPage]:
    """The pages that may be looked at."""
    return [page for page in pages if not is_untouched(site=page.site, host=page.site)]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--every", type=int, default=3, help="every n-th page")
    parser.add_argument("--show", action="store_true", help="what is torn or lost")
    asked = parser.parse_args()
    for dataset in load(asked.data):
        counts = measured(touched(dataset.pages)[:: asked.every], show=asked.show)
        print(dataset.name, *(f"{name} {count}" for name, count in sorted(counts.items())), sep="\n  ")


if __name__ == "__main__":
    main()
