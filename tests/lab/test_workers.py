"""Workers survive what peers do to them: exceptions, endless loops, crashes, chatter, the network."""

import os
import socket
import sys
import time
from dataclasses import dataclass

from sectio.lab.evaluate.workers import CRASH, TIMEOUT, Outcome, run_tasks


@dataclass(frozen=True)
class Deeds:
    """Steps with a name that says what they do."""

    steps: tuple[str, ...]

    def run(self, step: str) -> str:
        """Do what the name says."""
        if step == "raise":
            raise ValueError("no such luck")
        if step == "hang":
            time.sleep(60)
        if step == "die":
            os._exit(9)
        if step == "talk":
            print("loud", file=sys.stderr)
            os.write(1, b"louder")
        if step == "connect":
            socket.create_connection(("127.0.0.1", 9), timeout=1)
        return step + str(os.getpid() if step == "pid" else "")


def outcomes(*tasks: Deeds, workers: int = 1, limit: float = 20.0) -> list[Outcome]:
    return list(run_tasks(tasks, workers=workers, limit=limit))


def test_steps_in_order_in_one_process() -> None:
    """A task stays in its process, and so does the next one."""
    found = outcomes(Deeds(("pid", "a")), Deeds(("pid", "b")))
    assert [outcome.step for outcome in found] == ["pid", "a", "pid", "b"]
    assert found[0].value == found[2].value
    assert found[0].value != f"pid{os.getpid()}"


def test_one_bad_step_costs_one_step() -> None:
    """After an exception, a kill and a crash the remaining steps and tasks are still done."""
    found = outcomes(Deeds(("raise", "a")), Deeds(("hang", "b")), Deeds(("die", "c")), limit=1.5)
    errors = [(outcome.step, outcome.error) for outcome in found]
    raised = ("raise", "ValueError: no such luck")
    assert errors == [raised, ("a", None), ("hang", TIMEOUT), ("b", None), ("die", CRASH), ("c", None)]


def test_last_step_may_fail() -> None:
    """A crash at the very end neither hangs nor loses the outcome."""
    assert [outcome.error for outcome in outcomes(Deeds(("a", "die")))] == [None, CRASH]


def test_workers_are_silent_and_offline(capfd: object) -> None:
    """Chatter of peers stays out of our output, and no peer reaches the network."""
    found = outcomes(Deeds(("talk", "connect")))
    assert found[0].error is None
    assert "does not use the network" in str(found[1].error)
    assert capfd.readouterr() == ("", "")  # type: ignore[attr-defined]


def test_several_workers_share_the_tasks() -> None:
    """Every task is done once, whoever does it."""
    found = outcomes(*(Deeds((str(n),)) for n in range(7)), workers=2)
    assert sorted(outcome.value for outcome in found) == [str(n) for n in range(7)]


def test_no_tasks() -> None:
    """Nothing to do starts nothing."""
    assert outcomes() == []
