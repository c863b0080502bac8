"""Embedded media, and the images that are there instead of others."""

import pytest

from sectio.dom import tags
from sectio.dom.parse import parse
from sectio.output import media
from tests.output.making import extraction_of, selecting

PROSE = f"<p>{'a paragraph of the story with many words in it ' * 4}</p>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<iframe src='https://e.org/v'></iframe>", "https://e.org/v"),
        ("<iframe src='about:blank' data-src='https://e.org/v'></iframe>", "https://e.org/v"),
        ("<iframe src='data:text/html,x'></iframe>", ""),
        ("<iframe></iframe>", ""),
    ],
)
def test_the_address_of_a_frame(html: str, expected: str) -> None:
    page = parse(html)
    assert media.address(page, int(page.is_tag("iframe").argmax())) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<lite-youtube videoid=a-1 playlabel=Bees><a href=x>Play</a></lite-youtube>",
            "https://www.youtube.com/watch?v=a-1",
        ),
        ("<amp-youtube data-videoid='a&b'></amp-youtube>", "https://www.youtube.com/watch?v=a%26b"),
        ("<amp-vimeo data-videoid=12></amp-vimeo>", "https://vimeo.com/12"),
        ("<amp-video src=a.mp4></amp-video>", "a.mp4"),
        ("<amp-iframe src='https://e.org/v'></amp-iframe>", "https://e.org/v"),
        ("<lite-youtube></lite-youtube>", ""),
    ],
)
def test_elements_of_other_names_have_addresses_too(html: str, expected: str) -> None:
    page = parse(f"<p>{html}</p>")
    assert media.address(page, int(page.is_tag(*tags.CUSTOM_MEDIA).argmax())) == expected


def test_a_film_that_loads_when_asked_for_is_a_link() -> None:
    film = "<lite-youtube videoid=a1 playlabel=Bees><a href=x>Play</a></lite-youtube>"
    assert "[Bees](https://www.youtube.com/watch?v=a1)" in extraction_of(f"<main>{PROSE}{film}{PROSE}</main>").markdown


def test_a_film_has_the_address_of_its_first_source() -> None:
    page = parse("<video title=Launch><source src=a.webm><source src=a.mp4></video>")
    film = int(page.is_tag("video").argmax())
    assert media.address(page, film) == "a.webm"
    assert media.title(page, film) == "Launch"


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("src='https://www.youtube.com/embed/1'", False),
        ("src='https://ad.doubleclick.net/x'", True),
        ("src='https://e.org/x' title='Advertisement'", True),
        ("src='https://e.org/x' width=1 height=1", True),
        ("src='https://e.org/badge'", False),
    ],
)
def test_frames_of_advertisements_and_counters_are_noise(attributes: str, expected: bool) -> None:
    page = parse(f"<iframe {attributes}></iframe>")
    assert media.is_noise(page, int(page.is_tag("iframe").argmax())) == expected


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("<img src=a.jpg>", ["https://example.com/dir/a.jpg"]),
        ("<img src='data:image/gif;base64,R0' data-src=a.jpg>", ["https://example.com/dir/a.jpg"]),
        (
            "<picture><source srcset='a.webp 1x, b.webp 2x'><img src='data:,'></picture>",
            ["https://example.com/dir/b.webp"],
        ),
        ("<img src='data:,'><noscript><img src=a.jpg></noscript>", ["https://example.com/dir/a.jpg"]),
        ("<a href='big.JPG?x=1'><img src='data:,'></a>", ["https://example.com/dir/big.JPG?x=1"]),
        ("<a href='big.jpg'><img src='small.jpg'></a>", ["https://example.com/dir/small.jpg"]),
        ("<a href='page.html'><img src='data:,'></a>", []),
        ("<img src=pixel.gif width=1 height=1>", []),
        ("<div class=author-box><img src=a.jpg></div>", []),
        ("<button><img src=a.jpg></button>", []),
    ],
)
def test_images_are_found_where_pages_put_them(image: str, expected: list[str]) -> None:
    """Lazy images, sources of a picture, the twin for browsers without scripts, the large image behind a placeholder."""
    found = extraction_of(f"<main>{PROSE}<p>{image}</p>{PROSE}</main>").images
    assert [picture.src for picture in found] == expected


@pytest.mark.parametrize(
    "gallery",
    [
        "<div><button>Previous</button><img src=a.jpg><button>Next</button></div>",
        "<div><button>Next</button><figure><img src=a.jpg><figcaption>noon</figcaption></figure><i>1 / 6</i></div>",
    ],
)
def test_controls_do_not_part_an_image_from_the_text(gallery: str) -> None:
    """Buttons do not count, and below a captioned figure other lines do not either."""
    found = selecting(f"<article>{PROSE}{gallery}{PROSE}</article><p>end</p>", "paragraph")
    assert [picture.src for picture in found.images] == ["https://example.com/dir/a.jpg"]
