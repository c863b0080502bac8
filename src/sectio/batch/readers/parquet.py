"""Parquet files with a column of pages: groups of row groups make a shard; all other columns are passed through."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sectio.batch.arrow import arrow, parquet
from sectio.batch.inputs import Input
from sectio.batch.records import BAD_RECORD, Batch, Record, Tally
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard
from sectio.errors import BatchError
from sectio.workers import Failure
from sectio.workers.stream import MOST_BYTES, MOST_ITEMS


def cut(source: Input, size: int) -> list[Shard]:
    """Row groups together until they are `size` bytes; a file that cannot be opened is one shard, which then fails."""
    try:
        with _opened(source.path) as file:
            sizes = [file.metadata.row_group(n).total_byte_size for n in range(file.metadata.num_row_groups)]
    except (OSError, arrow().ArrowInvalid):
        return [Shard("", "parquet", source.path)]
    cuts, total = [0], 0
    for number, group in enumerate(sizes):
        if total and total + group > size:
            cuts.append(number)
            total = 0
        total += group
    return [
        Shard("", "parquet", source.path, start, end) for start, end in zip(cuts, [*cuts[1:], len(sizes)], strict=True)
    ]


@contextmanager
def _opened(path: str) -> Iterator[Any]:
    """Opened by Python: Arrow cannot open files whose names are not in UTF-8."""
    with open(path, "rb") as file, parquet().ParquetFile(file) as opened:
        yield opened


def columns(source: Input, settings: Settings) -> dict[str, Any]:
    """All columns but the page and its address."""
    try:
        with _opened(source.path) as file:
            schema = file.schema_arrow
    except (OSError, arrow().ArrowInvalid):
        return {}
    for name in (settings.html_column,):
        if name not in schema.names:
            raise BatchError(f"{source.path}: there is no column {name!r}; it has {', '.join(schema.names)}")
    own = (settings.url_column, settings.html_column)
    return {field.name: field.type for field in schema if field.name not in own}


def read(shard: Shard, settings: Settings, tally: Tally) -> Iterator[Batch]:
    """The rows of some row groups, as few at once as their size requires."""
    with _opened(shard.path) as file:
        end = file.metadata.num_row_groups if shard.end is None else shard.end
        groups = [file.metadata.row_group(number) for number in range(end)]
        row = sum(group.num_rows for group in groups[: shard.start])
        for number in range(shard.start, end):
            for part in file.iter_batches(batch_size=_rows(groups[number]), row_groups=[number]):
                yield table_batch(part, row, settings)
                row += part.num_rows
            tally.bytes += groups[number].total_byte_size


def _rows(group: Any) -> int:
    """How many rows make a batch: 64, or fewer where pages are large."""
    return int(max(1, min(MOST_ITEMS, MOST_BYTES * group.num_rows // max(group.total_byte_size, 1))))


def table_batch(part: Any, first: int, settings: Settings) -> Batch:
    """Rows of an Arrow table as records, with the other columns."""
    names = part.schema.names
    pages = part.column(settings.html_column).to_pylist()
    urls = part.column(settings.url_column).to_pylist() if settings.url_column in names else [None] * len(pages)
    kinds = part.column("content_type").to_pylist() if "content_type" in names else [None] * len(pages)
    records = [
        _record(first + at, *fields, settings.html_column)
        for at, fields in enumerate(zip(urls, pages, kinds, strict=True))
    ]
    own = (settings.url_column, settings.html_column)
    return Batch(records, part.select([name for name in names if name not in own]))


def _record(row: int, url: Any, page: Any, kind: Any, column: str) -> Record:
    address = str(url) if url is not None else None
    if not isinstance(page, bytes | str):
        return Record(row, address, None, error=Failure(BAD_RECORD, f"the row has no page in column {column!r}"))
    return Record(row, address, page, {"content-type": kind} if isinstance(kind, str) else {})
