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


def test_a_long_paragraph_stays() -> None:
    """Only what is short is an appeal and nothing else."""
    assert left(f"<p>{'a ' * (appeals.APPEAL_WORDS - 2)}<a href=/newsletter>by mail</a></p>", before=5 * PROSE) == []
    assert len(left(f"<p>{'a ' * appeals.APPEAL_WORDS}<a href=/newsletter>by mail</a></p>", before=5 * PROSE)) == 1


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


def test_nothing_is_left_out_of_a_short_page() -> None:
    """An appeal that is much of the text is the text."""
    appeal = f"<p>{'we ask you to read us every morning ' * 7}<a href=/newsletter>by mail</a></p>"
    page = parse(f"<body><p>{'short ' * 60}</p>{appeal}")
    blocks = Blocks.of(page)
    chosen = np.ones(len(blocks), bool)
    assert appeals.without(page, blocks, chosen, blocks.sum(page.counts.words), URL).all()
