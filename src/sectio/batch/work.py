"""What worker processes do in a run: pages in, rows out, packed as the run's files need them."""

import hashlib
import heapq
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from pickle import PickleBuffer
from typing import Any, NamedTuple

from sectio.batch.arrow import arrow, forgo_pandas
from sectio.batch.records import Record
from sectio.batch.rows import Row, extract_row, failed_row
from sectio.batch.schema import rows_table
from sectio.batch.settings import Settings
from sectio.batch.sites.models import chooser
from sectio.workers import Outcome

_SLOWEST, _HOSTS = 5, 512


class Item(NamedTuple):
    """A page and the shard it is from."""

    record: Record
    shard: str

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        """Pickle the page by itself, so that it can go another way than the rest."""
        page = self.record.page
        if protocol < 5 or not isinstance(page, bytes):
            return Item, tuple(self)
        return _with_page, (self.record._replace(page=None), self.shard, PickleBuffer(page))


def _with_page(record: Record, shard: str, page: bytes) -> Item:
    return Item(record._replace(page=page), shard)


@dataclass
class Count:
    """What came of some pages. Hosts are counted by the smallest of their hashes: exactly up to 512, closely beyond."""

    rows: int = 0
    ok: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    hosts: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "Count":
        """Count rows."""
        slow = [(round(row["ms"], 1), _name(row)) for row in rows if row["ms"] is not None]
        return cls(
            len(rows),
            sum(row["ok"] for row in rows),
            Counter(row["error"]["code"] for row in rows if row["error"]),
            heapq.nlargest(_SLOWEST, slow),
            heapq.nsmallest(_HOSTS, {_hash(row["host"]) for row in rows if row["host"]}),
        )

    def add(self, other: "Count") -> None:
        """Count others too."""
        self.rows += other.rows
        self.ok += other.ok
        self.failed += other.failed
        self.slowest = heapq.nlargest(_SLOWEST, [*self.slowest, *other.slowest])
        self.hosts = heapq.nsmallest(_HOSTS, {*self.hosts, *other.hosts})

    @property
    def distinct_hosts(self) -> int:
        """How many hosts there are: the 512th smallest of evenly spread hashes says how many share the range."""
        if len(self.hosts) < _HOSTS:
            return len(self.hosts)
        return round((_HOSTS - 1) * 2**64 / self.hosts[-1])


def _name(row: Row) -> str:
    """What people can find a page by: its address, or its place in the input."""
    source = row["source"]
    return row["url"] or f"record {source['record']} of {source['shard'] or 'the table'}"


def _hash(host: str) -> int:
    return int.from_bytes(hashlib.blake2b(host.encode("utf-8", "replace"), digest_size=8).digest(), "big")


class Packed(NamedTuple):
    """A batch of rows on its way back: an Arrow stream or JSON lines, and what there is in it."""

    payload: bytes
    counted: Count


@dataclass(frozen=True)
class RowWork:
    """Extracts pages; sent to every worker process of a run."""

    settings: Settings
    models: Path | None = None

    def start(self) -> None:
        """Load what a row needs, and let Arrow take memory from the system, so that the limit sees it."""
        from sectio.workers import warm

        warm.warm()
        if self.settings.format == "parquet":
            forgo_pandas()
            arrow().set_memory_pool(arrow().system_memory_pool())

    def do(self, item: Item) -> Row:
        """The row of one page."""
        return extract_row(item.record, item.shard, self.settings, chooser(self.settings, self.models))

    def pack(self, items: Sequence[Item], outcomes: Sequence[Outcome]) -> Packed:
        """Rows in order, with a failure where a page did not come back."""
        rows = [
            outcome.value
            if outcome.error is None
            else failed_row(item.record, item.shard, self.settings, outcome.error)
            for item, outcome in zip(items, outcomes, strict=True)
        ]
        payload = _stream(rows, self.settings) if self.settings.format == "parquet" else _lines(rows)
        return Packed(payload, Count.of(rows))


def _stream(rows: Sequence[Row], settings: Settings) -> bytes:
    pa = arrow()
    table = rows_table(rows, settings)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    data = sink.getvalue().to_pybytes()
    assert isinstance(data, bytes)
    return data


def _lines(rows: Sequence[Row]) -> bytes:
    return b"".join(_line(row) for row in rows)


def _line(row: Row) -> bytes:
    source = row["source"]
    if source["warc_date"] is not None:
        date = datetime.fromtimestamp(source["warc_date"], UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        row = row | {"source": source | {"warc_date": date}}
    return json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
