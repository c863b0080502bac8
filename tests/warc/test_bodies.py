"""Bodies are decoded whatever their headers claim, and never beyond the cap."""

import contextlib
import gzip
import random
import zlib

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from sectio.errors import DecodeError
from sectio.warc import Body, decode_body, read_message

PAGE = b"<html><body>" + b"<p>Some text of a page.</p>" * 300 + b"</body></html>"
MOST = 1_000_000


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


PACKERS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}


def chunked(data: bytes, size: int = 1000) -> bytes:
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x;name=value\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


@pytest.mark.parametrize("name", PACKERS)
def test_content_codings(name: str) -> None:
    assert decode_body(PACKERS[name](PAGE), {"content-encoding": name}, MOST) == Body(PAGE)


def test_deflate_without_a_wrapper() -> None:
    assert decode_body(raw_deflate(PAGE), {"content-encoding": "deflate"}, MOST) == Body(PAGE)


def test_several_codings_are_undone_in_reverse() -> None:
    packed = gzip.compress(brotli.compress(PAGE))
    assert decode_body(packed, {"content-encoding": "br, gzip"}, MOST) == Body(PAGE)
    with pytest.raises(DecodeError):
        decode_body(packed, {"content-encoding": "gzip, gzip, gzip, gzip"}, MOST)


def test_chunked() -> None:
    headers = {"transfer-encoding": "chunked", "content-encoding": "gzip"}
    assert decode_body(chunked(PAGE), {"transfer-encoding": "chunked"}, MOST) == Body(PAGE)
    assert decode_body(chunked(gzip.compress(PAGE), 20), headers, MOST) == Body(PAGE)


@pytest.mark.parametrize("name", [*PACKERS, "unheard-of"])
def test_a_coding_that_is_not_there_is_passed_over(name: str) -> None:
    """Crawlers decode bodies and leave the headers as they were."""
    if name == "br":  # it has no magic number; a page of text is not brotli
        with pytest.raises(DecodeError):
            decode_body(PAGE, {"content-encoding": name}, MOST)
        return
    assert decode_body(PAGE, {"content-encoding": name}, MOST).data == PAGE
    assert decode_body(PAGE, {"transfer-encoding": "chunked"}, MOST) == Body(PAGE)


@pytest.mark.parametrize("name", PACKERS)
def test_of_a_body_that_breaks_off_the_beginning_is_kept(name: str) -> None:
    page = random.Random(0).randbytes(450_000).hex().encode()
    packed = PACKERS[name](page)
    body = decode_body(packed[: len(packed) // 2], {"content-encoding": name}, MOST)
    assert body.is_cut
    assert len(body.data) > 1000
    assert page.startswith(body.data)


@pytest.mark.parametrize("name", PACKERS)
def test_bombs_are_not_unpacked(name: str) -> None:
    """The cap and one byte: enough to see that the page is too large."""
    bomb = brotli.compress(bytes(60_000_000), quality=1) if name == "br" else PACKERS[name](bytes(60_000_000))
    assert len(decode_body(bomb, {"content-encoding": name}, MOST).data) == MOST + 1


@given(st.binary(max_size=400), st.sampled_from([*PACKERS, "br, gzip"]), st.booleans())
def test_any_bytes_give_a_body_or_a_clear_error(data: bytes, name: str, is_chunked: bool) -> None:
    headers = {"content-encoding": name, "transfer-encoding": "chunked" if is_chunked else ""}
    for given_data in (data, PACKERS["gzip"](data), b"\x1f\x8b\x08\x00" + data, b"\x28\xb5\x2f\xfd" + data):
        with contextlib.suppress(DecodeError):
            assert len(decode_body(given_data, headers, 1000).data) <= 1001


def test_messages() -> None:
    """Status, headers and body, also from servers that send no carriage returns, and without a head."""
    message = read_message(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nX: 1\r\nX: 2\r\n\r\n<p>\r\n\r\n")
    assert (message.status, message.headers, message.body) == (
        404,
        {"content-type": "text/html", "x": "1"},
        b"<p>\r\n\r\n",
    )
    assert read_message(b"HTTP/1.0 200\nServer: x\n\n<p>").body == b"<p>"
    assert read_message(b"<p>").status is None
    assert read_message(b"HTTP/1.1 abc\r\n\r\n").status is None
