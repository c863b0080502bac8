"""Dates: how they are written, and which of a page's dates is the one."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.metadata import dates
from tests.metadata.pages import ARTICLE, ld, meta, page, read

HEADLINE = "<h1>Harbour frozen over</h1>"


@pytest.mark.parametrize(
    "text",
    [
        "2021-03-04", "2021-03-04T23:59:00+01:00", "2021/3/4", "2021.03.04", "March 4, 2021",
        "Mar. 4th, 2021",
        "4 March 2021", "4th of March, 2021", "Thu, 04 Mar 2021 10:00:00 GMT", "4. März 2021", "04.03.2021",
        "4.3.2021", "04.03.21", "4 mars 2021", "4 de marzo de 2021", "4 marzo 2021", "4 de março de 2021",
        "4 maart 2021", "4 marca 2021", "4 марта 2021", "2021年3月4日", "2021년 3월 4일", "4 Mart 2021",
        "Posted on March 4, 2021 by Jane", "2021. március 4.",
    ],
)  # fmt: skip
def test_formats(text: str) -> None:
    """Common formats of the main languages."""
    assert dates.parse(text, "de") == "2021-03-04"


@pytest.mark.parametrize(
    ("language", "day"),
    [("en-US", "2021-03-04"), ("en", "2021-03-04"), ("en-GB", "2021-04-03"), ("fr", "2021-04-03")],
)
def test_day_or_month_first(language: str, day: str) -> None:
    """The language decides what `3/4` means."""
    assert dates.parse("3/4/2021", language) == day


@pytest.mark.parametrize(
    "text",
    [
        "1.2.3.4",
        "31.02.2021",
        "2021-13-40",
        "version 10.04",
        "1850-01-01",
        "12345678901",
        "4 Foo 2021",
        "",
        "20:15",
        "2021",
    ],
)
def test_no_dates(text: str) -> None:
    """Versions, impossible days and bare numbers are no dates."""
    assert dates.parse(text) is None


@pytest.mark.parametrize("text", ["20210304", "1614852000", "1614852000000", "20210304T101500"])
def test_machine_stamps(text: str) -> None:
    """Compact and Unix forms are read in data, not in prose."""
    assert dates.stamp(text) == "2021-03-04"
    assert dates.parse(text) is None


@given(st.dates(date(1990, 1, 1), date(2099, 12, 31)))
def test_written_dates_are_read_back(day: date) -> None:
    """Every day survives the round trip through three formats."""
    iso = day.isoformat()
    assert dates.parse(iso) == dates.parse(day.strftime("%d.%m.%Y")) == dates.stamp(day.strftime("%Y%m%d")) == iso
    assert dates.are_neighbours(iso, (day + timedelta(1)).isoformat())


@given(st.text(max_size=300), st.sampled_from(["en", "de", "", "x-y"]))
def test_any_text_is_read_without_error(text: str, language: str) -> None:
    """The result is an ISO day or None."""
    for found in (dates.parse(text, language), dates.stamp(text, language), dates.in_address(text)):
        assert found is None or date.fromisoformat(found)


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://gull.example/2021/03/04/harbour", "2021-03-04"),
        ("https://gull.example/news/2021-03-04-harbour.html", "2021-03-04"),
        ("https://gull.example/20210304-harbour", "2021-03-04"),
        ("https://gull.example/news/04-03-2021", "2021-03-04"),
        ("https://gull.example/2021/03/harbour", None),
        ("https://gull.example/p/123456789", None),
    ],
)
def test_addresses(url: str, day: str | None) -> None:
    """Dates in paths; a month alone is not enough."""
    assert dates.in_address(url) == day


def test_publication_before_modification() -> None:
    """The day of the first publication counts; the change is a last resort."""
    both = ld({"@type": "Article", "datePublished": "2021-03-04", "dateModified": "2022-01-01"})
    assert read(page(both)).date == "2021-03-04"
    assert read(page(meta("article:modified_time", "2022-01-01T00:00:00Z"))).date == "2022-01-01"


def test_address_knows_the_local_day() -> None:
    """A stamp in UTC may name the neighbouring day."""
    html = page(meta("article:published_time", "2021-03-03T23:30:00Z"))
    assert read(html, "https://gull.example/2021/03/04/harbour").date == "2021-03-04"
    assert read(html, "https://gull.example/2019/03/04/harbour").date == "2021-03-03"


@pytest.mark.parametrize(
    "markup",
    [
        '<time datetime="2021-03-04T10:00">yesterday</time>',
        '<p class="entry-date">March 4, 2021</p>',
        '<p itemprop="datePublished" content="2021-03-04">yesterday</p>',
        "<p>Hamburg, 4 March 2021</p>",
    ],
)
def test_dates_near_the_headline(markup: str) -> None:
    """Markup first, then plain text."""
    assert read(page(body=f"{HEADLINE}{markup}{ARTICLE}")).date == "2021-03-04"


def test_dates_of_comments_do_not_count() -> None:
    """What readers wrote later is dated later."""
    filler = "".join(f"<p>Paragraph number {i} of the story.</p>" for i in range(30))
    comment = '<div class="comments"><time datetime="2022-01-01">then</time></div>'
    assert read(page(body=HEADLINE + filler + comment)).date is None


def test_listing_has_no_date() -> None:
    """Entries of a list are dated, the list is not."""
    entries = [
        {"@type": "BlogPosting", "headline": f"Story {i}", "datePublished": f"2021-03-0{i}"} for i in range(1, 6)
    ]
    assert read(page(ld(entries), "<h1>All stories</h1>")).date is None
