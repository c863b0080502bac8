"""The headline, and what must not be taken for it."""

import pytest

from sectio import metadata
from sectio.dom.parse import parse
from sectio.metadata.title import strip_site
from tests.metadata.pages import ARTICLE, fields, ld, meta, page, read


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
    """Where the page calls itself nothing, or shares a word with its one `h1`, that is the headline."""
    assert read(page(body=f"<h1>Harbour frozen over</h1>{ARTICLE}")).title == "Harbour frozen over"
    html = page("<title>News of the harbour and other places</title>", f"<h1>Harbour frozen over</h1>{ARTICLE}")
    assert read(html).title == "Harbour frozen over"


def test_logo_is_not_the_headline() -> None:
    """An `h1` that shares no word with what the page calls itself is the site's name."""
    html = page(meta("og:title", "Harbour frozen over"), f"<h1>Gull &amp; Sons</h1><h2>Ice at last</h2>{ARTICLE}")
    assert read(html).title == "Harbour frozen over"


def test_logo_at_the_end_of_the_title() -> None:
    """The `h1` repeats the end of the title, a lower heading its beginning: that is the headline."""
    head = "<title>Harbour frozen over | Gull and Sons</title>"
    html = page(head, f"<h1>Gull and Sons</h1><h2>Harbour frozen over</h2>{ARTICLE}")
    assert read(html).title == "Harbour frozen over"


@pytest.mark.parametrize(
    "heading",
    [
        "<h1><span>Weather</span> Harbour frozen over</h1>",
        "<h1>Weather: Harbour frozen over</h1>",
        "<h1>Harbour frozen over <small>4 March 2021</small></h1>",
        "<h1>Harbour frozen over | Weather</h1>",
    ],
)
def test_headings_with_more_than_the_headline(heading: str) -> None:
    """Kickers, dates and sections around the headline are left out when the page's own name says so."""
    assert read(page(meta("og:title", "Harbour frozen over"), heading + ARTICLE)).title == "Harbour frozen over"


def test_headings_are_not_cut_within_a_phrase() -> None:
    """A shorter name that merely begins like the heading is another title."""
    html = page(meta("og:title", "Harbour frozen"), f"<h1>Harbour frozen over in one night</h1>{ARTICLE}")
    assert read(html).title == "Harbour frozen over in one night"


def test_reports_are_called_what_their_data_agrees_on() -> None:
    """OpenGraph and the JSON-LD of a report against the heading: two to one."""
    head = meta("og:title", "Ferries stay in port") + ld({"@type": "NewsArticle", "headline": "Ferries stay in port"})
    assert read(page(head, f"<h1>Ferries kept in port by ice</h1>{ARTICLE}")).title == "Ferries stay in port"


@pytest.mark.parametrize("heading", ["Harbour¶", "Har&shy;bour", "&#8203;Harbour", "Harbour #"])
def test_furniture_of_headings(heading: str) -> None:
    """Permalinks and invisible characters are no part of a title."""
    assert read(page(body=f"<h1>{heading}</h1>{ARTICLE}")).title == "Harbour"


@pytest.mark.parametrize(
    "title", ["Ice – Gull News", "Ice | Gull News", "Ice » Gull News", "Ice · Gull News", "Ice :: Gull News"]
)
def test_suffixes_by_the_name_of_the_site(title: str) -> None:
    """What separates the title from the site's name."""
    assert read(page(f"<title>{title}</title>" + meta("og:site_name", "Gull News"), ARTICLE)).title == "Ice"


@pytest.mark.parametrize("head", ['<meta name="DC.title" content="Ice">', '<meta name="parsely-title" content="Ice">'])
def test_titles_of_other_vocabularies(head: str) -> None:
    """Dublin Core and Parse.ly name titles too."""
    assert read(page(head, ARTICLE)).title == "Ice"


def test_one_element_may_name_several_properties() -> None:
    """`property="og:title twitter:title"`."""
    assert read(page(meta("og:title twitter:title", "Ice"), ARTICLE)).title == "Ice"


def test_title_source() -> None:
    """The heading is text; a name that data gives has that source."""
    heading = fields(page("<title>Ice</title>", f"<h1>Ice</h1>{ARTICLE}")).title
    assert (heading.value, heading.source) == ("Ice", "text")
    assert fields(page(meta("og:title", "Ice"), ARTICLE)).title.source == "og"


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


def test_headline_is_recognised_on_the_page() -> None:
    """What `title` names is one element, though its text may hold a kicker or a permalink as well."""
    html = page(meta("og:title", "Harbour frozen over"), f"<h1>Weather: Harbour frozen over¶</h1><h2>Ice</h2>{ARTICLE}")
    parsed = parse(html)
    about = metadata.Reader(parsed)
    headings = [row for row in range(len(parsed)) if parsed.tag_of(row) in ("h1", "h2")]
    assert [about.is_headline(row) for row in headings] == [True, False]
