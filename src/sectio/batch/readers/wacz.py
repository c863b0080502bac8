"""WACZ files: a zip of WARC files, each a shard. Its indexes are not trusted."""

import struct
import zipfile
from collections.abc import Iterator
from io import SEEK_CUR, SEEK_END, SEEK_SET, RawIOBase
from typing import Any, BinaryIO, cast

from sectio.batch.inputs import Input
from sectio.batch.readers import warc
from sectio.batch.records import Batch, Tally
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard

_LOCAL_HEAD = 30  # bytes before the name in the head of a file inside a zip


def cut(source: Input, size: int) -> list[Shard]:
    """A shard for each WARC inside; a zip that cannot be read is one shard, which then fails."""
    try:
        with zipfile.ZipFile(source.path) as archive:
            names = sorted(name for name in archive.namelist() if _is_warc(name))
    except (OSError, zipfile.BadZipFile):
        names = []
    return [Shard("", "wacz", source.path, member=name) for name in names] or [Shard("", "wacz", source.path)]


def _is_warc(name: str) -> bool:
    return name.startswith("archive/") and name.lower().endswith((".warc", ".warc.gz", ".warc.zst"))


def columns(source: Input, settings: Settings) -> dict[str, Any]:
    """Nothing, as with WARC files."""
    return {}


def read(shard: Shard, settings: Settings, tally: Tally) -> Iterator[Batch]:
    """The pages of one WARC inside the zip."""
    with zipfile.ZipFile(shard.path) as archive:
        if shard.member is None:
            raise zipfile.BadZipFile("there is no archive/*.warc in it")
        with _open(archive, shard) as file:
            yield from warc.read_file(file, shard, settings, tally)


def _open(archive: zipfile.ZipFile, shard: Shard) -> BinaryIO:
    """The bytes of a file inside. One that is only stored is read in place: a wrong checksum is not a reason to lose all of it."""
    assert shard.member is not None
    entry = archive.getinfo(shard.member)
    if entry.compress_type != zipfile.ZIP_STORED:
        return cast(BinaryIO, archive.open(entry))
    file = open(shard.path, "rb")  # noqa: SIM115 - the window closes it
    file.seek(entry.header_offset + _LOCAL_HEAD - 4)
    name_length, extra_length = struct.unpack("<HH", file.read(4))
    start = entry.header_offset + _LOCAL_HEAD + name_length + extra_length
    return cast(BinaryIO, _Window(file, start, entry.file_size))


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
