"""A reader per kind of input. Each cuts an input into shards, says which columns it passes through, and reads a shard in batches."""

from collections.abc import Iterator
from typing import Any, Protocol

from sectio.batch.inputs import Input
from sectio.batch.readers import folder, jsonl, parquet, wacz, warc
from sectio.batch.records import Batch, Tally
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard


class Reader(Protocol):
    """What a module of this package offers."""

    def cut(self, source: Input, size: int) -> list[Shard]:
        """Shards of about `size` bytes, without names yet."""

    def columns(self, source: Input, settings: Settings) -> dict[str, Any]:
        """Arrow types of the columns that are passed through, by name."""

    def read(self, shard: Shard, settings: Settings, tally: Tally) -> Iterator[Batch]:
        """The pages of a shard, in order."""


READERS: dict[str, Reader] = {
    "warc": warc,
    "wacz": wacz,
    "parquet": parquet,
    "jsonl": jsonl,
    "folder": folder,
}
