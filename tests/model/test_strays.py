"""Lines that are not part of the text around them."""

import numpy as np
import pytest

from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.model import strays

PROSE = f"<p>{'a paragraph of the story with many words in it ' * 12}</p>"


def left(markup: str, *, before: str = PROSE, shown: int = 90) -> str:
    """What is left of some markup after a paragraph, all of it chosen: the blocks that are not too long to be shown."""
    page = parse(f"<body>{before}{markup}")
    blocks = Blocks.of(page)
    chosen = np.ones(len(blocks), bool)
    words = blocks.sum(page.counts.words)
    strays.drop(page, blocks, chosen, words, strays.flagged(page, blocks, words))
    return " ".join(
        text for text, is_in in zip(blocks.texts, chosen.tolist(), strict=True) if is_in and len(text) < shown
    )


@pytest.mark.parametrize(
    "markup",
    [
        "<p>Advertisement</p>",
        "<div>– Anzeige –</div>",
        "<p>广告</p>",
        "<p>Реклама на сайте</p>",
        "<p>[Advertisement]</p>",
        "<p>READ MORE: <a href=/a>Why the snow line moves</a></p>",
        "<p>Lesen Sie auch: <a href=/a>Regen bis Dienstag</a></p>",
        "<p>推荐阅读：<a href=/a>最后一家打铁铺</a></p>",
        "<p>Follow us on <a href=#>Facebook</a>, <a href=#>Instagram</a> and <a href=#>X</a></p>",
        "<p><a href=#>Facebook</a> <a href=#>X</a></p>",
        "<p>Share this on <a href=#>Facebook</a> and <a href=#>X</a>, please</p>",
        "<p>Listen on <a href=#>Apple Podcasts</a> | <a href=#>Spotify</a></p>",
        "<p>Article suivant : <a href=/a>Une place sans voitures</a></p>",
        "<p>Sponsored content</p>",
        "<p>Diesen Artikel teilen: <a href=#>Facebook</a> <a href=#>Drucken</a></p>",
        "<p>Tagged: <a href=#>ice</a>, <a href=#>north</a></p>",
        "<div>Filed under <a href=#>ice</a></div>",
        "<p>Schlagwörter: <a href=#>Eis</a> | <a href=#>Norden</a></p>",
        "<h3>About the author</h3><p>She writes about ships.</p>",
        "<h1>About the author</h1><p>She writes about ships.</p>",
        "<aside>a paragraph of the story with many</aside>",
        "<p class=pull-quote>a paragraph of the story with many</p>",
    ],
)
def test_lines_that_are_not_part_of_the_text_are_left_out(markup: str) -> None:
    assert left(markup) == ""


@pytest.mark.parametrize(
    "markup",
    [
        "<p>Advertisement is an old trade.</p>",
        "<p>Read more: it pays.</p>",
        "<p>Website: <a href=/a>our own pages here</a></p>",
        "<p>See also: <a href=/a>one</a> and then some more</p>",
        "<p>See also: <a href=/a>one</a> and <a href=/b>two</a> today</p>",
        "<p><a href=/a>Read more:</a> <a href=/b>Why the snow line moves</a></p>",
        "<p>Topics: <a href=#>ice</a> and <a href=#>snow</a></p>",
        "<p>The topics are <a href=#>ice</a></p>",
        "<p>She met him on <a href=#>Facebook</a>.</p>",
        "<p>Our page is on: <a href=#>Facebook</a></p>",
        "<p>Both <a href=#>Facebook</a> and <a href=#>the town</a> paid.</p>",
        "<p>About the author</p>",
        "<h3>About the ferry</h3><p>It is old.</p>",
        "<ul><li><h3>Advertisement</h3></ul>",
        "<p>with many words</p>",
        "<aside>five words that nobody else says</aside>",
        "<aside>five words that nobody else says</aside><aside>five words that nobody else says</aside>",
        "<ul><li>a paragraph of the story with many</ul>",
    ],
)
def test_other_lines_stay(markup: str) -> None:
    """The words alone are not enough."""
    assert left(markup) == parse(markup).text(0)


