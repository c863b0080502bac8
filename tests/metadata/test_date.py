"""Dates: how they are written, and which of a page's dates is the one."""

from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.metadata import addresses, calendars, dates
from sectio.metadata import date as publication
from tests.metadata.pages import ARTICLE, fields, ld, meta, page, read

HEADLINE = "<h1>Harbour frozen over</h1>"
FILLER = "".join(f"<p>Paragraph number {i} of the story.</p>" for i in range(30))


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


@given(st.dates(date(1990, 1, 1), date(2026, 12, 31)))
def test_written_dates_are_read_back(day: date) -> None:
    """Every day survives the round trip through three formats."""
    iso = day.isoformat()
    assert dates.parse(iso) == dates.parse(day.strftime("%d.%m.%Y")) == dates.stamp(day.strftime("%Y%m%d")) == iso
    assert dates.are_neighbours(iso, (day + timedelta(1)).isoformat())


@given(st.text(max_size=300), st.sampled_from(["en", "de", "", "x-y"]))
def test_any_text_is_read_without_error(text: str, language: str) -> None:
    """The result is an ISO day or None."""
    for found in (dates.parse(text, language), dates.stamp(text, language), addresses.day(text)):
        assert found is None or date.fromisoformat(found)


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://gull.example/2021/03/04/harbour", "2021-03-04"),
        ("https://gull.example/news/2021-03-04-harbour.html", "2021-03-04"),
        ("https://gull.example/20210304-harbour", "2021-03-04"),
        ("https://gull.example/news/04-03-2021", "2021-03-04"),
        ("https://gull.example/2021/03/210304-harbour", "2021-03-04"),
        ("https://gull.example/2021/03/210404-harbour", None),
        ("https://gull.example/2021/03/harbour", None),
        ("https://gull.example/p/123456789", None),
    ],
)
def test_addresses(url: str, day: str | None) -> None:
    """Dates in paths; a month alone is not enough."""
    assert addresses.day(url) == day


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
    comment = '<div class="comments"><time datetime="2022-01-01">then</time></div>'
    assert read(page(body=HEADLINE + FILLER + comment)).date is None


DAYS = {
    "en": "4 March 2021", "en-US": "March 4, 2021", "de": "4. März 2021", "fr": "4 mars 2021", "es": "4 de marzo de 2021",
    "it": "4 marzo 2021", "pt": "4 de março de 2021", "nl": "4 maart 2021", "sv": "4 mars 2021", "da": "4. marts 2021",
    "nb": "4. mars 2021", "fi": "4. maaliskuuta 2021", "is": "4. mars 2021", "pl": "4 marca 2021", "cs": "4. března 2021",
    "sk": "4. marca 2021", "hu": "2021. március 4.", "ro": "4 martie 2021", "bg": "4 март 2021", "ru": "4 марта 2021 г.",
    "uk": "4 березня 2021", "be": "4 сакавіка 2021", "sr": "4. март 2021", "hr": "4. ožujka 2021.", "sl": "4. marec 2021",
    "el": "4 Μαρτίου 2021", "tr": "4 Mart 2021", "lt": "2021 m. kovo 4 d.", "lv": "2021. gada 4. marts", "et": "4. märts 2021",
    "ca": "4 de març de 2021", "id": "4 Maret 2021", "vi": "4 tháng 3 năm 2021", "hi": "4 मार्च 2021", "bn": "৪ মার্চ ২০২১",
    "th": "4 มีนาคม 2564", "ar": "٤ مارس ٢٠٢١", "ar-SY": "4 آذار 2021", "fa": "۱۴ اسفند ۱۳۹۹", "he": "4 במרץ 2021",
    "zh": "2021年3月4日", "ja": "令和3年3月4日", "ko": "2021년 3월 4일", "ko-KR": "2021. 3. 4.",
}  # fmt: skip


@pytest.mark.parametrize("language", DAYS)
def test_languages(language: str) -> None:
    """The same day in some forty languages."""
    assert dates.parse(DAYS[language], language) == "2021-03-04"


