"""How soon a large page can be used in the inspector: `python bench/inspector.py [--megabytes 5]`.

Served: from choosing the file until its sections are listed and drawn over the page (reasons come later and are timed too). As a report: from
opening the file until the same. Needs Chromium and playwright.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from sectio.apps.inspector import report
from sectio.apps.inspector.view import Inspection
from sectio.layout.chromium import find

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.apps.server.running import Running, running

WORDS = "harbour winter ferry ice captain market bread river stone lamp quiet seven morning north bridge letter glass road".split()
DRAWN = "!!document.getElementById('frame').contentDocument?.querySelector('sx-box') && document.querySelectorAll('.sections li').length > 0"
EXPLAINED = "[...document.querySelectorAll('.why')].length > 0 && !['', '…'].includes(document.querySelector('.sections li:last-child .why').textContent)"


def page(size: int) -> str:
    """A page of many sections: headings, paragraphs, and lists of links."""
    chance = random.Random(1)

    def sentence(words: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(words)).capitalize() + "."

    parts = [
        "<html><head><title>Large</title></head><body><nav>",
        *(f"<a href=/{n}>{sentence(2)}</a> " for n in range(60)),
        "</nav><main><h1>Large</h1>",
    ]
    while size > 0:
        text = "".join(f"<p>{sentence(40)} <a href=/x>{sentence(3)}</a></p>" for _ in range(6))
        links = "".join(f"<li><a href=/r{n}>{sentence(5)}</a></li>" for n in range(5))
        parts.append(f"<section><h2>{sentence(4)}</h2>{text}<ul class=related>{links}</ul></section>")
        size -= len(parts[-1])
    return "".join([*parts, "</main><footer>", sentence(30), "</footer></body></html>"])


def until(tab: Any, wanted: str, start: float) -> float:
    while not tab.evaluate(wanted):
        tab.wait_for_timeout(20)
    return time.perf_counter() - start


def busy(tab: Any) -> Callable[[], float]:
    """Seconds of processor time of the tab's main thread so far: on a busy machine the wall clock says little."""
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))

    return read


def worked(source: bytes) -> float:
    """Seconds of processor time that the first part takes in a worker."""
    start = time.process_time()
    json.dumps(Inspection.of(source, options={"timeout": 120}).first(), ensure_ascii=False)
    return time.process_time() - start


def served(tab: Any, server: Running, source: Path) -> None:
    tab.goto(f"http://127.0.0.1:{server.port}/")
    server.client.post("/extract", content=b"<p>x", headers={"Content-Type": "text/html"})
    used = busy(tab)
    before, start = used(), time.perf_counter()
    tab.locator("#file").set_input_files(source)
    usable, spent = until(tab, DRAWN, start), used() - before
    worker = min(worked(source.read_bytes()) for _ in range(3))
    print(f"served: usable after {usable:.2f} s; processor time {worker:.2f} s in the worker, {spent:.2f} s in the tab")
    print(f"        with all reasons after {until(tab, EXPLAINED, start):.2f} s")


def reported(tab: Any, source: Path, saved: Path) -> None:
    found = Inspection.of(source.read_bytes(), options={"timeout": 120})
    saved.write_text(report.write({**found.whole(), "compare": []}))
    used, start = busy(tab), time.perf_counter()
    tab.goto(saved.as_uri(), wait_until="commit")
    usable = until(tab, DRAWN, start)
    size = saved.stat().st_size / 1e6
    print(f"report of {size:.0f} MB: usable after {usable:.2f} s; processor time {used():.2f} s in the tab")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--megabytes", type=float, default=5)
    size = int(1e6 * arguments.parse_args().megabytes)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, running("--timeout", "60") as server:
        source = Path(folder, "large.html")
        source.write_text(page(size))
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        served(browser.new_page(), server, source)
        reported(browser.new_page(), source, Path(folder, "report.html"))
        browser.close()


if __name__ == "__main__":
    main()
