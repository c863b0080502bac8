"""Language, description, site, image, tags, licence, address."""

import pytest
from hypothesis import given, settings

from sectio import metadata
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.metadata import places
from sectio.metadata.texts import absolute, address_key, clean
from tests.metadata.pages import ARTICLE, fields, ld, meta, page, read
from tests.strategies import pages


@pytest.mark.parametrize(
    ("head", "lang", "code"),
    [
        ("", "de-AT", "de"),
        ("", "EN_us", "en"),
        (meta("og:locale", "fr_FR"), "", "fr"),
        ('<meta http-equiv="content-language" content="pl">', "", "pl"),
        (ld({"@type": "Article", "inLanguage": "nl"}), "", "nl"),
        (ld({"@type": "Article", "inLanguage": {"@type": "Language", "name": "it"}}), "", "it"),
    ],
)
def test_language_as_the_markup_says(head: str, lang: str, code: str) -> None:
    """The markup is believed, region left out."""
    assert read(page(head, ARTICLE, lang=lang)).language == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Der Hafen fror in einer einzigen Nacht zu, und die Fähren blieben, wo sie waren. " * 3, "de"),
        ("Le port a gelé en une seule nuit, et les ferries sont restés là où ils étaient. " * 3, "fr"),
        ("港は一晩で凍りつき、フェリーはその場にとどまった。" * 5, "ja"),
    ],
)
def test_language_as_the_text_reads(text: str, code: str) -> None:
    """Only where the markup is silent (or says nonsense) the text is looked at."""
    assert read(page(body=f"<p>{text}</p>", lang="")).language == code
    assert read(page(body=f"<p>{text}</p>", lang="{{ lang }}")).language == code


def test_no_text_no_language() -> None:
    """Nothing to tell by."""
    assert read(page(lang="")).language is None


def test_description_and_site_name() -> None:
    """Metas first, JSON-LD as reserve."""
    html = page(
        '<meta name="description" content=" Ice &amp;amp; ferries. ">'
        + ld({"@type": "Article", "publisher": {"@type": "Organization", "name": "The Daily Gull"}})
    )
    assert read(html).description == "Ice & ferries."
    assert read(html).site_name == "The Daily Gull"


def test_site_name_from_the_title_needs_the_host() -> None:
    """A piece of the title is the site's name when the host spells it."""
    html = page("<title>Harbour | The Daily Gull</title>")
    assert read(html, "https://thedailygull.example/x").site_name == "The Daily Gull"
    assert read(html).site_name is None


def test_host_is_the_last_resort_for_the_name_of_the_site() -> None:
    """The address always says something; the source says so."""
    found = fields(page("<title>Harbour | The Daily Gull</title>"), "https://www.other.example/x").site_name
    assert (found.value, found.source) == ("other.example", "url")


def test_first_paragraph_is_the_last_resort_for_the_description() -> None:
    """Where the page has no summary of its own, its content begins with one."""
    parsed = parse(page(body=f"<p>By Jane Doe</p>{ARTICLE}"))
    found = metadata.read(parsed, content=parsed.is_tag("p")).description
    assert found.source == "text"
    assert found.value is not None
    assert found.value.startswith("The harbour froze over")
    assert metadata.read(parsed).description.value is None


@pytest.mark.parametrize("name", ["og:image:url", "twitter:image:src", "og:image:secure_url"])
def test_images_by_their_other_names(name: str) -> None:
    """Not every page says og:image."""
    assert read(page(meta(name, "https://gull.example/ice.jpg"))).image == "https://gull.example/ice.jpg"


def test_licence_named_in_the_footer() -> None:
    """A licence needs no link."""
    found = fields(page(body=f"{ARTICLE}<footer><p>Text under CC BY-SA 4.0</p></footer>")).license
    assert (found.value, found.source) == ("CC BY-SA 4.0", "text")


def test_plain_values_and_records() -> None:
    """`values` are bare, `to_dict` says where from."""
    found = fields(page(meta("og:title", "Ice")), "https://gull.example/")
    assert found.values()["title"] == "Ice"
    assert found.to_dict()["title"] == {"value": "Ice", "source": "og", "confidence": 0.8}
    assert found.to_dict()["author"] == {"value": None, "source": None, "confidence": 0.0}
    assert found.url.value == "https://gull.example/"
    assert not found.author