def test_one_word_for_two_months() -> None:
    """`listopada` is October in Croatian and November in Polish."""
    assert dates.parse("4 listopada 2021", "pl") == "2021-11-04"
    assert dates.parse("4. listopada 2021", "hr") == "2021-10-04"


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("4.3.21", "de", "2021-03-04"),
        ("04.03.21", "", "2021-03-04"),
        ("Version 4.3.21", "en", None),
        ("٢٠٢١/٣/٤", "ar", "2021-03-04"),
        ("۱۳۹۹/۱۲/۱۴", "fa", "2021-03-04"),
        ("31 December 9999", "en", None),
        ("4 March 0021", "en", None),
    ],
)
def test_short_years_other_digits_and_nonsense(text: str, language: str, day: str | None) -> None:
    """What is a date in one language is a version in another."""
    assert dates.parse(text, language) == day


def test_persian_new_year() -> None:
    """Leap years of the Persian calendar."""
    assert [calendars.persian(year, 1, 1) for year in (1399, 1400, 1403, 1404)] == [
        date(2020, 3, 20), date(2021, 3, 21), date(2024, 3, 20), date(2025, 3, 21)
    ]  # fmt: skip
    assert calendars.persian(1400, 13, 1) is None
    assert calendars.persian(1400, 12, 31) is None


def test_month_of_the_address_completes_a_day_without_year() -> None:
    """`/2021/03/` and "4 March" far down make a date."""
    html = page(body=HEADLINE + FILLER + "<p>Thursday, 4 March</p>")
    assert read(html, "https://gull.example/2021/03/harbour").date == "2021-03-04"
    assert read(html, "https://gull.example/harbour").date is None


def test_canonical_address_counts_too() -> None:
    """The page may be read under another address than its own."""
    link = '<link rel="canonical" href="https://gull.example/2021/03/04/harbour">'
    found = fields(page(link, HEADLINE + ARTICLE), "https://cache.example/?id=7").date
    assert (found.value, found.source) == ("2021-03-04", "url")


def test_announced_dates_count_wherever_they_are() -> None:
    """A word for publication before a date makes it one, even at the end."""
    html = page(body=f"{HEADLINE}{FILLER}<p>Veröffentlicht am: 4.3.2021</p>", lang="de")
    assert read(html).date == "2021-03-04"


def test_readers_see_the_local_day() -> None:
    """A stamp near midnight in universal time gives way to the day in the byline."""
    stamp = meta("article:published_time", "2021-03-05T02:30:00Z")
    assert read(page(stamp, f"{HEADLINE}<time>March 4, 2021</time>{ARTICLE}")).date == "2021-03-04"
    assert read(page(stamp, f"{HEADLINE}<time>March 9, 2021</time>{ARTICLE}")).date == "2021-03-05"


def test_stamps_as_programs_print_them() -> None:
    """`Thu Mar 4 08:30:00 CET 2021`, also without the zone."""
    for value in ("Thu Mar 4 08:30:00 CET 2021", "Thu Mar  4 08:30:00 2021"):
        assert read(page(ld({"@type": "NewsArticle", "datePublished": value}), HEADLINE + ARTICLE)).date == "2021-03-04"


@pytest.mark.parametrize(
    ("stamp", "shown", "day"),
    [
        ("Fri, 05 Mar 2021 02:30:00 GMT", "March 4, 2021", "2021-03-04"),  # still the fourth in America
        ("2021-03-04T22:30:00Z", "March 5, 2021", "2021-03-05"),  # already the fifth in Asia
        ("2021-03-05T02:30:00Z", "March 6, 2021", "2021-03-05"),  # nowhere the sixth
        ("2021-03-04T12:30:00Z", "March 5, 2021", "2021-03-04"),  # noon is the same day
        ("2021-03-04T02:30:00+09:00", "March 3, 2021", "2021-03-04"),  # local already
        ("2021-03-03T23:00:00.000Z", "", "2021-03-04"),  # midnight in Berlin: a day without a time
        ("2021-03-03T23:10:00.000Z", "", "2021-03-03"),
    ],
)
def test_local_day_of_stamps_in_universal_time(stamp: str, shown: str, day: str) -> None:
    """What the byline shows corrects the stamp, only where it may be the same moment."""
    html = page(meta("article:published_time", stamp), f"{HEADLINE}<p>{shown}</p>{ARTICLE}")
    assert read(html).date == day


