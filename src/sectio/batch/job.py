"""A run's folder: where its files are, what is done already, and how a shard is recorded as done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sectio.batch.files import new_run, read_json, write_json
from sectio.batch.schema import unpacked_columns
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard
from sectio.once import once


@dataclass(frozen=True)
class Job:
    """What a worker needs to know about a run; small and picklable, so that it can go to other machines.

    `single` is the name of the one file of a run that keeps no state next to it.
    """

    folder: Path
    settings: Settings
    columns: str = ""
    single: str | None = None
    run: str = field(default_factory=new_run)

    @property
    def state(self) -> Path:
        """Where the plan, the done-files and the models are."""
        return self.folder / "_sectio"

    @once
    def passed(self) -> dict[str, Any]:
        """The columns that are passed through."""
        return unpacked_columns(self.columns) if self.columns else {}

    def data_path(self, shard: Shard) -> Path:
        """The file a shard becomes."""
        return self.folder / (self.single or f"part-{shard.name}.{self.settings.format}")

    def done_path(self, shard: Shard) -> Path:
        """The file that says that a shard is done."""
        return self.state / "done" / f"{shard.name}.json"

    def done(self, shard: Shard) -> dict[str, Any] | None:
        """What a done-file says, if the shard was done as it is now, without an error, and its data is there."""
        found = read_json(self.done_path(shard))
        if found is None or found.get("id") != shard.id or found.get("options") != self.settings.digest:
            return None
        return found if "error" not in found and self.data_path(shard).exists() else None

    def mark_done(self, shard: Shard, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Write a shard's done-file."""
        done = {"shard": shard.name, "path": shard.path, "id": shard.id, "options": self.settings.digest, **facts}
        if self.single is None:
            write_json(self.done_path(shard), done, self.run)
        return done
