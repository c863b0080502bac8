"""A short run of what `make fuzz` does for minutes, and that it would say what is wrong."""

import json
from dataclasses import replace
from random import Random

import pytest

import sectio
from sectio.dom import parse
from tests.compiled import built
from tests.hostile import fuzz, invariants, soup
from tests.hostile.fuzzed import table


def test_random_inputs_through_every_output() -> None:
    """The same inputs each time; `make fuzz` draws new ones."""
    tried = fuzz.Fuzz(1, fuzz.small(dict(soup.KINDS)), fuzz.SOMETIMES)
    tried.run(20, 150)
    assert tried.sums.failed == 0


def test_mutated_pages_through_every_output() -> None:
    """Parts of pages cut out, moved, doubled and overwritten."""
    tried = fuzz.Fuzz(1, soup.mutated(fuzz.pages_of("generated")), fuzz.SOMETIMES)
    tried.run(20, 20)
    assert tried.sums.failed == 0


def test_a_seed_draws_the_same_input_again() -> None:
    """Else a failure could not be looked at."""
    one, other = (fuzz.Fuzz(7, fuzz.small(dict(soup.KINDS)), {}) for _ in range(2))
    one.step(0)
    assert [one.input(n)[0] for n in range(50)] == [other.input(n)[0] for n in range(50)]
    assert len({one.input(n)[0] for n in range(50)}) > 40


def test_a_failure_is_told_with_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is raised, and whatever is found."""

    def break_down(reading: invariants.Reading, draw: Random) -> list[str]:
        raise KeyError("inside")

    tried = fuzz.Fuzz(7, lambda draw: "<p>text", {break_down: 1, lambda reading, draw: ["odd"]: 1})
    assert not tried.run(20, 2)
    told = capsys.readouterr().out
    assert "seed 7 number 1:" in told
    assert "KeyError" in told
    assert "odd" in told
    assert "2 inputs" in told
    assert "2 failed" in told


def test_every_property_is_read() -> None:
    """Also those that are added later."""
    assert {"text", "html", "sections", "comments", "metadata"} <= {*invariants.PROPERTIES}
    read = invariants.read_all("<p>some text")
    assert isinstance(read.result, sectio.Extraction)
    assert {"html", "xml", "tei", "csv", "json"} <= {*read.written}


@pytest.mark.parametrize(
    ("name", "text"), [("text", "a\x1b[2J"), ("xml", "<a>"), ("html", "<script>x</script>"), ("html", "<p>")]
)
def test_what_is_wrong_is_found(name: str, text: str) -> None:
    """In each output."""
    read = invariants.read_all("<p>some text")
    assert not invariants.faults(read)
    assert invariants.faults(replace(read, written=read.written | {name: text}))


def test_a_difference_is_found() -> None:
    """Between two readings of one input."""
    read = invariants.read_all("<p>some text")
    assert not invariants.repeated(read, Random(1))
    assert invariants.repeated(replace(read, written=read.written | {"text": "other"}), Random(1))
    assert invariants.sections(replace(read, record=read.record | {"sections": []}), Random(1))


@built
def test_a_difference_of_the_core_is_found() -> None:
    """Between what compiled code decides and reads and what plain code does: texts and hidden rows."""
    read = invariants.read_core("<title>t</title><p>some text<p hidden>other")
    assert {"'some text'"} <= {*read.written.values()}
    assert not invariants.core_twins(read, Random(1))
    for other in (
        replace(read, written=read.written | {"text": "'other'"}),
        replace(read, record={"hidden": (b"", b"")}),
        replace(read, record={"error": "refused"}),
    ):
        assert invariants.core_twins(other, Random(1))


@built
def test_a_difference_of_markup_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Between what compiled code writes and what the parser does."""
    tried = fuzz.Fuzz(7, lambda draw: "<!doctype html><p>some <b>text", {}, fuzz.read_markup)
    assert tried.run(20, 1)
    body, *rest = parse._parsed("<p>other")
    monkeypatch.setattr(parse, "_parsed", lambda *given, **how: (body, *rest))
    tried.step(1)
    assert tried.sums.failed == 1
    assert "seed 7 number 1:" in capsys.readouterr().out


def test_runs_are_summed(capsys: pytest.CaptureFixture[str]) -> None:
    """By kind, and those of one seed once."""
    lines = []
    for seed, count in ((7, 2), (8, 3), (7, 2)):
        tried = fuzz.Fuzz(seed, lambda draw: "<p>text", {})
        tried.run(20, count)
        lines.append(json.loads(fuzz.told("small", tried)))
    _, row = table(lines)
    assert row.split()[2:7] == ["2", "5", "7", "0", "0"]