@given(
    st.lists(st.sampled_from(["4 May 2021", "٤/٥/٢٠٢١", "no date", "x" * 30 + "2021", "1.", "2.21", ""]), max_size=12)
)
def test_texts_that_may_hold_dates_are_found_at_once(texts: list[str]) -> None:
    """All texts at once give what each gives alone."""
    alone = [number for number, text in enumerate(texts) if len(text) < 20 and dates.likely([text], 20)]
    assert dates.likely(texts, 20) == alone
    digits = np.array([sum(map(str.isdigit, text)) for text in texts], np.int32)
    assert dates.likely_among(texts, digits, 20) == alone
    assert all(number in alone for number, text in enumerate(texts) if len(text) < 20 and dates.parse(text))


def test_order_of_day_and_month_is_settled_by_what_readers_see() -> None:
    """`11/01/2023` is 1 November where the page says so."""
    stamp = '<meta name="date" content="11/01/2023 12:43:42">'
    assert read(page(stamp, f"{HEADLINE}<p>1. November 2023</p>{ARTICLE}", lang="de")).date == "2023-11-01"
    assert read(page(stamp, HEADLINE + ARTICLE, lang="de")).date == "2023-01-11"


def test_nearest_date_wins() -> None:
    """The line above the headline is nearer than a `time` of a teaser far below."""
    html = page(body=f"<p>4 March 2021</p>{HEADLINE}{FILLER}<div><time datetime=2020-01-01>then</time></div>")
    assert read(html).date == "2021-03-04"


def test_change_and_publication() -> None:
    """Both are given, each with its source; a change before the publication is none."""
    both = ld({"@type": "Article", "datePublished": "2021-03-04", "dateModified": "2022-01-01T10:00"})
    found = fields(page(both, HEADLINE + ARTICLE))
    assert (found.date.value, found.date.source) == ("2021-03-04", "json-ld")
    assert (found.date_modified.value, found.date_modified.source) == ("2022-01-01", "json-ld")
    earlier = meta("article:published_time", "2021-03-04") + meta("article:modified_time", "2021-03-01")
    assert read(page(earlier, HEADLINE + ARTICLE)).date_modified is None


def test_change_told_in_the_footer() -> None:
    """Wikis say when a page was last changed; it stands for the date where there is no other, with less confidence."""
    found = fields(page(body=f"{HEADLINE}{FILLER}<footer>This page was last updated on 4 March 2021.</footer>"))
    assert (found.date_modified.value, found.date_modified.source) == ("2021-03-04", "text")
    assert found.date.value == "2021-03-04"
    assert found.date.confidence <= 0.5


def test_updated_elements_come_after_published_ones() -> None:
    """`class="updated"` names the change, wherever it stands."""
    times = (
        '<time class="updated" datetime="2022-01-01">new</time><time class="published" datetime="2021-03-04">old</time>'
    )
    assert read(page(body=HEADLINE + times + ARTICLE)).date == "2021-03-04"


def test_data_of_scripts() -> None:
    """What a script knows about the page's publication, if it speaks of one thing only."""
    script = '<script>window.data = {"publishedAt":"2021-03-04T10:00:00Z"}</script>'
    assert read(page(script, HEADLINE + FILLER)).date == "2021-03-04"
    quoted = "<div data-props='{&quot;datePublished&quot;:&quot;2021-03-04T10:00:00Z&quot;}'></div>"
    assert read(page("", HEADLINE + FILLER + quoted)).date == "2021-03-04"
    several = script + '<script>window.more = {"publishedAt":"2020-01-01"}</script>'
    assert read(page(several, HEADLINE + FILLER)).date is None


@pytest.mark.parametrize("field", ["datePublished", "dateModified"])
def test_stamps_beyond_all_years(field: str) -> None:
    """The year 9999 is a placeholder."""
    assert read(page(ld({"@type": "Article", field: "9999-12-31"}), HEADLINE + ARTICLE)).date is None


