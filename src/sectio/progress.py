"""What is going on, on stderr: one line that changes on a terminal, a line every half minute elsewhere, or nothing."""

import sys
import time
from typing import Any, TextIO

_OFTEN, _SELDOM = 0.5, 30.0


class Progress:
    """Counts pages, and shards where there are any, and prints the counts now and then. `style` is auto, plain or none; `verbose` also names what is done."""

    def __init__(
        self, style: str = "auto", stream: TextIO | None = None, title: str = "batch", *, verbose: bool = False
    ) -> None:
        self._stream, self._verbose = stream or sys.stderr, verbose
        self._live = style == "auto" and self._stream.isatty()
        self._quiet = style == "none"
        self._began = self._said = time.monotonic()
        self.title = title
        self.shards = self.shards_done = self.before = 0
        self.pages = self.failed = self.restarts = 0

    def plan(self, shards: int, done: int = 0, title: str = "batch") -> None:
        """A number of shards is ahead, some of them done before."""
        self.title, self.shards, self.before, self.shards_done = title, shards, done, done
        self.tick()

    def add_pages(self, rows: int, failed: int, restarts: int) -> None:
        """Pages came back."""
        self.pages += rows
        self.failed += failed
        self.restarts += restarts
        self.tick()

    def add_shard(self, name: str = "", rows: int = 0) -> None:
        """A shard is done."""
        self.shards_done += 1
        if self._verbose and name:
            self.say(f"{name}: {rows:,} pages")
        self.tick()

    def tick(self) -> None:
        """Say something if it is time."""
        now = time.monotonic()
        if self._quiet or now - self._said < (_OFTEN if self._live else _SELDOM):
            return
        self._said = now
        self._write(self.line(now), "\r\x1b[K" if self._live else "", "" if self._live else "\n")

    def say(self, message: str) -> None:
        """Write a line of its own, whatever the style."""
        self._write(message, "\r\x1b[K" if self._live else "", "\n")

    def end(self) -> None:
        """Leave the line that changes."""
        if self._live:
            self._write("", "\r\x1b[K", "")

    def line(self, now: float) -> str:
        """For instance `batch  12/64 shards  40,211 pages  212/s  0.3 % failed  eta 3:10  3 restarts`."""
        spent = max(now - self._began, 1e-9)
        parts = [self.title, f"{self.shards_done}/{self.shards} shards"] if self.shards else [self.title]
        parts += [f"{self.pages:,} pages", f"{self.pages / spent:.0f}/s"]
        if self.failed:
            parts.append(f"{100 * self.failed / max(self.pages, 1):.1f} % failed")
        if (new := self.shards_done - self.before) and self.shards_done < self.shards:
            parts.append(f"eta {clock(spent * (self.shards - self.shards_done) / new)}")
        if self.restarts:
            parts.append(f"{self.restarts} restarts")
        return "  ".join(parts)

    def _write(self, text: str, before: str, after: str) -> None:
        self._stream.write(before + text + after)
        self._stream.flush()


def clock(seconds: float) -> str:
    """For instance `3:10`, or `1:02:03`."""
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


def counted(done: dict[str, Any]) -> tuple[int, int, int]:
    """Pages, failures and restarts of a shard."""
    return done.get("rows", 0), sum(done.get("failed", {}).values()), done.get("restarts", 0)
