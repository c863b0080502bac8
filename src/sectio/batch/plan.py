"""The plan of a run: its settings, inputs and shards, made from the inputs alone and kept next to the data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import sectio
from sectio.batch.files import read_json, write_json
from sectio.batch.inputs import Input, expand
from sectio.batch.readers import READERS
from sectio.batch.schema import SCHEMA, merged, packed_columns, unpacked_columns
from sectio.batch.settings import Settings
from sectio.batch.shards import Shard, identify, stem
from sectio.errors import BatchError


@dataclass(frozen=True)
class Plan:
    """What a run will do. `columns` are passed through, as Arrow types in text; empty where nothing is."""

    settings: Settings
    inputs: tuple[str, ...]
    shards: tuple[Shard, ...]
    columns: str = ""
    version: str = field(default_factory=lambda: sectio.__version__)

    @property
    def passed(self) -> dict[str, Any]:
        """The columns that are passed through, with their types."""
        return unpacked_columns(self.columns) if self.columns else {}

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        return {
            "schema": SCHEMA,
            "version": self.version,
            "settings": self.settings.as_dict(),
            "options": self.settings.digest,
            "inputs": list(self.inputs),
            "columns": self.columns,
            "shards": [shard.as_dict() for shard in self.shards],
        }


def make_plan(names: Sequence[str], settings: Settings) -> Plan:
    """Look at the inputs and cut them into shards."""
    inputs = expand(names)
    cut = [shard for source in inputs for shard in READERS[source.kind].cut(source, settings.shard_size)]
    return Plan(settings, tuple(source.path for source in inputs), _named(cut), _columns(inputs, settings))


def _named(cut: Sequence[Shard]) -> tuple[Shard, ...]:
    """Give each shard its name: the number in the run, the input's name, and the part where an input has several."""
    totals: dict[tuple[str, str], int] = {}
    for shard in cut:
        totals[shard.kind, shard.path] = totals.get((shard.kind, shard.path), 0) + 1
    parts: dict[tuple[str, str], int] = {}
    found = []
    for number, shard in enumerate(cut):
        where = (shard.kind, shard.path)
        part = parts[where] = parts.get(where, -1) + 1
        name = f"{number:06d}-{stem(shard.path)}" + (f"-{part}" if totals[where] > 1 else "")
        found.append(replace(shard, name=name, id=identify(shard)))
    return tuple(found)


def _columns(inputs: Sequence[Input], settings: Settings) -> str:
    if settings.format != "parquet":
        return ""
    passed = merged([(source.path, READERS[source.kind].columns(source, settings)) for source in inputs])
    return packed_columns(passed) if passed else ""


def store_plan(plan: Plan, path: Path, run: str) -> None:
    """Write the plan next to the data."""
    write_json(path, plan.as_dict(), run)


def check_same(plan: Plan, path: Path) -> bool:
    """Whether a plan is there already; one that differs would mix two runs in one folder, and is an error that names the difference."""
    stored = read_json(path)
    if stored is None:
        return False
    differences = _differences(stored, plan.as_dict())
    if differences:
        raise BatchError(
            f"{path.parent.parent}: the run to resume differs: {'; '.join(differences[:5])}; "
            "resume it as it was, or start over with --overwrite"
        )
    return True


def _differences(stored: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between two plans, in words."""
    found = [
        f"{name} was {stored.get(name)!r} and is {now[name]!r}"
        for name in ("schema", "version")
        if stored.get(name) != now[name]
    ]
    before, after = stored.get("settings", {}), now["settings"]
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            found.append(f"option {name} was {before.get(name)!r} and is {after.get(name)!r}")
    old = {shard["name"]: shard for shard in stored.get("shards", [])}
    new = {shard["name"]: shard for shard in now["shards"]}
    for name in sorted({*old, *new}):
        if name not in new or name not in old:
            found.append(f"input {(new.get(name) or old[name])['path']} is {'new' if name in new else 'gone'}")
        elif old[name]["id"] != new[name]["id"]:
            found.append(f"input {new[name]['path']} has changed")
    return list(dict.fromkeys(found))
