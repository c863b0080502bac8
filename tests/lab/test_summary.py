"""Rows, JSON and terminal tables say what was measured."""

import json
from dataclasses import replace
from typing import Any

import pytest

from sectio.lab.evaluate import tables
from sectio.lab.evaluate.scoring import Measurement
from sectio.lab.evaluate.summary import rows, to_json
from tests.lab.runs import DEFAULT, make_run, measured

CONTRACT = {"name", "kind", "n", "precision", "recall", "f1", "f1_low", "f1_high", "ms", "errors", "types"}


def test_rows_by_hand() -> None:
    """Means over pages, by type, and counted failures."""
    run = make_run(
        {
            DEFAULT: [measured(0.5), measured(0.7), measured(0.6)],
            "Peer": [measured(0.9, ms=10.0), measured(0.9, ms=20.0), measured(0, ms=None, error="timeout")],
        }
    )
    peer, ours = sorted(rows(run), key=lambda row: row.name != "Peer")
    assert (ours.name, peer.name, peer.kind) == (DEFAULT, "Peer", "peer")
    assert peer.f1 == pytest.approx(0.6)
    assert peer.types == {"article": pytest.approx(0.9), "forum": 0}
    assert (peer.errors, peer.reasons, peer.ms, peer.n) == (1, {"timeout": 1}, 15.0, 3)
    assert ours.types["article"] == pytest.approx(0.6)
    assert ours.f1_low <= ours.f1 <= ours.f1_high
    assert ours.shingle_f1 == pytest.approx(0.3)
    assert ours.snippet_f1 is None
    assert ours.versus is None
    assert peer.versus is not None
    assert peer.versus["difference"] == pytest.approx(0.0)


def test_f1_is_not_f1_of_means() -> None:
    """Both are reported: the mean of page F1, and F1 of mean P and mean R."""
    found = [Measurement(1.0, 0.0, 0.0, ms=1.0), Measurement(0.0, 1.0, 0.0, ms=1.0), measured(0)]
    (row,) = rows(make_run({DEFAULT: [*found]}))
    assert row.f1 == 0
    assert row.f1_of_means == pytest.approx(1 / 3)


def test_snippets_are_pooled() -> None:
    """F1 over all strings: 2·3 / (2·3 + 1 + 2); no types, no pairs."""
    counts = [
        Measurement(hits=1, ms=1.0),
        Measurement(hits=2, false_alarms=1, ms=1.0),
        Measurement(misses=2, ms=1.0),
    ]
    (row,) = rows(make_run({DEFAULT: [*counts]}, layout="snippets", types=(None, None, None)))
    assert row.f1 == pytest.approx(6 / 9)
    assert row.precision == pytest.approx(3 / 4)
    assert row.recall == pytest.approx(3 / 5)
    assert row.types == {}
    assert row.shingle_f1 is None
    assert row.snippet_f1 == row.f1


def test_sites_are_grouped_by_site() -> None:
    """A site data set without page types is broken down by site, and its interval resamples sites."""
    run = make_run({DEFAULT: [measured(0.2), measured(0.4), None]}, layout="sites", types=(None, None, None))
    (row,) = rows(run)
    assert row.types == {"site0": pytest.approx(0.2), "site1": pytest.approx(0.4)}
    assert row.n == 2


def test_json_keeps_the_contract() -> None:
    """The names the contract promises, plain JSON values, nothing that JSON cannot hold."""
    run = make_run({DEFAULT: [measured(0.5)] * 3, "Peer": [measured(0, ms=None, error="crash")] * 3}, problems=("x",))
    record = json.loads(json.dumps(to_json([run], "folder"), allow_nan=False))
    assert record["schema"] == "sectio-evaluate/1"
    assert record["data"] == "folder"
    assert record["datasets"][0]["skipped"] == 1
    assert [row["kind"] for row in record["rows"]] == ["method", "peer"]
    for row in record["rows"]:
        assert row.keys() >= CONTRACT
    assert record["rows"][1]["ms"] is None
    assert record["rows"][1]["errors"] == 3


def test_metadata_is_scored_where_gold_has_it() -> None:
    """A failed page is wrong, a field without gold does not count, and peers have no metadata."""
    found = [measured(0.5, fields={"title": True, "date": False}), measured(0, error="crash"), measured(0.5, fields={})]
    run = make_run({DEFAULT: list(found), "Peer": [measured(0.5)] * 3})
    golds: tuple[dict[str, Any], ...] = ({"title": "A", "date": "2020-01-02"}, {"title": "B"}, {})
    run = replace(run, pages=tuple(replace(page, **gold) for page, gold in zip(run.pages, golds, strict=True)))
    by_name = {row.name: row.metadata for row in rows(run)}
    assert by_name == {DEFAULT: {"title": {"right": 0.5, "n": 2}, "date": {"right": 0.0, "n": 1}}, "Peer": {}}
    assert "0.500 (2)" in tables.write([run])


def test_table_shows_failures_and_types() -> None:
    """A reader sees who failed and why, and the types side by side."""
    run = make_run({DEFAULT: [measured(0.5)] * 3, "Peer": [measured(0, error="crash")] * 3})
    text = tables.write([run])
    assert "data & set (wcxb): 3 pages" in text
    assert "Peer failed on 3 pages: crash × 3" in text
    assert "article  forum" in text
    lines = [line for line in text.splitlines() if line.startswith(DEFAULT)]
    assert "0.500" in lines[0]


def test_no_pages_no_crash() -> None:
    """A system without any measurement still has a row."""
    (row,) = rows(make_run({DEFAULT: [None, None, None]}))
    assert (row.n, row.f1, row.ms) == (0, 0, None)
