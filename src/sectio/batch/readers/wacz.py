"""WACZ files: a zip of WARC files, each a shard. Its indexes are not trusted."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import SEEK_CUR, SEEK_END, SEEK_SET, RawIOBase
from tempfile import TemporaryFile
from typing import Any, BinaryIO, cast

from sectio.batch.inputs import Input
from sectio.batch.readers import warc
from sectio.batch.records import TRUNCATED, Batch, Tally
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard
from sectio.errors import InputError
from sectio.warc.codecs import RECORD, Gzip, Plain, Zstd

_LOCAL_HEAD, _LOCAL_MARK = 30, b"PK\x03\x04"  # what is before the name in the head of a file inside a zip
_MOST_EXTRA = 4096  # bytes after the name; writers of WACZ put a few dozen there to align the data
_MAGIC = tuple(codec.magic for codec in (Gzip, Plain, Zstd))  # deflated bytes begin with none of these
# What the standard library says about a zip whose directory is damaged.
_DAMAGED = (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error)
_PIECE, _UNIT = 2_048, 65_536  # bytes that are read and unpacked at once; small pieces, so that damage costs little


def cut(source: Input, size: int) -> list[Shard]:
    """A shard for each WARC inside; a zip that cannot be read is one shard."""
    try:
        with zipfile.ZipFile(source.path) as archive, open(source.path, "rb") as file:
            found = [entry for entry in archive.infolist() if _is_warc(entry.filename) or _is_warc(_local(file, entry))]
            names = sorted(entry.filename for entry in found) if _is_sound(archive) else []
    except (OSError, *_DAMAGED):
        names = []
    return [Shard("", "wacz", source.path, member=name) for name in names] or [Shard("", "wacz", source.path)]


def _is_warc(name: str) -> bool:
    return name.startswith("archive/") and name.lower().endswith((".warc", ".warc.gz", ".warc.zst"))


def _local(file: BinaryIO, entry: zipfile.ZipInfo) -> str:
    """The name of an entry as its own head has it: that in the directory may be damaged."""
    file.seek(max(entry.header_offset, 0) + _LOCAL_HEAD)
    return file.read(len(entry.orig_filename)).decode("utf-8", "replace")


def _is_sound(archive: zipfile.ZipFile) -> bool:
    """Whether the directory fits the file: entries with distinct names that follow one another without holes."""
    entries = sorted(archive.infolist(), key=lambda entry: entry.header_offset)
    ends = [entry.header_offset + _LOCAL_HEAD + len(entry.orig_filename) + entry.compress_size for entry in entries]
    begins = [*(entry.header_offset for entry in entries[1:]), archive.start_dir]
    is_close = all(0 <= begin - end <= _MOST_EXTRA for begin, end in zip(begins, ends, strict=True))
    return is_close and len({entry.filename for entry in entries}) == len(entries)


def columns(source: Input, settings: Settings) -> dict[str, Any]:
    """Nothing, as with WARC files."""
    return {}


def read(shard: Shard, settings: Settings, tally: Tally) -> Iterator[Batch]:
    """The pages of one WARC inside the zip; of a zip whose directory is damaged, the records that can be found in it."""
    if shard.member is None:
        if _is_whole(shard.path):
            raise InputError(f"{shard.path}: there is no archive/*.warc in it")
        tally.notes.append("the directory of the zip is damaged: records are looked for in all of the file")
        yield from warc.read(shard, settings, tally)
        return
    with zipfile.ZipFile(shard.path) as archive, _open(archive, shard, tally) as file:
        yield from warc.read_file(file, shard, settings, tally)


def _is_whole(path: str) -> bool:
    """Whether a zip has a directory that fits it."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _is_sound(archive)
    except _DAMAGED:
        return False


def _open(archive: zipfile.ZipFile, shard: Shard, tally: Tally) -> BinaryIO:
    """The bytes of a file inside. What the zip says about them is checked, and is not a reason to lose all of them."""
    assert shard.member is not None
    entry = archive.getinfo(shard.member)
    packed = _packed(archive, entry, open(shard.path, "rb"))  # noqa: SIM115 - the window closes it
    first = packed.read(len(RECORD))
    packed.seek(0)
    if entry.compress_type == zipfile.ZIP_STORED or first.startswith(_MAGIC):
        return packed
    with packed:
        if entry.compress_type != zipfile.ZIP_DEFLATED:
            raise zipfile.BadZipFile(f"{entry.filename} is compressed in a way that WACZ does not have")
        return _unpacked(packed, entry, tally)


def _packed(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: BinaryIO) -> BinaryIO:
    """The bytes of an entry as they are in the zip. If its head is damaged, all up to the next entry: what is not a record there is a gap."""
    begin = max(entry.header_offset, 0)
    file.seek(begin)
    head = file.read(_LOCAL_HEAD)
    after = begin + _LOCAL_HEAD
    lengths = struct.unpack("<HH", head[-4:]) if len(head) == _LOCAL_HEAD and head.startswith(_LOCAL_MARK) else (0, 0)
    if lengths[0] == len(entry.orig_filename.encode()) and lengths[1] <= _MOST_EXTRA:
        return cast(BinaryIO, _Window(file, after + sum(lengths), entry.compress_size))
    if entry.compress_type != zipfile.ZIP_STORED:
        after += len(entry.orig_filename.encode())
    others = [other.header_offset for other in archive.infolist() if other.header_offset > entry.header_offset]
    return cast(BinaryIO, _Window(file, after, min([*others, archive.start_dir]) - after))


def _unpacked(packed: BinaryIO, entry: zipfile.ZipInfo, tally: Tally) -> BinaryIO:
    """The bytes of a compressed file inside, as far as they can be unpacked, in a file that can be read back and forth."""
    whole, decoder, checksum = TemporaryFile(), zlib.decompressobj(-15), 0  # noqa: SIM115 - the caller closes it
    problem = ""
    try:
        while not decoder.eof and (data := decoder.unconsumed_tail or packed.read(_PIECE)):
            piece = decoder.decompress(data, _UNIT)
            checksum = zlib.crc32(piece, checksum)
            whole.write(piece)
    except zlib.error as error:
        problem = str(error)
    if not decoder.eof or checksum != entry.CRC:
        size = whole.tell()
        problem = problem or ("its checksum is wrong" if decoder.eof else "it breaks off")
        tally.gap(TRUNCATED, f"{entry.filename}: {size} bytes can be unpacked ({problem})", offset=size, length=0)
    return cast(BinaryIO, whole)


class _Window(RawIOBase):
    """A part of a file, as if it were a file."""

    def __init__(self, file: BinaryIO, start: int, size: int) -> None:
        self._file, self._start, self._size, self._at = file, start, size, 0

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        self._at = {SEEK_SET: 0, SEEK_CUR: self._at, SEEK_END: self._size}[whence] + offset
        return self._at

    def read(self, size: int = -1) -> bytes:
        left = max(self._size - self._at, 0)
        self._file.seek(self._start + self._at)
        data = self._file.read(left if size < 0 else min(size, left))
        self._at += len(data)
        return data

    def close(self) -> None:
        self._file.close()
        super().close()
