"""Rows into a file: Parquet in row groups that grow, or JSON lines."""

import json
from collections.abc import Mapping
from typing import Any, Protocol

from sectio.batch.arrow import arrow, parquet
from sectio.batch.files import NewFile
from sectio.batch.records import Batch
from sectio.batch.schema import beside_table, full_schema, joined, renamed
from sectio.batch.settings import MB, Settings

_MOST_ROWS, _MOST_BYTES = 2000, 64 * MB


class Sink(Protocol):
    """Takes the packed rows of batches, in order."""

    def add(self, payload: bytes, batch: Batch) -> None:
        """Take the rows of a batch, with what is passed through."""

    def close(self) -> None:
        """Write what is left."""


def sink_for(file: NewFile, settings: Settings, passed: Mapping[str, Any]) -> Sink:
    """The sink for a run's format."""
    return ParquetSink(file, settings, passed) if settings.format == "parquet" else JsonSink(file, settings)


class ParquetSink:
    """Row groups of whole batches, at most 2,000 rows or 64 MB. The first ones are smaller, so that something is on disk soon.

    Where a row group ends depends on the batches alone, so files are equal whoever made the rows.
    """

    def __init__(self, file: NewFile, settings: Settings, passed: Mapping[str, Any]) -> None:
        self._passed = passed
        self._schema = full_schema(settings, passed)
        self._writer = parquet().ParquetWriter(file, self._schema, compression="zstd", write_statistics=True)
        self._file = file
        self._held: list[Any] = []
        self._rows, self._bytes, self._most = 0, 0, 125

    def add(self, payload: bytes, batch: Batch) -> None:
        """Hold the rows until they are a row group."""
        own = arrow().ipc.open_stream(payload).read_all()
        beside = beside_table(batch.extra, own.num_rows, self._passed)
        table = joined(own, beside, self._schema)
        if self._rows + table.num_rows > self._most or self._bytes + table.nbytes > _MOST_BYTES:
            self._flush()
        self._held.append(table)
        self._rows += table.num_rows
        self._bytes += table.nbytes

    def _flush(self) -> None:
        if not self._rows:
            return
        table = arrow().concat_tables(self._held).unify_dictionaries().combine_chunks()
        self._writer.write_table(table, row_group_size=_MOST_ROWS)
        self._file.flush()
        self._held, self._rows, self._bytes = [], 0, 0
        self._most = min(2 * self._most, _MOST_ROWS)

    def close(self) -> None:
        """Write the last row group and the footer."""
        self._flush()
        self._writer.close()


class JsonSink:
    """Lines as they came; what is passed through is put at the end of each."""

    def __init__(self, file: NewFile, settings: Settings) -> None:
        self._file, self._settings = file, settings

    def add(self, payload: bytes, batch: Batch) -> None:
        """Write the lines of a batch."""
        if batch.extra is not None:
            extra = batch.extra if isinstance(batch.extra, list) else batch.extra.to_pylist()
            lines = payload.split(b"\n")[:-1]
            payload = b"".join(self._joined(line, beside) for line, beside in zip(lines, extra, strict=True))
        self._file.write(payload)
        self._file.flush()

    def _joined(self, line: bytes, beside: Mapping[str, Any]) -> bytes:
        if not beside:
            return line + b"\n"
        text = json.dumps(renamed(beside, self._settings), ensure_ascii=False, default=str)
        return line[:-1] + b", " + text.encode("utf-8", "replace")[1:] + b"\n"

    def close(self) -> None:
        """Nothing is held back."""
