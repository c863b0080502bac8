"""What decides the rows of a run. Two runs with equal settings and inputs write equal files, whatever engine and however many workers."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sectio.once import once

MB = 1_000_000
GB = 1000 * MB


@dataclass(frozen=True)
class Settings:
    """The choices of a run, all plain values.

    `include` names optional columns: markdown, sections, html. `status` lists the answers that count as pages, None takes all.
    `sites` is the number of pages that each site is learned from, None learns none. Without `timing` the column `ms` is empty, and
    files are the same byte for byte on every run.
    """

    format: str = "parquet"
    method: str | None = None
    template: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    include: tuple[str, ...] = ()
    url_column: str = "url"
    html_column: str = "html"
    status: tuple[int, ...] | None = (200,)
    limit: int | None = None
    shard_size: int = 64 * MB
    memory: int = 2 * GB
    sites: int | None = None
    models: str | None = None
    timing: bool = True

    @property
    def timeout(self) -> float:
        """Seconds of work a page may take."""
        return float(self.options.get("timeout", 10.0))

    @property
    def max_bytes(self) -> int:
        """The largest page that is read."""
        return int(self.options.get("max_bytes", 20 * MB))

    def as_dict(self) -> dict[str, Any]:
        """All choices as JSON has them; of a site model its content counts, not its path."""
        chosen: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        if self.template is not None:
            chosen["template_digest"] = _content_digest(Path(self.template))
        return chosen

    @once
    def digest(self) -> str:
        """All choices in a word; a shard done under others is not done."""
        return digest(repr(sorted(self.as_dict().items())))

    @classmethod
    def from_dict(cls, chosen: Mapping[str, Any]) -> "Settings":
        """Read what `as_dict` wrote."""
        known = {name: value for name, value in chosen.items() if name in cls.__dataclass_fields__}
        known["include"] = tuple(known["include"])
        known["status"] = None if known["status"] is None else tuple(known["status"])
        return cls(**known)


def _content_digest(path: Path) -> str:
    """The content of a file, or of all files of a folder with their names, in a word."""
    if not path.is_dir():
        return digest(path.read_bytes())
    files = sorted(file for file in path.rglob("*") if file.is_file())
    return digest(repr([(file.relative_to(path).as_posix(), digest(file.read_bytes())) for file in files]))


def digest(data: bytes | str) -> str:
    """A short hash that is the same everywhere."""
    return hashlib.blake2b(data.encode() if isinstance(data, str) else data, digest_size=8).hexdigest()
