"""The headline, and what must not be taken for it."""

import numpy as np
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


@pytest.mark.parametrize("day", ["Tuesday, February 25, 2020", "25.2.2020", "mardi 25 février 2020"])
def test_a_date_is_not_the_headline(day: str) -> None:
    """Blogs put the day of their posts into a heading above them."""
    assert read(page(body=f"<h2>{day}</h2><h3>Harbour frozen over</h3>{ARTICLE}")).title == "Harbour frozen over"
    assert read(page(body=f"<h2>The storm of {day}</h2><h3>Harbour</h3>{ARTICLE}")).title == f"The storm of {day}"


def test_headline_under_a_kicker_is_not_a_logo() -> None:
    """The `h1` ends the title and a lower heading begins it, but above it: that is its kicker."""
    head = "<title>Winter talk - Harbour frozen over</title>"
    html = page(head, f"<h2>Winter talk</h2><h1>Harbour frozen over</h1>{ARTICLE}")
    assert read(html).title == "Harbour frozen over"


def _title_with_content(html: str, url: str | None = None) -> str | None:
    """The title when the paragraphs are known to be the content."""
    parsed = parse(html)
    content = np.zeros(len(parsed), bool)
    for row in np.flatnonzero(parsed.is_tag("p")):
        content[row : parsed.end[row]] = True
    return metadata.Reader(parsed, url=url, content=content & parsed.is_text).title


def test_heading_right_above_the_content() -> None:
    """The one `h1` on top of the article is the headline, though the page calls itself something else."""
    html = page("<title>Winter special</title>", f"<h1>Harbour frozen over</h1><div>Jane Doe</div>{ARTICLE}")
    assert _title_with_content(html, "https://gull.example/a") == "Harbour frozen over"


@pytest.mark.parametrize(
    "heading",
    [
        "<h1>Gull and Sons</h1><h2>Ice at last</h2>",
        "<h1><a href='/'>Gull and Sons</a></h1>",
        "<a href='/'><h1>Gull and Sons</h1></a>",
        "<h1>Gull and Sons</h1><h1>Menu</h1>",
        "<h1>Gull and Sons</h1>" + "<div>More</div>" * 20,
    ],
)
def test_headings_that_only_look_like_the_headline(heading: str) -> None:
    """Above another heading, a link, one of several, or far from the content: the page's own name wins."""
    html = page("<title>Harbour frozen over</title>", heading + ARTICLE)
    assert _title_with_content(html, "https://gull.example/a") == "Harbour frozen over"


def test_front_page_is_called_by_its_name_not_by_its_slogan() -> None:
    """The `h1` of a front page is a slogan, and the site's name belongs to its title."""
    html = page("<title>Gull | News from the coast</title>", f"<h1>You deserve calm</h1>{ARTICLE}")
    assert _title_with_content(html, "https://gull.example/") == "Gull | News from the coast"
    assert _title_with_content(html, "https://gull.example/a") == "You deserve calm"


@pytest.mark.parametrize("name", ["Home", "Startseite", "Gull News"])
def test_names_that_say_nothing(name: str) -> None:
    """What every page of the site is called gives way to the heading, but is better than nothing."""
    head = f"<title>{name}</title>" + meta("og:site_name", "Gull News")
    assert read(page(head, f"<h1>Ice at last</h1>{ARTICLE}"), "https://gull.example/a").title == "Ice at last"
    assert read(page(head, ARTICLE), "https://gull.example/a").title == name


@pytest.mark.parametrize(
    "heading",
    [
        '<h1><span class="article__kicker">Weather</span> Ice at last</h1>',
        '<h1><span class="dachzeile">Weather</span><span>Ice at last</span></h1>',
        '<h1><span class="date">04.03.2021</span>Ice at last</h1>',
        "<h1>Ice at last <button>Copy</button></h1>",
        "<h1><ruby>Ice<rt>ais</rt></ruby> at last</h1>",
    ],
)
def test_parts_of_a_heading_that_are_not_the_headline(heading: str) -> None:
    """Kickers, dates, buttons and readings, by their markup."""
    assert read(page("<title>Winter: ice at last comes</title>", heading + ARTICLE)).title == "Ice at last"


def test_heading_that_is_all_kicker_is_kept() -> None:
    """Nothing is left out where nothing would be left."""
    assert read(page(body=f'<h1><b class="kicker">Ice</b><i class="date">2021</i></h1>{ARTICLE}')).title == "Ice2021"


def test_longest_name_inside_a_heading_wins() -> None:
    """The kicker repeats a short name of the page; the headline is the longer one."""
    head = meta("og:title", "Worm boxes") + ld({"@type": "Article", "headline": "Worm boxes built at home"})
    html = page(head, f"<h1><span>Worm boxes</span> Worm boxes built at home</h1>{ARTICLE}")
    assert read(html).title == "Worm boxes built at home"


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
    assert strip_site(title, [("the", "daily", "gull")], "") == left


