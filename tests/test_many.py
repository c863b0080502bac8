"""Many pages at once: results in order, failures as results, and no page that hurts another."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import sectio
from sectio import extract, extract_many
from sectio.errors import InputError

PAGES = [
    f"<html><title>T{n}</title><body><p>{'Words of a page, many of them. ' * 9}{n}</p>".encode() for n in range(30)
]


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_the_same_results_as_one_by_one(workers: int) -> None:
    found = list(extract_many(PAGES, workers=workers))
    assert [result.text for result in found] == [extract(page).text for page in PAGES]
    assert found[3].to_dict() == extract(PAGES[3]).to_dict()


def test_pages_of_every_kind_with_and_without_an_address() -> None:
    """Bytes, views, text and parsed pages; pairs give the address."""
    text = PAGES[0].decode()
    kinds: list[sectio.reader.Source] = [
        PAGES[0],
        bytearray(PAGES[0]),
        memoryview(PAGES[0]),
        text,
        sectio.parse_page(text),
    ]
    for workers in (0, 1):
        found = list(extract_many([*kinds, ("https://a.example/x", text)], workers=workers))
        assert len({result.text for result in found}) == 1
        assert [result.url for result in found] == [None] * 5 + ["https://a.example/x"]


@pytest.mark.parametrize("workers", [0, 1])
def test_failures_are_results(workers: int) -> None:
    given = [PAGES[0], ("https://a.example/", 7), PAGES[1], b"x" * 2000, b""]
    found = list(extract_many(given, workers=workers, options={"max_bytes": 1000}))  # type: ignore[arg-type]
    assert [result.ok for result in found] == [True, False, True, False, False]
    assert [result.error is None for result in found] == [True, False, True, False, True]
    assert found[1].error is not None
    assert found[1].error.code == "input"
    assert found[1].url == "https://a.example/"


def test_results_come_while_pages_are_still_read() -> None:
    taken = []

    def endless() -> Iterator[bytes]:
        while True:
            taken.append(1)
            yield PAGES[0]

    found = extract_many(endless(), workers=1)
    assert next(found).ok
    assert len(taken) < 600


def test_mistakes_are_told_at_once() -> None:
    wrongs: list[dict[str, Any]] = [
        {"method": "nothing"},
        {"method": "forest"},
        {"method": "econ", "favor": "recall"},
        {"method": "econ", "options": {"nonsense": 1}},
        {"template": "site.json"},
        {"favor": 7},
        {"options": {"timeout": -1}},
        {"workers": -1},
        {"workers": float("nan")},
        {"memory": -1},
    ]
    for wrong in wrongs:
        with pytest.raises(InputError):
            extract_many(PAGES, **wrong)
    for pages in (None, 7, PAGES[0], PAGES[0].decode()):
        with pytest.raises(InputError, match="several pages"):
            extract_many(pages)  # type: ignore[arg-type]


def test_what_cannot_be_sent_to_a_worker_is_a_failure_of_its_own() -> None:
    given: list[Any] = [PAGES[0], lambda: 7, threading.Lock(), PAGES[1]]
    for workers in (0, 1):
        found = list(extract_many(given, workers=workers))
        assert [result.ok for result in found] == [True, False, False, True]
        assert [result.error.code for result in found if result.error is not None] == ["input", "input"]


def test_templates_and_methods_go_along() -> None:
    site = sectio.learn(PAGES[:6])
    found = list(extract_many(PAGES[:4], workers=1, template=site))
    assert [result.text for result in found] == [extract(page, template=site).text for page in PAGES[:4]]
    assert next(extract_many(PAGES, workers=1, method="body")).method == "body"


def test_a_script_needs_no_guard() -> None:
    """Workers do not import the script that uses them; it would start workers again."""
    script = f"import sectio\nprint([doc.ok for doc in sectio.extract_many([{PAGES[0]!r}] * 3, workers=2)])"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout == "[True, True, True]\n"


def test_importing_the_package_does_not_load_the_workers() -> None:
    script = "import sys, sectio; print(any('workers' in name or 'multiprocessing' in name for name in sys.modules))"
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}  # which loads more
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=plain)
    assert found.stdout == "False\n"
