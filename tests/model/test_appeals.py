"""Appeals inside a text: to subscribe, to give money."""

import numpy as np
import pytest

from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.model import appeals

PROSE = f"<p>{'a paragraph of the story with many words in it ' * 12}</p>"
URL = "https://www.example.com/story"


def left(markup: str, *, before: str = PROSE, url: str | None = URL, head: str = "") -> list[str]:
    """The blocks of some markup, between two paragraphs, that are left, all of them chosen."""
    page = parse(f"<html><head>{head}</head><body>{before}{markup}{PROSE}")
    blocks = Blocks.of(page)
    chosen = appeals.without(page, blocks, np.ones(len(blocks), bool), blocks.sum(page.counts.words), url)
    return [text for text, is_in in zip(blocks.texts, chosen.tolist(), strict=True) if is_in and len(text) < 300]


@pytest.mark.parametrize(
    "markup",
    [
        "<p>Like this? <a href=/newsletter>Get it by mail</a>.</p>",
        "<p>Wir freuen uns über <a href='https://www.example.com/spenden'>jede Gabe</a>.</p>",
        "<p>If you enjoyed this: <a href='https://www.buymeacoffee.com/x'>Buy me a coffee</a></p>",
        "<div><div><p>This letter lives from its readers.</p></div><p><a href='/subscribe?from=post'>Subscribe now</a></p></div>",
    ],
)
def test_an_appeal_is_left_out_as_a_whole(markup: str) -> None:
    assert left(markup) == []


@pytest.mark.parametrize(
    "markup",
    [
        "<p>The club sends <a href='https://socks.example/subscribe'>a pair a month</a>.</p>",  # of another site
        "<p>We wrote about <a href=/newsletters-of-the-past>their history</a>.</p>",
        "<p>See <a href=/newsletter>the letter</a> and <a href=/weather>the weather</a>.</p>",
    ],
)
def test_what_leads_elsewhere_too_stays(markup: str) -> None:
    assert len(left(markup)) == 1


@pytest.mark.parametrize(("words", "stays"), [(60, False), (61, True)])
def test_a_long_paragraph_stays(words: int, stays: bool) -> None:
    """Only what is short is an appeal and nothing else: sixty words, and not one more."""
    appeal = f"<p>{'a ' * (words - 2)}<a href=/newsletter>by mail</a></p>"
    assert bool(left(appeal, before=5 * PROSE)) == stays


def test_a_page_names_its_own_site() -> None:
    """Without an address given, the canonical one says which site the page is of."""
    appeal = "<p>Read on: <a href='https://news.example.com/subscribe'>subscribe</a></p>"
    assert left(appeal, url=None) != []
    assert left(appeal, url=None, head="<link rel=canonical href='https://example.com/story'>") == []


def test_what_a_page_begins_with_stays() -> None:
    appeal = "<p>Our letter. <a href=/newsletter>Subscribe</a></p>"
    assert left(appeal, before="<p>Few words.</p>") == ["Few words.", "Our letter. Subscribe"]


def test_a_page_full_of_them_is_about_them() -> None:
    offers = "".join(f"<div><p>Offer {i}</p><a href=/subscribe?plan={i}>Choose</a></div>{PROSE}" for i in range(4))
    assert len(left(offers)) == 8


def chosen_of(markup: str, *unwanted: str) -> list[str]:
    """What is left of a page whose blocks are all chosen but some, by the first word of each."""
    page = parse(f"<body>{markup}")
    blocks = Blocks.of(page)
    first = [text.split()[0] for text in blocks.texts]
    chosen = np.array([word not in unwanted for word in first], bool)
    left_out = appeals.without(page, blocks, chosen, blocks.sum(page.counts.words), URL)
    return [word for word, is_in in zip(first, left_out.tolist(), strict=True) if is_in]


def text(name: str, words: int) -> str:
    return f"<p>{name} {'word ' * (words - 1)}</p>"


def appeal(name: str, words: int) -> str:
    return f"<div>{name} {'word ' * (words - 2)}<a href=/donate>give</a></div>"


@pytest.mark.parametrize(("words", "stays"), [(15, False), (16, True)])
def test_nothing_is_left_out_of_a_short_page(words: int, stays: bool) -> None:
    """An appeal that is more than fifteen words in a hundred of the text is the text."""
    found = chosen_of(text("story", 100 - words) + appeal("Give", words))
    assert found == (["story", "Give"] if stays else ["story"])


@pytest.mark.parametrize(("words", "stays"), [(49, True), (50, False)])
def test_so_many_words_are_before_an_appeal(words: int, stays: bool) -> None:
    """Fifty of the text; what was not chosen does not count."""
    found = chosen_of(text("menu", 90) + text("story", words) + appeal("Give", 9) + text("more", 100), "menu")
    assert found == (["story", "Give", "more"] if stays else ["story", "more"])


@pytest.mark.parametrize(("number", "stays"), [(3, False), (4, True)])
def test_so_many_appeals_are_on_a_page(number: int, stays: bool) -> None:
    offers = "".join(f"<section>{text('story', 100)}{appeal('Give', 5)}</section>" for _ in range(number))
    assert ("Give" in chosen_of(offers)) == stays


@pytest.mark.parametrize(("between", "stays"), [(2, False), (3, True)])
@pytest.mark.parametrize("after", ["", "<p>end</p>"])
def test_the_button_of_an_appeal_is_near_its_text(between: int, stays: bool, after: str) -> None:
    """At most three blocks behind the text, though it was not chosen itself; it may be the last of the page."""
    lines = "".join("<p>line</p>" for _ in range(between))
    markup = f"{text('story', 100)}<div><p>Give now</p>{lines}<a href=/donate>button</a></div>{after}"
    assert ("Give" in chosen_of(markup, "line", "button", "end")) == stays


def test_a_page_without_chosen_blocks_and_one_of_a_single_block_are_left_alone() -> None:
    assert chosen_of(appeal("Give", 9), "Give") == []
    assert chosen_of(appeal("Give", 9)) == ["Give"]


def test_a_broken_address_is_no_mistake_of_ours() -> None:
    """It may be of the page's own site."""
    assert chosen_of(text("story", 100) + "<p>Give <a href='http://[x/donate'>now</a></p>") == ["story"]
