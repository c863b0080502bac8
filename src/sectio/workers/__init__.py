"""Worker processes in which a page hurts only itself.

A supervisor keeps one child per worker. A child notes in shared memory which item it is at, so that when it dies, hangs or runs out of
memory exactly that item is given up; the rest of its chunk is done by a fresh child.

    work.py    what children do, and how an item can fail      note.py    the note in shared memory
    child.py   the life of a child                             start.py   how a child is started and ended
    pool.py    the supervisor: give chunks, take results       stream.py  many items through a pool
    warm.py    what all children share from their birth        passing.py how items get to a child
"""

from sectio.workers.pool import Chunk, Pool
from sectio.workers.start import available, prepare
from sectio.workers.stream import as_finished, stream
from sectio.workers.work import CRASH, INTERNAL, MEMORY, TIMEOUT, Failure, Limits, Outcome, Work, failure_of

__all__ = [
    "CRASH",
    "INTERNAL",
    "MEMORY",
    "TIMEOUT",
    "Chunk",
    "Failure",
    "Limits",
    "Outcome",
    "Pool",
    "Work",
    "as_finished",
    "available",
    "failure_of",
    "prepare",
    "stream",
]
