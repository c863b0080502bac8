"""Feeds: every format gives the same items, items find their pages, hostile XML is harmless."""

import json

import pytest

from sectio.dom.parse import parse
from sectio.errors import InputError
from sectio.sites.forest.feeds import FeedIndex, FeedItem, normalise_url, plain_text, read_feed

RSS2 = """<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>http://e.example/</link>
<item><title>Storm &amp; sea</title><link>http://e.example/a/</link>
<description>&lt;p&gt;Waves &lt;b&gt;rose&lt;/b&gt;.&lt;/p&gt;</description></item></channel></rss>"""
RSS1 = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<item rdf:about="http://e.example/a/"><title>Storm &amp; sea</title><link>http://e.example/a/</link>
<description>Waves rose.</description></item></rdf:RDF>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Storm &amp; sea</title>
<link rel="alternate" href="http://e.example/a/"/>
<summary type="html">&lt;p&gt;Waves rose.&lt;/p&gt;</summary></entry></feed>"""
JSON_FEED = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [{"title": "Storm & sea", "url": "http://e.example/a/", "content_html": "<p>Waves rose.</p>"}],
    }
)


@pytest.mark.parametrize("feed", [RSS2, RSS1, ATOM, JSON_FEED], ids=["rss2", "rss1", "atom", "json"])
def test_every_format_gives_the_same_item(feed: str) -> None:
    """RSS 2.0, RSS 1.0, Atom and JSON Feed, as text and as bytes."""
    for form in (feed, feed.encode(), "\ufeff" + feed):
        (item,) = read_feed(form)
        assert (item.title, item.summary, item.link) == ("Storm & sea", "Waves rose.", "http://e.example/a/")


@pytest.mark.parametrize(
    "feed",
    [
        RSS2.replace("</item>", "<category>Sea</category><category><![CDATA[North coast]]></category></item>"),
        ATOM.replace("</entry>", '<category term="Sea"/><category term="North coast"/></entry>'),
        JSON_FEED.replace('"title"', '"tags": ["Sea", "North coast"], "title"'),
    ],
    ids=["rss2", "atom", "json"],
)
def test_categories_are_read(feed: str) -> None:
    """They are words of the item as well."""
    (item,) = read_feed(feed)
    assert item.category == "Sea North coast"
    assert item.text == "Storm & sea Waves rose. Sea North coast"


def test_plain_dicts_are_items() -> None:
    """The caller may have read the feed already."""
    items = [{"title": "A", "description": "d", "link": "http://e.example/1"}, {}]
    assert read_feed(items) == [FeedItem("A", "d", "http://e.example/1"), FeedItem()]


def test_items_have_their_day_as_written() -> None:
    rss = "<rss version='2.0'><channel><item><title>A</title><pubDate>Mon, 04 Mar 2019</pubDate></item></channel></rss>"
    atom = (
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>A</title><updated>2019-03-04</updated></entry></feed>"
    )
    assert read_feed(rss)[0].date == "Mon, 04 Mar 2019"
    assert read_feed(atom)[0].date == "2019-03-04"
    assert read_feed([{"title": "A", "date_published": "2019-03-04"}])[0].date == "2019-03-04"
    assert read_feed(None) == []


def test_agrees_with_feedparser() -> None:
    """An independent reader sees the same titles and links."""
    feedparser = pytest.importorskip("feedparser")
    for feed in (RSS2, RSS1, ATOM):
        theirs = [(entry.title, entry.link) for entry in feedparser.parse(feed).entries]
        assert [(item.title, item.link) for item in read_feed(feed)] == theirs


def test_the_summary_is_preferred_to_the_whole_text() -> None:
    """DESCRIPTION is the short text where the feed has both."""
    feed = """<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><item>
    <title>T</title><description>short</description><content:encoded>long</content:encoded>
    </item></channel></rss>"""
    assert read_feed(feed)[0].summary == "short"


def test_entities_do_not_expand() -> None:
    """A billion laughs must stay a joke: declared entities are not read."""
    lines = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "ha"}">' for i in range(12))
    item = "<item><title>&l11;</title></item>"
    feed = f"<!DOCTYPE rss [{lines}]><rss version='2.0'><channel>{item}</channel></rss>"
    assert sum(len(item.title) for item in read_feed(feed)) < 100


def test_ill_formed_feeds_are_read_anyway() -> None:
    """Feeds in the wild hold bare ampersands and HTML entities."""
    feed = "<rss version='2.0'><channel><item><title>cats & dogs&nbsp;now</title></item></channel></rss>"
    assert plain_text(read_feed(feed)[0].title) == "cats & dogs now"


@pytest.mark.parametrize("feed", ["", "<html><body>no feed</body></html>", "{broken", '{"items": 3}', b"\xff\x00"])
def test_what_is_no_feed_is_an_error(feed: str | bytes) -> None:
    """A wrong file is told apart from an empty feed."""
    with pytest.raises(InputError, match="feed"):
        read_feed(feed)


@pytest.mark.parametrize(
    "url",
    [
        "http://www.e.example/a/b/",
        "https://e.example/a/b",
        "https://E.example:443/a/b/index.html#top",
        "https://e.example/a/b?utm_source=feed&fbclid=1",
        "https://e.example/a%2Fb".replace("%2F", "/"),
    ],
)
def test_addresses_that_differ_by_nothing(url: str) -> None:
    """Scheme, `www.`, index files, fragments and tracking parameters do not tell pages apart."""
    assert normalise_url(url) == "e.example/a/b"


def test_broken_addresses_match_nothing() -> None:
    """An address that cannot be read is no address."""
    assert normalise_url("http://[broken/") == ""
    assert normalise_url("http://e.example:99999999/x") == ""


ITEMS = [
    FeedItem("Storm over town", "", "https://e.example/storm?id=1"),
    FeedItem("Garden notes", "", "https://other.example/2020/garden.html"),
    FeedItem("Twice", "one", "https://e.example/t1"),
    FeedItem("Twice", "two", "https://e.example/t2"),
]


@pytest.mark.parametrize(
    ("html", "url", "found"),
    [
        ("", "http://www.e.example/storm?id=1&utm_medium=rss", 0),
        ("<link rel=canonical href='https://e.example/storm?id=1'>", None, 0),
        ("", "https://mirror.example/2020/garden.html", 1),
        ("<title>Garden Notes | The Site</title>", None, 1),
        ("<h1>storm OVER town</h1>", "https://e.example/elsewhere", 0),
        ("<h1>Twice</h1>", None, None),
        ("<h1>Twice</h1>", "https://e.example/t2", 3),
        ("<p>nothing</p>", None, None),
    ],
)
def test_items_find_their_pages(html: str, url: str | None, found: int | None) -> None:
    """By address, then by path, then by title; an ambiguous title finds nothing."""
    item = FeedIndex.of(ITEMS).find(parse(html), url)
    assert item == (None if found is None else ITEMS[found])


def test_of_two_items_with_one_address_the_newest_counts() -> None:
    """Feeds of changes list a page once per change, newest first."""
    items = [FeedItem("new", "n", "https://e.example/p"), FeedItem("old", "o", "https://e.example/p")]
    assert FeedIndex.of(items).find(parse(""), "https://e.example/p") == items[0]
