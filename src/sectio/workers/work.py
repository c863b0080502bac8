"""What children do, within which limits, and how an item can fail."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sectio.errors import SectioError

TIMEOUT, CRASH, MEMORY, INTERNAL = "timeout", "crash", "memory", "internal"
GB = 1_000_000_000


class Failure(NamedTuple):
    """Why an item gave nothing: a code for programs, a message for people."""

    code: str
    message: str


class Outcome(NamedTuple):
    """What an item gave, or why it gave nothing."""

    value: Any
    error: Failure | None = None


class Work(Protocol):
    """What children do; sent to each child by value when it starts."""

    def start(self) -> None:
        """Load what takes time; called once in every child."""

    def do(self, item: Any) -> Any:
        """Do one item. What it raises becomes the item's failure."""

    def pack(self, items: Sequence[Any], outcomes: Sequence[Outcome]) -> Any:
        """Make what goes back to the supervisor for a whole chunk."""


@dataclass(frozen=True)
class Limits:
    """What a child may use: wall time an item, memory above what it has at its start, items in its life.

    The supervisor's limit on time is the last resort against code that does not look at a clock; the work's own limit should be lower.
    """

    seconds: float = 20.0
    memory: int | None = 2 * GB
    items: int = 10_000

    @classmethod
    def around(cls, timeout: float, memory: int | None = 2 * GB) -> "Limits":
        """Limits for pages that keep `timeout` themselves: half as much again, and two seconds for a busy machine."""
        return cls(seconds=1.5 * timeout + 2, memory=memory)


def failure_of(error: BaseException) -> Failure:
    """Turn what an item raised into its code and message."""
    if isinstance(error, SectioError):
        return Failure(error.code, str(error))
    if isinstance(error, MemoryError):
        return Failure(MEMORY, "there was not enough memory for the page; raise the limit to read it")
    return Failure(INTERNAL, f"{type(error).__name__}: {error}"[:300])
