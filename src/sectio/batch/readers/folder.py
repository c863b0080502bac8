"""Folders of saved pages: a thousand files make a shard."""

import gzip
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sectio.batch.arrow import arrow
from sectio.batch.inputs import Input
from sectio.batch.records import Batch, Record, Tally, batched
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard
from sectio.dom.unicode import encodable
from sectio.errors import InputError
from sectio.workers import Failure

_FILES = 1000


def cut(source: Input, size: int) -> list[Shard]:
    """A thousand files each, whatever their size."""
    return [
        Shard("", "folder", source.path, files=source.files[at : at + _FILES], first=at)
        for at in range(0, len(source.files), _FILES)
    ]


def columns(source: Input, settings: Settings) -> dict[str, Any]:
    """Where each page is, relative to the folder."""
    return {"path": arrow().string()}


def read(shard: Shard, settings: Settings, tally: Tally) -> Iterator[Batch]:
    """The files in the order of their names."""
    return batched(_records(shard, settings, tally))


def _records(shard: Shard, settings: Settings, tally: Tally) -> Iterator[tuple[Record, Mapping[str, Any]]]:
    for number, name in enumerate(shard.files, shard.first):
        try:
            page = _content(Path(shard.path) / name, settings.max_bytes)
            record = Record(number, None, page)
            tally.bytes += len(page)
        except (OSError, EOFError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            record = Record(number, None, None, error=Failure(InputError.code, f"the file cannot be read ({reason})"))
        yield record, {"path": encodable(name)}


def _content(path: Path, most: int) -> bytes:
    """A file's bytes, at most one more than allowed, so that the limit is noticed."""
    opener: Any = gzip.open if path.name.lower().endswith(".gz") else open
    with opener(path, "rb") as file:
        content = file.read(most + 1)
    assert isinstance(content, bytes)
    return content
