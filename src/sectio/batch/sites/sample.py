"""Of every host the pages with the smallest hashes of their addresses, distinct pages only.

The smallest of a union are among the smallest of its parts, so the sample is the same for every order, sharding and engine, and only
these pages move. A page that is there twice counts once, with the smaller hash.
"""

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sectio.batch.files import NewFile, read_json, write_json
from sectio.batch.job import Job
from sectio.batch.readers import READERS
from sectio.batch.records import Record, Tally
from sectio.batch.rows import charset, host
from sectio.batch.shards import Shard
from sectio.errors import SectioError
from sectio.warc import WarcRecord, decode_body, read_message, response, walk, write_record

_MOST_BYTES = 2_000_000  # larger pages are not learned from
NO_HOST = ""


class Sampled(NamedTuple):
    """A page of a sample; `page` is compressed while it waits."""

    rank: int
    digest: bytes
    page: bytes
    encoding: str | None

    @property
    def html(self) -> bytes:
        """The page's bytes."""
        return zlib.decompress(self.page)


class Smallest:
    """The `most` pages with the smallest ranks, distinct by content."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._by_digest: dict[bytes, Sampled] = {}
        self._largest: int | None = None  # above this no page is wanted

    def wants(self, rank: int) -> bool:
        """Whether a page of this rank could be among them."""
        return self._largest is None or rank < self._largest

    def add(self, sampled: Sampled) -> None:
        """Take a page if it is among the smallest."""
        known = self._by_digest.get(sampled.digest)
        if known is not None and known.rank <= sampled.rank:
            return
        self._by_digest[sampled.digest] = sampled
        if len(self._by_digest) > self.most:
            del self._by_digest[max(self._by_digest.values(), key=_order).digest]
        if len(self._by_digest) == self.most:
            self._largest = max(one.rank for one in self._by_digest.values())

    def pages(self) -> list[Sampled]:
        """The pages in the order of their ranks."""
        return sorted(self._by_digest.values(), key=_order)


def _order(sampled: Sampled) -> tuple[int, bytes]:
    return sampled.rank, sampled.digest


def bucket_of(name: str, buckets: int) -> int:
    """The bucket a host falls into."""
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=4).digest(), "big") % buckets


def sample_shard(job: Job, shard: Shard, buckets: int) -> dict[str, int]:
    """Write a shard's sample, a file for each bucket; return how many pages there are of each host."""
    marker = sample_folder(job) / f"{shard.name}.json"
    known = read_json(marker)
    if known is not None and known.get("id") == shard.id:
        return dict(known["hosts"])
    found = _smallest(job, shard)
    by_bucket: dict[int, list[tuple[str, Sampled]]] = {}
    for name in sorted(found):
        by_bucket.setdefault(bucket_of(name, buckets), []).extend((name, one) for one in found[name].pages())
    for bucket, pages in by_bucket.items():
        _write(sample_path(job, bucket, shard.name), pages, job.run)
    hosts = {name: len(found[name].pages()) for name in sorted(found)}
    write_json(marker, {"id": shard.id, "hosts": hosts}, job.run)
    return hosts


def sample_folder(job: Job) -> Path:
    """Where samples wait until they are learned from."""
    return job.state / "sample"


def sample_path(job: Job, bucket: int, shard: str) -> Path:
    """The sample of a shard for a bucket of hosts: a small WARC file."""
    return sample_folder(job) / f"{bucket:04d}" / f"{shard}.warc.gz"


def _smallest(job: Job, shard: Shard) -> dict[str, Smallest]:
    assert job.settings.sites is not None
    found: dict[str, Smallest] = {}
    for batch in READERS[shard.kind].read(shard, job.settings, Tally()):
        for record in batch.records:
            name = host(record.url) or NO_HOST
            kept = found.setdefault(name, Smallest(job.settings.sites))
            _consider(record, kept)
    return {name: kept for name, kept in found.items() if kept.pages()}


def _consider(record: Record, kept: Smallest) -> None:
    if record.page is None or record.size > _MOST_BYTES:
        return
    rank = None if record.url is None else _rank(record.url.encode("utf-8", "replace"))
    if rank is not None and not kept.wants(rank):
        return  # without looking at the page
    encoding = "utf-8" if isinstance(record.page, str) else charset(record.headers)
    try:
        page = _bytes(record)
    except SectioError:
        return
    digest = hashlib.blake2b(page, digest_size=16).digest()
    rank = _rank(digest) if rank is None else rank
    if page.strip() and kept.wants(rank):
        kept.add(Sampled(rank, digest, zlib.compress(page, 1), encoding))


def _rank(data: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big")


def _bytes(record: Record) -> bytes:
    if isinstance(record.page, str):
        return record.page.encode("utf-8", "replace")
    assert record.page is not None
    return decode_body(record.page, record.headers, _MOST_BYTES).data[:_MOST_BYTES]


def _write(path: Path, pages: Iterable[tuple[str, Sampled]], run: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = NewFile(path, run)
    try:
        for name, one in pages:
            kind = f"text/html; charset={one.encoding}" if one.encoding else "text/html"
            headers = {"X-Host": name, "X-Rank": str(one.rank)}
            write_record(file, response("sample:", one.html, headers=headers, content_type=kind))
        file.commit()
    except BaseException:
        file.discard()
        raise


@dataclass(frozen=True)
class Sample:
    """The samples of a bucket of hosts, from all shards together."""

    hosts: dict[str, Smallest]

    @classmethod
    def read(cls, job: Job, bucket: int, most: int) -> "Sample":
        """Merge what the shards found."""
        hosts: dict[str, Smallest] = {}
        for path in sorted((sample_folder(job) / f"{bucket:04d}").glob("*.warc.gz")):
            for name, one in _read(path):
                hosts.setdefault(name, Smallest(most)).add(one)
        return cls(hosts)


def _read(path: Path) -> Iterator[tuple[str, Sampled]]:
    with open(path, "rb") as file:
        for part in walk(file, lambda headers: 2 * _MOST_BYTES):
            assert isinstance(part, WarcRecord)
            message = read_message(part.block)
            digest = hashlib.blake2b(message.body, digest_size=16).digest()
            given = message.headers
            yield given["x-host"], Sampled(int(given["x-rank"]), digest, zlib.compress(message.body, 1), charset(given))
