"""The HTTP message in a record: status, headers, body. Lengths in its headers are not believed."""

from collections.abc import Mapping
from dataclasses import dataclass

from sectio.warc.records import MOST_HEAD, read_headers


@dataclass(frozen=True)
class Message:
    """A response as it came over the wire."""

    status: int | None
    headers: Mapping[str, str]
    body: bytes


def read_message(block: bytes) -> Message:
    """Split a response into its parts; without a head, all of it is body."""
    if not block.startswith(b"HTTP/"):
        return Message(None, {}, block)
    end, gap = _head_end(block)
    return Message(_status(block), read_headers(block[:end]), block[end + gap :])


def _head_end(block: bytes) -> tuple[int, int]:
    """Where the head ends, and the length of the blank line after it; some servers leave out carriage returns."""
    places = [(at, len(mark)) for mark in (b"\r\n\r\n", b"\n\n") if (at := block.find(mark, 0, MOST_HEAD)) >= 0]
    return min(places, default=(len(block), 0))


def _status(block: bytes) -> int | None:
    parts = block[:64].split(None, 2)
    return int(parts[1]) if len(parts) > 1 and len(parts[1]) == 3 and parts[1].isdigit() else None
