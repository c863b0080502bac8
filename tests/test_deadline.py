"""The time limit runs only inside our calls, and reaches loops wherever they are."""

import pickle
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

import sectio
from sectio import deadline
from sectio.deadline import Deadline
from sectio.errors import TimeLimit
from sectio.extraction import Extraction
from sectio.output import write
from tests.compiled import built, core
from tests.test_compiled import calls


def work(seconds: float) -> None:
    """A long loop that looks at the clock."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        deadline.check()


def stopped(seconds: float) -> bool:
    """Whether the clock stops a loop, instead of being looked at when the loop is done."""
    try:
        work(seconds)
    except TimeLimit:
        return True
    return False


def late_error() -> None:
    time.sleep(0.03)
    raise KeyError


def test_a_loop_is_stopped_from_far_above() -> None:
    with pytest.raises(TimeLimit, match=r"timeout=0\.02 s"), Deadline(0.02):
        work(5)


def test_a_loop_is_stopped_before_it_is_done() -> None:
    """By the stricter of two limits, wherever it was set, also if one is entered twice."""
    loose, strict = Deadline(10), Deadline(0.02)
    with loose:
        assert not stopped(0.05)
    with pytest.raises(TimeLimit), loose, strict, loose:
        assert stopped(0.3)
    other = Deadline(0.02)
    with pytest.raises(TimeLimit), other, Deadline(10):
        assert stopped(0.3)


@built
def test_compiled_code_knows_the_deadline() -> None:
    """It has a clock of its own, which runs as long as ours."""
    with pytest.raises(TimeLimit), Deadline(0.01):
        cut_too_late()
    assert core().strings(*calls()["strings"]) == ["some", "text"]


def cut_too_late() -> None:
    time.sleep(0.02)
    with pytest.raises(TimeLimit):
        core().strings(*calls()["strings"])


def test_time_between_calls_is_free() -> None:
    budget = Deadline(0.5)
    with budget:
        pass
    time.sleep(0.55)
    with budget:
        deadline.check()
    assert budget.left > 0.1


def test_calls_share_one_budget() -> None:
    budget = Deadline(0.4)
    with budget:
        time.sleep(0.05)
    with pytest.raises(TimeLimit), budget:
        time.sleep(0.39)
    with pytest.raises(TimeLimit), budget:
        pass


def test_a_result_that_comes_too_late_is_no_result() -> None:
    with pytest.raises(TimeLimit), Deadline(0.01):
        time.sleep(0.03)


def test_an_error_inside_is_kept() -> None:
    with pytest.raises(KeyError), Deadline(0.01):
        late_error()


def test_entering_twice_counts_once() -> None:
    budget = Deadline(10)
    with budget, budget:
        time.sleep(0.02)
    assert budget.left > 9.9


def test_the_stricter_of_two_holds() -> None:
    with pytest.raises(TimeLimit, match=r"0\.02"), Deadline(0.02), Deadline(10):
        work(5)
    with pytest.raises(TimeLimit, match=r"0\.02"), Deadline(10), Deadline(0.02):
        work(5)


def test_after_the_call_nothing_is_running() -> None:
    with Deadline(0.2):
        pass
    time.sleep(0.25)
    deadline.check()


def test_each_thread_has_its_own() -> None:
    failed: list[BaseException] = []

    def other() -> None:
        try:
            work(0.1)
        except TimeLimit as error:
            failed.append(error)

    thread = threading.Thread(target=other)
    thread.start()
    with pytest.raises(TimeLimit), Deadline(0.02):
        work(1)
    thread.join()
    assert not failed


def test_what_is_left_survives_pickling() -> None:
    budget = Deadline(5)
    with budget:
        time.sleep(0.01)
    again = pickle.loads(pickle.dumps(budget))
    assert again.left == budget.left
    assert again.limit == 5


def test_a_watched_loop_gives_every_item_and_stops_when_time_is_up() -> None:
    """Long loops are looked at every few hundred steps, the first included."""
    assert [*deadline.watched(range(1000))] == [*range(1000)]
    endless = deadline.watched(iter(lambda: time.sleep(0.0001), 0))
    with pytest.raises(TimeLimit), Deadline(0.01):
        list(endless)


READS: list[Callable[[Extraction], str]] = [
    lambda result: result.sections[0].reason,
    lambda result: result.to_json(),
    *(partial(write, format=name) for name in ("json", "jsonl", "xml", "tei")),
]


@pytest.mark.parametrize("read", READS)
def test_reasons_and_writers_are_within_the_limit(read: Callable[[Extraction], str]) -> None:
    """They are made last, and often by other calls than those before."""
    result = sectio.extract("<article><p>Some words of a page.</p></article>")
    assert result.sections
    result.deadline.left = 0.0
    with pytest.raises(TimeLimit):
        read(result)
