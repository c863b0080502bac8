"""What readers give: pages with where they come from, in batches that go to a worker together, and a tally of what was left out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sectio.workers import Failure
from sectio.workers.stream import MOST_BYTES, MOST_ITEMS

BAD_RECORD, TRUNCATED = "bad_record", "truncated_input"


class Record(NamedTuple):
    """A page as it is in an input. `key` finds it again: a byte offset, a row, the number of a file.

    `headers` holds what decides how the page's bytes are read. A record with an `error` becomes a row without being tried.
    """

    key: int
    url: str | None
    page: bytes | str | None
    headers: Mapping[str, str] = {}
    date: int | None = None
    status: int | None = None
    warnings: tuple[str, ...] = ()
    error: Failure | None = None

    @property
    def size(self) -> int:
        """Bytes, or characters, of the page."""
        return len(self.page) if self.page is not None else 0


class Batch(NamedTuple):
    """Records that go to a worker together, and the columns that are passed through with them.

    `extra` is a `pyarrow.RecordBatch`, or one mapping for each record.
    """

    records: list[Record]
    extra: Any = None


@dataclass
class Tally:
    """What a reader saw besides pages: records it skipped, by reason, damage, with its place, and what else is worth knowing."""

    skipped: Counter[str] = field(default_factory=Counter)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    bytes: int = 0

    def gap(self, code: str, message: str, **place: int) -> None:
        """Note a part of the input that could not be read."""
        self.warnings.append({"code": code, "message": message, **place})


def batched(pairs: Iterable[tuple[Record, Mapping[str, Any] | None]]) -> Iterator[Batch]:
    """Gather records until they are 64 or 8 MB; how a shard falls into batches depends on nothing else."""
    records: list[Record] = []
    extra: list[Mapping[str, Any] | None] = []
    size = 0
    for record, beside in pairs:
        records.append(record)
        extra.append(beside)
        size += record.size
        if len(records) == MOST_ITEMS or size >= MOST_BYTES:
            yield Batch(records, _present(extra))
            records, extra, size = [], [], 0
    if records:
        yield Batch(records, _present(extra))


def _present(extra: Sequence[Mapping[str, Any] | None]) -> list[Mapping[str, Any]] | None:
    """Nothing if there is nothing to pass through."""
    return [beside or {} for beside in extra] if any(extra) else None
