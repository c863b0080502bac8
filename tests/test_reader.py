"""One way in: what holds a page, how large it may be, and how it is decoded."""

import codecs

import pytest

import sectio
from sectio.errors import InputError, PageTooLarge
from sectio.reader import read

WORD = "Grüße"
LATIN = f"<meta charset=iso-8859-1><p>{WORD}".encode("latin-1")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_in_every_form(kind: type) -> None:
    assert read(kind(LATIN)).texts[0] == WORD


def test_a_page_is_itself() -> None:
    """Limits were kept when it was parsed."""
    page = read("<p>x" * 9)
    assert read(page, {"max_bytes": 1, "max_nodes": 1}) is page


@pytest.mark.parametrize("wrong", [None, 3, ["<p>"], object()])
def test_anything_else_is_refused(wrong: object) -> None:
    with pytest.raises(InputError, match=r"bytes, str or a Page, not .*read_bytes"):
        read(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("sign", ["x", "ü", "語", "😀"])
def test_bytes_are_counted_for_text_too(sign: str) -> None:
    """The limit itself is allowed, one byte more is not, whatever a character takes."""
    text = "<p>" + sign * 10
    size = len(text.encode())
    for source in (text, text.encode()):
        assert len(read(source, {"max_bytes": size}).texts) == 1
        with pytest.raises(PageTooLarge, match=f"more bytes than max_bytes={size - 1}"):
            read(source, {"max_bytes": size - 1})


def test_nodes_are_counted() -> None:
    page = read("<p>x</p>" * 9)
    assert len(read("<p>x</p>" * 9, {"max_nodes": len(page) + 1})) == len(page)
    with pytest.raises(PageTooLarge, match="max_nodes"):
        read("<p>x</p>" * 9, {"max_nodes": 5.0})


def test_the_byte_order_mark_wins_then_the_header_then_the_page() -> None:
    """As the standard says."""
    body = "<meta charset=iso-8859-5><p>Год"
    assert read(body.encode("iso-8859-5")).texts[0] == "Год"
    assert read(body.encode("koi8-r"), encoding="koi8-r").texts[0] == "Год"
    assert read(codecs.BOM_UTF8 + body.encode(), encoding="koi8-r").texts[0] == "Год"
    assert read(body.encode("koi8-r")).texts[0] != "Год"


@pytest.mark.parametrize("label", ["klingon", "", "x-unknown", "💥"])
def test_unknown_labels_are_as_good_as_none(label: str) -> None:
    assert read(LATIN, encoding=label).texts[0] == WORD


def test_text_is_decoded_already() -> None:
    """Neither a header nor a declaration changes it."""
    assert read(f"<meta charset=iso-8859-5><p>{WORD}", encoding="koi8-r").texts[0] == WORD


@pytest.mark.parametrize("call", [sectio.extract, sectio.sections, sectio.parse_page, sectio.page_type])
def test_the_header_reaches_every_function(call: object) -> None:
    """Functions that take one page take its encoding."""
    source = f"<p>{'Год за годом мы ждём лета, и оно приходит. ' * 5}".encode("koi8-r")
    found = call(source, encoding="koi8-r")  # type: ignore[operator]
    if isinstance(found, sectio.Extraction):
        assert found.text.startswith("Год за годом")
    elif isinstance(found, list):
        assert found[0].text.startswith("Год за годом")
    elif hasattr(found, "texts"):
        assert found.texts[0].startswith("Год за годом")
    else:
        assert found == sectio.page_type(source.decode("koi8-r"))
