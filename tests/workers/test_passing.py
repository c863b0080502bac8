"""Items get to a child whole, whichever way their pages take."""

import os
import pickle
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from typing import Any, NamedTuple

import pytest

from sectio.batch.records import Record
from sectio.batch.work import Item
from sectio.workers import Failure
from sectio.workers.passing import Parcel, receive

PAGES = [b"", b"a page", bytes(range(256)) * 3000, "a text, as Parquet has it", None]
ITEMS = [Item(Record(number, f"https://a.example/{number}", page), "shard") for number, page in enumerate(PAGES)]


class Sent(NamedTuple):
    """What a child got."""

    items: Any
    known: Any


def passed(items: list[Any], known: dict[int, Failure], times: int = 1) -> list[Sent]:
    """What comes out at the other end of a pipe."""
    ours, theirs = Pipe()
    parcel, found = Parcel(items), []
    for _ in range(times):
        parcel.send(ours, os.getpid(), known)
        found.append(Sent(*receive(theirs)))
    return found


@contextmanager
def no_room() -> Iterator[None]:
    """No file may be longer than 1,000 bytes, nor memory that is used like one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def small(items: list[Item]) -> list[Item]:
    return [item for item in items if item.record.size < 10_000]


def test_items_come_out_as_they_went_in() -> None:
    """Twice: a chunk whose child died is sent again."""
    known = {1: Failure("crash", "its worker process died")}
    assert passed(ITEMS, known, times=2) == [Sent(ITEMS, known)] * 2
    assert passed(["a", {"b": 1}], {}) == [Sent(["a", {"b": 1}], {})]


def test_without_memory_that_can_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    assert passed(small(ITEMS), {}) == [Sent(small(ITEMS), {})]


def test_no_room_in_the_memory() -> None:
    """Then pages go through the pipe too."""
    items = [*small(ITEMS), Item(Record(9, None, b"x" * 5000), "shard")]
    with no_room():
        assert passed(items, {}) == [Sent(items, {})]


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="only Linux has it")
def test_pages_are_beside_the_rest_and_nothing_stays_open() -> None:
    opened = set(os.listdir("/proc/self/fd"))
    parcel = Parcel(ITEMS)
    assert len(parcel._head) < 2000
    assert len(set(os.listdir("/proc/self/fd")) - opened) == 1
    del parcel
    assert not set(os.listdir("/proc/self/fd")) - opened


def test_items_can_be_pickled_in_the_usual_ways() -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(ITEMS, protocol)) == ITEMS
