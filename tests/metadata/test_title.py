"""The headline, and what must not be taken for it."""

import pytest

from sectio.metadata.title import strip_site
from tests.metadata.pages import ARTICLE, ld, meta, page, read


def test_heading_that_agrees_wins_over_longer_names() -> None:
    """The h1 is what readers see; og:title often carries the site or a slogan."""
    html = page(
        meta("og:title", "Harbour frozen over - The Daily Gull") + "<title>Harbour | Gull</title>",
        f"<h1>Harbour frozen over</h1>{ARTICLE}",
    )
    assert read(html).title == "Harbour frozen over"


def test_site_name_in_the_first_heading_is_not_the_title() -> None:
    """Many blogs put their own name into the h1 and the headline into an h2."""
    html = page(
        "<title>Harbour frozen over | The Daily Gull</title>" + meta("og:site_name", "The Daily Gull"),
        f"<h1>The Daily Gull</h1><h2>Harbour frozen over</h2>{ARTICLE}",
    )
    assert read(html).title == "Harbour frozen over"


def test_section_heading_does_not_beat_the_headline() -> None:
    """An h1 that only names the section gives way to the h2 that repeats the title."""
    html = page(
        "<title>Harbour frozen over in one night - Gull</title>",
        f"<h1>News</h1><h2>Harbour frozen over in one night</h2>{ARTICLE}",
    )
    assert read(html).title == "Harbour frozen over in one night"


def test_no_heading_falls_back_to_the_title_element() -> None:
    """The site's name goes, by what the page says or by the host."""
    html = page("<title>Harbour frozen over | Gull News</title>", ARTICLE)
    assert read(html, "https://www.gullnews.example/a").title == "Harbour frozen over"


def test_lone_heading_is_taken_at_its_word() -> None:
    """Without any agreement a single h1 is still the best guess."""
    html = page("<title>Welcome</title>", f"<h1>Harbour frozen over</h1>{ARTICLE}")
    assert read(html).title == "Harbour frozen over"


def test_heading_with_breaks_and_markup() -> None:
    """A line break parts words, inline markup does not."""
    html = page(body=f"<h1>Harbour<br>fro<b>zen</b> <i>over</i></h1>{ARTICLE}")
    assert read(html).title == "Harbour frozen over"


@pytest.mark.parametrize(
    ("title", "left"),
    [
        ("Harbour frozen – The Daily Gull", "Harbour frozen"),
        ("The Daily Gull: Harbour frozen", "Harbour frozen"),
        ("Harbour frozen | News | The Daily Gull", "Harbour frozen | News"),
        ("The Daily Gull", "The Daily Gull"),
        ("Harbour - frozen", "Harbour - frozen"),
    ],
)
def test_strip_site(title: str, left: str) -> None:
    """Only the site's own name goes, and never the whole title."""
    assert strip_site(title, [["the", "daily", "gull"]], "") == left


def test_headline_of_json_ld_without_other_names() -> None:
    """JSON-LD alone is enough."""
    html = page(ld({"@type": "NewsArticle", "headline": "Harbour &amp; ice"}), ARTICLE)
    assert read(html).title == "Harbour & ice"


def test_empty_page_has_no_title() -> None:
    """Nothing is made up."""
    assert read("").title is None
