"""The shipped model decides about golden pages as it did when they were written down."""

import numpy as np
import pytest

import sectio
from sectio.dom.parse import parse
from sectio.model import features
from sectio.model.pagetype import TYPES
from tests.compiled import built, uncompiled
from tests.golden.decisions import SITES, golden, learned, names


@pytest.mark.parametrize("name", names())
def test_decisions_are_as_written_down(name: str) -> None:
    """A changed line is a changed decision for every user: read it, then `python -m tests.golden.renew`."""
    found = golden(name)
    assert found.text == (found.folder / "expected.txt").read_text(encoding="utf-8")
    assert found.decisions == (found.folder / "expected.json").read_text(encoding="utf-8")


def test_every_page_type_is_there() -> None:
    """Without a page of a type, decisions about it are not pinned."""
    assert {golden(name).doc.page_type for name in names()} == set(TYPES)


@pytest.mark.parametrize("name", SITES)
def test_site_mode_is_what_is_pinned(name: str) -> None:
    """The learned sites remember their sample, and page by page the text would be another."""
    site, page = learned(name)
    assert site.known is not None
    assert site.known.memory.pages == 6
    assert sectio.extract(page.html, url=page.url).text != golden(name).doc.text


@built
@pytest.mark.parametrize("name", names())
def test_decisions_are_the_same_without_compiled_code(name: str) -> None:
    """A feature that only the Python code gets wrong would change what users of a pure installation see."""
    quick = golden(name)
    with uncompiled():
        slow = golden(name)
        matrix, _ = features.matrix(parse(quick.source))
    assert slow.text == quick.text
    assert slow.decisions == quick.decisions
    assert np.array_equal(matrix, features.matrix(parse(quick.source))[0])
