"""The records of a WARC file, and gaps for anything else."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import BinaryIO

from sectio.errors import MissingExtra
from sectio.warc.codecs import RECORD, Codec, Damage, Gzip, Plain, Zstd
from sectio.warc.codecs import codec_of as codec_by_magic
from sectio.warc.stream import Cut, Stream

MOST_HEAD = 65_536
_BLOCK = 1_048_576
_BLANK = b"\r\n\r\n"
_HEAD_SEARCH = 16 * _BLOCK  # bytes in which a record must be found, if the first bytes are damaged


@dataclass(frozen=True)
class Gap:
    """Bytes of the file that hold no readable record. A cut gap reaches to the end of the file."""

    offset: int
    length: int
    is_cut: bool = False


@dataclass(frozen=True)
class Overlap:
    """A record that reaches over the end of the range: the range was cut where only something like a record began."""

    offset: int
    length: int


@dataclass(frozen=True)
class WarcRecord:
    """A record: where it begins, its headers (names in lower case), and as much of its block as was asked for.

    `problem` says what is wrong with a record that has a readable head and a block one cannot trust.
    """

    offset: int
    headers: Mapping[str, str]
    length: int
    block: bytes = b""
    problem: str | None = None

    @property
    def type(self) -> str:
        """What kind of record: response, request, revisit …"""
        return self.headers.get("warc-type", "").lower()


# How many bytes of a record's block to keep, by its headers.
Keep = Callable[[Mapping[str, str]], int]


class _NoRecord(Exception):
    """What begins here is not a record."""


class _Broken(Exception):
    """A record of a plain file that does not end where it says; `is_short` when the file ends before it does."""

    def __init__(self, record: "WarcRecord", is_short: bool) -> None:
        self.record, self.is_short = record, is_short


def walk(file: BinaryIO, keep: Keep, *, start: int = 0, end: int | None = None) -> Iterator[WarcRecord | Gap | Overlap]:
    """All records that begin in a range of the file, and the gaps between them.

    A record that has a member to itself is handed out when the whole member was read and its sum is right.
    """
    codec = codec_of(file)
    size = file.seek(0, 2)
    end = size if end is None else min(end, size)
    offset = max(start, codec.start)
    while offset < end:
        reader = _Reader(file, offset, codec, keep)
        try:
            yield from reader.records()
            offset = reader.stream.end
        except (_NoRecord, Damage, Cut):
            # A compressed file is read ahead of what was handed out, so the next member may begin before `good`.
            following = find_record(file, codec, (reader.good if reader.stream.is_plain else offset) + 1, size)
            yield _gap(min(reader.good, size if following is None else following), following, size)
            offset = size if following is None else following
        except _Broken as broken:
            following = find_record(file, codec, broken.record.offset + 1, size)
            is_cut = broken.is_short and following is None
            yield _gap(broken.record.offset, None, size) if is_cut else broken.record
            offset = size if following is None else following
    if end < offset and codec.name != "plain":
        yield Overlap(end, offset - end)


def _gap(offset: int, following: int | None, size: int) -> Gap:
    return Gap(offset, (size if following is None else following) - offset, following is None)


class _Reader:
    """Reads the records of one member; a plain file is one member."""

    def __init__(self, file: BinaryIO, offset: int, codec: Codec, keep: Keep) -> None:
        self.stream = Stream(file, offset, codec)
        self.begin, self.keep = offset, keep
        # Up to here everything was handed out.
        self.good = offset

    def records(self) -> Iterator[WarcRecord]:
        """The records of the member, in order. In a member of many, each is handed out before the member's sum is known."""
        is_done = False
        while not is_done:
            record = self.record()
            if record.problem and not self.stream.is_plain:
                self.stream.skip_to(b"\n" + RECORD)
            is_done = self.stream.is_done()
            self.good = self.begin + self.stream.position if self.stream.is_plain else self.stream.passed
            yield record

    def record(self) -> WarcRecord:
        """The next record, with as much of its block as is wanted."""
        offset = self.begin + self.stream.position
        head = self.stream.until(_BLANK, MOST_HEAD) if self.stream.peek(len(RECORD)) == RECORD else None
        headers = read_headers(head or b"")
        length = headers.get("content-length", "")
        if head is None or not (length.isascii() and length.isdigit() and len(length) < 18):
            raise _NoRecord
        record = WarcRecord(offset, headers, int(length))
        return self.blocked(record, self.keep(headers))

    def blocked(self, record: WarcRecord, wanted: int) -> WarcRecord:
        """Read the block, and see whether the record ends where it says."""
        block = self.stream.take(min(record.length, wanted))
        got = len(block) + self.stream.skip(record.length - len(block))
        is_ended = self.stream.is_plain and self.ends_well()
        while self.stream.peek(1) in (b"\r", b"\n"):
            self.stream.skip(1)
        if got == record.length and (is_ended or RECORD.startswith(self.stream.peek(len(RECORD)))):
            return replace(record, block=block)
        is_short = got < record.length
        has = f"has {got}" if is_short else "goes on after them"
        broken = replace(record, problem=f"the record says it has {record.length} bytes, but {has}")
        if self.stream.is_plain:
            raise _Broken(broken, is_short)
        return broken

    def ends_well(self) -> bool:
        """Whether a record of a plain file ends here: damage of the blank lines, or of what follows them, is not damage of its block."""
        after = self.stream.peek(len(_BLANK) + len(RECORD))
        if after.endswith(RECORD) and len(after) == len(_BLANK) + len(RECORD):
            self.stream.skip(len(_BLANK))
            return True
        return after.startswith(_BLANK)


