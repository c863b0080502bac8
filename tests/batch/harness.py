"""A run in a process of its own that kills itself at a chosen moment, or whose disk is full.

    python -m tests.batch.harness WHEN INPUT… -o OUT …

WHEN is `never 0`, `full N` (no file above N bytes), or `before N` / `after N`: the Nth time a file would get its name, or has got it.
"""

import itertools
import os
import resource
import signal
import sys

from sectio.apps.cli import main


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


def act(moment: str, which: int) -> None:
    if moment in ("before", "after"):
        die_at_rename(moment, which)
    elif moment == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (which, resource.RLIM_INFINITY))


if __name__ == "__main__":
    act(sys.argv[1], int(sys.argv[2]))
    sys.argv = ["sectio", "batch", *sys.argv[3:]]
    main()
