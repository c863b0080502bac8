"""CETR: lines, ratios, smoothing, clusters, and what it says of hostile pages."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.page import Floats
from sectio.dom.parse import parse
from sectio.methods import _lines, cetr
from sectio.results import Selection
from tests.methods.hostile import CJK, EMPTY, LINKS, ODD, PLAIN, odd_page, text_of

VARIANTS = (cetr.select, cetr.select_km, cetr.select_tm)
RATIOS = np.array([2, 3, 2, 1, 2, 3, 80, 120, 100, 140, 110, 90, 3, 2, 1, 2, 2, 3], float)
every_variant = pytest.mark.parametrize("select", VARIANTS)


def article(lines: int = 12) -> str:
    nav = "\n".join(f"<li><a href=/{i}><b>Menu</b></a></li>" for i in range(20))
    body = "\n".join(
        f"<p>Line {i} of the article, which is rather long and has no tags in it.</p>" for i in range(lines)
    )
    return f"<html><head>\n<title>Not this</title>\n</head>\n<body>\n{nav}\n{body}\n{nav}\n</body></html>"


# Lines and ratios


def test_ratios_of_the_worked_example() -> None:
    """Characters outside tags by tags; no tag divides by one."""
    filler = ["<hr>"] * 10
    lines = _lines.read("\n".join(["<p>Hello <b>world</b></p>", "plain text", "<br><br>", *filler]))
    assert lines.chars[:3].tolist() == [11, 10, 0]
    assert lines.tags[:3].tolist() == [4, 0, 2]
    assert lines.ratios[:3].tolist() == [2.75, 10.0, 0.0]


def test_a_tag_over_several_lines_counts_where_it_begins() -> None:
    """Its other lines have no tag and no text of it; what follows it on its last line counts there."""
    lines = _lines.read("\n".join(["one <a", "href='x'", "title='y'> two", *["<hr>"] * 10]))
    assert lines.chars[:3].tolist() == [3, 0, 3]
    assert lines.tags[:3].tolist() == [1, 0, 0]


def test_blank_lines_and_code_are_gone() -> None:
    """Comments, head, scripts, styles and noscript are taken out of the source before lines are counted."""
    code = "<head>\n<title>t</title></HEAD>\n<!-- a\nb -->x<script>1 < 2\n</script>\n\n<style>p{}</style><noscript>\nn</noscript>y"
    lines = _lines.read("\n".join([code, *["<hr>"] * 10]))
    assert [line for line in lines.marked if line.strip("\x00\x01")] == ["x", "y"]


def test_what_is_not_closed_swallows_as_in_browsers() -> None:
    """A script without an end takes the rest; a head without one ends at the body; a header is not a head."""
    filler = "\n<hr>" * 10
    assert not _lines.read(f"<script>let x;{filler}").marked
    assert _lines.read(f"<head><title>t</title><body>text{filler}").chars[0] == 4
    assert _lines.read(f"<header>one</header>{filler}").chars[0] == 3
    assert _lines.read(f"<noscript>one{filler}").chars[0] == 3


def test_an_unclosed_tag_is_reset() -> None:
    """A stray `<` swallows at most 5000 characters, so the text after it is not lost."""
    lines = _lines.read("<p>" + "a < b " + "x" * 6000 + "\n<hr>" * 10)
    assert 990 < int(lines.chars.sum()) < 1010


def test_sources_without_line_ends_are_broken() -> None:
    """After every 65 characters, never inside a tag; the text comes out whole."""
    words = " ".join(f"word{i}" for i in range(100))
    tag = "<p class='" + "c" * 100 + "'>"
    lines = _lines.read(tag + words)
    assert lines.tags.tolist() == [1, *[0] * (len(lines.tags) - 1)]
    assert lines.chars[1:-1].max() <= 65
    assert lines.text(np.ones(len(lines.marked), bool)) == words


@pytest.mark.parametrize(("size", "broken"), [(1900, False), (2200, True)])
def test_lines_of_more_than_two_thousand_characters_are_broken(size: int, broken: bool) -> None:
    """Step 1: also where there are ten lines, if they are that long on average."""
    lines = _lines.read("\n".join("word " * (size // 5) for _ in range(12)))
    assert (len(lines.marked) > 12) == broken


def test_text_of_lines_parts_blocks_and_decodes_entities() -> None:
    """Block tags part words, inline tags do not."""
    lines = _lines.read("<p>One</p><p>Tw<b>o</b> &amp; three</p>" + "\n<hr>" * 10)
    assert lines.text(np.ones(len(lines.marked), bool)) == "One\nTwo & three"


# Smoothing and clusters


@pytest.mark.parametrize(
    ("radius", "expected"),
    [(1, [0.274069, 0.451863, 0.274069]), (2, [0.152469, 0.221841, 0.251379, 0.221841, 0.152469])],
)
def test_kernels(radius: int, expected: list[float]) -> None:
    """The Gaussian kernels of the worked example."""
    np.testing.assert_allclose(cetr.kernel(radius), expected, atol=1e-6)


def test_smoothing_and_threshold_of_the_worked_example() -> None:
    """Smoothed ratios, their deviation, and the lines CETR-TM takes."""
    smooth = cetr.smooth(RATIOS)
    np.testing.assert_allclose(smooth[6:12], [62.949, 91.900, 111.786, 113.798, 94.380, 69.343], atol=1e-3)
    assert smooth.std() == pytest.approx(41.0009, abs=1e-4)
    assert np.flatnonzero(cetr.decide_tm(smooth)).tolist() == [*range(6, 12)]


def test_clusters_of_the_worked_example() -> None:
    """Labels and centroids of the two-dimensional clustering; the ramps belong to the content."""
    smooth = cetr.smooth(RATIOS)
    labels, centroids = cetr.cluster(np.stack([smooth, cetr.change(smooth)]))
    assert labels.tolist() == [0, 0, 0, 0, 2, 2, 2, 1, 1, 1, 1, 2, 2, 0, 0, 0, 0, 0]
    np.testing.assert_allclose(centroids, [(0, 0), (102.966, 24.836), (44.333, 36.729)], atol=1e-3)
    assert np.flatnonzero(cetr.decide(smooth)).tolist() == [*range(4, 13)]


def test_few_distinct_points_are_content_if_they_hold_text() -> None:
    """Fewer points than clusters: whatever has a ratio above zero."""
    assert cetr.decide(np.zeros(5)).tolist() == [False] * 5
    assert cetr.decide_km(np.array([0.0, 4.0, 4.0])).tolist() == [False, True, True]


@settings(max_examples=150)
@given(st.lists(st.floats(0, 500), min_size=1, max_size=40), st.integers(1, 4))
def test_smoothing_agrees_with_the_slow_twin(ratios: list[float], radius: int) -> None:
    """The convolution equals averaging line by line over the part of the kernel that is inside."""
    weights = cetr.kernel(radius)
    slow = []
    for i in range(len(ratios)):
        inside = [(weights[j + radius], ratios[i + j]) for j in range(-radius, radius + 1) if 0 <= i + j < len(ratios)]
        slow.append(sum(w * t for w, t in inside) / sum(w for w, _ in inside))
    np.testing.assert_allclose(cetr.smooth(np.array(ratios), radius), slow, atol=1e-9)


def slow_k_means(points: Floats, centroids: list[Floats], fixed: int) -> list[int]:
    """Point by point, centroid by centroid."""
    labels: list[int] = []
    for _ in range(cetr.MAX_ROUNDS):
        nearest = [int(np.argmin([((p - c) ** 2).sum() for c in centroids])) for p in points.T]
        if nearest == labels:
            break
        labels = nearest
        for k in range(fixed, 3):
            mine = [p for p, label in zip(points.T, labels, strict=True) if label == k]
            if mine:
                centroids[k] = np.mean(mine, axis=0)
    return labels


@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=3, max_size=30))
def test_clustering_agrees_with_the_slow_twin(pairs: list[tuple[int, int]]) -> None:
    """Labels equal those of a k-means written out; the first centroid never moves."""
    points = np.array(pairs, float).T
    start = cetr._farthest_first(points, [np.zeros(2)])
    labels, centroids = cetr.cluster(points)
    assert labels.tolist() == slow_k_means(points, [*start], fixed=1)
    assert centroids[0].tolist() == [0, 0]


# The lines against a slow twin


SOURCE = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<a href=x>", "</a>", "<br/>", "text ", "more  words", "\n", "\n", " ", "<img\nsrc=x>"]
    ),
    max_size=60,
).map(lambda tokens: "".join(tokens) + "\n<hr>" * 12)


@settings(max_examples=150)
@given(SOURCE)
def test_lines_agree_with_the_slow_twin(source: str) -> None:
    """Counts equal those of a walk over the source, character by character."""
    rows: list[tuple[str, int, bool]] = [("", 0, False)]  # text, tags, anything on it
    in_tag = False
    for char in source:
        text, tags, any_ = rows[-1]
        if char == "\n":
            rows.append(("", 0, in_tag))
        elif in_tag or char == "<":
            rows[-1] = (text, tags + (char == "<"), True)
            in_tag = char != ">"
        else:
            rows[-1] = (text + char, tags, any_ or not char.isspace())
    kept = [(len(re.sub(r"\s+", " ", text.strip())), tags) for text, tags, any_ in rows if any_]
    lines = _lines.read(source)
    assert [*zip(lines.chars.tolist(), lines.tags.tolist(), strict=True)] == kept


# Whole pages


@every_variant
def test_the_article_is_found(select: Callable[..., Selection]) -> None:
    """Text and mask hold the article; the far menu lines and the title are out."""
    page = parse(article())
    found = select(page)
    assert found.text is not None
    assert all(f"Line {i} of" in found.text for i in range(12))
    assert "Not this" not in found.text
    assert found.text.count("Menu") < 10
    assert text_of(page, found.mask).split("\n")[-1:] != ["Not this"]
    assert all(f"Line {i} of" in text_of(page, found.mask) for i in range(12))


@every_variant
@pytest.mark.parametrize("name", EMPTY)
def test_pages_without_text_are_empty(select: Callable[..., Selection], name: str) -> None:
    """No text: nothing selected, and a warning."""
    found = select(odd_page(name))
    assert (found.text, bool(found.mask.any()), found.warnings) == ("", False, ("empty",))


@every_variant
def test_hostile_rows(select: Callable[..., Selection]) -> None:
    """Text without tags is all content; links only and unspaced scripts raise nothing."""
    assert select(parse(PLAIN)).text == PLAIN.strip()
    assert isinstance(select(parse(LINKS)).text, str)
    assert "本文" in (select(parse(CJK)).text or "")


@every_variant
@pytest.mark.parametrize("name", ODD)
def test_every_odd_page_keeps_the_contract(select: Callable[..., Selection], name: str) -> None:
    """Visible text rows only, the same twice, whatever the source."""
    page = odd_page(name)
    found, again = select(page), select(page)
    assert not (found.mask & ~(page.is_text & page.visible)).any()
    np.testing.assert_array_equal(found.mask, again.mask)
    assert found.text == again.text
