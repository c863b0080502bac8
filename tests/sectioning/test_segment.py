"""Sections as users see them: importance, roles, reasons, hidden text."""

import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.layout import Layout
from sectio.results import Section
from sectio.sectioning.importance import importances
from sectio.sites.template import learn
from tests.sectioning.making import by_choice, by_site
from tests.strategies import pages


@pytest.mark.parametrize(
    ("leaves", "importance"),
    [
        ([(100, 0), (20, 1), (80, 0.25)], 0.8),
        ([(10, 1), (10, 1), (80, 0.75)], 0.2),
        ([(4, 0.75)], 0.25),
        ([(0, 1), (0, 0)], 0.5),
    ],
)
def test_importance(leaves: list[tuple[float, float]], importance: float) -> None:
    """Spec §12.3: one minus noise weighted by size; without sizes the plain mean; 0.25 is not below 0.25."""
    size, noise = (np.array(column, np.float64) for column in zip(*leaves, strict=True))
    got = importances(np.zeros(len(leaves), np.int32), size, noise, 1)[0]
    assert got == pytest.approx(importance)
    assert (got < 0.25) == (importance < 0.25)


def partition(page: Page, found: list) -> None:  # type: ignore[type-arg]
    """Every text row is in exactly one section."""
    rows = [node for section in found for node in section.nodes if page.is_text[node]]
    assert sorted(rows) == page.text_rows.tolist()


@settings(deadline=None, max_examples=40)
@given(pages(), st.randoms(use_true_random=False))
def test_single_pages_are_partitioned(page: Page, rng: object) -> None:
    """Without a site: the partition, importance within bounds, document order."""
    content = np.array([rng.random() for _ in range(len(page))])  # type: ignore[attr-defined]
    found = by_choice(page, content)
    partition(page, found)
    assert all(0 <= section.importance <= 1 for section in found)
    assert [section.nodes[0] for section in found] == sorted(section.nodes[0] for section in found)


@settings(deadline=None, max_examples=30)
@given(st.lists(pages(), min_size=1, max_size=4), st.sampled_from(["default", "paper"]))
def test_pages_of_a_site_are_partitioned(sample: list[Page], profile: str) -> None:
    """With a site, matching or not: the partition and importance within bounds."""
    site = learn(sample, profile=profile)
    for page in sample:
        found = by_site(page, site)
        partition(page, found)
        assert all(0 <= section.importance <= 1 for section in found)
        assert all(section.noisy == (section.importance < 0.25) for section in found)


def test_hidden_text_is_apart() -> None:
    """Hidden text is noise of importance 0, and not part of what is around it."""
    page = parse("<div><p>shown text here</p><p style='display:none'>secret</p><p>more</p></div>")
    shown, hidden = by_choice(page, (~page.hidden).astype(np.float64))
    assert "secret" not in shown.text
    assert (hidden.role, hidden.importance, hidden.noisy, hidden.text) == ("hidden", 0, True, "secret")


def test_roles() -> None:
    """Tags, ARIA and class words decide; without them links and importance do."""
    page = parse(
        "<nav><a href=/>Home</a> <a href=/b>Second</a></nav><main><p>" + "words of the article " * 30 + "</p></main>"
        "<div class=comments><p>I like the article very much, thank you for it</p></div>"
        "<div role=contentinfo><p>Imprint and other small print of the site</p></div>"
        "<div class='site-sidebar'><p>Something beside the article, not in it</p></div>"
    )
    content = (page.is_text & (page.words > 20)).astype(np.float64)
    roles = [(section.role, section.noisy) for section in by_choice(page, content)]
    assert roles == [
        ("navigation", True),
        ("content", False),
        ("comments", True),
        ("footer", True),
        ("aside", True),
    ]


def test_links_are_content_when_there_is_nothing_else() -> None:
    """A page of links keeps its links."""
    listing = [parse("".join(f"<p><a href=/{n}-{i}>Item number {n} {i}</a></p>" for i in range(9))) for n in range(5)]
    assert not any(section.noisy for section in by_site(listing[0], learn(listing)))


def test_reasons_and_boxes() -> None:
    """A single page says whose judgement it is; a layout gives boxes."""
    page = parse("<p>one two three</p>")
    ones = np.ones(len(page), np.float32)
    layout = Layout(x=ones, y=ones * 2, width=ones * 3, height=ones * 4)
    (section,) = by_choice(page, np.ones(len(page)), layout)
    assert section.box == (1, 2, 3, 4)
    assert section.reason == "content"
    assert section.words == 3


def test_what_computes_a_reason_is_let_go_once_it_is_read() -> None:
    """It holds the features of a page."""

    class Explainer:
        def __call__(self) -> str:
            return "noise"

    why = Explainer()
    section = Section(1.0, False, "block", "content", "text", 1, "/html", why=why)
    gone = weakref.ref(why)
    del why
    assert section.reason == section.reason == "noise"
    assert gone() is None
