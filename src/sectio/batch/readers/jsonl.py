"""JSON lines: an object per line, with the page and its address under two names and anything else."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from sectio.batch.arrow import arrow
from sectio.batch.inputs import Input
from sectio.batch.records import BAD_RECORD, TRUNCATED, Batch, Record, Tally, batched
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard
from sectio.warc.codecs import Damage, codec_of
from sectio.warc.stream import Cut, Stream
from sectio.workers import Failure

_BLOCK = 1_048_576
_SAMPLE = 100  # lines that show which columns there are


def cut(source: Input, size: int) -> list[Shard]:
    """Ranges of bytes that begin and end with a line; the whole file if it is compressed."""
    total = os.path.getsize(source.path)
    if total <= size or _is_packed(source.path):
        return [Shard("", "jsonl", source.path)]
    with open(source.path, "rb") as file:
        cuts = [0]
        for place in range(size, total, size):
            file.seek(max(place - 1, cuts[-1]))
            file.readline()
            if cuts[-1] < file.tell() < total:
                cuts.append(file.tell())
    return [Shard("", "jsonl", source.path, start, end) for start, end in zip(cuts, [*cuts[1:], total], strict=True)]


def columns(source: Input, settings: Settings) -> dict[str, Any]:
    """The names in the first hundred lines; what is not a plain value becomes JSON in a string."""
    seen: dict[str, list[Any]] = {}
    for _, line in zip(range(_SAMPLE), _lines(Shard("", "jsonl", source.path), settings, Tally()), strict=False):
        for name, value in _beside(_parsed(line[1]), settings).items():
            seen.setdefault(name, []).append(value)
    return {name: _type(values) for name, values in seen.items()}


def read(shard: Shard, settings: Settings, tally: Tally) -> Iterator[Batch]:
    """The lines of a range; a line that is not an object with a page is a row with an error."""
    return batched(_records(shard, settings, tally))


def _records(shard: Shard, settings: Settings, tally: Tally) -> Iterator[tuple[Record, Mapping[str, Any]]]:
    for offset, line in _lines(shard, settings, tally):
        tally.bytes += len(line)
        if line.strip():
            fields = _parsed(line)
            yield _record(offset, line, fields, settings), _beside(fields, settings)


def _record(offset: int, line: bytes, fields: Mapping[str, Any], settings: Settings) -> Record:
    url, page = fields.get(settings.url_column), fields.get(settings.html_column)
    address = url if isinstance(url, str) else None
    if isinstance(page, str):
        kind = fields.get("content_type")
        return Record(offset, address, page, {"content-type": kind} if isinstance(kind, str) else {})
    if len(line) > _most(settings):
        problem = Failure("page_too_large", f"the line has more than {_most(settings)} bytes")
    else:
        problem = Failure(BAD_RECORD, f"the line is not an object with a text under {settings.html_column!r}")
    return Record(offset, address, None, error=problem)


def _parsed(line: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _beside(fields: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in (settings.url_column, settings.html_column)}


def _type(values: list[Any]) -> Any:
    """A column's Arrow type by some of its values."""
    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {bool}:
        return arrow().bool_()
    if kinds == {int}:
        return arrow().int64()
    return arrow().float64() if kinds and kinds <= {int, float} else arrow().string()


def _most(settings: Settings) -> int:
    """The longest line that is kept: a page of the largest size with every character escaped, and some other values."""
    return 6 * settings.max_bytes + 1_000_000


def _lines(shard: Shard, settings: Settings, tally: Tally) -> Iterator[tuple[int, bytes]]:
    """Lines with their places; a line that is too long is cut."""
    with open(shard.path, "rb") as file:
        if _is_packed(shard.path):
            yield from _unpacked(file, settings, tally)
            return
        file.seek(shard.start)
        end = os.path.getsize(shard.path) if shard.end is None else shard.end
        while (offset := file.tell()) < end:
            line = file.readline(_most(settings) + 1)
            yield offset, line
            while line and not line.endswith(b"\n"):
                line = file.readline(_BLOCK)


def _unpacked(file: BinaryIO, settings: Settings, tally: Tally) -> Iterator[tuple[int, bytes]]:
    """Lines of a compressed file. Damage ends it: nothing after it can be found, and the line it is in is not whole."""
    held, offset, is_overlong = b"", 0, False
    pieces = _Pieces(file)
    if not pieces.size:
        tally.gap(TRUNCATED, "the file is empty", offset=0, length=0)
        return
    try:
        for piece in pieces:
            *lines, held = (held + piece).split(b"\n")
            for line in lines:
                if not is_overlong:
                    yield offset, line
                is_overlong = False
                offset += len(line) + 1
            if len(held) > _most(settings):
                if not is_overlong:
                    yield offset, held
                offset += len(held)
                held, is_overlong = b"", True
    except (Damage, Cut) as error:
        code = TRUNCATED if isinstance(error, Cut) else BAD_RECORD
        tally.gap(code, "the compressed file cannot be read any further", **pieces.rest())
        return
    if held:
        yield offset, held


class _Pieces:
    """The decoded bytes of a compressed file, which may have several members, in pieces."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.codec = file, codec_of(file)
        self.size = file.seek(0, 2)
        self.stream = Stream(file, 0, self.codec)

    def __iter__(self) -> Iterator[bytes]:
        while True:
            while piece := self.stream.take(_BLOCK):
                yield piece
            if self.stream.end >= self.size:
                return
            self.stream = Stream(self.file, self.stream.end, self.codec)

    def rest(self) -> dict[str, int]:
        """The part of the file that was not read for sure."""
        return {"offset": self.stream.passed, "length": self.size - self.stream.passed}


def _is_packed(path: str) -> bool:
    return Path(path).suffix.lower() in (".gz", ".zst")
