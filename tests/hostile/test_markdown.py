"""Markdown that any renderer may read: no text of a page becomes markup."""

from itertools import product

import pytest

from sectio.output import markdown
from tests.hostile.dom import foreign
from tests.hostile.markdown_vectors import VECTORS
from tests.hostile.renderers import RENDERERS
from tests.output.making import URL, extraction_of

PLACES = ("{}", "<p>before</p>{}<p>after</p>", "<ul><li>before {}</ul>", "<blockquote>{}</blockquote>")


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("name", VECTORS)
def test_no_text_becomes_markup(name: str, renderer: str) -> None:
    """One pair that injects is a hole in every site that renders our Markdown."""
    for place, url in product(PLACES, (URL, None)):
        written = markdown.write(extraction_of(place.format(VECTORS[name]), url=url))
        rendered = RENDERERS[renderer](written)
        assert not foreign(rendered), f"{written}\n-----\n{rendered}"
