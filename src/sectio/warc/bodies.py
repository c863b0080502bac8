"""Bodies as servers send them: chunked, compressed, mislabelled. Decoded with a cap, whatever they say about themselves."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from sectio.errors import DecodeError, MissingExtra
from sectio.warc.codecs import zstandard

_MOST_CODINGS = 3
_STEP = 2_048  # coded bytes at once, so that a bomb of zstandard makes at most 64 MB before it is noticed
_UNIT = 65_536


class Body(NamedTuple):
    """Decoded bytes, at most one more than the cap; `is_cut` when the coded ones end early or go wrong at some point."""

    data: bytes
    is_cut: bool = False


def decode_body(data: bytes, headers: Mapping[str, str], most: int) -> Body:
    """Undo the codings that the headers name.

    A coding that is named but plainly not there (a `chunked` body without chunks, `gzip` without its magic number) is passed over, as
    browsers do. Of a body that breaks off, what could be decoded is kept.
    """
    is_cut = False
    if "chunked" in headers.get("transfer-encoding", "").lower():
        data, is_cut = _unchunked(data)
    names = [name.strip().lower() for name in headers.get("content-encoding", "").split(",")]
    codings = [name for name in reversed(names) if name in _CODINGS]
    if len(codings) > _MOST_CODINGS:
        raise DecodeError(f"the body is compressed {len(codings)} times over; at most {_MOST_CODINGS} are undone")
    for name in codings:
        data, cut_here = _CODINGS[name](data, most)
        is_cut = is_cut or cut_here
    return Body(data[: most + 1], is_cut)


def _unchunked(data: bytes) -> Body:
    """The chunks of a body, joined."""
    pieces: list[bytes] = []
    at = 0
    while (size := _chunk_size(data, at)) is not None:
        if size == 0:
            return Body(b"".join(pieces))
        begin = data.index(b"\n", at) + 1
        pieces.append(data[begin : begin + size])
        at = begin + size
        at += 2 if data[at : at + 2] == b"\r\n" else data[at : at + 1] == b"\n"
    return Body(b"".join(pieces), True) if pieces else Body(data)


def _chunk_size(data: bytes, at: int) -> int | None:
    """The length of the chunk that begins here, or None if none does."""
    line, newline, _ = data[at : at + 1024].partition(b"\n")
    digits = line.split(b";")[0].strip()
    if not newline or not 0 < len(digits) <= 8 or digits.strip(b"0123456789abcdefABCDEF"):
        return None
    return int(digits, 16)


def _gzip(data: bytes, most: int) -> Body:
    return _pieced(_zlib(data, most, 31), most) if data[:2] == b"\x1f\x8b" else Body(data)


def _deflate(data: bytes, most: int) -> Body:
    """Deflate, with zlib's wrapper as the standard says, or without it as some servers send it."""
    for bits in (15, -15):
        try:
            return _pieced(_zlib(data, most, bits), most)
        except DecodeError:
            continue
    return Body(data)


def _brotli(data: bytes, most: int) -> Body:
    try:
        import brotli
    except ImportError:
        raise MissingExtra("brotli", "warc") from None
    return _pieced(_brotli_pieces(brotli, data), most)


def _zstd(data: bytes, most: int) -> Body:
    return _pieced(_zstd_pieces(data), most) if data[:4] == b"\x28\xb5\x2f\xfd" else Body(data)


_CODINGS: dict[str, Callable[[bytes, int], Body]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}


def _pieced(pieces: Iterator[bytes | None], most: int) -> Body:
    """Join decoded pieces up to the cap; the last one is None where the coded bytes are whole."""
    found: list[bytes] = []
    size = 0
    for piece in pieces:
        if piece is None:
            return Body(b"".join(found))
        found.append(piece)
        size += len(piece)
        if size > most:
            return Body(b"".join(found))
    if not size:
        raise DecodeError("the body says it is compressed, but nothing of it can be decoded")
    return Body(b"".join(found), True)


def _zlib(data: bytes, most: int, bits: int) -> Iterator[bytes | None]:
    """In one go if nothing is damaged, otherwise in small steps up to the damage."""
    decoder = zlib.decompressobj(bits)
    try:
        whole = decoder.decompress(data, most + 1)
    except zlib.error:
        yield from _zlib_steps(data, bits)
        return
    yield whole
    if decoder.eof:
        yield None


def _zlib_steps(data: bytes, bits: int) -> Iterator[bytes]:
    decoder = zlib.decompressobj(bits)
    for step in _steps(data):
        left = step
        while left:
            try:
                yield decoder.decompress(left, _UNIT)
            except zlib.error:
                return
            left = decoder.unconsumed_tail


def _brotli_pieces(library: Any, data: bytes) -> Iterator[bytes | None]:
    decoder = library.Decompressor()
    for step in chain(_steps(data), [b""]):
        try:
            yield decoder.process(step, output_buffer_limit=_UNIT)
            while not decoder.can_accept_more_data():
                yield decoder.process(b"", output_buffer_limit=_UNIT)
        except library.error:
            return
        if decoder.is_finished():
            yield None
            return


def _zstd_pieces(data: bytes) -> Iterator[bytes | None]:
    library = zstandard()
    decoder = library.ZstdDecompressor(max_window_size=128_000_000).decompressobj()
    for step in _steps(data):
        try:
            yield decoder.decompress(step)
        except library.ZstdError:
            return
        if decoder.eof:
            yield None
            return


def _steps(data: bytes) -> Iterator[bytes]:
    return (data[at : at + _STEP] for at in range(0, len(data), _STEP))
