"""What worker processes do in tests of kills: the real work, and what a note in a page's markup says besides."""

import ctypes
import os
import re
import resource
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sectio.batch.rows import Row
from sectio.batch.work import Item, Packed, RowWork
from sectio.workers import Outcome


@dataclass(frozen=True)
class Poison(RowWork):
    """Pages with `<!--segfault-->`, `<!--kill-->`, `<!--hang-->` or `<!--bomb-->` do that; `<!--slow-->` takes a tenth of a second.

    With `once`, a child kills itself between two pages, the first time only: the file says whether it happened.
    """

    once: Path | None = None

    def do(self, item: Item) -> Row:
        """Do what the page says, then extract it."""
        page = item.record.page
        assert isinstance(page, bytes)
        note = re.search(rb"<!--(\w+)-->", page)
        if note is not None:
            _act(note[1].decode())
        return super().do(item)

    def pack(self, items: Sequence[Item], outcomes: Sequence[Outcome]) -> Packed:
        """All pages of the chunk are done, and none has gone back: the moment to die between two pages."""
        if self.once is not None and _is_first(self.once):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().pack(items, outcomes)


@dataclass(frozen=True)
class KillSupervisor(RowWork):
    """Kills the process that supervises this one, in the middle of every shard, the first time only."""

    marks: Path = Path()

    def do(self, item: Item) -> Row:
        """The page, unless this shard has not lost its supervisor yet."""
        if _is_first(self.marks / item.shard):
            os.kill(_supervisor(), signal.SIGKILL)
        return super().do(item)


@dataclass(frozen=True)
class KillAtRename(RowWork):
    """Kills the process that supervises this one around the renames of every shard, the first time only.

    `moment` is `before` the data file gets its name, `between` that and the done-file, or `after` both. It acts where it is unpickled,
    and only on files in `folder`.
    """

    marks: Path = Path()
    folder: Path = Path()
    moment: str = "before"

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        rename = os.replace

        def replace(source: str, target: str | Path) -> None:
            path, is_data = Path(target), Path(target).name.startswith("part-")
            is_due = self.folder in path.parents and is_data == (self.moment != "after")
            is_due = is_due and (is_data or path.parent.name == "done")
            if is_due and self.moment == "before":
                self._die_once(path)
            rename(source, target)
            if is_due:
                self._die_once(path)

        os.replace = replace  # type: ignore[assignment]

    def _die_once(self, path: Path) -> None:
        if _is_first(self.marks / path.stem):
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class FillDisk(RowWork):
    """Lets the process that supervises this one write no file above `most` bytes, and notes which process it is."""

    marks: Path = Path()
    most: int = 0

    def do(self, item: Item) -> Row:
        """The page, with a full disk."""
        (self.marks / str(_supervisor())).touch()
        limit_files(_supervisor(), self.most)
        return super().do(item)


def limit_files(process: int, most: int) -> None:
    """Let a process write no file above so many bytes; -1 lifts the limit."""
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (most, hard))


def _is_first(mark: Path) -> bool:
    """Whether the mark was not there yet; of several processes that ask at once, one is the first."""
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def _supervisor() -> int:
    """The process that started the server that this one was forked from."""
    return int(Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()[1])


def _act(note: str) -> None:
    if note == "segfault":
        ctypes.string_at(0)
    elif note == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif note == "hang":
        time.sleep(3600)
    elif note == "bomb":
        bytearray(3_000_000_000)
    elif note == "slow":
        time.sleep(0.1)
