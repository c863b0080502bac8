"""Lines of the site around a text, known by what they say."""

import numpy as np
import pytest

from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.model import notices, strays
from tests.compiled import uncompiled

PROSE = f"<p>{'a paragraph of the story with many words in it ' * 12}</p>"


def left(markup: str, *, before: str = PROSE) -> str:
    """What is left of some markup after a paragraph, all of it chosen: the blocks that are not very long."""
    page = parse(f"<body>{before}{markup}")
    blocks = Blocks.of(page)
    words = blocks.sum(page.counts.words)
    flags = strays.flagged(page, blocks, words)
    chosen, again = np.ones((2, len(blocks)), bool)
    notices.drop(page, blocks, chosen, words, flags)
    with uncompiled():
        notices.drop(page, blocks, again, words, flags)
    assert chosen.tolist() == again.tolist()
    return " ".join(
        text for text, is_in in zip(blocks.texts, chosen.tolist(), strict=True) if is_in and len(text) < 300
    )


@pytest.mark.parametrize(
    "line",
    [
        "Story continues below advertisement",
        "Article continues after this ad",
        "Advertisement. Scroll to continue reading.",
        "Weiter nach der Anzeige",
        "La suite après la publicité",
        "Continua após a publicidade",
        "Lees verder onder de advertentie",
        "Artikeln fortsätter under annonsen",
        "Продолжение после рекламы",
        "This post may contain affiliate links. Read our disclosure policy.",
        "As an Amazon Associate I earn from qualifying purchases.",
        "We may earn a commission when you buy through links on our site.",
        "Share this: Facebook Email",
        "Share on Facebook",
        "Diesen Artikel teilen",
        "Compartir en WhatsApp",
        "この記事をシェアする",
        "Enjoyed this? Follow me on Mastodon.",
        "Follow us on Instagram for more pictures",
        "Contact the author at s.moe@example.com or on Twitter",
        "Do you have a story to tell? Write to us.",
        "Folgen Sie uns auf Facebook",
        "Suivez-nous sur Instagram",
        "Síguenos en Twitter",
        "Siga o nosso canal no WhatsApp",
        "Подписывайтесь на наш канал",
        "Följ oss på Facebook",
        "Please subscribe to our newsletter for weekly news.",
        "Want more? Sign up for updates here.",
        "Melden Sie sich jetzt zu unserem Newsletter an",
        "This article is for subscribers only.",
        "Already a subscriber? Log in",
        "Il vous reste 57.09% de cet article à lire. La suite est réservée aux abonnés.",
        "Dieser Artikel ist nur für Abonnenten",
        "この記事は有料会員限定です",
        "You must be logged in to post a comment.",
        "We need your consent to load this video.",
        "Please accept cookies to view this content.",
        "An dieser Stelle finden Sie einen externen Inhalt von Instagram.",
        "Page 2 of 4",
        "Copied!",
        "4 min read",
        "Lesezeit: 3 Minuten",
        "Cook Mode Prevent your screen from going dark",
        "Nowy numer? Obserwuj nas na Facebooku",
        "Wil je meer? Schrijf je in voor de nieuwsbrief.",
        "Нашли ошибку? Выделите текст и нажмите Ctrl+Enter.",
        "Dalsza część artykułu pod wideo",
        "Last updated: April 21, 2025",
        "Originally published at example.com on January 19, 2024.",
        "This post is part of the series Saving film:",
        "¿Te ha gustado? ¡Comparte!",
        "Did you find this article helpful? Yes No",
        "War dieser Artikel hilfreich?",
        "Click on a star to rate it!",
        "Comments (12)",
        "Leave a comment",
        "Laisser un commentaire",
        "Edit this page on GitHub",
        "Report a problem with this page",
        "Older posts",
        "1 2 3 4 Next",
        "Lire la suite",
        "Please enable JavaScript to view this.",
        "We use cookies to measure our audience.",
        "Join 12,000+ readers who get it first.",
        "Never miss a story.",
        "This story was paid for by our readers. Become a member from €5 a month.",
        "Please consider supporting our work with a small gift.",
        "Found a mistake? Send a pull request.",
        "スポンサーリンク",
        "Комментарии (7)",
        "Поделиться ссылкой",
        "김서연 기자 seoyeon@courier.example",
        "ⓒ 저녁신문, 무단 전재 및 재배포 금지",
    ],
)
def test_notices_are_left_out(line: str) -> None:
    assert left(f"<p>{line}</p>{PROSE}") == ""
    assert left(f"<ul><li>{line}</ul>") == line


