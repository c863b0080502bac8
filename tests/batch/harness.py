"""A run in a process of its own that kills itself at a chosen moment, or whose disk is full.

    python -m tests.batch.harness WHEN INPUT… -o OUT …

WHEN is `never 0`, `full N` (no file above N bytes), `stuck 0` (throwing away a file takes an hour, and leaves a mark), or `before N` / `after N`: the Nth time a file would get its name, or has got it.
"""

import itertools
import os
import resource
import signal
import sys
import time

from sectio.apps.cli import main
from sectio.batch.files import NewFile


def die_at_rename(moment: str, which: int) -> None:
    """Kill this process, as the system would, around a rename."""
    rename, counter = os.replace, itertools.count(1)

    def replace(source: str, target: str) -> None:
        number = next(counter)
        if moment == "before" and number == which:
            os.kill(os.getpid(), signal.SIGKILL)
        rename(source, target)
        if moment == "after" and number == which:
            os.kill(os.getpid(), signal.SIGKILL)

    os.replace = replace  # type: ignore[assignment]


def get_stuck() -> None:
    """Hang where a run that was asked to end throws away what is not complete."""

    def discard(self: NewFile) -> None:
        (self.path.parent / "stuck").touch()
        time.sleep(3600)

    NewFile.discard = discard  # type: ignore[method-assign]


def act(moment: str, which: int) -> None:
    if moment in ("before", "after"):
        die_at_rename(moment, which)
    elif moment == "stuck":
        get_stuck()
    elif moment == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (which, resource.RLIM_INFINITY))


if __name__ == "__main__":
    act(sys.argv[1], int(sys.argv[2]))
    sys.argv = ["sectio", "batch", *sys.argv[3:]]
    main()
