"""A shard: the part of an input that becomes one file, cut from the inputs alone, so that every run cuts the same."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sectio.batch.settings import digest


@dataclass(frozen=True)
class Shard:
    """One unit of work. `start` and `end` count bytes of a file, row groups of a Parquet file, or are unused.

    `files` are the pages of a folder, relative to `path`; `first` is the number of the first of them.
    """

    name: str
    kind: str
    path: str
    start: int = 0
    end: int | None = None
    member: str | None = None
    files: tuple[str, ...] = ()
    first: int = 0
    id: str = ""

    def as_dict(self) -> dict[str, Any]:
        """All fields as JSON has them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Shard":
        """Read what `as_dict` wrote."""
        return cls(**{**stored, "files": tuple(stored["files"])})


def identify(shard: Shard) -> str:
    """What the shard was cut from: path, size and time of change of its files, and the range."""
    base = Path(shard.path)
    paths = [base / name for name in shard.files] if shard.files else [base]
    facts = [(str(path), *_state(path)) for path in paths]
    return digest(json.dumps([facts, shard.start, shard.end, shard.member, shard.first]))


def _state(path: Path) -> tuple[int, int]:
    try:
        state = path.stat()
    except OSError:
        return -1, 0
    return state.st_size, state.st_mtime_ns


def stem(path: str, most: int = 60) -> str:
    """The name of an input without its suffixes, with characters that every file system takes."""
    name = Path(path).name
    while (bare := re.sub(r"\.(gz|zst|warc|wacz|parquet|jsonl|ndjson)$", "", name, flags=re.I)) != name:
        name = bare
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("._-")[:most] or "input"
