"""What came of a run, from its done-files: for people as lines, for programs as JSON."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sectio.batch.schema import SCHEMA
from sectio.batch.work import Count
from sectio.progress import clock


@dataclass
class Summary:
    """The sums over all shards."""

    shards: int = 0
    total: Count = field(default_factory=Count)
    skipped: Counter[str] = field(default_factory=Counter)
    restarts: int = 0
    errors: list[tuple[str, str]] = field(default_factory=list)  # input and why its shard failed
    warnings: list[tuple[str, str]] = field(default_factory=list)  # input and what is wrong with it
    notes: list[tuple[str, str]] = field(default_factory=list)  # input and what is worth knowing about it
    seconds: float = 0.0
    new_rows: int = 0

    @classmethod
    def of(cls, dones: Sequence[Mapping[str, Any]], seconds: float = 0.0, new_rows: int = 0) -> "Summary":
        """Add up done-files."""
        found = cls(len(dones), seconds=seconds, new_rows=new_rows)
        for done in sorted(dones, key=lambda done: str(done["shard"])):
            found._add(done)
        return found

    def _add(self, done: Mapping[str, Any]) -> None:
        if "error" in done:
            self.errors.append((done["path"], done["error"]["message"]))
            return
        slowest = [(float(ms), str(url)) for ms, url in done["slowest"]]
        self.total.add(Count(done["rows"], done["ok"], Counter(done["failed"]), slowest, done["hosts"]))
        self.skipped += Counter(done["skipped"])
        self.restarts += done["restarts"]
        self.warnings += [(done["path"], warning["message"]) for warning in done["warnings"]]
        self.notes += [(done["path"], note) for note in done.get("notes", [])]

    @property
    def is_damaged(self) -> bool:
        """Whether an input was damaged or a shard failed."""
        return bool(self.errors or self.warnings)

    def as_dict(self) -> dict[str, Any]:
        """For `summary.json`."""
        return {
            "schema": SCHEMA,
            "shards": self.shards,
            "rows": self.total.rows,
            "ok": self.total.ok,
            "failed": dict(sorted(self.total.failed.items())),
            "skipped": dict(sorted(self.skipped.items())),
            "hosts": self.total.distinct_hosts,
            "restarts": self.restarts,
            "seconds": round(self.seconds, 2),
            "slowest": [{"ms": ms, "url": url} for ms, url in self.total.slowest],
            "failed_shards": [{"path": path, "message": message} for path, message in self.errors],
            "warnings": [{"path": path, "message": message} for path, message in self.warnings],
            "notes": [{"path": path, "message": message} for path, message in self.notes],
        }

    def lines(self) -> list[str]:
        """For people."""
        rate = f", {self.new_rows / self.seconds:.0f} pages/s" if self.seconds and self.new_rows else ""
        hosts = f" of {counted(self.total.distinct_hosts, 'host')}" if self.total.hosts else ""
        found = [
            f"{counted(self.total.rows, 'row')}{hosts} in {counted(self.shards, 'shard')}, "
            f"{self.total.ok:,} with text; {clock(self.seconds)}{rate}"
        ]
        for title, counts in (("failed", self.total.failed), ("skipped", self.skipped)):
            if counts:
                found.append(f"{title}: " + ", ".join(f"{code} {count:,}" for code, count in counts.most_common()))
        if self.restarts:
            found.append(f"{self.restarts} worker processes were replaced")
        if self.total.slowest:
            found.append("slowest: " + ", ".join(f"{name} ({ms:.0f} ms)" for ms, name in self.total.slowest))
        found += [f"note: {path}: {message}" for path, message in self.notes[:20]]
        found += [f"damaged: {path}: {message}" for path, message in self.warnings[:20]]
        found += [f"failed: {path}: {message}" for path, message in self.errors[:20]]
        return found


def counted(number: int, what: str) -> str:
    """A number of things, in words."""
    return f"{number:,} {what}{'s' * (number != 1)}"
