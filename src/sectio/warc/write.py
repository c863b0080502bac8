"""Records out: what a crawler writes, for archives of our own, demonstrations and tests."""

import gzip
from collections.abc import Mapping
from typing import Any, Protocol

_FIXED_DATE = "2024-01-01T00:00:00Z"


class Writable(Protocol):
    """What takes bytes."""

    def write(self, data: bytes, /) -> Any:
        """Append bytes."""


def response(
    url: str,
    body: bytes,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    date: str = _FIXED_DATE,
    content_type: str = "text/html",
) -> bytes:
    """A response record, not compressed."""
    lines = {"Content-Type": content_type, **(headers or {})}
    head = f"HTTP/1.1 {status} OK\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
    return record(
        "response", head.encode() + body, url=url, date=date, content_type="application/http; msgtype=response"
    )


def record(
    kind: str, block: bytes, *, url: str | None = None, date: str = _FIXED_DATE, content_type: str = "text/plain"
) -> bytes:
    """A record of any kind, not compressed."""
    target = f"WARC-Target-URI: {url}\r\n" if url else ""
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\n{target}WARC-Date: {date}\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def write_record(file: Writable, data: bytes) -> None:
    """Append a record as a gzip member of its own, which is how a `.warc.gz` is read from the middle."""
    file.write(gzip.compress(data, mtime=0))
