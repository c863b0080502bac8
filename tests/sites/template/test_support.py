"""Counting and confidence: the numbers of the paper."""

import numpy as np
import pytest

from sectio.dom.parse import parse
from sectio.sites.template import learn
from sectio.sites.template.features import KIND_NAMES, address, features
from sectio.sites.template.settings import Settings, settings
from sectio.sites.template.support import confidences

PAPER = settings("paper")


@pytest.mark.parametrize(
    ("node", "feature", "confidence"),
    [(12, 12, 1.0), (12, 3, 0.25), (12, 1, 1 / 12), (3, 3, 0.0), (4, 4, 1.0), (1, 1, 0.0)],
)
def test_confidence_of_fifteen_pages(node: int, feature: int, confidence: float) -> None:
    """Spec §12.2: relative to the node's pages, and nothing for nodes on 20 % of the pages or fewer."""
    got = confidences(np.array([node], np.int32), np.array([feature], np.int32), 15, PAPER)
    assert got[0] == pytest.approx(confidence)


def test_one_page_is_no_evidence() -> None:
    """Spec §8: with PS(node) = 1 every confidence would be 1."""
    assert confidences(np.array([1], np.int32), np.array([1], np.int32), 2, PAPER)[0] == 0


def test_a_few_pages_are_enough_by_default() -> None:
    """What a fifth of the pages have at one position, at least three, belongs to no single page."""
    got = confidences(np.array([15, 15, 30], np.int32), np.array([3, 1, 3], np.int32), 30, Settings())
    assert got.tolist() == pytest.approx([1.0, 1 / 3, 1 / 2])


def menu(number: int) -> str:
    return f"<ul><li><a href=/>Home</a><li><a href=/a>About</a><li><a href=/h>Help</a></ul><p>page {number}</p>"


def test_a_page_counts_once_however_often_it_repeats() -> None:
    """Spec §12.7: three menu items on 15 pages are 15 pages, not 45, and each text has confidence 1."""
    pages = [parse(menu(number)) for number in range(15)]
    site = learn(pages, profile="paper")
    found = site.signals(pages[0])
    home = int(pages[0].text_rows[0])
    assert found.node_pages[home] == 15
    assert found.feature_pages[home] == 15
    assert found.score[pages[0].text_rows].tolist() == [1, 1, 1, pytest.approx(1 / 15)]
    assert found.in_star[home]
    assert not found.in_star[pages[0].text_rows[-1]]


def test_a_link_speaks_for_its_text() -> None:
    """Spec §5: a leaf with a known address is noise by that address, whatever it says."""
    pages = [parse(f'<p>text {n}</p><div><a href="/about">about {n}</a></div>') for n in range(5)]
    found = learn(pages, profile="paper").signals(pages[2])
    last = pages[2].text_rows[-1]
    assert found.score[last] == 1
    assert KIND_NAMES[found.kind[last]] == "link"


def test_mean_instead_of_maximum() -> None:
    """Spec §9: `combine="mean"` averages the features a leaf has."""
    pages = [parse(f'<p>text {n}</p><div><a href="/about">about {n}</a></div>') for n in range(5)]
    found = learn(pages, profile="paper", combine="mean").signals(pages[2])
    assert found.score[pages[2].text_rows[-1]] == pytest.approx((1 + 1 / 5) / 2)


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ("https://site.example/a/b?q=1#top", "a/b?q=1"),
        ("/a/b?q=1", "a/b?q=1"),
        ("../../a/b?q=1", "a/b?q=1"),
        ("//cdn.example/x.png", "x.png"),
        ("#top", ""),
        ("javascript:void(0)", ""),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("/", "/"),
    ],
)
def test_addresses_are_compared_without_knowing_the_page_s_own(written: str, compared: str) -> None:
    """Spec §3: absolute and relative ways to write one address are one feature."""
    assert address(written) == compared


def test_features_of_a_page() -> None:
    """Text, image and link, each on its leaf."""
    page = parse('<p>Hello  World</p><a href="/x"><img src="/i.png"></a>')
    image = int(np.flatnonzero(page.is_tag("img"))[0])
    kinds = sorted((feature.row, KIND_NAMES[feature.kind]) for feature in features(page))
    assert kinds == [(int(page.text_rows[0]), "text"), (image, "image"), (image, "link")]
