"""Bytes to text: what browsers would show, and never an error."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio import extract
from sectio.dom.decode import declared_charset, decode, is_utf8
from sectio.dom.foreign import is_page, readable
from tests.compiled import built, core

RUSSIAN = "<p>Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация южных губерний.</p>" * 3
CHINESE = "<p>今天的天气非常好，我们一起去公园散步。图书馆里有很多有意思的书，大家都喜欢去那里看书学习。</p>" * 3
JAPANESE = "<p>今日はとても良い天気なので、公園を散歩しました。図書館にはおもしろい本がたくさんあります。</p>" * 3


@pytest.mark.parametrize(
    ("mark", "codec"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
def test_a_byte_order_mark_wins(mark: bytes, codec: str) -> None:
    """Over any declaration, and it is not part of the text."""
    source = "<meta charset=windows-1251><p>Ünïcode 漢字</p>"
    assert decode(mark + source.encode(codec)) == (source, codec)


@pytest.mark.parametrize(
    ("text", "label", "codec"),
    [
        (RUSSIAN, "windows-1251", "windows-1251"), (RUSSIAN, "KOI8-R", "koi8-r"), (CHINESE, "gb2312", "gbk"),
        (CHINESE, "GBK", "gbk"), (CHINESE, "big5", "big5"), (JAPANESE, "Shift_JIS", "shift_jis"),
        (JAPANESE, "euc-jp", "euc_jp"), (JAPANESE, "iso-2022-jp", "iso2022_jp"),
        ("<p>café “q”</p>", "iso-8859-1", "cp1252"), (RUSSIAN, "utf-8", "utf-8"),
    ],
)  # fmt: skip
def test_declared(text: str, label: str, codec: str) -> None:
    """Labels as browsers read them: gb2312 is GBK, latin-1 is windows-1252."""
    for declaration in (
        f'<meta charset="{label}">',
        f"<meta http-equiv=Content-Type content='text/html; charset={label}'>",
    ):
        data = (declaration + text).encode(codec, "ignore")
        assert decode(data)[0] == data.decode(codec)


@pytest.mark.parametrize(("text", "codec"), [(RUSSIAN, "windows-1251"), (CHINESE, "gbk"), (JAPANESE, "shift_jis")])
def test_undeclared_is_detected(text: str, codec: str) -> None:
    """Old pages that say nothing."""
    assert decode(text.encode(codec))[0] == text


def test_undeclared_utf8() -> None:
    """Valid UTF-8 is UTF-8."""
    assert decode(CHINESE.encode()) == (CHINESE, "utf-8")


def test_wrong_declarations_are_seen_through() -> None:
    """Declares another charset but is UTF-8; declares UTF-8, or something unknown, but is another."""
    for label in ("iso-8859-1", "windows-1251", "koi8-r", "gbk", "klingon", "utf-16", "iso-2022-kr", "utf-7"):
        liar = f"<meta charset={label}>{RUSSIAN}"
        assert decode(liar.encode())[0] == liar
    for label in ("utf-8", "klingon", "utf-16", "replacement"):
        liar = f"<meta charset={label}>{RUSSIAN}"
        assert decode(liar.encode("windows-1251"))[0] == liar


def test_little_damage_is_no_other_charset() -> None:
    """One bad byte in a UTF-8 page is one replacement character, not mojibake."""
    source = ("<meta charset=utf-8>" + CHINESE * 20).encode()
    text, name = decode(source + b"\xff" + source)
    assert name == "utf-8"
    assert text.count("\ufffd") == 1
    assert "图书馆" in text


def test_a_declaration_far_down_or_in_a_script_name_is_found_or_not() -> None:
    """Only the first kilobytes are searched, as browsers do."""
    assert declared_charset(b"x" * 10_000 + b"<meta charset=gbk>") is None
    assert declared_charset(b'<?xml version="1.0" encoding="EUC-JP"?>') == "euc-jp"
    assert declared_charset(b"<p>charset=gbk</p>") is None


@pytest.mark.parametrize(
    "data", [b"", b" ", b"\0" * 100, bytes(range(256)) * 50, b"\xff\xfe", b"\xfe\xff\x00", b"\xef\xbb\xbf"]
)
def test_odd_bytes(data: bytes) -> None:
    """Some text always comes out, and it can be encoded."""
    text, name = decode(data)
    text.encode()
    assert name


@given(st.binary(max_size=300))
def test_never_raises(data: bytes) -> None:
    """Whatever the bytes."""
    for prefix in (b"", b"<meta charset=utf-8>", b"<meta charset=iso-2022-jp>", b"<meta charset=utf-16le>"):
        text, _ = decode(prefix + data)
        text.encode()


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=100))
def test_utf8_comes_back(text: str) -> None:
    """Every text survives UTF-8 (except for a leading mark)."""
    source = "<meta charset=utf-8>" + text
    assert decode(source.encode())[0] == source


def is_strict(data: bytes) -> bool:
    """Whether Python decodes it."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@built
@given(
    st.binary(max_size=80)
    | st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.lists(
        st.sampled_from(
            [0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5]
        )
    ).map(bytes),
    st.integers(0, 70),
    st.integers(0, 70),
)
def test_compiled_code_knows_utf8_as_python_does(data: bytes, before: int, behind: int) -> None:
    """Also at the ends of the pieces that it looks at together."""
    whole = b"a" * before + data + b"b" * behind
    assert core().is_utf8(whole) == is_strict(whole)


@given(
    st.binary(max_size=60) | st.text(max_size=30).map(str.encode), st.sampled_from([None, "utf-8", "latin-1", "utf-16"])
)
def test_what_is_utf8_is_decoded_as_it(data: bytes, header: str | None) -> None:
    """Nothing replaced, nothing left out."""
    for whole in (data, b"<meta charset=utf-8>" + data, b"<meta charset=windows-1252>" + data):
        if is_utf8(whole, header):
            assert decode(whole, header) == (whole.decode(), "utf-8")


@pytest.mark.parametrize(
    "start",
    [
        "<?xml version='1.0'?><rss>",
        "<!-- a --><feed>",
        " \n<rss>",
        "<rdf:RDF>",
        "x",
        "{}",
        "\ufeff<html>",
        "<html>",
        "\n<!doctype html>",
    ],
)
def test_what_is_a_page_by_its_first_letters_is_one_by_all(start: str) -> None:
    """Feeds and texts are looked at as a whole."""
    whole = f"{start}<p>some words"
    assert not is_page(whole.encode()) or readable(whole) is None
    assert is_page(whole.encode()) == ("html>" in whole and start[0] in "\n<")


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("header", [None, "utf-16", "utf-8"])
@pytest.mark.parametrize("before", ["", "\r\n ", '<?xml version="1.0" encoding="UTF-16"?>\n'])
def test_utf_16_without_a_mark_is_seen_by_its_zeros(charset: str, header: str | None, before: str) -> None:
    """Also where nearly no character has a zero byte, which would be taken for binary data."""
    text = f"{before}<html><title>港</title><p>{'港は月曜日に開かれ、船は朝に出発しました。' * 20}</p></html>"
    assert decode(text.encode(charset), header) == (text, charset.replace("-le", "le").replace("-be", "be"))
    assert "船は朝に" in extract(text.encode(charset), encoding=header).text
