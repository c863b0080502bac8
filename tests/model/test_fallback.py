"""Pages without text: what they say about themselves is used instead, with a warning."""

import json

import pytest

import sectio

ABOUT = "Why do cats purr when they are asleep, and what do vets say about it?"
SCRIPT_ONLY = '<head><title>Cats</title>{}</head><body><div id=app></div><script>load("/api")</script></body>'
META = f'<meta name="description" content="{ABOUT}">'
BODY = "First paragraph of the article. Second sentence & more."
LINKED = f'<script type="application/ld+json">{{"@type": "Article", "articleBody": "{BODY}"}}</script>'


@pytest.mark.parametrize(("head", "expected"), [(META, ABOUT), (LINKED, BODY), (META + LINKED, BODY)])
def test_a_page_without_text_is_what_it_says_of_itself(head: str, expected: str) -> None:
    """The article in JSON-LD before the description; the warning shows that none of it was on the page."""
    result = sectio.extract(SCRIPT_ONLY.format(head))
    assert result.text == expected
    assert "description_only" in result.warnings
    assert result.ok
    assert result.markdown.replace("\\", "") == f"# Cats\n\n{expected}"
    assert result.html == "<p>" + expected.replace("&", "&amp;") + "</p>"


def test_a_note_for_browsers_without_scripts_is_no_text() -> None:
    """`noscript` holds "enable JavaScript" as often as content."""
    page = SCRIPT_ONLY.format(META) + "<noscript>Please enable JavaScript</noscript>"
    assert sectio.extract(page).text == ABOUT


def test_a_few_links_are_no_text() -> None:
    """The bar at the top of a page whose text a script would fetch."""
    page = SCRIPT_ONLY.format(META) + "<a href=/>Home</a> <a href=/new>What is new</a>"
    assert sectio.extract(page).text == ABOUT
    result = sectio.extract(page + "<p>Cats purr.</p>")
    assert "description_only" not in result.warnings


@pytest.mark.parametrize(
    "text", ["Cats purr.", "<noscript>" + "a thread for those without scripts " * 9 + "</noscript>"]
)
def test_text_on_the_page_is_better(text: str) -> None:
    """However short, what the page shows is not replaced."""
    result = sectio.extract(SCRIPT_ONLY.format(META) + f"<p>{text}</p>")
    assert "description_only" not in result.warnings
    assert ABOUT not in result.text


def test_nothing_at_all_is_still_nothing() -> None:
    """No text and no description: not ok, and a reason."""
    result = sectio.extract(SCRIPT_ONLY.format(""))
    assert not result.ok
    assert "empty" in result.warnings


@pytest.mark.parametrize(("links", "stated"), [(19, True), (20, False)])
def test_twenty_words_of_links_are_text(links: int, stated: bool) -> None:
    """Fewer are the bar of a page that a script would fill."""
    about = "A description that is longer than the bar of links above the page. " * 3
    page = SCRIPT_ONLY.format(f'<meta name="description" content="{about}">') + "<a href=/>link</a> " * links
    assert ("description_only" in sectio.extract(page).warnings) == stated


@pytest.mark.parametrize(("links", "stated"), [(14, True), (15, False)])
def test_a_description_must_say_more_than_the_page(links: int, stated: bool) -> None:
    """As many words as the page has are not enough."""
    assert len(ABOUT.split()) == 15
    page = SCRIPT_ONLY.format(META) + "<a href=/>link</a> " * links
    assert ("description_only" in sectio.extract(page).warnings) == stated


def stated(things: int, body: str) -> str:
    """The text of a page that describes so many articles, of which only the last has a body."""
    described: list[dict[str, str]] = [{"@type": "Article", "headline": "Cats"} for _ in range(things)]
    described[-1]["articleBody"] = body
    return sectio.extract(
        SCRIPT_ONLY.format(f'<script type="application/ld+json">{json.dumps(described)}</script>')
    ).text


@pytest.mark.parametrize(("things", "expected"), [(3, "Cats purr."), (4, "")])
def test_the_first_three_articles_are_looked_at(things: int, expected: str) -> None:
    assert stated(things, "Cats purr.") == expected


def test_a_stated_text_has_at_most_a_hundred_thousand_characters() -> None:
    assert 99_990 < len(stated(1, "purr " * 30_000)) <= 100_000
