"""Sections made in a line: by a learned site's own importance, or by a given choice of rows."""

import numpy as np
from numpy.typing import NDArray

from sectio.analysis import Analysis, Support, sections
from sectio.deadline import Deadline
from sectio.dom.page import Page
from sectio.layout import Layout
from sectio.results import Section, Selection
from sectio.sites.template import TemplateSite
from tests.output.making import Told


def by_site(page: Page, site: TemplateSite, layout: Layout | None = None) -> list[Section]:
    """As method `template` has them."""
    chosen = site.select(page, layout=layout)
    support = Support(page, site, layout)
    return list(sections(Analysis(page, "template", chosen, chosen.mask, Told(), Deadline(60), support, layout)))


def by_choice(page: Page, chance: NDArray[np.floating], layout: Layout | None = None) -> list[Section]:
    """As an extractor has them that is so sure of each row, and takes what is more likely than not."""
    mask = page.is_text & (np.asarray(chance) > 0.5)
    chosen = Selection(mask, chance=np.asarray(chance, np.float32))
    return list(sections(Analysis(page, "sectio", chosen, mask, Told(), Deadline(60), None, layout)))
