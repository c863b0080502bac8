"""A hostile page in the inspector, in a real Chromium, with a server that notes every request. Three layers keep it harmless: the writer, the frame's
sandbox and the policy inside. Each is tested with the others off, for what it is there for; then all together.
"""

import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sectio
from sectio.apps.inspector import prepared, report
from sectio.apps.inspector.view import Inspection
from tests.apps.inspector import hostile
from tests.apps.inspector.browsing import browser, tab  # noqa: F401
from tests.apps.inspector.hostile import CLICKED, LEADING, LOADING, RUNNING, Beacon, beacon
from tests.layout.test_chromium import real

pytestmark = [real]
# Hover and click everything, from the outside: a script in the frame would not run.
_TOUCH = """() => {
  for (const part of document.getElementById("frame").contentDocument.querySelectorAll("body, body *"))
    for (const name of ["mousemove", "click"]) part.dispatchEvent(new MouseEvent(name, {bubbles: true, cancelable: true}));
}"""
SETTLED = 700  # milliseconds in which whatever wants to load has begun to


@pytest.fixture
def listening() -> Iterator[Beacon]:
    with beacon() as made:
        yield made


def write(source: str) -> str:
    doc = sectio.extract(source)
    return prepared.write(doc.page, doc.sections)


def visit(tab: Any, document: str, tmp_path: Path) -> None:  # noqa: F811
    """Open a document from a file, and let it settle."""
    path = tmp_path / "page.html"
    path.write_text(document, encoding="utf-8")
    tab.goto(path.as_uri())
    tab.wait_for_timeout(SETTLED)


def framed(document: str, sandbox: str | None) -> str:
    given = "" if sandbox is None else f' sandbox="{sandbox}"'
    return f'<!doctype html><title>Ours</title><iframe id=f{given} width=800 height=600 srcdoc="{html.escape(document)}"></iframe>'


def without_policy(document: str) -> str:
    made = document.replace(prepared.POLICY, "")
    assert made != document
    return made


def with_policy(document: str) -> str:
    return document.replace("<head>", f'<head><meta http-equiv="Content-Security-Policy" content="{prepared.POLICY}">')


def test_the_vectors_work(tab: Any, listening: Beacon, tmp_path: Path) -> None:  # noqa: F811
    """Without any layer the page is noticed many times: the tests below can fail."""
    visit(tab, framed(hostile.page(LOADING, listening.address), None), tmp_path)
    assert len(set(listening.hits)) >= 20
    visit(tab, framed(hostile.page(LEADING, listening.address + "/leading"), None), tmp_path)
    assert any("leading" in hit for hit in listening.hits)
    visit(tab, framed(hostile.page(RUNNING[:1], listening.address + "/running"), None), tmp_path)
    assert any("running" in hit for hit in listening.hits)


def test_the_writer_alone(tab: Any, listening: Beacon, tmp_path: Path) -> None:  # noqa: F811
    """No sandbox, no policy, scripts on: nothing is asked for, nothing runs, and clicks lead nowhere."""
    for vectors in (LOADING, RUNNING, LEADING, LOADING + RUNNING + LEADING):
        visit(tab, without_policy(write(hostile.page(vectors, listening.address))), tmp_path)
        assert tab.title() != "taken"
    for vector in CLICKED:
        visit(tab, without_policy(write(hostile.page((vector,), listening.address))), tmp_path)
        for element in tab.query_selector_all("#go"):
            element.dispatch_event("click")
        tab.wait_for_timeout(100)
        assert tab.url.endswith("page.html")
    assert listening.hits == []


def test_the_sandbox_alone(tab: Any, listening: Beacon, tmp_path: Path) -> None:  # noqa: F811
    """The page as it came, without the writer and without a policy: it loads its images, but nothing runs and nothing leads away."""
    for vector in (*RUNNING, *LEADING):
        is_loaded = "src='{}'" in vector
        before = len(listening.hits)
        visit(tab, framed(hostile.page((vector,), listening.address), "allow-same-origin"), tmp_path)
        assert is_loaded or len(listening.hits) == before, vector
        assert tab.title() == "Ours"
        assert tab.url.endswith("page.html")


def test_the_policy_alone(tab: Any, listening: Beacon, tmp_path: Path) -> None:  # noqa: F811
    """The page as it came in a frame without a sandbox: nothing loads and nothing runs. Against `meta refresh` a policy does not help."""
    for vectors in (LOADING, RUNNING, *((one,) for one in RUNNING)):
        visit(tab, framed(with_policy(hostile.page(vectors, listening.address)), None), tmp_path)
        assert tab.title() == "Ours"
    assert listening.hits == []


@pytest.mark.parametrize(
    "vectors", [LOADING, RUNNING, LEADING, CLICKED, LOADING + RUNNING + LEADING + CLICKED], ids=range(5)
)
def test_a_report_makes_no_request(tab: Any, listening: Beacon, tmp_path: Path, vectors: tuple[str, ...]) -> None:  # noqa: F811
    """All layers: a hostile page in a report that is opened from a file, hovered, clicked and looked at in every view."""
    found = Inspection.of(hostile.page(vectors, listening.address))
    document = report.write({**found.whole(), "compare": []})
    visit(tab, document, tmp_path)
    tab.evaluate(_TOUCH)
    for number in range(1, 9):
        tab.keyboard.press(str(number))
    tab.wait_for_timeout(300)
    assert listening.hits == []
    assert [url for url in tab.asked if not url.startswith(("file:", "about:", "data:"))] == []
    assert "Sectio inspector" in tab.title()
    assert tab.said == []


def test_data_cannot_leave_its_element() -> None:
    """Text that would end the script element, or begin a comment in it, is written another way."""
    document = report.write({"title": "</script><script>alert(1)</script>", "page": "<!--<script>", "compare": []})
    held = document.partition('id="data">')[2].partition("</script>")[0]
    assert json.loads(held)["page"] == "<!--<script>"
    assert document.count("<script") == 2