@pytest.mark.parametrize(
    "line",
    [
        "The story continues below the bridge.",
        "An advertisement of the time shows it.",
        "She earned her commission in the navy.",
        "Share the dough between two tins.",
        "He had to follow the river on foot.",
        "Contact the metal with the probe.",
        "Subscribe is a verb with a long past.",
        "The newsletter of the club has it in print.",
        "Members of the crew signed in.",
        "To continue, press the button.",
        "Der Inhalt des Kastens war nass.",
        "Page 2 is missing.",
        "Registration is free of charge.",
        "The comments of the jury were kind.",
        "She wanted to become a member of the crew.",
        "The next page of the log is torn.",
        "Cookies are best when warm.",
        "They support our view of the river.",
        "This content of salt is high.",
    ],
)
def test_sentences_about_such_things_stay(line: str) -> None:
    assert left(f"<p>{line}</p>") == line


def test_what_is_beside_a_notice_goes_with_it() -> None:
    """In an element of their own, if nothing long is there; other kinds of notices go alone."""
    wall = "<h4>This article is for subscribers only.</h4><p>Every story for one euro a week.</p>"
    assert left(f"<div>{wall}</div>") == ""
    assert left(f"<div><div>{wall}</div><p>{'word ' * 21}</p></div>") == ("word " * 21).strip()
    assert left(wall) == "Every story for one euro a week."
    assert left("<div><p>Share this post</p><p>An end.</p></div>") == "An end."


@pytest.mark.parametrize(
    "label",
    ["Lesen Sie auch:", "You might also like", "Материалы по теме", "関連記事", "Related", "추천 기사", "Trending now"],
)
def test_labels_go_with_the_links_behind_them(label: str) -> None:
    """Those in a list are judged by themselves; a label with nothing behind it goes too, one before a text stays."""
    assert left(f"<p>{label}<br><a href=x>One story</a></p><div><a href=y>Two</a></div>") == ""
    assert left(f"<p>{label}</p>") == ""
    assert left(f"<h3>{label}</h3><ul><li><a href=x>One</a></ul>") == f"{label} One"
    assert left(f"<h3>{label}</h3><p>An end.</p>") == f"{label} An end."


def test_a_notice_that_is_not_chosen_speaks_for_what_is_beside_it() -> None:
    """Of a box of which some lines were chosen, and none of them is long."""
    page = parse(
        f"<body>{PROSE}<div><p>Every story for one euro a week.</p><p>Already a subscriber? Log in</p></div>{PROSE}"
    )
    blocks = Blocks.of(page)
    words = blocks.sum(page.counts.words)
    chosen = np.array([True, True, False, True])
    notices.drop(page, blocks, chosen, words, strays.flagged(page, blocks, words))
    assert chosen.tolist() == [True, False, False, True]


def test_an_offer_goes_with_its_box_at_the_end() -> None:
    """A button that sells, with what is around it, where nothing follows; elsewhere, and alone, it stays."""
    offer = "<div><h2>Want more?</h2><p>Ask us.</p><a href=x>Book a demo</a></div>"
    assert left(offer) == ""
    assert left(f"{offer}<p>An end.</p>") == "Want more? Ask us. Book a demo An end."
    assert left("<h2>Want more?</h2><a href=x>Book a demo</a>") == "Want more? Book a demo"


def test_what_a_form_is_for_goes_with_it() -> None:
    """A heading and a line before a form that asks for an address; of another form, and without a heading, it stays."""
    form = "<form><input type=email></form>"
    assert left(f"<h3>The Buzz</h3><p>One letter a week.</p>{form}<p>End.</p>") == "End."
    assert left(f"<h3>The Buzz</h3>{form}<p>End.</p>") == "End."
    assert (
        left(f"<h3>The Buzz</h3><p>One letter a week.</p>{form.replace('email', 'text')}")
        == "The Buzz One letter a week."
    )
    assert left(f"<p>One letter a week.</p>{form}") == "One letter a week."
    assert left(f"<h3>The Buzz</h3><p>{'word ' * 21}</p>{form}") == f"The Buzz {'word ' * 21}".strip()
    assert left(f"<h3>The Buzz</h3><div>{form}</div>") == "The Buzz"


def test_pages_about_notices_are_left_alone() -> None:
    """Where many lines would go, or much of the text."""
    assert left("<p>Share this post</p>" * 8) == ""
    assert left("<p>Share this post</p>" * 9) != ""
    assert left("<p>Share this post</p>", before="<p>short</p>") == "short Share this post"


def test_pages_without_clean_markup_are_read_too() -> None:
    """A page that was changed has none; what its texts say is the same."""
    page = parse(f"<body>{PROSE}<p>Share this post</p>")
    blocks = Blocks.of(page)
    words = blocks.sum(page.counts.words)
    page.source.written = lambda: None  # type: ignore[method-assign]
    chosen = np.ones(len(blocks), bool)
    notices.drop(page, blocks, chosen, words, strays.flagged(page, blocks, words))
    assert chosen.tolist() == [True, False]
