"""What pages list, as tables: repeated items become rows, their aligned parts columns."""

from collections.abc import Iterable, Sequence

from sectio.dom.page import Page
from sectio.results import Table
from sectio.sites.template import TemplateSite, learn
from sectio.tabular import lists, stars
from sectio.tabular.cells import Item, Items, Reader
from sectio.tabular.columns import tabulate
from sectio.tabular.details import FEWEST_PAGES, tabulate_pages
from sectio.tabular.headers import headers
from sectio.tabular.outline import Outline

# Of more pages a template learns little.
_LEARN = 15


def of_page(page: Page, url: str | None = None, site: TemplateSite | None = None) -> list[Table]:
    """The lists of one page as tables, the main one first; by the template's stars if there is one."""
    outline = Outline(page, url)
    if site is not None:
        return _by_stars(site, [outline])
    return _tables((Items(outline, listing.items), listing.score) for listing in lists.find(outline))


def of_pages(pages: Sequence[Page], site: TemplateSite | None = None) -> list[Table]:
    """Pages of one kind: their lists, each over all pages, and a table with one row for each page."""
    if len(pages) < FEWEST_PAGES and site is None:
        return sorted((table for page in pages for table in of_page(page)), key=lambda table: -table.score)
    outlines = [Outline(page) for page in pages]
    found = _by_stars(site or learn(pages[:_LEARN]), outlines)
    details = tabulate_pages(outlines) if len(pages) >= FEWEST_PAGES else None
    if details and details.grid.columns:
        # The better the lists explain the pages, the less are the pages themselves the records.
        listed = max((table.score for table in found), default=0.0)
        score = round(min(details.share, 1.0) ** 0.5 * (1 - listed), 4)
        found.append(Table(details.grid.columns, details.grid.rows, "/html/body", score))
    return sorted(found, key=lambda table: -table.score)


def _by_stars(site: TemplateSite, outlines: Sequence[Outline]) -> list[Table]:
    return _tables((listing.items, listing.score) for listing in stars.find(site, outlines))


def _tables(found: Iterable[tuple[Sequence[Item], float]]) -> list[Table]:
    lists, scores = [], []
    for items, score in found:
        lists.append(items)
        scores.append(score)
    if not lists:
        return []
    reader = Reader(lists)
    tables = (_table(reader, number, *one) for number, one in enumerate(zip(lists, scores, strict=True)))
    return [table for table in tables if table.columns]


def _table(reader: Reader, number: int, items: Sequence[Item], score: float) -> Table:
    first, row = items[0].outline, items[0].span.start
    grid = tabulate(reader, number, headers(items[0]), is_table=first.page.tag_of(row) == "tr")
    nodes = (
        items.spans.starts if isinstance(items, Items) else [item.span.start for item in items if item.outline is first]
    )
    return Table(grid.columns, grid.rows, first.page.xpath(*nodes), score)
