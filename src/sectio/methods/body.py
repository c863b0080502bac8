"""Everything a reader can see: the trivial baseline every other method has to beat."""

from sectio.dom.page import Mask, Page


def select(page: Page) -> Mask:
    """All visible text."""
    return page.is_text & page.visible