@pytest.mark.parametrize(
    ("title", "host", "left"),
    [
        ("Ice at last | Gull US", "gull.example", "Ice at last"),
        ("Ice at last | Dove.example", "shop.dove.example", "Ice at last"),
        ("Ice at last | Wag!", "wagwalking.example", "Ice at last"),
        ("Ice at last: Wag tails", "wagwalking.example", "Ice at last: Wag tails"),
        ("Ice at last | Gull at sea today", "gull.example", "Ice at last | Gull at sea today"),
        ("Gull US - ice at last", "coast.example", "Gull US - ice at last"),
    ],
)
def test_ends_of_titles_that_name_the_site(title: str, host: str, left: str) -> None:
    """A word beside the site's name, a part of the host: at the end and after a clear separator only."""
    assert strip_site(title, [("gull",)], host) == left


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


def test_name_of_the_page_in_the_place_of_the_sites() -> None:
    """Some pages give their own title as `og:site_name`; it is not cut off then, nor is the heading a logo."""
    title = "Harbours of the north 2026 / 2027"
    head = f"<title>{title}</title>" + meta("og:title", title) + meta("og:site_name", title)
    assert read(page(head, f"<h1>{title}</h1>{ARTICLE}"), "https://gull.example/harbours").title == title
    assert read(page(head, ARTICLE), "https://gull.example/harbours").title == title


def test_heading_that_leads_home_is_the_sites_name() -> None:
    """A logo in an `h1` links to the front page; the title is cut by it."""
    head = "<title>Harbour frozen over | Ice and Salt</title>"
    body = '<h1><a href="{}">Ice and Salt</a></h1>' + ARTICLE
    for home in ("/", "https://www.gull.example/", "../../index.html"):
        assert read(page(head, body.format(home)), "https://gull.example/a/ice").title == "Harbour frozen over"
    assert read(page(head, body.format("/")), None).title == "Harbour frozen over"
    for other in ("/a/ice", "/?p=3", "/#top", "https://elsewhere.example/"):
        assert read(page(head, body.format(other)), "https://gull.example/a/ice").title == "Ice and Salt"


def test_slogan_of_a_front_page() -> None:
    """The front page of a website is called what it calls itself, if its heading says little of that."""
    name = "Gull: tide tables for everybody"
    head = f"<title>{name}</title>" + meta("og:title", name)
    body = f"<h1>Never be late for the tide again, wherever you are</h1>{ARTICLE}"
    website = meta("og:type", "website")
    assert read(page(head + website, body), "https://gull.example/").title == name
    assert read(page(head, body), "https://gull.example/").title != name
    assert read(page(head + website, body), "https://gull.example/about").title != name


def test_headline_below_a_trail_of_links() -> None:
    """An `h1` that ends the trail of links is written for search engines, if an `h2` right below is a name of the page too."""
    seen, sought = "Ice at last: the ferries rest", "Harbour frozen over in March"
    head = f"<title>{sought} | Gull</title>" + meta("og:title", seen)
    trail = f'<nav><ol><li><a href="/">Gull</a></li><li><h1>{sought}</h1></li></ol></nav>'
    assert read(page(head, f"{trail}<h2>{seen}</h2>{ARTICLE}")).title == seen
    menu = "".join(f"<p>Item {i}</p>" for i in range(20))
    for body in (
        f"{trail}{menu}<h2>{seen}</h2>",
        f"<h1>{sought}</h1><h2>{seen}</h2>",
        f"{trail}<h2>Another story</h2>",
    ):
        assert read(page(head, body + ARTICLE)).title == sought
    assert read(page(head, trail)).title == sought


def test_notes_after_the_first_elements_of_a_heading() -> None:
    """Buttons and hints inside an `h1` are no part of the headline; a subtitle that the page also names is."""
    head = "<title>Tide tables | Reference | Gull Docs</title>"
    hint = "<h1>Tide tables <span>Save this page for later</span></h1>"
    assert read(page(head, hint + ARTICLE)).title == "Tide tables"
    named = "<title>Tide tables | for every harbour in the north | Gull Docs</title>"
    subtitle = "<h1>Tide tables <span>for every harbour in the north</span></h1>"
    assert read(page(named, subtitle + ARTICLE)).title == "Tide tables for every harbour in the north"


def test_subtitle_that_belongs_to_the_name() -> None:
    """A heading that is a name of the page word for word is not cut after its first element."""
    whole = "Worm box: how to build one"
    head = f"<title>Worm box | Gull</title>{meta('og:title', whole)}"
    assert read(page(head, f"<h1><b>Worm box:</b> <i>how to build one</i></h1>{ARTICLE}")).title == whole


def test_front_page_that_is_only_called_home() -> None:
    """The site's name beside "Home" is the better title of its front page."""
    head = "<title>Home - The Daily Gull</title>" + meta("og:title", "Home") + meta("og:site_name", "The Daily Gull")
    assert read(page(head, ARTICLE), "https://gull.example/").title == "The Daily Gull"
    assert read(page(meta("og:title", "Home"), ARTICLE), "https://gull.example/").title == "Home"


def test_heading_that_begins_the_title_is_the_sites_name() -> None:
    """A diary calls itself "Site - headline": its `h1` is the site, and the heading below is the rest of the title."""
    head = "<title>The Salt Diary - Ice on the ferry slip</title>"
    body = f"<h1>The Salt Diary</h1><h3>Ice on the ferry slip</h3>{ARTICLE}"
    assert read(page(head, body)).title == "Ice on the ferry slip"
    assert read(page(head, f"<h1>The Salt Diary</h1><h3>Ice elsewhere</h3>{ARTICLE}")).title == "The Salt Diary"
