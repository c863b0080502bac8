"""WARC files: a file is a shard; a large one that is compressed record by record falls into ranges of bytes."""

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from sectio.batch.inputs import Input
from sectio.batch.records import BAD_RECORD, TRUNCATED, Batch, Record, Tally, batched
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard
from sectio.errors import BatchError
from sectio.warc import Gap, Overlap, WarcRecord, codec_of, find_record, is_split, read_message, walk
from sectio.workers import Failure

_HTML = ("text/html", "application/xhtml+xml", "application/xhtml")
# What an address that has no declared type plainly is, and is not a page.
_OTHER = frozenset(
    "pdf jpg jpeg png gif webp svg ico bmp tif tiff mp3 mp4 webm ogg wav avi mov mkv zip gz bz2 xz 7z rar tar css js mjs json xml rss "
    "atom txt csv doc docx xls xlsx ppt pptx odt ods woff woff2 ttf otf eot exe dmg apk iso swf".split()
)
_HEAD = 65_536  # room for the head of an HTTP message besides its body
_KEPT = ("content-type", "content-encoding", "transfer-encoding")


def cut(source: Input, size: int) -> list[Shard]:
    """The file, or ranges that begin with a record."""
    refuse_what_is_no_warc(source.path)
    total = os.path.getsize(source.path)
    if total <= size:
        return [Shard("", "warc", source.path)]
    with open(source.path, "rb") as file:
        cuts = _cuts(file, size, total) if is_split(file) else [0]
    return [Shard("", "warc", source.path, start, end) for start, end in zip(cuts, [*cuts[1:], total], strict=True)]


def _cuts(file: BinaryIO, size: int, total: int) -> list[int]:
    codec, cuts = codec_of(file), [0]
    for place in range(size, total, size):
        found = find_record(file, codec, max(place, cuts[-1] + 1), total)
        if found is None:
            break
        cuts.append(found)
    return cuts


def refuse_what_is_no_warc(path: str) -> None:
    """Report early what would otherwise give no page at all."""
    try:
        with open(path, "rb") as file:
            records = (part for part in walk(file, lambda headers: 0) if isinstance(part, WarcRecord))
            kinds = [record.type for _, record in zip(range(2), records, strict=False)]
            file.seek(0)
            is_arc = file.read(11) == b"filedesc://"
    except OSError:
        return  # the shard will say it
    if is_arc:
        raise BatchError(f"{path}: this is an ARC file; convert it to WARC first (warcio recompress)")
    if kinds[-1:] == ["conversion"]:
        raise BatchError(
            f"{path}: this is a WET file, which holds texts, not pages; take the WARC file it was made from"
        )


def columns(source: Input, settings: Settings) -> dict[str, Any]:
    """Nothing is passed through: `source` has what a record says about itself."""
    return {}


def read(shard: Shard, settings: Settings, tally: Tally) -> Iterator[Batch]:
    """The pages among the records of a range."""
    with open(shard.path, "rb") as file:
        yield from read_file(file, shard, settings, tally)


def read_file(file: BinaryIO, shard: Shard, settings: Settings, tally: Tally) -> Iterator[Batch]:
    """The pages of an open file."""
    if file.seek(0, 2) == 0:
        tally.gap(TRUNCATED, "the file is empty", offset=0, length=0)
    elif codec_of(file).name != "plain" and not is_split(file):
        tally.notes.append("compressed as one piece: it is read as a stream, and damage costs all that follows it")
    return batched((record, None) for record in _records(file, shard, settings, tally))


def _records(file: BinaryIO, shard: Shard, settings: Settings, tally: Tally) -> Iterator[Record]:
    def keep(headers: Mapping[str, str]) -> int:
        return settings.max_bytes + _HEAD if headers.get("warc-type") in ("response", "resource") else 0

    for part in walk(file, keep, start=shard.start, end=shard.end):
        if not isinstance(part, WarcRecord):
            _note_gap(part, tally)
            continue
        tally.bytes += part.length
        record = _record(part, settings)
        if isinstance(record, str):
            tally.skipped[record] += 1
        else:
            yield record


def _note_gap(gap: Gap | Overlap, tally: Tally) -> None:
    code, what = BAD_RECORD, "damaged"
    if isinstance(gap, Overlap):
        what = "a record reaches over the end of the range, whose next range then begins inside it; choose another shard size"
    elif gap.is_cut:
        code, what = TRUNCATED, "the file breaks off"
    last = gap.offset + gap.length - 1
    tally.gap(code, f"{what}: bytes {gap.offset} to {last}", offset=gap.offset, length=gap.length)


def _record(part: WarcRecord, settings: Settings) -> Record | str:
    """A page, or the reason why this record is none."""
    if part.type not in ("response", "resource"):
        return part.type or "no_type"
    url = part.headers.get("warc-target-uri", "").strip("<>") or None
    date = seconds(part.headers.get("warc-date"))
    if part.problem:
        return Record(part.offset, url, None, date=date, error=Failure(BAD_RECORD, part.problem))
    message = read_message(part.block)
    declared = message.headers.get("content-type") if part.type == "response" else part.headers.get("content-type")
    reason = _skip(message.status, declared, url, message.body, settings)
    if reason is not None:
        return reason
    headers = {name: message.headers[name] for name in _KEPT if name in message.headers}
    warnings = ("truncated",) if "warc-truncated" in part.headers else ()
    if declared is not None:
        headers["content-type"] = declared
    return Record(part.offset, url, message.body, headers, date, message.status, warnings)


def _skip(status: int | None, declared: str | None, url: str | None, body: bytes, settings: Settings) -> str | None:
    """Why a response is not a page to read: its status, its kind, nothing in it."""
    if status is not None and settings.status is not None and status not in settings.status:
        return f"status_{status}"
    if not is_html(declared, url):
        return "not_html"
    return "empty" if not body or body.isspace() else None


def is_html(declared: str | None, url: str | None) -> bool:
    """Whether a header says so; without a header, whether the address does not contradict it."""
    if declared and declared.strip():
        return declared.split(";")[0].strip().lower() in _HTML
    try:
        name = urlsplit(url or "").path.rsplit("/", 1)[-1]
    except ValueError:
        return True
    return name.rsplit(".", 1)[-1].lower() not in _OTHER if "." in name else True


def seconds(date: str | None) -> int | None:
    """A WARC date as seconds since 1970."""
    if not date:
        return None
    try:
        found = datetime.fromisoformat(date)
    except ValueError:
        return None
    return int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp())
