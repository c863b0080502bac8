"""One analysis per page: text and sections agree, by construction."""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings

import sectio
from sectio.dom.page import Page
from sectio.lab.sitegen import THEMES, generate_site
from tests.strategies import pages


def words(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in text.split())


def assert_agree(doc: sectio.Extraction) -> None:
    """At most 1 % of the text is in noisy sections, and hardly anything else is in the others."""
    inside = words([doc.text])
    shown = words(section.text for section in doc.sections if not section.noisy)
    assert (inside - shown).total() <= 0.01 * inside.total()
    assert (shown - inside).total() <= 0.03 * inside.total()


@pytest.mark.parametrize("theme", THEMES)
def test_text_and_sections_agree(theme: str) -> None:
    """Page by page and in site mode, on every kind of generated site."""
    made = [page.html for page in generate_site(5, theme, pages=8).pages]
    site = sectio.learn(made[:6])
    for page in made[6:]:
        for template in (None, site):
            assert_agree(sectio.extract(page, template=template))


@pytest.mark.parametrize("method", [name for name, one in sectio.methods().items() if not one.needs_site])
def test_a_paper_method_s_sections_follow_its_own_choice(method: str) -> None:
    """Not the default's: what the method takes is not noisy, what it leaves is."""
    page = generate_site(3, next(iter(THEMES)), pages=1).pages[0].html
    doc = sectio.extract(page, method=method)
    if not method.startswith("cetr"):  # whose text is made of source lines
        assert_agree(doc)
    assert [section.text for section in sectio.sections(page, method=method)] == [s.text for s in doc.sections]


@settings(max_examples=60, deadline=None)
@given(pages())
def test_importance_and_noise_never_contradict(page: Page) -> None:
    """Noise is below a half, content is not; every text is in exactly one section."""
    found = sectio.sections(page)
    assert all(section.noisy == (section.importance < 0.5) for section in found)
    rows = sorted(node for section in found for node in section.nodes if page.is_text[node])
    assert rows == page.text_rows.tolist()


def test_reasons_are_worked_out_when_they_are_read() -> None:
    """Most users never read them, and they cost more than the sections."""
    section = sectio.sections("<p>The rain fell on the town, and nobody went out before noon.</p>")[0]
    assert callable(section.why)
    assert section.reason.startswith("content: ")


def test_the_headline_says_where_it_is() -> None:
    """It is not in the text, since it is the title; the section says so."""
    story = "<p>It rained all day, and the river rose. Nobody crossed the bridge, since it shook.</p>" * 4
    doc = sectio.extract(f"<title>Rain</title><article><h1>Rain</h1>{story}</article>")
    headline = next(section for section in doc.sections if section.text == "Rain")
    assert headline.reason == "the headline, which is in `title`"
    assert "Rain" not in doc.text.split()
