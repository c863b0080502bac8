"""How the items of a chunk get to a child: pickled, with their pages beside them in memory that both processes can read.

A parcel is made while all children are busy. Handing it over is then a short message, and the child waits for no copy of a page through a
pipe. Only Linux has such memory; elsewhere everything goes through the pipe.
"""

import os
import pickle
import weakref
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle, send_handle
from typing import Any

from sectio.workers.work import Failure

_PROTOCOL = 5  # the first that can leave large parts out


class Parcel:
    """Items ready to be sent, any number of times. Parts that they pickle as `pickle.PickleBuffer` are in the memory beside."""

    def __init__(self, items: Sequence[Any]) -> None:
        parts: list[pickle.PickleBuffer] = []
        self._head = pickle.dumps(items, _PROTOCOL, buffer_callback=parts.append)
        self._sizes = [part.raw().nbytes for part in parts]
        self._memory = _shared([part.raw() for part in parts]) if parts else None
        if self._memory is not None:
            weakref.finalize(self, os.close, self._memory)
        elif parts:
            self._head, self._sizes = pickle.dumps(items, _PROTOCOL), []

    def send(self, pipe: Connection, process: int, known: Mapping[int, Failure]) -> None:
        """Send the items to a process, and which of them are given up."""
        pipe.send((known, self._sizes))
        pipe.send_bytes(self._head)
        if self._memory is not None:
            send_handle(pipe, self._memory, process)


def receive(pipe: Connection) -> tuple[Sequence[Any], Mapping[int, Failure]]:
    """The items of the next parcel, and which of them are given up."""
    known, sizes = pipe.recv()
    head = pipe.recv_bytes()
    return pickle.loads(head, buffers=_parts(recv_handle(pipe), sizes) if sizes else None), known


def _shared(parts: Sequence[memoryview]) -> int | None:
    """Memory with these parts in it, as a file descriptor; None where the system has no such memory, or no room in it."""
    if not hasattr(os, "memfd_create"):
        return None
    try:
        memory = os.memfd_create("sectio")
    except OSError:
        return None
    try:
        for part in parts:
            _write(memory, part)
    except OSError:
        os.close(memory)
        return None
    return memory


def _write(memory: int, part: memoryview) -> None:
    while part:
        part = part[os.write(memory, part) :]


def _parts(memory: int, sizes: Sequence[int]) -> list[bytes]:
    """The parts, each in bytes of its own."""
    try:
        os.lseek(memory, 0, os.SEEK_SET)
        return [os.read(memory, size) for size in sizes]
    finally:
        os.close(memory)
