"""Repetition inside a single page: the template of one page has STARs too."""

from sectio.dom.page import Floats, Ints, Page
from sectio.sites.template.grow import Grower
from sectio.sites.template.template import Template
from sectio.sites.template.view import class_labels, view_page

# One page cannot tell a list of items from an article that is a list; so large a one is looked into.
MAX_STAR_RATIO = 0.3


def repetitions(page: Page, area: Floats, *, max_ratio: float = MAX_STAR_RATIO) -> Ints:
    """The rows that are items of a list, numbered by list; -1 elsewhere."""
    known = frozenset(class_labels(page).values())
    view = view_page(page, label="tag+class", known=known)
    template = Template(Grower().build(view, view.root), label="tag+class", known=known)
    return template.stars(page, template.match(page), area, max_ratio=max_ratio)
