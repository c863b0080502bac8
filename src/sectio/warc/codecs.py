"""How a WARC file is compressed: in gzip members, in zstandard frames, or not at all.

A decoder takes bytes of the file and gives bytes of one member, never more than it is asked for; `eof` says that the member ended, and
`unused_data` is what follows it.
"""

import zlib
from typing import Any, BinaryIO, Protocol

from sectio.errors import InputError, MissingExtra

MB = 1_000_000
RECORD = b"WARC/"
# The skippable frame at the head of a .warc.zst file that holds its dictionary.
_DICTIONARY = b"\x5d\x2a\x4d\x18"
_MOST_DICTIONARY = 16 * MB
_MOST_WINDOW = 128 * MB


class Damage(Exception):
    """Bytes that cannot be decoded."""


class Decoder(Protocol):
    """Decodes one member."""

    eof: bool
    unused_data: bytes
    unconsumed_tail: bytes

    def decompress(self, data: bytes, most: int, /) -> bytes:
        """The next bytes, at most this many; what was not read is `unconsumed_tail`."""


class Codec(Protocol):
    """A way to compress, with what a file needs for it."""

    name: str
    magic: bytes
    piece: int  # bytes of the file that are decoded at once
    start: int  # where the first record is

    def decoder(self) -> Decoder:
        """A decoder for the next member."""


class Gzip:
    """Gzip members, usually one for each record."""

    name, magic, piece, start = "gzip", b"\x1f\x8b\x08", 32_768, 0

    def decoder(self) -> Decoder:
        """A decoder for the next member, which checks its sum."""
        return zlib.decompressobj(31)  # type: ignore[return-value]


class Plain:
    """No compression: the file is one member that ends where the file ends."""

    name, magic, piece, start = "plain", RECORD, 65_536, 0

    def decoder(self) -> Decoder:
        """Hands on what it gets."""
        return _PlainDecoder()


class _PlainDecoder:
    eof, unused_data, unconsumed_tail = False, b"", b""

    def decompress(self, data: bytes, most: int, /) -> bytes:
        return bytes(data)


class Zstd:
    """Zstandard frames, usually one for each record, with a dictionary at the head of the file or without."""

    name, magic = "zstd", b"\x28\xb5\x2f\xfd"
    # Its decoder takes no limit on how much to return; 2 kB make 64 MB at the very most.
    piece = 2_048

    def __init__(self, file: BinaryIO) -> None:
        library = zstandard()
        dictionary, self.start = _dictionary(file, library)
        self._maker = library.ZstdDecompressor(dict_data=dictionary, max_window_size=_MOST_WINDOW)

    def decoder(self) -> Decoder:
        """A decoder for the next frame."""
        return _ZstdDecoder(self._maker)


class _ZstdDecoder:
    unconsumed_tail = b""

    def __init__(self, maker: Any) -> None:
        self._decoder = maker.decompressobj()
        self.eof, self.unused_data = False, b""

    def decompress(self, data: bytes, most: int, /) -> bytes:
        try:
            decoded = self._decoder.decompress(data)
        except zstandard().ZstdError as error:
            raise Damage(str(error)) from error
        self.eof, self.unused_data = self._decoder.eof, self._decoder.unused_data
        assert isinstance(decoded, bytes)
        return decoded


def codec_of(file: BinaryIO) -> Codec:
    """How a file is compressed, by its first bytes."""
    file.seek(0)
    first = file.read(4)
    if first.startswith(Gzip.magic[:2]):
        return Gzip()
    if first in (Zstd.magic, _DICTIONARY):
        return Zstd(file)
    return Plain()


def zstandard() -> Any:
    """The library for zstandard, an extra."""
    try:
        import zstandard as library
    except ImportError:
        raise MissingExtra("zstandard", "warc") from None
    return library


def _dictionary(file: BinaryIO, library: Any) -> tuple[Any, int]:
    """The dictionary of a .warc.zst file, which may itself be compressed, and where the records begin."""
    file.seek(0)
    if file.read(4) != _DICTIONARY:
        return None, 0
    size = int.from_bytes(file.read(4), "little")
    if size > _MOST_DICTIONARY:
        raise InputError(f"its dictionary has {size} bytes, more than the {_MOST_DICTIONARY} that are read")
    data = file.read(size)
    try:
        if data.startswith(Zstd.magic):
            data = library.ZstdDecompressor().decompress(data, max_output_size=_MOST_DICTIONARY)
        return library.ZstdCompressionDict(data), 8 + size
    except library.ZstdError as error:
        raise InputError(f"its dictionary is damaged ({error}), and without it nothing can be read") from error