def test_image_is_absolute() -> None:
    """Relative addresses are resolved against base or page; data addresses are no images."""
    html = page(meta("og:image", "data:image/gif;base64,R0") + meta("twitter:image", "/ice.jpg"))
    assert read(html, "https://gull.example/a/b").image == "https://gull.example/ice.jpg"
    based = page('<base href="https://cdn.example/x/">' + meta("og:image", "ice.jpg"))
    assert read(based, "https://gull.example/a").image == "https://cdn.example/x/ice.jpg"


def test_tags_are_unique_and_capped() -> None:
    """Case does not make a new tag; stuffing is cut."""
    html = page('<meta name="keywords" content="Ice, ice,Harbour; winter">' + meta("article:tag", "Ice"))
    assert read(html).tags == ("Ice", "Harbour", "winter")
    stuffed = page(f'<meta name="keywords" content="{",".join(map(str, range(9000)))}">')
    assert len(read(stuffed).tags) == 40


@pytest.mark.parametrize(
    ("markup", "name"),
    [
        ('<a rel="license" href="https://creativecommons.org/licenses/by-sa/4.0/">x</a>', "CC BY-SA 4.0"),
        ('<a href="http://creativecommons.org/licenses/by/3.0/de/deed.en">x</a>', "CC BY 3.0 DE"),
        ('<a rel="license" href="https://creativecommons.org/publicdomain/zero/1.0/">x</a>', "CC0 1.0"),
        ('<a rel="license" href="/terms">x</a>', "https://gull.example/terms"),
        ('<a href="/terms">License</a>', None),
    ],
)
def test_licences(markup: str, name: str | None) -> None:
    """Creative Commons by short name, others by address, none when none is stated."""
    assert read(page(body=ARTICLE + markup), "https://gull.example/a").license == name


def test_url_as_given_else_as_named() -> None:
    """The caller knows best."""
    html = page('<link rel="canonical" href="https://gull.example/c">' + meta("og:url", "https://gull.example/o"))
    assert read(html).url == "https://gull.example/c"
    assert read(html, "https://gull.example/given").url == "https://gull.example/given"
    assert read(page(meta("og:url", "javascript:alert(1)"))).url is None


def test_content_mask_says_where_to_look() -> None:
    """Without a headline the byline is looked for where the content begins."""
    menu = "".join(f"<li>Item {i}</li>" for i in range(60))
    parsed = parse(page(body=f"<ul>{menu}</ul><p>By Jane Doe</p>{ARTICLE}"))
    mask = parsed.is_tag("p")
    assert metadata.read(parsed, content=mask).author.value == "Jane Doe"


def test_huge_values_are_cut() -> None:
    """A megabyte of description is a mistake."""
    html = page(meta("og:description", "word " * 200_000) + meta("og:title", "x" * 100_000))
    found = read(html)
    assert found.description is not None
    assert len(found.description) <= 2000
    assert found.title is not None
    assert len(found.title) <= 400


@pytest.mark.parametrize("address", ["", " ", "http://[", "javascript:x", "http://", "x" * 5000, "//"])
def test_bad_addresses(address: str) -> None:
    """No address, no error."""
    assert absolute(address, "") is None


def test_address_keys() -> None:
    """Two ways to name one page are equal."""
    assert address_key("https://www.gull.example/a/?q#f") == address_key("http://gull.example/a")


def test_clean() -> None:
    """Entities, tags and white space are gone."""
    assert clean(" a&nbsp;&lt;b&gt;\n <i>c</i>") == "a c"


@given(pages())
@settings(max_examples=60, deadline=None)
def test_any_page_is_read_alike_twice(page: Page) -> None:
    """No error on tag soup, and no hidden state."""
    assert metadata.read(page) == metadata.read(page)


@given(pages())
@settings(max_examples=60, deadline=None)
def test_text_of_a_place_is_the_text_of_the_node(page: Page) -> None:
    """The quick reading of single nodes equals `Page.text`."""
    for row in range(len(page)):
        whole = page.text(row)
        if len(page.texts) <= places.MAX_PARTS:
            assert places.text(page, row, 10_000) == whole
