"""Work for tests: items say what to do to the worker process that gets them."""

import ctypes
import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sectio.errors import InputError
from sectio.workers import Outcome


@dataclass(frozen=True)
class Deeds:
    """Does what an item's name says; sends back a list of outcomes."""

    is_broken: bool = False

    def start(self) -> None:
        """Refuse to start, if so made."""
        if self.is_broken:
            os._exit(3)

    def do(self, item: str) -> Any:
        """Do what the name says."""
        deed, _, argument = item.partition(" ")
        return DEEDS[deed](argument) if deed in DEEDS else item

    def pack(self, items: Sequence[str], outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Send the outcomes back as they are; dies here when asked to."""
        for item in items:
            if item == "die-while-packing":
                os.kill(os.getpid(), signal.SIGKILL)
        return list(outcomes)


def kill(argument: str) -> None:
    """Be killed, as by the system when memory runs out."""
    os.kill(os.getpid(), signal.SIGKILL)


def segfault(argument: str) -> None:
    """Read where nothing is."""
    ctypes.string_at(0)


def hang(argument: str) -> None:
    """Never come back, deaf to everything that is not SIGKILL or an alarm."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(3600)


def bomb(argument: str) -> int:
    """Take as much memory as the argument says."""
    return len(bytearray(int(argument)))


def fail(argument: str) -> None:
    """Raise what the library raises."""
    raise InputError(argument)


def bug(argument: str) -> None:
    """Raise something unexpected."""
    raise KeyError(argument)


def once(argument: str) -> str:
    """Die the first time, live the second: the file says whether it happened."""
    if not os.path.exists(argument):
        with open(argument, "w"):
            os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


DEEDS: dict[str, Callable[[str], Any]] = {
    "kill": kill,
    "segfault": segfault,
    "hang": hang,
    "bomb": bomb,
    "fail": fail,
    "bug": bug,
    "once": once,
    "pid": lambda argument: os.getpid(),
    "sleep": lambda argument: time.sleep(float(argument)),
    "environment": os.environ.get,
}