def test_a_part_about_the_author_in_the_middle_stays() -> None:
    """A review may say who wrote the book; only the end of a text says who wrote the text."""
    assert left(f"<h3>About the author</h3><p>She writes.</p>{PROSE}") == "About the author She writes."


@pytest.mark.parametrize(("words", "stays"), [(116, False), (117, False), (118, True)])
def test_a_part_about_the_author_is_short(words: int, stays: bool) -> None:
    """A hundred and twenty words with its heading, and not one more."""
    said = left(f"<h3>About the author</h3><p>{'x ' * (words - 40)}</p><p>{'x ' * 40}</p>")
    assert bool(said) == stays


def test_a_page_about_its_author_stays() -> None:
    """There is no text that it could be the end of."""
    assert left("<h3>About the author</h3><p>She writes.</p>", before="") == "About the author She writes."


@pytest.mark.parametrize(("words", "stays"), [(27, False), (28, False), (29, True)])
def test_a_line_that_leads_elsewhere_is_short(words: int, stays: bool) -> None:
    """Thirty words with its label, and not one more."""
    line = "<p>Read more: <a href=/a>" + " ".join(["x"] * words) + "</a></p>"
    assert bool(left(line)) == stays


@pytest.mark.parametrize(("words", "stays"), [(4, True), (5, False)])
def test_a_repeated_sentence_has_some_words(words: int, stays: bool) -> None:
    """Four words may be repeated by chance."""
    repeated = " ".join("a paragraph of the story with many".split()[:words])
    assert bool(left(f"<aside>{repeated}</aside>")) == stays


@pytest.mark.parametrize("markup", ["<ul><li>Advertisement</ul>", "<p><a href=/a>Advertisement</a></p>"])
def test_a_label_is_neither_an_item_nor_a_link(markup: str) -> None:
    assert left(markup) == "Advertisement"


@pytest.mark.parametrize(
    "line",
    [
        "Copyright 2024 The Harbour Press. All rights reserved.",
        "This page was last updated on 3 March 2024.",
        "Zuletzt aktualisiert am 3. März 2024",
        "（责任编辑：王小明）",
    ],
)
def test_a_last_line_about_the_page_is_left_out(line: str) -> None:
    assert left(f"<p>The bridge is open again.</p><p>{line}</p>") == "The bridge is open again."


def test_a_line_like_that_in_the_middle_stays() -> None:
    """Only the last four lines may be about the page."""
    line, after = "<p>Last updated by nobody since 1990.</p>", [f"<p>Line {i}.</p>" for i in range(4)]
    assert left(line + "".join(after)).startswith("Last updated by nobody")
    assert left(line + "".join(after[1:])) == "Line 1. Line 2. Line 3."


@pytest.mark.parametrize(("words", "stays"), [(40, False), (41, True)])
def test_hardly_anything_comes_after_a_line_about_the_page(words: int, stays: bool) -> None:
    """A licence begins with such a line; up to forty words may come after it, in one line or several."""
    line, licence = "<p>Copyright 2024 by nobody.</p>", f"<p>{'x ' * (words - 30)}</p><p>{'y ' * 30}</p>"
    assert ("nobody" in left(line + licence)) == stays


@pytest.mark.parametrize(("words", "stays"), [(40, False), (41, True)])
def test_a_last_line_about_the_page_is_short(words: int, stays: bool) -> None:
    """Forty words, and not one more."""
    assert bool(left(f"<p>Copyright {'x ' * (words - 2)} 2024</p>", shown=99)) == stays


def test_a_page_that_is_only_about_itself_stays() -> None:
    """A lone line may be about the page; what is after it is left out again."""
    line = "<p>Last updated in May</p>"
    assert left(line, before="") == "Last updated in May"
    assert left(line * 2, before="") == "Last updated in May"


def test_fifty_quotations_are_looked_at() -> None:
    """Nobody repeats more sentences; each is looked for in the whole text."""
    assert left("<aside>a paragraph of the story with many</aside>" * 50) == ""
    assert left("<aside>a paragraph of the story with many</aside>" * 51) == "a paragraph of the story with many"


def test_a_last_line_that_only_begins_like_that_stays() -> None:
    assert left("<p>Copyright is a right of the author, he said, and left.</p>").startswith("Copyright is a right")