def read_headers(head: bytes) -> dict[str, str]:
    """Header lines after a first line, names in lower case; of a header that is there twice the first counts."""
    found: dict[str, str] = {}
    for line in head.split(b"\n")[1:]:
        name, colon, value = line.partition(b":")
        if colon:
            found.setdefault(_text(name).strip().lower(), _text(value).strip())
    return found


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def codec_of(file: BinaryIO) -> Codec:
    """How a WARC file is compressed: by its first bytes, or, if these are damaged, by the first record that can be found."""
    codec = codec_by_magic(file)
    file.seek(0)
    if codec.name != "plain" or file.read(len(RECORD)) == RECORD:
        return codec
    end = min(file.seek(0, 2), _HEAD_SEARCH)
    found = [(at, other) for other in _others(file) if (at := find_record(file, other, 1, end)) is not None]
    return min(found, key=lambda one: one[0])[1] if found else codec


def _others(file: BinaryIO) -> Iterator[Codec]:
    yield Plain()
    yield Gzip()
    with suppress(MissingExtra):
        yield Zstd(file)


def find_record(file: BinaryIO, codec: Codec, start: int, end: int) -> int | None:
    """Where the first record begins in a range of the file, or None; the file is looked at in blocks."""
    offset = start
    while offset < end:
        file.seek(offset)
        block = file.read(_BLOCK + len(codec.magic))
        at = block.find(codec.magic)
        while at >= 0:
            if offset + at < end and _begins(file, codec, offset + at):
                return offset + at
            at = block.find(codec.magic, at + 1)
        offset += _BLOCK
    return None


def _begins(file: BinaryIO, codec: Codec, offset: int) -> bool:
    """Whether a record begins here: compressed, its first bytes decode to a record's; plain, it begins a line."""
    if codec.name == "plain" and offset:
        file.seek(offset - 1)
        if file.read(1) != b"\n":
            return False
    try:
        return Stream(file, offset, codec).peek(len(RECORD)) == RECORD
    except (Damage, Cut):
        return False


def is_split(file: BinaryIO) -> bool:
    """Whether a file is compressed record by record, so that it can be read from the middle."""
    codec = codec_of(file)
    if codec.name == "plain":
        return False
    reader = _Reader(file, codec.start, codec, lambda headers: 0)
    try:
        reader.record()
        return reader.stream.is_done()
    except (_NoRecord, Damage, Cut):
        return True