def test_listing_has_no_date() -> None:
    """Entries of a list are dated, the list is not."""
    entries = [
        {"@type": "BlogPosting", "headline": f"Story {i}", "datePublished": f"2021-03-0{i}"} for i in range(1, 6)
    ]
    assert read(page(ld(entries), "<h1>All stories</h1>")).date is None


def test_days_in_scripts_are_found_as_by_their_patterns() -> None:
    """Looking for the first letters finds the same, also where they come twice in a row."""
    source = 'ubliublished": "x" ublished":"2021-03-04" reatedreatedAt":"2020-01-02T10:00" ubDate":"5 May 2019" ublication":"2018-01-01"'
    for letters, pattern in publication._IN_SCRIPTS.items():
        found = [match.span() for match in publication._found_by(letters, pattern, source)]
        assert found == [match.span() for match in pattern.finditer(source)]
        assert found


def test_earlier_day_in_the_byline() -> None:
    """Data may state when a page was made anew: an earlier day that the byline marks as a date is that of publication."""
    head = ld({"@type": "Article", "headline": "Harbour frozen over", "datePublished": "2022-11-17"})
    shown = '<time datetime="2022-03-09">9 March 2022</time>'
    assert read(page(head, HEADLINE + shown + FILLER)).date == "2022-03-09"
    assert fields(page(head, HEADLINE + shown + FILLER)).date.source == "time"
    for other in ("9 March 2022", '<time datetime="2022-12-24">24 December 2022</time>'):
        assert read(page(head, f"{HEADLINE}<p>{other}</p>{FILLER}")).date == "2022-11-17"


def test_days_the_other_way_round_are_not_earlier() -> None:
    """The byline writes the same day, its parts read in the wrong order."""
    head = ld({"@type": "Article", "headline": "Harbour frozen over", "datePublished": "2023-11-02"})
    html = page(head, f'{HEADLINE}<p class="date">11.2.2023</p>{FILLER}')
    assert read(html).date == "2023-11-02"


def test_date_in_a_teaser_is_anothers() -> None:
    """A link that says more than a date announces another page; a date alone may be the page's permalink."""
    shown = '<a href="/b">{}<time datetime="2026-03-05">5 March 2026</time></a>'
    teaser = shown.format("<span>A different story that you might like as well, from last month</span>")
    assert read(page("", HEADLINE + shown.format("") + FILLER)).date == "2026-03-05"
    assert (
        read(page("", f"<p>22 May 2025</p><p>News</p>{HEADLINE}{ARTICLE}<aside>{teaser}</aside>")).date == "2025-05-22"
    )


def test_day_in_a_title_attribute() -> None:
    """Some show how long ago it was, and keep the day in the `title` of an element whose class says date."""
    assert (
        read(page("", f'{HEADLINE}<span class="date" title="2021-03-04T10:00">2 days ago</span>{FILLER}')).date
        == "2021-03-04"
    )


def test_other_days_in_scripts_only_speak_against() -> None:
    """A record was created at some time, whatever it is: that alone does not date the page."""
    created = '<script>window.data = {"createdAt":"2021-03-01T10:00:00Z"}</script>'
    published = '<script>window.more = {"publishedAt":"2021-03-04T10:00:00Z"}</script>'
    assert read(page(created, HEADLINE + FILLER)).date is None
    assert read(page(published, HEADLINE + FILLER)).date == "2021-03-04"
    assert read(page(created + published, HEADLINE + FILLER)).date is None


@pytest.mark.parametrize("line", ["Registered: 2010-01-27", "Joined 27 January 2010", "Mitglied seit 27. Januar 2010"])
def test_since_when_somebody_is_a_member(line: str) -> None:
    """A forum shows beside each post when its author registered; that says nothing of the thread."""
    post = f"<p>{line}</p><p>2021-03-04 10:59:47</p>{ARTICLE}"
    assert read(page(body=HEADLINE + post)).date == "2021-03-04"
    assert read(page(body=f"{HEADLINE}<p>{line}</p>{ARTICLE}")).date is None
